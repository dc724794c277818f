import Canvas
import LayerTree
import Media
import Rendering

/// Renders frames on several workers and hands each to every sink.
///
/// Worker k makes frames k, k + jobs, k + 2 jobs and so on, each in a bitmap of its own, drawing only what differs from its own last frame.
/// Memory is `jobs` frames and what the sinks keep, however many frames there are.
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
  let frames: [Frame]
  let jobs: Int
  /// Takes frames in any order, from several workers at once.
  let sequence: PNGSequence?
  /// Take frames one at a time, in order.
  let videos: [VideoWriter]

  /// Returns when every frame has been handed over. `finished` is called after each, from any thread.
  func run(finished: @escaping @Sendable () -> Void) async throws {
    let turnstile = Turnstile()
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<min(jobs, frames.count) {
          group.addTask { try await work(worker, turnstile, finished) }
        }
        try await waitForAll(&group, turnstile)
      }
    } onCancel: {
      Task { await turnstile.close() }
    }
  }

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
    let renderer = FrameRenderer(scene: scene, scale: scale, assets: assets)
    var previous: Int?
    for index in stride(from: worker, to: frames.count, by: jobs) {
      try Task.checkCancellation()
      let frame = frames[index]
      let damage = try renderer.render(at: frame.time)
      if let previous, damage.isEmpty {
        try await sequence?.repeatFrame(previous, at: frame.number)
      } else {
        try await sequence?.write(renderer.bitmap, index: frame.number)
      }
      if !videos.isEmpty { try await pass(renderer.bitmap, index, turnstile) }
      previous = frame.number
      finished()
    }
  }

  private func pass(_ bitmap: Bitmap, _ index: Int, _ turnstile: Turnstile) async throws {
    try await turnstile.pass(index)
    for video in videos { try await video.write(bitmap, index: index) }
    await turnstile.advance()
  }
}
