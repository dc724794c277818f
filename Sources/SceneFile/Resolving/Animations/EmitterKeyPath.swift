import LayerTree

/// A key path into an emitter layer's cells, such as `emitterCells.spark.birthRate`.
struct EmitterKeyPath {
  private let words: [String]
  private let cells: [EmitterCell]

  /// `nil` for another key path, or another class of layer.
  init?(_ name: String, _ layerClass: LayerClass, _ values: LayerValues) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard layerClass == .emitter, words.count > 1, words[0] == Property.emitterCells.name else {
      return nil
    }
    self.words = Array(words.dropFirst())
    cells = values[.emitterCells]
  }

  private var names: [String] { words.dropLast() }

  private var property: Property? {
    EmitterCell.properties.first { $0.name == words.last }
  }

  /// `nil` after reporting why there is none.
  func resolved(mustAnimate: Bool, at node: YAMLNode, _ resolution: Resolution)
    -> AnimationKeyPath?
  {
    guard let property else {
      let word = words.last ?? ""
      let found = closest(to: word, among: EmitterCell.properties.map(\.name))
      resolution.error(
        .unknownKeyPath, "an emitter cell has no property \(word.quoted)", at: node,
        hint: found.map { "did you mean '\($0)'?" })
      return nil
    }
    guard cells.namePaths.contains(names) else {
      reportUnknownCell(at: node, resolution)
      return nil
    }
    guard property.isAnimatable || !mustAnimate else {
      resolution.error(.notAnimatable, "\(property.name.quoted) cannot be animated", at: node)
      return nil
    }
    let part = EmitterCellComponent(names: names, property: property)
    return AnimationKeyPath(.emitterCells, .emitterCell(part))
  }

  private func reportUnknownCell(at node: YAMLNode, _ resolution: Resolution) {
    let known = cells.namePaths.map { $0.joined(separator: ".") }
    let name = names.joined(separator: ".")
    let hint =
      known.isEmpty
      ? "give the cell a name"
      : closest(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "it has " + known.joined(separator: ", ")
    resolution.error(
      .unknownName, "the emitter has no cell \(name.quoted)", at: node, hint: hint)
  }
}
