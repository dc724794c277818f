import RostrumCPNG
import RostrumCPixels

/// The pixel layouts of files and encoders, with straight alpha.
public struct StraightPixels: Sendable, Equatable {
  /// Red, green, blue and alpha, where the colour is black if alpha is 0. Without alpha: the
  /// picture over black.
  public var hasAlpha: Bool
  /// Bits a channel, 8 or 16; the high byte of 16 comes first. A translucent colour has more than 8
  /// bits once it is divided by its alpha.
  public var bitDepth: Int
  public var colorSpace: ColorSpace

  public init(hasAlpha: Bool, bitDepth: Int = 8, colorSpace: ColorSpace = .sRGB) {
    precondition(bitDepth == 8 || bitDepth == 16, "8 or 16 bits a channel")
    (self.hasAlpha, self.bitDepth, self.colorSpace) = (hasAlpha, bitDepth, colorSpace)
  }

  /// 8 bits a channel, sRGB, no alpha.
  public static let rgb = StraightPixels(hasAlpha: false)
  /// 8 bits a channel, sRGB.
  public static let rgba = StraightPixels(hasAlpha: true)

  public var bytesPerPixel: Int { (hasAlpha ? 4 : 3) * bitDepth / 8 }

  /// Converts whole rows of `bitmap` into `output`, row after row without padding.
  ///
  /// - Precondition: `rows` lies in the bitmap; `output` has `width * bytesPerPixel` bytes for
  ///   each.
  public func write(
    _ bitmap: Bitmap, rows: Range<Int>, into output: UnsafeMutableRawBufferPointer
  ) {
    let bytesPerRow = bitmap.width * bytesPerPixel
    precondition(output.count >= rows.count * bytesPerRow, "room for \(rows.count) rows")
    guard let start = output.baseAddress else { return }
    for (index, y) in rows.enumerated() {
      write(
        bitmap, row: y, columns: 0..<bitmap.width, to: start.advanced(by: index * bytesPerRow))
    }
  }

  /// Converts a range of columns of one row.
  ///
  /// - Precondition: `columns` lies in the bitmap; `output` has `bytesPerPixel` bytes for each.
  public func write(
    _ bitmap: Bitmap, row y: Int, columns: Range<Int>, to output: UnsafeMutableRawPointer
  ) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= bitmap.width)
    let pixels = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
    guard let source = pixels.baseAddress.map({ $0 + columns.lowerBound }) else { return }
    let output = output.assumingMemoryBound(to: UInt8.self)
    guard bitDepth == 8, colorSpace == .sRGB else {
      return writeExactly(source, count: columns.count, to: output)
    }
    if hasAlpha {
      writeRGBA(source, count: columns.count, to: output)
    } else {
      cpng_pack_rgb(source, columns.count, output)
    }
  }

  /// Pixel by pixel, in more bits or another space. Neighbours are often the same.
  private func writeExactly(
    _ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>
  ) {
    guard count > 0 else { return }
    var last = pixels[0]
    var numbers = numbers(of: last)
    let size = bytesPerPixel
    for x in 0..<count {
      if pixels[x] != last {
        last = pixels[x]
        numbers = self.numbers(of: last)
      }
      let target = output + x * size
      for channel in 0..<(hasAlpha ? 4 : 3) {
        if bitDepth == 8 {
          target[channel] = UInt8(truncatingIfNeeded: numbers[channel])
        } else {
          target[2 * channel] = UInt8(truncatingIfNeeded: numbers[channel] >> 8)
          target[2 * channel + 1] = UInt8(truncatingIfNeeded: numbers[channel])
        }
      }
    }
  }

  /// Red, green, blue and alpha of a premultiplied 0xAARRGGBB, each 0 to the largest number.
  private func numbers(of pixel: UInt32) -> SIMD4<UInt32> {
    let alpha = pixel >> 24
    guard alpha > 0 else { return .zero }
    let color: SIMD3<Float>
    if alpha == 255 || !hasAlpha {
      color = colorSpace.color(ofPixel: pixel)
    } else {
      let premultiplied = ColorSpace.sRGB.color(ofPixel: pixel) * 255
      let straight = pointwiseMin(premultiplied / Float(alpha), SIMD3(repeating: 1))
      color = colorSpace.color(straight)
    }
    let largest: Float = bitDepth == 8 ? 255 : 65535
    let steps = (color * largest).rounded(.toNearestOrAwayFromZero)
    return SIMD4(
      UInt32(steps.x), UInt32(steps.y), UInt32(steps.z), bitDepth == 8 ? alpha : alpha * 257)
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

private func writeRGBA(
  _ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>
) {
  withReciprocals { table in
    cpixels_straighten(pixels, count, table, output)
  }
}
