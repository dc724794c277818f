public import RostrumBase
import RostrumImageDiff
import RostrumMedia
public import RostrumOutput

/// A folder that a comparison with `--report` left.
public struct ReportFolder: Sendable {
  /// A reason why a report cannot be used.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case notReadable(String)
    case otherVersion(String)
    case missingFile(String)
    case changedFile(String)
    /// A file whose kind or place does not match the files of a comparison.
    case strangeFile(String)
    case noPictures(String)
    case partsMissing(parts: String)
    case notPart(String)
    case otherRun(String, reason: String, first: String)
    case otherCount(String, Shard, first: String, Shard)
    case partTwice(Shard, String, String)
    case scenesMissing(named: Int, count: Int)
    case pairTwice(String)

    public var description: String {
      switch self {
      case .notReadable(let path):
        "'\(path)' is no report: it has no report.json of a comparison, or a damaged one"
      case .otherVersion(let path):
        "'\(path)' was written by another version of rostrum: compare anew"
      case .missingFile(let path): "'\(path)' cannot be read, and the report names it"
      case .strangeFile(let path):
        "the report names '\(path)', which is no picture or record of a comparison in its folder"
      case .changedFile(let path): "'\(path)' is not the file that the report was made with"
      case .noPictures(let path):
        "the report '\(path)' has no pictures to approve: compare with --report and --pictures"
      case .partsMissing(let parts): "the report is not complete: \(parts) missing"
      case .notPart(let path):
        "'\(path)' is the report of a whole run, not of a part (--shard): nothing is merged with it"
      case .otherRun(let path, let reason, let first):
        "'\(path)' does not belong to '\(first)': it is \(reason)"
      case .otherCount(let path, let shard, let first, let other):
        "'\(path)' does not belong to '\(first)': it is part \(shard), and that is part \(other)"
      case .partTwice(let shard, let first, let second):
        "part \(shard) is there twice: '\(first)' and '\(second)'"
      case .scenesMissing(let named, let count):
        "the parts name \(named) of the run's \(count) scenes, or others: compare anew"
      case .pairTwice(let title): "'\(title)' is in two of the reports"
      }
    }

    public var exitStatus: ExitStatus { .inputMissing }
  }

  /// The most bytes of the report's file.
  static let maximumSize = 128 << 20

  let path: String
  public let report: DiffReport

  var pictures: PictureFolder { PictureFolder(path: path) }

  /// Reads the report of a folder, without its pictures.
  public init(_ path: String) throws(Problem) {
    guard let bytes = try? readWholeFile("\(path)/report.json", limit: Self.maximumSize) else {
      throw .notReadable(path)
    }
    let decoder = JSONDecoder()
    struct Head: Decodable { let version: Int? }
    guard let head = try? decoder.decode(Head.self, from: Data(bytes)) else {
      throw .notReadable(path)
    }
    guard head.version == DiffReport.version else { throw .otherVersion(path) }
    guard let report = try? decoder.decode(StoredReport.self, from: Data(bytes)).report else {
      throw .notReadable(path)
    }
    (self.path, self.report) = (path, report)
  }

  /// One report of the parts of a run, in the order of the folders, with the pictures of the
  /// `keptPictures` most different pairs for its page. Throws `Problem` where they are not all
  /// parts of one run, each once.
  public static func merged(_ folders: [String], keptPictures: Int) throws -> DiffReport {
    let parts = try folders.map { path throws(Problem) in try ReportFolder(path) }
    try checkParts(parts)
    var collection = EntryCollection(keptPictures: keptPictures)
    var titles = Set<FilePath>()
    var index = 0
    for part in parts {
      for var entry in part.report.entries {
        guard titles.insert(FilePath(entry.title)).inserted else {
          throw Problem.pairTwice(entry.title)
        }
        entry.pictures = try part.picturesOnPage(of: entry)
        collection.add(entry, at: index)
        index += 1
      }
    }
    let first = parts.first?.report
    var merged = DiffReport(
      title: first?.title ?? "", tolerance: first?.tolerance ?? .standard,
      entries: collection.inOrder, notes: parts.flatMap(\.report.notes))
    merged.run = first?.run
    merged.run?.part = parts.flatMap { $0.report.run?.part ?? [] }
    return merged
  }

  /// A single report of a whole run may be written again.
  private static func checkParts(_ parts: [ReportFolder]) throws(Problem) {
    guard let first = parts.first, parts.count > 1 || first.report.isPart else { return }
    var known: [Shard: ReportFolder] = [:]
    for part in parts {
      guard let shard = part.report.shard else { throw .notPart(part.path) }
      guard let run = part.report.run, let own = first.report.run, let other = first.report.shard
      else { throw part.report.run == nil ? .otherVersion(part.path) : .notPart(first.path) }
      if let reason = own.difference(of: run) {
        throw .otherRun(part.path, reason: reason, first: first.path)
      }
      guard shard.count == other.count else {
        throw .otherCount(part.path, shard, first: first.path, other)
      }
      if let other = known[shard] { throw .partTwice(shard, other.path, part.path) }
      known[shard] = part
    }
    try checkComplete(known, first.report.run)
  }

  private static func checkComplete(
    _ parts: [Shard: ReportFolder], _ run: RunIdentity?
  ) throws(Problem) {
    let count = parts.keys.first?.count ?? 1
    // A report may name any count: no list of that length is made.
    let missing = (1...count).lazy.compactMap { Shard(number: $0, count: count) }
      .filter { parts[$0] == nil }.prefix(8)
    guard missing.isEmpty else {
      let names = missing.map(\.description).joined(separator: ", ")
      throw .partsMissing(parts: missing.count == 1 ? "\(names) is" : "\(names) are")
    }
    let names = parts.sorted { $0.key.number < $1.key.number }
      .flatMap { $0.value.report.run?.part ?? [] }
    guard let run, RunIdentity.digest(of: names) == run.scenes else {
      throw .scenesMissing(named: names.count, count: run?.sceneCount ?? 0)
    }
  }

  private func picturesOnPage(
    of entry: DiffReport.Entry
  ) throws(Problem) -> DiffReport.Pictures? {
    guard let files = entry.files else { return nil }
    return DiffReport.Pictures(
      expected: try files.expected.map { file throws(Problem) in try pictures.bytes(of: file) },
      actual: try files.actual.map { file throws(Problem) in try pictures.bytes(of: file) },
      difference: try files.difference.map { file throws(Problem) in try pictures.bytes(of: file) })
  }

  /// Removes the files that this report left and the one that took its place does not name, as far
  /// as they are what it left.
  func removePictures(besides other: DiffReport) {
    let kept = Set(other.files.map { FilePath($0.path) })
    for file in report.files
    where !kept.contains(FilePath(file.path)) && (try? pictures.bytes(of: file)) != nil {
      unlink(path.appendingPathComponent(file.path))
      var folder = file.path.folderOfPath
      while folder != ".", rmdir(path.appendingPathComponent(folder)) == 0 {
        folder = folder.folderOfPath
      }
    }
  }

  /// Copies the files of the pairs into another folder. Throws `Problem` and `MediaError`.
  public func copyPictures(to folder: String) throws {
    for files in report.entries.compactMap(\.files) {
      for file in files.all {
        try writeWholeFile(
          try pictures.bytes(of: file), to: folder.appendingPathComponent(file.path),
          inside: folder)
      }
    }
  }
}
