import LayerTree

/// A key path into a layer's filters, such as `filters.blur.inputRadius`.
struct FilterKeyPath {
  private let property: Property
  private let words: [String]
  private let filters: [LayerFilter]

  /// `nil` for another key path.
  init?(_ name: String, _ values: LayerValues) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let list = [Property.filters, .backgroundFilters].first { $0.name == words[0] }
    guard words.count > 1, let list else { return nil }
    property = list
    self.words = Array(words.dropFirst())
    filters = values[list]
  }

  /// `nil` after reporting why there is none.
  func resolved(at node: YAMLNode, _ resolution: Resolution) -> AnimationKeyPath? {
    guard let filter = filters.first(where: { $0.name == words[0] }) else {
      reportUnknownFilter(at: node, resolution)
      return nil
    }
    let name = words.dropFirst().joined(separator: ".")
    guard let input = filter.kind.input(named: name) else {
      let inputs = filter.kind.inputs.map(\.name)
      let found = closest(to: name, among: inputs).map { "did you mean '\($0)'?" }
      resolution.error(
        .unknownKeyPath, "a \(filter.kind.name) filter has no input \(name.quoted)", at: node,
        hint: found ?? (inputs.isEmpty ? nil : "it has " + inputs.joined(separator: ", ")))
      return nil
    }
    return AnimationKeyPath(
      property, .filter(FilterComponent(filter: filter.name, property: input)))
  }

  private func reportUnknownFilter(at node: YAMLNode, _ resolution: Resolution) {
    let names = filters.map(\.name)
    let hint =
      names.isEmpty
      ? "give the layer \(property.name)"
      : closest(to: words[0], among: names).map { "did you mean '\($0)'?" }
        ?? "it has " + names.joined(separator: ", ")
    resolution.error(
      .unknownName, "the layer has no filter \(words[0].quoted) among its \(property.name)",
      at: node, hint: hint)
  }
}
