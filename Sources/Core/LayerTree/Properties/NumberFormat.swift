/// A text with one number in it, written as C's `printf` writes formats: `x = %.2f pt`.
///
/// The grammar is C's (ISO C17, 7.21.6.1) for one number: `%`, flags of `-+ #0`, a width, a
/// precision and one of `d i f F e E g G`. `%%` is a percent sign. Numbers come out as C's do,
/// rounded exactly, in every locale with a point. POSIX's flag `'` puts a comma between thousands.
///
/// Two conversions are for seconds: `%t` shows minutes and seconds (`1:05`), `%T` hours too
/// (`0:01:05`). The precision is the number of digits after the point, by default none. They show
/// the time that has passed, as clocks do: 59.99 seconds are `0:59`.
///
/// `%m` shows an amount of money, grouped, with as many digits after the point as the currency has
/// unless there is a precision. It needs `symbols` with a currency.
public struct NumberFormat: Hashable, Sendable {
  /// The widest field and the most digits after the point.
  public static let maximumWidth = 100

  /// As it was written.
  public let formatText: String
  private let prefix: String
  private let conversion: NumberConversion
  private let suffix: String
  /// Where numbers that the format does not show exactly go; `nil` as the conversion does: times
  /// down, `%d` towards 0, others to the nearest.
  public var rounding: Rounding?
  /// How the numbers are spelt.
  public var symbols = NumberSymbols()

  /// A direction of rounding, to the last digit that is shown.
  public enum Rounding: String, CaseIterable, Hashable, Sendable {
    case floor, ceiling, nearest
  }

  /// The format of a text. Throws its mistakes.
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

  /// Whether the number is an amount of money.
  public var isMoney: Bool { conversion.style == .money }

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
    prefix + conversion.text(for: number.isFinite ? number : 0, rounding, symbols) + suffix
  }

  /// A text with every character that `text(for:)` can ever have: for checking a font.
  public var everyCharacter: String { prefix + conversion.everyCharacter(symbols) + suffix }
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
  /// The place of the last `%`.
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
      } else if skip("'") {
        result.isGrouped = true
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
