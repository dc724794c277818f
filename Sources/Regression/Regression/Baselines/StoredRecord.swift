import RostrumBase
import RostrumMedia

/// The content of a record in a folder of baselines.
protocol RecordContent: Decodable {
  /// The version of its format; 1.
  var version: Int { get }
  /// The scene file, as it was given.
  var scene: String { get set }
  /// The text of its file.
  var text: String { get }
  /// Whether its place in a folder of baselines follows from its scene.
  var hasPlace: Bool { get }
}

extension BaselineRecord: RecordContent {
  /// Tests in Swift give their baselines names of their own.
  var hasPlace: Bool { conditions != nil }
}

extension FilmRecord: RecordContent {
  var hasPlace: Bool { true }
}

/// A file of a baseline as it lies on the disk, and the reasons why it cannot be used.
struct StoredRecord {
  /// The part that records of every format have.
  private struct Head: Decodable {
    struct Stamp: Decodable { let rasterizer: String? }
    let version: Int
    let stamp: Stamp?
  }

  let path: String

  /// The record in a JSON file. Throws for a file that is missing, empty, damaged, in conflict, of
  /// another format, or a pointer of Git LFS.
  func decoded<Record: RecordContent>(
    as _: Record.Type = Record.self
  ) throws(Baseline.RecordProblem) -> Record {
    guard let bytes = try? readWholeFile(path, limit: Baseline.maximumRecordSize) else {
      throw problem(
        FileManager.default.fileExists(atPath: path) ? "cannot be read" : "is missing")
    }
    guard !bytes.isEmpty else { throw problem("is empty") }
    if let found = GitLeftover(in: bytes) { throw problem(found) }
    guard let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)) else {
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes))
      if let version = head?.version, version != 1 { throw otherFormat(version) }
      if head?.stamp?.rasterizer == "exact" {
        throw problem("was drawn with --rasterizer exact, which is gone")
      }
      throw problem("cannot be understood: it is damaged or cut off")
    }
    guard record.version == 1 else { throw otherFormat(record.version) }
    return record
  }

  /// The record of a scene in a folder of baselines. Throws also for one of another scene, which
  /// was put in its place.
  func decoded<Record: RecordContent>(
    as type: Record.Type = Record.self, in folder: String
  ) throws(Baseline.RecordProblem) -> Record {
    let record = try decoded(as: type)
    guard record.hasPlace else { return record }
    let own = folder.appendingPathComponent(BaselineFolder.mirrored(record.scene))
    guard FilePath.resolved(own) == FilePath.resolved(path.folderOfPath) else {
      throw problem("is the record of another scene, '\(record.scene)'")
    }
    return record
  }

  /// The text of the same record for a scene of another name.
  func text<Record: RecordContent>(
    _ type: Record.Type, of scene: String
  ) throws(Baseline.RecordProblem) -> String {
    var record = try decoded(as: type)
    record.scene = scene
    return record.text
  }

  /// The problem of a file that is a Git LFS pointer or has conflict marks; `nil` for others.
  var textInstead: Baseline.RecordProblem? {
    GitLeftover(ofFile: path, first: 1 << 10).map(problem)
  }

  /// The same for a file that a scene reads.
  static func textInstead(ofInput path: String) -> Baseline.RecordProblem? {
    GitLeftover(ofFile: path).map { .init(path: path, reason: $0.reason, remedy: $0.remedy) }
  }

  /// A record of another format than that of this version.
  private func otherFormat(_ version: Int) -> Baseline.RecordProblem {
    problem(
      "is of format \(version), and this version of rostrum reads format 1",
      version > 1
        ? "use a newer rostrum, or record the baseline anew with --update changed" : nil)
  }

  private func problem(_ found: GitLeftover) -> Baseline.RecordProblem {
    let other = " and verify it, or record the baseline anew with --update changed"
    return problem(found.reason, found.remedy + (found == .pointer ? "" : other))
  }

  private func problem(_ reason: String, _ remedy: String? = nil) -> Baseline.RecordProblem {
    var problem = Baseline.RecordProblem(path: path, reason: reason)
    if let remedy { problem.remedy = remedy }
    return problem
  }
}
