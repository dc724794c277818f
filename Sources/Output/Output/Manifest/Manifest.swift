public import RostrumBase
import RostrumMedia
import Synchronization

/// Two runs that would write the same files at the same time.
public struct FolderInUse: ExitStatusError, Sendable, CustomStringConvertible {
  public let folder: String
  /// The other run's.
  public let process: Int32
  public let host: String

  public var description: String {
    let place = host == ProcessInfo.processInfo.hostName ? "" : " on \(host)"
    return "process \(process)\(place) is rendering the same files into '\(folder)' right now"
  }

  public var exitStatus: ExitStatus { .cannotCreate }
}

/// The records of the files in one output folder: which files are complete, and which frames they
/// show.
///
/// It is kept in the hidden folder `.rostrum`, one journal for each run. A record is written soon
/// after its file is renamed into place, and holds a digest of the file's content. A file damaged
/// by a loss of power does not match its record, and a lost record only means that its file is made
/// again. So nothing has to be flushed to the disk, except when several journals are merged.
///
/// The files of a run carry its token until they are finished, and so does the run's journal. A run
/// removes the unfinished files of other runs only once their journals say that they have ended:
/// see `Journal`.
final class Manifest: Sendable {
  /// The output folder.
  let folder: String
  /// The damage in the folder's journals, as sentences. Damaged journals are left alone.
  let warnings: [String]
  private let journal: Journal
  private let header: RunHeader
  /// Its own records are in the journal alone: memory does not grow with them.
  private let earlier: EarlierRecords
  /// The files of earlier records that this run makes anew.
  private let remade = Mutex<Set<FilePath>>([])
  private let leftovers: Leftovers

  private init(
    _ header: RunHeader, in folder: String, _ journal: Journal, _ earlier: EarlierRecords,
    _ leftovers: Leftovers, _ warnings: [String]
  ) {
    (self.header, self.folder, self.journal) = (header, folder, journal)
    (self.earlier, self.leftovers, self.warnings) = (earlier, leftovers, warnings)
  }

  /// The hidden folder's name.
  static let folderName = ".rostrum"

  /// Begins a run into `folder`, which is made where it is missing. Throws `FolderInUse`, or
  /// `MediaError.file`.
  static func begin(
    _ header: RunHeader, in folder: String, run: RunToken,
    earlier: EarlierRecords = EarlierRecords()
  ) throws -> Manifest {
    let hidden = path(folderName, in: folder)
    return try withStartLock(hidden) { isLocked in
      // The process that makes a journal holds the lock.
      if isLocked { UnfinishedFiles.removeAll(in: hidden) }
      var reader = ManifestReader(folder: folder)
      let runs = try reader.runs(besides: header)
      let leftovers = Leftovers(runs, in: folder)
      leftovers.remove()
      if !header.fresh { earlier.update(runs, by: &reader) }
      let last = try merge(runs, by: &reader, earlier) ?? runs.lastNumber
      let journal = try Journal(
        JournalName(number: last + 1, run: run), in: hidden, run: run,
        ManifestLine.run(header).text)
      let warnings = earlier.news(in: reader.warnings, of: folder)
      return Manifest(header, in: folder, journal, earlier, leftovers, warnings)
    }
  }

  /// Merges journals of ended runs once there are many, into one that is there, and outlives a loss
  /// of power, before they go. Returns the last number where numbers begin anew.
  private static func merge(
    _ runs: FolderRuns, by reader: inout ManifestReader, _ earlier: EarlierRecords
  ) throws(MediaError) -> Int? {
    let isLast = runs.lastNumber >= JournalName.maximumNumber
    var fold = ManifestFold()
    var journals: [JournalName] = []
    for name in runs.mergeable {
      guard let lines = reader.lines(of: name) else { continue }
      for line in lines { fold.add(line) }
      journals.append(name)
    }
    guard let newest = journals.last else { return isLast ? 0 : nil }
    let merged = JournalName(merged: isLast ? 1 : newest.number)
    let hidden = path(folderName, in: reader.folder)
    let text = fold.text(isFirst: isLast || journals.first == runs.all.first?.name)
    Journal.release(
      try openWholeFile(
        Array(text.utf8), at: path(merged.fileName, in: hidden), run: RunToken(), isDurable: true
      ) { _ in })
    for name in journals {
      for name in [name, name.ended] { unlink(path(name.fileName, in: hidden)) }
    }
    earlier.replace(journals, with: merged, in: reader.folder)
    return isLast ? 1 : nil
  }

  /// The record of a file that an earlier run has left in the folder.
  func record(of file: String) -> FileRecord? { known(file)?.record }

  private func known(_ file: String) -> (record: FileRecord, header: RunHeader)? {
    let isRemade = header.fresh || remade.withLock { $0.contains(FilePath(file)) }
    return isRemade ? nil : earlier[folder, file]
  }

