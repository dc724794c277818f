extension Layer {
  /// Every key path of the layer: those of its class, then those into its filters and emitter cells, by their names.
  public var keyPaths: [AnimationKeyPath] {
    var seen = Set<AnimationKeyPath>()
    let inner = layerClass.properties.flatMap { property in
      epochs.flatMap { AnimationKeyPath.inside($0.values[property], of: property) }
    }
    return layerClass.keyPaths + inner.filter { seen.insert($0).inserted }
  }
}

extension AnimationKeyPath {
  /// Those into filters and emitter cells; `[]` for other values.
  fileprivate static func inside(_ value: Value, of property: Property) -> [AnimationKeyPath] {
    switch value {
    case .filters(let filters):
      filters.flatMap { filter in
        filter.kind.inputs.map { input in
          AnimationKeyPath(property, .filter(FilterComponent(filter: filter.name, property: input)))
        }
      }
    case .emitterCells(let cells):
      cells.flatMap { $0.parts(inside: []) }.map { AnimationKeyPath(property, .emitterCell($0)) }
    default: []
    }
  }
}

extension EmitterCell {
  /// The properties of the cell and of the cells in it. A cell without a name has no key path, nor has what is in it.
  fileprivate func parts(inside outer: [String]) -> [EmitterCellComponent] {
    guard !name.isEmpty else { return [] }
    let names = outer + [name]
    return Self.properties.map { EmitterCellComponent(names: names, property: $0) }
      + cells.flatMap { $0.parts(inside: names) }
  }
}
