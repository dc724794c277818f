public import RostrumBase
import RostrumCanvas
import RostrumMedia
import RostrumOutput

/// Makes the pictures of a report the baselines, as they are: nothing is rendered again.
///
/// A report may come from anybody, for instance as an artifact of a CI run. So it only says which
/// of the baselines of one folder are to be replaced; which folder that is, it does not decide.
public struct Approval: Sendable {
  /// A reason why nothing is approved.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case forbidden
    case unnamedBaselines(report: String)
    case baselineChanged(path: String)
    case nothingOf(scene: String, scenes: [String])
    case damagedRecord(path: String)
    case strangeBaseline(path: String, folder: String)

    public var description: String {
      switch self {
      case .forbidden:
        "nothing is approved where CI is set: fetch the report, approve it at home, and commit"
      case .unnamedBaselines(let report):
        "say which baselines '\(report)' may replace: name their folder with --baselines, "
          + "or in the project file"
      case .baselineChanged(let path):
        "'\(path)' changed after the report was made: compare anew"
      case .nothingOf(let scene, let scenes):
        scenes.isEmpty
          ? "the report has nothing to approve"
          : "the report has nothing to approve of '\(scene)', only of \(scenes.joined(separator: ", "))"
      case .damagedRecord(let path): "'\(path)' is no record of a picture"
      case .strangeBaseline(let path, let folder):
        "the report would replace '\(path)', which is no baseline in '\(folder)'; nothing is approved"
      }
    }

