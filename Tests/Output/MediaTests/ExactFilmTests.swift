import Foundation
import RostrumCanvas
import RostrumLayerTree
import RostrumTiming
import Testing

@testable import RostrumMedia

@Suite("Films exact to the tick", .serialized)
struct ExactFilmTests {
  /// ffprobe's lines about a file.
  private func probe(_ entries: String, _ path: String) async throws -> [String] {
    let run = ToolRun(
      name: "ffprobe", tool: try MediaTools().locatedFFprobe(),
      arguments: ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path], doing: "read",
      path: path)
    return String(decoding: try await run.output(limit: 1 << 20), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private func quick(_ codec: VideoCodec? = nil) -> VideoSettings {
    var settings = VideoSettings(preset: .ultrafast)
    settings.codec = codec
    return settings
  }

  private func tone(_ seconds: Double, in folder: TestFolder) async throws -> String {
    try await folder.make(
      ["-f", "lavfi", "-i", "sine=d=\(seconds):r=48000", "-ac", "2"], "tone.wav")
  }

  @Test(
    "Twenty parts that are joined keep the rate to the tick",
    arguments: [
      (MediaFormat.mp4, 30, 1), (.mp4, 30000, 1001), (.mov, 24000, 1001), (.mkv, 25, 1),
      (.mp4, 7, 1),
    ])
  func join(_ format: MediaFormat, _ numerator: Int, _ denominator: Int) async throws {
    let folder = try TestFolder()
    let rate = TestFrames.rate(numerator, denominator)
    var parts: [String] = []
    for count in [3, 5] {
      let frames = TestFrames(width: 48, height: 40, frameCount: count, rate: rate)
      let path = folder.path("\(count).\(format.fileExtension)")
      let settings = VideoSettings(isVerified: false)
      _ = try await frames.write(
        to: VideoWriter(path: path, format: format, frames: frames.format, settings: settings))
      parts.append(path)
    }
    let whole = folder.path("whole.\(format.fileExtension)")
    let report = try await VideoJoin(
      (0..<20).map { parts[$0 % 2] }, rate: rate
    ).write(to: whole, format)
    #expect(report.frameCount == 80)
    let facts = try await MediaFacts.read(whole)
    #expect(facts.rate == rate && facts.frameCount == 80)
    guard format.row.hasExactTimes else { return }
    let ticks = try await probe("packet=pts", whole).compactMap { Int($0) }.sorted()
    let steps = Set(zip(ticks, ticks.dropFirst()).map { $1 - $0 })
    #expect(ticks.count == 80 && steps.count == 1, "\(steps)")
  }

  @Test("A playlist begins at 0, with its sound", arguments: [true, false])
  func playlist(hasSound: Bool) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 64, height: 48, frameCount: 75, rate: TestFrames.rate(30))
    let path = folder.path("a.m3u8")
    let sound =
      hasSound
      ? try Soundtrack(
        file: try await tone(2.5, in: folder), duration: frames.format.duration, for: [.hls],
        beside: path) : nil
    _ = try await frames.write(
      to: VideoWriter(
        path: path, format: .hls, frames: frames.format, settings: quick(),
        multiplex: Multiplex(soundtrack: sound, duration: frames.format.duration)))
    let starts = try await probe("stream=start_time", path).compactMap { Double($0) }
    // What comes before 0 is the sound's priming, which players leave out.
    #expect(starts.first == 0 && starts.allSatisfy { $0 <= 0 }, "\(starts)")
    #expect(try await probe("packet=pts_time,flags", path).count >= 75)
  }

  @Test(
    "A fragmented film with captions is as long as its pictures",
    arguments: [VideoCodec.h264, .hevc, .av1], [(0.2, 0.7), (0.9, 1), (0, 0.1)])
  func fragments(_ codec: VideoCodec, _ times: (Double, Double)) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 64, height: 64, frameCount: 10, rate: TestFrames.rate(10))
    let path = folder.path("a.mp4")
    var settings = quick(codec)
    settings.isFragmented = true
    let caption = Caption(start: times.0, end: times.1, pieces: [.init(text: "Hi")])
    var multiplex = Multiplex(
      soundtrack: try Soundtrack(
        file: try await tone(1, in: folder), duration: 1, for: [.mp4], beside: path),
      captions: CaptionTrack(captions: [caption], places: [.track]), duration: 1)
    multiplex.isFragmented = true
    _ = try await frames.write(
      to: VideoWriter(
        path: path, format: .mp4, frames: frames.format, settings: settings,
        multiplex: multiplex))
    let length = try await probe("format=duration", path).compactMap { Double($0) }.first
    // The sound's priming, 1,024 samples, and the blank caption's thousandths.
    #expect(abs(try #require(length) - 1) < 0.024, "\(length ?? 0)")
  }

  @Test("The same film is the same bytes", arguments: [MediaFormat.webm, .mkv, .html])
  func sameBytes(_ format: MediaFormat) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 64, height: 64)
    let sound = try await tone(1, in: folder)
    let files = ["a", "b"].map { "\($0).\(format.fileExtension)" }
    for name in files {
      let path = folder.path(name)
      let multiplex = Multiplex(
        soundtrack: try Soundtrack(
          file: sound, duration: frames.format.duration, for: [format], beside: path),
        captions: CaptionTrack(
          captions: [Caption(start: 0, end: 0.1, pieces: [.init(text: "Hi")])], places: [.track]),
        duration: frames.format.duration)
      _ = try await frames.write(
        to: VideoWriter(
          path: path, format: format, frames: frames.format, settings: quick(),
          multiplex: multiplex))
    }
    #expect(folder.bytes(files[0]).count > 1000)
    #expect(folder.bytes(files[0]) == folder.bytes(files[1]))
  }

  @Test(
    "Key frames are never farther from each other than was asked for",
    arguments: [(30000, 1001, 0.5), (24, 1, 0.2), (30, 1, 0.1), (30, 1, 0.01)])
  func keyframes(_ numerator: Int, _ denominator: Int, _ seconds: Double) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(
      width: 48, height: 40, frameCount: 40, rate: TestFrames.rate(numerator, denominator))
    let path = folder.path("a.mp4")
    var settings = quick()
    settings.keyframeInterval = seconds
    _ = try await frames.write(
      to: VideoWriter(path: path, format: .mp4, frames: frames.format, settings: settings))
    let times = try await probe("packet=pts_time,flags", path).filter { $0.contains("K") }
      .compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
    let frame = 1 / frames.rate.framesPerSecond
    let longest = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .infinity
    // One frame is the least.
    #expect(longest <= max(seconds, frame) + 1e-4 && longest > seconds - frame, "\(longest)")
  }

  @Test(
    "A palette of few colours is what was asked for, and passes its check", arguments: 2...8,
    [true, false])
  func palettes(_ count: Int, _ isOpaque: Bool) async throws {
    let folder = try TestFolder()
    let format = FrameFormat(
      width: 100, height: 40, rate: TestFrames.rate(10), frameCount: 3, isOpaque: isOpaque)
    let colors: [UInt32] = [
      0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF, 0xFFFF_00FF, 0xFFFF_FFFF,
      0xFF00_0000, 0xFF80_8080, 0xFF80_4000,
    ]
    var settings = VideoSettings()
    settings.colorCount = count
    let path = folder.path("a.gif")
    let writer = try VideoWriter(path: path, format: .gif, frames: format, settings: settings)
    _ = try await withFrameSink(writer) { writer in
      for index in 0..<3 {
        let bitmap = try Bitmap(width: 100, height: 40)
        for y in 0..<40 {
          for x in 0..<100 {
            bitmap[x, y] = !isOpaque && y >= 20 ? 0 : colors[(x / 10 + index) % 10]
          }
        }
        try await writer.write(bitmap, index: index)
      }
    }
    let decode = ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
      doing: "read", path: path)
    let bytes = try await decode.output(limit: 1 << 20)
    #expect(bytes.count == 3 * 100 * 40 * 4)
    let starts = stride(from: 0, to: bytes.count, by: 4)
    let found = Set(starts.map { at -> [UInt8] in Array(bytes[at..<at + 4]) })
    #expect((2...count).contains(found.count), "\(found)")
  }
}
