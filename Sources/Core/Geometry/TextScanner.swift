import RealModule

/// Reads text byte by byte, for the small languages of SVG and CSS: all of their marks are ASCII.
package struct TextScanner {
  private let bytes: [UInt8]
  /// The offset of the next byte in UTF-8.
  private(set) var offset = 0

  package init(_ text: String) { bytes = Array(text.utf8) }

  package var isAtEnd: Bool { offset == bytes.count }

  /// The next byte as a character, `nil` at the end. Bytes beyond ASCII appear as Latin-1 letters,
  /// which none of the languages uses.
  package var peek: Unicode.Scalar? { isAtEnd ? nil : Unicode.Scalar(bytes[offset]) }

  package mutating func skip() { offset += 1 }

  /// Takes the next byte if it is `character`.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == character else { return false }
    skip()
    return true
  }

  /// White space of SVG and CSS: space, tab, line feed, carriage return, form feed. True if any.
  @discardableResult package mutating func skipSpaces() -> Bool {
    let start = offset
    while !isAtEnd, isSpace(bytes[offset]) { skip() }
    return offset > start
  }

  /// The letters (and only letters) that come next, in lower case.
  package mutating func takeWord() -> String {
    let start = offset
    while !isAtEnd, isLetter(bytes[offset]) { skip() }
    return String(decoding: bytes[start..<offset], as: UTF8.self).lowercased()
  }

  /// A decimal number, such as `-1`, `.5`, `+2.5e-3` or `5.`; `nil`, and nothing taken, when there
  /// is none. One that is too large comes back as infinity.
  package mutating func takeNumber() -> Double? {
    let start = offset
    let isNegative = peek == "-"
    if isNegative || peek == "+" { skip() }
    var value: UInt64 = 0
    var digits = takeDigits(&value)
    let decimals = take(".") ? takeDigits(&value) : 0
    digits += decimals
    guard digits > 0 else {
      offset = start
      return nil
    }
    // Numerator and denominator are exact, so the quotient is the double nearest to the decimal.
    if !skipExponent(), digits < Self.powersOfTen.count {
      let number = Double(value) / Self.powersOfTen[decimals]
      return isNegative ? -number : number
    }
    return Double(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  /// The powers of ten that multiply at most 15 digits exactly.
  private static let powersOfTen = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Whether there is an exponent. It counts only when it has digits: in `2em` the number is 2.
  private mutating func skipExponent() -> Bool {
    let start = offset
    guard take("e") || take("E") else { return false }
    if peek == "+" || peek == "-" { skip() }
    var value: UInt64 = 0
    guard takeDigits(&value) == 0 else { return true }
    offset = start
    return false
  }

  /// The count of the digits that come next; appends the digits to `value`.
  private mutating func takeDigits(_ value: inout UInt64) -> Int {
    let start = offset
    while !isAtEnd, (0x30...0x39).contains(bytes[offset]) {
      value = value &* 10 &+ UInt64(bytes[offset] - 0x30)
      skip()
    }
    return offset - start
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0x0C
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// Angles as authors write them.
public enum Angle {
  /// Radians in one of each unit, by the names of W3C CSS Values 4.
  static let units: [String: Double] = [
    "deg": .pi / 180, "grad": .pi / 200, "rad": 1, "turn": 2 * .pi,
  ]

  /// The angle in radians that a text such as "90deg", "0.5turn", "1.57rad" or "100grad" means;
  /// `nil` for anything else, a number without a unit included. Letter case does not matter, and
  /// white space at both ends is allowed.
  public static func radians(fromText text: String) -> Double? {
    var scanner = TextScanner(text)
    scanner.skipSpaces()
    guard let number = scanner.takeNumber(), let unit = units[scanner.takeWord()] else {
      return nil
    }
    scanner.skipSpaces()
    let angle = number * unit
    return scanner.isAtEnd && angle.isFinite ? angle : nil
  }
}
