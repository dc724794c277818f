import Canvas
import Geometry
import LayerTree

/// Draws a display tree: each layer's own drawing, its sublayers, its border, as Core Animation composites them.
struct ScenePainter {
  let painters: PainterTable
  let background: Color?

  /// Draws anew all that lies in `region`, and leaves every other pixel as it is.
  func paint(_ tree: DisplayNode?, in region: Region, on drawing: Drawing) {
    drawing.withSavedState {
      drawing.transform = .identity
      drawing.clip(toPixels: region.rects)
      drawing.clear()
      if let background { drawing.paint(background) }
      if let tree { paint(tree, opacity: 1, in: region, on: drawing) }
    }
  }

  /// `opacity` is what a superlayer without group opacity hands down.
  private func paint(
    _ node: DisplayNode, opacity: Double, in region: Region, on drawing: Drawing
  ) {
    guard region.intersects(node.bounds) else { return }
    let combined = opacity * node.opacity
    if combined < 1, isGroup(node) {
      drawing.withGroup(opacity: combined, within: node.bounds) {
        paintContent(of: node, opacity: 1, in: region, on: drawing)
      }
    } else {
      paintContent(of: node, opacity: combined, in: region, on: drawing)
    }
  }

  /// True when opacity has to be applied to a finished picture, because several things in it may overlap.
  private func isGroup(_ node: DisplayNode) -> Bool {
    node.layer.values[.allowsGroupOpacity].boolean
      && (!node.sublayers.isEmpty || painters.passes(of: node.layer) > 1)
  }

  private func paintContent(
    of node: DisplayNode, opacity: Double, in region: Region, on drawing: Drawing
  ) {
    let isTouched = region.intersects(node.ownBounds)
    if isTouched { paint([painters.background], of: node, opacity: opacity, on: drawing) }
    drawing.withSavedState {
      clip(to: node, on: drawing)
      if isTouched {
        paint(painters.contents(of: node.layer), of: node, opacity: opacity, on: drawing)
      }
      for sublayer in node.sublayers {
        paint(sublayer, opacity: opacity, in: region, on: drawing)
      }
    }
    if isTouched { paint([painters.border], of: node, opacity: opacity, on: drawing) }
  }

  /// Limits what follows to the rounded bounds, when the layer masks to them.
  private func clip(to node: DisplayNode, on drawing: Drawing) {
    guard node.clipsToBounds else { return }
    drawing.transform = node.transform
    drawing.clip(to: node.layer.values.roundedBounds)
  }

  private func paint(
    _ painters: [any LayerPainter], of node: DisplayNode, opacity: Double, on drawing: Drawing
  ) {
    drawing.transform = node.transform
    for painter in painters where painter.ink(of: node.layer.values) != nil {
      painter.paint(node.layer.values, opacity: opacity, on: drawing)
    }
  }
}
