import LayerTree

/// A mapping of the scene file, read key by key.
///
/// Each reader returns `nil` when the key is missing or after it has reported what is wrong, so that one pass finds every mistake.
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

  /// What stands after the key.
  func node(_ key: Key) -> YAMLNode? {
    assert(vocabulary.key(named: key.name) != nil, "\(key.name) is missing in the vocabulary")
    if context.options.recordsKeys { context.askedKeys.insert(key) }
    return entries.first { $0.name == key.name }?.value
  }

  /// The key itself, for messages about its being there at all.
  func keyNode(_ key: Key) -> YAMLNode? { entries.first { $0.name == key.name }?.key }

  /// Reports a missing key at the mapping.
  func required(_ key: Key) -> YAMLNode? {
    if let node = node(key) { return node }
    context.error(
      .missingKey, "\(vocabulary.owner) needs '\(key.name)'", at: node,
      hint: "\(key.name): \(key.grammar.expectation)")
    return nil
  }

  /// A number that follows the key's rule.
  func number(_ key: Key) -> Double? {
    node(key).flatMap { node in
      switch key.grammar {
      case .value(.number(let rule)):
        context.number(node, rule, expectation: key.grammar.expectation)
      case .duration: context.seconds(node, key.grammar.expectation, above: 0)
      case .count, .repeatTime: context.count(node, key.grammar.expectation)
      default: context.seconds(node, key.grammar.expectation)
      }
    }
  }

  func boolean(_ key: Key) -> Bool? { node(key).flatMap { context.boolean($0) } }

  /// One of the key's words, as the enumeration's case.
  func word<Word: RawRepresentable<String>>(_ key: Key, as type: Word.Type) -> Word? {
    guard let node = node(key), case .value(.word(let words)) = key.grammar else { return nil }
    return context.word(node, of: words).flatMap(Word.init)
  }

  func list(_ key: Key) -> [YAMLNode]? {
    guard let node = node(key) else { return nil }
    if let items = node.items { return items }
    context.mismatch(
      key.grammar.expectation, at: node,
      hint: node.entries == nil ? nil : "start each with '- '")
    return nil
  }

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
