import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry

/// The values that properties of SVG 2 may have, and which properties the importer draws.
enum SVGProperties {
  /// Properties that are no presentation attributes.
  static let withoutAttribute: Set = [
    "mix-blend-mode", "isolation", "background", "background-color", "marker",
    "rotate", "scale", "translate", "offset-path", "offset-distance", "offset-rotate",
    "offset-anchor",
  ]

  static let notInherited: Set = [
    "opacity", "stop-color", "stop-opacity", "flood-color", "flood-opacity", "lighting-color",
    "clip-path", "mask", "filter", "mix-blend-mode", "isolation", "display", "overflow",
    "transform", "transform-origin", "transform-box", "mask-type", "vector-effect",
    "text-decoration", "baseline-shift", "alignment-baseline", "unicode-bidi",
    "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d",
  ]

  static let inherited: Set = [
    "fill", "stroke", "color", "fill-opacity", "stroke-opacity", "fill-rule", "clip-rule",
    "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray",
    "stroke-dashoffset", "visibility", "paint-order", "font-family", "font-size", "font-weight",
    "font-style", "font-stretch", "font-variant", "text-anchor", "letter-spacing", "word-spacing",
    "dominant-baseline", "writing-mode", "direction", "marker", "marker-start", "marker-mid",
    "marker-end", "shape-rendering", "image-rendering", "text-rendering", "color-interpolation",
    "color-interpolation-filters", "white-space", "font-kerning", "font-feature-settings",
    "font-variation-settings", "font-size-adjust",
  ]

  static let all = notInherited.union(inherited)

  static let initial = [
    "fill": "black", "stroke": "none", "color": "black", "fill-opacity": "1",
    "stroke-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero", "stroke-width": "1",
    "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4",
    "stroke-dasharray": "none", "stroke-dashoffset": "0", "visibility": "visible",
    "paint-order": "normal", "font-size": "medium", "font-weight": "normal",
    "font-style": "normal", "text-anchor": "start", "letter-spacing": "normal",
    "word-spacing": "normal", "dominant-baseline": "auto", "writing-mode": "horizontal-tb",
    "marker": "none", "marker-start": "none", "marker-mid": "none", "marker-end": "none",
  ]

  /// The kind of values that a property takes, with a test.
  private struct Kind: Sendable {
    let words: String
    var isWord = false
    let accepts: @Sendable (String) -> Bool

    static let color = Kind(words: "a colour") { isColor($0) }
    static let paint = Kind(words: "a colour, none or url()") { text in
      let text = text.lowercased()
      return ["none", "context-fill", "context-stroke"].contains(text) || isColor(text)
        || isServer(text)
    }
    static let share = Kind(words: "a number from 0 to 1") { text in
      SVGProperties.share(text) != nil
    }
    static let length = Kind(words: "a length") { SVGLength($0) != nil }
    static let positive = Kind(words: "a length of at least 0") { text in
      SVGLength(text).map { !$0.isNegative } ?? false
    }
    static let number = Kind(words: "a number") { text in
      SVGReader.numbers(text)?.count == 1
    }

    /// A reference with nothing behind it, or another paint.
    private static func isServer(_ text: String) -> Bool {
      guard text.hasPrefix("url("), let end = text.firstIndex(of: ")") else { return false }
      let rest = text[text.index(after: end)...].trimmed
      return ["", "none", "currentcolor", "context-fill", "context-stroke"].contains(rest)
        || Color(css: rest) != nil
    }

    static func isColor(_ text: String) -> Bool {
      text.lowercased() == "currentcolor" || Color(css: text) != nil
    }

    static func words(_ words: String...) -> Kind {
      Kind(words: "one of " + words.sorted().joined(separator: ", "), isWord: true) {
        words.contains($0.lowercased())
      }
    }
  }

  /// A number or a percentage, as a share of 1, not yet limited.
  static func share(_ text: String) -> Double? {
    var scanner = TextScanner(text)
    scanner.skipSpaces()
    guard let number = scanner.takeNumber(), number.isFinite else { return nil }
    let share = scanner.take("%") ? number / 100 : number
    scanner.skipSpaces()
    return scanner.isAtEnd ? share : nil
  }

