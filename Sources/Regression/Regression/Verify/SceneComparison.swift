import RostrumBase
import RostrumCanvas
import RostrumLayerTree
import RostrumRendering
import RostrumTiming
import RostrumOutput

/// Compares one planned scene: each picture with its baseline, each film with its record.
struct SceneComparison: Sendable {
  let plan: ScenePlan
  private var options: VerifyOptions { plan.options }

  /// One entry for each moment of each set, and one for each film that differs; `first` is the
  /// index of the first one among the entries of all scenes.
  func entries(from first: Int, _ selection: PictureSelection) async throws -> [DiffReport.Entry] {
    var entries = plan.failures
    let films = try await films(&entries)
    var places: [BaselineSet: [Int]] = [:]
    var visible: [BaselineSet: Set<String>] = [:]
    try draw(plan.checks) { check, moments in
      places[check.set, default: []].append(entries.count)
      entries.append(
        try entry(check, moments, films[check.set], first + entries.count, selection) {
          visible[check.set, default: []].formUnion($0)
        })
    }
    for film in films.values.sorted(by: { $0.path < $1.path }) {
      let places = places[film.set] ?? []
      let rules = plan.checks.first { $0.set == film.set }?.rules ?? ComparisonRules()
      var own = places.map { entries[$0] }
      let result = try film.entry(
        own, visible: visible[film.set] ?? [], rules: rules, update: options.update)
      var entry = result
      if let folder = options.pictureFolder {
        entry = try await film.leave(
          in: PictureFolder(path: folder), options.baselines, beside: &own, result)
      }
      for (place, entry) in zip(places, own) { entries[place] = entry }
      if let entry { entries.append(entry) }
    }
    return entries + plan.recorded.others.map(unchecked)
  }

  /// The films of all sets; one that cannot be had is a failure.
  private func films(_ entries: inout [DiffReport.Entry]) async throws -> [BaselineSet: FilmCheck] {
    var films: [BaselineSet: FilmCheck] = [:]
    for check in plan.checks where films[check.set] == nil {
      guard let opened = plan.opened(for: check) else { continue }
      try Task.checkCancellation()
      let (path, isExpected) = plan.recorded.film(of: check.set)
      do {
        films[check.set] = try await FilmCheck(
          path: path, in: options.baselines, set: check.set, opened, scale: check.scale,
          choosesMoments: isExpected
            ? plan.recorded.choosesMoments(of: check.set) : options.rule == nil,
          parameters: plan.parameters(of: check), isExpected: isExpected,
          settings: options.settingLines)
      } catch let error as CancellationError {
        throw error
      } catch {
        let entry = DiffReport.Entry(ofScene: path, error)
        if !entries.contains(where: { $0.sentences == entry.sentences }) { entries.append(entry) }
      }
    }
    return films
  }

  /// The digests of all pictures by the paths of their baselines, drawn in an order that the seed
  /// decides.
  func digests(seed: UInt64) throws -> [FilePath: Digest] {
    var generator = SplitMix64(seed: seed)
    var digests: [FilePath: Digest] = [:]
    try draw(plan.checks.shuffled(using: &generator)) { check, moments in
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
      guard let opened = plan.opened(for: check) else { continue }
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
        ofScene: plan.path, named: check.name, .unreadable, ["\(error)"],
        expected: check.baseline.picturePath)
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
    ).entry(group: plan.path, name: check.name)
    if plan.recorded.isEmpty, entry.verdict == .missing {
      entry.verdict = .unrecorded
      entry.sentences = ["the scene has no baselines; \(recordingAdvice)"]
    }
    if options.repetition.count > 1 { entry.digest = Digest(ofPixels: moments.renderer.bitmap) }
    return entry
  }

  /// The command that records the scene's baselines.
  private var recordingAdvice: String {
    let line = Escaping.commandLine([
      "rostrum", "verify", Escaping.pathArgument(plan.path), "--baselines",
      Escaping.pathArgument(options.baselines), "--update", "missing",
    ])
    return "look at it, and record them with: \(line)"
  }

  private func unchecked(_ baseline: Baseline) -> DiffReport.Entry {
    DiffReport.Entry(
      ofScene: plan.path, .unchecked,
      ["'\(baseline.picturePath)' is named like no moment: nothing compares it"],
      expected: baseline.picturePath)
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
