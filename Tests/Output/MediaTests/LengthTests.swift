import RostrumCanvas
import Foundation
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumMedia

/// How long files last by themselves.
@Suite("Lengths of files")
struct LengthTests {
  private func write(
    _ format: MediaFormat, rate: FrameRate, frames: Int, to path: String
  ) async throws {
    let writer = try VideoWriter(
      path: path, format: format,
      frames: FrameFormat(width: 32, height: 16, rate: rate, frameCount: frames, isOpaque: true))
    for index in 0..<frames {
      let bitmap = try Bitmap(width: 32, height: 16)
      for y in 0..<16 {
        for x in 0..<32 { bitmap[x, y] = 0xFF00_0000 | UInt32(index * 255 / frames) << 16 }
      }
      try await writer.write(bitmap, index: index, changes: nil)
    }
    _ = try await writer.finish()
  }

  private func places(of pattern: [UInt8], in bytes: [UInt8]) -> [Int] {
    (0..<(bytes.count - 24)).filter { bytes[$0...].starts(with: pattern) }
  }

  /// The least byte first.
  private func number(_ bytes: [UInt8], at place: Int, _ count: Int) -> Int {
    bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Rates whose frames are no whole number of hundredths or thousandths of a second.
  static let rates: [(rate: Int, frames: Int)] = [(30, 60), (24, 36), (7, 14), (12, 7)]

  @Test("A GIF lasts as long as its film", arguments: rates.indices)
  func gif(_ index: Int) async throws {
    let folder = try TestFolder()
    let (rate, frames) = Self.rates[index]
    let path = folder.path("a.gif")
    try await write(.gif, rate: #require(FrameRate(numerator: rate)), frames: frames, to: path)
    // Graphic control extensions: 21 F9 04, flags, and the delay in hundredths.
    let bytes = folder.bytes("a.gif")
    let places = places(of: [0x21, 0xF9, 4], in: bytes).filter { bytes[$0 + 7] == 0 }
    let delays = places.map { number(bytes, at: $0 + 4, 2) }
    #expect(delays.count == frames)
    let expected = (Double(frames) * 100 / Double(rate)).rounded()
    #expect(delays.reduce(0, +) == Int(expected))
  }

  @Test("An animated WebP lasts as long as its film", arguments: rates.indices)
  func webp(_ index: Int) async throws {
    let folder = try TestFolder()
    let (rate, frames) = Self.rates[index]
    let path = folder.path("a.webp")
    try await write(.webp, rate: #require(FrameRate(numerator: rate)), frames: frames, to: path)
    let bytes = folder.bytes("a.webp")
    let lengths = places(of: Array("ANMF".utf8), in: bytes).map { number(bytes, at: $0 + 20, 3) }
    let expected = (Double(frames) * 1000 / Double(rate)).rounded()
    #expect(lengths.reduce(0, +) == Int(expected))
  }

  @Test("A Matroska file's length is corrected by less than a frame of sound")
  func matroska() throws {
    func head(_ milliseconds: Double, _ text: String) -> [UInt8] {
      let scale: [UInt8] = [0x2A, 0xD7, 0xB1, 0x83, 0x0F, 0x42, 0x40]
      let bits = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds.bitPattern >> (56 - 8 * $0)) }
      let tag: [UInt8] = Array("DURATION".utf8) + [0x44, 0x87, 0x94]
      let head: [UInt8] = scale + [0x44, 0x89, 0x88] + bits
      let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
      return head + tag + Array(text.utf8) + [0, 0] + cluster
    }
    let changes = MatroskaLength(head: head(2021, "00:00:02.021000000")).changes(to: 2)
    #expect(changes.map(\.place) == [10, 29])
    #expect(changes.last.map { String(decoding: $0.bytes, as: UTF8.self) } == "00:00:02.000000000")
    // Not longer, and longer by more than the sound's padding.
    #expect(MatroskaLength(head: head(2000, "00:00:02.000000000")).changes(to: 2).isEmpty)
    #expect(MatroskaLength(head: head(2100, "00:00:02.100000000")).changes(to: 2).isEmpty)
    #expect(MatroskaLength(head: []).changes(to: 2).isEmpty)
  }
}
