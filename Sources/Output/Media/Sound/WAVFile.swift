import RostrumBase

/// The parts of a WAV file with 24 bits a sample, as `SoundMixer` writes it.
package enum WAVFile {
  /// The bytes of the chunk `data`, as far as `bytes` reach.
  package static func samples(in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    var place = 12
    while place + 8 <= bytes.count {
      let length = bytes.number(at: place + 4, count: 4)
      let end = min(bytes.count, place + 8 + length)
      if bytes[place..<place + 4].elementsEqual("data".utf8) { return place + 8..<end }
      place += 8 + length + length % 2
    }
    return bytes.count..<bytes.count
  }

  /// Calls `body` with each sample, from -1 to 1.
  package static func forEachSample(
    in bytes: UnsafeRawBufferPointer, _ body: (Double) -> Void
  ) {
    guard bytes.count >= 3 else { return }
    for place in stride(from: 0, through: bytes.count - 3, by: 3) {
      let raw =
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
      body(Double(Int32(bitPattern: raw << 8) >> 8) / 8_388_608)
    }
  }

  /// The largest distance of a sample from silence, from 0 to 1.
  package static func peak(of bytes: UnsafeRawBufferPointer) -> Double {
    var peak = 0.0
    forEachSample(in: bytes) { peak = max(peak, abs($0)) }
    return peak
  }
}
