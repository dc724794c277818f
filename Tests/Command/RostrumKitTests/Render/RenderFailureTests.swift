import Foundation
import RenderTestSupport
import RostrumCanvas
import RostrumKit
import RostrumMedia
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

@Suite("Render jobs that fail")
struct RenderFailureTests {
  /// Longer than an encoder needs to fail.
  private static let long = TestScenes.moving.replacing("duration: 1\n", with: "duration: 50\n")

  private func expectCompleteFrames(_ scenes: TestScenes, in output: String) throws {
    let files = scenes.files(in: output)
    #expect(!files.isEmpty)
    for name in files {
      #expect(name.hasPrefix("frame_") && name.hasSuffix(".png"), "\(name)")
      let frame = try PNG.decode(contentsOfFile: scenes.folder.path(output + "/" + name))
      #expect(frame.width == 48)
    }
  }

  @Test(
    "Render jobs that fail keep complete frames and leave nothing else when ffmpeg fails half way")
  func ffmpegFails() async throws {
    let scenes = try TestScenes()
    let tools = try TemporaryFolder()
    let script = try tools.script(
      "ffmpeg", "for last; do :; done", "echo partial > \"${last#file:}\"",
      "head -c 20000 > /dev/null", "echo the encoder is tired >&2", "exit 3")
    let error = await #expect(throws: MediaError.self) {
      try await scenes.render(Self.long, to: "out") {
        $0.formats = [.png, .mp4]
        $0.jobs = 3
        $0.video.tools.ffmpeg = script
      }
    }
    #expect("\(try #require(error))".hasSuffix("exit code 3\n  the encoder is tired"))
    try expectCompleteFrames(scenes, in: "out")
  }

  @Test("Render jobs that fail leave no video when what was encoded is not what was rendered")
  func wrongVideo() async throws {
    let scenes = try TestScenes()
    let tools = try TemporaryFolder()
    let script = try tools.script(
      "ffmpeg", "for last; do :; done", "cat > /dev/null",
      "case $last in file:*) echo no video > \"${last#file:}\" ;; esac")
    await #expect(throws: MediaError.self) {
      try await scenes.render(to: "out") {
        $0.formats = [.png, .mp4]
        $0.video.isVerified = true
        $0.video.tools.ffmpeg = script
      }
    }
    #expect(scenes.files(in: "out") == TestScenes.names(0..<12))
  }

  @Test("Render jobs that fail in one output finish the others", arguments: [true, false])
  func oneOfTwo(_ isFirst: Bool) async throws {
    let scenes = try TestScenes()
    let tools = try TemporaryFolder()
    let script = try tools.script(
      "ffmpeg", "case \"$*\" in *paletteuse*) echo tired >&2; exit 3;; esac",
      "exec ffmpeg \"$@\"")
    await #expect(throws: MediaError.self) {
      try await scenes.render(to: "out") {
        $0.formats = isFirst ? [.gif, .apng] : [.apng, .gif]
        $0.video.isVerified = true
        $0.video.tools.ffmpeg = script
      }
    }
    #expect(scenes.files(in: "out") == ["scene.apng"])
    #expect(try await MediaFacts.read(scenes.folder.path("out/scene.apng")).frameCount == 12)
  }

  @Test("Render jobs that fail leave nothing of one video when the next cannot be started")
  func secondSinkFails() async throws {
    let scenes = try TestScenes()
    await #expect(throws: MediaError.self) {
      try await scenes.render(to: "out") {
        $0.formats = [.mp4, .webm]
        // Valid for WebM, but not for MP4: the sinks are opened in this order.
        $0.video.quality = -1
      }
    }
    await #expect(throws: MediaError.self) {
      try await scenes.render(to: "out") {
        $0.formats = [.gif, .mp4, .webm]
        $0.video.quality = 60
      }
    }
    #expect(scenes.files(in: "out").isEmpty)
  }

  @Test(
    "Render jobs that fail stop soon when they are cancelled, keeping complete frames",
    arguments: [1, 3])
  func cancelled(_ jobs: Int) async throws {
    let scenes = try TestScenes()
    let (progress, started) = AsyncStream<Void>.makeStream()
    var options = RenderOptions()
    options.output = scenes.folder.path("out")
    options.formats = [.png, .mp4]
    options.jobs = jobs
    let path = try scenes.folder.write(
      Self.long.replacing("50", with: "5000"), to: "scene.yaml")
    let job = RenderJob(scenes: [path], options: options)
    let task = Task {
      try await job.run { event in
        if case .progressed(_, 5, _) = event { started.yield() }
      }
    }
    for await _ in progress { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try expectCompleteFrames(scenes, in: "out")
    #expect(scenes.files(in: "out").count < 60_000)
  }

  @Test("Render jobs that load everything first find the mistakes of all scenes, and write nothing")
  func invalidScenes() async throws {
    let folder = try TemporaryFolder()
    let paths = try [
      folder.write("size: [1, 1]\nlayers: []\ncolour: red\n", to: "a.yaml"),
      folder.write(TestScenes.still, to: "b.yaml"),
      folder.write("size: [0, 1]\nlayers: []\n", to: "c.yaml"),
    ]
    var options = RenderOptions()
    options.output = folder.path("out")
    let job = RenderJob(scenes: paths, options: options, isFailFast: true)
    let error = await #expect(throws: IncompleteRender.self) { try await job.run { _ in } }
    let failures = try #require(error).summary.failures
    let results = failures.compactMap { ($0.error as? InvalidScene)?.result }
    #expect(results.map(\.source.path) == [paths[0], paths[2]])
    let text = DiagnosticFormatter(style: .short).text(for: results)
    #expect(text.split(separator: "\n").count == 2)
    #expect(folder.files == ["a.yaml", "b.yaml", "c.yaml"])
  }

  @Test(
    "Render jobs that load everything first find a frame that does not exist, and write nothing")
  func lateFrames() async throws {
    let folder = try TemporaryFolder()
    var options = RenderOptions()
    options.output = folder.path("out")
    options.moments = .frames(try FrameSelection("8"))
    let paths = try [
      folder.write(TestScenes.moving, to: "long.yaml"),
      folder.write(TestScenes.still, to: "short.yaml"),
    ]
    let job = RenderJob(scenes: paths, options: options, isFailFast: true)
    let error = await #expect(throws: IncompleteRender.self) { try await job.run { _ in } }
    let failure = try #require(error?.summary.failures.first)
    #expect((failure.error as? FramesOutOfRange)?.scene == paths[1])
    #expect(failure.item == RenderItem(path: paths[1], index: 1))
    #expect(folder.files == ["long.yaml", "short.yaml"])
  }

  @Test("Render jobs that fail name a picture that cannot be decoded")
  func brokenPicture() async throws {
    let scenes = try TestScenes()
    try await scenes.render(TestScenes.still, to: "pictures")
    let whole = scenes.folder.data("pictures/frame_00000.png")
    try whole.dropLast(30).write(to: URL(filePath: scenes.folder.path("broken.png")))
    let text = """
      size: [10, 10]
      duration: 1
      layers: [{name: a, contents: broken.png, bounds: [5, 5]}]
      """
    let error = await #expect(throws: InvalidScene.self) {
      try await scenes.render(text, to: "out")
    }
    let diagnostic = try #require(error?.result.diagnostics.first)
    #expect(diagnostic.message == "cannot show 'broken.png': the PNG ends before the picture does")
    #expect(diagnostic.range.line == 3)
  }

  @Test(
    "Render jobs that fail find a file that stands where a folder is wanted, before the first frame"
  )
  func fileInTheWay() async throws {
    let scenes = try TestScenes()
    try scenes.folder.write("mine", to: "out")
    for (output, formats) in [("out", [MediaFormat.png]), ("out/in", [.png]), ("out/in", [.mp4])] {
      let error = await #expect(throws: MediaError.self) {
        try await scenes.render(to: output) { $0.formats = formats }
      }
      #expect(try #require(error).isCreationFailure)
    }
    #expect(scenes.folder.data("out") == Data("mine".utf8))
  }
}
