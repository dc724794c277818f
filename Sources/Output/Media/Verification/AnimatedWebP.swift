import RostrumBase
import RostrumCanvas

/// A parser of animated WebP files, as far as needed to verify a written file: ffmpeg can write
/// such files, but cannot read them.
///
/// Source: Google's "WebP Container Specification": RIFF chunks, `VP8X` with the canvas, and an
/// `ANMF` for each frame.
struct AnimatedWebP {
  private let reportedPath: String
  private let bytes: [UInt8]
  private struct Chunk {
    let name: String
    let range: Range<Int>
  }

  init(path: String, reportedPath: String) throws(MediaError) {
    self.reportedPath = reportedPath
    bytes = try readWholeFile(path)
  }

  /// A sentence for each difference.
  func differences(
    from frames: FrameFormat, _ checks: [FrameCheck], _ verification: Verification
  ) throws -> [String] {
    let chunks = chunks(in: bytes.indices.dropFirst(12))
    if chunks.contains(where: { ["VP8 ", "VP8L"].contains($0.name) }) {
      return try differencesOfStill(from: frames, checks, verification)
    }
    guard let head = chunks.first(where: { $0.name == "VP8X" }), head.range.count >= 10 else {
      return ["it is no animated WebP"]
    }
    var details: [String] = []
    let size = PixelSize(
      width: bytes.number(at: head.range.lowerBound + 4, count: 3) + 1,
      height: bytes.number(at: head.range.lowerBound + 7, count: 3) + 1)
    if size != PixelSize(width: frames.width, height: frames.height) {
      details.append("its size is \(size) instead of \(frames.width)x\(frames.height)")
    }
    let shown = chunks.filter { $0.name == "ANMF" && $0.range.count >= 16 }
    let milliseconds = shown.reduce(0) { $0 + bytes.number(at: $1.range.lowerBound + 12, count: 3) }
    // A frame equal to the one before is stored as a longer duration of that one.
    if shown.isEmpty || shown.count > frames.frameCount {
      details.append("it has \(shown.count) frames instead of \(frames.frameCount)")
    }
    // An animation of one frame has no length of its own.
    if shown.count > 1, abs(Double(milliseconds) - frames.duration * 1000) > 1 {
      details.append("its duration is \(milliseconds) ms instead of \(frames.duration) s")
    }
    if let first = shown.first, let check = checks.first(where: { $0.index == 0 }) {
      details += verification.differences(check, in: try pixels(of: first, size))
    }
    return details
  }

  /// The same for a film without changes, which ffmpeg writes as a still picture: it has to match
  /// every checked frame.
  private func differencesOfStill(
    from frames: FrameFormat, _ checks: [FrameCheck], _ verification: Verification
  ) throws -> [String] {
    let bitmap = try PictureFile.decode(bytes, limits: PNG.Limits())
    let size = PixelSize(width: bitmap.width, height: bitmap.height)
    guard size == PixelSize(width: frames.width, height: frames.height) else {
      return ["its size is \(size) instead of \(frames.width)x\(frames.height)"]
    }
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    write(bitmap, to: &pixels, left: 0, top: 0, width: size.width)
    return checks.flatMap { verification.differences($0, in: pixels) }
  }

  /// Writes a picture as straight RGBA into one of that width.
  private func write(
    _ bitmap: Bitmap, to pixels: inout [UInt8], left: Int, top: Int, width: Int
  ) {
    pixels.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      for y in 0..<bitmap.height {
        StraightPixels.rgba.write(
          bitmap, row: y, columns: 0..<bitmap.width, to: start + ((top + y) * width + left) * 4)
      }
    }
  }

  /// The first frame on an empty canvas, as straight RGBA. It may be smaller than the canvas.
  private func pixels(of frame: Chunk, _ size: PixelSize) throws -> [UInt8] {
    let head = frame.range.lowerBound
    let (left, top) = (
      2 * bytes.number(at: head, count: 3), 2 * bytes.number(at: head + 3, count: 3)
    )
    let (width, height) = (
      bytes.number(at: head + 6, count: 3) + 1, bytes.number(at: head + 9, count: 3) + 1
    )
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    let bitmap = try PictureFile.decode(still(of: frame, width, height), limits: PNG.Limits())
    guard bitmap.width == width, bitmap.height == height, left + width <= size.width,
      top + height <= size.height
    else { return pixels }
    write(bitmap, to: &pixels, left: left, top: top, width: size.width)
    return pixels
  }

  /// The frame's picture as a file of its own.
  private func still(of frame: Chunk, _ width: Int, _ height: Int) -> [UInt8] {
    let inner = chunks(in: frame.range.dropFirst(16))
    var body: [UInt8] = Array("WEBP".utf8)
    if inner.contains(where: { $0.name == "ALPH" }) {
      body += Array("VP8X".utf8) + 10.bytes(4) + [0x10, 0, 0, 0]
      body += (width - 1).bytes(3) + (height - 1).bytes(3)
    }
    for chunk in inner where ["ALPH", "VP8 ", "VP8L"].contains(chunk.name) {
      body += Array(chunk.name.utf8) + chunk.range.count.bytes(4) + bytes[chunk.range]
      if !chunk.range.count.isMultiple(of: 2) { body.append(0) }
    }
    return Array("RIFF".utf8) + body.count.bytes(4) + body
  }

  private func chunks(in range: some RandomAccessCollection<Int>) -> [Chunk] {
    guard var place = range.first, let last = range.last else { return [] }
    var found: [Chunk] = []
    while place + 8 <= last + 1 {
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let count = bytes.number(at: place + 4, count: 4)
      guard place + 8 + count <= last + 1 else { break }
      found.append(Chunk(name: name, range: place + 8..<place + 8 + count))
      place += 8 + count + count % 2
    }
    return found
  }
}
