import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Draws one layer with effects: its picture first, then the effects.
///
/// A picture with paths or images has the full size that the layer needs, even if only a part is
/// requested: Cairo draws paths a little differently at the edge of a picture.
struct EffectPainter {
  let painter: ScenePainter
  let node: DisplayNode
  let effects: LayerEffects
  /// The layer's, multiplied by the opacity that a superlayer without group opacity passes down.
  let opacity: Double
  let drawing: Drawing

  /// Whether there is a mask that shows nothing.
  private var isHidden: Bool { node.layer.mask != nil && effects.mask == nil }

  private var pool: PicturePool { painter.pool }
  private var values: LayerValues { node.layer.values }

  /// The opacity of the layer as one picture. A shadow lies below that picture at the same opacity,
  /// and shows through it: inside, a layer of opacity o on a shadow of s has o + (1 - o) s o.
  private var groupOpacity: Double { node.allowsGroupOpacity ? opacity : 1 }

  /// Throws `DrawingError` where there is no memory for a picture.
  func paint(in region: DamageRegion) throws {
    let rect = region.clipped(to: node.bounds).bounds
    guard !rect.isEmpty else { return }
    if let fill = node.gradientFill {
      drawing.transform = node.transform
      return try drawing.fill(
        fill.path, with: fill.gradient, opacity: opacity, rule: fill.rule)
    }
    do {
      try paint(in: region, rect)
    } catch let error as OutOfMemory {
      throw DrawingError(error)
    }
  }

  private func paint(in region: DamageRegion, _ rect: PixelRect) throws {
    // Then a picture of nothing is composited.
    if isHidden { return try paintPicture(nil, in: rect) }
    var mask: EffectPicture?
    if let layer = effects.mask { mask = try maskPicture(layer, in: rect) }
    if !effects.backgroundFilters.isEmpty { try filterBackdrop(mask?.picture, in: rect) }
    if effects.needsPicture {
      try paintPicture(mask?.picture, in: rect)
    } else {
      try paintDirectly(in: region, rect)
    }
    mask.map(recycle)
  }

  /// A layer that only casts the shadow of a path, or only filters its backdrop, needs no picture.
  private func paintDirectly(in region: DamageRegion, _ rect: PixelRect) throws {
    if let shadow = effects.shadow {
      let cast = try picture(of: shadow, castBy: nil, in: rect)
      drawing.draw(cast, in: rect)
      pool.recycle(cast)
    }
    try painter.paintGroup(node, opacity: opacity, in: region, on: drawing)
  }

  private func paintPicture(_ mask: Picture?, in rect: PixelRect) throws {
    let opacity = node.allowsGroupOpacity && effects.shadow == nil ? opacity : 1
    let isChanged = mask != nil || !effects.operation.isPlain
    let finished =
      isHidden
      ? EffectPicture(picture: try pool.picture(frame: rect, clearing: rect))
      : try finishedPicture(in: rect, isChanged: isChanged)
    let picture = finished.picture
    if let mask { try picture.mask(by: mask, in: rect) }
    if effects.operation.isPlain {
      drawing.draw(picture, opacity: opacity, in: rect)
      recycle(finished)
    } else if effects.operation.actsWhereTransparent {
      let whole = try cut(picture, to: rect)
      let shape = try cut(shape(values.roundedBounds, opacity: 1, in: rect), to: rect)
      drawing.composite(whole, effects.operation, opacity: opacity, shape: shape, in: rect)
      pool.recycle(whole)
      pool.recycle(shape)
    } else {
      drawing.composite(picture, effects.operation, opacity: opacity, in: rect)
      pool.recycle(picture)
    }
  }

  /// The same pixels with another frame, transparent where the picture has none. The picture is
  /// used up.
  private func cut(_ picture: Picture, to frame: PixelRect) throws -> Picture {
    let result = try pool.picture(frame: frame, clearing: frame)
    result.copy(picture)
    pool.recycle(picture)
    return result
  }

  // MARK: Kept pictures

  /// A picture; if `isKept`, the cache owns it, and it must not be modified or recycled.
  private struct EffectPicture {
    let picture: Picture
    var isKept = false
  }

  private func recycle(_ loan: EffectPicture) {
    if !loan.isKept { pool.recycle(loan.picture) }
  }

  /// The layer with its filters and its shadow, correct inside `rect`. With `isChanged` the caller
  /// gets a picture of its own to modify.
  private func finishedPicture(
    in rect: PixelRect, isChanged: Bool
  ) throws -> EffectPicture {
    let isFadedAfterwards = node.allowsGroupOpacity && effects.shadow == nil
    let kept = try painter.cache.picture(
      .finished, of: node, opacity: isFadedAfterwards ? 1 : opacity
    ) {
      try drawnPicture(in: node.bounds)
    }
    guard let kept else { return EffectPicture(picture: try drawnPicture(in: rect)) }
    guard isChanged else { return EffectPicture(picture: kept, isKept: true) }
    let copy = try pool.picture(frame: rect, clearing: rect)
    copy.copy(kept)
    return EffectPicture(picture: copy)
  }

