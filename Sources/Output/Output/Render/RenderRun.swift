import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import Synchronization

/// One run of a job: its items side by side.
struct RenderRun: Sendable {
  let entries: [RenderPlan.Entry]
  private(set) var options: RenderOptions
  let cache: SceneCache
  let isFailFast: Bool
  let report: @Sendable (RenderEvent) -> Void
  /// The diagnostics that were reported: rows of one scene share its mistakes.
  private let history = DiagnosticHistory()
  private let written: WrittenFiles

  init(
    entries: [RenderPlan.Entry], options: RenderOptions, cache: SceneCache, isFailFast: Bool,
    report: @escaping @Sendable (RenderEvent) -> Void
  ) {
    (self.entries, self.options, self.cache) = (entries, options, cache)
    self.options.earlierRecords = EarlierRecords()
    (self.isFailFast, self.report) = (isFailFast, report)
    written = WrittenFiles(entries.compactMap { try? $0.output.get() }, options)
  }

  /// A scene with fewer pixels in all its frames is rendered by one worker, while there are others
  /// to render beside it: about two seconds' worth.
  private static let smallScene = 100_000_000

  private struct Outcome: Sendable {
    let place: Int
    var frames = 0
    var error: (any Error)?
  }

  /// Throws `CancellationError`, and `OutputIsInput` before anything is rendered.
  func summary() async throws -> RenderSummary {
    var summary = RenderSummary(count: entries.count)
    if isFailFast {
      summary.failures = try firstFailures()
      if !summary.failures.isEmpty { return summary }
    }
    try findInputs()
    var outcomes: [Outcome] = []
    var failures = ReorderBuffer<Outcome>()
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
        failures.add(outcome, at: outcome.place).forEach(reportFailure)
        if isFailFast, outcome.error != nil { break }
        start()
      }
      group.cancelAll()
    }
    failures.rest.forEach(reportFailure)
    try Task.checkCancellation()
    return Self.summary(of: outcomes, from: summary, entries)
  }

  private func reportFailure(_ outcome: Outcome) {
    guard let error = outcome.error else { return }
    report(.failed(entries[outcome.place].item, history.unreported(in: error)))
  }

  private static func summary(
    of outcomes: [Outcome], from empty: RenderSummary, _ entries: [RenderPlan.Entry]
  ) -> RenderSummary {
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
        report(event)
      }
    } catch {
      try Task.checkCancellation()
      outcome.error = error
    }
    outcome.frames = frames.withLock(\.self)
    return outcome
  }

  private func render(
    _ entry: RenderPlan.Entry, remaining: Int, _ semaphore: AsyncSemaphore,
    _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws {
    _ = try entry.output.get()
    let opened = try await open(entry, semaphore)
    try written.check(opened)
    let news = history.unreported(in: opened.result)
    if !news.diagnostics.isEmpty { report(.diagnosed(entry.item, news)) }
    var options = options
    options.semaphore = semaphore
    var render = try SceneRender(entry, opened, options)
    if remaining >= options.jobs, isSmall(opened, render.frameCount) {
      options.jobs = 1
      render = try SceneRender(entry, opened, options)
    }
    try await render.run(report: report)
  }

  private func open(
    _ entry: RenderPlan.Entry, _ semaphore: AsyncSemaphore
  ) async throws -> OpenedScene {
    await semaphore.acquire()
    defer { semaphore.release() }
    try Task.checkCancellation()
    return try options.profile.measure(.load) { try cache.open(entry.item, entry.values) }
  }

  private func isSmall(_ opened: OpenedScene, _ frames: Int) -> Bool {
    let size = opened.scene.pixelSize(scale: options.scene.scale)
    return Double(frames) * Double(size.width * size.height) < Double(Self.smallScene)
  }

  // MARK: Failing early

  /// Loads every scene where the outputs of some may replace what others read.
  private func findInputs() throws {
    guard entries.count > 1, !isFailFast, written.hasUnknownFiles(options.reuse) else { return }
    for entry in entries {
      try Task.checkCancellation()
      if let opened = try? cache.open(entry.item, entry.values) { try written.check(opened) }
    }
  }

  /// The items that cannot be loaded, before anything is rendered.
  private func firstFailures() throws -> [RenderSummary.Failure] {
    try entries.compactMap { entry in
      try Task.checkCancellation()
      do {
        _ = try entry.output.get()
        let opened = try cache.open(entry.item, entry.values)
        try written.check(opened)
        _ = try SceneRender(entry, opened, options)
        return nil
      } catch {
        report(.failed(entry.item, history.unreported(in: error)))
        return .init(item: entry.item, error: error)
      }
    }
  }
}

