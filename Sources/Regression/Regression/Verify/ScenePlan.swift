import RostrumBase
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import Synchronization

/// The comparisons of one scene: its pictures, each with its baseline, and the scene as it is
/// opened for them.
struct ScenePlan: Sendable {
  let path: String
  let options: VerifyOptions
  let recorded: RecordedBaselines
  private(set) var checks: [PlannedCheck] = []
  /// The reasons why the scene could not be opened, each once, and rows that are gone.
  private(set) var failures: [DiffReport.Entry] = []
  /// With each set of values; `nil` where it could not be opened.
  private var scenes: [SceneInputs: OpenedScene?] = [:]
  private let tables: DataTables

  /// Opens the scene. Throws `CancellationError`, `VerifyJob.Problem` for too many moments, and
  /// `MediaError` for baselines of rows that are gone and cannot be removed.
  init(
    _ path: String, options: VerifyOptions, tables: DataTables, _ report: (LoadResult) -> Void
  ) throws {
    (self.path, self.options, self.tables) = (path, options, tables)
    let folder = BaselineFolder(path: options.baselines)
    recorded = RecordedBaselines(of: path, in: folder)
    guard FilePath.isInside(folder.folder(of: path), folder: folder.path) else {
      fail("'\(folder.folder(of: path))' is a link that leads out of '\(folder.path)'")
      return
    }
    for variant in recorded.variants(options) { try plan(variant, report) }
    for check in checks {
      _ = try open(check.inputs, check.scale, check.baseline.recordPath, report)
    }
  }

  private mutating func plan(_ variant: String?, _ report: (LoadResult) -> Void) throws {
    let data = recorded.data(of: variant, options)
    if let data, options.data == nil, !options.mayRead(data) {
      return fail(
        "its record names the data '\(data)', which is outside of the project: give --data")
    }
    if let data { try options.scene.outputs.check(inputs: [data]) }
    let rowCount: Int?
    do {
      rowCount = try data.map { try tables.table($0).rows.count }
    } catch {
      return fail(error, report)
    }
    if let data, rowCount == 0 {
      var entry = DiffReport.Entry(
        ofScene: path, .wrong, ["'\(data)' has no rows: nothing is compared"])
      entry.source = data
      failures.append(entry)
    }
    for set in recorded.sets(of: variant, rowCount: rowCount, options) {
      if let row = set.row, let rowCount, row > rowCount {
        try failForMissingRow(set, data ?? "")
      } else {
        checks += try plannedChecks(set, data, report)
      }
    }
  }

  private mutating func plannedChecks(
    _ set: BaselineSet, _ data: String?, _ report: (LoadResult) -> Void
  ) throws -> [PlannedCheck] {
    var asked = options.moments
    if let rule = options.rule, asked == nil {
      guard let opened = try open(set, data, report) else { return [] }
      guard let moments = rule.moments(in: opened.scene.clock) else {
        throw VerifyJob.Problem.tooManyMoments(scene: path)
      }
      asked = moments
    }
    var moments = recorded.moments(of: set, asked: asked, options)
    if options.rule == nil, recorded.choosesMoments(of: set) {
      guard let opened = try open(set, data, report) else { return [] }
      moments = DefaultMoments(opened.scene).moments(besides: moments)
    }
    return recorded.checks(of: set, at: moments, data: data, options)
  }

  private mutating func failForMissingRow(_ set: BaselineSet, _ data: String) throws {
    var sentence = "'\(data)' has no row \(set.row ?? 0) any more"
    let gone = recorded.moments(of: set, asked: nil, options)
    let baselines = recorded.checks(of: set, at: gone, data: data, options).map(\.baseline)
    if options.prunes {
      for baseline in baselines { try baseline.remove() }
      try? FileManager.default.removeItem(atPath: recorded.film(of: set).path)
      sentence += "; its baselines were removed"
    } else {
      sentence += "; --prune removes its baselines"
    }
    var entry = DiffReport.Entry(
      ofScene: path, named: String(set.words.dropFirst()), .orphaned, [sentence],
      expected: baselines.first?.picturePath ?? "")
    entry.source = data
    failures.append(entry)
  }

  // MARK: Opening

  private mutating func open(
    _ set: BaselineSet, _ data: String?, _ report: (LoadResult) -> Void
  ) throws -> OpenedScene? {
    let inputs = recorded.inputs(of: set, data: data, options)
    return try open(inputs, options.scale ?? 1, options.baselines, report)
  }

  private mutating func open(
    _ inputs: SceneInputs, _ scale: Double, _ origin: String, _ report: (LoadResult) -> Void
  ) throws -> OpenedScene? {
    if let known = scenes[inputs] { return known }
    try Task.checkCancellation()
    do {
      let opened = try SceneOpener(options: sceneOptions(inputs, scale, origin)).open(path)
      scenes[inputs] = .some(opened)
      return opened
    } catch let error as OutputIsInput {
      throw error
    } catch {
      scenes[inputs] = .some(nil)
      fail(error, report)
      return nil
    }
  }

