import RostrumBase
import RostrumLayerTree
import RostrumSource

extension Reader where Content == Bool {
  /// `true` or `false`. YAML 1.1's other words are refused with a hint, because `yes` may be meant
  /// as a text.
  package static var boolean: Reader {
    let expectation = "true or false"
    return Reader(
      expectation, example: "false", schema: ["type": "boolean"], text: { $0 ? "true" : "false" }
    ) { node, context in
      guard let scalar = node.scalar, scalar.isPlain else {
        let isQuoted = node.scalar?.text == "true" || node.scalar?.text == "false"
        return context.mismatched(expectation, at: node, hint: isQuoted ? "remove the quotes" : nil)
      }
      switch scalar.text {
      case "true", "True", "TRUE": return true
      case "false", "False", "FALSE": return false
      default:
        return context.mismatched(expectation, at: node, hint: hint(for: scalar.text.lowercased()))
      }
    }
  }

  private static func hint(for word: String) -> String? {
    if ["yes", "on", "y", "1"].contains(word) { return "write true" }
    if ["no", "off", "n", "0"].contains(word) { return "write false" }
    return nil
  }
}

// MARK: Texts

extension Reader where Content == String {
  /// Any text, with or without quotes; not nothing.
  package static func text(_ expectation: String = "a string", example: String = "none") -> Reader {
    Reader(
      expectation, example: example, schema: textSchema, definition: "text", text: { $0 }
    ) { node, context in context.text(node, expectation) }
  }

  private static var textSchema: JSONValue { ["type": ["string", "number", "boolean"]] }

  /// A name that something is given, or that it is called by.
  static var name: Reader { .text("a name", example: "n") }

  /// A word of the language, such as a layer's class; the reader of the mapping checks the valid
  /// ones. `words` is read at the first use: a list of types may hold keys that name the list.
  static func term(
    _ words: @autoclosure @escaping @Sendable () -> [String], example: String
  ) -> Reader {
    Reader(
      "one of " + words().joined(separator: ", "), example: example,
      schema: SchemaPart.oneOf(words())
    ) { node, context in context.text(node, "one of " + words().joined(separator: ", ")) }
  }

  /// One line of printable text, for people to read.
  static func printable(_ message: String) -> Reader {
    let name = Reader.name
    return Reader(name.expectation, example: name.example, schema: name.schema) { node, context in
      guard let text = name.read(node, context) else { return nil }
      if text.isPrintableName, text.count <= 200 { return text }
      return context.failure(.badName, "\(message); found \(text.quoted)", at: node)
    }
  }

  /// The absolute path of a file that the scene may read.
  static func file(
    _ expectation: String, _ kind: FileKind, example: String, schema: JSONValue
  ) -> Reader {
    Reader(expectation, example: example, schema: schema) { node, context in
      context.assetPath(node, expectation, kind)
    }
  }
}

extension String {
  /// Whether something of it is seen, and nothing of it would spoil a line of a terminal.
  var isPrintableName: Bool { contains { !$0.isWhitespace } && allSatisfy(\.isPrintable) }
}

extension SceneContext {
  fileprivate func text(
    _ node: YAMLNode, _ expectation: @autoclosure () -> String
  ) -> String? {
    if let scalar = node.scalar, !node.isNull { return scalar.shownText }
    return mismatched(
      expectation(), at: node,
      hint: node.isNull
        ? "\"\" is the empty string; a text with '#' at its start needs quotes" : nil)
  }

  /// Reports a name in a mapping that is empty, long or not printable.
  func isUsableName(_ entry: YAMLNode.Entry) -> Bool {
    if entry.name.isPrintableName, entry.name.count <= 200 { return true }
    return failure(
      .badName, "expected a name of printable text; found \(entry.name.quoted)", at: entry.key)
  }
}

extension MappingReader {
  /// The declaration that a key names; `nil` after reporting an unknown one.
  func find<Named>(_ field: Field<String>, in named: [String: Named?], kind: String) -> Named? {
    guard let name = self[field], let node = node(field) else { return nil }
    return find(name, at: node, in: named, kind: kind)
  }

  func find<Named>(
    _ name: String, at node: YAMLNode, in named: [String: Named?], kind: String
  ) -> Named? {
    context.symbols.usedNames.insert(kind, name)
    if let found = named[name] { return found }
    return context.failure(
      .unknownName, "the scene has no \(kind) \(name.quoted)", at: node,
      hint: context.suggestion(for: name, among: named.keys.sorted()))
  }
}

// MARK: Words

extension Reader where Content == String {
  /// One of a set of words.
  package static func word(of words: [String]) -> Reader {
    let expectation = "one of " + words.joined(separator: ", ")
    return Reader(
      expectation, example: words[0], schema: SchemaPart.oneOf(words), text: { $0 }
    ) { node, context in
      guard let text = node.scalar?.text else { return context.mismatched(expectation, at: node) }
      if words.contains(text) { return text }
      return context.failure(
        .unknownWord, "expected \(expectation); found \(text.quoted)", at: node,
        hint: (ForeignNames.word(text, among: words) ?? closest(to: text, among: words)).map {
          "did you mean '\($0)'?"
        })
    }
  }
}

extension Reader where Content: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of an enumeration's words.
  package static var word: Reader {
    let word = Reader<String>.word(of: Content.allCases.map(\.rawValue))
    return Reader(
      word.expectation, example: word.example, schema: word.schema, text: \.rawValue
    ) { node, context in word.read(node, context).flatMap(Content.init) }
  }
}

extension Reader where Content == [String] {
  /// Some of a set of words, each once, in the order of the set.
  static func words(of all: [String]) -> Reader {
    let expectation = "a list of " + all.joined(separator: ", ")
    let word = Reader<String>.word(of: all)
    return Reader(
      expectation, example: "[\(all[0])]",
      schema: SchemaPart.list(word.schema).merging(["uniqueItems": true])
    ) { node, context in
      guard let items = node.items else { return context.mismatched(expectation, at: node) }
      var found: Set<String> = []
      for item in items {
        guard let word = word.read(item, context) else { return nil }
        if !found.insert(word).inserted {
          context.error(.conflict, "\(word.quoted) stands here twice", at: item)
        }
      }
      return all.filter(found.contains)
    }
  }
}

extension YAMLNode {
  /// `none`, which JSON has in quotes, `null` or `~`; not just nothing, which may be a value that
  /// was forgotten.
  var isNone: Bool {
    guard let scalar, !scalar.text.isEmpty else { return false }
    return scalar.text == "none" || isNull
  }
}
