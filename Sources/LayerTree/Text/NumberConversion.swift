/// How one number is written: what stands between `%` and the letter that ends a conversion.
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

    init?(letter: Character) {
      switch letter {
      case "d", "i": self = .whole
      case "f", "F": self = .fixed
      case "e", "E": self = .exponential
      case "g", "G": self = .general
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
  /// What stands before numbers that are not negative.
  var positiveSign = ""
  var width = 0
  var precision: Int?

  func text(for number: Double) -> String {
    let body = magnitude(of: number)
    let isNegative =
      style == .whole ? number <= -1 : number.sign == .minus
    return padded(sign: isNegative ? "-" : positiveSign, body)
  }

  /// Every character that a number can bring.
  var everyCharacter: String {
    let letter = style == .fixed || style == .whole ? "" : isUppercase ? "E" : "e"
    let point = style == .whole ? "" : "."
    let exponentSign = letter.isEmpty ? "" : "+"
    let space = width > 0 && !isZeroPadded ? " " : ""
    return "0123456789-" + positiveSign + point + letter + exponentSign + space
  }

  private func padded(sign: String, _ body: String) -> String {
    let missing = max(0, width - sign.count - body.count)
    let isFilledWithZeros = isZeroPadded && !(style == .whole && precision != nil)
    if isLeftAligned { return sign + body + String(repeating: " ", count: missing) }
    return isFilledWithZeros
      ? sign + String(repeating: "0", count: missing) + body
      : String(repeating: " ", count: missing) + sign + body
  }

  private func magnitude(of number: Double) -> String {
    let digits = DecimalDigits(number)
    switch style {
    case .whole: return whole(digits.truncated(toPower: 0))
    case .fixed: return fixed(digits, places: precision ?? 6)
    case .exponential: return exponential(digits, places: precision ?? 6)
    case .general: return general(digits, significant: max(precision ?? 6, 1))
    }
  }

  /// `%.0d` of 0 is empty, as in C.
  private func whole(_ digits: DecimalDigits) -> String {
    if digits.digits.isEmpty, precision == 0 { return "" }
    return digits.text(from: max(digits.exponent, (precision ?? 1) - 1), to: 0)
  }

  private func fixed(_ digits: DecimalDigits, places: Int) -> String {
    let rounded = digits.rounded(toPower: -places)
    return rounded.text(from: max(rounded.exponent, 0), to: 0)
      + fraction(rounded, from: -1, places: places)
  }

  private func exponential(_ digits: DecimalDigits, places: Int) -> String {
    let rounded = digits.rounded(toPower: digits.exponent - places)
    let power = rounded.exponent
    return rounded.text(from: power, to: power) + fraction(rounded, from: power - 1, places: places)
      + exponentText(power)
  }

  /// C's rule: with P significant digits and the power X of the rounded number, fixed when P > X >= -4.
  private func general(_ digits: DecimalDigits, significant: Int) -> String {
    let rounded = digits.rounded(toPower: digits.exponent - significant + 1)
    let power = rounded.exponent
    let isFixed = significant > power && power >= -4
    let all = isFixed ? significant - 1 - power : significant - 1
    let first = isFixed ? 0 : power
    let needed = max(0, first - rounded.lowestPower)
    let places = isAlternate ? all : min(all, needed)
    return isFixed ? fixed(rounded, places: places) : exponential(rounded, places: places)
  }

  private func fraction(_ digits: DecimalDigits, from power: Int, places: Int) -> String {
    guard places > 0 else { return isAlternate ? "." : "" }
    return "." + digits.text(from: power, to: power - places + 1)
  }

  /// At least two digits.
  private func exponentText(_ power: Int) -> String {
    let digits = String(abs(power))
    return (isUppercase ? "E" : "e") + (power < 0 ? "-" : "+") + (digits.count < 2 ? "0" : "")
      + digits
  }
}

extension DecimalDigits {
  /// The power of ten of the last digit; 0 for zero.
  fileprivate var lowestPower: Int { digits.isEmpty ? 0 : pointPosition - digits.count }

  /// The digits from one power of ten down to another.
  fileprivate func text(from high: Int, to low: Int) -> String {
    stride(from: high, through: low, by: -1).map { String(digit(atPower: $0)) }.joined()
  }
}
