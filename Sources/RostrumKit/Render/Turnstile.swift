import Canvas
import Rendering

/// Lets workers pass one at a time, in the order of their numbers: how frames that are rendered side by side reach a video in order.
actor Turnstile {
  /// What the frame that passed last consists of.
  private(set) var lastTrees: [DisplayNode?] = []
  /// Its pixels, when somebody wants to compare.
  private var lastPicture: Bitmap?
  private var next = 0
  private var isClosed = false
  private(set) var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]

  /// Returns when it is `number`'s turn. Throws `CancellationError` when the turnstile is closed first.
  func pass(_ number: Int) async throws {
    if isClosed { throw CancellationError() }
    if number == next { return }
    try await withCheckedThrowingContinuation { waiting[number] = $0 }
  }

  /// Keeps a picture of the frame at hand in place of the one before, which it returns.
  func exchange(_ picture: Bitmap) -> Bitmap? {
    defer { lastPicture = picture }
    return lastPicture
  }

  /// Ends the turn: the next number may pass.
  func advance(leaving trees: [DisplayNode?]) {
    lastTrees = trees
    next += 1
    waiting.removeValue(forKey: next)?.resume()
  }

  /// Sends everybody away who waits, now or later: another worker has failed.
  func close() {
    isClosed = true
    for continuation in waiting.values { continuation.resume(throwing: CancellationError()) }
    waiting = [:]
  }
}
