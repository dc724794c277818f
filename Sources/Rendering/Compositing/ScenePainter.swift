import Base
import Canvas
import Geometry
import LayerTree

/// Draws a display tree: each layer's own drawing, its sublayers, its border, as Core Animation
/// composites them.
struct ScenePainter {
  let background: Color?
  /// The memory of pictures for effects.
  let pool = PicturePool()
  let cache: PictureCache
  var profile: Profile?

  /// Where more than this share of a picture is drawn anew, all of it is, in its place.
  private static let mostOfPicture = 0.75

  /// Draws anew all that lies in `region`, and leaves every other pixel as it is.
  func paint(
    _ tree: DisplayNode?, in region: DamageRegion, of canvas: PixelRect, on drawing: Drawing
  ) {
    let isMost = Double(region.area) > Double(canvas.area) * Self.mostOfPicture
    var region = isMost ? DamageRegion(canvas) : region
    let rects = region.rects.map(\.rect)
    tree?.addBackdrops(to: &region)
    let needed = tree?.filtersBackdrop == true ? region.rects.map(\.rect) : []
    drawing.redraw(rects, over: background, needed: needed) {
      drawing.transform = .identity
      if let tree { paint(tree, opacity: 1, in: region, on: drawing) }
    }
  }

  /// `opacity` is what a superlayer without group opacity hands down.
  func paint(_ node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing) {
    guard region.intersects(node.bounds), !Task.isCancelled else { return }
    profile.measure(layer: node.layer.name) {
      paintVisible(node, opacity: opacity, in: region, on: drawing)
    }
  }

  private func paintVisible(
    _ node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) {
    let combined = opacity * node.opacity
    guard let effects = node.effects else {
      return paintGroup(node, opacity: combined, in: region, on: drawing)
    }
    EffectPainter(
      painter: self, node: node, effects: effects, opacity: combined, drawing: drawing
    ).paint(in: region)
  }

  /// The layer and its sublayers without effects: as one picture where they are faded or tinted
  /// together.
  func paintGroup(
    _ node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) {
    guard node.tint != nil || opacity < 1 && node.isGroupIfFaded else {
      return paintContent(of: node, opacity: opacity, in: region, on: drawing)
    }
    drawing.transform = .identity
    drawing.group(opacity: opacity, bounds: node.contentBounds.rect) {
      paintContent(of: node, opacity: 1, in: region, on: drawing)
      if let tint = node.tint { drawing.multiply(by: tint) }
    }
  }

  func paintContent(
    of node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) {
    if let progress = node.fadeProgress {
      return paintFade(of: node, progress, opacity: opacity, in: region, on: drawing)
    }
    clipped(to: node, on: drawing) {
      let isTouched = region.intersects(node.ownBounds)
      if isTouched {
        paint(node.drawing.background, of: node, opacity: opacity, on: drawing)
        paint(node.drawing.contents, of: node, opacity: opacity, on: drawing)
      }
      paintSublayers(of: node, opacity: opacity, in: region, on: drawing)
      if isTouched {
        paint(node.drawing.border, of: node, opacity: opacity, on: drawing)
        paint(node.drawing.particles, of: node, opacity: opacity, on: drawing)
      }
    }
  }

  /// The true mixture of both looks: what is the same in both does not change.
  private func paintFade(
    of node: DisplayNode, _ progress: Double, opacity: Double, in region: DamageRegion,
    on drawing: Drawing
  ) {
    func paint(_ looks: [DisplayNode]) {
      for look in looks { self.paint(look, opacity: 1, in: region, on: drawing) }
    }
    drawing.transform = .identity
    drawing.mix(progress, opacity: opacity, bounds: node.contentBounds.rect) {
      paint(node.sublayers.filter(\.layer.isOldSnapshot))
    } to: {
      paint(node.sublayers.filter { !$0.layer.isOldSnapshot })
    }
  }

  private func paintSublayers(
    of node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) {
    guard let depth = node.depth else {
      for sublayer in node.sublayers { paint(sublayer, opacity: opacity, in: region, on: drawing) }
      return
    }
    for cluster in depth.clusters where region.intersects(cluster.bounds) {
      paint(cluster, opacity: opacity, in: region, on: drawing)
    }
  }

  /// Planes in space, each whole or in pieces.
  private func paint(
    _ cluster: Depth.Cluster, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) {
    func paint(_ index: Int) {
      let opacity = opacity * cluster.opacities[index]
      self.paint(cluster.nodes[index], opacity: opacity, in: region, on: drawing)
    }
    guard cluster.pieces.count > 1 else { return paint(0) }
    drawing.draw(cluster.pieces, picture: paint) { index in
      let node = cluster.nodes[index]
      drawing.transform = node.outerTransform
      drawing.fill(.rect(node.layer.values[.bounds]), with: .white)
    }
  }

  /// Limits what `body` draws to the rounded bounds, when the layer masks to them and has more than
  /// fills them.
  private func clipped(to node: DisplayNode, on drawing: Drawing, _ body: () -> Void) {
    guard node.clipsContent else { return body() }
    drawing.transform = node.transform
    if node.clipsOverBackdrop {
      drawing.clipOverBackdrop(to: node.layer.values.roundedBounds, body)
    } else {
      drawing.clip(to: node.layer.values.roundedBounds, body)
    }
  }

  private func paint(
    _ painters: [any LayerPainter], of node: DisplayNode, opacity: Double, on drawing: Drawing
  ) {
    for painter in painters {
      drawing.transform = node.transform
      if node.isFlipped, let middle = painter.uprightMiddle(of: node.layer.values) {
        let upright = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * middle)
        drawing.transform = Homography(upright).concatenating(node.transform)
      }
      painter.paint(node.layer.values, opacity: opacity, on: drawing)
    }
  }
}
