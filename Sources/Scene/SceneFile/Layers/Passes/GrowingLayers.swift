import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  static let grow = DefaultedField(
    "grow", .number(.zeroOrMore), default: 0,
    "In a row or a column that has bounds: the layer's share of the room that is left. With 1 and 2, one layer grows by a third of it, the other by two."
  )
}

/// A layer that takes a share of the room that a row or a column leaves.
struct GrowingLayer {
  let share: Double
  /// The key that says so.
  let node: YAMLNode
  /// Whether its sublayers are laid out, which happens before it grows.
  let hasLayout: Bool
  /// The width for a height of 1, where one side follows the other.
  let aspectRatio: Double?
}

extension LayerDraft {
  /// Keeps the share that the layer takes, for the layout around it.
  mutating func noteGrowth() {
    let share = fields[Key.grow]
    guard share > 0, let node = fields.keyNode(Key.grow) else { return }
    sizing.grows = true
    registry[GrowingLayer.self, of: number] = GrowingLayer(
      share: share, node: node, hasLayout: fields.keyNode(Key.layout) != nil,
      aspectRatio: sizing.aspectRatio)
  }
}

extension SceneContext {
  /// The shares of the sublayers that grow in a layout, by index; reports sublayers that cannot.
  func shares(
    _ registry: LayerRegistry, of sublayers: [Layer], in layout: Layout, _ bounds: Rect
  ) -> [Int: Double] {
    let growing = sublayers.map { registry[GrowingLayer.self, of: $0.index] }
    guard let first = growing.lazy.compactMap(\.self).first else { return [:] }
    // The layout may become another one, so that the shares count later.
    if ![.row, .column].contains(layout.kind) || layout.wraps {
      warnAboutGrowth(first, "only a row and a column that do not wrap have room to grow into")
    } else if (layout.kind == .row ? bounds.width : bounds.height) <= 0 {
      warnAboutGrowth(
        first, "the \(layout.kind.rawValue) is as long as its layers need, and leaves no room",
        hint: "give bounds to the layer around it")
    }
    var shares: [Int: Double] = [:]
    for (layer, share) in zip(sublayers, growing) {
      guard let share, isAbleToGrow(layer, share) else { continue }
      shares[layer.index] = share.share
    }
    return shares
  }

  /// Reports layers that grow where no layout shares out any room.
  func checkGrowth(_ registry: LayerRegistry) {
    for (_, layer) in registry.all(GrowingLayer.self) {
      warnAboutGrowth(
        layer, "a layer grows in a row or a column only", hint: "write layout: row around it")
    }
  }

  private func isAbleToGrow(_ layer: Layer, _ growing: GrowingLayer) -> Bool {
    guard !growing.hasLayout else {
      return failure(
        .conflict, "the layer's own layout is worked out before it grows", at: growing.node,
        hint: "put the layout into a layer with bounds inside")
    }
    guard layer.layerClass != .shape || !layer.values[.bounds].isEmpty else {
      warnAboutGrowth(growing, "a shape without bounds keeps its path's size")
      return false
    }
    return true
  }

  private func warnAboutGrowth(_ growing: GrowingLayer, _ message: String, hint: String? = nil) {
    warning(.noEffect, message, at: growing.node, hint: hint)
  }
}
