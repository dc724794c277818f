/// A text with one number in it, written as C's `printf` writes formats: `x = %.2f pt`.
///
/// The grammar is C's (ISO C17, 7.21.6.1) for one number: `%`, flags of `-+ #0`, a width, a precision and one of `d i f F e E g G`.
/// `%%` is a percent sign. Numbers come out as C's do, rounded exactly, in every locale with a point.
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

  /// The text with this number in it. Numbers without digits do not occur in scenes; they count as 0.
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
