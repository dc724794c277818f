import CCairo
import Geometry

/// How much of each pixel of an area is covered, as Cairo takes it: a mask of eight bits a pixel,
/// at first empty.
final class CoverMask {
  /// In the drawing's pixels.
  let frame: PixelRect
  let surface: OpaquePointer

  /// An empty area is a programming error.
  init(frame: PixelRect) {
    self.frame = frame
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_A8, Int32(clamping: frame.width), Int32(clamping: frame.height))
    else { fatalError("cairo_image_surface_create gave no surface") }
    self.surface = surface
    cairo_surface_set_device_offset(surface, -Double(frame.x), -Double(frame.y))
  }

  deinit { cairo_surface_destroy(surface) }

  /// Why there is no memory for it, if there is none.
  var status: cairo_status_t { cairo_surface_status(surface) }

  /// The levels of a row of the drawing, from the left end of the frame; `nil` without memory.
  func row(_ y: Int) -> UnsafePointer<UInt8>? {
    cairo_image_surface_get_data(surface).map {
      UnsafePointer($0) + (y - frame.y) * Int(cairo_image_surface_get_stride(surface))
    }
  }

  /// Covers what a shape covers, exactly.
  func cover(_ shape: ExactShape) {
    guard let bytes = cairo_image_surface_get_data(surface) else { return }
    let bytesPerRow = Int(cairo_image_surface_get_stride(surface))
    var row = bytes
    shape.visit(frame) { y in
      row = bytes + (y - frame.y) * bytesPerRow - frame.x
    } pixel: { x, level in
      row[x] = UInt8(truncatingIfNeeded: level)
    } run: { run, level in
      (row + run.lowerBound).update(repeating: UInt8(truncatingIfNeeded: level), count: run.count)
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Covers what `draw` draws with Cairo, in the drawing's pixels.
  func cover(_ draw: (OpaquePointer) -> Void) {
    guard let context = cairo_create(surface) else { return }
    draw(context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
  }
}