  /// The places on the axes of a variable font: `"wght" 250, "GRAD" -20` (W3C CSS Fonts 4, section
  /// 6.3).
  static func variations(_ text: String) -> [String: Double]? {
    guard text.lowercased() != "normal" else { return [:] }
    var places: [String: Double] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard words.count == 2, let quote = words[0].first, quote == "\"" || quote == "'",
        words[0].last == quote, words[0].utf8.count == 6, let place = Double(words[1]),
        place.isFinite
      else { return nil }
      let axis = words[0].dropFirst().dropLast()
      guard axis.utf8.allSatisfy({ (0x30...0x7A).contains($0) && $0 != 0x3D }) else { return nil }
      places[String(axis)] = place
    }
    return places
  }

  private static let kinds: [String: Kind] = [
    "fill": .paint, "stroke": .paint, "color": .color, "stop-color": .color,
    "flood-color": .color, "lighting-color": .color, "opacity": .share, "fill-opacity": .share,
    "stroke-opacity": .share, "stop-opacity": .share, "flood-opacity": .share,
    "stroke-width": .positive, "stroke-dashoffset": .length,
    "fill-rule": .words("nonzero", "evenodd"), "clip-rule": .words("nonzero", "evenodd"),
    "stroke-linecap": .words("butt", "round", "square"),
    "stroke-linejoin": .words("miter", "round", "bevel", "miter-clip", "arcs"),
    "stroke-miterlimit": Kind(words: "a number of at least 1") { text in
      (SVGReader.numbers(text)?.first ?? 0) >= 1
    },
    "stroke-dasharray": Kind(words: "lengths of at least 0") { text in
      text == "none"
        || text.split { $0 == "," || $0.isWhitespace }.allSatisfy {
          SVGLength(String($0)).map { !$0.isNegative } ?? false
        }
    },
    "visibility": .words("visible", "hidden", "collapse"),
    "paint-order": Kind(words: "normal, or fill, stroke and markers") { text in
      SVGStyle.Part.order(text) != nil
    },
    "text-anchor": .words("start", "middle", "end"),
    "font-weight": Kind(words: "a weight from 1 to 1000") { text in
      ["normal", "bold", "bolder", "lighter"].contains(text)
        || Double(text).map { (1...1000).contains($0) } ?? false
    },
    "font-style": Kind(words: "one of italic, normal, oblique") { text in
      text == "normal" || text == "italic" || text.hasPrefix("oblique")
    },
    "font-size": Kind(words: "a length") { text in
      SVGReader.fontSizes[text] != nil || ["larger", "smaller"].contains(text)
        || SVGLength(text).map { !$0.isNegative } ?? false
    },
    "font-variation-settings": Kind(words: "axes in quotes, with numbers") { text in
      variations(text) != nil
    },
    "transform": Kind(words: "a list of transforms") { text in
      SVGReader.transform(text)?.isFinite ?? false
    },
    "mask-type": .words("luminance", "alpha"),
    "isolation": .words("auto", "isolate"),
    "width": Kind(words: "a length") { $0 == "auto" || SVGLength($0) != nil },
    "height": Kind(words: "a length") { $0 == "auto" || SVGLength($0) != nil },
    "r": .positive, "cx": .length, "cy": .length,
    "rx": Kind(words: "a length of at least 0") { text in
      text == "auto" || SVGLength(text).map { !$0.isNegative } ?? false
    },
    "ry": Kind(words: "a length of at least 0") { text in
      text == "auto" || SVGLength(text).map { !$0.isNegative } ?? false
    },
    "x1": .length, "y1": .length, "x2": .length, "y2": .length,
  ]

  /// Elements whose attributes of these names are something else.
  private static let others: Set = ["filter", "text", "tspan", "tref"]

  /// The kind of value that is expected; `nil` for one that is valid.
  static func expectation(
    _ name: String, _ value: String, _ element: XMLElement, isAttribute: Bool
  ) -> String? {
    guard let kind = kinds[name], !(isAttribute && others.contains(element.name) && name.count < 3),
      !kind.accepts(value)
    else { return nil }
    return kind.words
  }

  /// Whether a value is a keyword, which counts in both letter cases.
  static func isWord(_ value: String, of name: String) -> Bool {
    name == "display" || kinds[name]?.isWord == true
  }

  /// The properties that a shorthand sets as well, so that earlier declarations of them do not
  /// count; none for a value that sets nothing.
  static func parts(ofShorthand name: String, _ value: String) -> [String] {
    switch name {
    case "animation": SVGAnimationRun.properties
    case "marker": ["marker-start", "marker-mid", "marker-end"]
    case "font" where value.contains(where: \.isWhitespace):
      ["font-family", "font-size", "font-style", "font-weight", "font-variation-settings"]
    default: []
    }
  }

  // MARK: Drawing

  /// Properties that change a picture and are not drawn, with the values that change nothing.
  static let notDrawn: [String: (idle: Set<String>, feature: UnsupportedFeature)] = [
    "filter": (["none"], .filters),
    "shape-rendering": (["auto", "geometricprecision"], .properties),
    "color-interpolation": (["auto", "srgb"], .properties),
    "stroke-linejoin": (["miter", "round", "bevel"], .properties),
    "clip": (["auto"], .properties),
    "perspective": (["none"], .properties), "zoom": (["1", "normal"], .properties),
    "backdrop-filter": (["none"], .properties), "mask-image": (["none"], .properties),
    "mask-border": (["none"], .properties), "box-shadow": (["none"], .properties),
    "border": (["none", "0"], .properties), "outline": (["none", "0"], .properties),
    "background-image": (["none"], .properties),
  ]

  /// The same of texts.
  static let textNotDrawn: [String: (idle: Set<String>, feature: UnsupportedFeature)] = [
    "writing-mode": (["horizontal-tb", "lr-tb", "lr", "rl-tb", "rl"], .textStyles),
    "font-variant": (["normal", "none"], .textStyles),
    "font-variant-caps": (["normal"], .textStyles),
    "font-variant-numeric": (["normal"], .textStyles),
    "font-variant-ligatures": (["normal"], .textStyles),
    "font-variant-east-asian": (["normal"], .textStyles),
    "font-variant-position": (["normal"], .textStyles),
    "font-stretch": (["normal", "100%"], .textStyles),
    "font-kerning": (["auto", "normal"], .textStyles),
    "font-feature-settings": (["normal"], .textStyles),
    "font-size-adjust": (["none"], .textStyles),
    "text-transform": (["none"], .textStyles),
    "text-shadow": (["none"], .textStyles),
    "text-overflow": (["clip"], .textStyles),
    "text-emphasis": (["none"], .textStyles),
    "inline-size": (["auto", "0"], .textStyles),
    "shape-inside": (["auto"], .textStyles),
    "unicode-bidi": (["normal"], .textStyles),
    "direction": (["ltr"], .textStyles),
  ]

  /// Attributes of SVG 2 and properties of CSS that the importer knows, or that change no picture.
  static let known: Set<String> = all.union(withoutAttribute).union(notDrawn.keys)
    .union(textNotDrawn.keys).union([
      "id", "class", "style", "lang", "xml:lang", "xml:space", "tabindex", "role", "version",
      "baseProfile", "viewBox", "preserveAspectRatio", "zoomAndPan", "contentScriptType",
      "contentStyleType", "href", "type", "title", "target", "rel", "download", "hreflang",
      "referrerpolicy", "ping", "media", "points", "pathLength", "x1", "x2", "y1", "y2", "fx", "fy",
      "fr", "offset", "gradientUnits", "gradientTransform", "spreadMethod", "clipPathUnits",
      "maskUnits", "maskContentUnits", "patternUnits", "patternContentUnits", "patternTransform",
      "requiredFeatures", "requiredExtensions", "systemLanguage", "externalResourcesRequired",
      "crossorigin", "decoding", "loading", "fetchpriority", "dx", "dy", "textLength",
      "lengthAdjust", "rotate", "scale", "translate", "offset-path", "startOffset", "method",
      "spacing", "side", "path", "refX",
      "refY", "inkscape:label", "label", "name", "nonce",
      // These only say how things behave, or how exactly to draw.
      "cursor", "pointer-events", "touch-action", "user-select", "will-change", "contain",
      "color-rendering", "enable-background", "kerning", "color-profile", "solid-color",
      "solid-opacity", "glyph-orientation-vertical", "glyph-orientation-horizontal", "line-height",
      "text-indent", "text-align", "text-align-all", "text-align-last", "text-orientation",
      "white-space-collapse", "font-synthesis", "font-optical-sizing", "font-display",
      "transform-style", "font", "backface-visibility", "transition", "transition-property",
      "transition-duration", "transition-delay", "transition-timing-function", "position", "top",
      "left", "right", "bottom", "margin", "padding", "max-width", "max-height", "min-width",
      "min-height", "vertical-align", "box-sizing", "text-decoration-line",
      "text-decoration-style", "text-decoration-color", "text-decoration-thickness",
      "text-decoration-fill", "text-decoration-stroke", "text-underline-offset", "tab-size",
      "block-progression", "shape-padding", "shape-margin", "marker-pattern", "overflow-x",
      "overflow-y", "float", "z-index", "color-scheme", "forced-color-adjust", "print-color-adjust",
      "background-repeat", "background-position", "background-size", "background-clip",
      "background-origin", "background-attachment", "order", "result", "speak", "src", "alt",
      "buffered-rendering", "offset-distance", "offset-rotate", "offset-anchor", "hatchUnits",
      "content", "key", "fill-color", "visibility",
    ])
}

