/// An outline of straight lines and cubic Bezier curves, in one or more subpaths.
///
/// A line or curve without a current point starts a subpath, as in Cairo: a line at its own end, a
/// curve at its first control point. After a `close`, drawing goes on from the start of the subpath.
public struct Path: Hashable, Sendable {
  /// One step of the outline. Quadratic curves and arcs are stored as the cubics that draw them.
  public enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case cubic(Point, Point, Point)
    case close

    var isFinite: Bool {
      switch self {
      case .move(let p), .line(let p): p.isFinite
      case .cubic(let a, let b, let p): a.isFinite && b.isFinite && p.isFinite
      case .close: true
      }
    }
  }

  public var elements: [Element]

  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  public var isEmpty: Bool { elements.isEmpty }

  /// True when every coordinate is a finite number.
  public var isFinite: Bool { elements.allSatisfy(\.isFinite) }

  public mutating func move(to point: Point) { elements.append(.move(point)) }
  public mutating func line(to point: Point) { elements.append(.line(point)) }
  public mutating func close() { elements.append(.close) }

  public mutating func cubic(to end: Point, control1: Point, control2: Point) {
    elements.append(.cubic(control1, control2, end))
  }

  /// The path with every point mapped.
  public func map(_ transform: (Point) -> Point) -> Path {
    Path(
      elements.map {
        switch $0 {
        case .move(let p): .move(transform(p))
        case .line(let p): .line(transform(p))
        case .cubic(let a, let b, let p): .cubic(transform(a), transform(b), transform(p))
        case .close: .close
        }
      })
  }

  public func transformed(by transform: AffineTransform) -> Path { map(transform.apply(to:)) }
}
