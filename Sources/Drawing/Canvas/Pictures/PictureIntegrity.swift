import RostrumBase
import RostrumCDeflate

/// Checks whether a file is complete, by its structure only: nothing is decompressed, and memory is
/// one buffer, whatever size the file declares.
struct PictureIntegrity: ~Copyable {
  private let format: PictureFormat
  private var file: BufferedFile

  /// `descriptor` stays the caller's to close; `path` is for messages only.
  init(_ format: PictureFormat, descriptor: Int32, path: String) throws(PictureError) {
    self.format = format
    file = try BufferedFile(descriptor, path)
  }

  mutating func check() throws(PictureError) {
    do throws(PictureError) {
      switch format {
      case .png: try checkPNG()
      case .jpeg: try checkJPEG()
      case .gif: try checkGIF()
      case .webP, .avif, .svg: break  // Their readers have found every part.
      }
    } catch .unknownFormat {
      throw .truncated(format)
    }
  }

  // MARK: PNG: PNG specification, section 5

  /// Every chunk to the end, each with the right checksum.
  private mutating func checkPNG() throws(PictureError) {
    try file.skip(8)
    while true {
      let length = Int(try file.number())
      let (type, sum) = try typeAndChecksum(length)
      guard try file.number() == sum else {
        throw .invalid(.png, "\(String(decoding: type, as: UTF8.self)): CRC error")
      }
      if type == Array("IEND".utf8) { return }
    }
  }

  private mutating func typeAndChecksum(
    _ length: Int
  ) throws(PictureError) -> (type: [UInt8], sum: UInt32) {
    var type: [UInt8] = []
    for _ in 0..<4 { type.append(try file.byte()) }
    var sum = cdeflate_crc32(0, type, 4)
    var rest = length
    while rest > 0 {
      let part = try file.part(atMost: rest)
      sum = cdeflate_crc32(sum, part.baseAddress, part.count)
      rest -= part.count
    }
    return (type, sum)
  }

  // MARK: JPEG: ITU-T T.81, annex B

  /// Every segment to the marker of the picture's end.
  private mutating func checkJPEG() throws(PictureError) {
    try file.skip(2)
    var isInScan = false
    while true {
      let marker = try isInScan ? markerAfterScan() : file.byte()
      if !isInScan, marker != 0xFF { continue }
      let code = isInScan ? marker : try codeAfterFill()
      switch code {
      case 0xD9: return
      // Markers without a length: restarts, and a meaningless one.
      case 0x00, 0x01, 0xD0...0xD8: isInScan = false
      default:
        let length = Int(try file.byte()) << 8 | Int(try file.byte())
        guard length >= 2 else { throw .invalid(.jpeg, "a segment is too short") }
        try file.skip(length - 2)
        isInScan = code == 0xDA
      }
    }
  }

  private mutating func codeAfterFill() throws(PictureError) -> UInt8 {
    var code = try file.byte()
    while code == 0xFF { code = try file.byte() }
    return code
  }

  /// The code of the marker that ends the compressed data, in which 0xFF is followed by 0 or by a
  /// restart's number.
  private mutating func markerAfterScan() throws(PictureError) -> UInt8 {
    while true {
      guard try file.byte() == 0xFF else { continue }
      let code = try codeAfterFill()
      if code != 0, !(0xD0...0xD7).contains(code) { return code }
    }
  }

  // MARK: GIF: GIF89a, sections 17 to 27

  /// Every block to the trailer.
  private mutating func checkGIF() throws(PictureError) {
    try file.skip(10)
    let screen = try file.byte()
    try file.skip(2 + Self.colorTableSize(screen))
    while true {
      switch try file.byte() {
      case 0x2C:
        try file.skip(8)
        let image = try file.byte()
        try file.skip(Self.colorTableSize(image) + 1)
        try skipSubblocks()
      case 0x21:
        try file.skip(1)
        try skipSubblocks()
      case 0x3B: return
      case let code: throw .invalid(.gif, "a block of kind \(code)")
      }
    }
  }

  /// In bytes, according to a descriptor's flags.
  private static func colorTableSize(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private mutating func skipSubblocks() throws(PictureError) {
    while case let count = try file.byte(), count > 0 { try file.skip(Int(count)) }
  }
}

/// A file read sequentially with a buffer. Its end is reported as `PictureError.unknownFormat`;
/// the caller replaces that error by one that names the format.
private struct BufferedFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private let buffer: Buffer<UInt8>
  private var position = 0
  private var end = 0
  /// Where in the file the buffer ends.
  private var offset: off_t = 0

  init(_ descriptor: Int32, _ path: String) throws(PictureError) {
    (self.descriptor, self.path) = (descriptor, path)
    guard let buffer = try? Buffer<UInt8>(count: 1 << 16) else { throw .outOfMemory }
    self.buffer = buffer
  }

  mutating func byte() throws(PictureError) -> UInt8 {
    if position == end { try refill() }
    defer { position += 1 }
    return buffer[position]
  }

  /// Four bytes, the highest first.
  mutating func number() throws(PictureError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 { number = number << 8 | UInt32(try byte()) }
    return number
  }

  /// The next bytes, at least one, valid until the next call.
  mutating func part(atMost count: Int) throws(PictureError) -> UnsafeBufferPointer<UInt8> {
    if position == end { try refill() }
    let part = UnsafeBufferPointer(
      start: buffer.start + position, count: min(count, end - position))
    position += part.count
    return part
  }

  mutating func skip(_ count: Int) throws(PictureError) {
    var rest = count
    while rest > 0 { rest -= try part(atMost: rest).count }
  }

  private mutating func refill() throws(PictureError) {
    var count: Int
    repeat {
      count = pread(descriptor, buffer.start, buffer.count, offset)
    } while count < 0
      && errno == EINTR
    guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
    guard count > 0 else { throw .unknownFormat(nil) }
    (position, end, offset) = (0, count, offset + off_t(count))
  }
}
