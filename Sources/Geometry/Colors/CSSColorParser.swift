extension Color {
  /// The colour that a CSS text means, by W3C CSS Color 4; `nil` for anything else.
  ///
  /// Known are the names, `transparent`, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`,
  /// `hsl()` and `hsla()` with commas (legacy) or spaces, `hwb()`, and `color(srgb r g b)`; numbers,
  /// percentages, `none` (as zero) and, for hues, angle units. Letter case does not matter. Channels
  /// outside their range are limited to it, in `color()` only alpha.
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
    while let digit = scanner.peek?.hexDigitValue {
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
  private mutating func alpha(after separator: Character) -> Double? {
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
