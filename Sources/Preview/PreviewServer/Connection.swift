import RostrumBase
import Synchronization

/// A connection of a browser, or of anybody else. One thread reads and one writes.
final class Connection: Sendable {
  private let descriptor: Int32
  private let isClosed = Mutex(false)
  private let hasToken = Atomic(false)

  /// In milliseconds: a reader that takes nothing for so long is gone.
  private static let patience: Int32 = 30_000
  /// In bytes.
  static let readSize = 1 << 14

  /// Closes the descriptor in the end.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  /// Whether it has shown the token: others give way to it.
  var isKnown: Bool { hasToken.load(ordering: .relaxed) }

  func markKnown() { hasToken.store(true, ordering: .relaxed) }

  /// Reads some bytes, at most `limit`, before a time; waits for ever without one. Empty at the
  /// end, `nil` when the time is over.
  func read(limit: Int, until end: ContinuousClock.Instant?) -> [UInt8]? {
    while true {
      let count = min(limit, Self.readSize)
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, found in
        found = max(receive(buffer.baseAddress, count, from: descriptor), 0)
      }
      let number = errno
      if !bytes.isEmpty { return bytes }
      guard number == EAGAIN || number == EINTR else { return [] }
      var left: Int32 = -1
      if let end {
        left = Int32(max((end - .now) / .milliseconds(1), 0).rounded(.up))
        if left == 0 { return nil }
      }
      wait(for: POLLIN, milliseconds: left)
    }
  }

  /// Writes all bytes; false when the other end is gone, or takes nothing for half a minute.
  func write(_ bytes: some ContiguousBytes) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = send(part.baseAddress, part.count, to: descriptor)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          guard wait(for: POLLOUT, milliseconds: Self.patience) else { return false }
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// Ends the connection after an answer: says that nothing more comes, and takes for a moment what
  /// the other end still sends, since the answer would be lost with a connection that is reset.
  func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
    let end = ContinuousClock.now + .milliseconds(500)
    var left = 1 << 18
    while left > 0, let bytes = read(limit: left, until: end), !bytes.isEmpty {
      left -= bytes.count
    }
    close()
  }

  /// Lets all that waits for the connection return. For any thread.
  func stop() {
    isClosed.withLock { if !$0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  private func close() {
    isClosed.withLock { isClosed in
      if !isClosed { closeSocket(descriptor) }
      isClosed = true
    }
  }

  @discardableResult
  private func wait(for events: Int32, milliseconds: Int32) -> Bool {
    var end = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&end, 1, milliseconds) != 0
  }
}

// The system's calls under names that no method hides.

private func receive(
  _ bytes: UnsafeMutableRawPointer?, _ count: Int, from descriptor: Int32
) -> Int {
  let found = recv(descriptor, bytes, count, 0)
  if found == 0 { errno = 0 }
  return found
}

private func send(_ bytes: UnsafeRawPointer?, _ count: Int, to descriptor: Int32) -> Int {
  write(descriptor, bytes, count)
}

private func closeSocket(_ descriptor: Int32) { close(descriptor) }
