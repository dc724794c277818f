import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// Reads layers, and enters them in a registry.
struct LayerReader {
  /// Reads the tree of another file as a scene, for a layer that shows it. Gives the scene, `nil`
  /// after reporting, and the values that the layer gives the scene's parameters.
  typealias SceneReading = (
    _ root: YAMLNode, _ reader: LayerReader, _ place: LayerPlace, _ given: GivenParameters
  ) -> (scene: Scene?, parameters: [(name: String, value: ArgumentValue)])

  var context: SceneContext
  let innerScenes: InnerScenes
  let registry: LayerRegistry
  /// The size of the scene, in points.
  let canvas: Size
  let readScene: SceneReading

  /// Reads the layers of a list; one with an error is reported and left out.
  func layers(_ nodes: [YAMLNode], in place: LayerPlace) -> [Layer] {
    guard isWithinLimit(nodes) else { return [] }
    return nodes.enumerated().compactMap {
      layer($0.element, named: place.name(ofLayer: $0.offset), in: place)
    }
  }

  /// Whether the scene may have this many more layers; reports it if not.
  func isWithinLimit(_ nodes: [YAMLNode]) -> Bool {
    if registry.count + nodes.count <= context.options.maximumLayers { return true }
    return context.failure(
      .tooManyLayers,
      "the scene has more than the limit of \(context.options.maximumLayers) layers",
      at: nodes.first ?? YAMLNode(.sequence([]), mark: .start))
  }

  /// `defaultName` is a name made from the layer's place in the file.
  func layer(_ node: YAMLNode, named defaultName: String, in place: LayerPlace) -> Layer? {
    guard isShallow(place, node),
      var draft = LayerDraft(node, named: defaultName, in: place, self)
    else {
      registry.missesLayers = true
      return nil
    }
    draft.pass(.declared)
    draft.readClock()
    draft.pass(.described)
    draft.readValues()
    draft.pass(.sized)
    draft.pass(.placed)
    draft.readAnimations()
    draft.pass(.opened)
    draft.readSublayers()
    draft.pass(.fitted)
    draft.settle()
    draft.readMask()
    draft.pass(.complete)
    return draft.layer()
  }

  private func isShallow(_ place: LayerPlace, _ node: YAMLNode) -> Bool {
    if place.depth < LayerPlace.maximumDepth { return true }
    return context.failure(
      .tooDeep,
      "layers lie more than \(LayerPlace.maximumDepth) deep in each other, with those of scenes inside",
      at: node)
  }

  /// Keeps the name of a layer; reports one that is in use.
  func remember(_ name: String, at node: YAMLNode) {
    if name == "scene" {
      context.error(.duplicateName, "'scene' is the name of the scene itself", at: node)
    }
    guard let first = registry.insert(name, at: node) else { return }
    let place = first.place()
    context.error(
      .duplicateName, "duplicate layer name \(name.quoted)", at: node,
      hint: first.mark == node.mark
        ? "what is repeated needs a name of its own each time, such as \(name)-${i}" : nil,
      related: [.init(message: "first given here", place: place)])
  }

  /// Counts a layer that the file does not have, and keeps its name. Returns its index.
  func enter(_ name: String, at node: YAMLNode) -> Int {
    registry.count += 1
    remember(name, at: node)
    return registry.count
  }
}
