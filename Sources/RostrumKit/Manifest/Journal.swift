import Base
import Foundation
import Media
import Synchronization

/// A file that grows by whole lines and is locked as long as it is open. The system gives the lock up when the process ends, however it
/// ends, so a lock is never stale.
///
/// It is called `<number>-<process>-<anything>.jsonl`. Once its run has ended by itself, the process is 0.
final class Journal: Sendable {
  private let place: Mutex<String>
  private let descriptor: Int32
  private let waiting = Mutex(Waiting())

  /// Lines that are not in the file yet, and when some were last written.
  private struct Waiting {
    var lines = ""
    var lastWrite: ContinuousClock.Instant?
  }

  /// Lines that may wait are written at most so often.
  private static let interval = Duration.milliseconds(10)

  private init(_ path: String, _ descriptor: Int32) {
    place = Mutex(path)
    self.descriptor = descriptor
  }

  var path: String { place.withLock(\.self) }

  /// Of the run that has written it and may have left something half-written; 0 for none.
  var process: Int32 { Self.process(ofFile: path) }

  static func process(ofFile path: String) -> Int32 { parts(path).process }

  /// Notes that nothing half-written is left.
  func end() {
    try? append("")
    place.withLock { path in
      let parts = Self.parts(path)
      guard parts.process != 0 else { return }
      let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
      let ended = "\(folder)\(parts.number)-0-\(parts.rest)"
      if rename(path, ended) == 0 { path = ended }
    }
  }

  private static func parts(_ path: String) -> (number: Int, process: Int32, rest: Substring) {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: "-", maxSplits: 2)
    guard parts.count == 3 else { return (0, 0, name) }
    return (Int(parts[0]) ?? 0, Int32(parts[1]) ?? 0, parts[2])
  }

  deinit {
    // Records that are lost only mean that their files are made again.
    try? append("")
    Self.close(descriptor)
  }

  /// Gives up the lock of a descriptor as well: a program that is being started at this moment has it too, until it runs.
  static func close(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    _ = Foundation.close(descriptor)
  }

  /// Opens a journal that is there; `nil` when somebody else has it open, or when it has just been removed.
  static func taken(_ path: String) -> Journal? {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let journal = Journal(path, descriptor)
    return lock(descriptor) ? journal : nil
  }

  /// Makes a journal that begins with `lines`: whoever looks finds it whole or not at all; if it is durable, also after a loss of power.
  static func created(
    _ path: String, _ lines: String, isDurable: Bool
  ) throws(MediaError) -> Journal {
    let temporary = path + ".partial"
    unlink(temporary)
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .lastFailure("write", path) }
    let journal = Journal(path, descriptor)
    do throws(MediaError) {
      _ = lock(descriptor)
      try journal.append(lines)
      if isDurable { try journal.makeDurable() }
      guard rename(temporary, path) == 0 else { throw .lastFailure("write", path) }
      if isDurable { flush(folder: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])) }
    } catch {
      unlink(temporary)
      throw error
    }
    return journal
  }

  /// Adds whole lines in one step, after those that wait. Once it returns they outlive the process, but not yet a loss of power.
  func append(_ lines: String) throws(MediaError) {
    try waiting.withLock { waiting throws(MediaError) in
      waiting.lines += lines
      try write(&waiting)
    }
  }

  /// Adds whole lines soon: with others of the next hundredth of a second, which is all that a process that is killed can lose.
  func appendSoon(_ lines: String) throws(MediaError) {
    try waiting.withLock { waiting throws(MediaError) in
      waiting.lines += lines
      if let last = waiting.lastWrite, last.duration(to: .now) < Self.interval { return }
      try write(&waiting)
    }
  }

  private func write(_ waiting: inout Waiting) throws(MediaError) {
    var bytes = Array(waiting.lines.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Self.write(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .lastFailure("write", path) }
      bytes = bytes.dropFirst(count)
    }
    waiting = Waiting(lastWrite: .now)
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    Foundation.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Waits until everything is on the disk.
  private func makeDurable() throws(MediaError) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw .lastFailure("write", path)
    }
  }

  /// True as well where the file system knows no locks: then two runs at once go unnoticed.
  private static func lock(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    return errno != EWOULDBLOCK && errno != EINTR
  }
}

/// Waits until what was last renamed in a folder is so on the disk as well.
private func flush(folder: String) {
  let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}

extension MediaError {
  /// The system's last error while `doing` something with `path`.
  static func lastFailure(_ doing: String, _ path: String) -> MediaError {
    .file(doing: doing, path: path, errno: errno)
  }
}
