/// How a text of a scene file is told from a calculation, which is worked out as a whole:
/// `calc(...)`.
package enum CalculationText {
  /// How every calculation begins.
  package static let start = "calc("

  /// Whether a text is a calculation as a whole, or one that is escaped by a backslash.
  package static func isPossible(in text: String) -> Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "c") || first == UInt8(ascii: "\\")
    else { return false }
    let body = text.drop { $0 == "\\" }
    guard body.hasPrefix(start), body.hasSuffix(")") else { return false }
    var depth = 0
    for (index, byte) in body.utf8.enumerated() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, byte == UInt8(ascii: ")") { return index == body.utf8.count - 1 }
    }
    return false
  }

  /// The mistake in a text that begins like a calculation and is none; `nil` for any other text.
  static func hint(forUnclosed text: String?) -> String? {
    guard let text, text.hasPrefix(start), !isPossible(in: text) else { return nil }
    let open = text.utf8.count { $0 == UInt8(ascii: "(") }
    let closed = text.utf8.count { $0 == UInt8(ascii: ")") }
    return open > closed
      ? "a ')' is missing in the calculation"
      : "a calculation begins with calc( and ends with the ')' of that"
  }

  /// How a scene file writes a text that would be a calculation.
  package static func escaped(_ text: String) -> String {
    isPossible(in: text) ? "\\" + text : text
  }
}
