package import RostrumBase

/// One kind of value of the scene language: how it is read, described and checked.
///
/// Loading, messages, the reference and the JSON Schema all use the same reader, so they cannot
/// disagree.
package struct Reader<Content>: Sendable {
  /// A value of the kind, as a scene file writes it.
  let example: String
  /// How a scene file writes a value; `nil` where no default needs to be written.
  let text: @Sendable (Content) -> String?
  /// The value of a node; `nil` after reporting an error.
  package let read: @Sendable (YAMLNode, SceneContext) -> Content?
  private let words: @Sendable () -> String
  private let wholeSchema: @Sendable () -> JSONValue
  /// The name of the kind's definition in the schema; `nil` for a rule written inline.
  private let definition: String?

  /// `expectation` and `schema` are evaluated lazily, because kinds may contain each other.
  package init(
    _ expectation: @autoclosure @escaping @Sendable () -> String, example: String,
    schema: @autoclosure @escaping @Sendable () -> JSONValue, definition: String? = nil,
    text: @escaping @Sendable (Content) -> String? = { _ in nil },
    read: @escaping @Sendable (YAMLNode, SceneContext) -> Content?
  ) {
    words = expectation
    self.example = example
    wholeSchema = schema
    self.definition = definition
    self.text = text
    self.read = read
  }

  /// The kind in words, for "expected ...".
  package var expectation: String { words() }

  /// The schema of a value of the kind: a reference where the kind has a definition.
  package var schema: JSONValue { definition.map(SchemaPart.reference) ?? wholeSchema() }

  /// The definition that references lead to, by its name; empty for a kind without.
  var definitions: [String: JSONValue] { definition.map { [$0: wholeSchema()] } ?? [:] }
}

extension SceneContext {
  /// The value of a node; `nil` after reporting an error.
  package func read<Content>(_ node: YAMLNode, _ reader: Reader<Content>) -> Content? {
    reader.read(node, self)
  }
}

extension SceneContext {
  /// The items of a list; `nil` after reporting another kind of node.
  fileprivate func items(of node: YAMLNode, _ expectation: String) -> [YAMLNode]? {
    if let items = node.items { return items }
    let hint = node.isNull ? "indent its items further than its key" : "start each with '- '"
    return mismatched(expectation, at: node, hint: node.isNull || node.entries != nil ? hint : nil)
  }
}

// MARK: Kinds made of others

extension Reader {
  /// The same kind as another type, such as a property's value.
  func map<Other>(_ change: @escaping @Sendable (Content) -> Other) -> Reader<Other> {
    Reader<Other>(
      words(), example: example, schema: wholeSchema(), definition: definition
    ) { node, context in read(node, context).map(change) }
  }

  /// The same kind with another schema, for a rule that holds at one place only.
  func describing(_ schema: @autoclosure @escaping @Sendable () -> JSONValue) -> Reader {
    Reader(words(), example: example, schema: schema(), text: text, read: read)
  }

  /// The kind or `none`.
  var orNone: Reader<Content?> {
    Reader<Content?>(
      words(), example: example, schema: ["anyOf": [SchemaPart.none, schema]],
      text: { $0.map(text) ?? "none" }
    ) { node, context in
      node.isNone ? .some(nil) : read(node, context).map { .some($0) }
    }
  }

  /// A list of values of this kind; `nil` when one of them is invalid.
  package func list(_ expectation: String) -> Reader<[Content]> {
    Reader<[Content]>(expectation, example: "[\(example)]", schema: SchemaPart.list(schema)) {
      node, context in
      guard let items = context.items(of: node, expectation) else { return nil }
      let values = items.map { read($0, context) }
      let found = values.compactMap { $0 }
      return found.count == items.count ? found : nil
    }
  }

  /// A mapping from names to values of this kind, `nil` for an invalid one.
  func named(_ expectation: String) -> Reader<[String: Content?]> {
    Reader<[String: Content?]>(expectation, example: "{}", schema: SchemaPart.named(schema)) {
      node, context in
      guard let entries = node.entries else { return context.mismatched(expectation, at: node) }
      var result: [String: Content?] = [:]
      for entry in entries {
        let value = read(entry.value, context)
        if context.isUsableName(entry) { result.updateValue(value, forKey: entry.name) }
      }
      return result
    }
  }

  /// A mapping with the keys of a vocabulary. Unknown keys are reported first.
  package static func mapping(
    _ vocabulary: @autoclosure @escaping @Sendable () -> Vocabulary,
    _ expectation: @autoclosure @escaping @Sendable () -> String, example: String = "{}",
    read: @escaping @Sendable (MappingReader) -> Content?
  ) -> Reader {
    Reader(expectation(), example: example, schema: vocabulary().reference) { node, context in
      guard let fields = MappingReader(node, vocabulary(), context) else { return nil }
      fields.reportUnknownKeys()
      return read(fields)
    }
  }
}

// MARK: Values that only their surroundings give a meaning

extension Reader where Content == YAMLNode {
  /// Any value: which ones are valid depends on other keys.
  static func anything(
    _ expectation: @autoclosure @escaping @Sendable () -> String, example: String,
    schema: @autoclosure @escaping @Sendable () -> JSONValue
  ) -> Reader {
    Reader(expectation(), example: example, schema: schema()) { node, _ in node }
  }
}

extension Reader where Content == [YAMLNode] {
  /// A list of items that the caller reads.
  package static func items(
    _ expectation: String, example: String = "[]",
    of schema: @autoclosure @escaping @Sendable () -> JSONValue
  ) -> Reader {
    Reader(expectation, example: example, schema: SchemaPart.list(schema())) { node, context in
      context.items(of: node, expectation)
    }
  }
}

extension Reader where Content == [YAMLNode.Entry] {
  /// A mapping from names to values that the caller reads.
  static func entries(
    _ expectation: String, example: String = "{}",
    of schema: @autoclosure @escaping @Sendable () -> JSONValue
  ) -> Reader {
    Reader(expectation, example: example, schema: SchemaPart.named(schema())) { node, context in
      if let entries = node.entries { return entries }
      return context.mismatched(expectation, at: node)
    }
  }
}
