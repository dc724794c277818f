import RostrumBase
import RostrumCanvas
import RostrumLayerTree
import RostrumRendering
import RostrumSceneFile
import RostrumTiming

/// One scene against its baselines: each with the scale and the values that are planned for it.
struct SceneVerification: Sendable {
  private let path: String
  private let recorded: RecordedBaselines
  private let options: VerifyOptions
  private let tables: DataTables
  private var checks: [PlannedCheck] = []
  private var outcomes: [SceneInputs: OpenOutcome] = [:]
  /// The reasons why the scene could not be opened, each once, and rows that are gone.
  private var failures: [DiffReport.Entry] = []

  /// Opens the scene. Throws `CancellationError`, `VerifyJob.Problem` for too many moments, and
  /// `MediaError` for baselines of rows that are gone and cannot be removed.
  init(
    _ path: String, options: VerifyOptions, tables: DataTables,
    _ report: (LoadResult) -> Void
  ) throws {
    (self.path, self.options, self.tables) = (path, options, tables)
    let folder = BaselineFolder(path: options.baselines)
    recorded = RecordedBaselines(of: path, in: folder)
    guard FilePath.isInside(folder.folder(of: path), folder: folder.path) else {
      failures = [
        OpenOutcome.entry(
          path, .unreadable,
          ["'\(folder.folder(of: path))' is a link that leads out of '\(folder.path)'"])
      ]
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
      failures.append(
        OpenOutcome.entry(
          path, .unreadable,
          ["its record names the data '\(data)', which is outside of the project: give --data"]))
      return
    }
    let rowCount: Int?
    do {
      rowCount = try data.map { try tables.table($0).rows.count }
    } catch {
      fail(OpenOutcome(path: path, error, report))
      return
    }
    if let data, rowCount == 0 {
      failures.append(
        DiffReport.Entry(
          group: path, name: "", verdict: .wrong,
          sentences: ["'\(data)' has no rows: nothing is compared"], expected: "", actual: path,
          source: data))
    }
    for set in recorded.sets(of: variant, rowCount: rowCount, options) {
      if let row = set.row, let rowCount, row > rowCount {
        try recordMissingRow(set, data ?? "")
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
      let inputs = recorded.inputs(of: set, data: data, options)
      let outcome = try open(inputs, options.scale ?? 1, options.baselines, report)
      guard let opened = outcome.opened else { return [] }
      guard let moments = rule.moments(in: opened.scene.clock) else {
        throw VerifyJob.Problem.tooManyMoments(scene: path)
      }
      asked = moments
    }
    var moments = recorded.moments(of: set, asked: asked, options)
    if options.rule == nil, recorded.choosesMoments(of: set) {
      let inputs = recorded.inputs(of: set, data: data, options)
      let outcome = try open(inputs, options.scale ?? 1, options.baselines, report)
      guard let opened = outcome.opened else { return [] }
      moments = DefaultMoments(opened.scene).moments(besides: moments)
    }
    return recorded.checks(of: set, at: moments, data: data, options)
  }

  private mutating func recordMissingRow(_ set: BaselineSet, _ data: String) throws {
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
    failures.append(
      DiffReport.Entry(
        group: path, name: String(set.words.dropFirst()), verdict: .orphaned,
        sentences: [sentence], expected: baselines.first?.picturePath ?? "", actual: path,
        source: data))
  }

  private mutating func open(
    _ inputs: SceneInputs, _ scale: Double, _ origin: String, _ report: (LoadResult) -> Void
  ) throws -> OpenOutcome {
    if let known = outcomes[inputs] { return known }
    var told: LoadResult?
    let outcome = try OpenOutcome(
      path: path, SceneOpener(options: sceneOptions(inputs, scale, origin))
    ) { told = $0 }
    outcomes[inputs] = outcome
    if fail(outcome), let told { report(told) }
    return outcome
  }

  /// Whether the scene cannot be opened, for a reason not yet reported.
  @discardableResult
  private mutating func fail(_ outcome: OpenOutcome) -> Bool {
    guard case .failed(let entry) = outcome,
      !failures.contains(where: { $0.sentences == entry.sentences })
    else { return false }
    failures.append(entry)
    return true
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

  /// As it is opened for each of its sets; `nil` when it could not be for one.
  var opened: [OpenedScene]? {
    let opened = outcomes.values.compactMap(\.opened)
    return opened.count == outcomes.count && failures.isEmpty ? opened : nil
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
      guard let opened = own.first.flatMap({ outcomes[$0.inputs]?.opened }) else { continue }
      let unseen = DefaultMoments(opened.scene).unseen(by: own.map(\.moment))
      lines += unseen.map { "  not seen: \($0.words)" }
    }
    return lines
  }

  /// How many entries there are at most.
  var count: Int {
    failures.count + checks.count + Set(checks.map(\.set)).count + recorded.others.count
  }

  /// One entry for each moment of each set, and one for each film that differs; `first` is the
  /// index of the first one among the entries of all scenes.
  func entries(from first: Int, _ selection: PictureSelection) async throws -> [DiffReport.Entry] {
    var entries = failures
    let films = try await films(&entries)
    var places: [BaselineSet: [Int]] = [:]
    var visible: [BaselineSet: Set<String>] = [:]
    try draw(checks) { check, moments in
      places[check.set, default: []].append(entries.count)
      entries.append(
        try entry(check, moments, films[check.set], first + entries.count, selection) {
          visible[check.set, default: []].formUnion($0)
        })
    }
    for film in films.values.sorted(by: { $0.path < $1.path }) {
      let places = places[film.set] ?? []
      let rules = checks.first { $0.set == film.set }?.rules ?? ComparisonRules()
      var own = places.map { entries[$0] }
      let result = try film.entry(
        own, visible: visible[film.set] ?? [], rules: rules, update: options.update)
      let entry =
        try options.pictureFolder.map {
          try film.leave(in: PictureFolder(path: $0), options.baselines, beside: &own, result)
        } ?? result
      for (place, entry) in zip(places, own) { entries[place] = entry }
      if let entry { entries.append(entry) }
    }
    return entries + recorded.others.map(unchecked)
  }

  /// The films of all sets; one that cannot be had is a failure.
  private func films(_ entries: inout [DiffReport.Entry]) async throws -> [BaselineSet: FilmCheck] {
    var films: [BaselineSet: FilmCheck] = [:]
    for check in checks where films[check.set] == nil {
      guard let opened = outcomes[check.inputs]?.opened else { continue }
      try Task.checkCancellation()
      let (path, isExpected) = recorded.film(of: check.set)
      do {
        films[check.set] = try await FilmCheck(
          path: path, in: options.baselines, set: check.set, opened, scale: check.scale,
          choosesMoments: isExpected
            ? recorded.choosesMoments(of: check.set) : options.rule == nil,
          parameters: parameters(of: check), isExpected: isExpected)
      } catch let error as CancellationError {
        throw error
      } catch {
        if case .failed(let entry) = OpenOutcome(path: path, error, { _ in }),
          !entries.contains(where: { $0.sentences == entry.sentences })
        {
          entries.append(entry)
        }
      }
    }
    return films
  }

  /// The values of the parameters of a check's scene, with the cells of its row.
  private func parameters(of check: PlannedCheck) -> [String: String] {
    (row(of: check.inputs)?.texts ?? [:]).merging(check.inputs.parameters) { $1 }
  }

  private func row(of inputs: SceneInputs) -> DataRow? {
    guard let row = inputs.row, let data = inputs.data else { return nil }
    return try? tables.table(data).rows[row - 1]
  }

  /// The digests of all pictures by the paths of their baselines, drawn in an order that the seed
  /// decides.
  func digests(seed: UInt64) throws -> [FilePath: Digest] {
    var generator = SplitMix64(seed: seed)
    var digests: [FilePath: Digest] = [:]
    try draw(checks.shuffled(using: &generator)) { check, moments in
      guard (try? moments.record(at: check.moment)) != nil else { return }
      digests[FilePath(check.baseline.picturePath)] = Digest(ofPixels: moments.renderer.bitmap)
    }
    return digests
  }

  /// Pictures of equal values and scale share a renderer.
  private func draw(
    _ checks: [PlannedCheck], _ body: (PlannedCheck, MomentRenderer) throws -> Void
  ) throws {
    var drawn: [MomentRenderer.Key: MomentRenderer] = [:]
    for check in checks {
      guard let opened = outcomes[check.inputs]?.opened else { continue }
      try Task.checkCancellation()
      let key = MomentRenderer.Key(scale: check.scale, inputs: check.inputs)
      let moments = try drawn[key] ?? MomentRenderer(opened, scale: check.scale)
      drawn[key] = moments
      try body(check, moments)
    }
  }

  /// `note` gets the names of the layers that the picture shows.
  private func entry(
    _ check: PlannedCheck, _ moments: MomentRenderer, _ film: FilmCheck?, _ index: Int,
    _ selection: PictureSelection, _ note: ([String]) -> Void
  ) throws -> DiffReport.Entry {
    var record: BaselineRecord
    do {
      record = try moments.record(at: check.moment)
    } catch {
      return DiffReport.Entry(
        group: path, name: check.name, verdict: .unreadable, sentences: ["\(error)"],
        expected: check.baseline.picturePath, actual: path, source: path)
    }
    note(moments.opened.scene.shownLayers(at: record.time))
    record.conditions = check.conditions
    var entry = try BaselineCheck(
      baseline: check.baseline, picture: moments.renderer.bitmap, record: record,
      update: options.update, rules: check.rules, film: film?.changes, selection: selection,
      index: index,
      pictures: options.pictureFolder.map {
        (PictureFolder(path: $0), check.baseline.name)
      }
    ).entry(group: path, name: check.name)
    if recorded.isEmpty, entry.verdict == .missing {
      entry.verdict = .unrecorded
      entry.sentences = ["the scene has no baselines; \(recordingAdvice)"]
    }
    if options.repetition.count > 1 { entry.digest = Digest(ofPixels: moments.renderer.bitmap) }
    return entry
  }

  /// The command that records the scene's baselines.
  private var recordingAdvice: String {
    let line = Escaping.commandLine([
      "rostrum", "verify", Escaping.pathArgument(path), "--baselines",
      Escaping.pathArgument(options.baselines), "--update", "missing",
    ])
    return "look at it, and record them with: \(line)"
  }

  private func unchecked(_ baseline: Baseline) -> DiffReport.Entry {
    DiffReport.Entry(
      group: path, name: "", verdict: .unchecked,
      sentences: ["'\(baseline.picturePath)' is named like no moment: nothing compares it"],
      expected: baseline.picturePath, actual: path, source: path)
  }
}

/// The pictures of a scene at one scale, one after the other.
private struct MomentRenderer {
  struct Key: Hashable {
    let scale: Double
    let inputs: SceneInputs
  }

  /// It holds the picture that was asked for last.
  let renderer: FrameRenderer
  let opened: OpenedScene
  private let scale: Double
  private let stamp: RenderingStamp

  init(_ opened: OpenedScene, scale: Double) throws(OutOfMemory) {
    (self.opened, self.scale) = (opened, scale)
    renderer = try FrameRenderer(opened.context(scale: scale))
    stamp = RenderingStamp(opened.scene, fonts: opened.assets.fonts)
  }

  /// Draws.
  func record(at moment: SceneMoment) throws -> BaselineRecord {
    let time = moment.time(in: opened.scene.clock)
    try renderer.render(at: time)
    return BaselineRecord(
      scene: opened.path, time: time, scale: scale, stamp: stamp,
      layers: RecordedLayer.layers(of: opened.scene, at: time, tree: renderer.tree))
  }
}
