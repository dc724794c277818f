extension Path {
  /// The steps of an outline in order, stored as their kinds and, apart from these, their points: a
  /// line takes 17 bytes, less than a third of an `Element`.
  public struct Elements: Hashable, Sendable {
    fileprivate var kinds: [Kind] = []
    /// The control points and the ends of all steps.
    package private(set) var points: [Point] = []

    public init() {}

    fileprivate enum Kind: UInt8, Hashable, Sendable {
      case move, line, cubic, close

      var pointCount: Int {
        switch self {
        case .move, .line: 1
        case .cubic: 3
        case .close: 0
        }
      }
    }

    /// The same steps with every point mapped.
    func map(_ transform: (Point) -> Point) -> Elements {
      var result = self
      result.points = points.map(transform)
      return result
    }

    /// Maps every point. Copies shared storage only if a point changes.
    package mutating func update(_ transform: (Point) -> Point) {
      for index in points.indices {
        let point = transform(points[index])
        if point != points[index] { points[index] = point }
      }
    }

    /// Whether any step is a curve.
    package var hasCurves: Bool { kinds.contains(.cubic) }

    /// Whether both have the same kinds of steps in the same order.
    func hasSameKinds(as other: Elements) -> Bool { kinds == other.kinds }
  }
}

extension Path.Elements: BidirectionalCollection {
  /// The place of a step, and of its first point.
  public struct Index: Hashable, Comparable, Sendable {
    fileprivate var kind: Int
    fileprivate var point: Int

    public static func < (a: Index, b: Index) -> Bool { a.kind < b.kind }
  }

  public var count: Int { kinds.count }
  public var isEmpty: Bool { kinds.isEmpty }
  public var startIndex: Index { Index(kind: 0, point: 0) }
  public var endIndex: Index { Index(kind: kinds.count, point: points.count) }

  public func index(after index: Index) -> Index {
    Index(kind: index.kind + 1, point: index.point + kinds[index.kind].pointCount)
  }

  public func index(before index: Index) -> Index {
    Index(kind: index.kind - 1, point: index.point - kinds[index.kind - 1].pointCount)
  }

  public subscript(index: Index) -> Path.Element {
    let place = index.point
    return switch kinds[index.kind] {
    case .move: .move(points[place])
    case .line: .line(points[place])
    case .cubic: .cubic(points[place], points[place + 1], points[place + 2])
    case .close: .close
    }
  }
}

extension Path.Elements: RangeReplaceableCollection, ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Path.Element...) { self.init(elements) }

  public mutating func append(_ element: Path.Element) {
    // Most outlines are of a few steps.
    if isEmpty { reserveCapacity(4) }
    switch element {
    case .move(let end): append(.move, end)
    case .line(let end): append(.line, end)
    case .cubic(let a, let b, let end):
      kinds.append(.cubic)
      points.append(a)
      points.append(b)
      points.append(end)
    case .close: kinds.append(.close)
    }
  }

  private mutating func append(_ kind: Kind, _ end: Point) {
    kinds.append(kind)
    points.append(end)
  }

  public mutating func append(contentsOf others: some Sequence<Path.Element>) {
    if let others = others as? Self {
      kinds += others.kinds
      points += others.points
    } else {
      if isEmpty { reserveCapacity(others.underestimatedCount) }
      for element in others { append(element) }
    }
  }

  @discardableResult public mutating func removeLast() -> Path.Element {
    let last = index(before: endIndex)
    defer {
      kinds.removeLast()
      points.removeSubrange(last.point...)
    }
    return self[last]
  }

  public mutating func replaceSubrange(
    _ range: Range<Index>, with others: some Collection<Path.Element>
  ) {
    let others = Self(others)
    kinds.replaceSubrange(range.lowerBound.kind..<range.upperBound.kind, with: others.kinds)
    points.replaceSubrange(range.lowerBound.point..<range.upperBound.point, with: others.points)
  }

  /// Room for that many steps of one point.
  public mutating func reserveCapacity(_ count: Int) {
    kinds.reserveCapacity(count)
    points.reserveCapacity(count)
  }
}
