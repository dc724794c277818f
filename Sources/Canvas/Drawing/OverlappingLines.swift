import CCairo
import Geometry

// Parts of a stroked path that lie across each other cover min(1, sum of both) of a pixel, as Core
// Animation's render server has it: what a line adds does not depend on how it lies in the pixel.
// That holds between subpaths; a subpath that crosses itself covers the area of both.
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
  /// The subpaths as few paths, in none of which two come as near as twice `reach`; `nil` where
  /// one path will do, or there are more than `most`.
  func groupsWithoutOverlap(reach: Double, most: Int) -> [Path]? {
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
