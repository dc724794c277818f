import RostrumBase
import RostrumCWebP

/// One still WebP being read. Source of the container: Google, "WebP Container Specification".
struct WebPReader {
  private struct Chunk {
    let type: String
    /// Where its bytes begin in the file.
    let offset: Int
    let count: Int
  }

  private let descriptor: Int32
  private let path: String
  private let chunks: [Chunk]
  /// The length of the container, in bytes.
  private let length: Int
  /// libwebp needs the whole file in memory.
  private static let maximumBytes = 1 << 27

  /// Finds every chunk, so a file that ends early is an error. `descriptor` stays the caller's to
  /// close; `path` is for messages only.
  init(descriptor: Int32, path: String) throws(PictureError) {
    (self.descriptor, self.path) = (descriptor, path)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .unreadable(path: path, errno: errno) }
    let start = try Self.bytes(descriptor, path, at: 0, count: 12)
    length = start.number(at: 4, count: 4) + 8
    guard length <= Int(facts.st_size) else { throw .truncated(.webP) }
    guard length <= Self.maximumBytes else {
      throw .invalid(.webP, "more than \(Self.maximumBytes) bytes")
    }
    var chunks: [Chunk] = []
    var offset = 12
    while offset + 8 <= length {
      let head = try Self.bytes(descriptor, path, at: offset, count: 8)
      let chunk = Chunk(
        type: String(decoding: head[..<4], as: UTF8.self), offset: offset + 8,
        count: head.number(at: 4, count: 4))
      guard chunk.count <= length - chunk.offset else { throw .truncated(.webP) }
      chunks.append(chunk)
      offset = chunk.offset + chunk.count + chunk.count % 2
    }
    guard chunks.contains(where: { ["VP8 ", "VP8L", "ANMF"].contains($0.type) }) else {
      throw .invalid(.webP, "no picture in it")
    }
    self.chunks = chunks
  }

  /// As it is stored, in pixels. An animation is an error.
  func readSize() throws(PictureError) -> (width: Int, height: Int) {
    // Enough for the header of each kind of picture.
    let start = try Self.bytes(descriptor, path, at: 0, count: min(length, 64))
    var features = WebPBitstreamFeatures()
    switch WebPGetFeatures(start, start.count, &features) {
    case VP8_STATUS_OK: break
    case VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated(.webP)
    default: throw .invalid(.webP, "its header makes no sense")
    }
    if features.has_animation != 0 { throw .unknownFormat("WebP that moves") }
    return (Int(features.width), Int(features.height))
  }

  /// The orientation that the Exif block states.
  func readOrientation() throws(PictureError) -> Orientation {
    guard var exif = try contents(of: "EXIF") else { return .up }
    // Some programs write JPEG's name of the block before it.
    if exif.starts(with: Array("Exif\0\0".utf8)) { exif.removeFirst(6) }
    return exif.withUnsafeBufferPointer { Orientation(exif: $0.baseAddress, count: $0.count) }
  }

  /// Premultiplied BGRA in sRGB.
  func readPixels(into bitmap: Bitmap) throws(PictureError) {
    let file = try Self.bytes(descriptor, path, at: 0, count: length)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else {
      throw .invalid(.webP, "this libwebp is another one than it was built with")
    }
    config.output.colorspace = MODE_BGRA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = bitmap.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    config.output.u.RGBA.stride = Int32(bitmap.bytesPerRow)
    config.output.u.RGBA.size = bitmap.bytes.count
    switch WebPDecode(file, file.count, &config) {
    case VP8_STATUS_OK: break
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .truncated(.webP)
    default: throw .invalid(.webP, "its pixels cannot be decoded")
    }
    if let profile = try contents(of: "ICCP") {
      ColorConversion.toScreen(profile: profile).convert(bitmap)
    }
    bitmap.premultiply()
  }

  private func contents(of type: String) throws(PictureError) -> [UInt8]? {
    guard let chunk = chunks.first(where: { $0.type == type }) else { return nil }
    return try Self.bytes(descriptor, path, at: chunk.offset, count: chunk.count)
  }

  private static func bytes(
    _ descriptor: Int32, _ path: String, at offset: Int, count: Int
  ) throws(PictureError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw .unreadable(path: path, errno: errno) }
      guard read > 0 else { throw .truncated(.webP) }
      filled += read
    }
    return bytes
  }
}