/// A length of CSS: a number with its unit, or a calculation with them.
struct SVGLength {
  enum Unit {
    /// In user units.
    case user
    case percent
    case em
    case rem
    /// The advance of the digit 0.
    case zero
    case viewportWidth
    case viewportHeight
    case viewportLeast
    case viewportMost
  }

  /// How much of each unit.
  private(set) var terms: [(number: Double, unit: Unit)] = []

  /// In user units; `nil` for one that depends on something else.
  var pixels: Double? {
    guard terms.allSatisfy({ $0.unit == .user || $0.unit == .em || $0.unit == .rem }) else {
      return nil
    }
    return terms.reduce(0) { $0 + $1.number * ($1.unit == .user ? 1 : 16) }
  }

  /// Whether it is a single number below 0.
  var isNegative: Bool { terms.count == 1 && terms[0].number < 0 }

  // 96 pixels in an inch (W3C CSS Values 4, section 6.2). What a letter has is half its size.
  private static let units: [String: (Double, Unit)] = [
    "": (1, .user), "px": (1, .user), "in": (96, .user), "cm": (96 / 2.54, .user),
    "mm": (9.6 / 2.54, .user), "q": (2.4 / 2.54, .user), "pt": (4 / 3.0, .user), "pc": (16, .user),
    "em": (1, .em), "ex": (0.5, .em), "ch": (1, .zero), "rem": (1, .rem),
    "vw": (0.01, .viewportWidth), "vh": (0.01, .viewportHeight), "vmin": (0.01, .viewportLeast),
    "vmax": (0.01, .viewportMost),
  ]

