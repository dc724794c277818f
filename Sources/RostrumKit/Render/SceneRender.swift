import Canvas
import Geometry
import LayerTree
import Media
import Rendering
import SceneFile
import Synchronization

/// Renders one opened scene to where its plan says.
struct SceneRender: Sendable {
  let opened: OpenedScene
  let plan: OutputPlan
  let options: RenderOptions

  func run(report: @escaping @Sendable (RenderEvent) -> Void) async throws {
    let (frames, isClamped) = try selectedFrames()
    let format = frameFormat(count: frames.count)
    report(
      .started(
        scene: opened.path, width: format.width, height: format.height, frames: frames.count))
    if isClamped { report(.warned(scene: opened.path, message: clampedMessage)) }
    let sinks = try Sinks(plan: plan, frames: format, settings: options.video)
    let outputs = try await write(frames, to: sinks, report)
    report(.finished(scene: opened.path, outputs: outputs))
  }

  private func selectedFrames() throws -> (frames: [FramePipeline.Frame], isClamped: Bool) {
    let clock = opened.scene.clock
    switch options.moments {
    case .time(let time): return ([.init(number: 0, time: time)], false)
    case .frames(let selection):
      let (numbers, isClamped) = selection.frames(of: clock.frameCount)
      guard !numbers.isEmpty, !(isClamped && options.isStrict) else {
        throw FramesOutOfRange(scene: opened.path, count: clock.frameCount)
      }
      return (numbers.map { .init(number: $0, time: clock.time(ofFrame: $0)) }, isClamped)
    }
  }

  private var clampedMessage: String {
    "frames past the last one, \(opened.scene.clock.frameCount - 1), are left out"
  }

  private func frameFormat(count: Int) -> FrameFormat {
    let size = opened.scene.pixelSize(scale: options.scene.scale)
    return FrameFormat(
      width: size.width, height: size.height, rate: opened.scene.clock.rate, frameCount: count,
      isOpaque: opened.scene.isOpaque)
  }

  /// Hands every frame to every sink, then finishes them; on an error cancels them all.
  private func write(
    _ frames: [FramePipeline.Frame], to sinks: Sinks,
    _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws -> [String] {
    do {
      try await pipeline(frames, sinks).run(finished: counter(frames.count, report))
      var outputs: [String] = []
      for sink in sinks.all {
        let written = try await sink.finish()
        outputs.append(written.path)
        for note in written.notes {
          report(.warned(scene: opened.path, message: note.description))
        }
      }
      return outputs
    } catch {
      for sink in sinks.all { await sink.cancel() }
      throw error
    }
  }

  private func pipeline(_ frames: [FramePipeline.Frame], _ sinks: Sinks) -> FramePipeline {
    FramePipeline(
      scene: opened.scene, scale: options.scene.scale, assets: opened.assets, frames: frames,
      jobs: max(1, options.jobs), pictures: sinks.pictures, videos: sinks.videos)
  }

  private func counter(
    _ total: Int, _ report: @escaping @Sendable (RenderEvent) -> Void
  ) -> @Sendable () -> Void {
    let count = Counter()
    return { [path = opened.path] in
      report(.progressed(scene: path, finished: count.next(), of: total))
    }
  }
}

/// Counts from 1, from any thread.
private final class Counter: Sendable {
  private let value = Atomic(0)

  func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}

/// The sinks of one plan, opened.
struct Sinks: Sendable {
  /// Take frames in any order.
  var pictures: [any FrameSink] = []
  /// Take frames in order.
  var videos: [any FrameSink] = []

  var all: [any FrameSink] { pictures + videos }

  init(plan: OutputPlan, frames: FrameFormat, settings: VideoSettings) throws {
    if let sequence = plan.sequence {
      pictures.append(
        try PNGSequence(
          directory: sequence.directory, pattern: sequence.pattern, frames: frames))
    }
    if let image = plan.image { pictures.append(try PNGImage(path: image, frames: frames)) }
    for video in plan.videos {
      videos.append(
        try VideoWriter(
          path: video.path, format: video.format, frames: frames, settings: settings))
    }
  }
}