  private func drawnPicture(in rect: PixelRect) throws -> Picture {
    guard let raster = effects.raster else { return try picture(in: rect) }
    return try picture(through: raster, in: rect)
  }

  private func maskPicture(_ mask: DisplayNode, in rect: PixelRect) throws -> EffectPicture {
    let kept = try painter.cache.picture(.mask, of: mask) {
      try picture(ofMask: mask, in: mask.bounds)
    }
    if let kept { return EffectPicture(picture: kept, isKept: true) }
    return EffectPicture(picture: try picture(ofMask: mask, in: rect))
  }

  // MARK: The layer's picture

  /// The rasterized picture drawn with the layer's transform.
  private func picture(
    through raster: Raster, in rect: PixelRect
  ) throws -> Picture {
    let inner = raster.fromOuter.pixels(touchedBy: rect).intersection(effects.area)
    let result = try pool.picture(frame: rect, clearing: rect)
    guard !inner.isEmpty else { return result }
    let upright = try picture(in: inner)
    try result.resample(upright, through: raster.fromOuter, in: rect)
    pool.recycle(upright)
    return result
  }

  /// The layer with its filters and its shadow.
  private func picture(in rect: PixelRect) throws -> Picture {
    if let shadow = effects.shadow, effects.caster != nil {
      return try picture(on: shadow, in: rect)
    }
    var needed = rect
    if let shadow = effects.shadow, shadow.path == nil {
      needed = needed.union(shadow.blur.inputs(of: rect)).intersection(effects.area)
    }
    let content = try content(in: effects.filters.inputs(of: needed))
    let picture = try effects.filters.applied(
      to: content, in: needed, within: effects.area, pool: pool)
    guard let shadow = effects.shadow else { return picture }
    let result = try self.picture(of: shadow, castBy: picture, in: rect)
    try result.draw { $0.draw(picture, opacity: groupOpacity, in: rect) }
    pool.recycle(picture)
    return result
  }

  /// The layer on a shadow that does not need its picture.
  private func picture(
    on shadow: LayerShadow, in rect: PixelRect
  ) throws -> Picture {
    let result = try pool.picture(frame: node.bounds.union(node.contentBounds), clearing: .empty)
    try paint(shadow, on: result, in: rect)
    try painter.draw(on: result, needed: rect) { drawing in
      try painter.paintGroup(node, opacity: groupOpacity, in: DamageRegion(rect), on: drawing)
    }
    return result
  }

  /// The picture that the layer and its sublayers draw.
  private func content(in rect: PixelRect) throws -> Picture {
    try draw(frame: node.contentBounds, needed: region(toDraw: rect)) { drawing, needed in
      try painter.paintContent(
        of: node, opacity: node.allowsGroupOpacity ? 1 : opacity, in: DamageRegion(needed),
        on: drawing)
      if let tint = node.tint { drawing.multiply(by: tint) }
    }
  }

  /// With the pixels of the backdrop that sublayers filter.
  private func region(toDraw rect: PixelRect) -> PixelRect {
    var region = DamageRegion(rect.intersection(node.contentBounds))
    for sublayer in node.drawOrder.reversed() { sublayer.addBackdrops(to: &region) }
    return region.bounds
  }

  // MARK: Shadows, shapes and masks

  /// The shadow of a picture, or of the shadow's path.
  private func picture(
    of shadow: LayerShadow, castBy picture: Picture?, in rect: PixelRect
  ) throws -> Picture {
    let result = try pool.picture(frame: rect, clearing: .empty)
    try paint(shadow, castBy: picture, on: result, in: rect)
    return result
  }

  private func paint(
    _ shadow: LayerShadow, castBy picture: Picture? = nil, on result: Picture, in rect: PixelRect
  ) throws {
    // An opacity that is handed down is in the picture already.
    let opacity = shadow.path == nil ? groupOpacity : opacity
    let color = shadow.color.faded(by: opacity) ?? shadow.color
    if let plane = shadow.plane {
      try shade(result, by: shadow, in: plane, with: color, in: rect)
    } else if let path = shadow.path {
      let source = try self.picture(
        of: path, node.transform, within: effects.area, in: shadow.blur.inputs(of: rect))
      try result.shade(source, by: shadow.blur, with: color, in: rect, pool: pool)
      pool.recycle(source)
    } else if let picture {
      try result.shade(picture, by: shadow.blur, with: color, in: rect, pool: pool)
    }
    guard node.clipsToBounds else { return }
    let shape = try self.picture(
      of: values.roundedBounds, node.transform, within: effects.area, in: rect)
    try result.mask(by: shape, in: rect)
    pool.recycle(shape)
  }

