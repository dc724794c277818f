import RostrumCPixels
import RostrumCanvas
import RostrumGeometry

/// How frames travel through the pipe: as small as the format allows, and converted by us where
/// ffmpeg's own conversion is slower or less exact.
enum PipedPixels: Sendable, Equatable {
  /// Straight colours, row after row.
  case straight(StraightPixels, PixelSize)
  /// Three planes, BT.709, limited range.
  case planar(I420Layout, Flattening)
  /// Three planes of 10 bits, limited range.
  case tenBits(TenBitPlanes, Flattening)

  init(_ format: MediaFormat, _ frames: FrameFormat, _ settings: VideoSettings) {
    let size = PixelSize(width: frames.width, height: frames.height)
    let pipe = format.row.pipe
    guard pipe != .straight, frames.isOpaque || settings.alpha(of: format) == .none else {
      self = .straight(frames.pixels, size)
      return
    }
    let isEven = pipe == .evenPlanes || settings.codec(of: format) == .av1
    let layout = I420Layout(size, isEven: isEven)
    let background = settings.background
    if settings.bitDepth == 10 {
      let colors = frames.hdr.map(FilmColors.hdr) ?? .screen(frames.colorSpace)
      let planes = TenBitPlanes(layout: layout, colors: colors)
      self = .tenBits(planes, Flattening(background: background))
    } else {
      self = .planar(layout, Flattening(background: background, colorSpace: frames.colorSpace))
    }
  }

  var byteCount: Int {
    switch self {
    case .straight(let pixels, let size): size.width * size.height * pixels.bytesPerPixel
    case .planar(let layout, _): layout.byteCount
    case .tenBits(let planes, _): planes.byteCount
    }
  }

  /// The size ffmpeg sees.
  var codedSize: PixelSize {
    switch self {
    case .straight(_, let size): size
    case .planar(let layout, _): layout.coded
    case .tenBits(let planes, _): planes.layout.coded
    }
  }

  /// ffmpeg's name.
  var name: String {
    switch self {
    case .straight(let pixels, _) where pixels.bitDepth == 16:
      pixels.hasAlpha ? "rgba64be" : "rgb48be"
    case .straight(let pixels, _): pixels.hasAlpha ? "rgba" : "rgb24"
    case .planar: "yuv420p"
    case .tenBits: "yuv420p10le"
    }
  }

  /// Whether they have the film's colours already.
  var isPlanar: Bool {
    if case .straight = self { return false }
    return true
  }

  /// Updates `bytes` in `changed` (`nil`: everywhere); the other bytes are the frame's already.
  func write(_ frame: Bitmap, _ changed: DamageRegion?, into bytes: UnsafeMutableRawBufferPointer) {
    let whole = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    for rect in changed?.clipped(to: whole).rects ?? [whole] {
      switch self {
      case .straight(let pixels, _):
        guard let start = bytes.baseAddress else { return }
        for y in rect.y..<rect.maxY {
          let offset = (y * frame.width + rect.x) * pixels.bytesPerPixel
          pixels.write(frame, row: y, columns: rect.x..<rect.maxX, to: start + offset)
        }
      case .planar(let layout, let flattening):
        layout.write(frame, rect, flattening, into: bytes)
      case .tenBits(let planes, let flattening):
        planes.write(frame, rect, flattening, into: bytes)
      }
    }
  }
}

/// How a frame becomes opaque: laid over a background, in the numbers of a colour space.
struct Flattening: Sendable, Equatable {
  var background: VideoSettings.Background
  var colorSpace = ColorSpace.sRGB

  /// Premultiplied colours are the picture over black, so black needs no work.
  fileprivate var changesNothing: Bool { background == .black && colorSpace == .sRGB }
}

/// Two rows at a time of a picture laid over an opaque background.
final class Flattened {
  private let frame: Bitmap
  private let flattening: Flattening
  /// Room for two rows; `nil` where no conversion is needed.
  private let scratch: UnsafeMutablePointer<UInt32>?

  init(_ frame: Bitmap, _ flattening: Flattening) {
    self.frame = frame
    self.flattening = flattening
    scratch = flattening.changesNothing ? nil : .allocate(capacity: frame.width * 2)
  }

  deinit { scratch?.deallocate() }

  /// Valid until the next call.
  func rows(_ first: Int, _ second: Int) -> (UnsafePointer<UInt32>, UnsafePointer<UInt32>) {
    (row(first, slot: 0), row(second, slot: 1))
  }

  /// Neighbours are often the same.
  private func convert(_ pixels: UnsafeMutablePointer<UInt32>) {
    var (last, converted) = (pixels[0], flattening.colorSpace.opaque(pixels[0]))
    for x in 0..<frame.width {
      if pixels[x] != last {
        last = pixels[x]
        converted = flattening.colorSpace.opaque(last)
      }
      pixels[x] = converted
    }
  }

