import RostrumLayerTree
import RostrumBase
public import RostrumSceneFile
import RostrumOutput

/// A group of scenes of a project file with the options that hold for it: one for its own set of
/// baselines, and one for each further variant that it declares.
public struct VerifyGroup: Sendable {
  let scenes: SceneGroup
  let options: [VerifyOptions]
  /// The project file, as it was found.
  let file: String

  public init(_ scenes: SceneGroup, options: [VerifyOptions], file: String) {
    (self.scenes, self.file) = (scenes, file)
    let variants = Set(options.compactMap(\.variant))
    self.options = options.map { options in
      var options = options
      options.baselines = localPath(options.baselines)
      if options.variant == nil { options.otherVariants = variants }
      return options
    }
  }
}

/// The work of a run, decided before anything is drawn: the scenes, each with its options, their
/// pictures, and the problems of the list itself.
struct VerifyPlan: Sendable {
  struct Item: Sendable {
    let path: String
    let options: VerifyOptions
  }

  private(set) var items: [Item] = []
  /// Patterns without scenes, and baselines whose scene nothing names.
  private(set) var failures: [DiffReport.Entry] = []
  private(set) var notes: [String] = []

  private let options: VerifyOptions

  /// Plans the scenes that `arguments` name; without arguments the groups' scenes; without groups
  /// the recorded scenes and the scenes in their folders.
  ///
  /// Throws `SceneFinder.NothingFound` and `VerifyJob.Problem`.
  init(_ arguments: [String], groups: [VerifyGroup]?, options: VerifyOptions) throws {
    self.options = options
    if let groups {
      try plan(arguments, groups)
    } else if arguments.isEmpty {
      try planRecorded()
    } else {
      items = try finder.paths(arguments).map { Item(path: localPath($0), options: options) }
    }
    try checkRepeated()
  }

  /// The folders of baselines, each once.
  var folders: [BaselineFolder] {
    var seen = Set<FilePath>()
    return ([options] + items.map(\.options)).map(\.baselines)
      .filter { seen.insert(FilePath($0)).inserted }.map {
        BaselineFolder(path: $0, importers: options.scene.importers)
      }
  }

  /// The scenes of the part that the run compares.
  var part: [Item] { options.shard.map { Array($0.part(of: items)) } ?? items }

  /// The plans of the part's scenes. Throws `CancellationError`, `VerifyJob.Problem`, and
  /// `MediaError` for baselines of rows that are gone and cannot be removed.
  func scenes(_ report: (LoadResult) -> Void) async throws -> [ScenePlan] {
    let plans = try await opened(part, report)
    try checkIgnoredLayers(plans, part)
    try checkInputs(plans, part)
    return plans
  }

  /// Throws where a scene shows a baseline that the run may write.
  private func checkInputs(_ plans: [ScenePlan], _ items: [Item]) throws(OutputIsInput) {
    let written = items.filter { $0.options.update != .none }.map {
      BaselineFolder(path: $0.options.baselines).folder(of: $0.path)
    }
    let outputs = InputFiles(folders: written)
    for plan in plans { try outputs.check(inputs: plan.files.sorted().map(\.string)) }
  }

  /// Several scenes side by side; mistakes are reported in the order of the scenes.
  func opened(_ items: [Item], _ report: (LoadResult) -> Void) async throws -> [ScenePlan] {
    let tables = DataTables()
    var opened: [(index: Int, plan: ScenePlan, mistakes: [LoadResult])] = []
    try await concurrently(Array(items.enumerated()), jobs: options.jobs) { index, item in
      var mistakes: [LoadResult] = []
      let plan = try ScenePlan(item.path, options: item.options, tables: tables) {
        mistakes.append($0)
      }
      return (index, plan, mistakes)
    } take: {
      opened.append($0)
    }
    opened.sort { $0.index < $1.index }
    opened.flatMap(\.mistakes).forEach(report)
    return opened.map(\.plan)
  }

