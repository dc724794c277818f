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
    case .number, .flag: content = .scalar(.init(text: text ?? "", isPlain: true))
    }
    return YAMLNode(content, mark: mark, origins: origins)
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

  var columnNames: [String] {
    (entries ?? items?.first?.entries)?.map(\.name) ?? []
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
