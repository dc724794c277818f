import RostrumBase
import Synchronization

/// A random token of one run in the names of its unfinished files. A process ID is not enough:
/// containers that share a folder have the same ones, and other users can predict it.
public struct RunToken: Hashable, Sendable, CustomStringConvertible {
  /// Sixteen hexadecimal digits.
  public let description: String

  /// A new one.
  public init() { description = randomDigits() }

  /// Reads sixteen lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard isRandomDigits(text) else { return nil }
    description = String(text)
  }
}

private func randomDigits() -> String {
  UInt64.random(in: 0 ... .max).digits(16, radix: 16)
}

private func isRandomDigits(_ text: some StringProtocol) -> Bool {
  text.utf8.count == 16
    && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
}

/// The hidden names of unfinished files: `.name.partial-<run>-<random>-held.extension`.
///
/// `held` means that the program that writes the file holds a lock on it for as long as it lives:
/// see `UnfinishedLock`. Earlier releases wrote names without it, and held no lock.
enum PartialName {
  private static let word = ".partial-"
  private static let held: Substring = "held"

  /// An unpredictable temporary name for the file `name`, with the same extension.
  static func new(for name: String, run: RunToken) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let ending = name[dot...].dropFirst().prefix(utf8: 32)
    // Names may have 255 bytes.
    let stem = name[..<dot].prefix(utf8: 128)
    return ".\(stem)\(word)\(run)-\(randomDigits())-\(held).\(ending)"
  }

  /// Whether a program holds a lock on the file of that name until it is finished.
  static func isHeld(_ name: String) -> Bool {
    parts(of: name)?.isHeld == true && run(in: name) != nil
  }

  /// The run whose file has that name; `nil` for names of other kinds.
  static func run(in name: String) -> RunToken? {
    guard let parts = parts(of: name), isRandomDigits(parts.number) else { return nil }
    return RunToken(parts.run)
  }

  /// The process in a name as they once were, `.name.partial-<process>-<number>.extension`.
  static func process(in name: String) -> Int32? {
    guard let parts = parts(of: name), !parts.isHeld, parts.run.utf8.count < 16,
      Int(parts.number) != nil
    else { return nil }
    return Int32(parts.run)
  }

  private static func parts(
    of name: String
  ) -> (run: Substring, number: Substring, isHeld: Bool)? {
    guard name.hasPrefix("."), let place = name.ranges(of: word).last else { return nil }
    let parts = name[place.upperBound...].prefix { $0 != "." }.split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 && parts[2] == held else { return nil }
    return (parts[0], parts[1], parts.count == 3)
  }
}

extension Substring {
  /// The longest prefix of at most `count` bytes, in whole Unicode scalars.
  fileprivate func prefix(utf8 count: Int) -> Substring {
    var end = startIndex
    var left = count
    for index in unicodeScalars.indices {
      left -= UTF8.width(unicodeScalars[index])
      guard left >= 0 else { break }
      end = unicodeScalars.index(after: index)
    }
    return self[..<end]
  }
}

/// A file or a folder that is not finished, or a program that writes some.
final class UnfinishedEntry: Sendable {
  /// `nil` for a program.
  let path: String?
  /// The number of the program, which has a group of its own; 0 before it starts.
  private let process = Atomic<Int32>(0)
  /// The descriptor with the lock of the folder; -1 for none.
  private let lock = Atomic<Int32>(-1)
  /// For the list that the entry is in.
  fileprivate nonisolated(unsafe) var next: UnfinishedEntry?

  /// An entry for a file or a folder, or for a program that is to start.
  init(path: String? = nil) { self.path = path }

  /// Keeps a descriptor with its lock until the entry is forgotten.
  func keep(lock descriptor: Int32) { lock.store(descriptor, ordering: .releasing) }

  fileprivate func releaseLock() {
    let descriptor = lock.exchange(-1, ordering: .acquiringAndReleasing)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Records the program that has started.
  func start(process number: Int32) { process.store(number, ordering: .releasing) }

  /// Kills the program and its child processes; returns whether there was any.
  func killProgram() -> Bool {
    let number = process.load(ordering: .acquiring)
    return number > 0 && kill(-number, SIGKILL) == 0
  }
}

/// An intrusive list: adding never allocates, because the out-of-memory handler walks it, possibly
/// in the middle of a change.
struct UnfinishedList: Sendable {
  private var first: UnfinishedEntry?

