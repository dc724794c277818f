import RostrumCPlatform

/// How one number is written: the part between `%` and the letter that ends a conversion.
struct NumberConversion: Hashable, Sendable {
  enum Notation: Hashable, Sendable {
    /// `d`: without a fraction, cut off as C's conversion to a whole number does.
    case whole
    /// `f`: digits after the point.
    case fixed
    /// `e`: one digit before the point and a power of ten.
    case exponential
    /// `g`: the shorter of both.
    case general
    /// `t`: minutes and seconds.
    case minutes
    /// `T`: hours, minutes and seconds.
    case hours
    /// `m`: an amount of a currency.
    case money

    var isTime: Bool { self == .minutes || self == .hours }

    init?(letter: Character) {
      switch letter {
      case "d", "i": self = .whole
      case "f", "F": self = .fixed
      case "e", "E": self = .exponential
      case "g", "G": self = .general
      case "t": self = .minutes
      case "T": self = .hours
      case "m": self = .money
      default: return nil
      }
    }
  }

  var style = Notation.fixed
  var isUppercase = false
  var isLeftAligned = false
  var isZeroPadded = false
  /// Shows a point even when no digit follows it; `g` also keeps its zeros.
  var isAlternate = false
  /// Puts commas between thousands, or what the symbols have for them.
  var isGrouped = false
  /// The sign of numbers that are not negative: a plus, a space, or nothing.
  var positiveSign = ""
  var width = 0
  var precision: Int?

  func text(
    for number: Double, _ rounding: NumberFormat.Rounding? = nil,
    _ symbols: NumberSymbols = NumberSymbols()
  ) -> String {
    if style == .money { return money(number, rounding, symbols) }
    let number = rounded(number, rounding)
    let body = symbols.spelled(magnitude(of: number), isGrouped: isGrouped && !style.isTime)
    let isNegative =
      switch style {
      case .whole: number <= -1
      case .minutes, .hours: number < 0
      default: number.sign == .minus
      }
    return padded(sign: isNegative ? symbols.minusSign : positiveSign, body)
  }

  /// The sign's place is given by the currency's pattern.
  private func money(
    _ number: Double, _ rounding: NumberFormat.Rounding?, _ symbols: NumberSymbols
  ) -> String {
    let currency = symbols.currency ?? NumberSymbols.Currency(code: "")
    var digits = self
    digits.style = .fixed
    digits.precision = precision ?? currency.fractionDigits
    let number = digits.rounded(number, rounding)
    let magnitude = digits.magnitude(of: number)
    let body = symbols.spelled(magnitude, isGrouped: true)
    let text =
      number < 0 && magnitude.contains { ("1"..."9").contains($0) }
      ? currency.negativePrefix + body + currency.negativeSuffix
      : positiveSign + currency.positivePrefix + body + currency.positiveSuffix
    return padded(sign: "", text)
  }

  /// Every character that a number can bring.
  func everyCharacter(_ symbols: NumberSymbols) -> String {
    if style.isTime {
      return symbols.digits + symbols.minusSign + ":" + symbols.decimalSeparator + positiveSign
        + (width > 0 ? " " : "")
    }
    let letter = [.fixed, .whole, .money].contains(style) ? "" : isUppercase ? "E" : "e"
    let point = style == .whole ? "" : symbols.decimalSeparator
    let group = isGrouped || style == .money ? symbols.groupingSeparator : ""
    let exponentSign = letter.isEmpty ? "" : "+-"
    let space = width > 0 && !isZeroPadded ? " " : ""
    return symbols.digits + symbols.minusSign + positiveSign + point + group + letter
      + exponentSign + space + (style == .money ? symbols.currency?.everyCharacter ?? "" : "")
  }

  private func padded(sign: String, _ body: String) -> String {
    let missing = max(0, width - sign.count - body.count)
    let isFilledWithZeros = isZeroPadded && !(style == .whole && precision != nil)
    if isLeftAligned { return sign + body + String(repeating: " ", count: missing) }
    return isFilledWithZeros
      ? sign + String(repeating: "0", count: missing) + body
      : String(repeating: " ", count: missing) + sign + body
  }

  /// The digits of the number's magnitude, which C's own `printf` rounds.
  private func magnitude(of number: Double) -> String {
    let number = number.magnitude
    let places = ".\(precision ?? 6)"
    let flag = isAlternate ? "#" : ""
    return switch style {
    case .whole: whole(number.rounded(.towardZero))
    case .minutes, .hours: time(number)
    case .fixed, .money: Self.printed(number, "%\(flag)\(places)f")
    case .exponential: Self.printed(number, "%\(flag)\(places)" + (isUppercase ? "E" : "e"))
    case .general: Self.printed(number, "%\(flag)\(places)" + (isUppercase ? "G" : "g"))
    }
  }

  /// The number at the last digit that is shown, when it is rounded in a direction. What arithmetic
  /// has left of a whole step does not count.
  private func rounded(_ number: Double, _ rounding: NumberFormat.Rounding?) -> Double {
    let places: Int
    switch style {
    case .whole: places = 0
    case .fixed, .money: places = precision ?? 6
    case .minutes, .hours: places = precision ?? 0
    case .exponential, .general: return number
    }
    let steps = (0..<places).reduce(1.0) { steps, _ in steps * 10 }
    let scaled = number * steps
    guard scaled.magnitude < 1e15 else { return number }
    let whole = scaled.rounded()
    let isWhole = (scaled - whole).magnitude <= 1e-6
    let step: Double
    switch rounding {
    case .floor: step = isWhole ? whole : scaled.rounded(.down)
    case .ceiling: step = isWhole ? whole : scaled.rounded(.up)
    case .nearest: step = whole
    case nil where style.isTime: step = isWhole ? whole : scaled.rounded(.towardZero)
    case nil: return number
    }
    return step == 0 ? 0 : step / steps
  }

  /// Minutes may be any number where there are no hours.
  private func time(_ seconds: Double) -> String {
    let places = precision ?? 0
    let steps = (0..<places).reduce(1.0) { steps, _ in steps * 10 }
    // A step is whole but for rounding.
    let all = (seconds * steps).rounded()
    let whole = (all / steps).rounded(.down)
    let fraction = all - whole * steps
    let minutes = (whole / 60).rounded(.down)
    var text = Self.digits(whole - minutes * 60, 2)
    if places > 0 { text += "." + Self.digits(fraction, places) }
    guard style == .hours else { return Self.digits(minutes, 1) + ":" + text }
    let hours = (minutes / 60).rounded(.down)
    return Self.digits(hours, 1) + ":" + Self.digits(minutes - hours * 60, 2) + ":" + text
  }

  /// The fewest digits of a whole number.
  private static func digits(_ number: Double, _ count: Int) -> String {
    let text = printed(number, "%.0f")
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// `%.0d` of 0 is empty, as in C.
  private func whole(_ number: Double) -> String {
    if number == 0, precision == 0 { return "" }
    let digits = Self.printed(number, "%.0f")
    return String(repeating: "0", count: max(0, (precision ?? 1) - digits.count)) + digits
  }

  private static func printed(_ number: Double, _ format: String) -> String {
    // 309 digits, a point, and as many places as a format may have.
    let size = 320 + NumberFormat.maximumWidth
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { text in
      cplatform_print_number(text.baseAddress, size, format, number)
      return text.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}
