import Algorithms
public import RostrumBase
import RostrumImageDiff
import RostrumLayerTree
import RostrumMedia
public import RostrumSceneFile
import RostrumOutput

/// Renders scenes at some moments and compares each picture with its baseline.
public struct VerifyJob: Sendable {
  /// A reason why nothing is verified.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case recordingForbidden
    case unknownLayer(name: String, scenes: [String])
    case givenTwice(scene: String, other: String)
    case nothingRecorded(folder: String)
    case noScenes(file: String)
    case reportAmongBaselines(report: String, folder: String)
    case pruningEmpties(folder: String)
    case tooManyMoments(scene: String)

    public var description: String {
      switch self {
      case .recordingForbidden:
        "baselines are not recorded where CI is set: record them on your machine and commit them"
      case .unknownLayer(let name, let scenes):
        "none of \(scenes.joined(separator: ", ")) has a layer '\(name)' to ignore"
      case .givenTwice(let scene, let other):
        scene == other || isSameFile(scene, other)
          ? "'\(scene)' is given twice"
          : "'\(other)' and '\(scene)' would have their baselines in one place: rename one"
      case .tooManyMoments(let scene):
        "'\(scene)' has more than \(MomentRule.most) moments of that kind: name fewer"
      case .noScenes(let file): "'scenes' in \(file) names no scene: nothing would be compared"
      case .reportAmongBaselines(let report, let folder):
        "the report '\(report)' would write among the baselines in '\(folder)': name another folder"
      case .pruningEmpties(let folder):
        "none of the scenes of '\(folder)' is here: --prune would remove all of it. Is this the "
          + "right folder?"
      case .nothingRecorded(let folder):
        "'\(folder)' holds no baselines yet: name the scenes, and record with --update missing"
      }
    }

    public var exitStatus: ExitStatus { .wrongUsage }
  }

  private let scenes: [String]
  private let groups: [VerifyGroup]?
  private var options: VerifyOptions

  /// The scenes are paths of files, folders and patterns: see `SceneFinder`. An empty list means
  /// all scenes of the groups, and without groups all recorded scenes and the scenes in their
  /// folders.
  public init(scenes: [String], options: VerifyOptions, groups: [VerifyGroup]? = nil) {
    self.scenes = scenes
    self.groups = groups
    self.options = options
    self.options.baselines = localPath(options.baselines)
  }

  /// Verifies every scene that can be, whatever is wrong with others: those are entries of the
  /// report as well. What a scene's mistakes are is also reported at once, with their places.
  ///
  /// Throws `Problem` and `SceneFinder.NothingFound` before anything is compared, and `MediaError`
  /// for baselines that cannot be written.
  public func run(
    reportingMistakes report: (LoadResult) -> Void = { _ in }
  ) async throws -> DiffReport {
    let writes = options.update != .none || options.prunes
    guard !options.isContinuousIntegration || !writes else {
      throw Problem.recordingForbidden
    }
    let plan = try VerifyPlan(scenes, groups: groups, options: options)
    if let report = options.reportFolder,
      let folder = plan.folders.map(\.path).first(where: PictureFolder(path: report).isAmong)
    {
      throw Problem.reportAmongBaselines(report: report, folder: folder)
    }
    let items = plan.part
    var entries = try await entries(plan.scenes(report))
    var notes = try await [repeated(&entries, items)].compactMap(\.self)
    LineHistory().add(to: &entries)
    // Problems that concern no single scene are reported once, by the first shard.
    if options.shard.map({ $0.number == 1 }) ?? true {
      entries += try plan.failures + orphans(plan.folders)
      notes += plan.notes
    }
    if let shard = options.shard, items.isEmpty {
      notes.append("part \(shard) has no scenes: there are \(plan.items.count) in all")
    }
    var result = DiffReport(
      title: "rostrum verify against \(options.baselines)",
      tolerance: options.tolerance ?? .standard, entries: entries, notes: notes)
    result.shard = options.shard
    result.run = RunIdentity(items: plan.items, part: items)
    return result
  }

  /// The scenes of a run with their moments, and the animations that no moment covers, as lines for
  /// people. Throws as `run` does; mistakes in scenes are lines too.
  public func list() async throws -> String {
    let plan = try VerifyPlan(scenes, groups: groups, options: options)
    let lines = try await plan.opened(plan.items) { _ in }.flatMap(\.list)
    let failures = plan.failures.map { "\($0.title): \($0.sentences.joined(separator: "; "))" }
    return (lines + failures + plan.notes.map { "note: \($0)" }).map { $0 + "\n" }.joined()
  }

  /// Draws everything again where the options want that; a sentence about it.
  private func repeated(
    _ entries: inout [DiffReport.Entry], _ items: [VerifyPlan.Item]
  ) async throws -> String? {
    guard options.repetition.count > 1 else { return nil }
    let tables = DataTables()
    return try await options.repetition.check(&entries, of: Array(items.indices)) { index, seed in
      var quiet = items[index].options
      quiet.update = .none
      // Opened anew, so that nothing is left of an earlier drawing.
      let plan = try ScenePlan(items[index].path, options: quiet, tables: tables) { _ in }
      return try SceneComparison(plan: plan).digests(seed: seed)
    }
  }

  /// Several scenes side by side; the moments of one in turn, as they share a renderer.
  private func entries(_ plans: [ScenePlan]) async throws -> [DiffReport.Entry] {
    var collection = EntryCollection(keptPictures: options.keptPictures)
    let selection = PictureSelection(limit: options.keptPictures)
    let starts = plans.reductions(0) { $0 + $1.count }
    var done = 0
    try await concurrently(Array(zip(starts, plans)), jobs: options.jobs) { first, plan in
      (first, try await SceneComparison(plan: plan).entries(from: first, selection))
    } take: { first, entries in
      for (offset, entry) in entries.enumerated() { collection.add(entry, at: first + offset) }
      done += 1
      options.progress(done, plans.count)
    }
    // The variants of a scene have its mistakes in common.
    var mistakes = Set<String>()
    return collection.inOrder.filter { entry in
      !entry.expected.isEmpty
        || mistakes.insert(([entry.title] + entry.sentences).joined(separator: "\n")).inserted
    }
  }

  private func orphans(_ folders: [BaselineFolder]) throws -> [DiffReport.Entry] {
    // Scenes that the command line names may be anywhere.
    let mayRead = { [options, scenes] in
      $0 != options.scene.standardInputPath && (!scenes.isEmpty || options.mayRead($0))
    }
    var seen = Set<FilePath>()
    var entries: [DiffReport.Entry] = []
    for folder in folders {
      let orphans = folder.orphans(among: scenes, mayRead: mayRead)
        .filter { seen.insert(FilePath($0.path)).inserted }
      if options.prunes, !orphans.isEmpty, folder.isOfAnotherFolder {
        throw Problem.pruningEmpties(folder: folder.path)
      }
      for (path, reason) in orphans {
        let isGone = folder.isOfGoneScene(path)
        var sentences = [reason]
        if options.prunes, isGone {
          try folder.remove(path)
          sentences.append("it was removed")
        } else if isGone {
          sentences.append("--prune removes it; for a renamed scene --move OLD=NEW keeps it")
        }
        entries.append(
          DiffReport.Entry(
            group: path, name: "", verdict: .orphaned, sentences: sentences, expected: path,
            actual: ""))
      }
    }
    return entries
  }
}