  /// Records files that are complete and have their final names.
  func add(_ files: [FileRecord]) throws(MediaError) {
    try journal.appendSoon(files.map { ManifestLine.file($0).text }.joined())
  }

  /// Records files of earlier runs as its own, unless those did the same work.
  func keep(_ files: [FileRecord]) throws(MediaError) {
    try add(files.filter { known($0.file)?.header.isOfSameWork(as: header) != true })
  }

  /// Invalidates the record of a file that is about to be rewritten. Otherwise the old record could
  /// be taken for one of the new file.
  func invalidateRecord(of file: String) throws(MediaError) {
    guard known(file) != nil else { return }
    remade.withLock { _ = $0.insert(FilePath(file)) }
    try journal.append(ManifestLine.void(file).text)
  }

  /// The run has ended by itself, with nothing half-written.
  func end() {
    // An ffmpeg that outlived its run for a moment may have made something after this run began.
    leftovers.remove()
    leftovers.forget()
    journal.end(keepingFirstLines: header.fresh)
  }

  /// The run has ended, and nothing of it stays: not even the hidden folder, where it has no other
  /// journals.
  func discard() {
    let hidden = Self.path(Self.folderName, in: folder)
    try? Self.withStartLock(hidden) { _ in
      leftovers.remove()
      leftovers.forget()
      journal.end(keepingFirstLines: false)
      let names = try? FileManager.default.contentsOfDirectory(atPath: hidden)
      guard names == [Self.lockName] else { return }
      unlink(Self.path(Self.lockName, in: hidden))
      rmdir(hidden)
    }
  }

  private static let lockName = "lock"
  /// So often the folder may go between two steps of a start.
  private static let attempts = 1000

  /// Serialises the starts of runs, in a hidden folder that is made where it is missing. `body`
  /// gets whether the file system supports locks.
  private static func withStartLock<Value>(
    _ hidden: String, _ body: (_ isLocked: Bool) throws -> Value
  ) throws -> Value {
    let path = path(lockName, in: hidden)
    var descriptor: Int32 = -1
    for _ in 0..<attempts {
      try createDirectory(hidden)
      descriptor = open(
        path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        if errno == ENOENT { continue }
        break
      }
      defer { Journal.release(descriptor) }
      var (facts, there) = (stat(), stat())
      guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
        throw MediaError.file(doing: "write", path: path, errno: EEXIST)
      }
      while let number = Journal.lock(descriptor) {
        guard number == EWOULDBLOCK || number == EINTR else { return try body(false) }
        try Task.checkCancellation()
        usleep(500)
      }
      // A run that left nothing may have removed it.
      if lstat(path, &there) == 0, there.st_ino == facts.st_ino { return try body(true) }
    }
    throw MediaError.lastFailure("write", path)
  }

  static func path(_ name: String, in folder: String) -> String {
    folder.appendingPathComponent(name)
  }
}

/// The unfinished files that killed runs have left in a folder.
private struct Leftovers: Sendable {
  private let folder: String
  private let killed: [JournalName]
  private let runs: Set<RunToken>
  private let processes: Set<Int32>

  /// Files that a run that goes on may own are none, whatever the names of other journals say.
  init(_ found: FolderRuns, in folder: String) {
    self.folder = folder
    killed = found.ended.filter { $0.owner != nil }
    let owners = killed.compactMap(\.owner).filter { owner in
      !found.notEnded.contains { $0.owner == owner }
    }
    runs = Set(owners.compactMap { if case .run(let run) = $0 { run } else { nil } })
    processes = Set(owners.compactMap { if case .process(let id) = $0 { id } else { nil } })
  }

  func remove() {
    guard !killed.isEmpty else { return }
    UnfinishedFiles.remove(of: runs, in: folder)
  }

  /// Later runs need not look for these files again, except for files too recent to be removed.
  func forget() {
    let isLeft = !processes.isEmpty && UnfinishedFiles.removeOld(of: processes, in: folder)
    for name in killed {
      if isLeft, case .process = name.owner { continue }
      Journal.end(name, in: Manifest.path(Manifest.folderName, in: folder))
    }
  }
}

extension String {
  /// The folder here is written as nothing in paths.
  var orDot: String { isEmpty ? "." : self }
}

/// The finished files of earlier runs that are kept.
public enum FileReuse: Sendable {
  /// No files: everything is made anew.
  case none
  /// Files whose length is still the recorded one (`--skip-existing`).
  case existing
  /// Files whose content is still the recorded one: each is read (`--resume`).
  case verified

  /// Whether the file still matches its record and shows the wanted content. Throws
  /// `MediaError.notAFile` if it is no regular file, whose content cannot be checked.
  func keeps(
    _ record: FileRecord, showing shows: Digest, in folder: String
  ) throws(MediaError) -> Bool {
    guard self != .none, record.shows == shows else { return false }
    let path = Manifest.path(record.file, in: folder)
    guard try sizeOfFile(path) == record.bytes else { return false }
    return self == .existing || Digest.ofFile(path)?.digest == record.content
  }
}
