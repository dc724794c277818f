/// Reads scene files that are JSON (RFC 8259) into the same tree of nodes as the YAML library
/// would, several times as fast.
///
/// JSON is nearly a subset of YAML, so any text that is not plain and valid JSON, or that YAML
/// reads differently, is left to `YAMLComposer` and its messages: comments, duplicate keys, deep
/// nesting, characters that count as line breaks in YAML. Two things are valid only in JSON: tabs
/// between values, and `\u` escapes that write a character as two surrogates, as many programs do.
struct JSONComposer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// Bytes since the line's start that begin no character.
  private var continuations = 0
  private var depth = 0

  /// The text is not JSON, or not for us.
  private struct NotPlainJSON: Error {}

  /// `nil` when the text is not plain JSON; the YAML reader then handles it.
  static func compose(_ source: SourceText) -> YAMLNode? {
    var reader = JSONComposer(bytes: source.bytes)
    return try? reader.document()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() throws(NotPlainJSON) -> YAMLNode {
    skipBlanks()
    guard byte == UInt8(ascii: "{") else { throw NotPlainJSON() }
    let root = try value()
    skipBlanks()
    guard index == bytes.count else { throw NotPlainJSON() }
    return root
  }

  // MARK: Values

  private mutating func value() throws(NotPlainJSON) -> YAMLNode {
    let mark = mark
    switch byte {
    case UInt8(ascii: "{"):
      return YAMLNode(
        .mapping(try nested { me throws(NotPlainJSON) in try me.entries() }), mark: mark)
    case UInt8(ascii: "["):
      return YAMLNode(
        .sequence(try nested { me throws(NotPlainJSON) in try me.items() }), mark: mark)
    case UInt8(ascii: "\""):
      return YAMLNode(.scalar(.init(text: try string(), isPlain: false)), mark: mark)
    default: return YAMLNode(.scalar(.init(text: try word(), isPlain: true)), mark: mark)
    }
  }

  private mutating func nested<Content>(
    _ content: (inout Self) throws(NotPlainJSON) -> Content
  ) throws(NotPlainJSON) -> Content {
    guard depth < YAMLComposer.maximumHeight else { throw NotPlainJSON() }
    depth += 1
    defer { depth -= 1 }
    index += 1
    skipBlanks()
    return try content(&self)
  }

  private mutating func items() throws(NotPlainJSON) -> [YAMLNode] {
    var items: [YAMLNode] = []
    if takes("]") { return items }
    repeat {
      skipBlanks()
      items.append(try value())
      skipBlanks()
    } while takes(",")
    guard takes("]") else { throw NotPlainJSON() }
    return items
  }

  private mutating func entries() throws(NotPlainJSON) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    if takes("}") { return entries }
    repeat {
      skipBlanks()
      let entry = try entry()
      entries.append(entry)
      skipBlanks()
    } while takes(",")
    guard takes("}"), Self.areUnique(entries) else { throw NotPlainJSON() }
    return entries
  }

  private mutating func entry() throws(NotPlainJSON) -> YAMLNode.Entry {
    let mark = mark
    let name = try string()
    skipBlanks()
    guard takes(":") else { throw NotPlainJSON() }
    skipBlanks()
    let key = YAMLNode(.scalar(.init(text: name, isPlain: false)), mark: mark)
    return YAMLNode.Entry(name: name, key: key, value: try value())
  }

  /// Most mappings have a few keys: comparing them is faster than a set.
  private static func areUnique(_ entries: [YAMLNode.Entry]) -> Bool {
    guard entries.count <= 8 else { return Set(entries.map(\.name)).count == entries.count }
    return entries.indices.allSatisfy { index in
      !entries[..<index].contains { $0.name == entries[index].name }
    }
  }

  // MARK: Scalars

  /// A number, `true`, `false` or `null`.
  private mutating func word() throws(NotPlainJSON) -> String {
    let start = index
    while let byte, Self.isOfWord(byte) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    guard ["true", "false", "null"].contains(word) || Self.isNumber(bytes[start..<index]) else {
      throw NotPlainJSON()
    }
    return word
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// RFC 8259, section 6.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Int {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func takes(_ bytes: UInt8...) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = takes(UInt8(ascii: "-"))
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole == 1 || whole > 1 && !startsWithZero else { return false }
    if takes(UInt8(ascii: ".")), digits() == 0 { return false }
    if takes(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = takes(UInt8(ascii: "+"), UInt8(ascii: "-"))
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  private mutating func string() throws(NotPlainJSON) -> String {
    guard takes("\"") else { throw NotPlainJSON() }
    let start = index
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { try take(byte) }
    if byte == UInt8(ascii: "\"") {
      index += 1
      return String(decoding: bytes[start..<index - 1], as: UTF8.self)
    }
    return try escapedString(from: start)
  }

  private mutating func escapedString(from start: Int) throws(NotPlainJSON) -> String {
    var text = Array(bytes[start..<index])
    while let byte {
      if byte == UInt8(ascii: "\"") {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
        try take(byte)
      }
    }
    throw NotPlainJSON()
  }

  /// One byte of a string. YAML has its own ideas of characters whose first byte is one of these
  /// three.
  private mutating func take(_ byte: UInt8) throws(NotPlainJSON) {
    guard byte >= 0x20, byte != 0x7F, byte != 0xC2, byte != 0xE2, byte != 0xEF else {
      throw NotPlainJSON()
    }
    if byte & 0xC0 == 0x80 { continuations += 1 }
    index += 1
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
    UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9,
  ]

  private mutating func escape() throws(NotPlainJSON) -> [UInt8] {
    index += 1
    guard let byte else { throw NotPlainJSON() }
    index += 1
    if let character = Self.escapes[byte] { return [character] }
    guard byte == UInt8(ascii: "u") else { throw NotPlainJSON() }
    let unit = try codeUnit()
    guard UTF16.isLeadSurrogate(unit) else { return try Self.utf8(UInt32(unit)) }
    guard takes("\\"), takes("u") else { throw NotPlainJSON() }
    let trail = try codeUnit()
    guard UTF16.isTrailSurrogate(trail) else { throw NotPlainJSON() }
    return try Self.utf8(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
  }

  private mutating func codeUnit() throws(NotPlainJSON) -> UInt16 {
    let end = index + 4
    guard end <= bytes.count,
      bytes[index..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16)
    else { throw NotPlainJSON() }
    index = end
    return unit
  }

  private static func utf8(_ value: UInt32) throws(NotPlainJSON) -> [UInt8] {
    guard let scalar = Unicode.Scalar(value) else { throw NotPlainJSON() }
    return Array(String(Character(scalar)).utf8)
  }

  // MARK: Places

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var mark: YAMLMark {
    YAMLMark(line: line, column: index - lineStart - continuations + 1)
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte {
      switch byte {
      case 0x20, 0x09: index += 1
      case 0x0A, 0x0D:
        let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        index += isPair ? 2 : 1
        (line, lineStart, continuations) = (line + 1, index, 0)
      default: return
      }
    }
  }
}
