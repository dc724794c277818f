import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import Synchronization

/// Renders frames on several workers and hands each to every sink.
///
/// An idle worker takes the next frame, so no worker waits for a slower one. Each worker has its
/// own bitmap, on which it draws only the difference to its own last frame. Memory is n frames and
/// the buffers of the sinks, independent of the number of frames.
struct FramePipeline: Sendable {
  /// One frame to make.
  struct Frame: Sendable {
    /// Names the file of a sequence.
    let number: Int
    /// In seconds of the scene.
    let time: Double
  }

  /// All workers together keep as many bytes of finished pictures as it says.
  let context: RenderContext
  let frames: [Frame]
  /// How many workers there may be; at least one is.
  let jobs: Int
  /// A permit for each frame that is drawn at a time, shared with the workers of other scenes.
  var semaphore = AsyncSemaphore.unlimited
  /// Take frames in any order, from several workers at once.
  let pictures: [any FrameSink]
  /// Take frames one at a time, in order.
  let videos: [any FrameSink]
  /// The manifests in which frames are recorded; `nil` for none.
  var records: RenderRecords?
  /// The frames whose pictures already exist. They are drawn for the videos alone.
  var kept: Set<Int> = []
  /// Whether every frame is drawn twice, to find mistakes of this program.
  var verifiesDamage = false

  /// Returns when every frame has been handed over. `finished` is called after each, from any
  /// thread.
  func run(finished: @escaping @Sendable () -> Void) async throws {
    let (sequencer, queue) = (FrameSequencer(), FrameQueue(count: frames.count))
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<workers {
          group.addTask(executorPreference: DrawingExecutor.shared) {
            try await work(queue, sequencer, finished)
          }
        }
        try await waitForAll(&group, sequencer)
      }
    } onCancel: {
      startTask { await sequencer.close() }
    }
  }

  /// A memory limit; no machine has as many cores.
  private static let maximumWorkers = 256

  private var profile: Profile? { context.profile }

  /// The context of one of the workers.
  private var workerContext: RenderContext {
    var result = context
    result.cacheMemory /= workers
    return result
  }

  private var workers: Int { min(max(jobs, 1), frames.count, Self.maximumWorkers) }

  /// The first error ends all workers.
  private func waitForAll(
    _ group: inout ThrowingTaskGroup<Void, any Error>, _ sequencer: FrameSequencer
  ) async throws {
    do {
      while try await group.next() != nil {}
    } catch {
      await sequencer.close()
      throw error
    }
  }

  private func work(
    _ queue: FrameQueue, _ sequencer: FrameSequencer, _ finished: @Sendable () -> Void
  ) async throws {
    var worker = Worker(
      renderer: try ExposedRenderer(workerContext),
      check: verifiesDamage ? DamageCheck(context) : nil)
    while let index = queue.next() {
      try Task.checkCancellation()
      let frame = frames[index]
      let isKept = kept.contains(frame.number)
      try await draw(frame, isKept: isKept, &worker, finished)
      if !videos.isEmpty { try await handToVideos(worker.renderer, index, sequencer) }
      worker.previous = isKept ? nil : frame.number
    }
    try await putRepeated(&worker, finished)
  }

  /// The state of one worker.
  private struct Worker {
    let renderer: ExposedRenderer
    let check: DamageCheck?
    /// The frame that was handed over last, from which the next one differs in the damage only.
    var previous: Int?
    /// The cost of the last frame, where it is counted.
    var cost: Profile.FrameCost?
    /// Frames that were not handed over yet.
    var repeated: RepeatedFrames?
  }

  /// Draws a frame and hands it to the pictures, unless its file is kept.
  private func draw(
    _ frame: Frame, isKept: Bool, _ worker: inout Worker, _ finished: @Sendable () -> Void
  ) async throws {
    await semaphore.acquire()
    defer { semaphore.release() }
    let renderer = worker.renderer
    let damage = try renderer.render(at: frame.time)
    profile?.noteFrame(redrawn: damage.area, of: renderer.bitmap.width * renderer.bitmap.height)
    if let profile, profile.countsCosts { try note(renderer, damage, &worker.cost, profile) }
    if let check = worker.check {
      try profile.measure(.verify) { try check.check(renderer, damage, frame) }
    }
    if isKept {
      try await putRepeated(&worker, finished)
      try records?.finish([frame.number], renderer.trees, nil)
      finished()
    } else if damage.isEmpty, let previous = worker.previous {
      try await repeats(previous, frame.number, &worker, finished)
    } else {
      try await putRepeated(&worker, finished)
      try await put(renderer, frame.number, damage, worker.previous)
      finished()
    }
  }

  /// Counts what the frame costs; one that looks like the one before costs the same.
  private func note(
    _ renderer: ExposedRenderer, _ damage: DamageRegion, _ known: inout Profile.FrameCost?,
    _ profile: Profile
  ) throws {
    if !damage.isEmpty || known == nil {
      known = try context.profile.measure(.count) { Profile.FrameCost(try renderer.cost()) }
    }
    if let known { profile.note(known) }
  }

  /// Hands a frame to the pictures.
  private func put(
    _ renderer: ExposedRenderer, _ number: Int, _ damage: DamageRegion, _ previous: Int?
  ) async throws {
    try records?.begin(number)
    let changes = previous.map { FrameChanges(since: $0, region: damage) }
    for sink in pictures { try await sink.write(renderer.bitmap, index: number, changes: changes) }
    try records?.finish([number], renderer.trees, written(number))
  }

  /// Hands a frame equal to the one before to the picture sinks, batched with others where no
  /// caller waits for it.
  private func repeats(
    _ previous: Int, _ number: Int, _ worker: inout Worker, _ finished: @Sendable () -> Void
  ) async throws {
    try records?.begin(number)
    let trees = worker.renderer.trees
    if worker.repeated?.add(number, trees) != true {
      try await putRepeated(&worker, finished)
      worker.repeated = RepeatedFrames(after: previous, number, trees)
    }
    guard !videos.isEmpty || worker.repeated?.isDue == true else { return }
    try await putRepeated(&worker, finished)
  }

  private func putRepeated(_ worker: inout Worker, _ finished: @Sendable () -> Void) async throws {
    guard let repeated = worker.repeated else { return }
    worker.repeated = nil
    for sink in pictures { try await sink.repeatFrame(repeated.earlier, at: repeated.numbers) }
    try records?.finish(repeated.numbers, repeated.trees, written(repeated.earlier))
    for _ in repeated.numbers { finished() }
  }

  private func written(_ number: Int) -> WrittenFrame? {
    pictures.lazy.compactMap { $0.written(number) }.first
  }

  /// Waits for the frame's turn, then hands it to the videos.
  private func handToVideos(
    _ renderer: ExposedRenderer, _ index: Int, _ sequencer: FrameSequencer
  ) async throws {
    try await sequencer.wait(for: index)
    let damage = await renderer.damage(since: sequencer.lastTrees)
    if verifiesDamage { try await verify(renderer, damage, index, sequencer) }
    let isSame = index > 0 && damage.isEmpty
    let changes = index > 0 ? FrameChanges(since: index - 1, region: damage) : nil
    for sink in videos {
      if isSame {
        try await sink.repeatFrame(index - 1, at: index)
      } else {
        try await sink.write(renderer.bitmap, index: index, changes: changes)
      }
    }
    await sequencer.advance(leaving: renderer.trees)
  }
}

