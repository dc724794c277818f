import RealModule

/// The interpolation between the curves of two paths.
public enum PathMorph: String, CaseIterable, Hashable, Sendable {
  /// The way from an end of a curve to its control point turns, the shorter way round, and changes
  /// its length: as in Core Animation.
  case handles
  /// Each control point goes straight to its partner: as in After Effects.
  case points
}

extension Path {
  /// The path with every point `progress` of the way to its partner in `other`; `progress` is not
  /// limited to 0...1.
  ///
  /// A line counts as a curve whose control points lie at its ends; a close draws no segment that
  /// would need a partner. Where one has more segments or parts than the other, both are cut at the
  /// same shares of their length, and parts without a partner grow from a point. `nil` where one of
  /// the two draws nothing.
  public func interpolated(
    to other: Path, progress: Double, morph: PathMorph = .handles
  ) -> Path? {
    if let mixed = mixed(with: other, progress, morph) { return mixed }
    guard let (own, others) = matched(to: other) else { return nil }
    return own.mixed(with: others, progress, morph)
  }

  /// `nil` unless both have as many segments in as many subpaths.
  private func mixed(with other: Path, _ progress: Double, _ morph: PathMorph) -> Path? {
    let (own, others) = (elements.filter { $0 != .close }, other.elements.filter { $0 != .close })
    guard own.count == others.count else { return nil }
    var walker = MorphWalker(progress: progress, morph: morph)
    var partners = others.makeIterator()
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      guard element != .close else {
        result.append(.close)
        continue
      }
      guard let partner = partners.next(), let mixed = walker.mix(element, partner) else {
        return nil
      }
      result.append(mixed)
    }
    return Path(result)
  }

  /// Whether both have the same kinds of elements in the same order.
  public func hasSameElements(as other: Path) -> Bool {
    elements.hasSameKinds(as: other.elements)
  }
}

extension Path.Element {
  /// The control points and the end of a line or a curve from `start`; `nil` for a move or a close.
  fileprivate func curve(from start: Point) -> (Point, Point, Point)? {
    switch self {
    case .line(let end): (start, end, end)
    case .cubic(let a, let b, let end): (a, b, end)
    case .move, .close: nil
    }
  }
}

/// Goes along two paths at once.
private struct MorphWalker {
  let progress: Double
  let morph: PathMorph
  /// Where both are; `nil` before the first move.
  private var places: (own: Point, other: Point)?

  init(progress: Double, morph: PathMorph) { (self.progress, self.morph) = (progress, morph) }

  mutating func mix(_ own: Path.Element, _ other: Path.Element) -> Path.Element? {
    switch (own, other) {
    case (.move(let a), .move(let b)):
      places = (a, b)
      return .move(mix(a, b))
    case (.line(let a), .line(let b)):
      places = (a, b)
      return .line(mix(a, b))
    default: return mixedCurve(own, other)
    }
  }

  private mutating func mixedCurve(_ own: Path.Element, _ other: Path.Element) -> Path.Element? {
    // Without a start a curve begins at its first control point.
    guard let first = own.curve(from: places?.own ?? .zero),
      let second = other.curve(from: places?.other ?? .zero)
    else { return nil }
    let (a, b) = places ?? (first.0, second.0)
    places = (first.2, second.2)
    guard morph == .handles else {
      return .cubic(mix(first.0, second.0), mix(first.1, second.1), mix(first.2, second.2))
    }
    let (start, end) = (mix(a, b), mix(first.2, second.2))
    return .cubic(
      start + turned(first.0 - a, second.0 - b),
      end + turned(first.1 - first.2, second.1 - second.2),
      end)
  }

  private func mix(_ a: Point, _ b: Point) -> Point { a.interpolated(to: b, progress: progress) }

  /// A handle between two: its direction turns the shorter way round, its length changes evenly.
  /// One without length has the other's direction.
  private func turned(_ a: Point, _ b: Point) -> Point {
    let (from, to) = (a.length, b.length)
    let sine = a.x * b.y - a.y * b.x
    guard sine != 0 || a.x * b.x + a.y * b.y < 0 else { return mix(a, b) }
    let angle = Double.atan2(y: sine, x: a.x * b.x + a.y * b.y) * progress
    let length = from + (to - from) * progress
    let direction = AffineTransform.rotation(angle).apply(to: a)
    return direction * (length / from)
  }
}
