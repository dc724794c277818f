import RostrumBase

/// Corrects the length that a Matroska or WebM file says of itself.
///
/// Frames of Opus are 20 ms, and the muxer counts the last one whole, though the file says how many
/// of its samples are left out. Players show that length, and wait for its end.
/// Source: RFC 9559, sections 5.1.2 (Info) and 5.1.8 (Tags); all of it is before the first cluster.
struct MatroskaLength {
  /// Where things are in the file's head.
  let head: [UInt8]

  /// The head is searched in this many bytes.
  private static let headByteCount = 1 << 16
  private static let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
  /// TimestampScale of a million nanoseconds, and Duration as eight bytes.
  private static let milliseconds: [UInt8] = [0x2A, 0xD7, 0xB1, 0x83, 0x0F, 0x42, 0x40]
  private static let duration: [UInt8] = [0x44, 0x89, 0x88]
  /// The name of a tag, and its text of 20 bytes such as `00:00:02.021000000`.
  private static let tag = Array("DURATION".utf8) + [0x44, 0x87, 0x94]

  /// Shortens the file's length, and that of its streams, to `seconds` where they are longer by
  /// less than a frame of sound. Other files stay as they are.
  static func shorten(_ path: String, to seconds: Double) throws(MediaError) {
    let descriptor = OwnedDescriptor(openFile(path, O_RDWR))
    guard descriptor.number >= 0 else { throw .failed("open", path) }
    var bytes = [UInt8](repeating: 0, count: headByteCount)
    let count = bytes.withUnsafeMutableBytes {
      readBytes($0.baseAddress, $0.count, from: descriptor.number)
    }
    guard count > 0 else { return }
    let length = MatroskaLength(head: Array(bytes[..<count]))
    for (place, new) in length.changes(to: seconds) {
      let written = new.withUnsafeBytes {
        pwrite(descriptor.number, $0.baseAddress, $0.count, off_t(place))
      }
      guard written == new.count else { throw .failed("write", path) }
    }
  }

  /// The places and the new bytes.
  func changes(to seconds: Double) -> [(place: Int, bytes: [UInt8])] {
    let end = places(of: Self.cluster).first ?? head.count
    guard let info = places(of: Self.duration).first(where: { $0 < end }),
      info + 11 <= end, places(of: Self.milliseconds).contains(where: { $0 < end })
    else { return [] }
    let found = UInt64(bitPattern: Int64(head.number(at: info + 3, count: 8, .bigEndian)))
    let milliseconds = (seconds * 1000).rounded()
    guard Self.isLonger(Double(bitPattern: found), than: milliseconds) else { return [] }
    return [(info + 3, milliseconds.bitPattern.bytes(8, .bigEndian))]
      + places(of: Self.tag).filter { $0 < end }.compactMap { tag(at: $0, milliseconds) }
  }

  private static func isLonger(_ found: Double, than milliseconds: Double) -> Bool {
    found > milliseconds && found < milliseconds + 25
  }

  private func tag(at place: Int, _ milliseconds: Double) -> (Int, [UInt8])? {
    let start = place + Self.tag.count
    guard start + 20 <= head.count else { return nil }
    let text = String(decoding: head[start..<(start + 20)].prefix { $0 != 0 }, as: UTF8.self)
    let parts = text.split(separator: ":").compactMap { Double($0) }
    guard parts.count == 3,
      Self.isLonger((parts[0] * 3600 + parts[1] * 60 + parts[2]) * 1000, than: milliseconds)
    else { return nil }
    let whole = Int(milliseconds)
    let new =
      (whole / 3_600_000).digits(2) + ":" + (whole / 60_000 % 60).digits(2) + ":"
      + (whole / 1000 % 60).digits(2) + "." + (whole % 1000).digits(3) + "000000"
    guard new.utf8.count == text.utf8.count else { return nil }
    return (start, Array(new.utf8))
  }

  private func places(of pattern: [UInt8]) -> [Int] {
    guard head.count >= pattern.count else { return [] }
    return (0...(head.count - pattern.count)).filter {
      head[$0] == pattern[0] && head[$0...].starts(with: pattern)
    }
  }
}