  private mutating func fail(_ error: any Error, _ report: (LoadResult) -> Void) {
    let entry = DiffReport.Entry(ofScene: path, error)
    guard !failures.contains(where: { $0.sentences == entry.sentences }) else { return }
    failures.append(entry)
    if let error = error as? InvalidScene { report(error.result) }
  }

  private mutating func fail(_ sentence: String) {
    failures.append(DiffReport.Entry(ofScene: path, .unreadable, [sentence]))
  }

  /// The options with the row's values, and with the recorded values of parameters that the options
  /// leave out. `origin` names the record that holds these.
  private func sceneOptions(
    _ inputs: SceneInputs, _ scale: Double, _ origin: String
  ) -> SceneOptions {
    var scene = options.scene
    scene.scale = scale
    let given = options.scene.parameters.texts
    let assignments = inputs.parameters.filter { given[$0.key] == nil }
      .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let values = try? ParameterValues(assignments: assignments, origin: origin)
    scene.parameters = (row(of: inputs)?.values ?? .none).merging(values ?? .none).merging(
      options.scene.parameters)
    return scene
  }

  private func row(of inputs: SceneInputs) -> DataRow? {
    guard let row = inputs.row, let data = inputs.data else { return nil }
    return try? tables.table(data).rows[row - 1]
  }

  // MARK: The planned scene

  /// The scene as a check draws it; `nil` where it cannot be opened.
  func opened(for check: PlannedCheck) -> OpenedScene? { scenes[check.inputs] ?? nil }

  /// The files that it reads, for each of its sets.
  var files: Set<FilePath> {
    scenes.values.reduce(into: []) { files, scene in
      if let scene { files.formUnion(scene.result.files) }
    }
  }

  /// As it is opened for each of its sets; `nil` when it could not be for one.
  var opened: [OpenedScene]? {
    let opened = scenes.values.compactMap(\.self)
    return opened.count == scenes.count && failures.isEmpty ? opened : nil
  }

  /// The values of the parameters of a check's scene, with the cells of its row.
  func parameters(of check: PlannedCheck) -> [String: String] {
    (row(of: check.inputs)?.texts ?? [:]).merging(check.inputs.parameters) { $1 }
  }

  /// How many entries its comparison has at most.
  var count: Int {
    failures.count + checks.count + Set(checks.map(\.set)).count + recorded.others.count
  }

  /// A line for each set of baselines with its moments, and one for each animation that they miss.
  var list: [String] {
    var lines = failures.map { "\($0.title): \($0.sentences.joined(separator: "; "))" }
    var sets: [BaselineSet] = []
    for check in checks where !sets.contains(check.set) { sets.append(check.set) }
    for set in sets {
      let own = checks.filter { $0.set == set }
      let names = own.map { $0.moment.text + ($0.isRecorded ? "" : " (not recorded)") }
      lines.append("\(path)\(set.words) @ \(names.joined(separator: ", "))")
      guard let opened = own.first.flatMap(opened(for:)) else { continue }
      let unseen = DefaultMoments(opened.scene).unseen(by: own.map(\.moment))
      lines += unseen.map { "  not seen: \($0.words)" }
    }
    return lines
  }
}

extension DiffReport.Entry {
  /// About a scene's pictures without comparing any.
  init(
    ofScene path: String, named name: String = "", _ verdict: DiffReport.Verdict,
    _ sentences: [String], expected: String = ""
  ) {
    self.init(
      group: path, name: name, verdict: verdict, sentences: sentences, expected: expected,
      actual: path, source: path)
  }

  /// About a scene, or a film of one, that cannot be had.
  init(ofScene path: String, _ problem: any Error) {
    if let error = problem as? InvalidScene {
      let lines = DiagnosticFormatter(style: .short).text(for: [error.result])
      let files = [path, error.result.source.path] + error.result.files.map(\.string).sorted()
      let problem = files.lazy.compactMap(StoredRecord.textInstead(ofInput:)).first
      let sentence = problem.map { ReportPaths().sentenceInWorkingFolder($0.description) }
      self.init(
        ofScene: path, .wrong,
        [sentence].compactMap(\.self) + lines.split(separator: "\n").map(String.init))
    } else {
      self.init(ofScene: path, .unreadable, ["\(problem)"])
    }
  }
}

/// The files of rows that a run reads, each once.
final class DataTables: Sendable {
  private let known = Mutex<[FilePath: Result<DataTable, any Error>]>([:])

  /// Throws `SceneFileError`, and `InvalidScene` for a file with mistakes.
  func table(_ path: String) throws -> DataTable {
    let file = FilePath(path)
    return try known.withLock { known in
      if let result = known[file] { return result }
      let result = Result<DataTable, any Error> {
        if let problem = StoredRecord.textInstead(ofInput: path) { throw problem }
        let table = try DataTable.load(path: path)
        if table.hasErrors { throw InvalidScene(result: table.withoutRows) }
        return table
      }
      known[file] = result
      return result
    }.get()
  }
}
