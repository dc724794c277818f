extension Path {
  /// The path with every point `progress` of the way to its partner in `other`; `progress` is not
  /// limited to 0...1. `nil` unless both have the same kinds of elements in the same order: what
  /// Core Animation calls undefined.
  public func interpolated(to other: Path, progress: Double) -> Path? {
    guard elements.count == other.elements.count else { return nil }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for (from, to) in zip(elements, other.elements) {
      guard let element = from.interpolated(to: to, progress: progress) else { return nil }
      result.append(element)
    }
    return Path(result)
  }
}

extension Path.Element {
  fileprivate func interpolated(to other: Path.Element, progress: Double) -> Path.Element? {
    func mix(_ a: Point, _ b: Point) -> Point { a.interpolated(to: b, progress: progress) }
    switch (self, other) {
    case (.move(let a), .move(let b)): return .move(mix(a, b))
    case (.line(let a), .line(let b)): return .line(mix(a, b))
    case (.cubic(let a, let b, let c), .cubic(let d, let e, let f)):
      return .cubic(mix(a, d), mix(b, e), mix(c, f))
    case (.close, .close): return .close
    default: return nil
    }
  }
}
