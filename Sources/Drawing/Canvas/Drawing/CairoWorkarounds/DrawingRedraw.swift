import RostrumCCairo
public import RostrumGeometry

extension Drawing {
  /// Redraws a part of the picture: the pixels of `region` become the ones they would be if the
  /// bitmap were cleared and `body` drew all of it; all other pixels stay.
  ///
  /// The result is the same byte for byte. Cairo's own clip would not give that: its rasteriser
  /// treats a row differently when an edge has been cut at the clip. So the contents that touch the
  /// region are drawn on a scratch bitmap, at the same place, and the region's pixels are copied.
  /// of the picture is drawn where it is.
  ///
  /// - Parameters:
  ///   - region: The part outside the bitmap does not count.
  ///   - background: The bitmap's colour before `body` draws; `nil` for transparent.
  ///   - needed: Pixels outside of the region that `body` reads as a backdrop, so that they have to
  ///     be correct too. By default none.
  /// - Precondition: Not within `group`, `clip` or another `redraw`.
  public func redraw(
    _ region: DamageRegion, over background: Color? = nil, needed: DamageRegion = DamageRegion(),
    _ body: () throws -> Void
  ) throws {
    precondition(damage == nil && limits == frame, "a redraw stands at the top level")
    let region = region.clipped(to: frame)
    guard !region.isEmpty else { return }
    guard region.rects != [frame] else {
      clear(to: background)
      return try body()
    }
    let scratch = try scratch ?? makeScratch()
    var drawn = region
    drawn.formUnion(needed.clipped(to: frame))
    let base = context
    (context, damage) = (scratch.context, drawn)
    defer { (context, damage) = (base, nil) }
    clear(to: background)
    try body()
    Self.copy(cairo_get_target(scratch.context), to: base, region.rects)
  }

  private func makeScratch() throws(DrawingError) -> (bitmap: Bitmap, context: OpaquePointer) {
    let memory = try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
      try Bitmap(width: bitmap.width, height: bitmap.height)
    }
    let made = (bitmap: memory, context: Self.makeContext(on: memory))
    scratch = made
    return made
  }
}
