import RostrumGeometry
import RostrumLayerTree

/// The layers inside a layer, and the animations that their layout gives the layer itself.
struct LayerContent {
  var layers: [Layer]
  var animations: [AttachedAnimation] = []
}

extension LayerReader {
  /// The layers inside, with the pieces of its text before the others.
  func content(
    of draft: LayerDraft, numbered number: Int, _ values: inout LayerValues,
    after pieces: [Layer], in place: LayerPlace,
    pin: @escaping @Sendable (inout LayerValues) -> Void
  ) -> LayerContent {
    let nodes = draft.fields[Key.sublayers] ?? []
    draft.checkLayout(nodes)
    switch draft.layerClass {
    case .sequence:
      if draft.fields[Key.stagger] != nil, let node = draft.fields.keyNode(Key.stagger) {
        context.error(
          .conflict, "the children of a sequence follow each other", at: node,
          hint: "write overlap, or give another class")
      }
      return LayerContent(layers: sequence(nodes, draft.fields, in: place))
    case .replicator:
      context.staggerCopies(&values, draft.fields)
      return LayerContent(layers: layers(nodes, in: place))
    default:
      var content = laidOut(draft, nodes, numbered: number, &values, in: place, pin: pin)
      content.layers = context.staggered(pieces + content.layers, draft.fields)
      return content
    }
  }

  /// The layers inside at the places of the layout, if there is one.
  private func laidOut(
    _ draft: LayerDraft, _ nodes: [YAMLNode], numbered number: Int, _ values: inout LayerValues,
    in place: LayerPlace, pin: @escaping @Sendable (inout LayerValues) -> Void
  ) -> LayerContent {
    var place = place
    place.layout = context.withoutWarnings.layoutRoom(draft.fields, values[.bounds])
    let inner = layers(draft.nodesForLayout(nodes), in: place)
    let arrangement = draft.arrangement(
      numbered: number, of: inner, growing: table.growing, with: values[.bounds], pin: pin)
    if draft.fields.has(Key.layout) { for layer in inner { table.growing[layer.index] = nil } }
    guard let arrangement else { return LayerContent(layers: inner) }
    table.arrangements[number] = arrangement
    let placed = arrangement.placing(inner, numbered: number, in: &values)
    guard !draft.layoutAnimations.isEmpty else { return LayerContent(layers: placed) }
    let mover = LayoutMover(
      context: context, table: table, arrangement: arrangement, container: number, values: values,
      place: AnimationPlace(
        layerClass: draft.layerClass, latestTime: place.latestTime, values: values))
    let moved = mover.moved(placed, by: draft.layoutAnimations)
    return LayerContent(layers: moved.layers, animations: moved.own)
  }
}
