/// The symbols by which a language and a country spell numbers: by default C's, with a comma
/// between thousands.
public struct NumberSymbols: Hashable, Sendable {
  /// How an amount of money is written.
  public struct Currency: Hashable, Sendable {
    /// Its code by ISO 4217: `EUR`.
    public let code: String
    public var positivePrefix = ""
    public var positiveSuffix = ""
    /// With the sign, as its suffix may have it.
    public var negativePrefix = "-"
    public var negativeSuffix = ""
    /// The number of digits after the point.
    public var fractionDigits = 2

    public init(code: String) { self.code = code }

    var everyCharacter: String {
      positivePrefix + positiveSuffix + negativePrefix + negativeSuffix
    }
  }

  /// The locale's name, such as `de_DE`; `nil` for C's.
  public var locale: String?
  public var decimalSeparator = "."
  public var groupingSeparator = ","
  public var minusSign = "-"
  /// How many digits the last group has, at least 1.
  public var groupingSize = 3
  /// How many digits all other groups have, at least 1: 2 in India.
  public var secondaryGroupingSize = 3
  /// Numbers with fewer digits before the point are not grouped: 5 in Spain.
  public var minimumGroupedDigits = 4
  /// The digit 0; the others follow it in Unicode.
  public var zero: Unicode.Scalar = "0"
  /// The currency, with its pattern in the locale.
  public var currency: Currency?

  public init() {}

  /// The digits from 0 to 9.
  var digits: String { String((0..<10).map(digit)) }

  private func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(zero.value + UInt32(value)) ?? zero)
  }

  /// A number as C prints it, without its sign, in these symbols.
  func spelled(_ number: String, isGrouped: Bool) -> String {
    let whole = number.prefix { $0.isASCII && $0.isNumber }
    let count = whole.count
    var text = ""
    for (index, character) in number.enumerated() {
      let left = count - index
      if isGrouped, index > 0, left > 0, count >= minimumGroupedDigits, beginsGroup(left) {
        text += groupingSeparator
      }
      switch character {
      case ".": text += decimalSeparator
      case "0"..."9": text.append(character.wholeNumberValue.map(digit) ?? character)
      default: text.append(character)
      }
    }
    return text
  }

  /// Whether a group begins in front of that number of remaining digits.
  private func beginsGroup(_ left: Int) -> Bool {
    left == groupingSize
      || left > groupingSize && (left - groupingSize).isMultiple(of: secondaryGroupingSize)
  }
}
