import LayerTree

extension SceneContext {
  /// `true` or `false`. YAML 1.1's other words are refused with a hint: whoever writes `yes` may mean the text.
  func boolean(_ node: YAMLNode) -> Bool? {
    guard let scalar = node.scalar, scalar.isPlain else {
      let isQuoted = node.scalar?.text == "true" || node.scalar?.text == "false"
      mismatch("true or false", at: node, hint: isQuoted ? "remove the quotes" : nil)
      return nil
    }
    switch scalar.text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default:
      mismatch("true or false", at: node, hint: booleanHint(scalar.text.lowercased()))
      return nil
    }
  }

  private func booleanHint(_ word: String) -> String? {
    if ["yes", "on", "y", "1"].contains(word) { return "write true" }
    if ["no", "off", "n", "0"].contains(word) { return "write false" }
    return nil
  }

  /// Any text, with or without quotes; not nothing.
  func text(_ node: YAMLNode, _ expectation: String = "a string") -> String? {
    if let scalar = node.scalar, !node.isNull { return scalar.text }
    mismatch(expectation, at: node, hint: node.isNull ? "\"\" is the empty string" : nil)
    return nil
  }

  /// Some of a set of words, each once, in the order of the set.
  func words(_ node: YAMLNode, of all: [String]) -> [String]? {
    guard let items = node.items else {
      mismatch(ValueType.words(all).expectation, at: node)
      return nil
    }
    var found: Set<String> = []
    for item in items {
      guard let word = word(item, of: all) else { return nil }
      if !found.insert(word).inserted {
        error(.conflict, "\(word.quoted) stands here twice", at: item)
      }
    }
    return all.filter(found.contains)
  }

  /// One of a set of words.
  func word(_ node: YAMLNode, of words: [String]) -> String? {
    guard let text = node.scalar?.text else {
      mismatch(ValueType.word(words).expectation, at: node)
      return nil
    }
    if words.contains(text) { return text }
    error(
      .unknownWord, "expected \(ValueType.word(words).expectation); found \(text.quoted)", at: node,
      hint: closest(to: text, among: words).map { "did you mean '\($0)'?" })
    return nil
  }
}