/// Gives out the places of frames, each once and in order, to any number of workers.
private final class FrameQueue: Sendable {
  private let count: Int
  private let given = Atomic(0)

  init(count: Int) { self.count = count }

  func next() -> Int? {
    let place = given.wrappingAdd(1, ordering: .relaxed).oldValue
    return place < count ? place : nil
  }
}

extension FramePipeline {
  /// The frame before may be another worker's.
  private func verify(
    _ renderer: ExposedRenderer, _ damage: DamageRegion, _ index: Int, _ sequencer: FrameSequencer
  ) async throws {
    let copy = try Bitmap(copying: renderer.bitmap)
    guard let last = await sequencer.exchange(copy) else { return }
    try DamageCheck.compare(copy, with: last, outside: damage, frames[index], renderer.trees)
  }
}

/// Frames of one worker that look like the one before them. Their files are made together, soon.
struct RepeatedFrames {
  /// The frame before them, whose file exists.
  let earlier: Int
  /// The display trees of each of them.
  let trees: [DisplayNode?]
  private(set) var numbers: [Int]
  private let start = ContinuousClock.now

  init(after earlier: Int, _ number: Int, _ trees: [DisplayNode?]) {
    (self.earlier, self.trees, numbers) = (earlier, trees, [number])
  }

  /// How many frames are made together at most, and how old the first of them may be.
  private static let limit = (count: 256, age: Duration.milliseconds(10))

  /// Whether it is time to make them.
  var isDue: Bool {
    numbers.count >= Self.limit.count || start.duration(to: .now) > Self.limit.age
  }

  /// Takes a frame in. False for one of other trees, even if they look the same: its record
  /// differs.
  mutating func add(_ number: Int, _ trees: [DisplayNode?]) -> Bool {
    guard trees.count == self.trees.count, zip(trees, self.trees).allSatisfy({ $0 === $1 }) else {
      return false
    }
    numbers.append(number)
    return true
  }
}
