extension Color {
  /// The colour that a CSS text means, by W3C CSS Color 4; `nil` for anything else.
  ///
  /// Known are the names, `transparent`, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`,
  /// `rgba()`, `hsl()` and `hsla()` with commas (legacy) or spaces, `hwb()`, `oklab()`, `oklch()`,
  /// and `color(srgb r g b)`; numbers, percentages, `none` (as zero) and, for hues, angle units.
  /// Letter case does not matter. Channels outside their range are limited to it, in `color()` only
  /// alpha; what lies outside sRGB's gamut in `oklab()` and `oklch()` loses chroma (see `OKLab`).
  public init?(css: String) {
    var parser = CSSColorParser(css)
    guard let color = parser.parse(), color.isFinite else { return nil }
    self = color
  }

  var isFinite: Bool { red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite }
}

/// Reads one colour.
private struct CSSColorParser {
  /// One argument of a colour function.
  enum Value {
    case number(Double)
    case percentage(Double)
    /// In degrees.
    case angle(Double)
    case none
  }

  private var scanner: TextScanner

  init(_ text: String) { scanner = TextScanner(text) }

  mutating func parse() -> Color? {
    scanner.skipSpaces()
    guard let color = scanner.take("#") ? hex() : nameOrFunction() else { return nil }
    scanner.skipSpaces()
    return scanner.isAtEnd ? color : nil
  }

  private mutating func hex() -> Color? {
    var digits: [UInt32] = []
    while let mark = scanner.peek, let digit = Character(mark).hexDigitValue {
      digits.append(UInt32(digit))
      scanner.skip()
    }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    if digits.count == 6 { digits += [15, 15] }
    guard digits.count == 8 else { return nil }
    return Color(rgba: digits.reduce(0) { $0 << 4 | $1 })
  }

  private mutating func nameOrFunction() -> Color? {
    let word = scanner.takeWord()
    guard scanner.take("(") else { return Color.named(word) }
    scanner.skipSpaces()
    if word == "color" {
      guard scanner.takeWord() == "srgb", scanner.skipSpaces() else { return nil }
    }
    guard let (values, alpha, isLegacy) = arguments() else { return nil }
    switch word {
    case "rgb", "rgba": return rgb(values, alpha, isLegacy)
    case "hsl", "hsla": return hsl(values, alpha, isLegacy)
    case "hwb": return isLegacy ? nil : hwb(values, alpha)
    case "oklab": return isLegacy ? nil : oklab(values, alpha)
    case "oklch": return isLegacy ? nil : oklch(values, alpha)
    case "color": return isLegacy ? nil : srgb(values, alpha)
    default: return nil
    }
  }
}

// MARK: Arguments

extension CSSColorParser {
  /// Three values and alpha up to the closing parenthesis: `a, b, c, alpha` or `a b c / alpha`.
  private mutating func arguments() -> (values: [Value], alpha: Double, isLegacy: Bool)? {
    guard let first = value() else { return nil }
    scanner.skipSpaces()
    let isLegacy = scanner.peek == ","
    var values = [first]
    for _ in 0..<2 {
      if isLegacy { guard scanner.take(",") else { return nil } }
      scanner.skipSpaces()
      guard let next = value() else { return nil }
      values.append(next)
      scanner.skipSpaces()
    }
    guard let alpha = alpha(after: isLegacy ? "," : "/"), scanner.take(")") else { return nil }
    return (values, alpha, isLegacy)
  }

  /// 1 when there is none.
  private mutating func alpha(after separator: Unicode.Scalar) -> Double? {
    guard scanner.take(separator) else { return 1 }
    scanner.skipSpaces()
    guard let value = value(), let alpha = scaled(value, full: 1) else { return nil }
    scanner.skipSpaces()
    return limited(alpha)
  }

  private mutating func value() -> Value? {
    guard let number = scanner.takeNumber() else {
      return scanner.takeWord() == "none" ? Value.none : nil
    }
    guard number.isFinite else { return nil }
    if scanner.take("%") { return .percentage(number) }
    let unit = scanner.takeWord()
    if unit.isEmpty { return .number(number) }
    return Angle.units[unit].map { .angle(number * $0 * 180 / .pi) }
  }

