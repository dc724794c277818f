import Yams

/// Tags that all nodes share: Yams builds tables for each tag that is made. A tag with a name is
/// never changed.
extension Tag {
  nonisolated(unsafe) fileprivate static let string = Tag(.str)
  nonisolated(unsafe) fileprivate static let map = Tag(.map)
  nonisolated(unsafe) fileprivate static let sequence = Tag(.seq)
}

/// A mapping that is to be written, with its keys in the order in which they are added.
struct YAMLMapping {
  private var pairs: [(Node, Node)] = []

  var isEmpty: Bool { pairs.isEmpty }

  /// A key on each line.
  var block: Node { Node(pairs, .map, .block) }

  /// The keys in braces.
  var flow: Node { Node(pairs, .map, .flow) }

  /// Adds a key with its value, or nothing for `nil`.
  mutating func add(_ key: String, _ value: Node?) {
    if let value { pairs.append((.text(key), value)) }
  }

  mutating func add(_ key: some DeclaredField, _ value: Node?) { add(key.name, value) }

  mutating func add(_ other: YAMLMapping) { pairs += other.pairs }

  mutating func add(_ key: Field<Double>, _ number: Double) { add(key, .number(number)) }

  // MARK: Values unless they are the key's defaults

  mutating func add(_ key: DefaultedField<Double>, _ number: Double) {
    if number != key.defaultValue { add(key, .number(number)) }
  }

  mutating func add(_ key: DefaultedField<Int>, _ number: Int) {
    if number != key.defaultValue { add(key, .plain("\(number)")) }
  }

  mutating func add(_ key: DefaultedField<Bool>, _ flag: Bool) {
    if flag != key.defaultValue { add(key, .flag(flag)) }
  }

  mutating func add<Word: RawRepresentable<String> & Equatable>(
    _ key: DefaultedField<Word>, _ word: Word
  ) {
    if word != key.defaultValue { add(key, .plain(word.rawValue)) }
  }
}

extension Node {
  /// A scalar without quotes.
  static func plain(_ text: String) -> Node { Node(text, .string, .plain) }

  /// The shortest decimal number that reads back as exactly this one; `infinite` for infinity.
  static func number(_ number: Double) -> Node { .plain(number.exactText) }

  static func flag(_ flag: Bool) -> Node { .plain(flag ? "true" : "false") }

  /// A scalar that reads back as this text: plain where it can mean nothing else, otherwise in
  /// double quotes.
  static func text(_ text: String) -> Node {
    guard !isPlain(text) else { return .plain(text) }
    return Node(
      Calculation.escaped(PlaceholderText.escaped(text)), .string, .doubleQuoted)
  }

  /// A scalar that a file gave without quotes: unchanged where it may mean more than a text, such
  /// as a number or nothing.
  static func unquoted(_ text: String) -> Node {
    guard !text.isEmpty else { return .plain("~") }
    let isWord = text.utf8.allSatisfy { isLetterOrDigit($0) || "+-._~".utf8.contains($0) }
    return isWord && text != "-" ? .plain(text) : .text(text)
  }

  /// A list in brackets.
  static func list(_ items: [Node]) -> Node { Node(items, .sequence, .flow) }

  static func numbers(_ numbers: [Double]) -> Node { .list(numbers.map(Node.number)) }

  /// A list with a line, or several, for each item.
  static func items(_ items: [Node]) -> Node { Node(items, .sequence, .block) }

  /// The YAML text. Lines are about `width` columns long; -1 is for one line.
  func text(width: Int = 100) throws -> String {
    try serialize(node: self, indent: 2, width: width, allowUnicode: true)
  }

  /// Whether YAML and the scene language take the text for a text: letters, digits, single spaces
  /// and some signs.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.last != 0x20, text.utf8.count <= 80,
      isLetterOrDigit(first), !(0x30...0x39).contains(first),
      text.utf8.allSatisfy({ isLetterOrDigit($0) || " _/.-".utf8.contains($0) })
    else { return false }
    let reserved = ["null", "none", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"]
    return !reserved.contains(text.lowercased()) && !text.lowercased().hasPrefix("inf")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }
}

extension Double {
  /// The shortest decimal number that reads back as exactly this one; `infinite` for infinity.
  var exactText: String {
    if self == .infinity { return "infinite" }
    return self == 0 && sign == .minus ? "-0.0" : sceneText
  }
}
