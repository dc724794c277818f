import CCairo
public import Geometry

extension Drawing {
  /// Draws some of the picture again: the pixels that `rects` touch become what they would be if
  /// the bitmap were cleared and `body` drew all of it; all other pixels stay.
  ///
  /// Byte for byte, too. Cairo's own clip would not give that: its rasteriser treats a row
  /// differently when an edge has been cut at the clip. So the contents are drawn on a scratch
  /// bitmap, leaving out what does not touch `rects`, and the pixels in question are copied. All of
  /// the picture is drawn where it is.
  ///
  /// - Parameters:
  ///   - rects: In pixels. May overlap. What lies outside the bitmap does not count.
  ///   - background: What the bitmap is filled with before `body` draws; `nil` for nothing.
  ///   - needed: What has to be right around them while `body` draws, because it reads what lies
  ///     behind. By default nothing more.
  /// - Precondition: Not within `group`, `clip` or another `redraw`.
  public func redraw<Failure: Error>(
    _ rects: [Rect], over background: Color? = nil, needed: [Rect] = [],
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    precondition(dirty == nil && limits == bitmapBounds, "a redraw stands at the top level")
    let region = PixelRegion(rects, within: bitmapBounds)
    guard !region.rects.isEmpty else { return }
    guard region.rects != [bitmapBounds] else {
      clear(to: background)
      return try body()
    }
    guard let scratch = scratch ?? makeScratch() else { return }
    let base = context
    (context, dirty) = (
      scratch.context, needed.isEmpty ? region : PixelRegion(rects + needed, within: bitmapBounds)
    )
    defer { (context, dirty) = (base, nil) }
    clear(to: background)
    try body()
    cairo_surface_flush(cairo_get_target(scratch.context))
    cairo_surface_flush(cairo_get_target(base))
    for rect in region.rects { copy(rect, from: scratch.bitmap) }
    cairo_surface_mark_dirty(cairo_get_target(base))
  }

  /// True when something within `bounds` (user space) could show: worth asking before a subtree of
  /// layers is drawn.
  public func canShow(_ bounds: Rect) -> Bool {
    let pixels = transform.boundingBox(of: bounds)
    return pixels.isFinite && isVisible(pixels)
  }

  /// `nil` when there is no memory, which `finish` reports.
  private func makeScratch() -> (bitmap: Bitmap, context: OpaquePointer)? {
    noting { () throws(OutOfMemory) in
      let bitmap = try Bitmap(width: bitmap.width, height: bitmap.height)
      scratch = (bitmap, Self.makeContext(on: bitmap))
    }
    return scratch
  }

  /// `rect` lies within the bitmap.
  private func copy(_ rect: Rect, from source: Bitmap) {
    let columns = Int(rect.minX) * 4..<Int(rect.maxX) * 4
    for y in Int(rect.minY)..<Int(rect.maxY) {
      let row = UnsafeMutableRawBufferPointer(rebasing: bitmap.row(y)[columns])
      row.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.row(y)[columns]))
    }
  }
}
