import RostrumBase
import RostrumLayerTree
package import RostrumSceneFile

/// Renders scenes to pictures and videos: one scene, many, or one for many rows of data.
///
/// Scenes are rendered side by side, with as many frames at a time as `RenderOptions.jobs` says. A
/// mistake in one stops no other, unless `isFailFast` is set. Memory hardly grows with their
/// number: by the rows of the data and by the names of the outputs.
public struct RenderJob: Sendable {
  /// Paths of scene files, folders, and patterns: see `SceneFinder`.
  public let scenes: [String]
  /// A file of rows (see `DataTable`): every scene is rendered once for each of its rows.
  public let data: String?
  public let options: RenderOptions
  /// Whether every scene is loaded before anything is rendered, and the first failure ends the
  /// rest.
  public let isFailFast: Bool

  /// The scenes that are opened already.
  private let opened: [OpenedScene]

  public init(
    scenes: [String], data: String? = nil, options: RenderOptions = RenderOptions(),
    isFailFast: Bool = false
  ) {
    (self.scenes, self.data, self.options, self.isFailFast) = (scenes, data, options, isFailFast)
    opened = []
  }

  /// One scene that is opened already, such as one that a program made. The options of how scenes
  /// are loaded do not count but for the scale.
  public init(opened scene: OpenedScene, options: RenderOptions = RenderOptions()) {
    (scenes, data, isFailFast) = ([scene.path], nil, false)
    (opened, self.options) = ([scene], options)
  }

  /// Renders everything. `report` is called as things happen, from any thread.
  ///
  /// On a failure or a cancellation nothing half-written is left; pictures that were complete stay.
  /// Throws `SceneFinder.NothingFound`, `OutputPlanner.PlanError`, `SceneFileError` and
  /// `InvalidScene` for the data before anything is rendered; `CancellationError`; and in the end
  /// `IncompleteRender` if items could not be rendered.
  @discardableResult
  public func run(
    report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws -> RenderSummary {
    let summary = try await run(
      only: nil, cache: SceneCache(options: options.scene, opened: opened), report: report)
    guard summary.failures.isEmpty else { throw IncompleteRender(summary: summary) }
    return summary
  }

  /// Renders some of the items, or all for `nil`. Failures are in the summary.
  func run(
    only chosen: Set<RenderItem>?, cache: SceneCache,
    report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws -> RenderSummary {
    let start = ContinuousClock.now
    let plan = try plan(cache)
    if let data {
      let outputs = plan.entries.compactMap { try? $0.output.get() }.flatMap(\.outputs)
      try InputFiles([data]).check(outputs)
    }
    let entries = plan.entries.filter { chosen?.contains($0.item) ?? true }
    report(.began(entries.map(\.item)))
    for warning in plan.warnings {
      report(.warned(RenderItem(path: warning.path), message: warning.message))
    }
    let run = RenderRun(
      entries: entries, options: options, cache: cache, isFailFast: isFailFast, report: report)
    var summary = try await run.summary()
    summary.seconds = (ContinuousClock.now - start) / .seconds(1)
    report(.ended(summary))
    return summary
  }

  /// Everything that `run` would render. Throws as it does before it renders.
  public func list() throws -> [RenderPreview] {
    let cache = SceneCache(options: options.scene, opened: opened)
    let history = DiagnosticHistory()
    return try plan(cache).entries.map { entry in
      try Task.checkCancellation()
      let frames = Result {
        let render = try SceneRender(entry, cache.open(entry.item, entry.values), options)
        return render.frameCount
      }
      let outputs = (try? entry.output.get())?.paths ?? []
      return RenderPreview(
        item: entry.item, outputs: outputs, frames: frames.mapError(history.unreported))
    }
  }

  /// How one scene is checked: by its opener, its path and its tree.
  package typealias Check = (SceneOpener, String, ParsedScene?) throws -> LoadResult

  /// Checks every scene with every row. Throws as `run` does, but for the outputs, and as `check`
  /// does. Returns the columns of the data that no scene has a parameter for; none where the
  /// parameters of one are not known, or no row is right.
  package func check(
    by check: Check,
    _ report: (RenderItem, Result<LoadResult, SceneFileError>) -> Void
  ) throws -> [String] {
    let cache = SceneCache(options: options.scene, opened: opened)
    let table = try table()
    var declared: [FilePath: [String]] = [:]
    var isAnyRight = false
    var index = 0
    let paths = try paths
    for path in paths {
      for row in table?.rows.map(Optional.some) ?? [nil] {
        try Task.checkCancellation()
        let values = (row?.values ?? .none).merging(options.scene.parameters)
        let item = RenderItem(path: path, row: row?.number, index: index)
        let result = try checked(item, values, check, cache)
        let file = FilePath(path)
        declared[file] = declared[file] ?? (try? result.get())?.declaredParameters
        isAnyRight = isAnyRight || (try? result.get())?.scene != nil
        report(item, result)
        index += 1
      }
    }
    // If no row is valid, report the errors of the rows first.
    guard let table, isAnyRight, paths.allSatisfy({ declared[FilePath($0)] != nil }) else {
      return []
    }
    let used = Set(declared.values.joined())
    return table.columns.filter { !used.contains($0) }
  }

  private func checked(
    _ item: RenderItem, _ values: ParameterValues, _ check: Check, _ cache: SceneCache
  ) throws -> Result<LoadResult, SceneFileError> {
    do {
      return .success(try cache.check(item, values, by: check))
    } catch let error as SceneFileError {
      return .failure(error)
    }
  }

  private func plan(_ cache: SceneCache) throws -> RenderPlan {
    try RenderPlan(scenes: paths, table: table(), options: options, cache: cache)
  }

  private var paths: [String] {
    get throws { opened.isEmpty ? try finder.paths(scenes) : scenes }
  }

  private var finder: SceneFinder {
    SceneFinder(
      excluding: data.map { [$0] } ?? [], project: options.scene.projectFolder,
      allowing: options.scene.allowedPaths, importers: options.scene.importers)
  }

  private func table() throws -> DataTable? {
    guard let data else { return nil }
    try options.scene.outputs.check(inputs: [data])
    let table = try DataTable.load(path: data)
    if table.hasErrors { throw InvalidScene(result: table.withoutRows) }
    return table
  }
}