  /// A layer that none of the scenes has that leave it out is a mistake, unless one of the scenes
  /// is not known.
  private func checkIgnoredLayers(
    _ plans: [ScenePlan], _ items: [Item]
  ) throws {
    let opened = plans.compactMap(\.opened)
    guard opened.count == plans.count else { return }
    let pairs = zip(items, opened.map { Set($0.flatMap { $0.scene.layers.map(\.name) }) })
    for name in Set(items.flatMap(\.options.ignoredLayers)).sorted() {
      let concerned = pairs.filter { $0.0.options.ignoredLayers.contains(name) }
      guard concerned.contains(where: { $0.1.contains(name) }) else {
        throw VerifyJob.Problem.unknownLayer(name: name, scenes: concerned.map(\.0.path))
      }
    }
  }

  private func checkRepeated() throws(VerifyJob.Problem) {
    var seen: [FilePath: String] = [:]
    for item in items {
      let name = BaselineFolder.mirrored(item.path)
      let key = [item.options.baselines, name, item.options.variant ?? ""]
      let place = FilePath(key.joined(separator: "\0"))
      if let other = seen.updateValue(item.path, forKey: place) {
        throw .givenTwice(scene: item.path, other: other)
      }
    }
  }

  // MARK: Groups

  private mutating func plan(_ arguments: [String], _ groups: [VerifyGroup]) throws {
    guard !groups.isEmpty || !arguments.isEmpty else {
      throw VerifyJob.Problem.noScenes(file: ProjectFile.name)
    }
    var owners: [FilePath: Int] = [:]
    var all: [String] = []
    for (index, group) in groups.enumerated() {
      let paths = scenes(of: group)
      let own = paths.filter { path in
        let real = FilePath.resolved(path)
        guard owners[real] == nil else { return false }
        owners[real] = index
        return true
      }
      if own.isEmpty, !paths.isEmpty {
        fail(group, "earlier items of 'scenes' name all of its scenes")
      }
      all += own
    }
    let isRestricted = !arguments.isEmpty
    if isRestricted {
      failures = []
      all = try finder.paths(arguments)
    }
    for path in all {
      let group = owners[FilePath.resolved(path)].map { groups[$0] }
      items += (group?.options ?? [options]).map { Item(path: localPath(path), options: $0) }
    }
    if !isRestricted { noteUnnamed(Set(owners.keys), groups) }
    guard !items.isEmpty || !failures.isEmpty else {
      throw VerifyJob.Problem.noScenes(file: groups.first?.file ?? ProjectFile.name)
    }
  }

  /// The scenes that a group's patterns match. A pattern without any is a failure.
  private mutating func scenes(of group: VerifyGroup) -> [String] {
    let exceptions = group.scenes.exceptions.map { $0.split(separator: "/").map(String.init) }
    var found: [String] = []
    for pattern in group.scenes.patterns {
      let paths = (try? finder.paths([pattern])) ?? []
      let named = paths.filter { FileManager.default.fileExists(atPath: $0) }
      if named.isEmpty { fail(group, "no scene file matches '\(pattern)'") }
      found += named
    }
    let kept = found.filter { path in
      let names = path.split(separator: "/").map(String.init)
      return !exceptions.contains { SceneFinder.matches(names[...], $0[...]) }
    }
    if kept.isEmpty, !found.isEmpty { fail(group, "'except' leaves none of its scenes") }
    return kept
  }

  private mutating func fail(_ group: VerifyGroup, _ sentence: String) {
    var entry = DiffReport.Entry(
      ofScene: group.file, named: "line \(group.scenes.line)", .unreadable, [sentence])
    entry.lines = [group.scenes.line]
    failures.append(entry)
  }

