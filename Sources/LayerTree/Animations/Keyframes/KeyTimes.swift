/// Key times that nobody has to write.
enum KeyTimes {
  /// Times for `count` segments of the same duration: one more than segments.
  static func evenKeyTimes(count: Int) -> [Double] {
    (0...count).map { Double($0) / Double(count) }
  }

  /// Times for segments that take as long as they are: everywhere the same speed. Even ones when nothing has a length.
  static func keyTimes(lengths: [Double]) -> [Double] {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return evenKeyTimes(count: lengths.count) }
    var way = 0.0
    var times = [0.0]
    for length in lengths {
      way += length
      times.append(min(way / total, 1))
    }
    times[lengths.count] = 1
    return times
  }

  /// The Euclidean distance of each value to the next, over all components. `nil` for kinds that have no pace of their own: they take
  /// even steps. Source: measured on macOS by others; see the scene-format documentation.
  static func distances(between values: [Value]) -> [Double]? {
    let vectors = values.compactMap(\.pacedVector)
    guard vectors.count == values.count else { return nil }
    return zip(vectors, vectors.dropFirst()).map { a, b in
      zip(a, b).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
    }
  }
}

extension Value {
  fileprivate var pacedVector: [Double]? {
    switch self {
    case .numbers, .path: nil
    default: vector
    }
  }
}
