import RostrumGeometry
import RostrumLayerTree

/// Places the layers of a presentation on the canvas.
///
/// Subtrees that did not change since the builder's last tree are reused. This does not affect the
/// result: the tree for a time is the same whatever was built before.
struct DisplayTreeBuilder {
  let painters: PainterTable
  let canvas: PixelRect

  /// The tree of a scene's presentation, drawn `scale` pixels to the point; `previous` is an
  /// earlier tree of the same scene.
  func tree(
    of presentation: PresentationLayer, scale: Double, reusing previous: DisplayNode?
  ) -> DisplayNode? {
    let all = Surroundings(
      plane: Homography(.scale(x: scale, y: scale)), area: canvas,
      limits: EffectsBuilder.limits(around: canvas))
    let node = node(for: presentation, in: all, reusing: previous)?.node
    return node?.bounds.isEmpty == false ? node : nil
  }

  /// A node, and how it lies in the plane that shows it.
  fileprivate struct PlacedNode {
    let node: DisplayNode
    let placing: Placing
    /// The nodes inside a transform layer.
    var inner: [PlacedNode] = []

    /// Whether any of it can be seen.
    var isInSight: Bool { !node.bounds.isEmpty }
  }

  /// A layer that shows nothing, wherever that is, has no node.
  private func node(
    for layer: PresentationLayer, in surroundings: Surroundings, reusing previous: DisplayNode?
  ) -> PlacedNode? {
    let layer = layer.transitionGroup ?? layer
    guard !layer.values[.hidden], layer.values[.opacity] > 0 else { return nil }
    let placement = LayerPlacement(layer.values)
    let placing = placement.toSuperlayer(through: surroundings.sublayerTransform)
      .concatenating(surroundings.space)
    let transform = placing.projection.concatenating(surroundings.plane)
    guard transform.isFinite, isTurnedToEye(layer, placing, placement) else { return nil }
    let isFlipped = surroundings.isFlipped != placement.isFlipped
    if layer.layerClass == .transform {
      let inside = surroundings.inside(spaceOf: placement, placing, isFlipped: isFlipped)
      let planes = sublayers(of: layer, in: inside, reusing: previous)
      guard !planes.isEmpty else { return nil }
      return PlacedNode(
        node: space(of: layer, planes, inside), placing: placing, inner: planes)
    }
    if let previous, previous.outerTransform == transform, previous.area == surroundings.area,
      previous.isFlipped == isFlipped, previous.layer.isSame(as: layer)
    {
      return PlacedNode(node: previous, placing: placing)
    }
    let inside = Surroundings(
      plane: transform, area: surroundings.area, limits: surroundings.limits,
      sublayerTransform: placement.sublayerTransform,
      isFlipped: isFlipped, isInCaster: surroundings.isInCaster)
    let node = picture(of: withDepth(layer, placing), inside, reusing: previous)
    return node.showsNothing ? nil : PlacedNode(node: node, placing: placing)
  }

  /// An emitter layer whose particles have depth shows them where they appear from the eye.
  private func withDepth(_ layer: PresentationLayer, _ placing: Placing) -> PresentationLayer {
    guard layer.layerClass == .emitter, layer.values[.particlesPreserveDepth] else {
      return layer
    }
    return layer.withParticles(projectedBy: DepthProjection(placing.matrix))
  }

  /// False for a layer that shows its back and is not double-sided.
  private func isTurnedToEye(
    _ layer: PresentationLayer, _ placing: Placing, _ placement: LayerPlacement
  ) -> Bool {
    layer.layerClass == .transform || layer.values[.doubleSided]
      || placing.showsFront
  }

  /// A transform layer: a place for its sublayers without a picture of its own.
  private func space(
    of layer: PresentationLayer, _ all: [PlacedNode], _ inside: Surroundings
  ) -> DisplayNode {
    let planes = all.filter(\.isInSight)
    let bounds = planes.reduce(PixelRect.empty) { $0.union($1.node.bounds) }
    let transform = inside.space.map { $0.projection.concatenating(inside.plane) } ?? inside.plane
    return DisplayNode(
      layer: layer, transform: transform, outerTransform: transform,
      drawing: LayerDrawing(isFlipped: inside.isFlipped), extent: .zero, reach: .zero,
      ownBounds: .empty, bounds: bounds, sublayers: planes.map(\.node),
      traits: SublayerTraits(all.map(\.node), leaveBounds: true),
      placings: planes.map(\.placing), contentBounds: bounds, area: inside.area)
  }

