import Canvas
import Geometry
import LayerTree

/// Draws a display tree: each layer's own drawing, its sublayers, its border, as Core Animation composites them.
struct ScenePainter {
  let background: Color?

  /// Draws anew all that lies in `region`, and leaves every other pixel as it is.
  func paint(_ tree: DisplayNode?, in region: Region, on drawing: Drawing) {
    drawing.redraw(region.rects.map(\.rect)) {
      drawing.transform = .identity
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
    guard node.tint != nil || combined < 1 && node.isGroupIfFaded else {
      return paintContent(of: node, opacity: combined, in: region, on: drawing)
    }
    drawing.transform = .identity
    drawing.group(opacity: combined, bounds: node.bounds.rect) {
      paintContent(of: node, opacity: 1, in: region, on: drawing)
      if let tint = node.tint { drawing.multiply(by: tint) }
    }
  }

  private func paintContent(
    of node: DisplayNode, opacity: Double, in region: Region, on drawing: Drawing
  ) {
    let isTouched = region.intersects(node.ownBounds)
    if isTouched { paint(node.drawing.background, of: node, opacity: opacity, on: drawing) }
    clipped(to: node, on: drawing) {
      if isTouched {
        paint(node.drawing.contents, of: node, opacity: opacity, on: drawing)
      }
      for sublayer in node.sublayers {
        paint(sublayer, opacity: opacity, in: region, on: drawing)
      }
    }
    if isTouched { paint(node.drawing.border, of: node, opacity: opacity, on: drawing) }
  }

  /// Limits what `body` draws to the rounded bounds, when the layer masks to them.
  private func clipped(to node: DisplayNode, on drawing: Drawing, _ body: () -> Void) {
    guard node.clipsToBounds else { return body() }
    drawing.transform = node.transform
    drawing.clip(to: node.layer.values.roundedBounds, body)
  }

  private func paint(
    _ painters: [any LayerPainter], of node: DisplayNode, opacity: Double, on drawing: Drawing
  ) {
    for painter in painters {
      drawing.transform = node.transform
      painter.paint(node.layer.values, opacity: opacity, on: drawing)
    }
  }
}
