/// A calculation in a text of a scene file, `calc(...)`, and the recognition of such texts.
package struct CalculationText {
  let text: String
  /// Whether a backslash before it says that its letters are meant.
  let isEscaped: Bool

  /// The calculation that begins at a place of a text; up to the end of the text where its last
  /// parenthesis is missing. `nil` for any other word.
  init?(in bytes: [UInt8], at start: Int) {
    guard bytes[start...].starts(with: Self.start.utf8) else { return nil }
    let before = start > 0 ? bytes[start - 1] : UInt8(ascii: " ")
    isEscaped = before == UInt8(ascii: "\\")
    let isInWord = (before | 32).isLowercaseLetter || before >= 128 || before.isDigit
    guard !isInWord, before != UInt8(ascii: "_"), before != UInt8(ascii: ".") else { return nil }
    guard !isEscaped else {
      text = Self.start
      return
    }
    var (depth, end) = (0, start)
    repeat {
      if bytes[end] == UInt8(ascii: "(") { depth += 1 }
      if bytes[end] == UInt8(ascii: ")") { depth -= 1 }
      end += 1
    } while end < bytes.count && (depth > 0 || end < start + Self.start.utf8.count)
    text = String(decoding: bytes[start..<end], as: UTF8.self)
  }

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

  /// Whether the last parenthesis of a calculation is there.
  static func isClosed(_ text: String) -> Bool {
    text.utf8.count { $0 == UInt8(ascii: "(") } == text.utf8.count { $0 == UInt8(ascii: ")") }
  }

  /// How to write hours, minutes and seconds as seconds, and the ratio of a canvas as its size.
  private static func clockHint(for text: String, expecting expectation: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map {
      Double($0) ?? -1
    }
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0 >= 0 && $0 < 10_000 }) else {
      return nil
    }
    if expectation.contains("seconds") {
      return "write \(parts.reduce(0) { $0 * 60 + $1 }.sceneText)"
    }
    guard expectation.hasPrefix("[width, height]"), parts.count == 2, parts.min() ?? 0 > 0 else {
      return nil
    }
    let points = 1080 / min(parts[0], parts[1])
    return "write [\((parts[0] * points).rounded().sceneText), "
      + "\((parts[1] * points).rounded().sceneText)] for that ratio"
  }

  /// How to write a value that looks like another language's, such as `300x200`, where something
  /// else was expected; `nil` for any other text.
  static func hint(for text: String, expecting expectation: String) -> String? {
    if text.contains(/[0-9a-z)] *[-+*\/] *[0-9(]/), text.wholeMatch(of: /[-+*\/(). 0-9]+/) != nil {
      return "put calc(...) around the whole calculation"
    }
    let numbers = #/[( ]*([-+]?[0-9.]+)(?:px)? *(?:[x×*,; ]|by) *([-+]?[0-9.]+)(?:px)?[) ]*/#
    if expectation.contains("["), let pair = text.wholeMatch(of: numbers)?.output {
      return "write [\(pair.1), \(pair.2)]"
    }
    return clockHint(for: text, expecting: expectation)
  }

}

extension UInt8 {
  fileprivate var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
