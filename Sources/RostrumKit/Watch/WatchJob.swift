import Dispatch
import Foundation
import SceneFile
import Synchronization

/// Renders a batch, and again whatever a changed file touches, until it is cancelled.
///
/// Files are scenes, the scenes in them, pictures, videos, fonts, and the data. A render whose files change on the way is cancelled
/// and begun anew. Scenes with mistakes are reported, and rendered when they have been mended.
public struct WatchJob: Sendable {
  private let batch: BatchJob

  /// How long nothing may happen before rendering begins: editors write in several steps.
  private static let quietTime = Duration.milliseconds(80)
  /// How often files are looked at while rendering.
  private static let interval = DispatchTimeInterval.milliseconds(100)
  /// A queue of its own gets a thread even when every core renders.
  private static let queue = DispatchQueue(label: "lookout", qos: .userInteractive)

  public init(_ batch: BatchJob) { self.batch = batch }

  /// Returns never: throws `CancellationError`, or what makes all of it senseless (see `BatchJob`), but for mistakes in the data.
  public func run(report: @escaping @Sendable (BatchEvent) -> Void) async throws -> Never {
    let (files, events) = (WatchedFiles(), FolderEvents())
    let state = Mutex(State())
    var chosen: Set<BatchItem>?
    while true {
      let start = Date()
      if let data { files.add([data], readSince: start) }
      let opener = BatchOpener(options: batch.options.scene) { item, paths, start in
        files.add(paths, readSince: start)
        state.withLock { $0.files[item, default: []].formUnion(paths) }
      }
      try await render(chosen, opener, files) { event in
        state.withLock { $0.note(event) }
        report(event)
      }
      if files.changed.isEmpty { report(.waiting(files: files.count)) }
      let changed = try await settled(files, events)
      chosen = state.withLock { $0.next(changed, data: data) }
    }
  }

  private var data: String? { batch.data.map(OutputPlanner.resolved) }

  /// What is known of the items from one round to the next.
  private struct State {
    var files: [BatchItem: Set<String>] = [:]
    /// What was begun and neither finished nor failed.
    private var open: Set<BatchItem> = []
    private var isPlanned = false

    mutating func note(_ event: BatchEvent) {
      switch event {
      case .began(let items):
        isPlanned = true
        open.formUnion(items)
      case .rendering(let item, .finished), .failed(let item, _): open.remove(item)
      default: break
      }
    }

    /// What to render when these files have changed; `nil` for everything.
    mutating func next(_ changed: Set<String>, data: String?) -> Set<BatchItem>? {
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
    _ chosen: Set<BatchItem>?, _ opener: BatchOpener, _ files: WatchedFiles,
    _ report: @escaping @Sendable (BatchEvent) -> Void
  ) async throws {
    let work = Task { try await batch.run(only: chosen, opener: opener, report: report) }
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
        report(.failed(BatchItem(path: batch.data ?? "", row: nil, index: 0), error))
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
