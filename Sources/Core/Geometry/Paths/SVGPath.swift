import RealModule

extension Path {
  /// The path that SVG path data describes (the `d` attribute of SVG 1.1 and 2): all commands, in
  /// both letter cases, with repeats. Quadratic curves become the same curves as cubics; arcs
  /// become one cubic for at most 90 degrees each. Empty text is an empty path.
  ///
  /// Throws an `SVGPathError` for other text than path data, for numbers or points that are not
  /// finite, and for more than 1,000,000 elements.
  public init(svg: String) throws(SVGPathError) {
    var parser = SVGPathParser(svg)
    self = try parser.parse()
  }
}

extension Path {
  /// The path up to the first mistake of SVG path data, which is drawn in spite of it (SVG 2,
  /// section 9.5.4), and the mistake.
  package static func upToMistake(svg: String) -> (path: Path, mistake: SVGPathError?) {
    var parser = SVGPathParser(svg)
    do throws(SVGPathError) {
      return (try parser.parse(), nil)
    } catch {
      return (parser.path, error)
    }
  }
}

extension Path {
  /// The indices of the elements that end inside of an arc of SVG path data.
  package static func arcJoints(svg: String) -> Set<Int> {
    var parser = SVGPathParser(svg)
    _ = try? parser.parse()
    return parser.arcJoints
  }
}

/// Reads path data command by command.
struct SVGPathParser {
  static let maximumElements = 1_000_000

  private var scanner: TextScanner
  private(set) var path = Path()
  /// The indices of the elements that end inside of an arc.
  private(set) var arcJoints: Set<Int> = []
  private var current = Point.zero
  private var subpathStart = Point.zero
  /// The last control point, while the command before was of the curve kind that may go on
  /// smoothly.
  private var lastCubicControl: Point?
  private var lastQuadraticControl: Point?
  /// Where the arguments of the current command begin, for messages.
  private var argumentsOffset = 0

  init(_ text: String) { scanner = TextScanner(text) }

  mutating func parse() throws(SVGPathError) -> Path {
    scanner.skipSpaces()
    if !scanner.isAtEnd, scanner.peek != "M", scanner.peek != "m" {
      throw error("expected a path to start with a move, M or m")
    }
    while !scanner.isAtEnd {
      try parseCommand()
      scanner.skipSpaces()
    }
    return path
  }

  private mutating func parseCommand() throws(SVGPathError) {
    argumentsOffset = scanner.offset
    guard let letter = scanner.peek, "MmLlHhVvCcSsQqTtAaZz".unicodeScalars.contains(letter) else {
      throw error("expected a command, one of M L H V C S Q T A Z in either letter case")
    }
    scanner.skip()
    if letter == "Z" || letter == "z" { return try close() }
    var command = letter
    scanner.skipSpaces()
    repeat {
      argumentsOffset = scanner.offset
      try draw(command)
      // Further points after a move are lines.
      if command == "M" { command = "L" } else if command == "m" { command = "l" }
    } while try anotherRepeatFollows()
  }

  /// Repeats need no letter; a comma between them promises one more.
  private mutating func anotherRepeatFollows() throws(SVGPathError) -> Bool {
    scanner.skipSpaces()
    if scanner.take(",") {
      scanner.skipSpaces()
      return true
    }
    guard let next = scanner.peek else { return false }
    return ("0"..."9").contains(next) || next == "+" || next == "-" || next == "."
  }

  private mutating func draw(_ command: Unicode.Scalar) throws(SVGPathError) {
    // Relative numbers count from the current point.
    let base = ("a"..."z").contains(command) ? current : .zero
    switch command {
    case "M", "m": try move(to: try point(base))
    case "L", "l": try line(to: try point(base))
    case "H", "h": try line(to: Point(x: try number() + base.x, y: current.y))
    case "V", "v": try line(to: Point(x: current.x, y: try number() + base.y))
    case "C", "c": try cubic(try point(base), try nextPoint(base), try nextPoint(base))
    case "S", "s": try cubic(reflected(lastCubicControl), try point(base), try nextPoint(base))
    case "Q", "q": try quadratic(try point(base), try nextPoint(base))
    case "T", "t": try quadratic(reflected(lastQuadraticControl), try point(base))
    default: try arc(base)
    }
  }
}

// MARK: Drawing

extension SVGPathParser {
  private mutating func move(to point: Point) throws(SVGPathError) {
    try append(.move(point), endingAt: point)
    subpathStart = point
  }

