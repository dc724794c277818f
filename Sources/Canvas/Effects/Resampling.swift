public import Geometry

extension Picture {
  /// Makes the pixels of `rect` those of another picture as it appears through a projection.
  ///
  /// Between the other's pixels colours are mixed (bilinear); beyond its edges it is transparent.
  ///
  /// - Parameter map: From this picture's plane to the other's.
  public func resample(_ source: Picture, through map: Homography, in rect: PixelRect) {
    let rect = rect.intersection(frame)
    let reader = PictureReader(source: source.pixels)
    let affine = map.affine
    for y in rect.y..<rect.maxY {
      let row = pixels.address(rect.x, y)
      for x in 0..<rect.width {
        let middle = Point(x: Double(rect.x + x) + 0.5, y: Double(y) + 0.5)
        let place = affine?.apply(to: middle) ?? map.apply(to: middle)
        row[x] = place.map(reader.pixel) ?? 0
      }
    }
  }
}

/// Reads a picture between its pixels.
private struct PictureReader {
  let source: SurfacePixels

  func pixel(at place: Point) -> UInt32 {
    let (x, y) = (place.x - 0.5, place.y - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    guard abs(left) < 1e9, abs(top) < 1e9 else { return 0 }
    let (i, j) = (Int(left), Int(top))
    let (fx, fy) = (Float(x - left), Float(y - top))
    if fx == 0, fy == 0 { return word(i, j) }
    let words = (word(i, j), word(i + 1, j), word(i, j + 1), word(i + 1, j + 1))
    if words.0 == words.1, words.0 == words.2, words.0 == words.3 { return words.0 }
    let upper = SIMD4<Float>(pixel: words.0) * (1 - fx) + SIMD4<Float>(pixel: words.1) * fx
    let lower = SIMD4<Float>(pixel: words.2) * (1 - fx) + SIMD4<Float>(pixel: words.3) * fx
    return (upper * (1 - fy) + lower * fy).pixel
  }

  private func word(_ x: Int, _ y: Int) -> UInt32 {
    guard x >= source.originX, x < source.originX + source.width, y >= source.originY,
      y < source.originY + source.height
    else { return 0 }
    return source.address(x, y).pointee
  }
}
