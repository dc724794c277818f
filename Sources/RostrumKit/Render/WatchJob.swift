import Dispatch
import Foundation
import SceneFile
import Synchronization

/// Renders a job, and again whatever a changed file touches, until it is cancelled.
///
/// Files are scenes, the scenes in them, pictures, videos, fonts, and the data. A render whose
/// files change on the way is cancelled and begun anew. Scenes with mistakes are reported, and
/// rendered when they have been mended.
public struct WatchJob: Sendable {
  private let job: RenderJob

  /// How long nothing may happen before rendering begins: editors write in several steps.
  private static let quietTime = Duration.milliseconds(80)
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
      let changed = try await settled(files, events)
      chosen = state.withLock { $0.next(changed, data: data) }
    }
  }

  private var data: String? { job.data.map(OutputPlanner.resolved) }

  /// The knowledge of items from one round to the next.
  private struct State {
    var files: [RenderItem: Set<String>] = [:]
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
    mutating func next(_ changed: Set<String>, data: String?) -> Set<RenderItem>? {
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
    let work = Task { try await job.run(only: chosen, cache: cache, report: report) }
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

  /// Waits until files have changed and no more do.
  private func settled(_ files: WatchedFiles, _ events: FolderEvents) async throws -> Set<String> {
    events.add(files.folders)
    while files.changed.isEmpty { try await events.next() }
    var changed: Set<String> = []
    while true {
      let latest = files.changed
      if !changed.isEmpty, latest.isEmpty { return changed }
      files.accept(latest)
      changed.formUnion(latest)
      try await Task.sleep(for: Self.quietTime)
    }
  }
}
