import Geometry
import LayerTree
import RealModule
import Source

/// Reads the numbers, colours and styles of an SVG.
struct SVGReader {
  let context: ImportContext
  let sheet: SVGStyleSheet
  /// The size that percentages refer to, in user units.
  var viewport: Size

  enum Axis { case x, y, both }

  func declarations(of element: XMLElement) -> SVGDeclarations {
    SVGDeclarations(element, sheet, context)
  }

  // MARK: Lengths

  /// A length in user units; `fallback` when the attribute is missing or wrong, which is reported.
  func length(
    _ element: XMLElement, _ name: String, _ axis: Axis, _ fallback: Double = 0,
    fontSize: Double = 16
  ) -> Double {
    guard let text = element[name], text.trimmed != "auto" else { return fallback }
    return length(text, axis, fontSize) ?? refused(text, name, element, "a length", fallback)
  }

  func length(_ text: String, _ axis: Axis, _ fontSize: Double) -> Double? {
    var scanner = TextScanner(text)
    scanner.skipSpaces()
    guard let number = scanner.takeNumber(), number.isFinite, abs(number) <= 1e9 else { return nil }
    let unit: Double
    if scanner.take("%") {
      unit = share(of: axis) / 100
    } else {
      let word = scanner.takeWord()
      // 96 pixels in an inch (W3C CSS Values 4, section 6.2).
      let units = [
        "": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54, "pt": 4 / 3.0,
        "pc": 16, "em": fontSize, "rem": 16, "ex": fontSize / 2,
      ]
      guard let known = units[word] else { return nil }
      unit = known
    }
    scanner.skipSpaces()
    return scanner.isAtEnd ? number * unit : nil
  }

  private func share(of axis: Axis) -> Double {
    switch axis {
    case .x: viewport.width
    case .y: viewport.height
    case .both:
      ((viewport.width * viewport.width + viewport.height * viewport.height) / 2).squareRoot()
    }
  }

  /// Numbers between blanks and commas; `nil` with a report when there is anything else.
  func numbers(_ element: XMLElement, _ name: String) -> [Double]? {
    guard let text = element[name] else { return nil }
    guard let numbers = Self.numbers(text) else {
      return refused(text, name, element, "numbers", nil)
    }
    return numbers
  }

