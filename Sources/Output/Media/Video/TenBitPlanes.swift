import RostrumCanvas
import RostrumGeometry

/// The colours of a film of 10 bits: BT.2020's under a curve of high dynamic range, or those of a
/// screen, in BT.709's matrix.
enum FilmColors: Sendable, Equatable {
  case hdr(HDRCurve)
  case screen(ColorSpace)

  /// Red, green and blue, 0 to 1, of an opaque 0xFFRRGGBB of sRGB; the fourth is 0.
  func numbers(ofPixel pixel: UInt32) -> SIMD4<Float> {
    switch self {
    case .hdr(let curve): HDRColors.shared(curve).numbers(ofPixel: pixel)
    case .screen(let space): SIMD4(space.color(ofPixel: pixel), 0)
    }
  }

  /// The shares of red, green and blue in luma. Sources: BT.2100, table 6; BT.709, section 3.2.
  var luma: SIMD4<Float> {
    if case .hdr = self { return HDRColors.luminance }
    return SIMD4(0.2126, 0.7152, 0.0722, 0)
  }
}

/// The three planes of a 4:2:0 frame of 10 bits in two bytes, in limited range.
struct TenBitPlanes: Sendable, Equatable {
  /// Where the planes lie, in samples.
  let layout: I420Layout
  let colors: FilmColors

  var byteCount: Int { 2 * layout.byteCount }

  /// Converts the part of a picture in `rect`, made opaque; beyond the picture its last row or
  /// column is repeated.
  ///
  /// - Precondition: the picture has this layout's size and `bytes` its byte count.
  func write(
    _ frame: Bitmap, _ rect: PixelRect, _ flattening: Flattening,
    into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count >= byteCount && frame.width == layout.size.width)
    let samples = bytes.bindMemory(to: UInt16.self)
    let flattened = Flattened(frame, flattening)
    var pixels = SquareReader(colors, width: frame.width)
    for pair in rect.y / 2..<(rect.maxY + 1) / 2 {
      let rows = flattened.rows(pair * 2, min(pair * 2 + 1, frame.height - 1))
      for column in rect.x / 2..<(rect.maxX + 1) / 2 {
        write(pixels.square(column, rows), column, pair, samples)
      }
    }
  }

  /// Source: BT.2100, tables 6 and 9: luma 64 to 940, differences 64 to 960.
  private func write(
    _ square: Square, _ column: Int, _ pair: Int, _ samples: UnsafeMutableBufferPointer<UInt16>
  ) {
    let (coded, chroma) = (layout.coded, layout.chroma)
    let luma = 64.5 + 876 * square.luma
    let place = pair * 2 * coded.width + column * 2
    let isWide = column * 2 + 1 < coded.width
    samples[place] = UInt16(luma.x).littleEndian
    if isWide { samples[place + 1] = UInt16(luma.y).littleEndian }
    if pair * 2 + 1 < coded.height {
      samples[place + coded.width] = UInt16(luma.z).littleEndian
      if isWide { samples[place + coded.width + 1] = UInt16(luma.w).littleEndian }
    }
    let blue = coded.width * coded.height + pair * chroma.width + column
    let mean = square.luma.sum() / 4
    // The largest difference is that of a colour which has nothing else.
    let range = 2 * (1 - colors.luma)
    let (difference, other) = (square.mean.z - mean, square.mean.x - mean)
    samples[blue] = UInt16(512.5 + 896 * difference / range.z).littleEndian
    samples[blue + chroma.width * chroma.height] =
      UInt16(512.5 + 896 * other / range.x).littleEndian
  }
}

/// Two by two pixels.
private struct Square {
  /// The upper two, then the lower two; 0 to 1.
  let luma: SIMD4<Float>
  /// Red, green and blue of all, 0 to 1.
  let mean: SIMD4<Float>
}

/// Reads pixels of two rows; neighbours are often the same.
private struct SquareReader {
  private let colors: FilmColors
  private let shares: SIMD4<Float>
  private let last: Int
  private var pixel: UInt32 = 0xFF00_0000
  private var numbers: SIMD4<Float>

  init(_ colors: FilmColors, width: Int) {
    (self.colors, shares, last) = (colors, colors.luma, width - 1)
    numbers = colors.numbers(ofPixel: pixel)
  }

  mutating func square(
    _ column: Int, _ rows: (UnsafePointer<UInt32>, UnsafePointer<UInt32>)
  ) -> Square {
    let (left, right) = (column * 2, min(column * 2 + 1, last))
    let (a, b) = (color(rows.0[left]), color(rows.0[right]))
    let (c, d) = (color(rows.1[left]), color(rows.1[right]))
    func luma(_ color: SIMD4<Float>) -> Float { (color * shares).sum() }
    return Square(luma: SIMD4(luma(a), luma(b), luma(c), luma(d)), mean: (a + b + c + d) / 4)
  }

  private mutating func color(_ pixel: UInt32) -> SIMD4<Float> {
    if pixel != self.pixel { (self.pixel, numbers) = (pixel, colors.numbers(ofPixel: pixel)) }
    return numbers
  }
}