  /// The shadow that is kept in the layer's own plane, where the layer is.
  private func shade(
    _ result: Picture, by shadow: LayerShadow, in plane: ShadowPlane, with color: Color,
    in rect: PixelRect
  ) throws {
    let whole = effects.castInPlane
    guard let map = shadow.blur.toPlane?.affine else { return result.clear(rect) }
    let part = Homography(map).pixels(touchedBy: rect).intersection(whole)
    guard !part.isEmpty else { return result.clear(rect) }
    let kept = try painter.cache.picture(.shadow, of: node) {
      try cast(of: shadow, in: plane, whole)
    }
    let cover = if let kept { kept } else { try cast(of: shadow, in: plane, part) }
    result.shade(cover, through: map, with: color, in: rect)
    if kept == nil { pool.recycle(cover) }
  }

  /// Black, as opaque as the shadow is in its plane.
  private func cast(
    of shadow: LayerShadow, in plane: ShadowPlane, _ rect: PixelRect
  ) throws -> Picture {
    let blur = PictureBlur(shadow.blur.blur)
    let needed = blur.inputs(of: rect)
    let source =
      if let caster = effects.caster {
        try picture(ofMask: caster, in: needed)
      } else {
        try picture(
          of: shadow.path ?? Path(), Homography(plane.fromLayer), within: ShadowPlane.area,
          in: needed)
      }
    let result = try pool.picture(frame: rect, clearing: .empty)
    try result.shade(source, by: blur, with: .black, in: rect, pool: pool)
    pool.recycle(source)
    return result
  }

  /// The bounds in the pixels around the layer.
  private func shape(
    _ bounds: Path, opacity: Double, in rect: PixelRect
  ) throws -> Picture {
    try picture(of: bounds, opacity: opacity, node.outerTransform, within: node.area, in: rect)
  }

  /// A path, filled.
  private func picture(
    of path: Path, opacity: Double = 1, _ transform: Homography, within area: PixelRect,
    in rect: PixelRect
  ) throws -> Picture {
    let box = path.controlBoundingBox ?? .zero
    let frame = transform.pixels(holding: box, within: area)
    return try draw(frame: frame, needed: rect) { drawing, _ in
      drawing.transform = transform
      try drawing.fill(path, with: Color(red: 0, green: 0, blue: 0, alpha: opacity))
    }
  }

  private func picture(
    ofMask mask: DisplayNode, in rect: PixelRect
  ) throws -> Picture {
    var region = DamageRegion(rect.intersection(mask.bounds))
    mask.addBackdrops(to: &region)
    return try draw(frame: mask.bounds, needed: region.bounds) { drawing, needed in
      try painter.paint(mask, opacity: 1, in: DamageRegion(needed), on: drawing)
    }
  }

  private func filterBackdrop(_ mask: Picture?, in rect: PixelRect) throws {
    let shape = try shape(values.boundsBelowBorder(opacity: opacity), opacity: opacity, in: rect)
    if let mask { try shape.mask(by: mask, in: rect.intersection(shape.frame)) }
    try drawing.filterBackdrop(
      with: effects.backgroundFilters, shape: shape, in: rect, pool: pool)
    pool.recycle(shape)
  }

  /// A picture of `frame`, right in `needed`. An empty one is a transparent pixel.
  private func draw(
    frame: PixelRect, needed: PixelRect, _ body: (Drawing, PixelRect) throws -> Void
  ) throws -> Picture {
    guard !frame.isEmpty else {
      let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
      return try pool.picture(frame: pixel, clearing: pixel)
    }
    let needed = needed.intersection(frame)
    let picture = try pool.picture(frame: frame, clearing: needed)
    guard !needed.isEmpty else { return picture }
    try painter.draw(on: picture, needed: needed) { try body($0, needed) }
    return picture
  }
}

extension DisplayNode {
  /// A gradient layer that shows through the filled path of its mask, and does nothing else: the
  /// path is filled with the gradient, which is the same without pictures of both. The path is in
  /// the layer's coordinates. `nil` for any other layer.
  var gradientFill: (path: Path, rule: FillRule, gradient: Gradient)? {
    guard layer.layerClass == .gradient, let effects, let mask = effects.mask, effects.onlyMasks,
      drawing.passes == 1, traits.areNone, depth == nil, tint == nil, fadeProgress == nil,
      mask.layer.layerClass == .shape, mask.effects == nil, mask.traits.areNone,
      mask.tint == nil, mask.fadeProgress == nil, mask.opacity == 1, mask.drawing.passes == 1,
      mask.drawing.background.isEmpty, mask.drawing.border.isEmpty
    else { return nil }
    let (values, shape) = (layer.values, mask.layer.values)
    guard shape[.fillColor]?.alpha == 1, let path = shape[.path], !mask.clipsContent,
      let gradient = GradientPainter().gradient(values), let back = transform.inverted,
      let map = mask.transform.concatenating(back).affine
    else { return nil }
    let own = path.transformed(by: map)
    guard let box = own.controlBoundingBox, values[.cornerRadius] == 0,
      values[.bounds].union(box) == values[.bounds]
    else { return nil }
    return (own, shape[.fillRule], gradient)
  }

  /// Whether the layer is drawn as a picture of its own for its effects.
  var needsPicture: Bool { effects?.needsPicture == true && gradientFill == nil }
}