  init?(_ text: String) {
    var scanner = TextScanner(text)
    scanner.skipSpaces()
    guard let terms = Self.value(&scanner, depth: 0) else { return nil }
    scanner.skipSpaces()
    guard scanner.isAtEnd, terms.allSatisfy({ $0.number.isFinite && abs($0.number) <= 1e9 }) else {
      return nil
    }
    self.terms = terms
  }

  typealias Terms = [(number: Double, unit: Unit)]

  static func value(_ scanner: inout TextScanner, depth: Int) -> Terms? {
    if scanner.take("(") { return sum(&scanner, depth: depth) }
    guard let number = scanner.takeNumber() else {
      guard scanner.takeWord() == "calc", scanner.take("(") else { return nil }
      return sum(&scanner, depth: depth)
    }
    if scanner.take("%") { return [(number, .percent)] }
    return units[scanner.takeWord()].map { [(number * $0.0, $0.1)] }
  }

  /// Up to the closing parenthesis.
  private static func sum(_ scanner: inout TextScanner, depth: Int) -> Terms? {
    guard depth < 20 else { return nil }
    scanner.skipSpaces()
    guard var result = product(&scanner, depth: depth) else { return nil }
    while !scanner.take(")") {
      let sign: Double
      if scanner.take("+") { sign = 1 } else if scanner.take("-") { sign = -1 } else { return nil }
      scanner.skipSpaces()
      guard let next = product(&scanner, depth: depth) else { return nil }
      result += next.map { (sign * $0.number, $0.unit) }
    }
    return result
  }

  private static func product(_ scanner: inout TextScanner, depth: Int) -> Terms? {
    guard var result = value(&scanner, depth: depth + 1) else { return nil }
    scanner.skipSpaces()
    while true {
      let divides = scanner.take("/")
      guard divides || scanner.take("*") else { return result }
      scanner.skipSpaces()
      guard let next = value(&scanner, depth: depth + 1) else { return nil }
      scanner.skipSpaces()
      func plain(_ terms: Terms) -> Double? {
        terms.allSatisfy { $0.unit == .user } ? terms.reduce(0) { $0 + $1.number } : nil
      }
      if let factor = plain(next) {
        guard !divides || factor != 0 else { return nil }
        result = result.map { (divides ? $0.number / factor : $0.number * factor, $0.unit) }
      } else if !divides, let factor = plain(result) {
        result = next.map { ($0.number * factor, $0.unit) }
      } else {
        return nil
      }
    }
  }
}
