import RostrumCCairo
public import RostrumGeometry

extension Drawing {
  /// Multiplies the colours of the innermost group's drawing so far by a colour's components; its
  /// alpha is ignored.
  ///
  /// Outside of a group it applies to the whole picture.
  public func multiply(by tint: Color) {
    withPixelsOfGroup { surface in
      let factors = [tint.blue, tint.green, tint.red].map { value in
        UInt32((min(max(value.isNaN ? 0 : value, 0), 1) * 256).rounded())
      }
      for y in 0..<surface.height {
        for x in 0..<surface.width {
          let pixel = surface[x, y]
          guard pixel != 0 else { continue }
          var result = pixel & 0xFF00_0000
          for (channel, factor) in factors.enumerated() {
            let shift = UInt32(8 * channel)
            result |= (((pixel >> shift & 0xFF) * factor + 128) >> 8) << shift
          }
          surface[x, y] = result
        }
      }
    }
  }

  /// Runs `body` with the memory of the surface that is drawn on.
  func withPixelsOfGroup<Failure: Error>(
    _ body: (SurfacePixels) throws(Failure) -> Void
  ) throws(Failure) {
    guard let surface = cairo_get_group_target(context), let pixels = SurfacePixels(surface) else {
      return
    }
    defer { cairo_surface_mark_dirty(surface) }
    try body(pixels)
  }
}

/// The premultiplied pixels of a surface, 0xAARRGGBB.
struct SurfacePixels {
  let bytes: UnsafeMutableRawPointer
  let bytesPerRow: Int
  let width: Int
  let height: Int
  /// Where the first pixel lies in the drawing.
  let originX: Int
  let originY: Int

  /// Whether the surface has a pixel of the drawing.
  func contains(_ x: Int, _ y: Int) -> Bool {
    originX <= x && x < originX + width && originY <= y && y < originY + height
  }

  /// From the surface's own corner. Within its size.
  subscript(x: Int, y: Int) -> UInt32 {
    get { bytes.load(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self) }
    nonmutating set {
      bytes.storeBytes(of: newValue, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
    }
  }
}

extension SurfacePixels {
  /// The memory of an image surface, as it is now.
  init?(_ surface: OpaquePointer) {
    cairo_surface_flush(surface)
    var (x, y) = (0.0, 0.0)
    cairo_surface_get_device_offset(surface, &x, &y)
    guard let bytes = cairo_image_surface_get_data(surface) else { return nil }
    self.init(
      bytes: UnsafeMutableRawPointer(bytes),
      bytesPerRow: Int(cairo_image_surface_get_stride(surface)),
      width: Int(cairo_image_surface_get_width(surface)),
      height: Int(cairo_image_surface_get_height(surface)), originX: -Int(x), originY: -Int(y))
  }
}
