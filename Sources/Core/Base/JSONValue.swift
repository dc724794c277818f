/// A value of JSON (RFC 8259): as a text has it, with its place there, or put together in code.
public struct JSONValue: Sendable {
  package enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    /// A value that is written already, on one line.
    case literal(String)
    case array([JSONValue])
    /// The keys in the order of the text.
    case object([Member])
  }

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue
    /// The first byte of the name in the text.
    package var start = 0

    package init(name: String, value: JSONValue, start: Int = 0) {
      (self.name, self.value, self.start) = (name, value, start)
    }

    /// Whether the members are the same, wherever they are.
    package static func == (a: Member, b: Member) -> Bool {
      a.name == b.name && a.value == b.value
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(value)
    }
  }

  package let content: Content
  /// The bytes of the text that it is written in; empty for a value that is in none.
  package var bytes = 0..<0

  package init(content: Content, bytes: Range<Int> = 0..<0) {
    (self.content, self.bytes) = (content, bytes)
  }
}

// MARK: Making

extension JSONValue {
  public static let null = JSONValue(content: .null)

  public static func flag(_ flag: Bool) -> JSONValue { JSONValue(content: .boolean(flag)) }

  public static func integer(_ number: Int) -> JSONValue { .literal(String(number)) }

  public static func integer(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

  /// `nil` is null.
  public static func number(_ number: Double?) -> JSONValue {
    number.map { JSONValue(content: .number($0)) } ?? .null
  }

  public static func string(_ text: String) -> JSONValue { JSONValue(content: .string(text)) }

  public static func string(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A value that is JSON already, on one line.
  public static func literal(_ text: String) -> JSONValue { JSONValue(content: .literal(text)) }

  public static func array(_ items: [JSONValue]) -> JSONValue { JSONValue(content: .array(items)) }

  /// The keys in the order given.
  public static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
    JSONValue(content: .object(members.map { Member(name: $0.key, value: $0.value) }))
  }

  /// The keys sorted.
  public static func object(_ members: [String: JSONValue]) -> JSONValue {
    .object(members.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension JSONValue: Hashable {
  /// Whether the values are the same, wherever they are.
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.content == b.content }

  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

// MARK: Parts

extension JSONValue {
  package var number: Double? {
    if case .number(let number) = content { number } else { nil }
  }

  package var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let items) = content { items } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The members by their names; of several with one name the last.
  package var dictionary: [String: JSONValue]? {
    members.map { Dictionary($0.lazy.map { ($0.name, $0.value) }) { _, last in last } }
  }

  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The member with a key; of several with the same key the last, `nil` when there is none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The members of both, sorted; where both have a key, `other` wins. A value other than an object
  /// has no members.
  package func merging(_ other: JSONValue) -> JSONValue {
    guard let mine = dictionary, let others = other.dictionary else { return self }
    return .object(mine.merging(others) { _, last in last })
  }

  /// The object with changed values; any other value itself.
  package func mappingMembers(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard let members else { return self }
    return JSONValue(
      content: .object(members.map { Member(name: $0.name, value: change($0.value)) }))
  }

  /// The kind of value in words.
  package var kind: String {
    switch content {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .literal: "a value"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

// MARK: Writing

extension JSONValue {
  /// The text over several lines; a value without nested objects and arrays stays on one line.
  public func text(indentedBy indent: Int = 0) -> String {
    switch content {
    case .object(let members):
      let items = members.map { jsonString($0.name) + ": " + $0.value.text(indentedBy: indent + 2) }
      return enclosed(items, "{", "}", indent, isFlat: members.allSatisfy(\.value.isScalar))
    case .array(let elements):
      let items = elements.map { $0.text(indentedBy: indent + 2) }
      return enclosed(items, "[", "]", indent, isFlat: elements.allSatisfy(\.isScalar))
    default: return scalarText
    }
  }

  /// The text on one line; a compact one has no spaces between its parts.
  public func line(isCompact: Bool = false) -> String {
    let (comma, colon) = isCompact ? (",", ":") : (", ", ": ")
    switch content {
    case .object(let members):
      let items = members.map { jsonString($0.name) + colon + $0.value.line(isCompact: isCompact) }
      return "{" + items.joined(separator: comma) + "}"
    case .array(let elements):
      return "[" + elements.map { $0.line(isCompact: isCompact) }.joined(separator: comma) + "]"
    default: return scalarText
    }
  }

  private var isScalar: Bool {
    switch content {
    case .object, .array: false
    default: true
    }
  }

  /// `null` for infinities and NaN, which JSON does not have.
  private var scalarText: String {
    switch content {
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let number): number.isFinite ? exact(number) : "null"
    case .string(let text): jsonString(text)
    case .literal(let text): text
    case .null, .array, .object: "null"
    }
  }

  private func enclosed(
    _ items: [String], _ open: String, _ close: String, _ indent: Int, isFlat: Bool
  ) -> String {
    if isFlat { return open + items.joined(separator: ", ") + close }
    let space = String(repeating: " ", count: indent + 2)
    return open + "\n" + items.map { space + $0 }.joined(separator: ",\n") + "\n"
      + String(repeating: " ", count: indent) + close
  }
}
