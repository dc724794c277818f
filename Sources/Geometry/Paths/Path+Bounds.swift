extension Path {
  /// The smallest rectangle that holds all that is drawn, and the points of lone moves; `nil` for a
  /// path without either. Curves count by their own extremes, not by their control points.
  public var boundingBox: Rect? {
    var points: [Point] = []
    for subpath in subpaths {
      points.append(subpath.start)
      for segment in subpath.segments {
        points.append(segment.end)
        guard case .cubic(let curve) = segment else { continue }
        points += curve.extrema.map(curve.point(at:))
      }
    }
    return Rect(enclosing: points)
  }

  /// The smallest rectangle that holds all points, control points included; never smaller than
  /// `boundingBox` and quicker.
  public var controlBoundingBox: Rect? {
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let p), .line(let p): points.append(p)
      case .cubic(let a, let b, let p): points += [a, b, p]
      case .close: break
      }
    }
    return Rect(enclosing: points)
  }
}
