import CPlatform

/// A text with one number in it, written as C's `printf` writes formats: `x = %.2f pt`.
///
/// The grammar is C's (ISO C17, 7.21.6.1) for one number: `%`, flags of `-+ #0`, a width, a
/// precision and one of `d i f F e E g G`. `%%` is a percent sign. Numbers come out as C's do,
/// rounded exactly, in every locale with a point.
public struct NumberFormat: Hashable, Sendable {
  /// The widest field and the most digits after the point.
  public static let maximumWidth = 100

  /// As it was written.
  public let formatText: String
  private let prefix: String
  private let conversion: NumberConversion
  private let suffix: String

  /// The format of a text. Throws what is wrong with it.
  public init(_ text: String) throws(NumberFormatError) {
    var reader = NumberFormatReader(text)
    var parts = [""]
    var conversion: NumberConversion?
    while let character = reader.next() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      if reader.skip("%") {
        parts[parts.count - 1].append("%")
      } else {
        guard conversion == nil else { throw reader.problem(.second) }
        conversion = try reader.conversion()
        parts.append("")
      }
    }
    guard let conversion else { throw reader.problem(.missing) }
    formatText = text
    (prefix, self.conversion, suffix) = (parts[0], conversion, parts[1])
  }

  /// `%g`: six digits at most, without zeros at the end.
  public static let shortest = NumberFormat(
    "%g", conversion: NumberConversion(style: .general))

  private init(_ formatText: String, conversion: NumberConversion) {
    self.formatText = formatText
    (prefix, self.conversion, suffix) = ("", conversion, "")
  }

  /// The text with this number in it. Numbers without digits do not occur in scenes; they count as
  /// 0.
  public func text(for number: Double) -> String {
    prefix + conversion.text(for: number.isFinite ? number : 0) + suffix
  }

  /// A text with every character that `text(for:)` can ever have: for checking a font.
  public var everyCharacter: String { prefix + conversion.everyCharacter + suffix }
}

/// Why a text is no number format.
public struct NumberFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    /// There is no conversion.
    case missing
    /// There is more than one.
    case second
    /// Something after `%` is not in the grammar.
    case unknown(String)
    /// A width or a precision beyond `NumberFormat.maximumWidth`.
    case tooWide
  }

  public let reason: Reason
  /// Where in the text, in UTF-8 bytes.
  public let offset: Int

  public var description: String {
    switch reason {
    case .missing: "the format shows no number"
    case .second: "the format shows a second number; there is only one"
    case .unknown(let text): "'\(text)' is no conversion of one number"
    case .tooWide: "a width or a precision is at most \(NumberFormat.maximumWidth)"
    }
  }
}

/// Reads a number format from left to right.
struct NumberFormatReader {
  private let text: String
  private var index: String.Index
  /// Where the last `%` stands.
  private var start: String.Index

  init(_ text: String) {
    self.text = text
    index = text.startIndex
    start = text.startIndex
  }

  mutating func next() -> Character? {
    guard index < text.endIndex else { return nil }
    start = index
    defer { index = text.index(after: index) }
    return text[index]
  }

  /// Steps over `character` when it comes next.
  mutating func skip(_ character: Character) -> Bool {
    guard index < text.endIndex, text[index] == character else { return false }
    index = text.index(after: index)
    return true
  }

  /// Reads the conversion that follows a `%`.
  mutating func conversion() throws(NumberFormatError) -> NumberConversion {
    var result = NumberConversion()
    readFlags(into: &result)
    result.width = try wholeNumber() ?? 0
    if skip(".") { result.precision = try wholeNumber() ?? 0 }
    guard index < text.endIndex, let style = NumberConversion.Notation(letter: text[index]) else {
      throw unknown()
    }
    result.isUppercase = text[index].isUppercase
    result.style = style
    index = text.index(after: index)
    return result
  }

  private mutating func readFlags(into result: inout NumberConversion) {
    while true {
      if skip("-") {
        result.isLeftAligned = true
      } else if skip("+") {
        result.positiveSign = "+"
      } else if skip(" ") {
        if result.positiveSign.isEmpty { result.positiveSign = " " }
      } else if skip("0") {
        result.isZeroPadded = true
      } else if skip("#") {
        result.isAlternate = true
      } else {
        return
      }
    }
  }

  private mutating func wholeNumber() throws(NumberFormatError) -> Int? {
    var value: Int?
    while index < text.endIndex, let digit = text[index].asciiDigit {
      value = (value ?? 0) * 10 + digit
      guard value ?? 0 <= NumberFormat.maximumWidth else { throw problem(.tooWide) }
      index = text.index(after: index)
    }
    return value
  }

  private func unknown() -> NumberFormatError {
    let end = index < text.endIndex ? text.index(after: index) : index
    return problem(.unknown(String(text[start..<end])))
  }

  /// An error at the last `%`, or at the start when there is none.
  func problem(_ reason: NumberFormatError.Reason) -> NumberFormatError {
    let place = reason == .missing ? text.startIndex : start
    return NumberFormatError(
      reason: reason, offset: text.utf8.distance(from: text.startIndex, to: place))
  }
}

extension Character {
  fileprivate var asciiDigit: Int? {
    guard let ascii = asciiValue, (48...57).contains(ascii) else { return nil }
    return Int(ascii) - 48
  }
}

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
  /// The sign of numbers that are not negative: a plus, a space, or nothing.
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

  /// The digits of the number's magnitude, which C's own `printf` rounds.
  private func magnitude(of number: Double) -> String {
    let number = number.magnitude
    let places = ".\(precision ?? 6)"
    let flag = isAlternate ? "#" : ""
    return switch style {
    case .whole: whole(number.rounded(.towardZero))
    case .fixed: Self.printed(number, "%\(flag)\(places)f")
    case .exponential: Self.printed(number, "%\(flag)\(places)" + (isUppercase ? "E" : "e"))
    case .general: Self.printed(number, "%\(flag)\(places)" + (isUppercase ? "G" : "g"))
    }
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
