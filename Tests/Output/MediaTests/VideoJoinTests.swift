import RostrumMedia
import Testing

@Suite("Joined videos")
struct VideoJoinTests {
  @Test("Parts of any name are put one after the other, as they are")
  func names() async throws {
    let folder = try TestFolder()
    let frames = TestFrames()
    let parts = ["it's.mp4", "'b' \\ c.mp4"].map { folder.path($0) }
    for part in parts {
      _ = try await frames.write(to: VideoWriter(path: part, format: .mp4, frames: frames.format))
    }
    let path = folder.path("whole.mp4")
    let report = try await VideoJoin(parts, rate: frames.rate).write(to: path, .mp4)
    #expect(report.frameCount == 12)
    #expect(try await MediaFacts.read(path).frameCount == 12)
  }
}
