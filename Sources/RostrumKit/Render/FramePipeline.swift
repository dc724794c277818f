import Canvas
import Geometry
import LayerTree
import Media
import Profiling
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
  /// What the workers share with those of other scenes.
  var budget = WorkBudget.unlimited
  /// Take frames in any order, from several workers at once.
  let pictures: [any FrameSink]
  /// Take frames one at a time, in order.
  let videos: [any FrameSink]
  /// What is written down of the frames; `nil` for nothing.
  var records: RenderRecords?
  /// The frames whose pictures stand there already. They are drawn for the videos alone.
  var kept: Set<Int> = []
  /// How many bytes of finished pictures all workers together keep.
  var cacheMemory = 0
  var profile: Profile?
  /// Whether every frame is drawn twice, to find mistakes of this program.
  var verifiesDamage = false

  /// Returns when every frame has been handed over. `finished` is called after each, from any thread.
  func run(finished: @escaping @Sendable () -> Void) async throws {
    let turnstile = Turnstile()
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<workers {
          group.addTask(executorPreference: DrawingThreads.shared) {
            try await work(worker, turnstile, finished)
          }
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
      scene: scene, scale: scale, assets: assets, exposure: exposure,
      cacheMemory: cacheMemory / workers, profile: profile)
    let check = verifiesDamage ? damageCheck : nil
    var previous: Int?
    for index in stride(from: worker, to: frames.count, by: workers) {
      try Task.checkCancellation()
      let frame = frames[index]
      let isKept = kept.contains(frame.number)
      try await draw(frame, after: previous, isKept: isKept, renderer, check)
      if !videos.isEmpty { try await pass(renderer, index, turnstile) }
      previous = isKept ? nil : frame.number
      finished()
    }
  }

  /// Draws a frame and hands it to the pictures, unless its file is kept. `previous` was handed over before it, and differs from it in
  /// the damage only.
  private func draw(
    _ frame: Frame, after previous: Int?, isKept: Bool, _ renderer: ExposedRenderer,
    _ check: DamageCheck?
  ) async throws {
    await budget.enter()
    defer { budget.leave() }
    let damage = try renderer.render(at: frame.time)
    profile?.noteFrame(redrawn: damage.area, of: renderer.bitmap.width * renderer.bitmap.height)
    if let check {
      try profile.measure(.verify) { try check.check(renderer, damage, frame) }
    }
    if !isKept { try await put(renderer, frame.number, damage, previous) }
    try records?.finish(frame.number, renderer.trees, isKept ? nil : written(frame.number))
  }

  /// Hands the frame to the pictures.
  private func put(
    _ renderer: ExposedRenderer, _ number: Int, _ damage: Region, _ previous: Int?
  ) async throws {
    try records?.begin(number)
    let twin = damage.isEmpty ? previous : nil
    let changes = previous.map { FrameChanges(since: $0, region: damage) }
    for sink in pictures {
      try await sink.put(renderer.bitmap, number, changes, sameAs: twin)
    }
  }

  private func written(_ number: Int) -> WrittenFrame? {
    pictures.lazy.compactMap { ($0 as? PNGSequence)?.written(number) }.first
  }

  /// Waits for the frame's turn, then hands it to the videos.
  private func pass(
    _ renderer: ExposedRenderer, _ index: Int, _ turnstile: Turnstile
  ) async throws {
    try await turnstile.pass(index)
    let damage = await renderer.damage(since: turnstile.lastTrees)
    if verifiesDamage { try await verify(renderer, damage, index, turnstile) }
    let isSame = index > 0 && damage.isEmpty
    let changes = index > 0 ? FrameChanges(since: index - 1, region: damage) : nil
    for sink in videos {
      try await sink.put(renderer.bitmap, index, changes, sameAs: isSame ? index - 1 : nil)
    }
    await turnstile.advance(leaving: renderer.trees)
  }
}

extension FramePipeline {
  private var damageCheck: DamageCheck {
    DamageCheck(scene: scene, scale: scale, assets: assets, exposure: exposure)
  }

  /// The frame before may be another worker's.
  private func verify(
    _ renderer: ExposedRenderer, _ damage: Region, _ index: Int, _ turnstile: Turnstile
  ) async throws {
    let copy = Bitmap(copying: renderer.bitmap)
    guard let last = await turnstile.exchange(copy) else { return }
    try DamageCheck.compare(copy, with: last, outside: damage, frames[index], renderer.trees)
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
