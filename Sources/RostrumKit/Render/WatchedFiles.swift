import Foundation
import Synchronization

/// Files whose changes matter: what each looked like when it was read.
final class WatchedFiles: Sendable {
  /// What shows that a file was written or replaced.
  private struct Look: Equatable {
    /// What no file looks like.
    static let none = Look()

    var size: Int64 = -2
    var number: UInt64 = 0
    var seconds = 0
    var nanoseconds = 0

    private init() {}

    init(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else {
        size = -1
        return
      }
      size = Int64(status.st_size)
      number = UInt64(status.st_ino)
      #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
      #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      #endif
    }

    /// In seconds since 1970.
    var time: Double { Double(seconds) + Double(nanoseconds) / 1e9 }
  }

  private let looks = Mutex<[String: Look]>([:])

  var count: Int { looks.withLock(\.count) }

  /// Remembers how files look that were read from `start` on, unless they are known. One that was
  /// written since has changed.
  func add(_ paths: some Sequence<String>, readSince start: Date) {
    looks.withLock { looks in
      for path in paths where looks[path] == nil {
        let look = Look(path)
        looks[path] = look.time >= start.timeIntervalSince1970 ? .none : look
      }
    }
  }

  var folders: Set<String> {
    looks.withLock { Set($0.keys.map { ($0 as NSString).deletingLastPathComponent }) }
  }

  /// The files that look other than when they were added.
  var changed: Set<String> {
    looks.withLock { Set($0.filter { Look($0.key) != $0.value }.keys) }
  }

  /// Takes what files look like now for what is known.
  func accept(_ paths: Set<String>) {
    looks.withLock { looks in for path in paths { looks[path] = Look(path) } }
  }
}
