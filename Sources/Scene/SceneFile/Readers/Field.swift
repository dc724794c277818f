package import RostrumBase
import RostrumSource

/// Every key of the scene language, each declared once, beside its reader.
package enum Key {}

/// A key with or without a default, of a value of any type: an entry of a vocabulary.
package protocol DeclaredField: Sendable {
  var row: AnyField { get }
}

extension DeclaredField {
  package var name: String { row.name }
  package var expectation: String { row.expectation }
}

/// A key of the language: its name, the kind of its value, and its purpose.
package struct Field<Content>: DeclaredField {
  package let reader: Reader<Content>
  package let row: AnyField

  /// `shownDefault`: a description of the default, where it is more than a value. `limits`: the
  /// schema's additional rules for this key.
  package init(
    _ name: String, _ reader: Reader<Content>, isRequired: Bool = false,
    shownDefault: String? = nil, limits: JSONValue = [:], _ summary: String
  ) {
    self.reader = reader
    row = AnyField(
      name, reader, default: shownDefault, isRequired: isRequired, limits: limits, summary)
  }
}

/// A key that has a value also where a scene leaves it out.
package struct DefaultedField<Content: Sendable>: DeclaredField {
  package let reader: Reader<Content>
  package let defaultValue: Content
  package let row: AnyField

  package init(
    _ name: String, _ reader: Reader<Content>, default defaultValue: Content,
    limits: JSONValue = [:], _ summary: String
  ) {
    self.reader = reader
    self.defaultValue = defaultValue
    row = AnyField(
      name, reader, default: reader.text(defaultValue), isRequired: false, limits: limits, summary)
  }
}

/// A key without the type of its value: a row of the reference, a property of the JSON Schema, a
/// word to suggest.
public struct AnyField: DeclaredField, Hashable, Sendable {
  public let name: String
  /// As a scene file would write it; `nil` when there is no single default.
  public let defaultText: String?
  public let isRequired: Bool
  /// One line for the documentation.
  public let summary: String
  /// A right value, as a scene file writes it.
  package let example: String
  private let words: @Sendable () -> String
  private let rules: @Sendable () -> JSONValue
  /// Whether a node is a valid value of the key; reports an error if not.
  package let accepts: @Sendable (YAMLNode, SceneContext) -> Bool

  package init<Content>(
    _ name: String, _ reader: Reader<Content>, default defaultText: String?, isRequired: Bool,
    limits: JSONValue = [:], _ summary: String
  ) {
    self.name = name
    self.defaultText = defaultText
    self.isRequired = isRequired
    self.summary = summary
    example = reader.example
    words = { reader.expectation }
    rules = { reader.schema.merging(limits) }
    accepts = { node, context in reader.read(node, context) != nil }
  }

  package var row: AnyField { self }

  /// The kind of value in words, for "expected ...".
  public var expectation: String { words() }

  package var schema: JSONValue { rules() }

  public static func == (a: AnyField, b: AnyField) -> Bool {
    a.name == b.name && a.defaultText == b.defaultText && a.isRequired == b.isRequired
      && a.summary == b.summary && a.expectation == b.expectation
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(summary)
  }
}

/// The keys of one kind of mapping.
public struct Vocabulary: Sendable {
  /// The kind of mapping, for messages: `a text layer`.
  public let owner: String
  public let keys: [AnyField]
  /// The name of the mapping's definition in the schema; empty for one that has none.
  package let definition: String
  /// The schema's rules beyond the keys: keys that need or exclude each other.
  package let rule: JSONValue
  /// Whether the hint for an unknown key lists the keys where none is like it.
  package let listsKeys: Bool
  private let index: [String: Int]

