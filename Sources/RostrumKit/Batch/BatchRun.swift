import Base
import Geometry
import LayerTree
import Rendering
import SceneFile
import Synchronization

/// One run of a batch: its items side by side.
struct BatchRun: Sendable {
  let entries: [BatchPlan.Entry]
  let options: RenderOptions
  let opener: BatchOpener
  let isFailFast: Bool
  let report: @Sendable (BatchEvent) -> Void
  /// What has been said already: rows of one scene share its mistakes.
  private let told = ToldDiagnostics()

  init(
    entries: [BatchPlan.Entry], options: RenderOptions, opener: BatchOpener, isFailFast: Bool,
    report: @escaping @Sendable (BatchEvent) -> Void
  ) {
    (self.entries, self.options, self.opener) = (entries, options, opener)
    (self.isFailFast, self.report) = (isFailFast, report)
  }

  /// A scene with fewer pixels in all its frames is rendered by one worker, while there are others
  /// to render beside it: about two seconds' worth.
  private static let smallScene = 100_000_000

  private struct Outcome: Sendable {
    let place: Int
    var frames = 0
    var error: (any Error)?
  }

  /// Throws `CancellationError` only.
  func summary() async throws -> BatchSummary {
    var summary = BatchSummary(count: entries.count)
    if isFailFast {
      summary.failures = try firstFailures()
      if !summary.failures.isEmpty { return summary }
    }
    var outcomes: [Outcome] = []
    var failures = Reordering<Outcome>()
    let semaphore = AsyncSemaphore(permits: options.jobs)
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      var next = 0
      func start() {
        guard next < entries.count else { return }
        let place = next
        next += 1
        group.addTask { try await outcome(place, semaphore) }
      }
      for _ in 0..<max(1, min(options.jobs, entries.count)) { start() }
      while let outcome = try await group.next() {
        outcomes.append(outcome)
        failures.add(outcome, at: outcome.place).forEach(tellFailure)
        if isFailFast, outcome.error != nil { break }
        start()
      }
      group.cancelAll()
    }
    failures.rest.forEach(tellFailure)
    try Task.checkCancellation()
    return tell(outcomes, summary)
  }

  private func tellFailure(_ outcome: Outcome) {
    guard let error = outcome.error else { return }
    report(.failed(entries[outcome.place].item, told.news(in: error)))
  }

  private func tell(_ outcomes: [Outcome], _ empty: BatchSummary) -> BatchSummary {
    var summary = empty
    for outcome in outcomes.sorted(by: { $0.place < $1.place }) {
      summary.frames += outcome.frames
      if let error = outcome.error {
        summary.failures.append(.init(item: entries[outcome.place].item, error: error))
      } else {
        summary.rendered += 1
      }
    }
    return summary
  }

  // MARK: One item

  private func outcome(_ place: Int, _ semaphore: AsyncSemaphore) async throws -> Outcome {
    let entry = entries[place]
    let frames = Mutex(0)
    var outcome = Outcome(place: place)
    do {
      try await render(entry, remaining: entries.count - place, semaphore) { event in
        if case .progressed(_, let finished, _) = event { frames.withLock { $0 = finished } }
        report(.rendering(entry.item, event.named(entry.item.description)))
      }
    } catch {
      try Task.checkCancellation()
      outcome.error = error
    }
    outcome.frames = frames.withLock(\.self)
    return outcome
  }

  private func render(
    _ entry: BatchPlan.Entry, remaining: Int, _ semaphore: AsyncSemaphore,
    _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws {
    let plan = try entry.output.get()
    let opened = try await open(entry, semaphore)
    let news = told.news(in: opened.result)
    if !news.diagnostics.isEmpty { report(.diagnosed(news)) }
    var options = options
    options.semaphore = semaphore
    let render = try SceneRender(opened: opened, plan: plan, options: options)
    options.jobs =
      isSmall(opened, render.frameCount) && remaining >= options.jobs ? 1 : options.jobs
    try await SceneRender(opened: opened, plan: plan, options: options).run(report: report)
  }

  private func open(
    _ entry: BatchPlan.Entry, _ semaphore: AsyncSemaphore
  ) async throws -> OpenedScene {
    await semaphore.acquire()
    defer { semaphore.release() }
    try Task.checkCancellation()
    return try options.profile.measure(.load) { try opener.open(entry.item, entry.values) }
  }

  private func isSmall(_ opened: OpenedScene, _ frames: Int) -> Bool {
    let size = opened.scene.pixelSize(scale: options.scene.scale)
    return Double(frames) * Double(size.width * size.height) < Double(Self.smallScene)
  }

  // MARK: Failing early

  /// What cannot be loaded, before anything is rendered.
  private func firstFailures() throws -> [BatchSummary.Failure] {
    try entries.compactMap { entry in
      try Task.checkCancellation()
      do {
        let plan = try entry.output.get()
        let opened = try opener.open(entry.item, entry.values)
        _ = try SceneRender(opened: opened, plan: plan, options: options)
        return nil
      } catch {
        report(.failed(entry.item, told.news(in: error)))
        return .init(item: entry.item, error: error)
      }
    }
  }
}

/// Puts things that come in any order back into their own: each comes out once everything before it
/// has.
struct Reordering<Element> {
  private var next = 0
  private var waiting: [Int: Element] = [:]

  /// What comes out now.
  mutating func add(_ element: Element, at place: Int) -> [Element] {
    waiting[place] = element
    var ready: [Element] = []
    while let element = waiting.removeValue(forKey: next) {
      ready.append(element)
      next += 1
    }
    return ready
  }

  /// What still waits for something before it, in its order.
  var rest: [Element] { waiting.sorted { $0.key < $1.key }.map(\.value) }
}

/// Which diagnostics were reported.
final class ToldDiagnostics: Sendable {
  private let known = Mutex<Set<Diagnostic>>([])

  /// Beyond this, repeating something costs less than remembering it.
  private static let maximumCount = 100_000

  /// The result with what was not reported before.
  func news(in result: LoadResult) -> LoadResult {
    known.withLock { known in
      let news = result.leavingOut(known)
      if known.count < Self.maximumCount { known.formUnion(news.diagnostics) }
      return news
    }
  }

  func news(in error: any Error) -> any Error {
    (error as? InvalidScene).map { InvalidScene(result: news(in: $0.result)) } ?? error
  }
}

extension RenderEvent {
  /// The same about a scene that people know by another name.
  func named(_ name: String) -> RenderEvent {
    switch self {
    case .diagnosed: self
    case .started(_, let width, let height, let frames):
      .started(scene: name, width: width, height: height, frames: frames)
    case .kept(_, let frames, let count): .kept(scene: name, frames: frames, of: count)
    case .progressed(_, let finished, let count):
      .progressed(scene: name, finished: finished, of: count)
    case .warned(_, let message): .warned(scene: name, message: message)
    case .finished(_, let outputs): .finished(scene: name, outputs: outputs)
    }
  }
}
