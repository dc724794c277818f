public import Base
import ImageDiff
public import Media

/// A folder that a comparison with `--report` left.
public struct ReportFolder: Sendable {
  /// A reason why a report cannot be used.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case notReadable(String)
    case otherVersion(String)
    case missingFile(String)
    case changedFile(String)
    case noPictures(String)
    case partsMissing(parts: String)
    case pairTwice(String)

    public var description: String {
      switch self {
      case .notReadable(let path):
        "'\(path)' is no report: it has no report.json of a comparison, or a damaged one"
      case .otherVersion(let path):
        "'\(path)' was written by another version of rostrum: compare anew"
      case .missingFile(let path): "'\(path)' cannot be read, and the report names it"
      case .changedFile(let path): "'\(path)' is not the file that the report was made with"
      case .noPictures(let path):
        "the report '\(path)' has no pictures to approve: compare with --report and --pictures"
      case .partsMissing(let parts): "the report is not complete: \(parts) missing"
      case .pairTwice(let title): "'\(title)' is in two of the reports"
      }
    }

    public var exitStatus: ExitStatus { self == .noPictures("") ? .wrongUsage : .inputMissing }
  }

  let path: String
  public let report: DiffReport

  var pictures: PictureFolder { PictureFolder(path: path) }

  /// Reads the report of a folder, without its pictures.
  public init(_ path: String) throws(Problem) {
    guard let bytes = try? readWholeFile("\(path)/report.json") else { throw .notReadable(path) }
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

  /// One report of several, in the order of the folders, with the pictures of the `keptPictures`
  /// most different pairs for its page. Throws `Problem` where two tell of the same pair, or where
  /// one of the shards of a run is not there.
  public static func merged(_ folders: [String], keptPictures: Int) throws -> DiffReport {
    let parts = try folders.map { path throws(Problem) in try ReportFolder(path) }
    try checkShards(parts.map(\.report))
    var collection = EntryCollection(keptPictures: keptPictures)
    var titles = Set<String>()
    var index = 0
    for part in parts {
      for var entry in part.report.entries {
        guard titles.insert(entry.title).inserted else { throw Problem.pairTwice(entry.title) }
        entry.pictures = try part.picturesOnPage(of: entry)
        collection.add(entry, at: index)
        index += 1
      }
    }
    let first = parts.first?.report
    return DiffReport(
      title: first?.title ?? "", tolerance: first?.tolerance ?? .standard,
      entries: collection.inOrder, notes: parts.flatMap(\.report.notes))
  }

  private static func checkShards(_ reports: [DiffReport]) throws(Problem) {
    let shards = reports.compactMap(\.shard)
    guard let count = shards.map(\.count).max() else { return }
    let missing = (1...count).compactMap { Shard(number: $0, count: count) }
      .filter { !shards.contains($0) }
    guard missing.isEmpty else {
      let names = missing.map(\.description).joined(separator: ", ")
      throw .partsMissing(parts: missing.count == 1 ? "\(names) is" : "\(names) are")
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

  /// Copies the files that the report names into another folder. Throws `Problem` and `MediaError`.
  public func copyPictures(to folder: String) throws {
    for files in report.entries.compactMap(\.files) {
      for file in [files.expected, files.actual, files.difference, files.record] {
        guard let file else { continue }
        try createFolder(ofOutput: "\(folder)/\(file.path)")
        try writeWholeFile(try pictures.bytes(of: file), to: "\(folder)/\(file.path)")
      }
    }
  }
}
