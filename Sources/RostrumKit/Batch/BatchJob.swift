import Foundation
import LayerTree
public import SceneFile
import Synchronization

/// Renders many scenes, or one scene for many rows of data, in one process.
///
/// Scenes are rendered side by side, and share as many places as `RenderOptions.jobs` says. What is
/// wrong with one stops no other, unless `isFailFast` is set. Memory hardly grows with their
/// number: by what the table says and by the names of the outputs.
public struct BatchJob: Sendable {
  /// Paths of scene files, folders, and patterns: see `SceneFinder`.
  public let scenes: [String]
  /// A CSV, JSON or YAML file: every scene is rendered once for each of its rows.
  public let data: String?
  public let options: RenderOptions
  /// Loads every scene before anything is rendered, and ends with the first failure.
  public let isFailFast: Bool

  public init(
    scenes: [String], data: String? = nil, options: RenderOptions = RenderOptions(),
    isFailFast: Bool = false
  ) {
    (self.scenes, self.data, self.options, self.isFailFast) = (scenes, data, options, isFailFast)
  }

  /// Renders everything. `report` is called as things happen, from any thread.
  ///
  /// Throws what makes all of it senseless: `SceneFinder.NothingFound`, `OutputPlanner.PlanError`,
  /// `SceneFileError` and `InvalidScene` for the data, and `CancellationError`. What fails for one
  /// scene is in the summary.
  @discardableResult
  public func run(
    report: @escaping @Sendable (BatchEvent) -> Void
  ) async throws -> BatchSummary {
    try await run(only: nil, opener: BatchOpener(options: options.scene), report: report)
  }

  /// The same for some of the items.
  func run(
    only chosen: Set<BatchItem>?, opener: BatchOpener,
    report: @escaping @Sendable (BatchEvent) -> Void
  ) async throws -> BatchSummary {
    let start = ContinuousClock.now
    let plan = try plan(opener)
    let entries =
      chosen.map { chosen in plan.entries.filter { chosen.contains($0.item) } }
      ?? plan.entries
    report(.began(entries.map(\.item)))
    for warning in plan.warnings { report(.warned(path: warning.path, message: warning.message)) }
    let run = BatchRun(
      entries: entries, options: options, opener: opener, isFailFast: isFailFast, report: report)
    var summary = try await run.summary()
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    report(.ended(summary))
    return summary
  }

  /// What would be rendered, without rendering it. Throws as `run` does.
  public func list() throws -> [BatchListing] {
    let opener = BatchOpener(options: options.scene)
    let told = ToldDiagnostics()
    return try plan(opener).entries.map { entry in
      try Task.checkCancellation()
      let frames = Result {
        let output = try entry.output.get()
        let opened = try opener.open(entry.item, entry.values)
        return try SceneRender(opened: opened, plan: output, options: options).frameCount
      }
      let outputs = (try? entry.output.get())?.paths ?? []
      return BatchListing(
        item: entry.item, outputs: outputs, frames: frames.mapError(told.news))
    }
  }

  /// Checks every scene with every row, without drawing. Throws as `run` does, but for the outputs.
  /// Returns the columns of the data that no scene has a parameter for; none where the parameters
  /// of one are not known.
  public func check(
    _ report: (BatchItem, Result<LoadResult, SceneFileError>) -> Void
  ) throws -> [String] {
    let opener = BatchOpener(options: options.scene)
    let table = try table()
    let rows = table?.rows.map(Optional.some) ?? [nil]
    var declared: [String: [String]] = [:]
    var index = 0
    let paths = try finder.paths(scenes)
    for path in paths {
      for row in rows {
        try Task.checkCancellation()
        let values = (row?.values ?? .none).merging(options.scene.parameters)
        let item = BatchItem(path: path, row: row?.number, index: index)
        let result = Result { () throws(SceneFileError) in try opener.check(item, values) }
        declared[path] = declared[path] ?? (try? result.get())?.declaredParameters
        report(item, result)
        index += 1
      }
    }
    guard let table, paths.allSatisfy({ declared[$0] != nil }) else { return [] }
    let used = Set(declared.values.joined())
    return table.columns.filter { !used.contains($0) }
  }

  private func plan(_ opener: BatchOpener) throws -> BatchPlan {
    let paths = try finder.paths(scenes)
    return try BatchPlan(scenes: paths, table: table(), options: options, opener: opener)
  }

  private var finder: SceneFinder { SceneFinder(excluding: data.map { [$0] } ?? []) }

  private func table() throws -> DataTable? {
    guard let data else { return nil }
    let table = try DataTable.load(path: data)
    if table.hasErrors { throw InvalidScene(result: table.withoutRows) }
    return table
  }
}
