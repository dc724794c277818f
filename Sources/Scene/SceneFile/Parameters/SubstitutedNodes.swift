import RostrumSource

extension CalculatedValue {
  /// The value of a node.
  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): self.init(scalar.text, isPlain: scalar.isPlain)
    case .mapping: self = .row(node)
    case .sequence(let items): self.init(list: items.map { CalculatedValue($0) })
    }
  }

  /// As a scene file writes it.
  func node(mark: YAMLMark, origins: [Diagnostic.Related] = []) -> YAMLNode {
    let content: YAMLNode.Content
    switch self {
    case .row(let node): return node.moved(to: mark, origins: origins)
    case .list(let list):
      content = .sequence(list.items.map { $0.node(mark: mark, origins: origins) })
    case .text(let text, let isPlain): content = .scalar(.init(text: text, isPlain: isPlain))
    case .number:
      var scalar = YAMLNode.Scalar(text: text ?? "", isPlain: true)
      scalar.isCalculated = true
      content = .scalar(scalar)
    case .flag: content = .scalar(.init(text: text ?? "", isPlain: true))
    }
    return YAMLNode(content, mark: mark, origins: origins)
  }
}

extension YAMLNode.Scalar {
  /// The text for people: a number that was worked out without the noise of binary fractions.
  var shownText: String {
    guard isCalculated, case .number(let number) = NumberText(text) else { return text }
    return number.shownText
  }
}

extension YAMLNode {
  /// The value of a key in a mapping; of a list of mappings, the list of their values. `nil` where
  /// a mapping lacks the key.
  func column(_ name: String) -> YAMLNode? {
    if let entries { return entries.first { $0.name == name }?.value }
    guard let items, !items.isEmpty else { return nil }
    let cells = items.compactMap { $0.entries == nil ? nil : $0.column(name) }
    return cells.count == items.count ? YAMLNode(.sequence(cells), mark: mark) : nil
  }

  package var columnNames: [String] {
    (entries ?? items?.first?.entries)?.map(\.name) ?? []
  }

  /// The message and the hint about a column that the value of that name does not have.
  func withoutColumn(
    _ column: String, called owner: String, _ context: SceneContext
  ) -> (message: String, hint: String?) {
    let columns = columnNames
    guard !columns.isEmpty else {
      return (
        "\(owner.quoted) is \(description), which has no columns",
        Int(column).map { "write calc(item(${\(owner)}, \($0))), which counts from 0" }
      )
    }
    let similar = context.suggestion(for: column, among: columns)
    let known =
      "it has \(columns.prefix(20).joined(separator: ", ")); where it may be missing, write \(column): none"
    return ("\(owner.quoted) has no \(column.quoted)", similar ?? known)
  }

  /// A node in place of something that was already reported.
  static let broken = YAMLNode(
    .scalar(.init(text: "", isPlain: true, isBroken: true)), mark: .start)

  /// The same value at another place. Values inside it keep their origins, such as the row of a
  /// table.
  func moved(to mark: YAMLMark, origins: [Diagnostic.Related]) -> YAMLNode {
    let moved: Content =
      switch content {
      case .scalar: content
      case .sequence(let items): .sequence(items.map { $0.movedWithin(mark, origins) })
      case .mapping(let entries):
        .mapping(
          entries.map {
            Entry(
              name: $0.name, key: $0.key.moved(to: mark, origins: origins),
              value: $0.value.movedWithin(mark, origins))
          })
      }
    return YAMLNode(moved, mark: mark, origins: origins)
  }

  private func movedWithin(_ mark: YAMLMark, _ origins: [Diagnostic.Related]) -> YAMLNode {
    moved(to: mark, origins: self.origins.isEmpty ? origins : self.origins)
  }
}

extension YAMLNode {
  /// The way out of an index, blanks or a calculation in a placeholder, as `${names[0]}`, `${ w }`
  /// and `${w / 2}`; `nil` for another text.
  var adviceOnPlaceholder: String? {
    // A long text may have very many.
    guard let text = scalar?.text, text.utf8.count < 1000 else { return nil }
    if let found = text.firstMatch(of: #/\$\{([\w.\-]+)\[(\d+)\]/#) {
      return "write calc(item(${\(found.output.1)}, \(found.output.2))), which counts from 0"
    }
    let inside = #/\$\{(?![\w.\-]+\}) *([a-zA-Z_][\w.]*) *(?:([-+*\/]) *([^{}$]*[^{}$ ]))? *\}/#
    return text.firstMatch(of: inside).map { found in
      let name = "${\(found.output.1)}"
      guard let sign = found.output.2, let rest = found.output.3 else { return "write \(name)" }
      return "write calc(\(name) \(sign) \(rest))"
    }
  }
}

extension String {
  /// Names that other languages give to the number of a repetition.
  private static let wordsForNumbers: Set = ["i", "index", "n", "number"]

  /// Advice for a placeholder whose name has no value. `later`: names of the same `let` without a
  /// value so far; `repeated`: names of the repetitions around; `similar`: a name like it.
  func adviceAsParameter(
    later: Set<String>, repeated: Set<String>, similar: @autoclosure () -> String?
  ) -> String {
    if later.contains(self) {
      return "\(quoted) comes after it: each value of a let may use the ones before it"
    }
    if !repeated.isEmpty, Self.wordsForNumbers.contains(self) {
      return "write index: \(self) beside forEach, for the number of the value from 0"
    }
    if let similar = similar() { return "did you mean '\(similar)'?" }
    guard repeated.isEmpty else {
      return "the names of the repetition: \(repeated.sorted().joined(separator: ", "))"
    }
    return "declare it under parameters, or write $${ for the two characters themselves"
  }
}
