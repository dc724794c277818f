import Dispatch
package import RostrumBase
import RostrumSceneFile
import Synchronization

/// Renders a job, and again whatever a changed file touches, until it is cancelled.
///
/// Files are scenes, the scenes in them, pictures, videos, fonts, and the data. A render whose
/// files change on the way is cancelled and begun anew. Scenes with mistakes are reported, and
/// rendered when they have been mended.
public struct WatchJob: Sendable {
  private let job: RenderJob

  /// How often files are looked at while rendering.
  private static let interval = DispatchTimeInterval.milliseconds(100)
  /// A queue of its own gets a thread even when every core renders.
  private static let queue = DispatchQueue(label: "lookout", qos: .userInteractive)

  public init(_ job: RenderJob) { self.job = job }

  /// Never returns. Throws `CancellationError`, or as `RenderJob.run` before it renders, but for
  /// mistakes in the data.
  public func run(report: @escaping @Sendable (RenderEvent) -> Void) async throws -> Never {
    let (files, events) = (WatchedFiles(), FolderEvents())
    let state = Mutex(State())
    var chosen: Set<RenderItem>?
    while true {
      let start = Date()
      if let data { files.add([data], readSince: start) }
      let cache = SceneCache(options: job.options.scene) { item, paths, start in
        files.add(paths, readSince: start)
        state.withLock { $0.files[item, default: []].formUnion(paths) }
      }
      try await render(chosen, cache, files) { event in
        state.withLock { $0.note(event) }
        report(event)
      }
      if files.changed.isEmpty { report(.waiting(files: files.count)) }
      let changed = try await files.settled(events)
      chosen = state.withLock { $0.next(changed, data: data) }
    }
  }

  private var data: FilePath? { job.data.map(FilePath.resolved) }

  /// The knowledge of items from one round to the next.
  private struct State {
    var files: [RenderItem: Set<FilePath>] = [:]
    /// Items that were begun and neither finished nor failed.
    private var open: Set<RenderItem> = []
    private var isPlanned = false

    mutating func note(_ event: RenderEvent) {
      switch event {
      case .began(let items):
        isPlanned = true
        open.formUnion(items)
      case .finished(let item, _), .failed(let item, _): open.remove(item)
      default: break
      }
    }

    /// The items to render when these files have changed; `nil` for all.
    mutating func next(_ changed: Set<FilePath>, data: FilePath?) -> Set<RenderItem>? {
      guard isPlanned, !(data.map(changed.contains) ?? false) else {
        self = State()
        return nil
      }
      let touched = files.filter { !$0.value.isDisjoint(with: changed) }.map(\.key)
      for item in touched { files[item] = nil }
      return open.union(touched)
    }
  }

  /// Renders until it is done or a file of it changes.
  private func render(
    _ chosen: Set<RenderItem>?, _ cache: SceneCache, _ files: WatchedFiles,
    _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws {
    let work = startTask { try await job.run(only: chosen, cache: cache, report: report) }
    let lookout = DispatchSource.makeTimerSource(queue: Self.queue)
    lookout.setEventHandler { if !files.changed.isEmpty { work.cancel() } }
    lookout.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    lookout.resume()
    defer { lookout.cancel() }
    try await withTaskCancellationHandler {
      do {
        _ = try await work.value
      } catch is CancellationError {
        try Task.checkCancellation()
      } catch  where error is InvalidScene && data != nil {
        report(.failed(RenderItem(path: job.data ?? ""), error))
      }
    } onCancel: {
      work.cancel()
    }
  }
}

/// Files whose changes matter, each with its state when it was read.
package final class WatchedFiles: Sendable {
  private enum Known: Equatable {
    /// The file was as it is here, or was not there.
    case read(FileState?)
    /// Changed while it was read, so its content at that time is unknown.
    case writtenMeanwhile

    init(_ path: FilePath) { self = .read(FileState(path.string)) }
  }

  private let states = Mutex<[FilePath: Known]>([:])

  /// How long nothing may happen before work begins: editors write in several steps.
  private static let quietTime = Duration.milliseconds(80)

  package init() {}

  var count: Int { states.withLock(\.count) }

  /// Remembers the state of files that were read from `start` on, unless they are known. One that
  /// was written since has changed.
  package func add(_ paths: some Sequence<FilePath>, readSince start: Date) {
    states.withLock { states in
      for path in paths where states[path] == nil {
        let state = FileState(path.string)
        let time = Double(state?.modified ?? 0) / 1e9
        states[path] = time >= start.timeIntervalSince1970 ? .writtenMeanwhile : .read(state)
      }
    }
  }

  package var folders: Set<FilePath> {
    states.withLock { Set($0.keys.map { FilePath($0.string.deletingLastPathComponent) }) }
  }

  /// The files that have changed since they were added.
  package var changed: Set<FilePath> {
    states.withLock { Set($0.filter { Known($0.key) != $0.value }.keys) }
  }

  /// Waits until files have changed and no more do; they are known then.
  func settled(_ events: FolderEvents) async throws -> Set<FilePath> {
    events.add(folders)
    while changed.isEmpty { try await events.next() }
    var all: Set<FilePath> = []
    while true {
      let latest = changed
      if !all.isEmpty, latest.isEmpty { return all }
      accept(latest)
      all.formUnion(latest)
      try await Task.sleep(for: Self.quietTime)
    }
  }

  /// Takes the present state of files for the known one.
  package func accept(_ paths: Set<FilePath>) {
    states.withLock { states in for path in paths { states[path] = Known(path) } }
  }
}

/// Signals possible changes in some folders. On Linux inotify reports them at once; everywhere
/// polling is the fallback, since some file systems report nothing.
package final class FolderEvents {
  #if os(Linux)
    private static let pause = Duration.seconds(1)
  #else
    private static let pause = Duration.milliseconds(200)
  #endif

  private let events: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let ticks: Task<Void, Never>
  #if os(Linux)
    private let descriptor: Int32
    private let source: (any DispatchSourceRead)?
    private var folders: Set<FilePath> = []
  #endif

  package init() {
    let (events, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (self.events, self.continuation) = (events, continuation)
    ticks = Self.ticks(continuation)
    #if os(Linux)
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      self.descriptor = descriptor
      source = descriptor < 0 ? nil : Self.source(descriptor, continuation)
    #endif
  }

  private static func ticks(_ continuation: AsyncStream<Void>.Continuation) -> Task<Void, Never> {
    startTask {
      while (try? await Task.sleep(for: pause)) != nil { continuation.yield() }
    }
  }

  deinit {
    ticks.cancel()
    continuation.finish()
    #if os(Linux)
      source?.cancel()
    #endif
  }

  /// Watches these folders too.
  package func add(_ paths: Set<FilePath>) {
    #if os(Linux)
      let kinds = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB
      for path in paths.subtracting(folders) where descriptor >= 0 {
        if inotify_add_watch(descriptor, path.string, UInt32(kinds)) >= 0 { folders.insert(path) }
      }
    #endif
  }

  /// Returns when something may have happened. Throws when the task was cancelled.
  package func next() async throws {
    var iterator = events.makeAsyncIterator()
    _ = await iterator.next()
    try Task.checkCancellation()
  }

  #if os(Linux)
    /// An event source that only signals a change; the files are then examined.
    private static func source(
      _ descriptor: Int32, _ continuation: AsyncStream<Void>.Continuation
    ) -> any DispatchSourceRead {
      let source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "watch", qos: .userInitiated))
      source.setEventHandler {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        continuation.yield()
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      return source
    }
  #endif
}
