import RostrumBase
package import RostrumLayerTree
import RostrumSource
package import RostrumSceneFile

/// Where the value of a placeholder is written.
package enum ValueSource: Hashable, Sendable {
  /// In the scene file: the steps from its root.
  case file(steps: [ValueStep], line: Int)
  /// In a file of rows, in the row that begins at a line.
  case cell(path: String, line: Int, column: String)
  /// At a place that cannot be changed from here, in words.
  case words(String)
}

/// A scene file with its parameters, calculations and repetitions put in.
package struct ExpandedText: Sendable {
  let root: YAMLNode
  /// The mappings of layers by the places where they are written, in the order of the file.
  private let layers: [YAMLMark: [YAMLNode]]

  package init(_ root: YAMLNode) {
    self.root = root
    var found: [YAMLMark: [YAMLNode]] = [:]
    func add(_ layer: YAMLNode) {
      guard let entries = layer.entries else { return }
      found[layer.mark, default: []].append(layer)
      for key in [Key.sublayers.name, Key.mask.name] {
        guard let inner = entries.first(where: { $0.name == key })?.value else { continue }
        for item in inner.items ?? [inner] { add(item) }
      }
    }
    let all = root.entries?.first { $0.name == Key.layers.name }?.value
    for layer in all?.items ?? [] { add(layer) }
    layers = found
  }

  /// One of the layers that are written at a place: the `copy`-th of `count`. `nil` where the
  /// layers of the scene are others.
  fileprivate func layer(at place: SourcePlace, copy: Int, of count: Int) -> YAMLNode? {
    guard let column = place.column,
      let found = layers[YAMLMark(line: place.line, column: column)],
      found.count == count, found.indices.contains(copy)
    else { return nil }
    return found[copy]
  }
}

extension EditableText {
  /// The values that the file gives a layer, with what they are in the scene and where that is
  /// written: of the `copy`-th of the `count` layers that are made of the mapping.
  package func values(
    in owner: SourcePlace, copy: Int, of count: Int, _ expanded: ExpandedText?
  ) -> [WrittenValue] {
    let layer = expanded?.layer(at: owner, copy: copy, of: count)
    return values(in: owner).map { value in
      var value = value
      guard value.refusal != nil else { return value }
      let node = layer.flatMap { $0.value(at: value.steps) }
      value.shown = node.map(\.line)
      value.source = source(of: value, in: owner, node)
      return value
    }
  }

  /// The place of the text that a placeholder or an alias refers to.
  private func source(
    of value: WrittenValue, in owner: SourcePlace, _ node: YAMLNode?
  ) -> ValueSource? {
    if let written = try? find(owner, value.steps), let anchor = anchor(of: written) {
      return .file(steps: anchor.steps, line: anchor.line)
    }
    guard case .scalar(let text, _) = value.content else { return nil }
    guard let origin = node?.origins.first else { return nil }
    let name = PlaceholderText(text).wholeName
    if name == nil || CalculationText.isPossible(in: text) {
      return .words(origins(node?.origins ?? []))
    }
    let parts = (name ?? "").split(separator: ".", maxSplits: 1)
    let column = parts.count == 2 ? String(parts[1]) : nil
    guard FilePath(origin.range.file) == FilePath(source.path) else {
      let isTable = ["csv", "tsv"].contains(origin.range.file.pathExtension.lowercased())
      guard isTable, let first = parts.first else { return .words(origin.message) }
      return .cell(
        path: origin.range.file, line: origin.range.line, column: column ?? String(first))
    }
    return written(node?.scalar?.text, at: origin.range, column) ?? .words(origin.message)
  }

  private func origins(_ all: [Diagnostic.Related]) -> String {
    all.map { "\($0.message) (line \($0.range.line))" }.joined(separator: "; ")
  }

  private func find(_ owner: SourcePlace, _ steps: [ValueStep]) throws(EditRefusal) -> YAMLNode? {
    try find(owner).node.value(at: steps)
  }

  /// The text that begins at a range, or that of its `column`.
  private func written(
    _ text: String?, at range: SourceRange, _ column: String?
  ) -> ValueSource? {
    var found: ValueSource?
    visit { steps, node in
      guard found == nil, node.mark.line == range.line, node.mark.column == range.column,
        !source.isAlias(node)
      else { return }
      let inner = column.map { [ValueStep.key($0)] } ?? []
      guard let value = node.value(at: inner), let scalar = value.scalar, scalar.text == text
      else { return }
      found = .file(steps: steps + inner, line: value.mark.line)
    }
    return found
  }
}

extension YAMLNode {
  /// The value at the end of some steps.
  func value(at steps: [ValueStep]) -> YAMLNode? {
    var node = self
    for step in steps {
      let next =
        switch step {
        case .key(let name): node.entries?.first { $0.name == name }?.value
        case .index(let index):
          node.items.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
      guard let next else { return nil }
      node = next
    }
    return node
  }

  /// The value on one line: a scalar, or a list of such values.
  var line: String {
    switch content {
    case .scalar(let scalar): scalar.text
    case .sequence(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.name): \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }
}
