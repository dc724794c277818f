import RostrumBase

/// Corrects the length of an animated WebP: ffmpeg gives the last frame the mean of the others,
/// which are each rounded to a millisecond, so the whole would be off by some.
///
/// Source: Google's "WebP Container Specification": an `ANMF` has the frame's length in 24 bits.
enum WebPLength {
  private static let placeOfLength = 12

  /// Lets the last frame end when the film does.
  static func correct(_ path: String, to seconds: Double) throws(MediaError) {
    let file = OwnedDescriptor(openFile(path, O_RDWR))
    guard file.number >= 0 else { throw .failed("open", path) }
    var place = 12
    var (last, lastLength, sum) = (Int?.none, 0, 0)
    while let head = bytes(8, at: place, of: file.number) {
      if head[..<4].elementsEqual("ANMF".utf8),
        let length = bytes(3, at: place + 8 + placeOfLength, of: file.number)
      {
        (last, lastLength) = (place + 8 + placeOfLength, length.number(at: 0, count: 3))
        sum += lastLength
      }
      let count = head.number(at: 4, count: 4)
      place += 8 + count + count % 2
    }
    guard let last else { return }
    let length = Int((seconds * 1000).rounded()) - (sum - lastLength)
    guard length != lastLength, (1..<(1 << 24)).contains(length) else { return }
    let new = length.bytes(3)
    let written = new.withUnsafeBytes { pwrite(file.number, $0.baseAddress, 3, off_t(last)) }
    guard written == 3 else { throw .failed("write", path) }
  }

  private static func bytes(_ count: Int, at place: Int, of file: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = bytes.withUnsafeMutableBytes {
      pread(file, $0.baseAddress, $0.count, off_t(place))
    }
    return found == count ? bytes : nil
  }
}
