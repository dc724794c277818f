import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension SVGReader {
  /// The style of an element inside one of another style.
  func style(_ own: SVGDeclarations, in outer: SVGStyle) -> SVGStyle {
    var style = outer
    if let text = own["font"] { setFont(shorthand: text, own, &style) }
    if let text = own["font-size"] { setFontSize(text, &style) }
    var reader = self
    reader.fontSize = style.font.size
    if let text = own["color"], text.lowercased() != "currentcolor" {
      style.color = Color(css: text) ?? style.color
    }
    style.fill = paint(own["fill"]) ?? style.fill
    style.stroke = paint(own["stroke"]) ?? style.stroke
    style.fillOpacity = share(own["fill-opacity"]) ?? style.fillOpacity
    style.strokeOpacity = share(own["stroke-opacity"]) ?? style.strokeOpacity
    style.fillRule = own["fill-rule"].flatMap { Self.fillRules[$0] } ?? style.fillRule
    style.clipRule = own["clip-rule"].flatMap { Self.fillRules[$0] } ?? style.clipRule
    reader.setStroke(own, &style)
    if let text = own["visibility"] { style.isVisible = text == "visible" }
    style.paintOrder = own["paint-order"].flatMap(SVGStyle.Part.order) ?? style.paintOrder
    for place in SVGStyle.MarkerPlace.allCases {
      guard let text = own[place.rawValue] ?? own["marker"] else { continue }
      style.markers[place] = Self.reference(text)
    }
    if let text = own["image-rendering"] {
      style.isPixelated = ["pixelated", "crisp-edges", "optimizespeed"].contains(text.lowercased())
    }
    reader.setFont(own, &style)
    return style
  }

  private static let fillRules = ["nonzero": FillRule.nonZero, "evenodd": .evenOdd]
  private static let lineCaps: [String: StrokeStyle.LineCap] = [
    "butt": .butt, "round": .round, "square": .square,
  ]
  private static let lineJoins: [String: StrokeStyle.LineJoin] = [
    "miter": .miter, "round": .round, "bevel": .bevel,
  ]
  private static let anchors = ["start": 0, "middle": 0.5, "end": 1]

  private func setStroke(_ own: SVGDeclarations, _ style: inout SVGStyle) {
    func length(_ name: String) -> Double? {
      own[name].flatMap { text in self.length(text, .both) }
    }
    style.strokeWidth = length("stroke-width").map { max($0, 0) } ?? style.strokeWidth
    style.dashOffset = length("stroke-dashoffset") ?? style.dashOffset
    style.lineCap = own["stroke-linecap"].flatMap { Self.lineCaps[$0] } ?? style.lineCap
    style.lineJoin = own["stroke-linejoin"].flatMap { Self.lineJoins[$0] } ?? style.lineJoin
    if let text = own["stroke-miterlimit"] {
      style.miterLimit = self.length(text, .both) ?? style.miterLimit
    }
    guard let text = own["stroke-dasharray"] else { return }
    let parts = text.split { $0 == "," || $0.isWhitespace }
    let dashes = text == "none" ? [] : parts.compactMap { self.length(String($0), .both) }
    style.dashes = dashes.contains { $0 > 0 } ? dashes : []
  }

  /// In pixels, by CSS's words.
  static let fontSizes = [
    "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
    "xx-large": 32,
  ]

  private func setFontSize(_ text: String, _ style: inout SVGStyle) {
    let around = style.font.size
    var inner = self
    // Percentages and `em` are of the size around the element.
    (inner.viewport, inner.fontSize) = (Size(width: around, height: around), around)
    let steps = ["larger": 1.2, "smaller": 1 / 1.2]
    style.font.size =
      Self.fontSizes[text] ?? steps[text].map { $0 * around } ?? inner.length(text, .x) ?? around
  }

  /// `font: italic bold 12px/30px Georgia, serif`
  private func setFont(
    shorthand text: String, _ own: SVGDeclarations, _ style: inout SVGStyle
  ) {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var weight = 400
    setFontStyle("normal", &style.font)
    while let word = words.first {
      let size = word.split(separator: "/").first.map(String.init) ?? word
      let isSize = Self.fontSizes[size] != nil || size == "larger" || size == "smaller"
      if isSize || (SVGLength(size) != nil && Int(word) == nil) {
        setFontSize(size, &style)
        words.removeFirst()
        if word.hasSuffix("/") || words.first == "/" { words.removeFirst() }
        break
      }
      if word == "italic" || word == "oblique" {
        let angle = words.dropFirst().first.flatMap {
          Angle.radians(fromText: $0) == nil ? nil : $0
        }
        setFontStyle([word, angle].compactMap(\.self).joined(separator: " "), &style.font)
      }
      weight = Self.weights[word] ?? Int(word) ?? weight
      words.removeFirst()
    }
    guard !words.isEmpty else {
      context.unsupported(.textStyles, "font", at: own.element.bytes)
      return
    }
    style.font.families = Self.families(words.joined(separator: " "))
    style.font.weight = weight
  }

  private static let weights = ["normal": 400, "bold": 700]

  private static let generic: Set = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui",
  ]

  private static func families(_ text: String) -> [String] {
    text.split(separator: ",").map { family in
      let name = family.filter { $0 != "'" && $0 != "\"" }.trimmed
      let word = name.lowercased()
      return generic.contains(word) && !family.contains { "'\"".contains($0) } ? word : name
    }.filter { !$0.isEmpty }
  }

  private func setFont(_ own: SVGDeclarations, _ style: inout SVGStyle) {
    if let text = own["font-family"] { style.font.families = Self.families(text) }
    if let text = own["font-weight"] {
      style.font.weight = Self.weight(text, in: style.font.weight)
    }
    if let text = own["font-style"] { setFontStyle(text, &style.font) }
    style.textAnchor = own["text-anchor"].flatMap { Self.anchors[$0] } ?? style.textAnchor
    if let text = own["font-variation-settings"] {
      let slant = style.font.variations.filter { $0.key == "slnt" && style.font.isItalic }
      style.font.variations =
        SVGProperties.variations(text).map { slant.merging($0) { $1 } } ?? style.font.variations
    }
    func spacing(_ name: String) -> Double? {
      guard let text = own[name] else { return nil }
      return text == "normal"
        ? 0 : length(text, .x) ?? ignored(text, name, own.element, "a length", 0)
    }
    style.letterSpacing = spacing("letter-spacing") ?? style.letterSpacing
    style.wordSpacing = spacing("word-spacing") ?? style.wordSpacing
    style.baseline.setDominant(own["dominant-baseline"])
    if let text = own["xml:space"] { style.keepsSpaces = text == "preserve" }
    if let text = own["white-space"] { style.keepsSpaces = text.hasPrefix("pre") }
    for (name, text) in own.values {
      guard let rule = SVGProperties.textNotDrawn[name] else { continue }
      style.unsupportedText[name] = rule.idle.contains(text.lowercased()) ? nil : text
    }
  }

  /// Sets the style, and the slant of a variable font by its axis: also for `italic`, where a font
  /// has no letters of that style.
  private func setFontStyle(_ text: String, _ font: inout ImportFont) {
    font.isItalic = text != "normal"
    let angle = text.split(whereSeparator: \.isWhitespace).dropFirst().first
    // Without an angle it is 14 degrees; the axis counts the other way (CSS Fonts 4, 2.4).
    let degrees = angle.flatMap { Angle.radians(fromText: String($0)) }.map { $0 * 180 / .pi }
    font.variations["slnt"] = font.isItalic ? -(degrees ?? 14) : nil
  }

  /// Relative weights go by the table of CSS Fonts 4, section 2.2.1.
  private static func weight(_ text: String, in outer: Int) -> Int {
    switch text {
    case "bolder": outer < 350 ? 400 : outer < 550 ? 700 : 900
    case "lighter": outer < 550 ? 100 : outer < 750 ? 400 : 700
    default: weights[text] ?? Double(text).map { Int($0.rounded()) } ?? outer
    }
  }

  /// A number from 0 to 1, also as a percentage.
  func share(_ text: String?) -> Double? {
    text.flatMap(SVGProperties.share).map { min(max($0, 0), 1) }
  }

  func opacity(_ name: String, _ own: SVGDeclarations) -> Double? { share(own[name]) }

  func color(_ text: String, _ current: Color) -> Color? {
    text.lowercased() == "currentcolor" ? current : Color(css: text)
  }

  private func paint(_ text: String?) -> SVGStyle.Paint? {
    guard let text else { return nil }
    switch text.lowercased() {
    case "none": return SVGStyle.Paint.none
    case "currentcolor": return .currentColor
    case "context-fill", "context-stroke": return .context(text.lowercased())
    default: break
    }
    guard let id = Self.reference(text) else {
      return Color(css: text).map { .color($0) }
    }
    let rest = text.drop { $0 != ")" }.dropFirst().trimmed
    return .server(id: id, instead: rest.isEmpty ? nil : paint(rest))
  }

  /// The id of `url(#id)`.
  static func reference(_ text: String) -> String? {
    guard text.lowercased().hasPrefix("url(") else { return nil }
    let inside = text.dropFirst(4).prefix { $0 != ")" }
    let id = inside.filter { $0 != "\"" && $0 != "'" }.trimmed
    return id.hasPrefix("#") ? String(id.dropFirst()) : ""
  }
}
