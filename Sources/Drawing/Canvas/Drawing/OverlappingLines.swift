import RostrumCCairo
import RostrumGeometry

// Overlapping parts of a stroked path cover min(1, sum of both) of a pixel, as in Core Animation's
// render server: the coverage of a line is added regardless of its place in the pixel. That holds
// between subpaths; a subpath that crosses itself covers the union.
extension Drawing {
  /// More subpaths are stroked together.
  private static let mostSummedLines = 1_000

  /// The coverage of subpaths that may lie across each other; `nil` where none do.
  func summedCoverage(
    ofLines outline: Path, _ pen: Pen, in area: PixelRect
  ) throws(DrawingError) -> CoverageMask? {
    guard let groups = outline.groupsWithoutOverlap(reach: pen.reach, most: Self.mostSummedLines),
      let hull = outline.hull
    else { return nil }
    let touched = PixelRect(enclosing: hull.insetBy(dx: -pen.reach, dy: -pen.reach))
    let mask = try CoverageMask(frame: area)
    try mask.draw { context throws(DrawingError) in
      cairo_set_operator(context, CAIRO_OPERATOR_ADD)
      for group in groups {
        try Self.drawUncut(touched, [area], area, on: context) { Self.stroke(group, pen, on: $0) }
      }
    }
    return mask
  }
}

extension Path {
  /// The subpaths in as few paths as possible, such that no two subpaths of a path come closer than
  /// twice `reach`; `nil` if one path is enough, or if there are more than `most`.
  func groupsWithoutOverlap(reach: Double, most: Int) -> [Path]? {
    // Most paths are one subpath, which may be long.
    let ends = elements.lazy.filter { element in
      switch element {
      case .move, .close: true
      default: false
      }
    }
    guard ends.prefix(2).count > 1 else { return nil }
    let parts = connectedParts
    guard (2...most).contains(parts.count) else { return nil }
    var groups: [(path: Path, boxes: [Rect])] = []
    for part in parts {
      guard let hull = part.hull else { continue }
      let box = hull.insetBy(dx: -reach, dy: -reach)
      let free = groups.firstIndex { group in
        group.boxes.allSatisfy { $0.intersection(box).isEmpty }
      }
      if let free {
        groups[free].path.elements += part.elements
        groups[free].boxes.append(box)
      } else {
        groups.append((part, [box]))
      }
    }
    return groups.count > 1 ? groups.map(\.path) : nil
  }
}