  /// Baselines of scenes that no group names fail, as nothing would look at them; other scene files
  /// of the project are noted.
  private mutating func noteUnnamed(_ named: Set<FilePath>, _ groups: [VerifyGroup]) {
    var recorded = Set<FilePath>()
    for folder in folders {
      for scene in folder.contents.scenes where options.mayRead(scene) && isThere(scene) {
        let path = FilePath.resolved(scene)
        guard !named.contains(path), recorded.insert(path).inserted else { continue }
        failures.append(
          DiffReport.Entry(
            ofScene: scene, .unchecked,
            ["'\(folder.path)' has baselines of it, and no pattern of 'scenes' names it"]))
      }
    }
    guard let file = groups.first?.file else { return }
    let root = file.folderOfPath
    let others = files(below: root).map { root == "." ? $0 : "\(root)/\($0)" }.filter { path in
      guard finder.looksLikeScene(path) else { return false }
      let real = FilePath.resolved(path)
      return !named.contains(real) && !recorded.contains(real)
        && !FilePath.isInside(path, anyOf: folders.map(\.path))
    }.sorted()
    guard !others.isEmpty else { return }
    notes.append(
      "no pattern of 'scenes' in \(file) names \(list(others, most: 6)): nothing compares "
        + (others.count == 1 ? "it" : "them"))
  }

  // MARK: Without a list

  /// The recorded scenes, and other scene files in their folders, so that a new scene is not passed
  /// over.
  private mutating func planRecorded() throws {
    let folder = BaselineFolder(path: options.baselines, importers: options.scene.importers)
    let contents = folder.contents
    guard !contents.scenes.isEmpty || !contents.problems.isEmpty else {
      throw VerifyJob.Problem.nothingRecorded(folder: options.baselines)
    }
    let readable = contents.scenes.filter(options.mayRead)
    failures =
      contents.problems + contents.scenes.filter { !options.mayRead($0) }.map(Self.outside)
    let folders = Set(readable.map { FilePath($0.folderOfPath) }).sorted().map(\.string)
    let beside = folders.flatMap { folder -> [String] in
      let paths = (try? finder.paths([folder])) ?? []
      return paths.filter(finder.looksLikeScene)
        .map { folder == "." ? String($0.dropFirst(2)) : $0 }
    }
    var seen = Set<FilePath>()
    let all = (readable + beside).filter {
      isThere($0) && seen.insert(FilePath.resolved($0)).inserted
    }
    items = all.map { FilePath($0) }.sorted().map { Item(path: $0.string, options: options) }
  }

  private var finder: SceneFinder {
    SceneFinder(
      project: options.scene.projectFolder, allowing: options.scene.allowedPaths,
      importers: options.scene.importers)
  }

  /// A scene that only a record names, and that lies elsewhere.
  private static func outside(_ scene: String) -> DiffReport.Entry {
    DiffReport.Entry(
      ofScene: scene, .unreadable,
      [
        "a record names the scene '\(scene)', which is outside of the project: "
          + "name it on the command line, or allow its folder with --allow-path"
      ])
  }
}

/// An absolute path as seen from the current folder, where both are in one repository; any other
/// path as it is. A record with it holds in every checkout.
func localPath(_ path: String) -> String {
  guard path.hasPrefix("/") else { return path }
  let manager = FileManager.default
  let here = manager.currentDirectoryPath
  let spelled = ProcessInfo.processInfo.environment["PWD"] ?? here
  let isSame = FilePath.resolved(spelled) == FilePath.resolved(here)
  for start in isSame ? [here, spelled] : [here] {
    var (folder, up) = (URL(filePath: start).standardizedFileURL, "")
    while folder.path != "/" {
      if path == folder.path { return up.isEmpty ? "." : String(up.dropLast()) }
      if path.hasPrefix(folder.path + "/") {
        return up + path.dropFirst(folder.path.count + 1)
      }
      if manager.fileExists(atPath: folder.appending(path: ".git").path) { break }
      if !isInRepository(folder) { break }
      folder.deleteLastPathComponent()
      up += "../"
    }
  }
  return path
}

/// Whether a folder above has a repository of Git.
private func isInRepository(_ folder: URL) -> Bool {
  var folder = folder
  while folder.path != "/" {
    folder.deleteLastPathComponent()
    if FileManager.default.fileExists(atPath: folder.appending(path: ".git").path) { return true }
  }
  return false
}
