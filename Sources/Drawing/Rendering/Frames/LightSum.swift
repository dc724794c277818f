import RostrumCanvas
import RostrumGeometry

/// Adds up frames as light: straight colours, decoded from sRGB, weighted by their alpha.
///
/// Whole numbers only, in the order of the samples, so the result is the same on every machine. A
/// pixel that is the same in all samples keeps its bytes.
final class LightSum {
  /// Red, green and blue times alpha, and alpha, of each pixel. At most 256 samples of 65535 * 255
  /// fit.
  private let sums: Buffer<SIMD4<UInt32>>
  private let first: Buffer<UInt32>
  private let differs: Buffer<Bool>
  private let width: Int
  private var count: UInt32 = 0

  init(width: Int, height: Int) throws(OutOfMemory) {
    self.width = width
    sums = try Buffer(count: width * height)
    first = try Buffer(count: width * height)
    differs = try Buffer(count: width * height)
  }

  /// Restarts the sum with one sample.
  func begin(with bitmap: Bitmap, in region: DamageRegion) {
    count = 1
    each(bitmap, region) { index, pixel in
      sums[index] = Light.decoded(pixel.pointee)
      first[index] = pixel.pointee
      differs[index] = false
    }
  }

  /// Adds a sample, in the region of the first.
  func add(_ bitmap: Bitmap, in region: DamageRegion) {
    count += 1
    each(bitmap, region) { index, pixel in
      sums[index] &+= Light.decoded(pixel.pointee)
      if pixel.pointee != first[index] { differs[index] = true }
    }
  }

  /// Writes the average of the samples.
  func write(to bitmap: Bitmap, in region: DamageRegion) {
    each(bitmap, region) { index, pixel in
      pixel.pointee = differs[index] ? Light.encoded(sums[index], count: count) : first[index]
    }
  }

  private func each(
    _ bitmap: Bitmap, _ region: DamageRegion, _ body: (Int, UnsafeMutablePointer<UInt32>) -> Void
  ) {
    for rect in region.rects {
      for y in rect.y..<rect.y + rect.height {
        guard let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self).baseAddress else {
          continue
        }
        for x in rect.x..<rect.x + rect.width { body(y * width + x, row + x) }
      }
    }
  }
}

/// sRGB's transfer curve (IEC 61966-2-1) in tables of 16 bits.
private enum Light {
  /// A premultiplied pixel as light times alpha, and alpha.
  static func decoded(_ pixel: UInt32) -> SIMD4<UInt32> {
    let alpha = pixel >> 24
    if alpha == 0 { return SIMD4() }
    func light(_ shift: UInt32) -> UInt32 {
      let byte = pixel >> shift & 255
      let straight = alpha == 255 ? byte : min(255, (byte * 255 + alpha / 2) / alpha)
      return decoding[Int(straight)] * alpha
    }
    return SIMD4(light(16), light(8), light(0), alpha)
  }

  /// The premultiplied pixel that is the average of `count` samples.
  static func encoded(_ sum: SIMD4<UInt32>, count: UInt32) -> UInt32 {
    guard sum.w > 0 else { return 0 }
    let alpha = (sum.w + count / 2) / count
    func byte(_ sum: UInt32, _ total: UInt32) -> UInt32 {
      let straight = UInt32(encoding[Int((UInt64(sum) + UInt64(total / 2)) / UInt64(total))])
      return (straight * alpha + 127) / 255
    }
    return alpha << 24 | byte(sum.x, sum.w) << 16 | byte(sum.y, sum.w) << 8 | byte(sum.z, sum.w)
  }

  private static let decoding: [UInt32] = (0...255).map {
    UInt32((light(of: Double($0) / 255) * 65535).rounded())
  }

  /// A byte begins half way between it and the one before.
  private static let encoding: [UInt8] = {
    var table: [UInt8] = []
    for byte in 0..<255 {
      let end = light(of: (Double(byte) + 0.5) / 255) * 65535
      while Double(table.count) < end { table.append(UInt8(byte)) }
    }
    return table + Array(repeating: 255, count: 65536 - table.count)
  }()

  private static func light(of value: Double) -> Double {
    guard value > 0.04045 else { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    return base * base * fifthRoot(base * base)
  }

  /// The fifth root of a number in 0...1, by Newton's method from above.
  private static func fifthRoot(_ number: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 {
      let square = root * root
      root -= (square * square * root - number) / (5 * square * square)
    }
    return root
  }
}

extension Bitmap {
  /// Makes each pixel of `region` in `target` the average of `factor` by `factor` pixels of this
  /// bitmap, which is larger by that factor: of the encoded, premultiplied bytes, rounded to the
  /// nearest.
  func copyAverages(of factor: Int, in region: DamageRegion, to target: Bitmap) {
    for rect in region.rects {
      for y in rect.y..<rect.y + rect.height {
        let columns = rect.x..<rect.x + rect.width
        if factor == 1 {
          copyRow(y, columns, to: target)
        } else {
          averageRows(y * factor..<(y + 1) * factor, columns, to: target.row(y))
        }
      }
    }
  }

  private func copyRow(_ y: Int, _ columns: Range<Int>, to target: Bitmap) {
    let bytes = columns.lowerBound * 4..<columns.upperBound * 4
    UnsafeMutableRawBufferPointer(rebasing: target.row(y)[bytes])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: row(y)[bytes]))
  }

  private func averageRows(
    _ rows: Range<Int>, _ columns: Range<Int>, to target: UnsafeMutableRawBufferPointer
  ) {
    let factor = rows.count
    let sources = rows.map(row)
    let area = factor * factor
    for x in columns {
      for channel in 0..<4 {
        var sum = 0
        for source in sources {
          for column in 0..<factor { sum += Int(source[(x * factor + column) * 4 + channel]) }
        }
        target[x * 4 + channel] = UInt8((sum + area / 2) / area)
      }
    }
  }
}