  private func row(_ y: Int, slot: Int) -> UnsafePointer<UInt32> {
    let pixels = frame.row(y).assumingMemoryBound(to: UInt32.self)
    guard let source = pixels.baseAddress else { preconditionFailure("a bitmap has pixels") }
    guard let scratch else { return UnsafePointer(source) }
    let target = scratch + slot * frame.width
    let background = flattening.background
    for x in 0..<frame.width { target[x] = background.under(source[x]) }
    if flattening.colorSpace != .sRGB { convert(target) }
    return UnsafePointer(target)
  }
}

extension VideoSettings.Background {
  /// A premultiplied 0xAARRGGBB pixel over this colour.
  @inline(__always)
  func under(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha < 255 else { return pixel }
    let rest = 255 - alpha
    func over(_ color: UInt8, _ shift: UInt32) -> UInt32 {
      // Divided by 255 and rounded to nearest.
      let product = UInt32(color) &* rest &+ 128
      let behind = (product &+ (product >> 8)) >> 8
      return min(255, (pixel >> shift & 255) &+ behind) << shift
    }
    return 0xFF00_0000 | over(red, 16) | over(green, 8) | over(blue, 0)
  }
}

/// Where the three planes of a 4:2:0 frame lie in memory: luma for each pixel, then blue and red
/// differences for each two by two.
struct I420Layout: Sendable, Equatable {
  /// The size of the picture, in pixels.
  let size: PixelSize
  /// The size of the luma plane, in pixels: the same, or the next even numbers.
  let coded: PixelSize

  init(_ size: PixelSize, isEven: Bool) {
    self.size = size
    let bit = isEven ? 1 : 0
    coded = PixelSize(
      width: (size.width + bit) & ~bit, height: (size.height + bit) & ~bit)
  }

  var chroma: PixelSize {
    PixelSize(width: (coded.width + 1) / 2, height: (coded.height + 1) / 2)
  }

  var byteCount: Int { coded.width * coded.height + 2 * chroma.width * chroma.height }

  /// Converts the part of a picture in `rect`, made opaque; beyond the picture its last row or
  /// column is repeated.
  ///
  /// - Precondition: the picture has this layout's size and `bytes` its byte count.
  func write(
    _ frame: Bitmap, _ rect: PixelRect, _ flattening: Flattening,
    into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count >= byteCount && frame.width == size.width)
    guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
    let flattened = Flattened(frame, flattening)
    let blue = start + coded.width * coded.height
    let red = blue + chroma.width * chroma.height
    let columns = rect.x / 2..<(rect.maxX + 1) / 2
    for pair in rect.y / 2..<(rect.maxY + 1) / 2 {
      let (top, bottom) = flattened.rows(pair * 2, min(pair * 2 + 1, size.height - 1))
      let target = PlaneRows(
        top: start + pair * 2 * coded.width,
        bottom: start + min(pair * 2 + 1, coded.height - 1) * coded.width,
        blue: blue + pair * chroma.width, red: red + pair * chroma.width)
      convert(top, bottom, columns, target)
    }
  }

  /// `columns` are columns of the chroma planes.
  private func convert(
    _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, _ columns: Range<Int>,
    _ target: PlaneRows
  ) {
    let pixels = columns.lowerBound * 2..<min(columns.upperBound * 2, size.width)
    let first = pixels.lowerBound
    cpixels_luma(top + first, pixels.count, target.top + first)
    if target.bottom != target.top {
      cpixels_luma(bottom + first, pixels.count, target.bottom + first)
    }
    if coded.width > size.width, pixels.upperBound == size.width {
      target.top[size.width] = target.top[size.width - 1]
      target.bottom[size.width] = target.bottom[size.width - 1]
    }
    let pairs = size.width / 2
    let (start, end) = (columns.lowerBound, min(columns.upperBound, pairs))
    if start < end {
      cpixels_chroma(
        top + 2 * start, bottom + 2 * start, end - start, target.blue + start, target.red + start)
    }
    if columns.upperBound > pairs {
      // The last column counts twice.
      let (above, below) = (top[size.width - 1], bottom[size.width - 1])
      cpixels_chroma([above, above], [below, below], 1, target.blue + pairs, target.red + pairs)
    }
  }
}

private struct PlaneRows {
  var top: UnsafeMutablePointer<UInt8>
  var bottom: UnsafeMutablePointer<UInt8>
  var blue: UnsafeMutablePointer<UInt8>
  var red: UnsafeMutablePointer<UInt8>
}