    public var exitStatus: ExitStatus {
      switch self {
      case .forbidden, .unnamedBaselines: .wrongUsage
      default: .inputMissing
      }
    }
  }

  private let report: String
  private let names: [String]
  private let onlyValues: Bool
  private let baselines: String?

  /// - Parameters:
  ///   - report: the folder of the report.
  ///   - scenes: scenes, folders of them and patterns, in any spelling of a path; or one picture of
  ///     each, as in `Shots/a.yaml@25%`: the moment, the variant, or both as the report shows them.
  ///     An empty list means all failures.
  ///   - onlyValues: approves the records of pictures that are the same, whose values changed.
  ///   - baselines: the folder of the baselines that may be replaced. `nil` for the one that the
  ///     report names, if both lie inside the current folder and there are baselines in it already.
  public init(
    report: String, scenes: [String] = [], onlyValues: Bool = false, baselines: String? = nil
  ) {
    (self.report, names, self.onlyValues) = (report, scenes, onlyValues)
    self.baselines = baselines
  }

  /// Writes the baselines, and returns their pairs. Everything is read and checked before anything
  /// is written. Throws `Problem`, `ReportFolder.Problem`, and `MediaError` for what cannot be
  /// written.
  public func run(
    isContinuousIntegration: Bool = VerifyOptions.runsOnServer
  ) throws -> [DiffReport.Entry] {
    guard !isContinuousIntegration else { throw Problem.forbidden }
    let folder = try ReportFolder(report)
    let failures = folder.report.failures
    if !failures.isEmpty, failures.allSatisfy({ $0.files == nil }) {
      throw ReportFolder.Problem.noPictures(report)
    }
    let open = folder.report.entries.filter(isOpen)
    let chosen = try chosen(of: open)
    guard !chosen.isEmpty else { return [] }
    let root = try root(of: chosen)
    let places = try chosen.map { try place(of: $0, in: root) }
    let writings =
      try zip(chosen, places).map { try writing(of: $0, at: $1, in: root, folder.pictures) }
      + films(of: chosen, among: open, in: root, folder.pictures)
    for write in writings { try write() }
    return chosen
  }

  /// Whether the report holds all that an approval of the pair writes.
  private func isOpen(_ entry: DiffReport.Entry) -> Bool {
    guard let files = entry.files, files.record != nil else { return false }
    if onlyValues {
      return entry.verdict == .valuesDiffer || entry.verdict == .same && !entry.changes.isEmpty
    }
    return entry.verdict.isFailure && (files.actual != nil || entry.isFilm)
  }

  private func chosen(of entries: [DiffReport.Entry]) throws -> [DiffReport.Entry] {
    let known = entries.groups.map(\.name)
    guard !names.isEmpty else {
      if known.isEmpty { throw Problem.nothingOf(scene: "", scenes: []) }
      return entries
    }
    var chosen = Set<Int>()
    for name in names {
      let found = Self.indices(of: name, in: entries)
      if found.isEmpty { throw Problem.nothingOf(scene: name, scenes: known) }
      chosen.formUnion(found)
    }
    return entries.indices.filter(chosen.contains).map { entries[$0] }
  }

  /// The pairs of a scene, or of a scene and a moment or a variant: the pair of exactly this name,
  /// or else all whose names have these words.
  private static func indices(of name: String, in entries: [DiffReport.Entry]) -> [Int] {
    let all = indices(ofScene: name, in: entries)
    guard all.isEmpty, let sign = name.lastIndex(of: "@") else { return all }
    let group = name[..<sign].trimmed
    let moment = name[sign...].dropFirst().trimmed
    let own = indices(ofScene: String(group), in: entries)
    let exact = own.filter { entries[$0].name == moment }
    guard exact.isEmpty else { return exact }
    let words = Set(moment.split(separator: " "))
    return own.filter {
      words.isSubset(of: entries[$0].name.split(separator: " ")) && !words.isEmpty
    }
  }

  /// The pairs of a scene, of all scenes in a folder, or of a pattern, however the path
  /// is spelled.
  private static func indices(ofScene path: String, in entries: [DiffReport.Entry]) -> [Int] {
    guard !path.isEmpty else { return [] }
    let wanted = FilePath(ReportPaths.way(to: path, from: "."))
    let groups = entries.map { FilePath(ReportPaths.way(to: $0.group, from: ".")) }
    let pattern = wanted.string.pathComponents[...]
    let rules: [(Int) -> Bool] = [
      { groups[$0] == wanted },
      { wanted.string.isEmpty || groups[$0].relative(to: wanted) != nil },
      { SceneFinder.matches(groups[$0].string.pathComponents[...], pattern) },
      { FilePath.resolved(entries[$0].group) == FilePath.resolved(path) },
    ]
    return rules.lazy.map { entries.indices.filter($0) }.first { !$0.isEmpty } ?? []
  }

  // MARK: What may be replaced

  /// The folder whose baselines may be replaced.
  private func root(of entries: [DiffReport.Entry]) throws(Problem) -> String {
    if let baselines { return baselines }
    let named = Set(entries.map { Self.folder(ofBaselineIn: $0) })
    guard named.count == 1, let folder = (named.first ?? nil)?.string, !folder.isAbsolutePath,
      !folder.pathComponents.contains(".."), FilePath.resolved(folder) != .resolved("."),
      FilePath.isInside(folder, folder: "."), FilePath.isInside(report, folder: "."),
      BaselineFolder(path: folder).holdsRecords
    else { throw .unnamedBaselines(report: report) }
    return folder
  }

  /// The folder that an entry's baseline would belong to, by the rule of `BaselineFolder`.
  private static func folder(ofBaselineIn entry: DiffReport.Entry) -> FilePath? {
    let inner = "/\(mirroredName(of: entry.group))"
    let folder = entry.expected.deletingLastPathComponent
    guard folder.hasEnding(inner) else { return nil }
    return FilePath(String(Substring(folder.utf8.dropLast(inner.utf8.count))))
  }

  /// The path of an entry's baseline without its ending: a moment's picture inside of the folder,
  /// through no link that leads out of it.
  private func place(
    of entry: DiffReport.Entry, in root: String
  ) throws(Problem) -> String {
    let path = entry.expected
    let place = path.deletingPathExtension
    if entry.isFilm {
      try checkFilm(path, in: root)
      return place
    }
    guard !path.utf8.contains(0), path.hasEnding(".png"), !path.pathComponents.contains(".."),
      SceneMoment.withSet(fileName: place.lastPathComponent) != nil,
      FilePath.resolved(path.folderOfPath) != .resolved(root),
      [path, place + ".json"].allSatisfy({ FilePath.isInside($0, folder: root) })
    else { throw .strangeBaseline(path: path, folder: root) }
    return place
  }

  /// The record of a film belongs to the folder as its pictures do.
  private func checkFilm(_ path: String, in root: String) throws(Problem) {
    guard !path.utf8.contains(0), BaselineFolder.isFilm(path),
      !path.pathComponents.contains(".."),
      FilePath.resolved(path.folderOfPath) != .resolved(root),
      FilePath.isInside(path, folder: root)
    else { throw .strangeBaseline(path: path, folder: root) }
  }

  // MARK: Writing

  private func writing(
    of entry: DiffReport.Entry, at place: String, in root: String, _ pictures: PictureFolder
  ) throws -> () throws -> Void {
    guard let files = entry.files, let recorded = files.record else {
      throw ReportFolder.Problem.notReadable(report)
    }
    if entry.isFilm {
      try check(entry.expected, files.baseline, orElse: try pictures.bytes(of: recorded))
      return try writing(of: recorded, to: entry.expected, in: root, pictures)
    }
    let bytes = try pictures.bytes(of: recorded)
    guard let record = try? JSONDecoder().decode(BaselineRecord.self, from: Data(bytes)) else {
      throw Problem.damagedRecord(path: recorded.path)
    }
    let baseline = Baseline(path: place, root: root)
    guard let actual = files.actual, !onlyValues else {
      try check(entry.expected, files.baseline)
      return {
        try writeWholeFile(Array(record.text.utf8), to: baseline.recordPath, inside: root)
      }
    }
    _ = try pictures.bytes(of: actual)
    let picture = try readPicture(
      pictures.path.appendingPathComponent(actual.path),
      PNG.Limits(maximumPixels: DiffOptions.usualSize))
    try check(entry.expected, files.baseline, orElse: try Baseline.smallest(picture))
    return { try baseline.write(picture, record) }
  }

  /// The records of films all of whose pictures that failed are approved.
  private func films(
    of chosen: [DiffReport.Entry], among open: [DiffReport.Entry], in root: String,
    _ pictures: PictureFolder
  ) throws -> [() throws -> Void] {
    let titles = Set(chosen.map(\.title))
    let sets = Dictionary(grouping: open.filter { $0.files?.film != nil }) { $0.filmPath }
    return try sets.sorted { $0.key < $1.key }.compactMap { path, entries in
      guard entries.allSatisfy({ titles.contains($0.title) }), let files = entries[0].files,
        let film = files.film, !chosen.contains(where: { $0.isFilm && $0.expected == path })
      else { return nil }
      try checkFilm(path, in: root)
      try check(path, files.filmBaseline, orElse: try pictures.bytes(of: film))
      return try writing(of: film, to: path, in: root, pictures)
    }
  }

  private func writing(
    of file: ReportPicture, to path: String, in root: String, _ pictures: PictureFolder
  ) throws -> () throws -> Void {
    let bytes = try pictures.bytes(of: file)
    guard BaselineFolder.isFilm(path),
      let record = try? JSONDecoder().decode(FilmRecord.self, from: Data(bytes))
    else { throw Problem.damagedRecord(path: file.path) }
    return { try writeWholeFile(Array(record.text.utf8), to: path, inside: root) }
  }

  /// A run that was killed may have written this very file: then it is written once more.
  private func check(
    _ path: String, _ compared: Digest?, orElse written: [UInt8]? = nil
  ) throws(Problem) {
    let now = (try? readWholeFile(path)).map { Digest(of: $0) }
    guard now == compared || written.map({ Digest(of: $0) == now }) ?? false else {
      throw .baselineChanged(path: path)
    }
  }
}

extension DiffReport.Entry {
  /// Whether it is about the record of a film, and no picture.
  fileprivate var isFilm: Bool { BaselineFolder.isFilm(expected) }

  /// The record of the film that a picture belongs to.
  fileprivate var filmPath: String {
    let name = files?.film?.path.lastPathComponent ?? ""
    let folder = expected.deletingLastPathComponent
    return folder.isEmpty ? name : "\(folder)/\(name)"
  }
}
