import RostrumBase
import RostrumSceneFile

/// A text that an editor may put at the cursor.
package struct SceneCompletion: Hashable, Sendable {
  package enum Kind: Sendable { case key, value, name, function }

  package let text: String
  package let summary: String
  package let kind: Kind
  /// The replaced range.
  package let span: TextSpan
}

extension SceneOutline {
  /// The words that fit at a place of the text, which may be unfinished there.
  package func completions(_ line: Int, _ column: Int) -> [SceneCompletion] {
    guard lines.indices.contains(line), column <= lines[line].count else { return [] }
    let before = lines[line].prefix(column)
    let word = before.reversed().prefix { $0.isOfName || $0 == "#" }.count
    let span = TextSpan(line: line, start: column - word, end: column)
    func all(_ names: [(String, String)], _ kind: SceneCompletion.Kind) -> [SceneCompletion] {
      names.map { SceneCompletion(text: $0.0, summary: $0.1, kind: kind, span: span) }
    }
    if let name = openPlaceholder(before) {
      let whole = root == nil ? closingPlaceholder(line, column) : self
      let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        return all(whole.values(near: line).map { ($0.name, $0.summary) }, .name)
      }
      let start = column - parts[1].unicodeScalars.count
      return whole.columns(ofRows: String(parts[0])).map {
        SceneCompletion(
          text: $0, summary: "A column.", kind: .name,
          span: TextSpan(line: line, start: start, end: column))
      }
    }
    if isInCalculation(line, column) {
      return all(
        CalculationFunction.names.sorted().map {
          ($0, ListedFunction.byName[$0].map { "`\($0.usage)`\n\n\($0.summary)" } ?? "")
        }, .function)
    }
    let found = ["\(Self.cursor): 0", Self.cursor].map { complete(line, span, $0) }
    return all(found[0].map { ($0.name, $0.summary) }, .key)
      + all(found[1].map { ($0.name, $0.summary) }, .value)
  }

  /// The columns of a table, or of the table that a repetition goes through.
  private func columns(ofRows name: String) -> [String] {
    let own = columns(ofValue: name)
    guard own.isEmpty else { return own }
    let repetition = elements.first { !$0.isKey && $0.key() == "forEach" && $0.text == name }
    let source = repetition?.nodes.dropLast().last?.entries?.first { $0.name == "in" }?.value
    guard let source else { return [] }
    if source.items != nil { return source.columnNames }
    return source.scalar.map { text in
      PlaceholderText(text.text).wholeName.map { columns(ofValue: $0) } ?? []
    } ?? []
  }

  private static let cursor = "__cursor__"

  /// The name that is being written after `${`.
  private func openPlaceholder(_ before: ArraySlice<Unicode.Scalar>) -> String? {
    let text = String(String.UnicodeScalarView(before))
    guard let start = text.ranges(of: "${").last else { return nil }
    let name = text[start.upperBound...]
    return name.contains("}") ? nil : String(name)
  }

  /// The outline of the text with the placeholder at the cursor closed, and with what else is open
  /// before it closed where nothing follows.
  private func closingPlaceholder(_ line: Int, _ column: Int) -> SceneOutline {
    let before = String(String.UnicodeScalarView(lines[line].prefix(column)))
    let after = String(String.UnicodeScalarView(lines[line].dropFirst(column)))
    let outer = before.ranges(of: "${").last.map { String(before[..<$0.lowerBound]) } ?? before
    let closed = before + "}\"" + Self.closers(outer)
    let outlines = [before + "}" + after, closed].lazy.map {
      SceneOutline(text(withLine: line, as: $0))
    }
    return outlines.first { $0.root != nil } ?? self
  }

  /// The text with another line.
  private func text(withLine line: Int, as text: String) -> String {
    var all = lines.map { String(String.UnicodeScalarView($0)) }
    all[line] = text
    return all.joined(separator: "\n")
  }

  /// The keys or words for a mark in the place of a word.
  private func complete(_ line: Int, _ span: TextSpan, _ mark: String) -> [SchemaGuide.Key] {
    let scalars = lines[line]
    let before = String(String.UnicodeScalarView(scalars.prefix(span.start)))
    let after = String(String.UnicodeScalarView(scalars.dropFirst(span.end)))
    let isKey = mark != Self.cursor
    let end = before.last { $0 != " " }
    let isPlace = isKey ? end.map { "-{,".contains($0) } ?? true : end.map { ":-[,".contains($0) }
    guard isPlace == true else { return [] }
    // An existing key keeps its value.
    let kept = isKey && after.hasPrefix(":") ? before + Self.cursor + after : nil
    let closed = before + mark + Self.closers(before)
    for text in [kept, before + mark + after, closed].compactMap(\.self) {
      guard let root = Self.parsed(self.text(withLine: line, as: text)),
        let (path, nodes) = Self.place(of: Self.cursor, in: root, isKey: isKey)
      else { continue }
      return isKey ? keys(path, nodes) : words(path, nodes)
    }
    return []
  }

  /// The brackets and braces that are open at the end of a text.
  private static func closers(_ text: String) -> String {
    var open: [Character] = []
    for character in text {
      switch character {
      case "{": open.append("}")
      case "[": open.append("]")
      case "}", "]": _ = open.popLast()
      default: break
      }
    }
    return String(open.reversed())
  }

  /// The steps to the mapping with a key, or to the scalar with a text.
  private static func place(
    of text: String, in root: YAMLNode, isKey: Bool
  ) -> ([OutlineStep], [YAMLNode])? {
    func search(
      _ node: YAMLNode, _ path: [OutlineStep], _ nodes: [YAMLNode]
    ) -> ([OutlineStep], [YAMLNode])? {
      guard path.count < 200 else { return nil }
      switch node.content {
      case .scalar(let scalar): return !isKey && scalar.text == text ? (path, nodes) : nil
      case .sequence(let items):
        for (index, item) in items.enumerated() {
          if let found = search(item, path + [.item(index)], nodes + [item]) { return found }
        }
      case .mapping(let entries):
        if isKey, entries.contains(where: { $0.name == text }) { return (path, nodes) }
        for entry in entries {
          if let found = search(entry.value, path + [.key(entry.name)], nodes + [entry.value]) {
            return found
          }
        }
      }
      return nil
    }
    return search(root, [], [root])
  }

  private func keys(_ path: [OutlineStep], _ nodes: [YAMLNode]) -> [SchemaGuide.Key] {
    let given = Set(nodes.last?.entries?.map(\.name) ?? [])
    if path.last == .key("set") || path.last == .key("layers") && path.count > 1 {
      return layerNames.subtracting(given).sorted().map { .init(name: $0, summary: "A layer.") }
    }
    if path.last == .key("parameters"), let owner = nodes.dropLast().last?.entries,
      let used = owner.first(where: { $0.name == "use" })?.value.scalar?.text
    {
      let component = root?.entries?.first { $0.name == "components" }?.value.entries?
        .first { $0.name == used }?.value.entries
      let declared = component?.first { $0.name == "parameters" }?.value.entries ?? []
      return declared.map { .init(name: $0.name, summary: "A parameter of \(used).") }
    }
    return SchemaGuide.scene.keys(at: path, nodes).filter { !given.contains($0.name) }
  }

  private func words(_ path: [OutlineStep], _ nodes: [YAMLNode]) -> [SchemaGuide.Key] {
    let key = path.last { if case .key = $0 { true } else { false } }
    var names = SchemaGuide.scene.words(at: path, nodes).map {
      SchemaGuide.Key(name: $0, summary: "")
    }
    switch key {
    case .key("use"): names = componentNames.map { .init(name: $0, summary: "A component.") }
    case .key("layer"), .key("target"), .key("remove"),
      .key("from") where path.contains(.key("connect")),
      .key("to") where path.contains(.key("connect")):
      names += layerNames.sorted().map { .init(name: $0, summary: "A layer.") }
    default: break
    }
    return names
  }
}
