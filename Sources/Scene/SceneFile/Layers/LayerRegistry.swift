/// The layers of a scene that were read so far: their names, and what passes keep about them for
/// later.
final class LayerRegistry {
  /// Layers counted so far; the root is layer 0.
  var count: Int
  /// Where each name was given first.
  private(set) var names: [String: YAMLNode] = [:]
  /// Whether a layer could not be read, so that its name is not known.
  var missesLayers = false
  /// The latest time that each layer's clock shows, by the layer's index, when no event changes it.
  var latestTimes: [Int: Double] = [:]
  /// The kept values, by their type and the layer's index.
  private var kept: [ObjectIdentifier: [Int: Any]] = [:]

  init(count: Int) { self.count = count }

  /// Keeps a name with its place; `nil`, or where another layer was called so before.
  func insert(_ name: String, at node: YAMLNode) -> YAMLNode? {
    if let first = names[name] { return first }
    names[name] = node
    return nil
  }

  /// The value of a type that is kept about a layer.
  subscript<Value>(_ type: Value.Type, of layer: Int) -> Value? {
    get { kept[ObjectIdentifier(type)]?[layer] as? Value }
    set { kept[ObjectIdentifier(type), default: [:]][layer] = newValue }
  }

  /// The values of a type that are kept about all layers, by ascending indices.
  func all<Value>(_ type: Value.Type) -> [(layer: Int, value: Value)] {
    (kept[ObjectIdentifier(type)] ?? [:]).sorted { $0.key < $1.key }
      .compactMap { layer, value in (value as? Value).map { (layer, $0) } }
  }
}
