import RostrumCanvas
import Foundation
import Testing
import RostrumTiming

@testable import RostrumMedia

@Suite("Videos from a folder of frames")
struct MuxTests {
  /// Writes the frames as PNG files, numbered from 0.
  private func sequence(_ frames: TestFrames, in folder: TestFolder) async throws {
    _ = try await frames.write(to: PNGSequence(directory: folder.path, frames: frames.format))
  }

  private func mux(_ folder: TestFolder, allowsGaps: Bool = false) -> Mux {
    Mux(directory: folder.path, rate: TestFrames.rate(24), allowsGaps: allowsGaps)
  }

  @Test("The frames become a video", arguments: [MediaFormat.mp4, .webm, .apng], [true, false])
  func video(_ format: MediaFormat, _ isOpaque: Bool) async throws {
    let folder = try TestFolder()
    let output = try TestFolder()
    let frames = TestFrames(isOpaque: isOpaque)
    try await sequence(frames, in: folder)
    let path = output.path("a.\(format.fileExtension)")
    let report = try await mux(folder).write(to: path, format: format)
    #expect(report.frameCount == 6)
    #expect(report.notes == (format == .mp4 && !isOpaque ? [.alphaLost(.mp4)] : []))
    let facts = try await MediaFacts.read(path)
    #expect(facts.frameCount == 6 && facts.width == 160)
    #expect(facts.hasAlpha == (format.alpha != .none && !isOpaque))
  }

  @Test("The same frames give the same video, rendered at once or from files")
  func sameBytes() async throws {
    let folder = try TestFolder()
    let output = try TestFolder()
    let frames = TestFrames()
    try await sequence(frames, in: folder)
    _ = try await mux(folder).write(to: output.path("muxed.mp4"), format: .mp4)
    _ = try await frames.write(
      to: VideoWriter(path: output.path("direct.mp4"), format: .mp4, frames: frames.format))
    #expect(output.bytes("muxed.mp4") == output.bytes("direct.mp4"))
  }

  @Test("A gap is an error that names the missing file, unless gaps are allowed")
  func gap() async throws {
    let folder = try TestFolder()
    let output = try TestFolder()
    try await sequence(TestFrames(), in: folder)
    try FileManager.default.removeItem(atPath: folder.path("frame_00002.png"))
    let missing = MediaError.gapInFrames(directory: folder.path, missing: "frame_00002.png")
    await #expect(throws: missing) {
      try await mux(folder).write(to: output.path("a.mp4"), format: .mp4)
    }
    #expect(output.names == [])
    let report = try await mux(folder, allowsGaps: true)
      .write(to: output.path("a.mp4"), format: .mp4)
    #expect(report.frameCount == 5)
  }

  @Test("A sequence may begin anywhere, and other files do not matter")
  func start() async throws {
    let folder = try TestFolder()
    try await sequence(TestFrames(), in: folder)
    for index in 0..<3 {
      try FileManager.default.removeItem(atPath: folder.path("frame_0000\(index).png"))
    }
    try Data().write(to: URL(fileURLWithPath: folder.path("frame_1.png")))
    let paths = try mux(folder).framePaths()
    #expect(paths == (3..<6).map { folder.path("frame_0000\($0).png") })
  }

  @Test("A frame of another size, or a broken one, is named")
  func badFrames() async throws {
    let folder = try TestFolder()
    let output = try TestFolder()
    try await sequence(TestFrames(), in: folder)
    let path = folder.path("frame_00004.png")
    let good = folder.bytes("frame_00004.png")
    let small = try PNGEncoder().encode(try Bitmap(width: 16, height: 9))
    try Data(small).write(to: URL(fileURLWithPath: path))
    let differ = MediaError.framesDiffer(
      path: path, expected: PixelSize(width: 160, height: 90), got: PixelSize(width: 16, height: 9))
    await #expect(throws: differ) {
      try await mux(folder).write(to: output.path("a.mp4"), format: .mp4)
    }
    try Data(good.dropLast(30)).write(to: URL(fileURLWithPath: path))
    await #expect(throws: MediaError.unreadableFrame(path: path, .truncated)) {
      try await mux(folder).write(to: output.path("a.mp4"), format: .mp4)
    }
    #expect(output.names == [])
  }

  @Test("An empty or missing folder is an error")
  func nothing() throws {
    let folder = try TestFolder()
    #expect(throws: MediaError.noFrames(directory: folder.path, pattern: "frame_%05d.png")) {
      try mux(folder).framePaths()
    }
    let missing = Mux(directory: "/nowhere", rate: TestFrames.rate(24))
    #expect(throws: MediaError.file(doing: "read", path: "/nowhere", errno: ENOENT)) {
      try missing.framePaths()
    }
  }

  @Test("Formats are found by the extension of a file")
  func formats() {
    // A sheet has the ending of its picture.
    for format in MediaFormat.allCases where format != .sprites {
      #expect(MediaFormat(pathExtension: format.fileExtension) == format)
      #expect(MediaFormat(pathExtension: format.fileExtension.uppercased()) == format)
    }
    #expect(MediaFormat(pathExtension: "avi") == nil)
    #expect(MediaFormat.allCases.filter { $0.alpha == .none } == [.mp4, .mkv, .hls, .wav, .jpg])
  }
}
