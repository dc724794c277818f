import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Draws a display tree: each layer's own drawing, its sublayers, its border, as Core Animation
/// composites them.
struct ScenePainter {
  let background: Color?
  /// The memory of pictures for effects.
  let pool = PicturePool()
  let cache: PictureCache
  let gradients: GradientCache
  var profile: Profile?

  /// If more than this share of a picture has to be redrawn, all of it is.
  private static let mostOfPicture = 0.75

  /// Draws on a picture with the scene's settings; pixels outside of `needed` may be left out.
  func draw(
    on picture: Picture, needed: PixelRect, _ body: (Drawing) throws -> Void
  ) throws {
    try picture.draw(needed: needed, gradients: gradients, body)
  }

  /// Redraws everything in `region`, and leaves every other pixel as it is.
  func paint(
    _ tree: DisplayNode?, in region: DamageRegion, of canvas: PixelRect, on drawing: Drawing
  ) throws {
    let isMost = Double(region.area) > Double(canvas.area) * Self.mostOfPicture
    let damage = isMost ? DamageRegion(canvas) : region
    var needed = damage
    tree?.addBackdrops(to: &needed)
    try drawing.redraw(damage, over: background, needed: needed) {
      drawing.transform = .identity
      if let tree { try paint(tree, opacity: 1, in: needed, on: drawing) }
    }
  }

  /// `opacity` is passed down by a superlayer without group opacity. Throws `CancellationError` at
  /// the first layer after its task was cancelled.
  func paint(
    _ node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) throws {
    guard region.intersects(node.bounds) else { return }
    try Task.checkCancellation()
    try profile.measure(layer: node.layer.name, kind: node.layer.kind) {
      try paintVisible(node, opacity: opacity, in: region, on: drawing)
    }
  }

  private func paintVisible(
    _ node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) throws {
    let combined = opacity * node.opacity
    guard let effects = node.effects else {
      return try paintGroup(node, opacity: combined, in: region, on: drawing)
    }
    try EffectPainter(
      painter: self, node: node, effects: effects, opacity: combined, drawing: drawing
    ).paint(in: region)
  }

  /// The layer and its sublayers without effects: as one picture where they are faded or tinted
  /// together.
  func paintGroup(
    _ node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) throws {
    guard node.tint != nil || opacity < 1 && node.isGroupIfFaded else {
      return try paintContent(of: node, opacity: opacity, in: region, on: drawing)
    }
    drawing.transform = .identity
    try drawing.group(opacity: opacity, bounds: node.contentBounds.rect) {
      try paintContent(of: node, opacity: 1, in: region, on: drawing)
      if let tint = node.tint { drawing.multiply(by: tint) }
    }
  }

  func paintContent(
    of node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) throws {
    if let progress = node.fadeProgress {
      return try paintFade(of: node, progress, opacity: opacity, in: region, on: drawing)
    }
    try clipped(to: node, opacity: opacity, on: drawing) {
      let isTouched = region.intersects(node.ownBounds)
      if isTouched {
        try paint(node.drawing.background, of: node, opacity: opacity, on: drawing)
        try paint(node.drawing.contents, of: node, opacity: opacity, on: drawing)
      }
      try paintSublayers(of: node, opacity: opacity, in: region, on: drawing)
      if isTouched {
        try paint(node.drawing.border, of: node, opacity: opacity, on: drawing)
        try paint(node.drawing.particles, of: node, opacity: opacity, on: drawing)
      }
    }
  }

  /// A linear interpolation of both snapshots: pixels that are equal in both do not change.
  private func paintFade(
    of node: DisplayNode, _ progress: Double, opacity: Double, in region: DamageRegion,
    on drawing: Drawing
  ) throws {
    func paint(_ looks: [DisplayNode]) throws {
      for look in looks { try self.paint(look, opacity: 1, in: region, on: drawing) }
    }
    drawing.transform = .identity
    try drawing.mix(progress, opacity: opacity, bounds: node.contentBounds.rect) {
      try paint(node.sublayers.filter(\.layer.isOldSnapshot))
    } to: {
      try paint(node.sublayers.filter { !$0.layer.isOldSnapshot })
    }
  }