  static func numbers(_ text: String) -> [Double]? {
    var scanner = TextScanner(text)
    var numbers: [Double] = []
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      guard let number = scanner.takeNumber(), number.isFinite, abs(number) <= 1e9 else {
        return nil
      }
      numbers.append(number)
      scanner.skipSpaces()
      if scanner.take(",") { scanner.skipSpaces() }
    }
    return numbers
  }

  func refused<Value>(
    _ text: String, _ name: String, _ element: XMLElement, _ expected: String, _ fallback: Value
  ) -> Value {
    context.error(
      .wrongType, "expected \(expected) for '\(name)'; found \(String(text.prefix(40)).quoted)",
      at: context.place(of: name, in: element))
    return fallback
  }

  // MARK: Transforms

  /// The transform of an attribute, which acts on the element's own coordinates.
  func transform(_ element: XMLElement, _ name: String = "transform") -> AffineTransform {
    guard let text = element[name] else { return .identity }
    guard let transform = Self.transform(text), transform.isFinite else {
      return refused(text, name, element, "a list of transforms", .identity)
    }
    return transform
  }

  static func transform(_ text: String) -> AffineTransform? {
    var scanner = TextScanner(text)
    var result = AffineTransform.identity
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      let name = scanner.takeWord()
      scanner.skipSpaces()
      guard scanner.take("(") else { return name == "none" && scanner.isAtEnd ? .identity : nil }
      var values: [Double] = []
      scanner.skipSpaces()
      while !scanner.take(")") {
        guard let number = scanner.takeNumber() else { return nil }
        // Angles may have their unit, lengths pixels.
        _ = scanner.takeWord()
        values.append(number)
        scanner.skipSpaces()
        if scanner.take(",") { scanner.skipSpaces() }
      }
      guard let next = transform(name, values) else { return nil }
      // The last one acts first.
      result = next.concatenating(result)
      scanner.skipSpaces()
      if scanner.take(",") { scanner.skipSpaces() }
    }
    return result
  }

  private static func transform(_ name: String, _ v: [Double]) -> AffineTransform? {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    switch (name, v.count) {
    case ("matrix", 6):
      return AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
    case ("translate", 1), ("translatex", 1): return .translation(x: v[0], y: 0)
    case ("translatey", 1): return .translation(x: 0, y: v[0])
    case ("translate", 2): return .translation(x: v[0], y: v[1])
    case ("scale", 1): return .scale(x: v[0], y: v[0])
    case ("scale", 2): return .scale(x: v[0], y: v[1])
    case ("rotate", 1): return .rotation(radians(v[0]))
    case ("rotate", 3):
      return AffineTransform.translation(x: -v[1], y: -v[2])
        .concatenating(.rotation(radians(v[0]))).concatenating(.translation(x: v[1], y: v[2]))
    case ("skewx", 1):
      return AffineTransform(a: 1, b: 0, c: .tan(radians(v[0])), d: 1, tx: 0, ty: 0)
    case ("skewy", 1):
      return AffineTransform(a: 1, b: .tan(radians(v[0])), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
  }

  /// From the units of a view box to the rectangle that shows it (SVG 2, section 8.2).
  func viewBoxTransform(_ element: XMLElement, into frame: Rect) -> (
    transform: AffineTransform, viewport: Size
  ) {
    guard let box = viewBox(element) else {
      return (.translation(x: frame.minX, y: frame.minY), frame.size)
    }
    let fit = SVGAspect(element["preserveAspectRatio"] ?? "")
    let place = fit.frame(of: box.size, in: frame)
    let scale = (x: place.width / box.width, y: place.height / box.height)
    let transform = AffineTransform.translation(x: -box.minX, y: -box.minY)
      .concatenating(.scale(x: scale.x, y: scale.y))
      .concatenating(.translation(x: place.minX, y: place.minY))
    return (transform, box.size)
  }

  /// `nil` for none, and for one without a size.
  func viewBox(_ element: XMLElement) -> Rect? {
    guard let numbers = numbers(element, "viewBox") else { return nil }
    guard numbers.count == 4 else {
      return refused(element["viewBox"] ?? "", "viewBox", element, "four numbers", nil)
    }
    guard numbers[2] > 0, numbers[3] > 0 else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// How a picture of one shape lies in a frame of another.
struct SVGAspect {
  private var align = Point(x: 0.5, y: 0.5)
  private(set) var isStretched = false
  private(set) var isSliced = false

  init(_ text: String) {
    for word in text.split(whereSeparator: \.isWhitespace) {
      switch word {
      case "none": isStretched = true
      case "slice": isSliced = true
      default:
        guard word.count == 8 else { continue }
        align.x = word.hasPrefix("xMin") ? 0 : word.hasPrefix("xMax") ? 1 : 0.5
        align.y = word.hasSuffix("YMin") ? 0 : word.hasSuffix("YMax") ? 1 : 0.5
      }
    }
  }

  func frame(of size: Size, in frame: Rect) -> Rect {
    guard !isStretched, size.width > 0, size.height > 0 else { return frame }
    let (x, y) = (frame.width / size.width, frame.height / size.height)
    let scale = isSliced ? max(x, y) : min(x, y)
    let (width, height) = (size.width * scale, size.height * scale)
    return Rect(
      x: frame.minX + (frame.width - width) * align.x,
      y: frame.minY + (frame.height - height) * align.y, width: width, height: height)
  }
}

// MARK: Styles

extension SVGReader {
  /// The style of an element inside one of another style.
  func style(_ own: SVGDeclarations, in outer: SVGStyle) -> SVGStyle {
    var style = outer
    if let text = own["font-size"] { setFontSize(text, own, &style) }
    if let text = own["color"] {
      style.color = color(text, "color", own, style.color) ?? style.color
    }
    style.fill = paint("fill", own, style) ?? style.fill
    style.stroke = paint("stroke", own, style) ?? style.stroke
    style.fillOpacity = opacity("fill-opacity", own) ?? style.fillOpacity
    style.strokeOpacity = opacity("stroke-opacity", own) ?? style.strokeOpacity
    let rules = ["nonzero": FillRule.nonZero, "evenodd": .evenOdd]
    style.fillRule = word("fill-rule", own, rules) ?? style.fillRule
    style.clipRule = word("clip-rule", own, rules) ?? style.clipRule
    setStroke(own, &style)
    if let text = own["visibility"] { style.isVisible = text == "visible" }
    if let order = own["paint-order"] { style.strokesFirst = order.hasPrefix("stroke") }
    setFont(own, &style)
    return style
  }

  private func setStroke(_ own: SVGDeclarations, _ style: inout SVGStyle) {
    let size = style.font.size
    func length(_ name: String) -> Double? {
      own[name].flatMap { text in
        self.length(text, .both, size) ?? refused(text, name, own.element, "a length", nil)
      }
    }
    style.strokeWidth = length("stroke-width").map { max($0, 0) } ?? style.strokeWidth
    style.dashOffset = length("stroke-dashoffset") ?? style.dashOffset
    style.lineCap =
      word("stroke-linecap", own, ["butt": .butt, "round": .round, "square": .square])
      ?? style.lineCap
    style.lineJoin =
      word("stroke-linejoin", own, ["miter": .miter, "round": .round, "bevel": .bevel])
      ?? style.lineJoin
    if let text = own["stroke-miterlimit"] {
      style.miterLimit =
        self.length(text, .both, size)
        ?? refused(text, "stroke-miterlimit", own.element, "a number", 4)
    }
    guard let text = own["stroke-dasharray"] else { return }
    guard text != "none" else {
      style.dashes = []
      return
    }
    let parts = text.split { $0 == "," || $0.isWhitespace }
    let dashes = parts.compactMap { self.length(String($0), .both, size) }
    guard dashes.count == parts.count, dashes.allSatisfy({ $0 >= 0 }) else {
      return refused(text, "stroke-dasharray", own.element, "lengths of at least 0", ())
    }
    style.dashes = dashes.contains { $0 > 0 } ? dashes : []
  }

  private func setFontSize(_ text: String, _ own: SVGDeclarations, _ style: inout SVGStyle) {
    let known = [
      "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
      "xx-large": 32,
    ]
    var inner = self
    // Percentages are of the size around the element.
    inner.viewport = Size(width: style.font.size, height: style.font.size)
    style.font.size =
      known[text] ?? inner.length(text, .x, style.font.size)
      ?? refused(text, "font-size", own.element, "a length", style.font.size)
  }

  private func setFont(_ own: SVGDeclarations, _ style: inout SVGStyle) {
    if let text = own["font-family"] {
      style.font.families = text.split(separator: ",").map { family in
        family.filter { $0 != "'" && $0 != "\"" }.trimmed
      }.filter { !$0.isEmpty }
    }
    if let text = own["font-weight"] {
      let words = ["normal": 400, "bold": 700, "bolder": 700, "lighter": 300]
      style.font.weight =
        words[text] ?? Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
        ?? refused(text, "font-weight", own.element, "a weight from 1 to 1000", 400)
    }
    if let text = own["font-style"] { style.font.isItalic = text != "normal" }
    if let anchor = word("text-anchor", own, ["start": 0, "middle": 0.5, "end": 1]) {
      style.textAnchor = anchor
    }
    for name in ["letter-spacing", "word-spacing", "text-decoration"] {
      guard let text = own[name], !["normal", "none", "0", "0px", "0em"].contains(text) else {
        continue
      }
      context.unsupported(.textStyles, name, at: context.place(of: name, in: own.element))
    }
  }

  private func word<Value>(
    _ name: String, _ own: SVGDeclarations, _ words: [String: Value]
  ) -> Value? {
    guard let text = own[name] else { return nil }
    return words[text]
      ?? refused(
        text, name, own.element, "one of " + words.keys.sorted().joined(separator: ", "), nil)
  }

  /// A number from 0 to 1, also as a percentage.
  func opacity(_ name: String, _ own: SVGDeclarations) -> Double? {
    guard let text = own[name] else { return nil }
    var scanner = TextScanner(text)
    scanner.skipSpaces()
    guard let number = scanner.takeNumber() else {
      return refused(text, name, own.element, "a number from 0 to 1", nil)
    }
    return min(max(scanner.take("%") ? number / 100 : number, 0), 1)
  }

  func color(
    _ text: String, _ name: String, _ own: SVGDeclarations, _ current: Color
  ) -> Color? {
    if text.lowercased() == "currentcolor" { return current }
    return Color(css: text) ?? refused(text, name, own.element, "a colour", nil)
  }

  private func paint(
    _ name: String, _ own: SVGDeclarations, _ style: SVGStyle
  ) -> SVGStyle.Paint? {
    guard let text = own[name]?.trimmed else { return nil }
    if text == "none" { return SVGStyle.Paint.none }
    guard let id = Self.reference(text) else {
      return color(text, name, own, style.color).map { .color($0) }
    }
    let rest = text.drop { $0 != ")" }.dropFirst().trimmed
    let instead = rest.isEmpty || rest == "none" ? nil : color(rest, name, own, style.color)
    return .server(id: id, instead: instead)
  }

  /// The id of `url(#id)`.
  static func reference(_ text: String) -> String? {
    guard text.hasPrefix("url(") else { return nil }
    let inside = text.dropFirst(4).prefix { $0 != ")" }
    let id = inside.filter { $0 != "\"" && $0 != "'" }.trimmed
    return id.hasPrefix("#") ? String(id.dropFirst()) : ""
  }
}
