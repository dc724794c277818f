import Canvas
import Geometry
import LayerTree
import Media
import Rendering

/// Renders frames on several workers and hands each to every sink.
///
/// Of n workers, worker k makes frames k, k + n, k + 2n and so on, each in a bitmap of its own, drawing only what differs from its own
/// last frame. Memory is n frames and what the sinks keep, however many frames there are.
struct FramePipeline: Sendable {
  /// One frame to make.
  struct Frame: Sendable {
    /// Names the file of a sequence.
    let number: Int
    /// In seconds of the scene.
    let time: Double
  }

  let scene: Scene
  let scale: Double
  let assets: SceneAssets
  var exposure = Exposure.instant
  let frames: [Frame]
  /// How many workers there may be; at least one is.
  let jobs: Int
  /// Take frames in any order, from several workers at once.
  let pictures: [any FrameSink]
  /// Take frames one at a time, in order.
  let videos: [any FrameSink]

  /// Returns when every frame has been handed over. `finished` is called after each, from any thread.
  func run(finished: @escaping @Sendable () -> Void) async throws {
    let turnstile = Turnstile()
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<workers {
          group.addTask { try await work(worker, turnstile, finished) }
        }
        try await waitForAll(&group, turnstile)
      }
    } onCancel: {
      Task { await turnstile.close() }
    }
  }

  /// More than this only cost memory: there are never so many cores.
  private static let maximumWorkers = 256

  private var workers: Int { min(max(jobs, 1), frames.count, Self.maximumWorkers) }

  /// The first error ends all workers.
  private func waitForAll(
    _ group: inout ThrowingTaskGroup<Void, any Error>, _ turnstile: Turnstile
  ) async throws {
    do {
      while try await group.next() != nil {}
    } catch {
      await turnstile.close()
      throw error
    }
  }

  private func work(
    _ worker: Int, _ turnstile: Turnstile, _ finished: @Sendable () -> Void
  ) async throws {
    let renderer = ExposedRenderer(
      scene: scene, scale: scale, assets: assets, exposure: exposure)
    var previous: Int?
    for index in stride(from: worker, to: frames.count, by: workers) {
      try Task.checkCancellation()
      let frame = frames[index]
      let damage = try renderer.render(at: frame.time)
      let twin = damage.isEmpty ? previous : nil
      let changes = previous.map { FrameChanges(since: $0, region: damage) }
      for sink in pictures {
        try await sink.put(renderer.bitmap, frame.number, changes, sameAs: twin)
      }
      if !videos.isEmpty { try await pass(renderer, index, turnstile) }
      previous = frame.number
      finished()
    }
  }

  /// Waits for the frame's turn, then hands it to the videos.
  private func pass(
    _ renderer: ExposedRenderer, _ index: Int, _ turnstile: Turnstile
  ) async throws {
    try await turnstile.pass(index)
    let damage = await renderer.damage(since: turnstile.lastTrees)
    let isSame = index > 0 && damage.isEmpty
    let changes = index > 0 ? FrameChanges(since: index - 1, region: damage) : nil
    for sink in videos {
      try await sink.put(renderer.bitmap, index, changes, sameAs: isSame ? index - 1 : nil)
    }
    await turnstile.advance(leaving: renderer.trees)
  }
}

extension FrameSink {
  /// Writes a frame, or says that it is the same as an earlier one.
  fileprivate func put(
    _ bitmap: Bitmap, _ index: Int, _ changes: FrameChanges?, sameAs earlier: Int?
  ) async throws {
    if let earlier {
      try await repeatFrame(earlier, at: index)
    } else {
      try await write(bitmap, index: index, changes: changes)
    }
  }
}
