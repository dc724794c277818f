/// A picture with 16 bits a channel: blue, green, red, alpha, with the colours premultiplied.
public final class DeepBitmap: @unchecked Sendable {
  public let width: Int
  public let height: Int
  /// Row after row, without padding.
  public let samples: Buffer<SIMD4<UInt16>>

  package init(width: Int, height: Int) throws(OutOfMemory) {
    (self.width, self.height) = (width, height)
    samples = try Buffer(count: width * height)
  }

  /// The colours of a bitmap with 8 bits per channel.
  package convenience init(_ bitmap: Bitmap) throws(OutOfMemory) {
    try self.init(width: bitmap.width, height: bitmap.height)
    fill(from: bitmap)
  }

  package convenience init(copying other: DeepBitmap) throws(OutOfMemory) {
    try self.init(width: other.width, height: other.height)
    samples.start.update(from: other.samples.start, count: width * height)
  }

  /// Sets every channel to 257 times that of a bitmap: 255 becomes 65,535.
  func fill(from bitmap: Bitmap) {
    for y in 0..<height {
      let row = bitmap.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let target = samples.start + y * width
      for x in 0..<width { target[x] = SIMD4<UInt16>(truncatingIfNeeded: row[x]) &* 257 }
    }
  }

  /// Converts straight samples to other colours, and premultiplies them.
  func finish(_ conversion: ColorConversion) {
    for y in 0..<height {
      let row = samples.start + y * width
      conversion.convert(
        UnsafeMutableRawBufferPointer(start: row, count: width * 8), count: width)
      for x in 0..<width where row[x].w < 65_535 { row[x] = Self.premultiplied(row[x]) }
    }
  }

  private static func premultiplied(_ pixel: SIMD4<UInt16>) -> SIMD4<UInt16> {
    let alpha = UInt32(pixel.w)
    var result = pixel
    for channel in 0..<3 {
      result[channel] = UInt16((UInt32(pixel[channel]) * alpha + 32_767) / 65_535)
    }
    return result
  }

  func upright(from orientation: Orientation) throws(OutOfMemory) -> DeepBitmap {
    guard orientation != .up else { return self }
    let result =
      orientation.isTurned
      ? try DeepBitmap(width: height, height: width) : try DeepBitmap(width: width, height: height)
    for y in 0..<result.height {
      for x in 0..<result.width {
        let place = orientation.stored(x, y, width: width, height: height)
        result.samples.start[y * result.width + x] = samples.start[place.y * width + place.x]
      }
    }
    return result
  }

  /// The same picture in 8 bits a channel, each rounded to nearest.
  public func bitmap() throws(OutOfMemory) -> Bitmap {
    let result = try Bitmap(width: width, height: height)
    for y in 0..<height {
      let row = result.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let source = samples.start + y * width
      for x in 0..<width {
        // 65,535 / 257 is 255; 128 more rounds to nearest.
        let wide = (SIMD4<UInt32>(truncatingIfNeeded: source[x]) &+ 128) / 257
        row[x] = SIMD4<UInt8>(truncatingIfNeeded: wide)
      }
    }
    return result
  }
}
