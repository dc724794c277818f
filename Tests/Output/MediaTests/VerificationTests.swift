import RostrumCanvas
import Foundation
import Testing
import RostrumTiming

@testable import RostrumMedia

@Suite("Checking what was written")
struct VerificationTests {
  /// A real video of `frames`, and a check of it against a claim.
  private func details(
    of format: MediaFormat, written frames: TestFrames, claimed: TestFrames? = nil,
    checks: [FrameCheck]? = nil
  ) async throws -> [String] {
    let folder = try TestFolder()
    let path = folder.path("a.\(format.fileExtension)")
    _ = try await frames.write(
      to: VideoWriter(
        path: path, format: format, frames: frames.format,
        settings: VideoSettings(isVerified: false)))
    let claim = claimed ?? frames
    let verification = Verification(
      path: path, reportedPath: "final", format: format, frames: claim.format,
      settings: VideoSettings(), codedSize: PixelSize(width: claim.width, height: claim.height))
    do {
      _ = try await verification.run(
        checks ?? [FrameCheck(index: 0, areas: FlatArea.found(in: claim.frame(0)))])
      return []
    } catch MediaError.notWhatWasRendered("final", let details) {
      return details
    }
  }

  @Test("A wrong number of frames, rate or size is told in words")
  func facts() async throws {
    let frames = TestFrames()
    #expect(
      try await details(of: .mp4, written: frames, claimed: TestFrames(frameCount: 5)).first
        == "its number of frames is 6 instead of 5")
    #expect(
      try await details(
        of: .mp4, written: frames, claimed: TestFrames(rate: TestFrames.rate(24000, 1001))
      ).first?.hasPrefix("its frame rate is 24.0 instead of 23.97") == true)
    #expect(
      try await details(of: .mp4, written: frames, claimed: TestFrames(width: 158)).first
        == "its size is 160x90 instead of 158x90")
  }

  @Test("Lost alpha is noticed", arguments: [MediaFormat.webm, .mov, .apng])
  func alpha(_ format: MediaFormat) async throws {
    let opaque = TestFrames()
    #expect(
      try await details(
        of: format, written: opaque, claimed: TestFrames(isOpaque: false)
      ).contains("whether it has alpha is false instead of true"))
  }

  @Test(
    "Wrong colours and wrong frames are noticed",
    arguments: [MediaFormat.mp4, .mov, .webm, .gif, .apng])
  func colors(_ format: MediaFormat) async throws {
    let frames = TestFrames()
    #expect(try await details(of: format, written: frames) == [])
    let areas = try FlatArea.found(in: frames.frame(5))
    #expect(
      try await details(
        of: format, written: frames, checks: [FrameCheck(index: 5, areas: areas)]) == [])
    let wrong = try await details(
      of: format, written: frames, checks: [FrameCheck(index: 0, areas: areas)])
    #expect(wrong.first?.hasPrefix("frame 0: flat colours are off by") == true)
  }

  /// The largest mean and the largest single difference that pass, of 255.
  private static let bounds: [(MediaFormat, Int, Double, Double)] = [
    (.gif, 18, 8, 40), (.apng, 18, 0, 0), (.tiff, 18, 0, 0), (.webp, 0, 0, 0), (.jpg, 18, 3, 8),
    (.mov, 18, 2, 4), (.mp4, 18, 3, 12), (.mp4, 28, 3, 12), (.mp4, 29, 12, 40),
    (.webm, 28, 3, 12), (.avif, 30, 12, 40), (.webp, 20, 3, 12),
  ]

  @Test("Colours pass up to a bound for all of them and for one, and not beyond", arguments: bounds)
  func colorBounds(_ format: MediaFormat, _ quality: Int, _ mean: Double, _ single: Double) {
    let count = 20
    let verification = Verification(
      path: "", reportedPath: "", format: format,
      frames: FrameFormat(
        width: count, height: 1, rate: TestFrames.rate(1), frameCount: 1, isOpaque: true),
      settings: VideoSettings(quality: quality), codedSize: PixelSize(width: count, height: 1))
    let areas = (0..<count).map { FlatArea(x: $0, y: 0, side: 1, pixel: 0xFF64_6464) }
    func passes(_ differences: [Double]) -> Bool {
      let bytes = differences.flatMap { difference -> [UInt8] in
        let level = UInt8(100 + difference)
        return [level, level, level, 255]
      }
      return verification.differences(FrameCheck(index: 0, areas: areas), in: bytes).isEmpty
    }
    let none = [Double](repeating: 0, count: count)
    #expect(passes([Double](repeating: mean, count: count)))
    #expect(!passes([mean + 1] + [Double](repeating: mean, count: count - 1)))
    #expect(passes([single] + none.dropFirst()))
    #expect(!passes([single + 1] + none.dropFirst()))
  }

  @Test("An encoder that swaps colours is caught, and its file is not kept")
  func wrongEncoder() async throws {
    let folder = try TestFolder()
    // Passes everything on to the real one, but calls the input's first plane something else.
    let script = try folder.script(
      "ffmpeg", "real=\"$(command -v ffmpeg)\"",
      "case \"$*\" in *libx264*) exec \"$real\" $(echo \"$*\" | sed 's/setparams/negate,setparams/');;",
      "*) exec \"$real\" \"$@\";; esac")
    let frames = TestFrames()
    let error = await #expect(throws: MediaError.self) {
      _ = try await frames.write(
        to: VideoWriter(
          path: folder.path("a.mp4"), format: .mp4, frames: frames.format,
          settings: VideoSettings(tools: MediaTools(ffmpeg: script))))
    }
    #expect("\(try #require(error))".contains("a.mp4' is not what was rendered (--no-verify"))
    #expect(folder.names == ["ffmpeg"])
  }

  @Test("A picture without flat areas is a note, not silence")
  func nothingFlat() async throws {
    let folder = try TestFolder()
    let frame = try Bitmap(width: 32, height: 32)
    for y in 0..<32 {
      for x in 0..<32 { frame[x, y] = 0xFF00_0000 | UInt32(x * 8) << 16 | UInt32(y * 8) }
    }
    let format = FrameFormat(
      width: 32, height: 32, rate: TestFrames.rate(10), frameCount: 1, isOpaque: true)
    let writer = try VideoWriter(path: folder.path("a.mp4"), format: .mp4, frames: format)
    let report = try await withFrameSink(writer) { try await $0.write(frame, index: 0) }
    #expect(report.notes == [.colorsUnchecked])
  }

  @Test("Flat areas lie in flat squares, of each colour a few")
  func areas() throws {
    let frames = TestFrames(isOpaque: false)
    let areas = try FlatArea.found(in: frames.frame(0))
    #expect(Set(areas.map(\.pixel)) == [0, TestFrames.blue])
    #expect(areas.allSatisfy { $0.side == 8 })
    #expect(areas.count <= 8)
    #expect(FlatArea.found(in: try Bitmap(width: 9, height: 8)).map(\.side) == [4])
    #expect(FlatArea.found(in: try Bitmap(width: 7, height: 100)).isEmpty)
  }

  @Test("A file that is no video is an error")
  func noVideo() async throws {
    let folder = try TestFolder()
    try Data("hello".utf8).write(to: URL(fileURLWithPath: folder.path("a.mp4")))
    await #expect(throws: MediaError.self) { try await MediaFacts.read(folder.path("a.mp4")) }
    await #expect(throws: MediaError.self) { try await MediaFacts.read(folder.path("none.mp4")) }
  }
}
