import Geometry

/// The segments of a path as key frames: the end of each line and curve is a key value. A close that draws a line is a
/// segment too. From one subpath to the next it jumps, which takes no time.
struct PathKeyframes: Sendable {
  /// At least one.
  let segments: [PathSegment]
  /// One for each segment; empty unless the path is walked at constant speed.
  private let measures: [PathMeasure]
  /// For segments without a direction of their own: the one before them, or else the one after.
  private let directions: [Point?]

  init(_ path: Path, isPaced: Bool) {
    segments = path.segments
    measures = isPaced ? segments.map { PathMeasure($0.path) } : []
    var directions = segments.map { $0.tangent(at: 1) }
    for index in directions.indices.dropFirst() where directions[index] == nil {
      directions[index] = directions[index - 1]
    }
    for index in directions.indices.dropLast().reversed() where directions[index] == nil {
      directions[index] = directions[index + 1]
    }
    self.directions = directions
  }

  /// In points, each within `PathMeasure`'s accuracy of a millionth. Only of a paced path.
  var lengths: [Double] { measures.map(\.length) }

  /// The point `progress` of the way through segment `index`: of a curve's parameter, or on a paced path of its length.
  func point(inSegment index: Int, at progress: Double) -> Point {
    let segment = segments[index]
    guard !measures.isEmpty else { return segment.point(at: progress) }
    let inside = min(max(0, progress), 1)
    guard let point = measures[index].point(atFraction: inside) else { return segment.start }
    guard progress != inside, let direction = measures[index].tangent(atFraction: inside) else {
      return point
    }
    // Beyond the ends it goes straight on.
    return point + direction * ((progress - inside) * measures[index].length)
  }

  /// The direction of travel there, of length 1. `nil` when the whole path has none.
  func tangent(inSegment index: Int, at progress: Double) -> Point? {
    let own =
      measures.isEmpty
      ? segments[index].tangent(at: progress) : measures[index].tangent(atFraction: progress)
    return own ?? directions[index]
  }
}

extension PathSegment {
  fileprivate var path: Path {
    switch self {
    case .line(let start, let end): Path([.move(start), .line(end)])
    case .cubic(let curve):
      Path([.move(curve.start), .cubic(curve.control1, curve.control2, curve.end)])
    }
  }
}