  private func paintSublayers(
    of node: DisplayNode, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) throws {
    guard let depth = node.depth else {
      for sublayer in node.sublayers {
        try paint(sublayer, opacity: opacity, in: region, on: drawing)
      }
      return
    }
    for cluster in depth.clusters where region.intersects(cluster.bounds) {
      try paint(cluster, opacity: opacity, in: region, on: drawing)
    }
  }

  /// Planes in space, each whole or in fragments.
  private func paint(
    _ cluster: Depth.Cluster, opacity: Double, in region: DamageRegion, on drawing: Drawing
  ) throws {
    func paint(_ index: Int) throws {
      let opacity = opacity * cluster.opacities[index]
      try self.paint(cluster.nodes[index], opacity: opacity, in: region, on: drawing)
    }
    guard cluster.fragments.count > 1 else { return try paint(0) }
    try drawing.draw(cluster.fragments, picture: paint) { index in
      let node = cluster.nodes[index]
      drawing.transform = node.outerTransform
      try drawing.fill(.rect(node.layer.values[.bounds]), with: .white)
    }
  }

  /// Clips `body` to the rounded bounds, when the layer masks to them and has contents beyond its
  /// background.
  private func clipped(
    to node: DisplayNode, opacity: Double, on drawing: Drawing, _ body: () throws -> Void
  ) throws {
    guard node.clipsContent else { return try body() }
    drawing.transform = node.transform
    if node.clipsOverBackdrop {
      try drawing.clipOverBackdrop(to: node.layer.values.roundedBounds, body)
    } else {
      try drawing.clip(
        to: node.layer.values.roundedBounds, within: node.contentBounds,
        needsGroup: !node.isExactWithoutGroup(atOpacity: opacity),
        sampling: node.layer.values.sampledSides, body)
    }
  }

  /// Draws the layer itself, without its sublayers and effects; `outer` maps the pixel space of the
  /// node's transform to the drawing's pixels.
  func paintOwnDrawing(
    of node: DisplayNode, opacity: Double, through outer: Homography?, on drawing: Drawing
  ) throws {
    let own = node.drawing
    for painters in [own.background, own.contents, own.border, own.particles] {
      try paint(painters, of: node, opacity: opacity, through: outer, on: drawing)
    }
  }

  private func paint(
    _ painters: [any LayerPainter], of node: DisplayNode, opacity: Double,
    through outer: Homography? = nil, on drawing: Drawing
  ) throws {
    let transform = outer.map(node.transform.concatenating) ?? node.transform
    defer { drawing.sampledSides = [] }
    for painter in painters {
      drawing.transform = transform
      drawing.sampledSides = painter.reachesEdges ? node.layer.values.sampledSides : []
      if node.isFlipped, let middle = painter.uprightMiddle(of: node.layer.values) {
        let upright = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * middle)
        drawing.transform = Homography(upright).concatenating(transform)
      }
      do {
        try painter.paint(node.layer.values, opacity: opacity, on: drawing)
      } catch let error as DrawingError {
        throw error.ofLayer(node.layer.name)
      }
    }
  }
}

extension PresentationLayer {
  /// The layer's class, with its picture's file or the beginning of its words.
  fileprivate var kind: String {
    if let image = values[.contents], !SceneAssets.isInMemory(image) {
      return "\(layerClass.name) \(image.path.lastPathComponent)"
    }
    guard layerClass == .text else { return layerClass.name }
    let words = values[.string].string.split(whereSeparator: \.isNewline).first ?? ""
    return "\(layerClass.name) \"\(words.count > 24 ? words.prefix(23) + "…" : words)\""
  }
}
