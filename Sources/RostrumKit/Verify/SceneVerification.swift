import Canvas
import LayerTree
import Rendering
import SceneFile

/// A scene that is to be verified, or why it cannot be.
enum Candidate: Sendable {
  case opened(OpenedScene)
  case failed(DiffReport.Entry)

  /// Throws `CancellationError` only.
  init(path: String, _ opener: SceneOpener, _ report: (LoadResult) -> Void) throws {
    try Task.checkCancellation()
    do {
      self = .opened(try opener.open(path))
    } catch let error as InvalidScene {
      report(error.result)
      let lines = DiagnosticFormatter(style: .short).text(for: [error.result])
      self = .failed(Self.entry(path, .wrong, lines.split(separator: "\n").map(String.init)))
    } catch {
      self = .failed(Self.entry(path, .unreadable, ["\(error)"]))
    }
  }

  var opened: OpenedScene? { if case .opened(let opened) = self { opened } else { nil } }

  private static func entry(
    _ path: String, _ verdict: DiffReport.Verdict, _ sentences: [String]
  ) -> DiffReport.Entry {
    DiffReport.Entry(
      group: path, name: "", verdict: verdict, sentences: sentences, expected: "", actual: path,
      source: path)
  }
}

/// One scene against its baselines: each with the scale and the parameters that are planned for it.
struct SceneVerification: Sendable {
  private let path: String
  private let recorded: RecordedBaselines
  private let options: VerifyOptions
  private let checks: [PlannedCheck]
  /// By the parameters.
  private let candidates: [[String: String]: Candidate]
  /// The reasons why the scene could not be opened, each once.
  private var failures: [DiffReport.Entry] = []

  /// Opens the scene. Throws `CancellationError` only.
  init(
    _ path: String, folder: BaselineFolder, options: VerifyOptions, _ report: (LoadResult) -> Void
  ) throws {
    (self.path, self.options) = (path, options)
    recorded = RecordedBaselines(of: path, in: folder)
    checks = recorded.checks(options)
    var candidates: [[String: String]: Candidate] = [:]
    for check in checks where candidates[check.parameters] == nil {
      var told: LoadResult?
      let candidate = try Candidate(
        path: path, SceneOpener(options: options.scene(for: check))
      ) { told = $0 }
      candidates[check.parameters] = candidate
      guard case .failed(let entry) = candidate,
        !failures.contains(where: { $0.sentences == entry.sentences })
      else { continue }
      failures.append(entry)
      if let told { report(told) }
    }
    self.candidates = candidates
  }

  /// As it is opened for each of its sets; `nil` when it could not be for one.
  var opened: [OpenedScene]? {
    let opened = candidates.values.compactMap(\.opened)
    return opened.count == candidates.count ? opened : nil
  }

  /// How many entries there are at most.
  var count: Int { failures.count + checks.count + recorded.others.count }

  /// One for each moment of each set; `first` is the first one's place among those of all scenes.
  func entries(from first: Int, _ selection: PictureSelection) throws -> [DiffReport.Entry] {
    var entries = failures
    var moments: [Moments.Key: Moments] = [:]
    for check in checks {
      guard let opened = candidates[check.parameters]?.opened else { continue }
      try Task.checkCancellation()
      let key = Moments.Key(scale: check.scale, parameters: check.parameters)
      let drawn = try moments[key] ?? Moments(opened, scale: check.scale)
      moments[key] = drawn
      entries.append(try entry(check, drawn, first + entries.count, selection))
    }
    return entries + recorded.others.map(unchecked)
  }

  private func entry(
    _ check: PlannedCheck, _ moments: Moments, _ index: Int, _ selection: PictureSelection
  ) throws -> DiffReport.Entry {
    var record: BaselineRecord
    do {
      record = try moments.record(at: check.moment)
    } catch {
      return DiffReport.Entry(
        group: path, name: check.name, verdict: .unreadable, sentences: ["\(error)"],
        expected: check.baseline.picturePath, actual: path, source: path)
    }
    record.conditions = check.conditions
    var entry = try BaselineCheck(
      baseline: check.baseline, picture: moments.renderer.bitmap, record: record,
      update: options.update, rules: check.rules, selection: selection, index: index,
      pictures: options.pictureFolder.map {
        (PictureFolder(path: $0), check.baseline.name(in: options.baselines))
      }
    ).entry(group: path, name: check.name)
    if !entry.changes.isEmpty {
      let lines = DeclaredLines(moments.opened)
      entry.line = entry.changes.lazy.compactMap { lines.line(of: $0) }.first
    }
    return entry
  }

  private func unchecked(_ baseline: Baseline) -> DiffReport.Entry {
    DiffReport.Entry(
      group: path, name: "", verdict: .unchecked,
      sentences: ["'\(baseline.picturePath)' is named like no moment: nothing compares it"],
      expected: baseline.picturePath, actual: path, source: path)
  }
}

extension VerifyOptions {
  /// With the recorded values of parameters that have none here.
  fileprivate func scene(for check: PlannedCheck) -> SceneOptions {
    var options = scene
    options.scale = check.scale
    let recorded = check.parameters.filter { scene.parameters.texts[$0.key] == nil }
    let assignments = recorded.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let values = try? ParameterValues(
      assignments: assignments, origin: check.baseline.recordPath)
    options.parameters = (values ?? .none).merging(scene.parameters)
    return options
  }
}

/// The pictures of a scene at one scale, one after the other.
private struct Moments {
  struct Key: Hashable {
    let scale: Double
    let parameters: [String: String]
  }

  /// It holds the picture that was asked for last.
  let renderer: FrameRenderer
  let opened: OpenedScene
  private let scale: Double
  private let stamp: RenderingStamp

  init(_ opened: OpenedScene, scale: Double) throws(OutOfMemory) {
    (self.opened, self.scale) = (opened, scale)
    renderer = try FrameRenderer(opened.context(scale: scale))
    stamp = RenderingStamp(opened.scene)
  }

  /// Draws.
  func record(at moment: SceneMoment) throws -> BaselineRecord {
    let time = moment.time(in: opened.scene.clock.duration)
    try renderer.render(at: time)
    return BaselineRecord(
      scene: opened.path, time: time, scale: scale, stamp: stamp,
      layers: RecordedLayer.layers(of: opened.scene, at: time, tree: renderer.tree))
  }
}
