extension Path {
  /// The path that SVG path data describes (the `d` attribute of SVG 1.1 and 2): all commands, in
  /// both letter cases, with repeats. Quadratic curves become the same curves as cubics; arcs become
  /// one cubic for at most 90 degrees each. Empty text is an empty path.
  ///
  /// Throws an `SVGPathError` for what is not path data, for numbers or points that are not finite,
  /// and for more than 1,000,000 elements.
  public init(svg: String) throws(SVGPathError) {
    var parser = SVGPathParser(svg)
    self = try parser.parse()
  }
}

/// Reads path data command by command.
struct SVGPathParser {
  static let maximumElements = 1_000_000

  private var scanner: TextScanner
  private var path = Path()
  private var current = Point.zero
  private var subpathStart = Point.zero
  /// The last control point, while the command before was of the curve kind that may go on smoothly.
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
    guard let letter = scanner.peek, "MmLlHhVvCcSsQqTtAaZz".contains(letter) else {
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

  /// Repeats need no letter; a comma may stand between them but promises one more.
  private mutating func anotherRepeatFollows() throws(SVGPathError) -> Bool {
    scanner.skipSpaces()
    if scanner.take(",") {
      scanner.skipSpaces()
      return true
    }
    guard let next = scanner.peek else { return false }
    return next.isNumber || "+-.".contains(next)
  }

  private mutating func draw(_ command: Character) throws(SVGPathError) {
    // Relative numbers count from the current point.
    let base = command.isLowercase ? current : .zero
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
    }
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