  /// Adds an entry that is in no list.
  mutating func add(_ entry: UnfinishedEntry) {
    entry.next = first
    first = entry
  }

  /// Removes an entry, if it is there.
  mutating func remove(_ entry: UnfinishedEntry) {
    if first === entry {
      first = entry.next
    } else {
      var previous = first
      while let other = previous, other.next !== entry { previous = other.next }
      previous?.next = entry.next
    }
    entry.next = nil
  }

  /// Calls `body` with each entry, the last one that was added first.
  func forEach(_ body: (UnfinishedEntry) -> Void) {
    var next = first
    while let entry = next {
      body(entry)
      next = entry.next
    }
  }
}

/// The files that are being written at this moment under temporary names.
///
/// The writer of a file removes it when the work fails or is cancelled. The list is for a program
/// that has to end before that. The files of a killed program are removed by the next program that
/// writes into the folder, since their locks are free: see `UnfinishedLock`.
public enum UnfinishedFiles {
  private static let list = Mutex(UnfinishedList())
  /// Hashes of the folders that this program has looked through for abandoned files.
  private static let searchedFolders = Mutex<Set<Int>>([])

  static func add(_ entry: UnfinishedEntry) { list.withLock { $0.add(entry) } }

  static func forget(_ entry: UnfinishedEntry) {
    list.withLock { $0.remove(entry) }
    entry.releaseLock()
  }

  /// Removes files that killed programs have left in a folder, the first time that this program
  /// writes there.
  static func removeAbandoned(in folder: String) {
    let hash = folder.hashValue
    guard searchedFolders.withLock({ $0.insert(hash).inserted }) else { return }
    for name in (try? fileNames(in: folder)) ?? [] where PartialName.isHeld(name) {
      UnfinishedLock.removeIfAbandoned(joinPath(folder, name))
    }
  }

  /// Removes them all and ends the program at once, without waiting for running work.
  public static func removeAndExit(_ status: Int32) -> Never {
    removeAll()
    _exit(status)
  }

  /// Removes what work that failed beside other work has not removed yet, at the end of a program.
  public static func removeAll() {
    // Another thread may hold the lock while it ends the program, or lacks memory: do not wait for
    // ever.
    for _ in 0..<200 {
      let isDone = list.withLockIfAvailable { list in
        // A program that lived on could make its file once more.
        var killed = 0
        list.forEach { if $0.killProgram() { killed += 1 } }
        if killed > 0 { usleep(20_000) }
        list.forEach { if let path = $0.path { removeUnfinished(path) } }
        return true
      }
      if isDone == true { return }
      usleep(1_000)
    }
  }

  /// Removes the files that these ended runs have left in a folder; files of other runs stay.
  public static func remove(of runs: Set<RunToken>, in folder: String) {
    remove(in: folder) { name, _ in PartialName.run(in: name).map(runs.contains) ?? false }
  }

  /// Removes every unfinished file in a folder that no process is writing to.
  public static func removeAll(in folder: String) {
    remove(in: folder) { name, _ in PartialName.run(in: name) != nil }
  }

  /// Removes files that these processes left in a folder under the former naming scheme. Another
  /// process may have had the same ID, so files written within the last day stay. Returns whether
  /// any are left.
  public static func removeOld(of processes: Set<Int32>, in folder: String) -> Bool {
    let now = time(nil)
    var isLeft = false
    remove(in: folder) { name, facts in
      guard PartialName.process(in: name).map(processes.contains) ?? false else { return false }
      let isOld = facts.modified / 1_000_000_000 < now - 86_400
      isLeft = isLeft || !isOld
      return isOld
    }
    return isLeft
  }

  private static func remove(in folder: String, _ isLeftOver: (String, stat) -> Bool) {
    for name in (try? fileNames(in: folder)) ?? [] where name.hasPrefix(".") {
      let path = joinPath(folder, name)
      var facts = stat()
      guard lstat(path, &facts) == 0, isLeftOver(name, facts) else { continue }
      removeUnfinished(path)
    }
  }
}