  private mutating func line(to point: Point) throws(SVGPathError) {
    try append(.line(point), endingAt: point)
  }

  private mutating func close() throws(SVGPathError) {
    try append(.close, endingAt: subpathStart)
  }

  private mutating func cubic(_ a: Point, _ b: Point, _ end: Point) throws(SVGPathError) {
    try append(.cubic(a, b, end), endingAt: end)
    lastCubicControl = b
  }

  /// A quadratic is the cubic whose controls lie two thirds of the way to the quadratic's control.
  private mutating func quadratic(_ control: Point, _ end: Point) throws(SVGPathError) {
    let a = current.interpolated(to: control, progress: 2.0 / 3)
    let b = end.interpolated(to: control, progress: 2.0 / 3)
    try append(.cubic(a, b, end), endingAt: end)
    lastQuadraticControl = control
  }

  private mutating func arc(_ base: Point) throws(SVGPathError) {
    let radii = Size(width: try number(), height: try nextNumber())
    let rotation = try nextNumber()
    let (isLarge, isSweep) = (try flag(), try flag())
    let arc = SVGArc(
      start: current, end: try nextPoint(base), radii: radii, rotationInDegrees: rotation,
      isLarge: isLarge, isSweep: isSweep)
    for element in arc.elements {
      let end = if case .cubic(_, _, let point) = element { point } else { arc.end }
      try append(element, endingAt: end)
      arcJoints.insert(path.elements.count - 1)
    }
    arcJoints.remove(path.elements.count - 1)
  }

  /// Where the curve before would have gone on; the current point after any other command.
  private func reflected(_ control: Point?) -> Point {
    control.map { current + (current - $0) } ?? current
  }

  private mutating func append(
    _ element: Path.Element, endingAt end: Point
  ) throws(SVGPathError) {
    guard path.elements.count < SVGPathParser.maximumElements else {
      throw SVGPathError(
        offset: argumentsOffset,
        message: "expected at most \(SVGPathParser.maximumElements) path elements")
    }
    guard element.isFinite else {
      throw SVGPathError(
        offset: argumentsOffset, message: "expected points whose coordinates are finite numbers")
    }
    path.elements.append(element)
    current = end
    lastCubicControl = nil
    lastQuadraticControl = nil
  }
}

// MARK: Arguments

extension SVGPathParser {
  private func error(_ message: String) -> SVGPathError {
    SVGPathError(offset: scanner.offset, message: message)
  }

  private mutating func number() throws(SVGPathError) -> Double {
    let start = scanner.offset
    guard let number = scanner.takeNumber() else { throw error("expected a number") }
    guard number.isFinite else {
      throw SVGPathError(offset: start, message: "expected a finite number")
    }
    return number
  }

  /// Between two arguments: white space with at most one comma, or nothing.
  private mutating func skipSeparator() {
    scanner.skipSpaces()
    if scanner.take(",") { scanner.skipSpaces() }
  }

  private mutating func nextNumber() throws(SVGPathError) -> Double {
    skipSeparator()
    return try number()
  }

  private mutating func point(_ base: Point) throws(SVGPathError) -> Point {
    Point(x: base.x + (try number()), y: base.y + (try nextNumber()))
  }

  private mutating func nextPoint(_ base: Point) throws(SVGPathError) -> Point {
    skipSeparator()
    return try point(base)
  }

  /// One digit that needs no separator behind it.
  private mutating func flag() throws(SVGPathError) -> Bool {
    skipSeparator()
    if scanner.take("1") { return true }
    if scanner.take("0") { return false }
    throw error("expected an arc flag, 0 or 1")
  }
}

/// An elliptical arc as SVG writes it: by its ends.
///
/// Formulas: W3C SVG 2, "Elliptical arc implementation notes" (B.2), endpoint to centre.
struct SVGArc {
  let start: Point
  let end: Point
  let radii: Size
  let rotationInDegrees: Double
  let isLarge: Bool
  let isSweep: Bool

  /// The elements that draw the arc from its start: cubics of at most 90 degrees; a line when a
  /// radius is zero; nothing when the ends coincide.
  var elements: [Path.Element] {
    if start == end { return [] }
    let (a, b) = (abs(radii.width), abs(radii.height))
    guard a > 0, b > 0 else { return [.line(end)] }
    let rotation = rotationInDegrees.remainder(dividingBy: 360) * .pi / 180
    return elements(a, b, (.cos(rotation), .sin(rotation)))
  }