  /// A layer that draws in a plane of its own. `outer` are the surroundings of its sublayers when
  /// the plane's picture is drawn at its place.
  private func picture(
    of layer: PresentationLayer, _ outer: Surroundings, reusing previous: DisplayNode?
  ) -> DisplayNode {
    let drawing = drawing(of: layer, isFlipped: outer.isFlipped, reusing: previous)
    var effects = EffectsBuilder(
      layer, transform: outer.plane, area: outer.area, limits: outer.limits,
      caster: caster(of: layer, outer, reusing: previous?.effects?.caster))?.effects()
    let inside = outer.inside(effects)
    let ownBounds = inside.plane.pixels(holding: drawing.paintBounds, within: inside.area)
    let planes = sublayers(of: layer, in: inside, reusing: previous)
    let depth = depth(of: planes)
    let inSight = planes.filter(\.isInSight)
    let order = depth == nil ? sortedByDepth(inSight) : inSight
    var content = order.reduce(PixelRect.empty) { $0.union($1.node.bounds) }
    var extent = planes.reduce(Rect.zero) { $0.union($1.extent) }
    var reach = planes.reduce(Rect.zero) { $0.union($1.reach) }
    // In space, sublayers close to the eye may reach anywhere.
    var leaveBounds = depth != nil
    if layer.values[.masksToBounds] {
      let bounds = layer.values[.bounds]
      let isRounded = layer.values[.cornerRadius] > 0
      leaveBounds = leaveBounds || !planes.isEmpty && (isRounded || bounds.union(reach) != bounds)
      content = content.intersection(inside.plane.pixels(holding: bounds, within: inside.area))
      extent = extent.intersection(bounds)
      reach = reach.intersection(bounds)
    }
    content = content.union(ownBounds)
    effects?.mask = layer.mask.flatMap {
      node(for: $0, in: outer.ofMask, reusing: previous?.effects?.mask)?.node
    }
    if effects?.mask?.bounds.isEmpty == true { effects?.mask = nil }
    let bounds = effects?.bounds(of: layer, inside.plane, content, outer.plane, outer.area)
    return DisplayNode(
      layer: layer, transform: inside.plane, outerTransform: outer.plane, drawing: drawing,
      extent: extent.union(drawing.paintBounds),
      reach: reach.union(drawing.paintBounds).grown(byEffectsOf: layer.values),
      ownBounds: ownBounds, bounds: bounds ?? content, sublayers: order.map(\.node),
      traits: SublayerTraits(planes.map(\.node), leaveBounds: leaveBounds), depth: depth,
      contentBounds: content, effects: effects, area: outer.area)
  }

  // MARK: Casters

  /// More layers are rather drawn once, and their shadow made from their picture.
  private static let mostLayersOfCaster = 16

  /// The layer by itself in its shadow's plane, so that its shadow is kept while it moves; `nil`
  /// where that does not go, or is not worth it.
  private func caster(
    of layer: PresentationLayer, _ outer: Surroundings, reusing previous: DisplayNode?
  ) -> DisplayNode? {
    guard !outer.isInCaster, layer.canCastByItself,
      let plane = ShadowPlane(radius: layer.values.shadowSigma, transform: outer.plane),
      layer.layerCount(upTo: Self.mostLayersOfCaster) <= Self.mostLayersOfCaster
    else { return nil }
    let surroundings = Surroundings(
      plane: Homography(plane.fromLayer), area: ShadowPlane.area, limits: ShadowPlane.area,
      sublayerTransform: outer.sublayerTransform, isFlipped: outer.isFlipped, isInCaster: true)
    let node = picture(of: layer.isolated, surroundings, reusing: previous)
    guard !node.bounds.isEmpty, plane.holds(node.bounds), plane.holdsPictures(of: node),
      !node.readsBackdrop, !node.filtersBackdrop
    else { return nil }
    return node
  }

  /// Values that are the same draw the same.
  private func drawing(
    of layer: PresentationLayer, isFlipped: Bool, reusing previous: DisplayNode?
  ) -> LayerDrawing {
    if let previous, previous.layer === layer, previous.isFlipped == isFlipped {
      return previous.drawing
    }
    return painters.drawing(of: layer, isFlipped: isFlipped)
  }

  /// The visible sublayers, also outside of the canvas, in the order of the file.
  private func sublayers(
    of layer: PresentationLayer, in surroundings: Surroundings, reusing previous: DisplayNode?
  ) -> [PlacedNode] {
    guard !layer.sublayers.isEmpty else { return [] }
    let earlier = previous.map(PreviousNodeIndex.init)
    return layer.sublayers.compactMap { sublayer in
      node(for: sublayer, in: surroundings, reusing: earlier?.node(of: sublayer))
    }
  }

  /// Back to front: by depth, equal ones in the order of the file.
  private func sortedByDepth(_ nodes: [PlacedNode]) -> [PlacedNode] {
    let depths = nodes.map { $0.placing.evenDepth ?? 0 }
    guard depths.contains(where: { $0 != 0 }) else { return nodes }
    return nodes.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { nodes[$0] }
  }

  /// How sublayers hide each other when some are inclined, or in a space of their own; `nil` when
  /// they lie one over the other.
  private func depth(of nodes: [PlacedNode]) -> Depth? {
    let isSimple = nodes.allSatisfy {
      $0.placing.evenDepth != nil && $0.node.layer.layerClass != .transform
    }
    guard !isSimple else { return nil }
    return Depth(nodes.flatMap { planes(of: $0, opacity: 1) })
  }

