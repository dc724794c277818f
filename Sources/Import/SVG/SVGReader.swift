import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RealModule
import RostrumSource

/// Reads the numbers, colours and styles of an SVG.
struct SVGReader {
  let context: ImportContext
  let sheet: SVGStyleSheet
  /// The size that percentages refer to, in user units.
  var viewport: Size
  /// The size of an `em`, in user units.
  var fontSize = 16.0
  /// The size of a `rem`.
  var rootFontSize = 16.0
  /// The advance of the digit 0 in the element's font; half of an `em` where it is unknown.
  var widthOfZero: (() -> Double?)?
  /// The size of the whole picture.
  var canvas = Size.zero
  /// An animation's values by attribute, used instead of the element's own.
  var overrides: [String: String] = [:]

  enum Axis { case x, y, both }

  func declarations(of element: XMLElement) -> SVGDeclarations {
    sheet.known.declarations(of: element, sheet, context)
  }

  // MARK: Lengths

  /// The geometry of SVG 2 that is made of properties: style sheets set it too.
  private static let geometry: Set = [
    "x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "d",
  ]

  /// The text of an attribute, or of the property equal to it.
  func text(_ element: XMLElement, _ name: String) -> String? {
    overrides[name]
      ?? (Self.geometry.contains(name) ? declarations(of: element)[name] : element[name])
  }

  /// A length in user units; `fallback` when the attribute is missing or wrong, which is reported.
  func length(
    _ element: XMLElement, _ name: String, _ axis: Axis, _ fallback: Double = 0
  ) -> Double {
    guard let text = text(element, name), text.trimmed != "auto" else { return fallback }
    return length(text, axis) ?? ignored(text, name, element, "a length", fallback)
  }

  func length(_ text: String, _ axis: Axis) -> Double? {
    SVGLength(text).map { sum($0.terms, axis) }
  }

  private func sum(_ terms: SVGLength.Terms, _ axis: Axis) -> Double {
    terms.reduce(0) { $0 + $1.number * size(of: $1.unit, axis) }
  }

  private func size(of unit: SVGLength.Unit, _ axis: Axis) -> Double {
    switch unit {
    case .user: 1
    case .percent: share(of: axis) / 100
    case .em: fontSize
    case .rem: rootFontSize
    case .zero: widthOfZero?() ?? fontSize / 2
    case .viewportWidth: canvas.width
    case .viewportHeight: canvas.height
    case .viewportLeast: min(canvas.width, canvas.height)
    case .viewportMost: max(canvas.width, canvas.height)
    }
  }

  private func share(of axis: Axis) -> Double {
    switch axis {
    case .x: viewport.width
    case .y: viewport.height
    case .both:
      ((viewport.width * viewport.width + viewport.height * viewport.height) / 2).squareRoot()
    }
  }

  /// The rectangle of `x`, `y`, `width` and `height`: in user units, or for a box in its shares.
  /// `usual` are the shares of what is not given, and `owner` returns the element that has an
  /// attribute.
  func rect(_ box: Rect?, usual: Rect, of owner: (String) -> XMLElement) -> Rect {
    var inner = self
    if box != nil { inner.viewport = Size(width: 1, height: 1) }
    let (width, height) = (inner.viewport.width, inner.viewport.height)
    func length(_ name: String, _ axis: Axis, _ fallback: Double) -> Double {
      inner.length(owner(name), name, axis, fallback)
    }
    let rect = Rect(
      x: length("x", .x, usual.minX * width), y: length("y", .y, usual.minY * height),
      width: max(length("width", .x, usual.width * width), 0),
      height: max(length("height", .y, usual.height * height), 0))
    guard let box else { return rect }
    return AffineTransform.scale(x: box.width, y: box.height)
      .concatenating(.translation(x: box.minX, y: box.minY)).boundingBox(of: rect)
  }

