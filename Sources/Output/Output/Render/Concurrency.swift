package import RostrumBase
import RostrumCanvas
import RostrumRendering
import RostrumSceneFile
import Synchronization

/// Threads on which frames are drawn, one for each core, or fewer where the system gives no more.
///
/// The threads of other tasks are as many, and all that waits is served by them: ffmpeg's messages,
/// cancellation, other scenes. A drawing may take minutes, and must not keep those waiting.
package enum DrawingExecutor {
  /// Scenes are deep, and some systems give half a megabyte only.
  private static let stack = 8 << 20

  package static let shared = ThreadPool(most: ProcessorCount.available, stack: stack)
}

/// A counting semaphore for tasks, which are served in the order of asking. All scenes of a job
/// share one.
///
/// A permit is held for one frame, never while waiting for another worker. So no task waits for
/// ever, and small scenes leave permits for a large one and the other way round.
final class AsyncSemaphore: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many of `waiting` have been served already.
    var served = 0
  }

  private let state: Mutex<State>

  /// With as many permits, but at least one.
  init(permits: Int) { state = Mutex(State(free: max(permits, 1))) }

  /// A semaphore that never makes anyone wait.
  static let unlimited = AsyncSemaphore(permits: .max)

  /// Returns when there is a permit. It has to be released.
  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.served < state.waiting.count else {
        state.free += 1
        return nil
      }
      let next = state.waiting[state.served]
      state.served += 1
      if state.served == state.waiting.count {
        state.waiting.removeAll(keepingCapacity: true)
        state.served = 0
      }
      return next
    }
    next?.resume()
  }
}

/// Lets workers go on one at a time, in the order of their numbers: frames that are rendered side
/// by side reach a video in order.
actor FrameSequencer {
  /// The display trees of the last frame.
  private(set) var lastTrees: [DisplayNode?] = []
  /// The pixels of the last frame, for sinks that compare frames.
  private var lastPicture: Bitmap?
  private var next = 0
  private var isClosed = false
  private(set) var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]

  /// Returns when it is the turn of `number`. Throws `CancellationError` when the sequencer is
  /// closed first.
  func wait(for number: Int) async throws {
    if isClosed { throw CancellationError() }
    if number == next { return }
    try await withCheckedThrowingContinuation { waiting[number] = $0 }
  }

  /// Keeps a picture of the frame at hand in place of the one before, which it returns.
  func exchange(_ picture: Bitmap) -> Bitmap? {
    defer { lastPicture = picture }
    return lastPicture
  }

  /// Ends the turn: the next number may go on.
  func advance(leaving trees: [DisplayNode?]) {
    lastTrees = trees
    next += 1
    waiting.removeValue(forKey: next)?.resume()
  }

  /// Throws `CancellationError` for all who wait, now or later: another worker has failed.
  func close() {
    isClosed = true
    for continuation in waiting.values { continuation.resume(throwing: CancellationError()) }
    waiting = [:]
  }
}