  package init(
    owner: String, definition: String = "", rule: JSONValue = [:], _ keys: [any DeclaredField],
    listsKeys: Bool = false
  ) {
    self.listsKeys = listsKeys
    self.owner = owner
    self.definition = definition
    self.rule = rule
    self.keys = keys.map(\.row)
    index = Dictionary(
      keys.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  public func key(named name: String) -> AnyField? { index[name].map { keys[$0] } }

  /// The schema of such a mapping where it is used.
  package var reference: JSONValue { SchemaPart.reference("mapping-" + definition) }
}

// MARK: Mappings

/// A reader of a mapping, key by key.
///
/// Reading continues after a mistake was reported, so that one pass finds all of them.
package struct MappingReader {
  package let node: YAMLNode
  package let vocabulary: Vocabulary
  package let context: SceneContext
  package let entries: [YAMLNode.Entry]

  /// `nil` after reporting that the node is no mapping.
  package init?(_ node: YAMLNode, _ vocabulary: Vocabulary, _ context: SceneContext) {
    guard let entries = node.entries else {
      context.mismatch("\(vocabulary.owner): a mapping with keys", at: node)
      return nil
    }
    self.node = node
    self.vocabulary = vocabulary
    self.context = context
    self.entries = entries
  }

  // MARK: Nodes

  /// The node after the key.
  package func node(_ field: some DeclaredField) -> YAMLNode? {
    return entries.first { $0.name == field.name }?.value
  }

  /// The key itself, for messages about its being there at all.
  package func keyNode(_ field: some DeclaredField) -> YAMLNode? {
    entries.first { $0.name == field.name }?.key
  }

  package func has(_ field: some DeclaredField) -> Bool { node(field) != nil }

  /// The node after the key; `nil` after reporting at the mapping that the key is missing.
  package func required(_ field: some DeclaredField) -> YAMLNode? {
    if let node = node(field) { return node }
    // The key that is meant is reported already, with this one as its name.
    if entries.contains(where: { meaning(of: $0.name) == field.name }) { return nil }
    return context.failure(
      .missingKey, "\(vocabulary.owner) needs '\(field.name)'", at: node,
      hint: "\(field.name): \(field.expectation)")
  }

  // MARK: Values

  /// The value of a key; `nil` when the key is missing, which is reported where it is needed, or
  /// its value is wrong.
  package subscript<Content>(field: Field<Content>) -> Content? {
    let node = field.row.isRequired ? required(field) : node(field)
    return node.flatMap { field.reader.read($0, context) }
  }

  /// The value of a key, or its default when the key is missing or its value is wrong.
  package subscript<Content>(field: DefaultedField<Content>) -> Content {
    node(field).flatMap { field.reader.read($0, context) } ?? field.defaultValue
  }

  /// The value of a key, or its default when the key is missing; `nil` after reporting a wrong one.
  package func checked<Content>(_ field: DefaultedField<Content>) -> Content? {
    guard let node = node(field) else { return field.defaultValue }
    return field.reader.read(node, context)
  }

  /// `.some(nil)` when the key is missing, `nil` after reporting a wrong value.
  package func ifGiven<Content>(_ field: Field<Content>) -> Content?? {
    guard let node = node(field) else { return .some(nil) }
    return field.reader.read(node, context).map { .some($0) }
  }

  // MARK: Unknown keys

  package var hasUnknownKeys: Bool { entries.contains { vocabulary.key(named: $0.name) == nil } }

  /// Reports every key that is not in the vocabulary, except the ones that `explain` has reported.
  package func reportUnknownKeys(explain: (YAMLNode.Entry) -> Bool = { _ in false }) {
    for entry in entries where vocabulary.key(named: entry.name) == nil && !explain(entry) {
      context.error(
        .unknownKey, "unknown key \(entry.name.quoted) for \(vocabulary.owner)", at: entry.key,
        hint: hint(for: entry.name))
    }
  }

  /// The key that an unknown one of other languages means.
  private func meaning(of name: String) -> String? {
    guard !isKnown(name) else { return nil }
    return ForeignNames.match(name, in: ForeignNames.keys, known: isKnown)
  }

  private func isKnown(_ name: String) -> Bool { vocabulary.key(named: name) != nil }

  private func hint(for name: String) -> String? {
    if let answer = ForeignNames.answerFirst(name, known: isKnown) { return answer }
    if let found = meaning(of: name) {
      let word = ForeignNames.normalized(name)
      return ForeignNames.advice[word + "." + found] ?? ForeignNames.advice[word]
        ?? "did you mean '\(found)'?"
    }
    if let answer = ForeignNames.answer(name, known: isKnown) { return answer }
    let names = vocabulary.keys.map(\.name)
    if let near = closest(to: name, among: names) { return "did you mean '\(near)'?" }
    return vocabulary.listsKeys ? "its keys: \(names.joined(separator: ", "))" : nil
  }
}
