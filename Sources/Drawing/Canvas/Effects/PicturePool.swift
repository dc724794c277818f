public import RostrumGeometry

/// A pool of reusable pictures, so that memory is not allocated for every frame. Used by one thread
/// at a time.
public final class PicturePool {
  private var bitmaps: [Bitmap] = []
  /// Further pictures are freed.
  private static let maximumCount = 8

  public init() {}

  /// A picture that is transparent in `rect`; elsewhere it may hold anything.
  public func picture(
    frame: PixelRect, clearing rect: PixelRect
  ) throws(OutOfMemory) -> Picture {
    let index = bitmaps.lastIndex { $0.width == frame.width && $0.height == frame.height }
    guard let index else {
      // Where sizes change from frame to frame, earlier bitmaps do not fit any more.
      if !bitmaps.isEmpty { bitmaps.removeFirst() }
      return try Picture(frame: frame)
    }
    let picture = Picture(frame: frame, bitmap: bitmaps.remove(at: index))
    picture.clear(rect.intersection(frame))
    return picture
  }

  /// The picture must not be used any more.
  public func recycle(_ picture: Picture) {
    bitmaps.append(picture.bitmap)
    if bitmaps.count > Self.maximumCount { bitmaps.removeFirst() }
  }
}

extension Picture {
  /// Makes a part transparent; it lies within the frame.
  public func clear(_ rect: PixelRect) {
    for y in rect.y..<rect.maxY {
      pixels.address(rect.x, y).update(repeating: 0, count: rect.width)
    }
  }

  /// Takes over the pixels that another picture has in the same place.
  public func copy(_ other: Picture) { copy(other.pixels, in: frame) }

  /// Copies pixels; the ones outside of the other picture stay. The part lies within the frame.
  func copy(_ other: SurfacePixels, in rect: PixelRect) {
    let rect = rect.intersection(other.frame)
    for y in rect.y..<rect.maxY {
      pixels.address(rect.x, y).update(from: other.address(rect.x, y), count: rect.width)
    }
  }

  /// Multiplies all four components by another picture's alpha, which is 0 outside of its frame.
  public func mask(by other: Picture, in rect: PixelRect) throws(DrawingError) {
    let drawing = Drawing(on: bitmap, originX: frame.x, originY: frame.y)
    drawing.mask(by: other, in: rect)
    try drawing.finish()
  }
}
