import RostrumBase
package import RostrumMedia
import Synchronization

/// The name of a journal's file.
///
/// As long as its run goes on it is `<number>-run-<token>.jsonl`, and `<number>-0-<token>.jsonl`
/// once the run has ended by itself, with nothing half-written. A name that still says `run`
/// without anybody who holds the lock is that of a run that was killed. Numbers give the order of
/// the runs.
///
/// Journals once said the number of their process instead of `run`, and any number instead of the
/// token.
struct JournalName: Hashable {
  /// The owner of the unfinished files that the run has left, if any.
  enum Owner: Hashable {
    case run(RunToken)
    case process(Int32)
  }

  let number: Int
  /// `nil` once the run has ended by itself.
  let owner: Owner?
  private let rest: String

  /// Far more runs than a folder sees.
  static let maximumNumber = 999_999_999_999

  static let ending = ".jsonl"

  init(number: Int, run: RunToken) {
    self.init(number, owner: .run(run), run.description)
  }

  /// The name of a journal of several runs that have ended.
  init(merged number: Int) { self.init(number, owner: nil, RunToken().description) }

  private init(_ number: Int, owner: Owner?, _ rest: String) {
    (self.number, self.owner, self.rest) = (number, owner, rest)
  }

  /// Parses a journal file name; `nil` if it is not one.
  init?(_ name: String) {
    guard name.hasEnding(Self.ending), !name.hasBeginning(".") else { return nil }
    let parts = name.dropLast(Self.ending.count).split(
      separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Self.number(parts[0]),
      (1...Self.maximumNumber).contains(number)
    else { return nil }
    (self.number, rest) = (number, String(parts[2]))
    switch parts[1] {
    case "0": owner = nil
    case "run":
      guard let run = RunToken(parts[2]) else { return nil }
      owner = .run(run)
    default:
      guard let process = Self.number(parts[1]).flatMap(Int32.init(exactly:)) else { return nil }
      owner = .process(process)
    }
  }

  /// Digits only.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  /// The file's name.
  var fileName: String {
    let middle =
      switch owner {
      case nil: "0"
      case .run: "run"
      case .process(let process): "\(process)"
      }
    return "\(number)-\(middle)-\(rest)\(Self.ending)"
  }

  /// The name once nothing half-written is left.
  var ended: JournalName { JournalName(number, owner: nil, rest) }
}

/// A file that grows by whole lines and is locked as long as it is open.
///
/// The lock shows whether the run is active. The system releases it when the process ends, however
/// it ends, so a lock is never stale. It also works between containers and users that share a
/// folder, where process ids and host names mean nothing. On a file system without locks, a run
/// without an end marker may still be active: its files are kept.
final class Journal: Sendable {
  /// The state of a run, from its lock.
  enum State {
    case goesOn
    case hasEnded
    /// The file system knows no locks.
    case unknown
  }

  private let folder: String
  private let name: JournalName
  private let descriptor: Int32
  private let waiting = Mutex(PendingLines())

  /// Lines that are not in the file yet, and the time at which some were last written.
  private struct PendingLines {
    var lines = ""
    /// Whether there were any.
    var areSome = false
    var lastWrite: ContinuousClock.Instant?

    mutating func add(_ more: String) {
      lines += more
      areSome = areSome || !more.isEmpty
    }
  }

  /// Lines that may wait are written at most so often.
  private static let interval = Duration.milliseconds(10)

  /// Makes a journal that begins with `lines`. It appears in the folder complete and locked, or not
  /// at all.
  init(
    _ name: JournalName, in folder: String, run: RunToken, _ lines: String
  ) throws(MediaError) {
    (self.folder, self.name) = (folder, name)
    descriptor = try openWholeFile(
      Array(lines.utf8), at: Manifest.path(name.fileName, in: folder), run: run, isDurable: false
    ) { _ = Self.lock($0) }
  }

  deinit {
    // Records that are lost only mean that their files are made again.
    try? append("")
    Self.release(descriptor)
  }

  /// Notes that nothing half-written is left. Without any lines but the first ones the journal is
  /// removed, unless these are needed.
  func end(keepingFirstLines: Bool) {
    try? append("")
    if keepingFirstLines || waiting.withLock(\.areSome) {
      Self.end(name, in: folder)
    } else {
      unlink(Manifest.path(name.fileName, in: folder))
    }
  }

  /// Notes the same of a run that was killed.
  static func end(_ name: JournalName, in folder: String) {
    rename(
      Manifest.path(name.fileName, in: folder), Manifest.path(name.ended.fileName, in: folder))
  }

  /// Whether the run of the journal at `path` is active, and the journal's size in bytes. Throws
  /// `MediaError` if the file cannot be opened as a journal.
  static func state(_ path: String) throws(MediaError) -> (State, size: Int) {
    let descriptor = try opened(path)
    defer { release(descriptor) }
    var facts = stat()
    let size = fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : 0
    switch lock(descriptor) {
    case nil: return (.hasEnded, size)
    case EWOULDBLOCK, EINTR: return (.goesOn, size)
    default: return (.unknown, size)
    }
  }

  /// A lock needs no more than reading, except on some file systems of a network.
  private static func opened(_ path: String) throws(MediaError) -> Int32 {
    do throws(MediaError) {
      return try openRegularFile(path, O_RDWR | O_NOFOLLOW)
    } catch {
      guard case .file(_, _, EACCES) = error else { throw error }
      return try openRegularFile(path, O_RDONLY | O_NOFOLLOW)
    }
  }

  /// Gives up the lock of a descriptor as well: a program that is being started at this moment has
  /// it too, until it runs.
  static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Returns the system's error number; `nil` when the lock is held.
  static func lock(_ descriptor: Int32) -> Int32? {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? nil : errno
  }

  /// Appends whole lines in one write, after the buffered ones. After it returns they outlive the
  /// process, but not yet a loss of power.
  func append(_ lines: String) throws(MediaError) {
    try waiting.withLock { waiting throws(MediaError) in
      waiting.add(lines)
      try flush(&waiting)
    }
  }

  /// Adds whole lines soon: with others of the next hundredth of a second, which is all that a
  /// process that is killed can lose.
  func appendSoon(_ lines: String) throws(MediaError) {
    try waiting.withLock { waiting throws(MediaError) in
      waiting.add(lines)
      if let last = waiting.lastWrite, last.duration(to: .now) < Self.interval { return }
      try flush(&waiting)
    }
  }

  private func flush(_ waiting: inout PendingLines) throws(MediaError) {
    var bytes = Array(waiting.lines.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Self.append($0, to: descriptor) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .lastFailure("write", Manifest.path(name.fileName, in: folder))
      }
      bytes = bytes.dropFirst(count)
    }
    (waiting.lines, waiting.lastWrite) = ("", .now)
  }

  private static func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
  }
}

extension MediaError {
  /// The system's last error while `doing` something with `path`.
  package static func lastFailure(_ doing: String, _ path: String) -> MediaError {
    .file(doing: doing, path: path, errno: errno)
  }
}