/// The files of all outputs of a run, none of which any of its scenes may read.
private struct WrittenFiles: Sendable {
  private let plans: [OutputPlan]
  private var files = InputFiles()
  /// Beside films of scenes that want them.
  private let captions: InputFiles
  private typealias Sequence = (directory: String, pattern: FrameNamePattern)
  private let sequences: [FilePath: [Sequence]]
  /// The same by the folders that are there, which a mount may give another place.
  private let numbered: [FileNumber?: [Sequence]]
  private let shared: [String]

  init(_ plans: [OutputPlan], _ options: RenderOptions) {
    (self.plans, shared) = (plans, options.scene.sharedInputs)
    let results = plans.flatMap(\.results).filter { $0.pattern == nil }
    let records = options.keepsManifest ? Set(plans.flatMap(\.recorded.folders)) : []
    files.add(
      results.flatMap { [$0.path, $0.format.secondFile(beside: $0.path)].compactMap(\.self) },
      folders: records.map { Manifest.path(Manifest.folderName, in: $0) })
    captions = InputFiles(plans.flatMap(\.videos).flatMap { captionPaths(beside: $0.path) })
    let sequences = plans.compactMap(\.sequence)
    self.sequences = Dictionary(grouping: sequences) { .resolved($0.directory) }
    numbered = Dictionary(grouping: sequences) { FileNumber($0.directory) }
  }

  /// Throws where the scene reads one of them, or a file in the place of a frame.
  func check(_ opened: OpenedScene) throws(OutputIsInput) {
    try check(
      opened.result.files.sorted().map(\.string) + shared,
      captions: opened.writesCaptions ? captions : InputFiles())
  }

  private func check(_ inputs: [String], captions: InputFiles) throws(OutputIsInput) {
    try files.check(inputs: inputs)
    try captions.check(inputs: inputs)
    guard !sequences.isEmpty else { return }
    for input in inputs {
      let place = FilePath.resolved(input).string
      let name = place.lastPathComponent
      guard let folder = FileNumber(place.folderOfPath) else { continue }
      let own = sequences[FilePath(place.folderOfPath)] ?? []
      for (folder, pattern) in own + (numbered[folder] ?? []) {
        // Where names have no case, a frame may have another.
        let frames = name.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
          .map { folder.appendingPathComponent(pattern.fileName(for: $0)) }
        guard pattern.index(of: name) != nil || frames.contains(where: { isSameFile($0, place) })
        else { continue }
        throw OutputIsInput(output: folder.appendingPathComponent(name), input: input)
      }
    }
  }

  /// Whether there is something in the place of an output that is not known to be an earlier one.
  func hasUnknownFiles(_ reuse: FileReuse) -> Bool {
    let folders = Dictionary(grouping: plans.flatMap(\.results)) { FilePath($0.place) }
    return folders.contains { folder, results in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string.orDot)) ?? []
      let patterns = results.compactMap(\.pattern)
      let files = Set(results.filter { $0.pattern == nil }.flatMap(\.files).map { FilePath($0) })
      let found = names.filter { name in
        files.contains(FilePath(name)) || patterns.contains { $0.index(of: name) != nil }
      }
      guard reuse != .none, !found.isEmpty else { return !found.isEmpty }
      var reader = ManifestReader(folder: folder.string)
      let known = Set(reader.sections().flatMap(\.records).map { FilePath($0.file) })
      return !found.allSatisfy { known.contains(FilePath($0)) }
    }
  }
}

extension OutputPlan.Destination {
  /// The folder of its files.
  fileprivate var place: String { pattern == nil ? folder : path }
}

/// A reorder buffer: elements come in any order, and each goes out once all before it have.
struct ReorderBuffer<Element> {
  private var next = 0
  private var waiting: [Int: Element] = [:]

  /// Adds an element; returns the elements that are now in order.
  mutating func add(_ element: Element, at place: Int) -> [Element] {
    waiting[place] = element
    var ready: [Element] = []
    while let element = waiting.removeValue(forKey: next) {
      ready.append(element)
      next += 1
    }
    return ready
  }

  /// The elements that still wait for one before them, in their order.
  var rest: [Element] { waiting.sorted { $0.key < $1.key }.map(\.value) }
}

/// The diagnostics that were reported, so that none is reported twice.
final class DiagnosticHistory: Sendable {
  private let known = Mutex<Set<Diagnostic>>([])

  /// Beyond this, repeating something costs less than remembering it.
  private static let maximumCount = 100_000

  /// The result with the diagnostics that were not reported before, which now are.
  func unreported(in result: LoadResult) -> LoadResult {
    known.withLock { known in
      let news = result.leavingOut(known)
      if known.count < Self.maximumCount { known.formUnion(news.diagnostics) }
      return news
    }
  }

  func unreported(in error: any Error) -> any Error {
    (error as? InvalidScene).map { InvalidScene(result: unreported(in: $0.result)) } ?? error
  }
}
