import Base
import Foundation
import Media
import Synchronization

/// Two runs that would write the same files at the same time.
public struct FolderInUse: Error, Sendable, CustomStringConvertible {
  public let folder: String
  /// The other run's.
  public let process: Int32
  public let host: String

  public var description: String {
    let place = host == ProcessInfo.processInfo.hostName ? "" : " on \(host)"
    return "process \(process)\(place) is rendering the same files into '\(folder)' right now"
  }
}

/// What is known of the files in one output folder: which are whole, and what they show.
///
/// It is kept in the hidden folder `.rostrum`, one journal for each run. A record is written soon after its file got its name, and holds the
/// digest of the file's content: a file that a loss of power has damaged does not fit its record, and a record that was lost only means
/// that its file is made again. So nothing has to be flushed to the disk, except when several journals become one.
final class Manifest: Sendable {
  /// The output folder.
  let folder: String
  private let journal: Journal
  /// What earlier runs have left, as far as this one has not made it anew. Its own records are in the journal alone: memory does not grow with them.
  private let earlier: Mutex<[String: FileRecord]>
  /// The journals of earlier runs that were killed.
  private let killed: [String]

  private init(
    _ folder: String, _ journal: Journal, _ records: [String: FileRecord], killed: [String]
  ) {
    (self.folder, self.journal, self.killed) = (folder, journal, killed)
    earlier = Mutex(records)
  }

  /// The hidden folder's name.
  static let folderName = ".rostrum"

  /// So many journals of ended runs become one.
  private static let maximumJournals = 32

  /// Begins a run into `folder`, which is made where it is missing. Throws `FolderInUse`, or `MediaError.file`.
  static func begin(_ header: RunHeader, in folder: String) throws -> Manifest {
    let hidden = path(folderName, in: folder)
    try createDirectory(hidden)
    return try withStartLock(hidden) {
      let reader = ManifestReader(folder: folder)
      let number = reader.nextNumber
      let ended = try reader.endedRuns(colliding: header)
      let killed = ended.filter { $0.process != 0 }.map(\.path)
      removePartialFiles(of: killed, in: folder)
      let isMerging = ended.count >= maximumJournals
      let known =
        isMerging || !header.fresh
        ? ManifestReader.sections(of: ended.map(\.path), and: [.run(header)]) : []
      let text = (isMerging ? known : []).map(\.text).joined() + ManifestLine.run(header).text
      let name = "\(number)-\(header.process)-\(UInt32.random(in: 0 ... .max)).jsonl"
      let journal = try Journal.created(path(name, in: hidden), text, isDurable: isMerging)
      if isMerging { for run in ended { unlink(run.path) } }
      let records = known.flatMap(\.records).map { ($0.file, $0) }
      return Manifest(folder, journal, Dictionary(records) { $1 }, killed: killed)
    }
  }

  /// What an earlier run has left in the folder.
  func record(of file: String) -> FileRecord? { earlier.withLock { $0[file] } }

  /// Files stand complete under their names.
  func add(_ files: [FileRecord]) throws(MediaError) {
    try journal.appendSoon(files.map { ManifestLine.file($0).text }.joined())
  }

  /// A file is about to be written anew. Without this, what was known of the old file could be taken for the new one's.
  func void(_ file: String) throws(MediaError) {
    guard earlier.withLock({ $0.removeValue(forKey: file) }) != nil else { return }
    try journal.append(ManifestLine.void(file).text)
  }

  /// The run has ended by itself, with nothing half-written.
  func end() {
    // An ffmpeg that outlived its run for a moment may have made its file after this run began.
    Self.removePartialFiles(of: killed, in: folder)
    for path in killed { Journal.taken(path)?.end() }
    journal.end()
  }

  /// Files that runs with these journals have left half-written.
  private static func removePartialFiles(of killed: [String], in folder: String) {
    guard !killed.isEmpty else { return }
    let processes = killed.map { Journal.process(ofFile: $0) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.orDot)) ?? []
    for name in names where name.hasPrefix(".") {
      guard processes.contains(where: { name.contains(".partial-\($0)-") }) else { continue }
      unlink(path(name, in: folder))
    }
  }

  /// Runs begin one after the other.
  private static func withStartLock<Value>(_ hidden: String, _ body: () throws -> Value) throws
    -> Value
  {
    let path = path("lock", in: hidden)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw MediaError.lastFailure("write", path) }
    defer { Journal.close(descriptor) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      try Task.checkCancellation()
      usleep(5_000)
    }
    return try body()
  }

  static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

extension String {
  /// The folder here is written as nothing in paths.
  var orDot: String { isEmpty ? "." : self }
}
