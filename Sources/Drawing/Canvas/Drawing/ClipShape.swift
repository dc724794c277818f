import RostrumGeometry

/// The shape that a group is cut to when it is finished.
struct ClipShape {
  /// In pixels.
  let outline: Path
  let rule: FillRule

  /// How far apart two lines may be that are one, in pixels.
  private static let tolerance = 1e-6

  /// True for an outline (in pixels) inside which all of the shape lies, which may share edges with
  /// it: one that is the same, or a convex polygon around it.
  func isCovered(by other: Path, _ rule: FillRule) -> Bool {
    if other == outline, rule == self.rule { return true }
    guard rule == .nonZero, let sides = other.convexSides else { return false }
    return outline.elements.points.allSatisfy { point in
      sides.allSatisfy { $0.distance(of: point) >= -Self.tolerance }
    }
  }
}

extension Path {
  /// The half planes inside of each side, if this is one convex polygon; else `nil`.
  fileprivate var convexSides: [HalfPlane]? {
    guard let corners, corners.count > 2 else { return nil }
    let next = corners.dropFirst() + corners.prefix(1)
    let isClockwise = zip(corners, next).reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x } > 0
    let sides = zip(corners, next).compactMap { start, end in
      isClockwise ? HalfPlane(from: start, to: end) : HalfPlane(from: end, to: start)
    }
    guard sides.count > 2 else { return nil }
    let isConvex = corners.allSatisfy { corner in
      sides.allSatisfy { $0.distance(of: corner) >= -1e-9 }
    }
    return isConvex ? sides : nil
  }

  /// The corners of a single polygon of at most ten elements, without the last where it repeats the
  /// first; `nil` for any other path.
  private var corners: [Point]? {
    guard elements.count < 11 else { return nil }
    var corners: [Point] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .move(let p) where index == 0: corners.append(p)
      case .line(let p): corners.append(p)
      case .close where index == elements.count - 1: break
      default: return nil
      }
    }
    if corners.count > 1, corners.first == corners.last { corners.removeLast() }
    return corners
  }
}