  /// Numbers between blanks and commas; `nil` with a report when there is anything else.
  func numbers(_ element: XMLElement, _ name: String) -> [Double]? {
    guard let text = element[name] else { return nil }
    guard let numbers = Self.numbers(text) else {
      return ignored(text, name, element, "numbers", nil)
    }
    return numbers
  }

  /// The numbers up to the first mistake, which is reported.
  func leadingNumbers(_ element: XMLElement, _ name: String) -> [Double] {
    guard let text = text(element, name) else { return [] }
    let numbers = Self.leadingNumbers(text)
    if !numbers.isWhole {
      context.warning(
        .wrongType, "expected numbers for '\(name)'; it is drawn up to the mistake",
        at: context.place(of: name, in: element))
    }
    return numbers.list
  }

  static func numbers(_ text: String) -> [Double]? {
    let numbers = leadingNumbers(text)
    return numbers.isWhole ? numbers.list : nil
  }

  private static func leadingNumbers(_ text: String) -> (list: [Double], isWhole: Bool) {
    var scanner = TextScanner(text)
    var numbers: [Double] = []
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      guard let number = scanner.takeNumber(), number.isFinite, abs(number) <= 1e9 else {
        return (numbers, false)
      }
      numbers.append(number)
      scanner.skipSpaces()
      if scanner.take(",") { scanner.skipSpaces() }
    }
    return (numbers, true)
  }

  /// Reports a value that is not valid, and goes on without it, as CSS and SVG 2 ask.
  func ignored<Value>(
    _ text: String, _ name: String, _ element: XMLElement, _ expected: String, _ fallback: Value
  ) -> Value {
    context.warning(
      .wrongType,
      "expected \(expected) for '\(name)'; found "
        + "\(String(text.prefix(40)).quoted), which is ignored",
      at: context.place(of: name, in: element))
    return fallback
  }

  // MARK: Transforms

  /// The transform of an attribute or a property, which acts on the element's own coordinates,
  /// about its origin (W3C CSS Transforms 1, section 6). `box` is the element's own.
  func transform(
    _ element: XMLElement, _ name: String = "transform", box: Rect? = nil
  ) -> AffineTransform {
    let own = declarations(of: element)
    guard name == "transform" else { return stage(name, own) }
    let origin = transformOrigin(own, box) ?? .zero
    return SVGStage.allCases.reduce(.identity) {
      $0.concatenating(transform($1, own, box, about: origin))
    }
  }

  /// The matrix of one of an element's transforms, about its origin.
  func transform(
    _ stage: SVGStage, _ own: SVGDeclarations, _ box: Rect?, about origin: Point
  ) -> AffineTransform {
    var inner = self
    inner.viewport = referenceBox(own, box).size
    if stage == .offset { return inner.offset(own, box, from: origin) ?? .identity }
    let transform = inner.stage(stage.rawValue, own)
    guard transform != .identity else { return transform }
    return AffineTransform.translation(x: -origin.x, y: -origin.y).concatenating(transform)
      .concatenating(.translation(x: origin.x, y: origin.y))
  }

  private func stage(_ name: String, _ own: SVGDeclarations) -> AffineTransform {
    guard let text = own[name] else { return .identity }
    guard let transform = Self.transform(Self.transformList(name, text), self),
      transform.isFinite
    else { return ignored(text, name, own.element, "a list of transforms", .identity) }
    return transform
  }

  /// A value of one of the properties of transforms as a list.
  static func transformList(_ name: String, _ text: String) -> String {
    guard let stage = SVGStage(rawValue: name), stage != .transform, text.lowercased() != "none"
    else { return text }
    var words = list(text.lowercased(), separator: " ")
    guard stage == .rotate else { return "\(name)(\(words.prefix(2).joined(separator: ", ")))" }
    if words.prefix(3) == ["0", "0", "1"] { words.removeFirst(3) }
    let axis = ["x", "y", "z"].first { words.contains($0) } ?? ""
    return "rotate\(axis)(\(words.filter { $0 != axis }.joined(separator: " ")))"
  }

  /// The box whose sides percentages of transforms refer to.
  func referenceBox(_ own: SVGDeclarations, _ box: Rect?) -> Rect {
    let isOfBox = ["fill-box", "content-box", "stroke-box", "border-box"].contains(
      own["transform-box"])
    return isOfBox ? box ?? .zero : Rect(origin: .zero, size: viewport)
  }

  /// The point about which an element's transform acts; `nil` for the origin of its coordinates.
  func transformOrigin(_ own: SVGDeclarations, _ box: Rect?) -> Point? {
    guard own["transform-origin"] != nil || own["transform-box"] != nil else { return nil }
    let text = own["transform-origin"] ?? "0 0"
    let frame = referenceBox(own, box)
    var inner = self
    inner.viewport = frame.size
    let words = ["left": 0.0, "right": 1, "top": 0, "bottom": 1, "center": 0.5]
    var parts = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard (1...3).contains(parts.count) else {
      return ignored(text, "transform-origin", own.element, "an origin", nil)
    }
    if parts.count == 1 { parts.append("center") }
    if ["top", "bottom"].contains(parts[0]) || ["left", "right"].contains(parts[1]) {
      parts.swapAt(0, 1)
    }
    func value(_ part: String, _ axis: Axis) -> Double? {
      words[part].map { $0 * (axis == .x ? frame.width : frame.height) }
        ?? inner.length(part, axis)
    }
    guard let x = value(parts[0], .x), let y = value(parts[1], .y) else {
      return ignored(text, "transform-origin", own.element, "an origin", nil)
    }
    return Point(x: frame.minX + x, y: frame.minY + y)
  }

  static func transform(_ text: String, _ reader: SVGReader? = nil) -> AffineTransform? {
    guard let functions = functions(text, reader) else { return nil }
    var result = AffineTransform.identity
    for (name, numbers) in functions {
      guard let next = transform(name, numbers) else { return nil }
      // The last one acts first.
      result = next.concatenating(result)
    }
    return result
  }

  /// The functions of a list of transforms with their numbers: angles in degrees, lengths as
  /// `reader` knows them.
  static func functions(
    _ text: String, _ reader: SVGReader? = nil
  ) -> [(name: String, numbers: [Double])]? {
    var scanner = TextScanner(text)
    var result: [(name: String, numbers: [Double])] = []
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      var name = scanner.takeWord()
      if scanner.take("3") { name += "3" + scanner.takeWord() }
      scanner.skipSpaces()
      guard scanner.take("(") else { return name == "none" && scanner.isAtEnd ? [] : nil }
      var values: [Double] = []
      scanner.skipSpaces()
      while !scanner.take(")") {
        let isUp = name.hasSuffix("y") || (!name.hasSuffix("x") && values.count == 1)
        guard let value = argument(&scanner, name, isUp ? .y : .x, reader) else { return nil }
        values.append(value)
        scanner.skipSpaces()
        if scanner.take(",") { scanner.skipSpaces() }
      }
      guard let flat = flat(name, values) else { return nil }
      result.append(flat)
      scanner.skipSpaces()
      if scanner.take(",") { scanner.skipSpaces() }
    }
    return result
  }

  private static func argument(
    _ scanner: inout TextScanner, _ function: String, _ axis: Axis, _ reader: SVGReader?
  ) -> Double? {
    let start = scanner
    if let number = scanner.takeNumber() {
      let isShare = scanner.take("%")
      if isShare, function.hasPrefix("scale") { return number / 100 }
      if !isShare, let unit = unit(scanner.takeWord(), function) { return number * unit }
    }
    scanner = start
    guard let terms = SVGLength.value(&scanner, depth: 0) else { return nil }
    let isPlain = terms.allSatisfy { $0.unit == .user }
    guard isPlain || function.hasPrefix("translate") else { return nil }
    return reader?.sum(terms, axis) ?? terms.reduce(0) { $0 + $1.number }
  }

  /// A function of space as one of the plane, seen from the front.
  private static func flat(
    _ name: String, _ v: [Double]
  ) -> (name: String, numbers: [Double])? {
    func isCount(_ count: Int) -> Bool { v.count == count }
    switch name {
    case "rotatez": return ("rotate", v)
    case "translate3d", "scale3d":
      return isCount(3) ? (String(name.dropLast(2)), [v[0], v[1]]) : nil
    case "translatez", "scalez", "perspective": return ("translate", [0, 0])
    case "rotate3d":
      return isCount(4) && v[0] == 0 && v[1] == 0 && v[2] > 0 ? ("rotate", [v[3]]) : nil
    case "rotatex", "rotatey":
      guard isCount(1) else { return nil }
      return (name == "rotatex" ? "scaley" : "scalex", [Double.cos(v[0] * .pi / 180)])
    case "skew": return v.isEmpty || v.count > 2 ? nil : (name, v + (v.count == 1 ? [0] : []))
    case "matrix3d": return isCount(16) ? ("matrix", [v[0], v[1], v[4], v[5], v[12], v[13]]) : nil
    default: return (name, v)
    }
  }

  /// The size of a unit in a function: angles in degrees, lengths in user units.
  private static func unit(_ unit: String, _ function: String) -> Double? {
    if unit.isEmpty { return 1 }
    let angles = ["deg": 1, "grad": 0.9, "rad": 180 / .pi, "turn": 360]
    let lengths = [
      "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54, "pt": 4 / 3.0,
      "pc": 16,
    ]
    if function.hasPrefix("rotate") { return angles[unit] ?? lengths[unit] }
    return function.hasPrefix("skew") ? angles[unit] : lengths[unit]
  }

  /// The matrix of one function.
  static func transform(_ name: String, _ v: [Double]) -> AffineTransform? {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    switch (name, v.count) {
    case ("matrix", 6):
      return AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
    case ("translate", 1), ("translatex", 1): return .translation(x: v[0], y: 0)
    case ("translatey", 1): return .translation(x: 0, y: v[0])
    case ("translate", 2): return .translation(x: v[0], y: v[1])
    case ("scale", 1): return .scale(x: v[0], y: v[0])
    case ("scalex", 1): return .scale(x: v[0], y: 1)
    case ("scaley", 1): return .scale(x: 1, y: v[0])
    case ("scale", 2): return .scale(x: v[0], y: v[1])
    case ("rotate", 1): return .rotation(radians(v[0]))
    case ("rotate", 3):
      return AffineTransform.translation(x: -v[1], y: -v[2])
        .concatenating(.rotation(radians(v[0]))).concatenating(.translation(x: v[1], y: v[2]))
    case ("skew", 2):
      return AffineTransform(
        a: 1, b: .tan(radians(v[1])), c: .tan(radians(v[0])), d: 1, tx: 0, ty: 0)
    case ("skewx", 1):
      return AffineTransform(a: 1, b: 0, c: .tan(radians(v[0])), d: 1, tx: 0, ty: 0)
    case ("skewy", 1):
      return AffineTransform(a: 1, b: .tan(radians(v[0])), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
  }

  /// From the units of a view box to the rectangle that shows it (SVG 2, section 8.2).
  func viewBoxTransform(
    _ element: XMLElement, into frame: Rect, aspect: String? = nil
  ) -> (transform: AffineTransform, viewport: Size) {
    guard let box = viewBox(element) else {
      return (.translation(x: frame.minX, y: frame.minY), frame.size)
    }
    let fit = SVGAspect(aspect ?? element["preserveAspectRatio"] ?? "")
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
      return ignored(element["viewBox"] ?? "", "viewBox", element, "four numbers", nil)
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
