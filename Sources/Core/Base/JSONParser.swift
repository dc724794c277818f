/// Why a text is not JSON.
package struct JSONProblem: Error, Hashable, Sendable {
  package let message: String
  /// Where, in bytes from the start of the text.
  package let offset: Int
  /// Whether the text only exceeds a limit: of depth, or of the number of values.
  package var isLimit = false
}

/// Reads JSON (RFC 8259) in one pass. Numbers are the nearest ones; those beyond the range of a
/// double are the largest.
package struct JSONParser {
  package static let maximumDepth = 400
  package static let maximumValues = 5_000_000

  private let bytes: UnsafeBufferPointer<UInt8>
  private let isStrict: Bool
  private var index = 0
  private var depth = 0
  private var count = 0

  /// Throws when the text is no JSON, is nested deeper than 400 levels, or has more than 5 million
  /// values. A parser that is not strict takes what common writers do: control characters in
  /// strings, escapes that there are not, halves of surrogates, and zeros before a number.
  package static func parse(
    _ text: [UInt8], isStrict: Bool = false
  ) throws(JSONProblem) -> JSONValue {
    let result: Result<JSONValue, JSONProblem> = text.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes: bytes, isStrict: isStrict)
      do throws(JSONProblem) {
        return .success(try parser.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, isStrict: Bool) {
    (self.bytes, self.isStrict) = (bytes, isStrict)
  }

  private mutating func document() throws(JSONProblem) -> JSONValue {
    skipBlanks()
    let value = try value()
    skipBlanks()
    guard index == bytes.count else { throw problem("expected the end of the file") }
    return value
  }

  private func problem(_ message: String) -> JSONProblem {
    JSONProblem(
      message: index < bytes.count ? message : message + "; the file ends here", offset: index)
  }

  private mutating func value() throws(JSONProblem) -> JSONValue {
    count += 1
    guard count <= Self.maximumValues else {
      throw JSONProblem(
        message: "the file has more than \(Self.maximumValues) values", offset: index, isLimit: true
      )
    }
    let start = index
    let content: JSONValue.Content
    switch byte {
    case UInt8(ascii: "{"): content = .object(try members())
    case UInt8(ascii: "["): content = .array(try items())
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "t"): content = try word("true", .boolean(true))
    case UInt8(ascii: "f"): content = try word("false", .boolean(false))
    case UInt8(ascii: "n"): content = try word("null", .null)
    default: content = .number(try number())
    }
    return JSONValue(content: content, bytes: start..<index)
  }

  private mutating func word(
    _ word: StaticString, _ content: JSONValue.Content
  ) throws(JSONProblem) -> JSONValue.Content {
    for offset in 0..<word.utf8CodeUnitCount {
      guard byte == word.utf8Start[offset] else { throw problem("expected \(word)") }
      index += 1
    }
    return content
  }

  // MARK: Lists and objects

  private mutating func descend() throws(JSONProblem) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw JSONProblem(
        message: "values lie more than \(Self.maximumDepth) deep in values", offset: index,
        isLimit: true)
    }
    index += 1
    skipBlanks()
  }

  private mutating func items() throws(JSONProblem) -> [JSONValue] {
    try descend()
    defer { depth -= 1 }
    var items: [JSONValue] = []
    if takes(UInt8(ascii: "]")) { return items }
    while true {
      items.append(try value())
      skipBlanks()
      if takes(UInt8(ascii: "]")) { return items }
      guard takes(UInt8(ascii: ",")) else { throw problem("expected ',' or ']'") }
      skipBlanks()
    }
  }

  private mutating func members() throws(JSONProblem) -> [JSONValue.Member] {
    try descend()
    defer { depth -= 1 }
    var members: [JSONValue.Member] = []
    if takes(UInt8(ascii: "}")) { return members }
    while true {
      guard byte == UInt8(ascii: "\"") else { throw problem("expected a name in quotes") }
      let start = index
      let name = try string()
      skipBlanks()
      guard takes(UInt8(ascii: ":")) else { throw problem("expected ':'") }
      skipBlanks()
      members.append(JSONValue.Member(name: name, value: try value(), start: start))
      skipBlanks()
      if takes(UInt8(ascii: "}")) { return members }
      guard takes(UInt8(ascii: ",")) else { throw problem("expected ',' or '}'") }
      skipBlanks()
    }
  }

  // MARK: Numbers

  private mutating func number() throws(JSONProblem) -> Double {
    let start = index
    let isNegative = takes(UInt8(ascii: "-"))
    var (digits, mantissa, scale) = (0, UInt64(0), 0)
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- 0x30 < 10 } ?? false }
    guard isDigit(byte) else {
      index = start
      throw problem("expected a value")
    }
    let first = index
    while let byte, isDigit(byte) {
      if digits < 19 { mantissa = mantissa * 10 + UInt64(byte - 0x30) }
      digits += mantissa == 0 ? 0 : 1
      index += 1
    }
    if isStrict, index > first + 1, bytes[first] == 0x30 { throw problem("expected no zero") }
    if takes(UInt8(ascii: ".")) {
      guard isDigit(byte) else { throw problem("expected a digit") }
      while let byte, isDigit(byte) {
        if digits < 19 {
          mantissa = mantissa * 10 + UInt64(byte - 0x30)
          scale += 1
        }
        digits += mantissa == 0 ? 0 : 1
        index += 1
      }
    }
    var isPlain = digits <= 19
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isPlain = false
      index += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
      guard isDigit(byte) else { throw problem("expected a digit") }
      while isDigit(byte) { index += 1 }
    }
    // Both are exact, so the quotient is the nearest number.
    if isPlain, mantissa < 1 << 53, scale <= 22 {
      let value = Double(mantissa) / Self.powersOfTen[scale]
      return isNegative ? -value : value
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let value = Double(text) ?? 0
    return value.isFinite ? value : Double(signOf: value, magnitudeOf: .greatestFiniteMagnitude)
  }

  private static let powersOfTen: [Double] = {
    var power = 1.0
    return (0...22).map { _ in
      defer { power *= 10 }
      return power
    }
  }()

  // MARK: Strings

  private mutating func string() throws(JSONProblem) -> String {
    index += 1
    let start = index
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if byte == UInt8(ascii: "\"") {
      index += 1
      return String(decoding: bytes[start..<index - 1], as: UTF8.self)
    }
    return try escapedString(from: start)
  }

  private mutating func escapedString(from start: Int) throws(JSONProblem) -> String {
    var text = Array(bytes[start..<index])
    while let byte {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape()
      default:
        if isStrict, byte < 0x20 { throw problem("expected an escaped character") }
        text.append(byte)
      }
    }
    throw problem("expected the end of the string")
  }

  private mutating func escape() throws(JSONProblem) -> [UInt8] {
    guard let byte else { throw problem("expected the end of the string") }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"): return Array(String(Character(try unicodeEscape())).utf8)
    default:
      if isStrict, !"\"\\/".utf8.contains(byte) { throw problem("expected an escape") }
      return [byte]
    }
  }

  /// A scalar from one or two code units; a lone surrogate is the replacement character, or wrong.
  private mutating func unicodeEscape() throws(JSONProblem) -> Unicode.Scalar {
    let first = try codeUnit()
    if UTF16.isLeadSurrogate(first), byte == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    {
      index += 2
      let second = try codeUnit()
      guard UTF16.isTrailSurrogate(second) else { return try loneSurrogate() }
      let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
      return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
    guard let scalar = Unicode.Scalar(first) else { return try loneSurrogate() }
    return scalar
  }

  private func loneSurrogate() throws(JSONProblem) -> Unicode.Scalar {
    if isStrict { throw problem("expected both surrogates of a character") }
    return "\u{FFFD}"
  }

  private mutating func codeUnit() throws(JSONProblem) -> UInt16 {
    let end = index + 4
    guard end <= bytes.count,
      bytes[index..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16)
    else { throw problem("expected four hexadecimal digits") }
    index = end
    return unit
  }

  // MARK: Places

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func takes(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }
}
