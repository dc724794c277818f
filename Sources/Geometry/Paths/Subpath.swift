/// A connected piece of a path.
public struct Subpath: Hashable, Sendable {
  public var start: Point
  /// What is drawn, in order; empty for a lone move. The line that a `close` draws is the last one,
  /// unless it would have no length.
  public var segments: [PathSegment]
  /// True when the path goes back to the start with a `close`.
  public var isClosed: Bool

  /// The elements that draw the subpath.
  public var elements: [Path.Element] {
    var result = [Path.Element.move(start)]
    result += segments.map(\.element)
    guard isClosed else { return result }
    // `close` draws its own line.
    if case .line(_, let end)? = segments.last, end == start { result.removeLast() }
    return result + [.close]
  }
}

extension Path {
  /// The connected pieces, in order.
  public var subpaths: [Subpath] {
    var builder = SubpathBuilder()
    for element in elements { builder.add(element) }
    return builder.finished
  }

  /// All that is drawn, in order: each move starts anew, each close adds its line (unless that has
  /// no length).
  public var segments: [PathSegment] { subpaths.flatMap(\.segments) }
}

/// Walks through elements and keeps track of the current point.
private struct SubpathBuilder {
  private var done: [Subpath] = []
  private var open: Subpath?
  /// Where drawing goes on after a close.
  private var resumption: Point?

  mutating func add(_ element: Path.Element) {
    switch element {
    case .move(let point): begin(at: point)
    case .line(let end):
      append(beginning: end) { .line(from: $0, to: end) }
    case .cubic(let a, let b, let end):
      append(beginning: a) { .cubic(CubicCurve(start: $0, control1: a, control2: b, end: end)) }
    case .close: close()
    }
  }

  var finished: [Subpath] { done + (open.map { [$0] } ?? []) }

  private mutating func begin(at point: Point) {
    if let open { done.append(open) }
    open = Subpath(start: point, segments: [], isClosed: false)
  }

  private mutating func append(beginning: Point, _ segment: (Point) -> PathSegment) {
    if open == nil { begin(at: resumption ?? beginning) }
    guard let start = open.map({ $0.segments.last?.end ?? $0.start }) else { return }
    open?.segments.append(segment(start))
  }

  private mutating func close() {
    guard var subpath = open else { return }
    // Taken away first, so that the array of segments has one owner and is not copied.
    open = nil
    if let end = subpath.segments.last?.end, end != subpath.start {
      subpath.segments.append(.line(from: end, to: subpath.start))
    }
    subpath.isClosed = true
    resumption = subpath.start
    done.append(subpath)
  }
}
