import RostrumBase
import Foundation
import Testing

@testable import RostrumMedia

/// Films and sounds at a limit of Robustness.md, and one beyond it.
@Suite("Limits of films and sounds", .serialized)
struct MediaLimitTests {
  /// A WAV of silence: its samples are a hole in the file, which takes no room.
  private func silence(
    seconds: Int, rate: Int, channels: Int = 1, _ name: String, in folder: TestFolder
  ) throws -> String {
    func word(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = seconds * rate * channels
    let format =
      word(1, 2) + word(channels, 2) + word(rate, 4) + word(rate * channels, 4)
      + word(channels, 2) + word(8, 2)
    let header =
      Array("RIFF".utf8) + word(36 + size, 4) + Array("WAVEfmt ".utf8) + word(16, 4) + format
      + Array("data".utf8) + word(size, 4)
    let path = folder.path(name)
    try Data(header).write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: UInt64(header.count + size))
    try file.close()
    return path
  }

  private func expectProblem(_ text: String, _ read: () throws -> Void) {
    let error = #expect(throws: MediaError.self) { try read() }
    #expect(error.map { "\($0)".contains(text) } == true, "\(String(describing: error))")
  }

  @Test(
    "A rate of samples at each end is played, and one beyond is not",
    arguments: [(8000, 7999), (192_000, 192_001)])
  func sampleRates(_ last: Int, _ beyond: Int) throws {
    let folder = try TestFolder()
    let path = try silence(seconds: 1, rate: last, "a.wav", in: folder)
    #expect(try AudioProbe(path).facts().sampleRate == last)
    let other = try silence(seconds: 1, rate: beyond, "b.wav", in: folder)
    expectProblem("its \(beyond) samples a second are not between 8000 and 192000") {
      _ = try AudioProbe(other).facts()
    }
  }

  @Test("A sound of a day is played, and one of a second more is not")
  func day() throws {
    let folder = try TestFolder()
    let path = try silence(seconds: 86_400, rate: 8000, "a.wav", in: folder)
    #expect(try AudioProbe(path).facts().duration == 86_400)
    let longer = try silence(seconds: 86_401, rate: 8000, "b.wav", in: folder)
    expectProblem("it is 86401 s long, more than a day") {
      _ = try AudioProbe(longer).facts()
    }
  }

  @Test("A sound of 8 channels is played, and one of 9 is not")
  func channels() async throws {
    let folder = try TestFolder()
    let tone = ["-f", "lavfi", "-i", "anullsrc=cl=7.1:d=1"]
    let path = try await folder.make(tone, "a.wav")
    #expect(try AudioProbe(path).facts().channelCount == 8)
    let more = try silence(seconds: 1, rate: 8000, channels: 9, "b.wav", in: folder)
    expectProblem("it has 9 channels") { _ = try AudioProbe(more).facts() }
  }

  @Test("A sound of more than five million packets is not played")
  func soundPackets() async throws {
    let folder = try TestFolder()
    let tone = ["-f", "lavfi", "-i", "anullsrc=r=96000:d=11", "-c:a", "aac"]
    let part = try await folder.make(tone + ["-frames:a", "1000"], "part.nut")
    let limit = AudioProbe.maximumPacketCount
    let more = try await folder.make(
      ["-stream_loop", "-1", "-i", part, "-c", "copy", "-frames:a", "\(limit + 1)"], "a.nut")
    expectProblem("it has more than \(limit) packets") { _ = try AudioProbe(more).facts() }
  }

  @Test("A film of a million frames is read, and one of more is not")
  func frames() async throws {
    let folder = try TestFolder()
    let part = try await folder.make(
      ["-f", "lavfi", "-i", "color=s=16x16:r=100:d=10", "-c:v", "mpeg4"], "part.nut")
    let limit = VideoProbe.maximumFrameCount
    func repeated(_ count: Int) async throws -> String {
      try await folder.make(
        ["-stream_loop", "-1", "-i", part, "-c", "copy", "-frames:v", "\(count)"], "\(count).nut")
    }
    func probe(_ path: String) throws -> VideoFacts {
      try VideoProbe(path: path, tools: MediaTools()).facts()
    }
    #expect(try probe(try await repeated(limit)).times.count == limit)
    let more = try await repeated(limit + 1)
    expectProblem("it has more than \(limit) frames") { _ = try probe(more) }
  }

  @Test("A film of a hundred streams is read, and one of more is not")
  func streams() async throws {
    let folder = try TestFolder()
    let film = try await folder.make(
      ["-f", "lavfi", "-i", "color=s=16x16:d=0.2"], "part.mkv")
    let sound = try silence(seconds: 1, rate: 8000, "a.wav", in: folder)
    func streams(_ count: Int) async throws -> String {
      let maps = ["-map", "0:v"] + (1..<count).flatMap { _ in ["-map", "1:a"] }
      return try await folder.make(
        ["-i", film, "-i", sound] + maps + ["-c", "copy"], "\(count).mkv")
    }
    func probe(_ path: String) throws -> VideoFacts {
      try VideoProbe(path: path, tools: MediaTools()).facts()
    }
    #expect(try probe(try await streams(100)).width == 16)
    let more = try await streams(101)
    expectProblem("it has more than 100 streams") { _ = try probe(more) }
  }
}