  /// The planes of a layer: itself, or the planes inside a transform layer.
  private func planes(of placed: PlacedNode, opacity: Double) -> [SpatialPlane] {
    let node = placed.node
    guard node.layer.layerClass == .transform else {
      return SpatialPlane(node, placing: placed.placing, opacity: opacity).map { [$0] } ?? []
    }
    return placed.inner.flatMap { planes(of: $0, opacity: opacity * node.opacity) }
  }
}

/// The surroundings that a layer is placed in.
private struct Surroundings {
  /// From the plane that shows the layer to pixels.
  var plane: Homography
  /// The pixels that can matter.
  var area: PixelRect
  /// The pixels that blurs bring something in from.
  var limits: PixelRect
  /// From the superlayer to that plane; `nil` when it is that plane.
  var space: Placing?
  /// The superlayer's, about its anchor.
  var sublayerTransform: Transform3D?
  /// Whether that plane is upside down.
  var isFlipped = false
  /// Whether the layer is drawn for a shadow alone.
  var isInCaster = false

  /// The surroundings of a transform layer's sublayers: the plane stays the same.
  func inside(spaceOf placement: LayerPlacement, _ placing: Placing, isFlipped: Bool)
    -> Surroundings
  {
    Surroundings(
      plane: plane, area: area, limits: limits, space: placing,
      sublayerTransform: placement.sublayerTransform, isFlipped: isFlipped, isInCaster: isInCaster)
  }

  /// The same in the pixels in which a layer with effects is drawn.
  func inside(_ effects: LayerEffects?) -> Surroundings {
    guard let effects else { return self }
    var result = self
    (result.area, result.limits) = (effects.area, effects.limits)
    if let raster = effects.raster { result.plane = plane.concatenating(raster.fromOuter) }
    return result
  }

  /// The surroundings of a mask, which lies in the layer but is not one of its sublayers.
  var ofMask: Surroundings {
    var result = self
    result.sublayerTransform = nil
    return result
  }
}

extension PresentationLayer {
  /// Whether the layer casts the shadow of its looks by itself, and nothing is done to these
  /// before.
  fileprivate var canCastByItself: Bool {
    values[.shadowOpacity] > 0 && values[.shadowPath] == nil && transition == nil
      && layerClass != .emitter && values[.filters].isEmpty && values[.backgroundFilters].isEmpty
      && values[.instanceTint] == nil && !values[.shouldRasterize]
      && values[.allowsGroupOpacity]
  }
}

extension DisplayTreeBuilder.PlacedNode {
  /// The bounds of the layer's drawing, in the coordinates of its plane; of a 3D space, the bounds
  /// of its contents.
  fileprivate var extent: Rect {
    guard node.layer.layerClass == .transform else {
      return placing.projection.boundingBox(of: node.extent)
    }
    return inner.reduce(Rect.zero) { $0.union($1.extent) }
  }

  /// The same with the margins of effects.
  fileprivate var reach: Rect {
    guard node.layer.layerClass == .transform else {
      return placing.projection.boundingBox(of: node.reach)
    }
    return inner.reduce(Rect.zero) { $0.union($1.reach) }
  }
}

extension Rect {
  /// The rectangle with the margins of the layer's effects: a blur beyond a fixed number of
  /// standard deviations is not visible.
  fileprivate func grown(byEffectsOf values: LayerValues) -> Rect {
    func margin(_ property: TypedProperty<[LayerFilter]>) -> Double {
      values[property].reduce(0) { sum, filter in
        guard case .blur(let sigma) = filter.effect else { return sum }
        return sum + 8 * max(sigma, 0)
      }
    }
    let own = insetBy(dx: -margin(.filters), dy: -margin(.filters))
    var result = own
    if values[.shadowOpacity] > 0 {
      let (spread, offset) = (8 * values.shadowSigma, values[.shadowOffset])
      let caster = values[.shadowPath].map { $0.controlBoundingBox ?? .zero } ?? own
      var cast = caster.insetBy(dx: -spread, dy: -spread)
      cast.origin = Point(x: cast.minX + offset.width, y: cast.minY + offset.height)
      result = result.union(cast)
    }
    if !values[.backgroundFilters].isEmpty || values.sets(.compositingFilter) {
      let behind = margin(.backgroundFilters)
      result = result.union(values[.bounds].insetBy(dx: -behind, dy: -behind))
    }
    if values[.shouldRasterize] {
      // Between the pixels of its picture, and those around it.
      let margin = 2 / max(values[.rasterizationScale], EffectsBuilder.leastRasterizationScale)
      result = result.insetBy(dx: -margin, dy: -margin)
    }
    return result
  }
}

/// Finds the node that a layer had in an earlier tree.
private struct PreviousNodeIndex {
  private let nodes: [PresentationLayer.Identity: DisplayNode]

  init(of parent: DisplayNode) {
    nodes = Dictionary(
      parent.sublayers.map { ($0.layer.identity, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func node(of layer: PresentationLayer) -> DisplayNode? { nodes[layer.identity] }
}