  /// A number over `full`, or a percentage over 100.
  private func scaled(_ value: Value, full: Double) -> Double? {
    switch value {
    case .number(let number): number / full
    case .percentage(let number): number / 100
    case .angle: nil
    case .none: 0
    }
  }

  private func limited(_ number: Double) -> Double { min(max(0, number), 1) }

  /// In turns, 0..<1.
  private func hue(_ value: Value) -> Double? {
    let degrees: Double
    switch value {
    case .number(let number), .angle(let number): degrees = number
    case .none: degrees = 0
    case .percentage: return nil
    }
    let turns = degrees.truncatingRemainder(dividingBy: 360) / 360
    return turns < 0 ? turns + 1 : turns
  }
}

// MARK: Functions

extension CSSColorParser {
  private func rgb(_ values: [Value], _ alpha: Double, _ isLegacy: Bool) -> Color? {
    if isLegacy, !hasOneKind(values) { return nil }
    let channels = values.compactMap { scaled($0, full: 255) }.map(limited)
    guard channels.count == 3 else { return nil }
    return Color(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
  }

  /// The comma form takes three numbers or three percentages, not a mixture.
  private func hasOneKind(_ values: [Value]) -> Bool {
    values.allSatisfy { if case .number = $0 { true } else { false } }
      || areAllPercentages(values[...])
  }

  private func areAllPercentages(_ values: ArraySlice<Value>) -> Bool {
    values.allSatisfy { if case .percentage = $0 { true } else { false } }
  }

  private func srgb(_ values: [Value], _ alpha: Double) -> Color? {
    let channels = values.compactMap { scaled($0, full: 1) }
    guard channels.count == 3 else { return nil }
    return Color(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
  }

  private func hsl(_ values: [Value], _ alpha: Double, _ isLegacy: Bool) -> Color? {
    if isLegacy, !areAllPercentages(values[1...]) { return nil }
    guard let hue = hue(values[0]), let saturation = scaled(values[1], full: 100),
      let lightness = scaled(values[2], full: 100)
    else { return nil }
    return color(hue, limited(saturation), limited(lightness), alpha)
  }

  /// Formula: W3C CSS Color 4, "Converting HSL Colors to sRGB".
  private func color(
    _ hue: Double, _ saturation: Double, _ lightness: Double, _ alpha: Double
  ) -> Color {
    let reach = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let k = (offset + hue * 12).truncatingRemainder(dividingBy: 12)
      return lightness - reach * max(-1, min(k - 3, 9 - k, 1))
    }
    return Color(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
  }

  /// Formula: W3C CSS Color 4, "Converting HWB Colors to sRGB".
  private func hwb(_ values: [Value], _ alpha: Double) -> Color? {
    guard let hue = hue(values[0]), let whiteness = scaled(values[1], full: 100).map(limited),
      let blackness = scaled(values[2], full: 100).map(limited)
    else { return nil }
    guard whiteness + blackness < 1 else {
      let grey = whiteness / (whiteness + blackness)
      return Color(red: grey, green: grey, blue: grey, alpha: alpha)
    }
    let pure = color(hue, 1, 0.5, alpha)
    func channel(_ value: Double) -> Double { value * (1 - whiteness - blackness) + whiteness }
    return Color(
      red: channel(pure.red), green: channel(pure.green), blue: channel(pure.blue), alpha: alpha)
  }
}

// MARK: OKLab

extension CSSColorParser {
  private func oklab(_ values: [Value], _ alpha: Double) -> Color? {
    guard let lightness = scaled(values[0], full: 1), let a = share(values[1]),
      let b = share(values[2])
    else { return nil }
    return OKLab(lightness: limited(lightness), a: a, b: b).color(alpha: alpha)
  }

  private func oklch(_ values: [Value], _ alpha: Double) -> Color? {
    guard let lightness = scaled(values[0], full: 1), let chroma = share(values[1]),
      let hue = hue(values[2])
    else { return nil }
    return OKLab(lightness: limited(lightness), chroma: max(0, chroma), hue: hue)
      .color(alpha: alpha)
  }

  /// A number, or a percentage of 0.4, which CSS takes for the most that an axis needs.
  private func share(_ value: Value) -> Double? {
    if case .percentage(let number) = value { return number / 100 * 0.4 }
    return scaled(value, full: 1)
  }
}

extension Color {
  /// The colour as CSS that reads back as exactly the same numbers: `#rrggbb`, or `#rrggbbaa` where
  /// it is not opaque; `rgba(r, g, b, a)` when only alpha is no multiple of 1/255; otherwise
  /// `color(srgb r g b / a)`. Alpha outside 0...1 and non-finite numbers have no CSS form.
  public var css: String {
    let bytes = [red, green, blue].compactMap(Color.byte)
    guard bytes.count == 3 else { return "color(srgb \(red) \(green) \(blue) / \(alpha))" }
    guard let opacity = Color.byte(alpha) else {
      return "rgba(\(bytes[0]), \(bytes[1]), \(bytes[2]), \(alpha))"
    }
    return "#" + (opacity == 255 ? bytes : bytes + [opacity]).map(Color.hex).joined()
  }

  /// The byte that equals this channel exactly.
  private static func byte(_ channel: Double) -> UInt8? {
    guard channel >= 0, channel <= 1 else { return nil }
    let byte = UInt8((channel * 255).rounded())
    return Double(byte) / 255 == channel ? byte : nil
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}

extension Color {
  /// The names of W3C CSS Color 4 that `Color(css:)` knows, `transparent` included, in the order of
  /// the alphabet: for suggestions.
  public static let names: [String] = (rgbByName.keys + ["transparent"]).sorted()

  /// The colour with a CSS name in lower case.
  static func named(_ name: String) -> Color? {
    if name == "transparent" { return .clear }
    return rgbByName[name].map { Color(rgba: $0 << 8 | 0xFF) }
  }

  /// From 0xRRGGBBAA.
  init(rgba: UInt32) {
    func channel(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xFF) / 255 }
    self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }

  /// W3C CSS Color 4, section 6.1 "Named Colors", as 0xRRGGBB.
  private static let rgbByName: [String: UInt32] = [
    "aliceblue": 0xF0F8FF, "antiquewhite": 0xFAEBD7, "aqua": 0x00FFFF, "aquamarine": 0x7FFFD4,
    "azure": 0xF0FFFF, "beige": 0xF5F5DC, "bisque": 0xFFE4C4, "black": 0x000000,
    "blanchedalmond": 0xFFEBCD, "blue": 0x0000FF, "blueviolet": 0x8A2BE2, "brown": 0xA52A2A,
    "burlywood": 0xDEB887, "cadetblue": 0x5F9EA0, "chartreuse": 0x7FFF00, "chocolate": 0xD2691E,
    "coral": 0xFF7F50, "cornflowerblue": 0x6495ED, "cornsilk": 0xFFF8DC, "crimson": 0xDC143C,
    "cyan": 0x00FFFF, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgoldenrod": 0xB8860B,
    "darkgray": 0xA9A9A9, "darkgreen": 0x006400, "darkgrey": 0xA9A9A9, "darkkhaki": 0xBDB76B,
    "darkmagenta": 0x8B008B, "darkolivegreen": 0x556B2F, "darkorange": 0xFF8C00,
    "darkorchid": 0x9932CC, "darkred": 0x8B0000, "darksalmon": 0xE9967A, "darkseagreen": 0x8FBC8F,
    "darkslateblue": 0x483D8B, "darkslategray": 0x2F4F4F, "darkslategrey": 0x2F4F4F,
    "darkturquoise": 0x00CED1, "darkviolet": 0x9400D3, "deeppink": 0xFF1493,
    "deepskyblue": 0x00BFFF, "dimgray": 0x696969, "dimgrey": 0x696969, "dodgerblue": 0x1E90FF,
    "firebrick": 0xB22222, "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22, "fuchsia": 0xFF00FF,
    "gainsboro": 0xDCDCDC, "ghostwhite": 0xF8F8FF, "gold": 0xFFD700, "goldenrod": 0xDAA520,
    "gray": 0x808080, "green": 0x008000, "greenyellow": 0xADFF2F, "grey": 0x808080,
    "honeydew": 0xF0FFF0, "hotpink": 0xFF69B4, "indianred": 0xCD5C5C, "indigo": 0x4B0082,
    "ivory": 0xFFFFF0, "khaki": 0xF0E68C, "lavender": 0xE6E6FA, "lavenderblush": 0xFFF0F5,
    "lawngreen": 0x7CFC00, "lemonchiffon": 0xFFFACD, "lightblue": 0xADD8E6,
    "lightcoral": 0xF08080, "lightcyan": 0xE0FFFF, "lightgoldenrodyellow": 0xFAFAD2,
    "lightgray": 0xD3D3D3, "lightgreen": 0x90EE90, "lightgrey": 0xD3D3D3, "lightpink": 0xFFB6C1,
    "lightsalmon": 0xFFA07A, "lightseagreen": 0x20B2AA, "lightskyblue": 0x87CEFA,
    "lightslategray": 0x778899, "lightslategrey": 0x778899, "lightsteelblue": 0xB0C4DE,
    "lightyellow": 0xFFFFE0, "lime": 0x00FF00, "limegreen": 0x32CD32, "linen": 0xFAF0E6,
    "magenta": 0xFF00FF, "maroon": 0x800000, "mediumaquamarine": 0x66CDAA, "mediumblue": 0x0000CD,
    "mediumorchid": 0xBA55D3, "mediumpurple": 0x9370DB, "mediumseagreen": 0x3CB371,
    "mediumslateblue": 0x7B68EE, "mediumspringgreen": 0x00FA9A, "mediumturquoise": 0x48D1CC,
    "mediumvioletred": 0xC71585, "midnightblue": 0x191970, "mintcream": 0xF5FFFA,
    "mistyrose": 0xFFE4E1, "moccasin": 0xFFE4B5, "navajowhite": 0xFFDEAD, "navy": 0x000080,
    "oldlace": 0xFDF5E6, "olive": 0x808000, "olivedrab": 0x6B8E23, "orange": 0xFFA500,
    "orangered": 0xFF4500, "orchid": 0xDA70D6, "palegoldenrod": 0xEEE8AA, "palegreen": 0x98FB98,
    "paleturquoise": 0xAFEEEE, "palevioletred": 0xDB7093, "papayawhip": 0xFFEFD5,
    "peachpuff": 0xFFDAB9, "peru": 0xCD853F, "pink": 0xFFC0CB, "plum": 0xDDA0DD,
    "powderblue": 0xB0E0E6, "purple": 0x800080, "rebeccapurple": 0x663399, "red": 0xFF0000,
    "rosybrown": 0xBC8F8F, "royalblue": 0x4169E1, "saddlebrown": 0x8B4513, "salmon": 0xFA8072,
    "sandybrown": 0xF4A460, "seagreen": 0x2E8B57, "seashell": 0xFFF5EE, "sienna": 0xA0522D,
    "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slateblue": 0x6A5ACD, "slategray": 0x708090,
    "slategrey": 0x708090, "snow": 0xFFFAFA, "springgreen": 0x00FF7F, "steelblue": 0x4682B4,
    "tan": 0xD2B48C, "teal": 0x008080, "thistle": 0xD8BFD8, "tomato": 0xFF6347,
    "turquoise": 0x40E0D0, "violet": 0xEE82EE, "wheat": 0xF5DEB3, "white": 0xFFFFFF,
    "whitesmoke": 0xF5F5F5, "yellow": 0xFFFF00, "yellowgreen": 0x9ACD32,
  ]
}
