import CCairo
public import Geometry

extension Drawing {
  /// Draws some of the picture again: the pixels of `region` become what they would be if the
  /// bitmap were cleared and `body` drew all of it; all other pixels stay.
  ///
  /// Byte for byte, too. Cairo's own clip would not give that: its rasteriser treats a row
  /// differently when an edge has been cut at the clip. So the contents are drawn on a scratch
  /// bitmap, leaving out what does not touch the region, and the pixels in question are copied. All
  /// of the picture is drawn where it is.
  ///
  /// - Parameters:
  ///   - region: What lies outside the bitmap does not count.
  ///   - background: What the bitmap is filled with before `body` draws; `nil` for nothing.
  ///   - needed: What has to be right too while `body` draws, because it reads what lies behind. By
  ///     default nothing more.
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

  /// True when something within `bounds` (user space) could show: worth asking before a subtree of
  /// layers is drawn.
  public func canShow(_ bounds: Rect) -> Bool {
    let pixels = transform.boundingBox(of: bounds)
    return pixels.isFinite && isVisible(pixels)
  }

  private func makeScratch() throws(DrawingError) -> (bitmap: Bitmap, context: OpaquePointer) {
    let memory = try DrawingError.orShortage { () throws(OutOfMemory) in
      try Bitmap(width: bitmap.width, height: bitmap.height)
    }
    let made = (bitmap: memory, context: Self.makeContext(on: memory))
    scratch = made
    return made
  }
}
