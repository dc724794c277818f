extension Path {
  /// The offset of the path: its inside grown by `distance` points, or shrunk by a negative one;
  /// an open subpath becomes the stroke of twice that width. Joins and miters are a stroke's.
  /// Curves become lines that are at most `tolerance` points from them; more where there would be
  /// too many.
  ///
  /// Source: the Minkowski sum of a region with a disc is the region together with the stroke of
  /// its outline (Farouki and Neff, "Analytic properties of plane offset curves", 1990).
  public func offset(
    by distance: Double, join: StrokeStyle.LineJoin = .miter, miterLimit: Double = 4,
    tolerance: Double = 0.02
  ) -> Path {
    guard distance != 0, distance.isFinite, isFinite else { return self }
    let style = StrokeStyle(lineWidth: 2 * abs(distance), join: join, miterLimit: miterLimit)
    let closed = Path(subpaths.filter(\.isClosed).flatMap(\.elements))
    let open = Path(subpaths.filter { !$0.isClosed }.flatMap(\.elements))
    // The stroke has about five lines for each of the outline's.
    let most = PathArrangement.maximumEdges / 6
    var tolerance = max(tolerance, 1e-6)
    while tolerance < 1e6,
      segments.reduce(0, { $0 + $1.chordCount(tolerance: tolerance) }) > most
    { tolerance *= 2 }
    let body = closed.strokeOutline(style, tolerance: tolerance)
    let lines = open.strokeOutline(style, tolerance: tolerance)
    guard distance < 0 else {
      return .combining([closed, body, lines], by: .union, tolerance: tolerance)
    }
    let rest = Path.combining([closed, body], by: .subtracting, tolerance: tolerance)
    return lines.isEmpty ? rest : .combining([rest, lines], by: .union, tolerance: tolerance)
  }
}
