import Geometry
import LayerTree

/// Places the layers of a presentation on the canvas.
///
/// Subtrees that did not change since the builder's last tree are taken from it. That is only a shortcut: the tree for a time is the same
/// whatever was built before.
struct DisplayTreeBuilder {
  let painters: PainterTable
  let canvas: PixelRect

  /// The tree of a scene's presentation, drawn `scale` pixels to the point; `previous` is an earlier tree of the same scene.
  func tree(
    of presentation: PresentationLayer, scale: Double, reusing previous: DisplayNode?
  ) -> DisplayNode? {
    node(
      for: presentation, superlayerTransform: .scale(x: scale, y: scale),
      sublayerTransform: nil, reusing: previous)
  }

  private func node(
    for layer: PresentationLayer, superlayerTransform: AffineTransform,
    sublayerTransform: Transform3D?, reusing previous: DisplayNode?
  ) -> DisplayNode? {
    guard !layer.values[.hidden].boolean, layer.values[.opacity].number > 0 else { return nil }
    let placement = LayerPlacement(layer.values)
    let local = placement.toSuperlayer(through: sublayerTransform)
    let transform = local.concatenating(superlayerTransform)
    guard transform.isFinite else { return nil }
    if let previous, previous.layer === layer, previous.transform == transform { return previous }
    let node = node(for: layer, placement: placement, transform: transform, reusing: previous)
    return node.bounds.isEmpty ? nil : node
  }

  private func node(
    for layer: PresentationLayer, placement: LayerPlacement, transform: AffineTransform,
    reusing previous: DisplayNode?
  ) -> DisplayNode {
    let drawing = drawing(of: layer, reusing: previous)
    let ownBounds = pixels(drawing.ink, transform)
    let sublayers = sublayers(of: layer, placement, transform, reusing: previous)
    var content = sublayers.reduce(PixelRect.empty) { $0.union($1.bounds) }
    if layer.values[.masksToBounds].boolean {
      content = content.intersection(pixels(layer.values[.bounds].rect, transform))
    }
    return DisplayNode(
      layer: layer, transform: transform, drawing: drawing, ownBounds: ownBounds,
      bounds: ownBounds.union(content), sublayers: sublayers)
  }

  /// Values that are the same draw the same.
  private func drawing(
    of layer: PresentationLayer, reusing previous: DisplayNode?
  ) -> LayerDrawing {
    if let previous, previous.layer === layer { return previous.drawing }
    return painters.drawing(of: layer)
  }

  /// The visible sublayers, in the order in which they cover each other.
  private func sublayers(
    of layer: PresentationLayer, _ placement: LayerPlacement, _ transform: AffineTransform,
    reusing previous: DisplayNode?
  ) -> [DisplayNode] {
    guard !layer.sublayers.isEmpty else { return [] }
    let sublayerTransform = placement.sublayerTransform
    let earlier = previous.map(EarlierNodes.init)
    return layer.sublayers.sortedByDepth().compactMap { sublayer in
      node(
        for: sublayer, superlayerTransform: transform, sublayerTransform: sublayerTransform,
        reusing: earlier?.node(of: sublayer))
    }
  }

  /// The pixels of the canvas that a rectangle of the layer can touch, with one more all round for antialiasing.
  private func pixels(_ rect: Rect, _ transform: AffineTransform) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let box = transform.boundingBox(of: rect).insetBy(dx: -1, dy: -1)
    return PixelRect(enclosing: box).intersection(canvas)
  }
}

/// Finds the node that a layer had in an earlier tree.
private struct EarlierNodes {
  private let nodes: [PresentationLayer.Identity: DisplayNode]

  init(of parent: DisplayNode) {
    nodes = Dictionary(
      parent.sublayers.map { ($0.layer.identity, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func node(of layer: PresentationLayer) -> DisplayNode? { nodes[layer.identity] }
}

extension [PresentationLayer] {
  /// Back to front: by `zPosition`, equal ones in the order of the file.
  fileprivate func sortedByDepth() -> [PresentationLayer] {
    guard contains(where: { $0.values[.zPosition].number != 0 }) else { return self }
    return enumerated().sorted { a, b in
      let (za, zb) = (a.element.values[.zPosition].number, b.element.values[.zPosition].number)
      return za == zb ? a.offset < b.offset : za < zb
    }.map(\.element)
  }
}