  /// Works on the circle of radius 1 that the ellipse becomes when it is turned back and scaled.
  private func elements(
    _ a: Double, _ b: Double, _ turn: (cos: Double, sin: Double)
  ) -> [Path.Element] {
    let half = Point(x: (start.x - end.x) / 2, y: (start.y - end.y) / 2)
    let from = Point(
      x: (turn.cos * half.x + turn.sin * half.y) / a, y: (turn.cos * half.y - turn.sin * half.x) / b
    )
    // Radii that cannot reach from end to end grow until they just do.
    let distance = from.length
    let growth = max(1, distance)
    let unit = Point(x: from.x / growth, y: from.y / growth)
    // So shallow an arc is a line to within 1e-9 of its length, and its centre too far to
    // calculate.
    if unit.length < 1e-9, !isLarge { return [.line(end)] }
    let offset = max(0, 1 / (unit.length * unit.length) - 1).squareRoot()
    let side = isLarge == isSweep ? -offset : offset
    let center = Point(x: side * unit.y, y: -side * unit.x)
    let middle = Point(x: start.x / 2 + end.x / 2, y: start.y / 2 + end.y / 2)
    let (scaleX, scaleY) = (a * growth, b * growth)
    let map = AffineTransform(
      a: turn.cos * scaleX, b: turn.sin * scaleX, c: -turn.sin * scaleY, d: turn.cos * scaleY,
      tx: middle.x, ty: middle.y)
    let cubics = cubics(from: unit - center, to: unit * -1 - center, around: center)
    return cubics.isEmpty
      ? [.line(end)]
      : cubics.map { .cubic(map.apply(to: $0), map.apply(to: $1), $2.map(map.apply(to:)) ?? end) }
  }

  /// The cubics on the unit circle; the end of the last one is left to the exact end of the arc.
  private func cubics(
    from first: Point, to last: Point, around center: Point
  ) -> [(Point, Point, Point?)] {
    let startAngle = Double.atan2(y: first.y, x: first.x)
    var sweep = Double.atan2(y: last.y, x: last.x) - startAngle
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite else { return [] }
    // A hair of rounding must not cost another cubic.
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let reach = 4.0 / 3 * Double.tan(step / 4)
    return (0..<count).map { index -> (Point, Point, Point?) in
      let angle = startAngle + step * Double(index)
      let next = startAngle + step * Double(index + 1)
      let p = center + Point(x: .cos(angle), y: .sin(angle))
      let q = center + Point(x: .cos(next), y: .sin(next))
      return (
        p + Point(x: -.sin(angle), y: .cos(angle)) * reach,
        q - Point(x: -.sin(next), y: .cos(next)) * reach, index == count - 1 ? nil : q
      )
    }
  }
}

/// Why a text is not SVG path data.
public struct SVGPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where in the text, in UTF-8 bytes from 0.
  public let offset: Int
  /// The expectation there, in plain English.
  public let message: String

  public var description: String { "\(message) (at offset \(offset))" }
}

extension Path {
  /// The path as SVG path data with absolute commands. Reading it again gives the same numbers,
  /// exactly. Parts without a current point get the move that they imply; a path that is not finite
  /// has no SVG form, and the text will not be read again.
  public var svg: String {
    var text = ""
    var hasCurrentPoint = false
    for element in elements {
      if !hasCurrentPoint { text += element.impliedMove }
      if !hasCurrentPoint, !element.drawsWithoutCurrentPoint { continue }
      hasCurrentPoint = true
      text += element.svg
    }
    return text
  }
}

extension Path.Element {
  fileprivate var svg: String {
    switch self {
    case .move(let p): "M\(p.svg)"
    case .line(let p): "L\(p.svg)"
    case .cubic(let a, let b, let p): "C\(a.svg) \(b.svg) \(p.svg)"
    case .close: "Z"
    }
  }

  fileprivate var impliedMove: String {
    switch self {
    case .line(let p): "M\(p.svg)"
    case .cubic(let a, _, _): "M\(a.svg)"
    case .move, .close: ""
    }
  }

  fileprivate var drawsWithoutCurrentPoint: Bool { self != .close }
}

extension Point {
  fileprivate var svg: String { "\(shortest(x)) \(shortest(y))" }

  /// The fewest digits that read back as the same number.
  private func shortest(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
