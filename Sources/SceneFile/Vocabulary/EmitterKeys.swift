import LayerTree

extension Key {
  static let cellName = Key(
    "name", .layerName,
    "For key paths such as emitterCells.NAME.birthRate; without a full stop, unique among its cells."
  )
  static let innerCells = Key(
    "emitterCells", .value(.emitterCells), "What each of its particles emits in turn.")
}

extension Vocabulary {
  /// One kind of particles of an emitter layer.
  public static let emitterCell = Vocabulary(
    owner: "an emitter cell",
    [.cellName] + EmitterCell.properties.map(Key.init) + [.innerCells])
}
