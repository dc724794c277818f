/// The pixel layouts files and encoders want, with straight alpha and 8 bits a channel.
public enum StraightPixels: Sendable, Equatable, CaseIterable {
  /// Red, green, blue: the picture over black, without its alpha.
  case rgb
  /// Red, green, blue, alpha. Where alpha is 0 the colour is black.
  case rgba

  public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }

  /// Converts whole rows of `bitmap` into `output`, row after row without padding.
  ///
  /// - Precondition: `rows` lies in the bitmap; `output` has `width * bytesPerPixel` bytes for each.
  public func write(
    _ bitmap: Bitmap, rows: Range<Int>, into output: UnsafeMutableRawBufferPointer
  ) {
    let bytesPerRow = bitmap.width * bytesPerPixel
    precondition(output.count >= rows.count * bytesPerRow, "room for \(rows.count) rows")
    guard let start = output.baseAddress else { return }
    for (index, y) in rows.enumerated() {
      let pixels = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
      guard let source = pixels.baseAddress else { continue }
      let target = start.advanced(by: index * bytesPerRow)
      switch self {
      case .rgb: writeRGB(source, count: bitmap.width, to: target)
      case .rgba: writeRGBA(source, count: bitmap.width, to: target)
      }
    }
  }
}

extension Bitmap {
  /// True when no pixel lets anything through.
  public var isOpaque: Bool {
    (0..<height).allSatisfy { y in
      row(y).assumingMemoryBound(to: UInt32.self).baseAddress.map {
        areOpaque($0, count: width)
      } ?? true
    }
  }
}

private func areOpaque(_ pixels: UnsafePointer<UInt32>, count: Int) -> Bool {
  var all = UInt32.max
  for x in 0..<count { all &= pixels[x] }
  return all >> 24 == 255
}

/// Four pixels make three words, so bytes are never stored one by one. Little-endian, as `Bitmap` is.
private func writeRGB(
  _ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutableRawPointer
) {
  let quads = count / 4
  for quad in 0..<quads {
    let p0 = reversed(pixels[quad * 4])
    let p1 = reversed(pixels[quad * 4 + 1])
    let p2 = reversed(pixels[quad * 4 + 2])
    let p3 = reversed(pixels[quad * 4 + 3])
    let target = output.advanced(by: quad * 12)
    target.storeBytes(of: p0 | p1 << 24, as: UInt32.self)
    target.storeBytes(of: p1 >> 8 | p2 << 16, toByteOffset: 4, as: UInt32.self)
    target.storeBytes(of: p2 >> 16 | p3 << 8, toByteOffset: 8, as: UInt32.self)
  }
  for x in quads * 4..<count {
    let pixel = reversed(pixels[x])
    for byte in 0..<3 {
      output.storeBytes(
        of: UInt8(truncatingIfNeeded: pixel >> (8 * UInt32(byte))), toByteOffset: x * 3 + byte,
        as: UInt8.self)
    }
  }
}

/// 0xAARRGGBB to 0x00BBGGRR, whose bytes in memory are red, green, blue.
@inline(__always)
private func reversed(_ pixel: UInt32) -> UInt32 { pixel.byteSwapped >> 8 }

private func writeRGBA(
  _ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutableRawPointer
) {
  let target = output.assumingMemoryBound(to: UInt8.self)
  let words = UnsafeMutableRawPointer(target)
  if areOpaque(pixels, count: count) {
    for x in 0..<count {
      words.storeBytes(of: swapped(pixels[x]), toByteOffset: x * 4, as: UInt32.self)
    }
  } else {
    withReciprocals { table in
      for x in 0..<count {
        let pixel = swapped(straight(pixels[x], table))
        words.storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }
}

/// 0xAARRGGBB to 0xAABBGGRR, whose bytes in memory are red, green, blue, alpha.
@inline(__always)
private func swapped(_ pixel: UInt32) -> UInt32 {
  pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
}
