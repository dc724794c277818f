import RostrumGeometry

/// The outline of a line with its dashes.
private struct DashedOutline {
  private(set) var outline: StrokeOutline
  private var dashes: DashCount?
  /// Outside of it no dash is made.
  private let window: StrokeWindow

  init?(_ style: StrokeStyle, scale: Double, within window: StrokeWindow) {
    guard let outline = StrokeOutline(style, scale: scale) else { return nil }
    self.outline = outline
    dashes = DashPattern(style).map { DashCount($0) }
    self.window = window
  }

  /// Adds one subpath: its points, neighbours of which differ; one point alone is a dot.
  mutating func add(_ line: [StrokeOutline.Vertex], isClosed: Bool) throws(DrawingError) {
    guard let first = line.first, line.count > 1, let dashes else {
      return outline.add(line, isClosed: isClosed)
    }
    var cutter = DashCutter(dashes, window)
    for (a, b) in zip(line, line.dropFirst()) { try cutter.append(from: a, to: b) }
    // The last dash of a closed line is not joined to the first.
    if isClosed, let last = line.last { try cutter.append(from: last, to: first) }
    self.dashes = cutter.dashes
    for piece in cutter.pieces {
      outline.add(piece, isClosed: false)
      guard outline.path.elements.count <= DashCount.maximumPoints else {
        throw .tooManyDashPoints
      }
    }
  }
}

/// Cuts a line into the pieces that lie on dashes.
private struct DashCutter {
  private(set) var dashes: DashCount
  private let window: StrokeWindow
  private var length = 0.0
  private var isOpen = false
  private(set) var pieces: [[StrokeOutline.Vertex]] = []

  init(_ dashes: DashCount, _ window: StrokeWindow) {
    (self.dashes, self.window) = (dashes, window)
  }

  mutating func append(
    from a: StrokeOutline.Vertex, to b: StrokeOutline.Vertex
  ) throws(DrawingError) {
    let start = length
    let end = start + a.point.distance(to: b.point)
    guard end > start, end.isFinite else { return }
    length = end
    guard let part = window.visiblePart(from: a.point, to: b.point) else {
      isOpen = false
      return
    }
    let ranges = try dashes.ranges(
      from: start + part.start * (end - start),
      to: part.end == 1 ? end : start + part.end * (end - start))
    for range in ranges {
      func vertex(_ position: Double) -> StrokeOutline.Vertex {
        if position == start { return a }
        if position == end { return b }
        let progress = (position - start) / (end - start)
        let direction = a.leaving.flatMap { start in
          b.arriving.flatMap { start.interpolated(to: $0, progress: progress).normalized }
        }
        return StrokeOutline.Vertex(
          point: a.point.interpolated(to: b.point, progress: progress), isCorner: true,
          arriving: direction, leaving: direction)
      }
      if isOpen, range.start == start {
        pieces[pieces.count - 1].append(vertex(range.end))
      } else {
        pieces.append([vertex(range.start), vertex(range.end)])
      }
      isOpen = false
    }
    isOpen = ranges.last?.end == end
  }
}

extension Drawing {
  /// The outline of a stroke along `path` in user space, with the tolerance of the picture; `nil`
  /// when none of it is visible.
  func strokeOutline(of path: Path, style: StrokeStyle) throws(DrawingError) -> Path? {
    guard path.isFinite, transform.isFinite, let box = path.controlBoundingBox else { return nil }
    let map = transform.linearized(
      atNearestCornerOf: box.insetBy(dx: -style.lineWidth, dy: -style.lineWidth))
    let window = StrokeWindow(
      frame.rect, transform, reach: style.lineWidth / 2 * max(1.5, min(style.miterLimit, 1e6)))
    let scale = min(map.largestScale, 1e4)
    guard var outline = DashedOutline(style, scale: scale, within: window) else { return nil }
    let reach = 8 + min(style.lineWidth * map.largestScale, 1e5)
    let area = frame.rect.insetBy(dx: -reach, dy: -reach)
    // A step this short has no direction but that of rounding, which a miter would show.
    let shortest = 1 / 256 / max(map.largestScale, 1e-9)
    for subpath in path.subpaths {
      var line = [StrokeOutline.Vertex(point: subpath.start, isCorner: true)]
      for segment in subpath.segments {
        line.append(
          segment,
          at: transform.affine.map { segment.chords(through: $0, tolerance: 0.02) }
            ?? transform.chords(of: segment, within: area, tolerance: 0.02),
          apart: shortest)
      }
      if subpath.isClosed, line.count > 1,
        (line[0].point - line[line.count - 1].point).length < shortest
      {
        line[0].arriving = line.removeLast().arriving
      }
      try outline.add(line, isClosed: subpath.isClosed && line.count > 1)
    }
    return outline.outline.path
  }
}

extension PathSegment {
  /// The parameters of the ends of chords that are at most `tolerance` pixels from the curve.
  fileprivate func chords(through map: AffineTransform, tolerance: Double) -> [Double] {
    guard case .cubic(let curve) = self else { return [1] }
    let shown = CubicCurve(
      start: map.apply(to: curve.start), control1: map.apply(to: curve.control1),
      control2: map.apply(to: curve.control2), end: map.apply(to: curve.end))
    let count = min(shown.chordCount(tolerance: tolerance), 4096)
    return (1...count).map { Double($0) / Double(count) }
  }
}
