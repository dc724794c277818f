import LayerTree

/// The layers of a scene by name, for the events.
struct EventTargets {
  private let layers: [String: Layer]
  /// Those inside other scenes, to which only those scenes' own events can happen.
  private let innerNames: Set<String>
  private let context: SceneContext

  init(_ layers: [Layer], _ context: SceneContext) {
    self.layers = Dictionary(
      layers.flatMap(\.subtreeOfScene).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let known = self.layers
    innerNames = Set(layers.flatMap(\.subtree).map(\.name).filter { known[$0] == nil })
    self.context = context
  }

  /// `nil` after reporting that there is no such layer.
  func layer(_ name: String, at node: YAMLNode) -> Layer? {
    if let layer = layers[name] { return layer }
    guard !context.missesLayers else { return nil }
    if innerNames.contains(name) {
      context.error(
        .conflict, "\(name.quoted) belongs to another scene, whose own events change it", at: node,
        hint: "write the event into that scene's file")
      return nil
    }
    context.error(
      .unknownLayer, "there is no layer \(name.quoted)", at: node,
      hint: closest(to: name, among: layers.keys.sorted()).map { "did you mean '\($0)'?" })
    return nil
  }

  /// The layers that a mapping names, each with what stands after its name.
  func layers(_ node: YAMLNode, _ grammar: Grammar) -> [(layer: Layer, node: YAMLNode)] {
    guard let entries = node.entries else {
      context.mismatch(grammar.expectation, at: node)
      return []
    }
    return entries.compactMap { entry in
      layer(entry.name, at: entry.key).map { ($0, entry.value) }
    }
  }

  /// The layers of a list of names, or of one name.
  func layers(named node: YAMLNode) -> [(layer: Layer, node: YAMLNode)] {
    (node.items ?? [node]).compactMap { item in
      context.text(item, Grammar.layerNames.expectation)
        .flatMap { layer($0, at: item) }.map { ($0, item) }
    }
  }
}
