import Foundation
import Synchronization

/// Files whose changes matter, each with its state when it was read.
final class WatchedFiles: Sendable {
  /// The state of a file, which changes when it is written or replaced.
  private struct FileState: Equatable {
    /// The state of a file that is not there.
    static let none = FileState()

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

  private let states = Mutex<[String: FileState]>([:])

  var count: Int { states.withLock(\.count) }

  /// Remembers the state of files that were read from `start` on, unless they are known. One that was
  /// written since has changed.
  func add(_ paths: some Sequence<String>, readSince start: Date) {
    states.withLock { states in
      for path in paths where states[path] == nil {
        let state = FileState(path)
        states[path] = state.time >= start.timeIntervalSince1970 ? .none : state
      }
    }
  }

  var folders: Set<String> {
    states.withLock { Set($0.keys.map { ($0 as NSString).deletingLastPathComponent }) }
  }

  /// The files that have changed since they were added.
  var changed: Set<String> {
    states.withLock { Set($0.filter { FileState($0.key) != $0.value }.keys) }
  }

  /// Takes the present state of files for the known one.
  func accept(_ paths: Set<String>) {
    states.withLock { states in for path in paths { states[path] = FileState(path) } }
  }
}
