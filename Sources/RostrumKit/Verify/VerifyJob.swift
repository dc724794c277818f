public import Base
public import Geometry
public import ImageDiff
import LayerTree
import Media
public import SceneFile

/// Renders scenes at some moments and compares each picture with its baseline.
public struct VerifyJob: Sendable {
  /// A reason why nothing is verified.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case recordingForbidden
    case unknownLayer(name: String, scenes: [String])
    case givenTwice(scene: String)
    case nothingRecorded(folder: String)
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
      case .nothingRecorded(let folder):
        "'\(folder)' holds no baselines yet: name the scenes, and record with --update missing"
      }
    }

    public var exitStatus: ExitStatus { .wrongUsage }
  }

  private let scenes: [String]
  private let options: VerifyOptions

  /// The scenes are paths of files, folders and patterns: see `SceneFinder`. None stands for all
  /// that were recorded.
  public init(scenes: [String], options: VerifyOptions) {
    self.scenes = scenes
    self.options = options
  }

  /// Verifies every scene that can be, whatever is wrong with others: those are entries of the
  /// report as well. What a scene's mistakes are is also reported at once, with their places.
  ///
  /// Throws `Problem` and `SceneFinder.NothingFound` before anything is compared, and `MediaError`
  /// for baselines that cannot be written.
  public func run(
    reportingMistakes report: (LoadResult) -> Void = { _ in }
  ) async throws -> DiffReport {
    guard !options.isContinuousIntegration || options.update == .none else {
      throw Problem.recordingForbidden
    }
    let all = try scenes.isEmpty ? recordedScenes() : SceneFinder().paths(scenes)
    try checkRepeated(all)
    let paths = options.shard.map { Array($0.part(of: all)) } ?? all
    let tables = DataTables()
    let verifications = try paths.map {
      try SceneVerification($0, folder: folder, options: options, tables: tables, report)
    }
    try checkIgnoredLayers(verifications, paths)
    var entries = try await entries(verifications)
    let notes = try await [repeated(&entries, paths)].compactMap(\.self)
    LineHistory().add(to: &entries)
    if options.shard.map({ $0.number == 1 }) ?? true { entries += try orphans() }
    var result = DiffReport(
      title: "rostrum verify against \(options.baselines)",
      tolerance: options.tolerance ?? .standard, entries: entries, notes: notes)
    result.shard = options.shard
    return result
  }

  /// Draws everything again where the options want that; a sentence about it.
  private func repeated(
    _ entries: inout [DiffReport.Entry], _ paths: [String]
  ) async throws -> String? {
    guard options.repetition.count > 1 else { return nil }
    var quiet = options
    quiet.update = .none
    let tables = DataTables()
    return try await options.repetition.check(&entries, of: paths) { [folder, quiet] path, seed in
      // Opened anew, so that nothing is left of an earlier drawing.
      try SceneVerification(path, folder: folder, options: quiet, tables: tables) { _ in }
        .digests(seed: seed)
    }
  }

  /// The scenes of all baselines that are still there.
  private func recordedScenes() throws -> [String] {
    let scenes = folder.scenes()
    guard !scenes.isEmpty else { throw Problem.nothingRecorded(folder: options.baselines) }
    return scenes.filter { FileManager.default.fileExists(atPath: $0) }
  }

  private func checkRepeated(_ paths: [String]) throws {
    var seen = Set<String>()
    for scene in paths where !seen.insert(BaselineFolder.mirrored(scene)).inserted {
      throw Problem.givenTwice(scene: scene)
    }
  }

  /// A layer that no scene has is a mistake, unless one of the scenes is not known.
  private func checkIgnoredLayers(
    _ verifications: [SceneVerification], _ paths: [String]
  ) throws {
    let opened = verifications.compactMap(\.opened)
    guard opened.count == verifications.count else { return }
    let names = Set(opened.joined().flatMap { $0.scene.layers.map(\.name) })
    for name in options.ignoredLayers where !names.contains(name) {
      throw Problem.unknownLayer(name: name, scenes: paths)
    }
  }

  private var folder: BaselineFolder { BaselineFolder(path: options.baselines) }

  /// Several scenes side by side; the moments of one in turn, as they share a renderer.
  private func entries(_ verifications: [SceneVerification]) async throws -> [DiffReport.Entry] {
    var collection = EntryCollection(keptPictures: options.keptPictures)
    let selection = PictureSelection(limit: options.keptPictures)
    var (next, first) = (0, 0)
    try await withThrowingTaskGroup(of: (Int, [DiffReport.Entry]).self) { group in
      func start() {
        guard next < verifications.count else { return }
        let verification = verifications[next]
        group.addTask { [first] in (first, try verification.entries(from: first, selection)) }
        first += verification.count
        next += 1
      }
      for _ in 0..<max(1, options.jobs) { start() }
      while let (first, entries) = try await group.next() {
        for (offset, entry) in entries.enumerated() { collection.add(entry, at: first + offset) }
        start()
      }
    }
    return collection.inOrder
  }

  private func orphans() throws -> [DiffReport.Entry] {
    try folder.orphans(among: scenes).map { path, reason in
      var sentences = [reason]
      if options.update == .all {
        guard unlink(path) == 0 else { throw MediaError.lastFailure("remove", path) }
        if path.hasSuffix(".png") {
          try? FileManager.default.removeItem(atPath: String(path.dropLast(4)) + ".json")
        }
        sentences.append("it was removed")
      }
      return DiffReport.Entry(
        group: path, name: "", verdict: .orphaned, sentences: sentences, expected: path,
        actual: "")
    }
  }
}

/// How scenes are verified against their baselines.
public struct VerifyOptions: Sendable {
  /// The baselines that a run may write. A run that writes one never passes.
  public enum Update: String, Sendable, CaseIterable {
    case none
    /// Baselines that are not there.
    case missing
    /// Baselines that are not there, or that the scene now differs from.
    case changed
    /// All baselines; orphans are removed.
    case all
  }

  /// The folder of baselines.
  public var baselines: String
  /// `nil` for the moments that were recorded, and `SceneMoment.standard` where nothing was.
  public var rule: MomentRule?
  public var update = Update.none
  /// The name of a set of baselines beside the plain one; `nil` for the plain one and all that were
  /// recorded beside it.
  public var variant: String?
  /// `nil` for what was recorded, and `Tolerance.standard` where nothing was.
  public var tolerance: Tolerance?
  /// `nil` for what was recorded; where nothing was, changed values are told and do not fail.
  public var values: ValueRules?
  /// A file of rows (see `DataTable`): every scene is compared once for each of its rows; `nil` for
  /// what was recorded.
  public var data: String?
  /// How often each picture is drawn, in random orders; all have to be the same.
  public var repetition = Repetition()
  /// Names of layers whose pixels do not count, in the baseline or now. Where this and `ignored`
  /// are empty, it is what was recorded.
  public var ignoredLayers: [String] = []
  /// Pixels that do not count.
  public var ignored: [PixelRect] = []
  /// Pixels for each point; `nil` for what was recorded, and 1 where nothing was.
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
  /// The start, and three moments on the way.
  public static let standard = ["0", "25%", "50%", "75%"].compactMap { SceneMoment($0) }
}
