import RenderTestSupport
import RostrumCanvas
import RostrumLayerTree
import RostrumMedia
import RostrumTiming
import Synchronization
import TestSupport
import Testing

@testable import RostrumKit
@testable import RostrumOutput

@Suite("The frame pipeline")
struct FramePipelineTests {
  /// Records the calls of the pipeline.
  private final class Recorder: FrameSink {
    enum Call: Equatable { case written(Int), repeated(Int, at: Int) }

    let notes: [MediaNote] = []
    private let state = Mutex([Call]())
    private let failsAt: Int?

    init(failsAt: Int? = nil) { self.failsAt = failsAt }

    var calls: [Call] { state.withLock(\.self) }
    /// How many frames came whole.
    var writtenCount: Int { calls.count { if case .written = $0 { true } else { false } } }

    func write(_ frame: Bitmap, index: Int, changes: FrameChanges?) async throws {
      if index == failsAt { throw MediaError.sinkHasEnded }
      state.withLock { $0.append(.written(index)) }
      await Task.yield()
    }

    func repeatFrame(_ earlier: Int, at index: Int) async throws {
      state.withLock { $0.append(.repeated(earlier, at: index)) }
    }

    func finish() async throws -> SinkReport { throw MediaError.sinkHasEnded }
    func cancel() async {}
  }

  private func run(
    _ text: String, frames: [Int], jobs: Int, pictures: Recorder, videos: Recorder?
  ) async throws -> Int {
    let folder = try TemporaryFolder()
    let opened = try SceneOpener().open(folder.write(text, to: "a.yaml"))
    let counter = Counter()
    let pipeline = FramePipeline(
      context: opened.context(),
      frames: frames.map { .init(number: $0, time: opened.scene.clock.time(ofFrame: $0)) },
      jobs: jobs, pictures: [pictures], videos: [videos].compactMap(\.self))
    try await pipeline.run { counter.add() }
    return counter.count
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    func add() { value.withLock { $0 += 1 } }
    var count: Int { value.withLock(\.self) }
  }

  @Test(
    "The frame pipeline gives videos every frame once and in order, by its place",
    arguments: [1, 2, 3, 7, 500])
  func order(_ jobs: Int) async throws {
    let (pictures, videos) = (Recorder(), Recorder())
    let frames = [0, 1, 3, 4, 5]
    let count = try await run(
      TestScenes.moving, frames: frames, jobs: jobs, pictures: pictures, videos: videos)
    #expect(count == frames.count)
    #expect(videos.calls == frames.indices.map { .written($0) })
    #expect(pictures.calls.count == frames.count)
    #expect(Set(pictures.calls.map { "\($0)" }) == Set(frames.map { "written(\($0))" }))
  }

  @Test(
    "The frame pipeline draws frames that rest once, and says that the others are the same",
    arguments: [1, 2, 5])
  func repeats(_ jobs: Int) async throws {
    let (pictures, videos) = (Recorder(), Recorder())
    _ = try await run(
      TestScenes.still, frames: Array(0..<6), jobs: jobs, pictures: pictures, videos: videos)
    #expect(videos.calls == [.written(0)] + (1..<6).map { .repeated($0 - 1, at: $0) })
    // Each worker that gets to draw at all draws once.
    #expect((1...min(jobs, 6)).contains(pictures.writtenCount))
    #expect(pictures.calls.count == 6)
    for call in pictures.calls {
      if case .repeated(let earlier, let index) = call { #expect(earlier < index) }
    }
  }

  @Test(
    "The frame pipeline hands still frames over together, each once, and after what they repeat",
    arguments: [1, 3])
  func together(_ jobs: Int) async throws {
    let pictures = Recorder()
    let frames = Array(0..<900)
    let scene = TestScenes.moving.replacing("fps: 12", with: "fps: 900")
      .replacing("duration: 1\n", with: "duration: 1.5\n")
      .replacing("duration: 0.5}", with: "duration: 0.1, repeatCount: 2, speed: 0.5}")
    let count = try await run(scene, frames: frames, jobs: jobs, pictures: pictures, videos: nil)
    #expect(count == frames.count)
    var seen: Set<Int> = []
    for call in pictures.calls {
      switch call {
      case .written(let frame): #expect(seen.insert(frame).inserted)
      case .repeated(let earlier, let frame):
        #expect(seen.contains(earlier))
        #expect(seen.insert(frame).inserted)
      }
    }
    #expect(seen == Set(frames))
    #expect(pictures.writtenCount < 900 / 2)
  }

  @Test(
    "The frame pipeline repeats only what a video wrote last, though its worker drew something else before"
  )
  func repeatsInOrder() async throws {
    let (pictures, videos) = (Recorder(), Recorder())
    // The square moves until frame 6; from there on it rests.
    _ = try await run(
      TestScenes.moving, frames: Array(0..<12), jobs: 4, pictures: pictures, videos: videos)
    let rest = videos.calls.drop { if case .written = $0 { true } else { false } }
    #expect((5...7).contains(videos.calls.count - rest.count))
    let repeated = (12 - rest.count..<12).map { Recorder.Call.repeated($0 - 1, at: $0) }
    #expect(Array(rest) == repeated)
  }

  @Test(
    "The frame pipeline ends all workers at the first error of a sink", arguments: [1, 2, 7],
    [true, false])
  func errors(_ jobs: Int, _ isVideo: Bool) async throws {
    let pictures = Recorder(failsAt: isVideo ? nil : 5)
    let videos = Recorder(failsAt: isVideo ? 5 : nil)
    await #expect(throws: MediaError.sinkHasEnded) {
      _ = try await run(
        TestScenes.moving.replacing("duration: 0.5}", with: "duration: 2}"),
        frames: Array(0..<12), jobs: jobs, pictures: pictures, videos: videos)
    }
    #expect(videos.calls.count <= 5)
  }
}
