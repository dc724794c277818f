import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension SVGConversion {
  /// The parts of an outline that can be layers of their own with the same pixels, where they were
  /// asked for: subpaths that overlap stay together where one fills a hole of the other, or shows
  /// through it. `nil` for one part.
  func parts(of path: Path, _ style: SVGStyle, _ element: XMLElement) -> [Path]? {
    guard splitsPaths, !style.isClip, style.isVisible else { return nil }
    let all = path.subpaths.filter { !$0.segments.isEmpty }
    // Dashes that count from the length of the whole path.
    guard all.count > 1, element["pathLength"] == nil || style.dashes.isEmpty else { return nil }
    let isFilled = style.fill != .none
    let reach = style.stroke == .none ? 0 : style.strokeWidth / 2 * max(style.miterLimit, 1.5)
    guard isFilled || !isOpaque(style) else { return all.map { Path($0.elements) } }
    var groups: [(box: Rect, elements: [Path.Element])] = []
    for subpath in all {
      var part = (
        box: Path(subpath.elements).boundingBox?.insetBy(-reach) ?? .zero,
        elements: subpath.elements
      )
      // The one that joins two groups makes one of them, which may reach a third.
      while let index = groups.firstIndex(where: { $0.box.touches(part.box) }) {
        let other = groups.remove(at: index)
        part = (other.box.union(part.box), other.elements + part.elements)
      }
      groups.append(part)
    }
    return groups.count > 1 ? groups.map { Path($0.elements) } : nil
  }

  /// Whether lines cover what lies below them, so that it makes no difference where they cross.
  private func isOpaque(_ style: SVGStyle) -> Bool {
    guard style.strokeOpacity >= 1 else { return false }
    switch style.stroke {
    case .color(let color): return color.alpha >= 1
    case .currentColor: return style.color.alpha >= 1
    case .none: return true
    case .server, .context: return false
    }
  }
}

extension Rect {
  fileprivate func insetBy(_ distance: Double) -> Rect {
    Rect(
      x: minX + distance, y: minY + distance, width: width - 2 * distance,
      height: height - 2 * distance)
  }

  fileprivate func touches(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
