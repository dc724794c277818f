import Base
import Synchronization

/// The files that are being written at this moment under names that nobody asked for.
///
/// Whoever writes one removes it when the work fails or is cancelled. This list is for a program that has to end before that.
public enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])
  /// The programs that write some of them.
  private static let processes = Mutex<Set<Int32>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  static func add(process: Int32) { processes.withLock { _ = $0.insert(process) } }

  static func forget(process: Int32) { processes.withLock { _ = $0.remove(process) } }

  /// Removes them all and ends the program at once, without waiting for work that still goes on.
  public static func removeAndExit(_ status: Int32) -> Never {
    paths.withLock { paths in
      // A program that lived on could make its file once more.
      let killed = processes.withLock { $0.count { kill($0, SIGKILL) == 0 } }
      if killed > 0 { usleep(20_000) }
      for path in paths { unlink(path) }
      _exit(status)
    }
  }
}
