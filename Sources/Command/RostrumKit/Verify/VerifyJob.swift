public import RostrumBase
public import RostrumGeometry
public import RostrumImageDiff
import RostrumLayerTree
import RostrumMedia
public import RostrumSceneFile

/// Renders scenes at some moments and compares each picture with its baseline.
public struct VerifyJob: Sendable {
  /// A reason why nothing is verified.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case recordingForbidden
    case unknownLayer(name: String, scenes: [String])
    case givenTwice(scene: String)
    case nothingRecorded(folder: String)
    case noScenes(file: String)
    case projectAbove(file: String)
    case pruningEmpties(folder: String)
    case tooManyMoments(scene: String)

    public var description: String {
      switch self {
      case .recordingForbidden:
        "baselines are not recorded where CI is set: record them on your machine and commit them"
      case .unknownLayer(let name, let scenes):
        "none of \(scenes.joined(separator: ", ")) has a layer '\(name)' to ignore"
      case .givenTwice(let scene): "'\(scene)' is given twice"
      case .tooManyMoments(let scene):
        "'\(scene)' has more than \(MomentRule.most) moments of that kind: name fewer"
      case .noScenes(let file): "'scenes' in \(file) names no scene: nothing would be compared"
      case .projectAbove(let file):
        "baselines are named from the folder of '\(file)': run 'rostrum verify' there"
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
    let items = options.shard.map { Array($0.part(of: plan.items)) } ?? plan.items
    let tables = DataTables()
    let verifications = try items.map {
      try SceneVerification($0.path, options: $0.options, tables: tables, report)
    }
    try checkIgnoredLayers(verifications, items)
    var entries = try await entries(verifications)
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
  public func list() throws -> String {
    let plan = try VerifyPlan(scenes, groups: groups, options: options)
    let tables = DataTables()
    let lines = try plan.items.flatMap { item in
      try SceneVerification(item.path, options: item.options, tables: tables) { _ in }.list
    }
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
      return try SceneVerification(items[index].path, options: quiet, tables: tables) { _ in }
        .digests(seed: seed)
    }
  }

  /// A layer that none of the scenes has that leave it out is a mistake, unless one of the scenes
  /// is not known.
  private func checkIgnoredLayers(
    _ verifications: [SceneVerification], _ items: [VerifyPlan.Item]
  ) throws {
    let opened = verifications.compactMap(\.opened)
    guard opened.count == verifications.count else { return }
    let pairs = zip(items, opened.map { Set($0.flatMap { $0.scene.layers.map(\.name) }) })
    for name in Set(items.flatMap(\.options.ignoredLayers)).sorted() {
      let concerned = pairs.filter { $0.0.options.ignoredLayers.contains(name) }
      guard concerned.contains(where: { $0.1.contains(name) }) else {
        throw Problem.unknownLayer(name: name, scenes: concerned.map(\.0.path))
      }
    }
  }

  /// Several scenes side by side; the moments of one in turn, as they share a renderer.
  private func entries(_ verifications: [SceneVerification]) async throws -> [DiffReport.Entry] {
    var collection = EntryCollection(keptPictures: options.keptPictures)
    let selection = PictureSelection(limit: options.keptPictures)
    var (next, first) = (0, 0)
    try await withThrowingTaskGroup(of: (Int, [DiffReport.Entry]).self) { group in
      func start() {
        guard next < verifications.count else { return }
        let verification = verifications[next]
        group.addTask { [first] in
          (first, try await verification.entries(from: first, selection))
        }
        first += verification.count
        next += 1
      }
      for _ in 0..<max(1, options.jobs) { start() }
      while let (first, entries) = try await group.next() {
        for (offset, entry) in entries.enumerated() { collection.add(entry, at: first + offset) }
        start()
      }
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
    let mayRead = { [options, scenes] in !scenes.isEmpty || options.mayRead($0) }
    var seen = Set<FilePath>()
    var entries: [DiffReport.Entry] = []
    for folder in folders {
      let orphans = folder.orphans(among: scenes, mayRead: mayRead)
        .filter { seen.insert(FilePath($0.path)).inserted }
      if options.prunes, !orphans.isEmpty, folder.isForeign {
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

/// How scenes are verified against their baselines.
public struct VerifyOptions: Sendable {
  /// The baselines that a run may write. A run that writes one never passes.
  public enum Update: String, Sendable, CaseIterable {
    case none
    /// Baselines that are not there.
    case missing
    /// Records whose values changed while their pictures are the same.
    case values
    /// Baselines that are not there, or that the scene now differs from.
    case changed
    /// All baselines of the run's scenes.
    case all
  }

  /// The folder of baselines.
  public var baselines: String
  /// The folder in which files lie that records name, scenes and data; `nil` for the folder that
  /// holds the folder of baselines.
  public var projectFolder: String?
  /// `nil` for the moments that were recorded, and `SceneMoment.standard` where nothing was.
  public var rule: MomentRule?
  public var update = Update.none
  /// Whether baselines of scenes and rows that are gone are removed.
  public var prunes = false
  /// The name of a set of baselines beside the plain one; `nil` for the plain one and all that were
  /// recorded beside it.
  public var variant: String?
  /// Sets of baselines that are compared with options of their own.
  var otherVariants: Set<String> = []
  /// `nil` for the recorded tolerance, and `Tolerance.standard` if none was recorded.
  public var tolerance: Tolerance?
  /// `nil` for the recorded rules; without recorded ones, changed values are reported and do not
  /// fail.
  public var values: ValueRules?
  /// A file of rows (see `DataTable`): every scene is compared once for each row; `nil` for the
  /// recorded file.
  public var data: String?
  /// How often each picture is drawn, in random orders; all have to be the same.
  public var repetition = Repetition()
  /// Names of layers whose pixels are ignored, in the baseline or now. If this and `ignored` are
  /// empty, the recorded ones apply.
  public var ignoredLayers: [String] = []
  /// Pixels that do not count.
  public var ignored: [PixelRect] = []
  /// Pixels for each point; `nil` for the recorded scale, and 1 if none was recorded.
  public var scale: Double?
  /// The part of the scenes that this run compares; `nil` for all.
  public var shard: Shard?
  /// The folder that gets the pictures of pairs that fail, in `expected/`, `actual/` and `diff/`;
  /// `nil` for none.
  public var pictureFolder: String?
  /// For how many pairs, the most different ones, the report keeps pictures.
  public var keptPictures = 0
  /// How scenes are loaded. Parameters that have no value here have the recorded one; the scale is
  /// that above.
  public var scene = SceneOptions()
  /// How many scenes are rendered side by side.
  public var jobs = ProcessorCount.available
  /// Whether this is a continuous integration server, where nothing is ever recorded. By default
  /// what the environment's `CI` says.
  public var isContinuousIntegration = Self.runsOnServer

  public init(baselines: String, moments: [SceneMoment]? = nil) {
    self.baselines = baselines
    rule = moments.map { .moments($0) }
  }

  /// The moments of the rule, where it lists them.
  public var moments: [SceneMoment]? {
    get { if case .moments(let moments) = rule { moments } else { nil } }
    set { rule = newValue.map { .moments($0) } }
  }

  /// Whether a file that only a record names may be read: it must lie in the project or in an
  /// allowed folder.
  func mayRead(_ path: String) -> Bool {
    scene.includes(path, besides: projectFolder ?? baselines.withoutSlashesAtEnd.folderOfPath)
  }

  /// Leaves out a rectangle of pixels.
  public mutating func ignore(x: Int, y: Int, width: Int, height: Int) {
    ignored.append(PixelRect(x: x, y: y, width: width, height: height))
  }

  /// Whether the environment's `CI` says that this is a continuous integration server.
  public static var runsOnServer: Bool {
    isContinuousIntegration(ProcessInfo.processInfo.environment["CI"])
  }

  static func isContinuousIntegration(_ value: String?) -> Bool {
    guard let value = value?.lowercased() else { return false }
    return !["", "0", "false", "no"].contains(value)
  }
}

extension SceneMoment {
  /// The first frame, three moments on the way, and the last frame.
  public static let standard = ["0", "25%", "50%", "75%", "last"].compactMap { SceneMoment($0) }
}
