import Foundation

/// Threads on which frames are drawn, one for each core.
///
/// The threads of Swift's own pool are as many, and all that waits is served by them: ffmpeg's messages, cancellation, other scenes.
/// A drawing may take minutes, and must not keep those waiting.
final class DrawingThreads: TaskExecutor, @unchecked Sendable {
  static let shared = DrawingThreads(count: ProcessorCount.available)

  private let condition = NSCondition()
  /// Guarded by `condition`.
  private var jobs: [UnownedJob] = []
  /// How many of `jobs` have been begun. Guarded by `condition`.
  private var begun = 0

  private init(count: Int) {
    for _ in 0..<count {
      let thread = Thread { self.serve() }
      thread.name = "drawing"
      // Scenes are deep, and some systems give half a megabyte only.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { jobs.append(job) }
    condition.signal()
  }

  private func serve() -> Never {
    let executor = asUnownedTaskExecutor()
    while true { next().runSynchronously(on: executor) }
  }

  private func next() -> UnownedJob {
    condition.withLock {
      while begun == jobs.count { condition.wait() }
      defer {
        begun += 1
        if begun == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          begun = 0
        }
      }
      return jobs[begun]
    }
  }
}
