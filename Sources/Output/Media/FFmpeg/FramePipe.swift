import RostrumBase
import RostrumCanvas
import Synchronization

/// The bytes of one frame to be written to an encoder. The pipe decides which thread may write to
/// it.
final class FrameBuffer: @unchecked Sendable {
  private let memory: Buffer<UInt8>
  var bytes: UnsafeMutableRawBufferPointer { memory.bytes }
  /// The number of the frame in the bytes, set by the code that fills the buffer; `nil` before the
  /// first.
  var frameIndex: Int?
  /// How many writes are under way, plus one for the frame sent last.
  fileprivate var uses = 0

  init(byteCount: Int) throws(OutOfMemory) { memory = try Buffer(count: byteCount) }
}

/// A pipe into an encoder, written to by a separate thread. At most three frames are queued, so
/// memory stays bounded however slow the encoder is.
final class FramePipe: Sendable {
  /// The read end for the encoder; the code that starts the encoder closes it.
  let readEnd: Int32
  private let writeEnd: Int32
  private let frameByteCount: Int
  private let profile: Profile?
  private let thread: ThreadPool
  private let state = Mutex(State())

  /// Larger than Linux's 64 KiB: a whole frame in a few writes takes a third of the time.
  private static let capacity: Int32 = 1 << 20
  private static let maximumOnTheWay = 3

  private struct State {
    var onTheWay = 0
    var waiting: [CheckedContinuation<Bool, Never>] = []
    var spare: [FrameBuffer] = []
    var last: FrameBuffer?
    /// The encoder has stopped reading, or we have stopped it.
    var isBroken = false
    var isClosed = false
  }

  init(frameByteCount: Int, profile: Profile? = nil) throws(MediaError) {
    self.frameByteCount = frameByteCount
    self.profile = profile
    thread = ThreadPool(most: 1)
    (readEnd, writeEnd) = try openPipe(for: "ffmpeg")
    prepareWriteEnd()
  }

  deinit { close() }

  /// Waits until there is room for a frame. False when the encoder reads no more.
  func reserve() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.isBroken || state.isClosed { return false }
        if state.onTheWay < Self.maximumOnTheWay {
          state.onTheWay += 1
          return true
        }
        state.waiting.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// After `reserve`: memory for the frame, used by no other thread until it has been sent.
  func emptyBuffer() throws(OutOfMemory) -> FrameBuffer {
    if let spare = state.withLock({ $0.spare.popLast() }) { return spare }
    return try FrameBuffer(byteCount: frameByteCount)
  }

  /// After `reserve`: queues the frame.
  func send(_ buffer: FrameBuffer) {
    state.withLock { state in
      if state.last !== buffer {
        Self.release(state.last, &state)
        state.last = buffer
        buffer.uses += 1
      }
      buffer.uses += 1
    }
    thread.perform { [self] in
      finish(buffer, succeeded: profile.measure(.pipe) { write(buffer) })
    }
  }

  /// After `reserve`: queues the last frame once more. False when there is none.
  func sendAgain() -> Bool {
    guard let last = state.withLock({ $0.last }) else { return false }
    send(last)
    return true
  }

  /// After the last frame: the encoder sees the end once it has read everything.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    thread.perform { [writeEnd] in closeDescriptor(writeEnd) }
  }

  /// Drops the frames that were not written yet.
  func stop() {
    markBroken()
    close()
  }

  private func finish(_ buffer: FrameBuffer, succeeded: Bool) {
    if !succeeded { markBroken() }
    let next = state.withLock { state in
      Self.release(buffer, &state)
      guard !state.waiting.isEmpty else {
        state.onTheWay -= 1
        return nil as CheckedContinuation<Bool, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume(returning: true)
  }

  private func markBroken() {
    let waiting = state.withLock { state in
      state.isBroken = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: false) }
  }

  private static func release(_ buffer: FrameBuffer?, _ state: inout State) {
    guard let buffer else { return }
    buffer.uses -= 1
    if buffer.uses == 0 { state.spare.append(buffer) }
  }
}

// MARK: - System calls

extension FramePipe {
  /// Writes a whole frame; false when the reader is gone or the pipe has been stopped.
  private func write(_ buffer: FrameBuffer) -> Bool {
    Self.blockPipeSignal()
    var rest = UnsafeRawBufferPointer(buffer.bytes)
    while !rest.isEmpty {
      guard !state.withLock({ $0.isBroken }) else { return false }
      let count = writeBytes(rest.baseAddress, rest.count, to: writeEnd)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        waitForRoom()
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits with a timeout, so that `stop` is noticed even when the reader does not read.
  private func waitForRoom() {
    var descriptor = pollfd(fd: writeEnd, events: Int16(POLLOUT), revents: 0)
    _ = poll(&descriptor, 1, 50)
  }

  /// A write to a pipe without a reader should return an error, not end the program. Only this
  /// thread's mask changes; the rest of the program keeps its own handling.
  private static func blockPipeSignal() {
    #if !canImport(Darwin)
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    #endif
  }

  private func prepareWriteEnd() {
    makeNonblocking(writeEnd)
    #if canImport(Darwin)
      _ = fcntl(writeEnd, F_SETNOSIGPIPE, 1)
    #else
      // F_SETPIPE_SZ, which Glibc hides behind _GNU_SOURCE; a refusal leaves the usual size.
      _ = fcntl(writeEnd, 1031, Self.capacity)
    #endif
  }
}
