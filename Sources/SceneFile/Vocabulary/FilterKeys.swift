public import LayerTree

extension Key {
  static let filterType = Key(
    "type", .filterType, isRequired: true, "The kind of filter.")
  static let filterName = Key(
    "name", .layerName,
    "For key paths such as filters.NAME.inputRadius; without a full stop, unique in its list. Default: the type."
  )
}

extension Vocabulary {
  /// One filter of a layer.
  public static func filter(_ kind: FilterKind) -> Vocabulary {
    Vocabulary(
      owner: "a \(kind.name) filter", [.filterType, .filterName] + kind.inputs.map(Key.init))
  }
}
