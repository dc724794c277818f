import Canvas
import Foundation
import Geometry
import LayerTree
import Media
import Rendering
import SceneFile
import Synchronization

/// Renders one opened scene to where its plan says.
struct SceneRender: Sendable {
  private let opened: OpenedScene
  private let plan: OutputPlan
  private let options: RenderOptions
  private let frames: [FramePipeline.Frame]
  /// Frames past the end were asked for.
  private let isClamped: Bool

  /// Throws `FramesOutOfRange`.
  init(opened: OpenedScene, plan: OutputPlan, options: RenderOptions) throws {
    self.opened = opened
    self.plan = plan
    self.options = options
    try Self.checkSize(options, of: opened)
    (frames, isClamped) = try Self.frames(options, of: opened)
  }

  func run(report: @escaping @Sendable (RenderEvent) -> Void) async throws {
    let format = frameFormat
    report(
      .started(
        scene: opened.path, width: format.width, height: format.height, frames: frames.count))
    if isClamped { report(.warned(scene: opened.path, message: clampedMessage)) }
    let sinks = try await Sinks.opened(for: plan, frames: format, options: options)
    for note in await sinks.notes { report(warning(note)) }
    let outputs = try await write(to: sinks, report)
    report(.finished(scene: opened.path, outputs: outputs))
  }

  private static func checkSize(_ options: RenderOptions, of opened: OpenedScene) throws {
    let factor = options.exposure.supersampling
    let size = opened.scene.pixelSize(scale: options.scene.scale)
    let (width, height) = (size.width * factor, size.height * factor)
    guard factor > 1, max(width, height) > 32_767 || width * height > options.scene.maximumPixels
    else { return }
    throw SupersamplingTooLarge(scene: opened.path, width: width, height: height)
  }

  private static func frames(
    _ options: RenderOptions, of opened: OpenedScene
  ) throws -> (frames: [FramePipeline.Frame], isClamped: Bool) {
    let clock = opened.scene.clock
    switch options.moments {
    case .time(let time): return ([.init(number: 0, time: time)], false)
    case .frames(let selection):
      let (numbers, isClamped) = selection.frames(of: clock.frameCount)
      guard !numbers.isEmpty, !(isClamped && options.isStrict) else {
        throw FramesOutOfRange(
          scene: opened.path, count: clock.frameCount, someExist: !numbers.isEmpty)
      }
      return (numbers.map { .init(number: $0, time: clock.time(ofFrame: $0)) }, isClamped)
    }
  }

  private var clampedMessage: String {
    "frames past the last one, \(opened.scene.clock.frameCount - 1), are left out"
  }

  private func warning(_ note: MediaNote) -> RenderEvent {
    .warned(scene: opened.path, message: note.description)
  }

  private var frameFormat: FrameFormat {
    let size = opened.scene.pixelSize(scale: options.scene.scale)
    return FrameFormat(
      width: size.width, height: size.height, rate: opened.scene.clock.rate,
      frameCount: frames.count, isOpaque: opened.scene.isOpaque)
  }

  /// Hands every frame to every sink, then finishes them; on an error cancels those that are not finished, and names those that are.
  private func write(
    to sinks: Sinks, _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws -> [String] {
    var outputs: [String] = []
    do {
      try await pipeline(sinks).run(finished: counter(report))
      for sink in sinks.all {
        let known = await sink.notes.count
        let written = try await sink.finish()
        outputs.append(written.path)
        for note in written.notes.dropFirst(known) { report(warning(note)) }
      }
      return outputs
    } catch {
      await sinks.cancel()
      if !outputs.isEmpty { report(.finished(scene: opened.path, outputs: outputs)) }
      throw error
    }
  }

  private func pipeline(_ sinks: Sinks) -> FramePipeline {
    FramePipeline(
      scene: opened.scene, scale: options.scene.scale, assets: opened.assets,
      exposure: options.exposure, frames: frames, jobs: options.jobs, pictures: sinks.pictures,
      videos: sinks.videos)
  }

  /// Counts the frames. Workers report one at a time, so that the count never goes back.
  private func counter(
    _ report: @escaping @Sendable (RenderEvent) -> Void
  ) -> @Sendable () -> Void {
    let count = Counter()
    return { [path = opened.path, total = frames.count] in
      count.next { report(.progressed(scene: path, finished: $0, of: total)) }
    }
  }
}

/// Counts from 1, from any thread.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next(_ body: (Int) -> Void) {
    value.withLock { value in
      value += 1
      body(value)
    }
  }
}

/// The sinks of one plan, opened.
struct Sinks: Sendable {
  /// Take frames in any order.
  var pictures: [any FrameSink] = []
  /// Take frames in order.
  var videos: [any FrameSink] = []

  var all: [any FrameSink] { pictures + videos }

  /// What the user should know before the first frame.
  var notes: [MediaNote] {
    get async {
      var notes: [MediaNote] = []
      for sink in all { notes += await sink.notes }
      return notes
    }
  }

  /// Opens all sinks of a plan. When one cannot be opened, those before it are cancelled.
  static func opened(
    for plan: OutputPlan, frames: FrameFormat, options: RenderOptions
  ) async throws -> Sinks {
    var sinks = Sinks()
    do {
      try sinks.open(plan, frames, options)
      return sinks
    } catch {
      await sinks.cancel()
      throw error
    }
  }

  /// Stops and removes what is unfinished.
  func cancel() async {
    for sink in all { await sink.cancel() }
  }

  private mutating func open(
    _ plan: OutputPlan, _ frames: FrameFormat, _ options: RenderOptions
  ) throws {
    if let sequence = plan.sequence {
      try requireFolder(sequence.directory)
      pictures.append(
        try PNGSequence(
          directory: sequence.directory, pattern: sequence.pattern, frames: frames,
          compression: options.compression))
    }
    if let image = plan.image {
      pictures.append(
        try PNGImage(path: image, frames: frames, compression: options.compression))
    }
    for video in plan.videos {
      videos.append(
        try VideoWriter(
          path: video.path, format: video.format, frames: frames, settings: options.video))
    }
  }
  /// A file that stands where a folder is wanted is found before the first frame.
  private func requireFolder(_ path: String) throws(MediaError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else {
      throw .file(doing: "write into", path: path, errno: ENOTDIR)
    }
  }
}
