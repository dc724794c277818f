import RostrumCanvas
import Foundation
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumMedia

@Suite("Videos that cannot be written")
struct VideoFailureTests {
  private func settings(ffmpeg: String) -> VideoSettings {
    VideoSettings(isVerified: false, tools: MediaTools(ffmpeg: ffmpeg))
  }

  /// Writes until something fails, then expects that nothing is left in the folder but `others`.
  private func failure(
    _ folder: TestFolder, _ name: String = "a.mp4", settings: VideoSettings,
    frames: TestFrames = TestFrames(), others: [String] = []
  ) async throws -> MediaError? {
    var result: MediaError?
    do {
      _ = try await frames.write(
        to: VideoWriter(
          path: folder.path(name), format: .mp4, frames: frames.format, settings: settings))
    } catch let error as MediaError {
      result = error
    }
    #expect(folder.names == others)
    return result
  }

  @Test("A missing ffmpeg is an error of its own, found before the first frame")
  func missing() async throws {
    let folder = try TestFolder()
    let error = try await failure(folder, settings: settings(ffmpeg: "/nowhere/ffmpeg"))
    #expect(error == .toolMissing(name: "ffmpeg", path: "/nowhere/ffmpeg"))
    #expect("\(try #require(error))".contains("ROSTRUM_FFMPEG"))
    #expect(
      throws: MediaError.toolMissing(name: "ffprobe", path: "no-such-program")
    ) {
      try VideoWriter(
        path: folder.path("a.mp4"), format: .mp4, frames: TestFrames().format,
        settings: VideoSettings(tools: MediaTools(ffprobe: "no-such-program")))
    }
  }

  @Test("A failing ffmpeg is quoted: its last ten lines")
  func failing() async throws {
    let folder = try TestFolder()
    let script = try folder.script(
      "ffmpeg", "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i >&2; done", "exit 3")
    let error = try await failure(
      folder, settings: settings(ffmpeg: script), others: ["ffmpeg"])
    #expect(
      error
        == .toolFailed(
          name: "ffmpeg", doing: "write", path: folder.path("a.mp4"), ending: "exit code 3",
          lastLines: (3...12).map { "line \($0)" }))
  }

  @Test("An ffmpeg that talks without end does not block")
  func talking() async throws {
    let folder = try TestFolder()
    let script = try folder.script(
      "ffmpeg", "head -c 3000000 /dev/zero | tr '\\0' 'x' >&2", "cat > /dev/null", "exit 1")
    let error = try await failure(folder, settings: settings(ffmpeg: script), others: ["ffmpeg"])
    guard case .toolFailed(_, _, _, "exit code 1", let lines) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(lines.count == 1 && lines[0].count <= 65536)
  }

  @Test("An ffmpeg that is killed in the middle is an error, and its file goes")
  func killed() async throws {
    let folder = try TestFolder()
    let script = try folder.script(
      "ffmpeg", "for last; do :; done", "echo partial > \"${last#file:}\"",
      "head -c 30000 > /dev/null", "echo going down >&2", "kill -9 $$")
    let frames = TestFrames(width: 640, height: 480, frameCount: 20)
    let error = try await failure(
      folder, settings: settings(ffmpeg: script), frames: frames, others: ["ffmpeg"])
    #expect(
      error
        == .toolFailed(
          name: "ffmpeg", doing: "write", path: folder.path("a.mp4"),
          ending: "killed by signal 9", lastLines: ["going down"]))
  }

  @Test("An ffmpeg that is content too early is an error")
  func early() async throws {
    let folder = try TestFolder()
    let script = try folder.script("ffmpeg", "exit 0")
    let frames = TestFrames(width: 640, height: 480, frameCount: 20)
    let error = try await failure(
      folder, settings: settings(ffmpeg: script), frames: frames, others: ["ffmpeg"])
    guard case .toolFailed(_, _, _, "it ended before the last frame", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Cancelling stops an ffmpeg that neither reads nor ends", .timeLimit(.minutes(20)))
  func cancelHanging() async throws {
    let folder = try TestFolder()
    let script = try folder.script("ffmpeg", "exec sleep 1000")
    let frames = TestFrames(width: 640, height: 480, frameCount: 50)
    let writing = Task {
      try await frames.write(
        to: VideoWriter(
          path: folder.path("a.mp4"), format: .mp4, frames: frames.format,
          settings: settings(ffmpeg: script)))
    }
    try await Task.sleep(for: .milliseconds(300))
    writing.cancel()
    // The script would sleep for a quarter of an hour: the test's time limit shows that it was
    // stopped.
    let result = await writing.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(folder.names == ["ffmpeg"])
  }

  @Test("Cancelling stops what an ffmpeg has started, too", .timeLimit(.minutes(20)))
  func cancelChildren() async throws {
    let folder = try TestFolder()
    let script = try folder.script("ffmpeg", "sleep 1000 &", "sleep 1000")
    let run = ToolRun(
      name: "ffmpeg", tool: script, arguments: [], doing: "write", path: "a.mp4")
    let running = Task { try await run.run() }
    try await Task.sleep(for: .milliseconds(300))
    running.cancel()
    // Both hold the pipe of the messages, which is read to its end.
    let result = await running.result
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test("An ffmpeg that no system can run is an error with the system's words")
  func unrunnable() async throws {
    let folder = try TestFolder()
    let script = try folder.script("ffmpeg")
    try Data([0x7F, 0x45, 0x4C, 0x46, 0]).write(to: URL(fileURLWithPath: script))
    let error = try await failure(folder, settings: settings(ffmpeg: script), others: ["ffmpeg"])
    #expect(
      error
        == .toolFailed(
          name: "ffmpeg", doing: "write", path: folder.path("a.mp4"),
          ending: "it could not be run: Exec format error", lastLines: []))
  }

  #if os(Linux)
    @Test("An ffmpeg has a process group of its own, and of our files only what it needs")
    func inherits() async throws {
      let folder = try TestFolder()
      let script = try folder.script(
        "ffprobe", "cd /proc/self/fd && echo *", "cut -d' ' -f5 /proc/$$/stat; echo $$")
      // Descriptors that other code has opened may be inherited, unlike our own.
      let file = try #require(FileHandle(forReadingAtPath: script))
      let number = fcntl(file.fileDescriptor, F_DUPFD, 200)
      defer { close(number) }
      let run = ToolRun(name: "ffprobe", tool: script, arguments: [], doing: "read", path: "a.mp4")
      let text = String(decoding: try await run.output(limit: 1000), as: UTF8.self)
      let lines = text.split(separator: "\n")
      try #require(lines.count == 3, "\(text)")
      #expect(!lines[0].split(separator: " ").contains("\(number)"), "\(lines[0])")
      #expect(lines[1] == lines[2])
    }
  #endif

  @Test("What is said beyond a limit is an error, and ends the program", .timeLimit(.minutes(20)))
  func talkative() async throws {
    let folder = try TestFolder()
    let script = try folder.script("ffprobe", "while :; do echo a long line of words; done")
    let run = ToolRun(name: "ffprobe", tool: script, arguments: [], doing: "read", path: "a.mp4")
    let error = await #expect(throws: MediaError.self) { try await run.output(limit: 100_000) }
    let text = "\(try #require(error))"
    #expect(
      text == "ffprobe failed to read 'a.mp4': its output is larger than the limit of 100000 bytes")
  }

  @Test("Cancelling in the middle leaves nothing, and ends the sink")
  func cancel() async throws {
    let folder = try TestFolder()
    let frames = TestFrames()
    let writer = try VideoWriter(
      path: folder.path("a.webm"), format: .webm, frames: frames.format)
    try await writer.write(frames.frame(0), index: 0)
    await writer.cancel()
    await writer.cancel()
    #expect(folder.names == [])
    await #expect(throws: MediaError.sinkHasEnded) {
      try await writer.write(frames.frame(1), index: 1)
    }
    await #expect(throws: MediaError.sinkHasEnded) { try await writer.finish() }
  }

  @Test("A writer that is simply dropped cleans up after itself")
  func dropped() async throws {
    let folder = try TestFolder()
    do {
      let frames = TestFrames()
      let writer = try VideoWriter(path: folder.path("a.mp4"), format: .mp4, frames: frames.format)
      try await writer.write(frames.frame(0), index: 0)
    }
    for _ in 0..<200 where !folder.names.isEmpty { try await Task.sleep(for: .milliseconds(25)) }
    #expect(folder.names == [])
  }

  @Test("An older video stays as it was when the new one fails")
  func olderFile() async throws {
    let folder = try TestFolder()
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder.path("a.mp4")))
    let script = try folder.script("ffmpeg", "cat > /dev/null", "exit 1")
    _ = try await failure(
      folder, settings: settings(ffmpeg: script), others: ["a.mp4", "ffmpeg"])
    #expect(folder.bytes("a.mp4") == Array("old".utf8))
  }

  @Test("A folder that cannot be written to is found before the first frame")
  func unwritable() throws {
    let folder = try TestFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    let path = folder.path("file/sub/a.mp4")
    let error = #expect(throws: MediaError.self) {
      try VideoWriter(path: path, format: .mp4, frames: TestFrames().format)
    }
    #expect("\(try #require(error))".hasSuffix("/file/sub': Not a directory"))
    #expect(throws: MediaError.file(doing: "write", path: "/proc/a.mp4", errno: ENOENT)) {
      try VideoWriter(path: "/proc/a.mp4", format: .mp4, frames: TestFrames().format)
    }
  }

  @Test("Frames out of order, of the wrong size, or missing are refused")
  func misuse() async throws {
    let folder = try TestFolder()
    let frames = TestFrames()
    let writer = try VideoWriter(path: folder.path("a.mp4"), format: .mp4, frames: frames.format)
    await #expect(throws: MediaError.frameOutOfOrder(expected: 0, got: 1)) {
      try await writer.write(frames.frame(1), index: 1)
    }
    await #expect(throws: MediaError.cannotRepeat(frame: 0, at: 0)) {
      try await writer.repeatFrame(0, at: 0)
    }
    let size = PixelSize(width: 160, height: 90)
    let small = PixelSize(width: 2, height: 90)
    await #expect(throws: MediaError.wrongFrameSize(index: 0, expected: size, got: small)) {
      try await writer.write(try Bitmap(width: 2, height: 90), index: 0)
    }
    for index in 0..<2 { try await writer.write(frames.frame(index), index: index) }
    await #expect(throws: MediaError.cannotRepeat(frame: 0, at: 2)) {
      try await writer.repeatFrame(0, at: 2)
    }
    await #expect(throws: MediaError.framesMissing(expected: 6, got: 2)) {
      try await writer.finish()
    }
    #expect(folder.names == [])
  }

  @Test("Settings that an encoder would refuse are refused before it starts")
  func settings() throws {
    let folder = try TestFolder()
    let frames = TestFrames().format
    #expect(throws: MediaError.wrongFormat(.png)) {
      try VideoWriter(path: folder.path("a"), format: .png, frames: frames)
    }
    for quality in [-1, 52] {
      #expect(throws: MediaError.self) {
        try VideoWriter(
          path: folder.path("a.mp4"), format: .mp4, frames: frames,
          settings: VideoSettings(quality: quality))
      }
    }
    #expect(folder.names == [])
  }

  @Test(
    "File names are taken literally",
    arguments: [
      "with space.mp4", "100%.mp4", "%03d.mp4", "-y.mp4", "a:b.mp4", "http:x.mp4", "ünï çødé.mp4",
      "it's \"quoted\".mp4", "no extension", "odd.EXT",
      String(repeating: "long", count: 60) + ".mp4",
    ])
  func names(_ name: String) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 32, height: 32, frameCount: 2)
    let report = try await frames.write(
      to: VideoWriter(
        path: folder.path(name), format: .mp4, frames: frames.format,
        settings: VideoSettings(isVerified: false)))
    #expect(report.path == folder.path(name))
    #expect(folder.names == [name])
    #expect(try await MediaFacts.read(folder.path(name)).frameCount == 2)
  }

  @Test("A full disk is an error, and leaves neither a video nor a temporary file")
  func fullDisk() async throws {
    try await withSmallDisk { folder in
      let frames = TestFrames(width: 320, height: 320, frameCount: 12)
      for kind in [MediaFormat.mp4, .gif] {
        await #expect(throws: MediaError.self) {
          let writer = try VideoWriter(
            path: folder + "/a.\(kind.rawValue)", format: kind, frames: frames.format,
            settings: VideoSettings(quality: 0))
          _ = try await withFrameSink(writer) { writer in
            for index in 0..<12 { try await writer.write(noise(seed: index), index: index) }
          }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left == [])
      }
    }
  }

  /// A frame that no encoder makes small.
  private func noise(seed: Int) throws -> Bitmap {
    var random = RandomSource(seed: UInt64(seed))
    let bitmap = try Bitmap(width: 320, height: 320)
    for y in 0..<320 {
      for x in 0..<320 { bitmap[x, y] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 }
    }
    return bitmap
  }
}
