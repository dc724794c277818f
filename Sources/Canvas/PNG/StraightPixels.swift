import CPNG
import CPixels

/// The pixel layouts files and encoders want, with straight alpha and 8 bits a channel.
public enum StraightPixels: Sendable, Equatable, CaseIterable {
  /// Red, green, blue: the picture over black, without its alpha.
  case rgb
  /// Red, green, blue, alpha. Where alpha is 0 the colour is black.
  case rgba

  public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }

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

  /// Converts the pixels of one row from column to column.
  ///
  /// - Precondition: `columns` lies in the bitmap; `output` has `bytesPerPixel` bytes for each.
  public func write(
    _ bitmap: Bitmap, row y: Int, columns: Range<Int>, to output: UnsafeMutableRawPointer
  ) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= bitmap.width)
    let pixels = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
    guard let source = pixels.baseAddress.map({ $0 + columns.lowerBound }) else { return }
    switch self {
    case .rgb:
      cpng_pack_rgb(source, columns.count, output.assumingMemoryBound(to: UInt8.self))
    case .rgba: writeRGBA(source, count: columns.count, to: output)
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

private func writeRGBA(
  _ pixels: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutableRawPointer
) {
  withReciprocals { table in
    cpixels_straighten(pixels, count, table, output.assumingMemoryBound(to: UInt8.self))
  }
}
