import LayerTree
import Timing

extension SceneContext {
  /// What a mapping from names to things holds: `nil` for one with mistakes, which are reported.
  func named<Thing>(
    _ node: YAMLNode, _ expectation: String, _ read: (YAMLNode) -> Thing?
  ) -> [String: Thing?] {
    guard let entries = node.entries else {
      mismatch(expectation, at: node)
      return [:]
    }
    var result: [String: Thing?] = [:]
    for entry in entries {
      let thing = read(entry.value)
      if isUsable(entry) { result.updateValue(thing, forKey: entry.name) }
    }
    return result
  }

  private func isUsable(_ entry: YAMLNode.Entry) -> Bool {
    let isName = entry.name.contains { !$0.isWhitespace } && entry.name.allSatisfy(\.isPrintable)
    if !isName || entry.name.count > 200 {
      error(
        .badName, "expected a name of printable text; found \(entry.name.quoted)", at: entry.key)
    }
    return isName && entry.name.count <= 200
  }

  /// The thing of that name.
  func find<Thing>(_ node: YAMLNode, in things: [String: Thing?], kind: String) -> Thing? {
    guard let name = text(node, "the name of a \(kind)") else { return nil }
    if let thing = things[name] { return thing }
    let found = closest(to: name, among: things.keys.sorted())
    error(
      .unknownName, "the scene has no \(kind) \(name.quoted)", at: node,
      hint: found.map { "did you mean '\($0)'?" })
    return nil
  }
}
