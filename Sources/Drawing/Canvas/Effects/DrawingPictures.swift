import RostrumCCairo
public import RostrumGeometry

extension Drawing {
  /// Draws a picture over the pixels of a rectangle.
  public func draw(_ picture: Picture, opacity: Double = 1, in rect: PixelRect) {
    let area = rect.intersection(picture.frame)
    guard opacity > 0, !area.isEmpty else { return }
    withExtendedLifetime(picture) {
      cairo_save(context)
      Self.clip(context, to: visibleParts(of: area))
      setSource(picture.bitmap, at: picture.frame.rect.origin)
      cairo_paint_with_alpha(context, min(opacity, 1))
      cairo_restore(context)
    }
  }

  /// Multiplies the pixels of a rectangle by a picture's alpha.
  func mask(by picture: Picture, in rect: PixelRect) {
    cairo_save(context)
    Self.clip(context, to: [rect])
    setSource(picture.bitmap, at: picture.frame.rect.origin)
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_NONE)
    cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
    cairo_paint(context)
    cairo_restore(context)
  }

  /// Composites a picture with the pixels of a rectangle.
  ///
  /// - Parameters:
  ///   - operation: The compositing operation. The backdrop is the drawing of the innermost group.
  ///   - shape: A picture of the same frame: its alpha limits operations that also act where the
  ///     picture is transparent.
  public func composite(
    _ picture: Picture, _ operation: CompositingOperation, opacity: Double = 1,
    shape: Picture? = nil, in rect: PixelRect
  ) {
    let area = visiblePart(of: rect).intersection(picture.frame)
    precondition(shape == nil || shape?.frame == picture.frame, "a shape as large as its picture")
    guard !area.isEmpty else { return }
    if let theirs = operation.cairoOperator {
      cairo_save(context)
      Self.clip(context, to: visibleParts(of: area))
      setSource(picture.bitmap, at: picture.frame.rect.origin)
      cairo_set_operator(context, theirs)
      cairo_paint_with_alpha(context, min(max(opacity, 0), 1))
      return cairo_restore(context)
    }
    let blend = PixelBlend(operation: operation)
    let fade = Float(min(max(opacity, 0), 1))
    withPixelsOfGroup { target in
      let rect = area.intersection(target.frame)
      for y in rect.y..<rect.maxY {
        let (source, behind) = (picture.pixels.address(rect.x, y), target.address(rect.x, y))
        let cover = shape?.pixels.address(rect.x, y)
        // Neighbours are often the same; nothing over nothing is nothing.
        var (last, made) = (SIMD3<UInt32>.zero, UInt32(0))
        for x in 0..<rect.width {
          let share = cover.map { max($0[x] >> 24, source[x] >> 24) } ?? 0
          let pixels = SIMD3(source[x], share, behind[x])
          if pixels != last {
            last = pixels
            let s = SIMD4<Float>(pixel: source[x]) * fade
            if cover != nil {
              made = blend.pixel(s, covering: share, over: behind[x])
            } else if source[x] != 0 {
              made = blend.result(s, over: SIMD4(pixel: behind[x])).pixel
            } else {
              made = behind[x]
            }
          }
          behind[x] = made
        }
      }
    }
  }

  /// Replaces the drawing of the innermost group by its filtered pixels, as far as `shape` is
  /// opaque.
  ///
  /// The picture's edge pixels extend beyond it, so that no transparency enters at the canvas's
  /// edge.
  public func filterBackdrop(
    with filters: [PixelFilter], shape: Picture, in rect: PixelRect, pool: PicturePool
  ) throws(DrawingError) {
    let area = visiblePart(of: rect).intersection(shape.frame)
    guard !area.isEmpty else { return }
    try withPixelsOfGroup { target throws(DrawingError) in
      let area = area.intersection(target.frame)
      guard !area.isEmpty else { return }
      try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
        let needed = filters.inputs(of: area).intersection(frame)
        let copy = try pool.picture(frame: needed, clearing: needed)
        copy.copy(target, in: needed)
        let filtered = try filters.applied(
          to: copy, in: area, within: frame, edge: .extended(frame), pool: pool)
        target.take(filtered, as: shape, in: area)
        pool.recycle(filtered)
      }
    }
  }

  /// Draws `body` inside `path` only, as `clip` does, but on a copy of the backdrop, so that `body`
  /// can read it.
  public func clipOverBackdrop(
    to path: Path, rule: FillRule = .nonZero, _ body: () throws -> Void
  ) throws {
    guard let outline = fillable(path, rule), let hull = outline.hull else { return }
    if let rect = outline.pixelRect { return try clip(toPixels: rect, body) }
    let backdrop = cairo_get_group_target(context)
    try collect(
      in: hull, clippedTo: ClipShape(outline: outline, rule: rule),
      {
        self.copy(backdrop)
        try body()
      }
    ) {
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
      try coverWithGroup(outline, rule)
    }
  }

  /// Begins a group with a copy of the backdrop.
  func copy(_ backdrop: OpaquePointer?) {
    cairo_save(context)
    cairo_set_source_surface(context, backdrop, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
    cairo_restore(context)
    forgetClearness()
  }
}

extension Picture {
  /// Draws on top of the picture, in the coordinates of the drawing that it is a part of.
  ///
  /// - Parameters:
  ///   - needed: Drawing outside of it may be left out; `nil` for everything.
  ///   - gradients: The pictures of gradients that were drawn before.
  public func draw(
    needed: PixelRect? = nil, gradients: GradientCache? = nil,
    _ body: (Drawing) throws -> Void
  ) throws {
    let drawing = Drawing(on: bitmap, originX: frame.x, originY: frame.y)
    drawing.gradients = gradients
    drawing.damage = needed.map { DamageRegion($0.intersection(frame)) }
    do {
      try body(drawing)
    } catch {
      drawing.abandon()
      throw error
    }
    try drawing.finish()
  }
}

extension SurfacePixels {
  /// Copies the pixels of a part of a picture, as far as `shape` is opaque.
  fileprivate func take(_ picture: Picture, as shape: Picture, in area: PixelRect) {
    for y in area.y..<area.maxY {
      let (new, cover) = (picture.pixels.address(area.x, y), shape.pixels.address(area.x, y))
      let old = address(area.x, y)
      for x in 0..<area.width where cover[x] != 0 {
        let share = Float(cover[x] >> 24) / 255
        let kept = SIMD4<Float>(pixel: old[x]) * (1 - share)
        old[x] = (kept + SIMD4<Float>(pixel: new[x]) * share).pixel
      }
    }
  }
}

extension PixelBlend {
  /// Applies the operation to the covered part of the pixel.
  ///
  /// The source of a partly covered pixel is already multiplied by the coverage.
  fileprivate func pixel(_ s: Pixel, covering cover: UInt32, over behind: UInt32) -> UInt32 {
    guard cover > 0 else { return behind }
    let d = SIMD4<Float>(pixel: behind)
    let share = Float(cover) / 255
    let whole = (s / share).clamped(lowerBound: .zero, upperBound: .one)
    return (d * (1 - share) + result(whole, over: d) * share).pixel
  }
}
