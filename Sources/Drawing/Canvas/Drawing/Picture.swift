public import RostrumGeometry

/// An offscreen picture of a part of a drawing, in the drawing's coordinates.
public final class Picture {
  /// The part, in the drawing's pixels.
  public let frame: PixelRect
  /// As large as the part. Transparent at first.
  public let bitmap: Bitmap

  /// An empty part is a programming error.
  public convenience init(frame: PixelRect) throws(OutOfMemory) {
    self.init(frame: frame, bitmap: try Bitmap(width: frame.width, height: frame.height))
  }

  init(frame: PixelRect, bitmap: Bitmap) {
    self.frame = frame
    self.bitmap = bitmap
  }

  var pixels: SurfacePixels {
    SurfacePixels(
      bytes: bitmap.bytes.baseAddress.unsafelyUnwrapped, bytesPerRow: bitmap.bytesPerRow,
      width: frame.width, height: frame.height, originX: frame.x, originY: frame.y)
  }
}

extension SurfacePixels {
  /// In the drawing's pixels.
  var frame: PixelRect { PixelRect(x: originX, y: originY, width: width, height: height) }

  /// The memory of a pixel of the drawing; it lies within the frame.
  func address(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    (bytes + (y - originY) * bytesPerRow + (x - originX) * 4)
      .assumingMemoryBound(to: UInt32.self)
  }
}
