import RostrumBase
import RostrumCanvas
import RostrumMedia

/// The frames of an animated PNG of 16 bits a channel: ffmpeg loses frames that are laid over the
/// frame before. Source: PNG specification, third edition, sections 5.3 and 11.3.6.
actor AnimatedPNG {
  /// `fcTL`: where a frame is, and how it joins the ones before and after it.
  private struct Frame {
    let x, y, width, height: Int
    let disposal: UInt8
    let isLaidOver: Bool
    /// The bytes of `IDAT`, and of `fdAT` without its number.
    var data: [UInt8] = []

    /// `data` has 26 bytes at least.
    init(_ data: ArraySlice<UInt8>) {
      let bytes = Array(data)
      let numbers = (0..<5).map { bytes.number(at: $0 * 4, count: 4, .bigEndian) }
      (width, height, x, y) = (numbers[1], numbers[2], numbers[3], numbers[4])
      (disposal, isLaidOver) = (bytes[24], bytes[25] == 1)
    }
  }

  private let path: String
  private let size: PixelSize
  /// The header without its size, and the chunks that the pixels need.
  private let kind: [UInt8]
  private let tables: [UInt8]
  private var frames: ArraySlice<Frame> = []
  private var canvas: DeepBitmap

  /// `nil` for other files. Throws `MediaError` for one that cannot be read or held.
  init?(_ path: String, maximumPixels: Int) throws {
    guard FileContent(path) == .film, let start = FileContent.start(of: path), start.count > 33,
      start.starts(with: PNGChunk.signature), start[24] == 16
    else { return nil }
    let bytes = try readWholeFile(path)
    self.path = path
    size = PixelSize(
      width: bytes.number(at: 16, count: 4, .bigEndian),
      height: bytes.number(at: 20, count: 4, .bigEndian))
    guard size.width > 0, size.height > 0, size.width <= maximumPixels / size.height else {
      return nil
    }
    kind = Array(bytes[24..<29])
    canvas = try DeepBitmap(width: size.width, height: size.height)
    var (tables, frames): ([UInt8], [Frame]) = ([], [])
    for (type, data) in Self.chunks(of: bytes) {
      switch type {
      case "IHDR", "IEND", "acTL", "eXIf": continue
      case "fcTL" where data.count >= 26: frames.append(Frame(data))
      case "IDAT" where !frames.isEmpty: frames[frames.count - 1].data += data
      case "fdAT" where !frames.isEmpty && data.count > 4:
        frames[frames.count - 1].data += data.dropFirst(4)
      case "IDAT", "fdAT", "fcTL": continue
      default: if frames.allSatisfy(\.data.isEmpty) { tables += PNGChunk.bytes(type, Array(data)) }
      }
    }
    (self.tables, self.frames) = (tables, frames[...])
  }

  /// The next frame as it is seen; `nil` after the last one. Throws `MediaError`.
  func readFrame() throws -> FilmFrame? {
    guard let frame = frames.popFirst() else { return nil }
    let before = frame.disposal == 2 ? try DeepBitmap(copying: canvas) : nil
    try draw(frame)
    let shown = try DeepBitmap(copying: canvas)
    switch frame.disposal {
    case 1: each(frame) { place, _ in canvas.samples.start[place] = SIMD4() }
    case 2: if let before { canvas = before }
    default: break
    }
    return FilmFrame(bitmap: try shown.bitmap(), deep: shown)
  }

  private func draw(_ frame: Frame) throws {
    guard frame.x + frame.width <= size.width, frame.y + frame.height <= size.height else {
      throw MediaError.unreadableFacts(path: path)
    }
    let header = frame.width.bytes(4, .bigEndian) + frame.height.bytes(4, .bigEndian) + kind
    let file =
      PNGChunk.signature + PNGChunk.bytes("IHDR", header) + tables
      + PNGChunk.bytes("IDAT", frame.data) + PNGChunk.bytes("IEND", [])
    let picture: DeepBitmap
    do {
      picture = try PNG.decodeDeep(
        file, limits: PNG.Limits(maximumPixels: size.width * size.height))
    } catch {
      throw MediaError.unreadableFrame(path: path, error)
    }
    each(frame) { place, index in
      let pixel = picture.samples.start[index]
      let under = canvas.samples.start[place]
      canvas.samples.start[place] = frame.isLaidOver ? Self.over(pixel, under) : pixel
    }
  }

  private static func over(_ pixel: SIMD4<UInt16>, _ under: SIMD4<UInt16>) -> SIMD4<UInt16> {
    let rest = 65_535 - UInt32(pixel.w)
    let below = (SIMD4<UInt32>(truncatingIfNeeded: under) &* rest &+ 32_767) / 65_535
    return SIMD4<UInt16>(clamping: SIMD4<UInt32>(truncatingIfNeeded: pixel) &+ below)
  }

  /// Each pixel of a frame: its place in the canvas, and in the frame.
  private func each(_ frame: Frame, _ body: (_ place: Int, _ index: Int) -> Void) {
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        body((frame.y + y) * size.width + frame.x + x, y * frame.width + x)
      }
    }
  }

  // MARK: Chunks

  private static func chunks(of bytes: [UInt8]) -> [(type: String, data: ArraySlice<UInt8>)] {
    var chunks: [(String, ArraySlice<UInt8>)] = []
    var place = 8
    while place + 12 <= bytes.count {
      let count = bytes.number(at: place, count: 4, .bigEndian)
      guard count <= bytes.count - place - 12 else { break }
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      chunks.append((type, bytes[place + 8..<place + 8 + count]))
      place += 12 + count
    }
    return chunks
  }
}
