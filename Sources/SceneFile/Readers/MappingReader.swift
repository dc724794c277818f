/// A mapping of the scene file, read key by key.
///
/// Reading goes on after a mistake was reported, so that one pass finds all of them.
struct MappingReader {
  let node: YAMLNode
  let vocabulary: Vocabulary
  let context: SceneContext
  let entries: [YAMLNode.Entry]

  /// `nil` after reporting that the node is no mapping.
  init?(_ node: YAMLNode, _ vocabulary: Vocabulary, _ context: SceneContext) {
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
  func node(_ field: some DeclaredField) -> YAMLNode? {
    assert(vocabulary.key(named: field.name) != nil, "\(field.name) is missing in the vocabulary")
    return entries.first { $0.name == field.name }?.value
  }

  /// The key itself, for messages about its being there at all.
  func keyNode(_ field: some DeclaredField) -> YAMLNode? {
    entries.first { $0.name == field.name }?.key
  }

  func has(_ field: some DeclaredField) -> Bool { node(field) != nil }

  /// The node after the key; `nil` after reporting at the mapping that the key is missing.
  func required(_ field: some DeclaredField) -> YAMLNode? {
    if let node = node(field) { return node }
    context.error(
      .missingKey, "\(vocabulary.owner) needs '\(field.name)'", at: node,
      hint: "\(field.name): \(field.expectation)")
    return nil
  }

  // MARK: Values

  /// The value of a key; `nil` when the key is missing, which is reported where it is needed, or
  /// its value is wrong.
  subscript<Content>(field: Field<Content>) -> Content? {
    let node = field.row.isRequired ? required(field) : node(field)
    return node.flatMap { field.reader.read($0, context) }
  }

  /// The value of a key, or its default when the key is missing or its value is wrong.
  subscript<Content>(field: DefaultedField<Content>) -> Content {
    node(field).flatMap { field.reader.read($0, context) } ?? field.defaultValue
  }

  /// The value of a key, or its default when the key is missing; `nil` after reporting a wrong one.
  func checked<Content>(_ field: DefaultedField<Content>) -> Content? {
    guard let node = node(field) else { return field.defaultValue }
    return field.reader.read(node, context)
  }

  /// `.some(nil)` when the key is missing, `nil` after reporting a wrong value.
  func ifGiven<Content>(_ field: Field<Content>) -> Content?? {
    guard let node = node(field) else { return .some(nil) }
    return field.reader.read(node, context).map { .some($0) }
  }

  // MARK: Unknown keys

  /// Reports every key that the vocabulary does not have, but those that `explain` has reported.
  func reportUnknownKeys(explain: (YAMLNode.Entry) -> Bool = { _ in false }) {
    for entry in entries where vocabulary.key(named: entry.name) == nil && !explain(entry) {
      context.error(
        .unknownKey, "unknown key \(entry.name.quoted) for \(vocabulary.owner)", at: entry.key,
        hint: hint(for: entry.name))
    }
  }

  private func hint(for name: String) -> String? {
    let isKnown: (String) -> Bool = { vocabulary.key(named: $0) != nil }
    let found = ForeignNames.match(name, in: ForeignNames.keys, known: isKnown)
    if let found {
      return ForeignNames.advice[ForeignNames.normalized(name)] ?? "did you mean '\(found)'?"
    }
    return closest(to: name, among: vocabulary.keys.map(\.name)).map { "did you mean '\($0)'?" }
  }
}
