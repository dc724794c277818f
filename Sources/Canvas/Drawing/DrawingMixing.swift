import CCairo
public import Geometry

extension Drawing {
  /// Draws what lies between two pictures: `1 - progress` of what `old` draws and `progress` of
  /// what `new` draws, premultiplied.
  ///
  /// Where both are the same, the mixture is that, whatever the progress.
  ///
  /// - Parameters:
  ///   - progress: 0...1.
  ///   - opacity: Of the mixture, 0...1.
  ///   - bounds: Where both draw, in user space; what they draw elsewhere may be cut off.
  public func mix(
    _ progress: Double, opacity: Double = 1, bounds: Rect, from old: () -> Void,
    to new: () -> Void
  ) {
    guard opacity > 0 else { return }
    let share = UInt32((min(max(progress, 0), 1) * 65_536).rounded())
    let pixels = transform.boundingBox(of: bounds)
    collect(in: pixels) {
      old()
      collect(in: pixels, new) { mixSource(share) }
    } composite: {
      limitedToDirt { cairo_paint_with_alpha(context, min(opacity, 1)) }
    }
  }

  /// Mixes the group that is the source into the one that is drawn on. Both begin at the same
  /// pixel.
  private func mixSource(_ share: UInt32) {
    var source: OpaquePointer?
    guard cairo_pattern_get_surface(cairo_get_source(context), &source) == CAIRO_STATUS_SUCCESS,
      let source, let bytes = cairo_image_surface_get_data(source)
    else { return }
    cairo_surface_flush(source)
    let bytesPerRow = Int(cairo_image_surface_get_stride(source))
    let (width, height) = (
      Int(cairo_image_surface_get_width(source)), Int(cairo_image_surface_get_height(source))
    )
    withPixelsOfGroup { target in
      precondition(target.width == width && target.height == height, "two groups of one place")
      for y in 0..<height {
        let row = UnsafeRawPointer(bytes) + y * bytesPerRow
        for x in 0..<width {
          let new = row.load(fromByteOffset: 4 * x, as: UInt32.self)
          let old = target[x, y]
          if old != new { target[x, y] = old.mixed(with: new, share) }
        }
      }
    }
  }
}

extension UInt32 {
  /// Channel by channel; `share` of 65,536 is all of the other.
  fileprivate func mixed(with other: UInt32, _ share: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let sum = (self >> shift & 255) * (65_536 - share) + (other >> shift & 255) * share
      result |= ((sum + 32_768) >> 16) << shift
    }
    return result
  }
}
