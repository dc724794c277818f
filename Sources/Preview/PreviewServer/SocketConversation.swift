import RostrumBase
import RostrumFigures
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumPreview
import RostrumRendering
import Synchronization

/// The messages that wait until a browser takes them.
final class Outbox: @unchecked Sendable {
  private let condition = Condition()
  // Guarded by `condition`.
  private var frames: [[UInt8]] = []
  private var size = 0
  private var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// In bytes: nothing more is made for a browser with which so much waits.
  private static let roomSize = 32 << 20

  /// Adds a message; drops it once the outbox is closed.
  func add(_ message: SocketMessage) {
    let frame = message.frame
    condition.withLock {
      guard !isClosed else { return }
      frames.append(frame)
      size += frame.count
    }
    condition.broadcast()
  }

  /// Returns when there is room for more, or when the outbox is closed.
  func room() async {
    await withCheckedContinuation { continuation in
      let isNow = condition.withLock {
        if hasRoom { return true }
        waiting.append(continuation)
        return false
      }
      if isNow { continuation.resume() }
    }
  }

  /// The same for a thread.
  func waitForRoom() {
    condition.withLock { while !hasRoom { condition.wait() } }
  }

  private var hasRoom: Bool { isClosed || size < Self.roomSize }

  /// Writes the queued messages until the outbox is closed and empty, or the browser is gone.
  func write(to connection: Connection) {
    while let frame = next() {
      if connection.write(frame) { continue }
      close()
      connection.stop()
    }
  }

  /// Nothing is added any more after a last message.
  func close(with last: SocketMessage? = nil) {
    let waiting = condition.withLock {
      if let last, !isClosed { frames.append(last.frame) }
      isClosed = true
      return takeWaiting()
    }
    condition.broadcast()
    for one in waiting { one.resume() }
  }

  private func next() -> [UInt8]? {
    let frame = condition.withLock { () -> [UInt8]? in
      while frames.isEmpty, !isClosed { condition.wait() }
      guard !frames.isEmpty else { return nil }
      let frame = frames.removeFirst()
      size -= frame.count
      return frame
    }
    let waiting = condition.withLock { takeWaiting() }
    condition.broadcast()
    for one in waiting { one.resume() }
    return frame
  }

  private func takeWaiting() -> [CheckedContinuation<Void, Never>] {
    guard hasRoom else { return [] }
    defer { waiting = [] }
    return waiting
  }
}

/// The conversation with a tab of a browser, on the thread of its connection.
struct SocketConversation {
  private let connection: Connection
  private let outbox = Outbox()
  private let tab: PreviewTab
  private let places = Places(most: 64)

  init(_ connection: Connection, scenes: [PreviewScene], renders: RenderQueue) {
    self.connection = connection
    tab = PreviewTab(scenes: scenes, renders: renders, outbox: outbox)
  }

  /// Talks until one of both ends it. `rest` came with the request.
  func run(_ rest: ArraySlice<UInt8>) {
    let hasEnded = Places(most: 0)
    let (outbox, connection, places, tab) = (outbox, connection, places, tab)
    startThread {
      outbox.write(to: connection)
      hasEnded.give()
    }
    let (messages, continuation) = AsyncStream.makeStream(of: String.self)
    let work = Task(executorPreference: DrawingExecutor.shared) {
      await tab.begin()
      for await message in messages {
        await outbox.room()
        await tab.handle(message)
        places.give()
      }
      places.close()
      await tab.end()
    }
    let end = listen(rest) { continuation.yield($0) }
    continuation.finish()
    work.cancel()
    outbox.close(with: .close(end))
    hasEnded.take()
  }

  /// Reads messages until the conversation ends; returns why.
  private func listen(_ rest: ArraySlice<UInt8>, _ take: (String) -> Void) -> SocketEnd {
    var reader = SocketReader()
    reader.add(rest)
    do throws(SocketEnd) {
      while true {
        while let event = try reader.next() {
          switch event {
          case .text(let text):
            guard places.take() else { return .normal }
            take(text)
          case .ping(let bytes):
            outbox.waitForRoom()
            outbox.add(.pong(bytes))
          case .binary: break
          case .close: return .normal
          }
        }
        guard let bytes = connection.read(limit: Connection.readSize, until: nil), !bytes.isEmpty
        else { return .normal }
        reader.add(bytes)
      }
    } catch {
      return error
    }
  }
}

/// Places that are taken and given back by threads.
private final class Places: @unchecked Sendable {
  private let condition = Condition()
  // Guarded by `condition`.
  private var free: Int
  private var isClosed = false

  init(most: Int) { free = most }

  /// Waits for a place; false once there are none any more.
  @discardableResult
  func take() -> Bool {
    condition.withLock {
      while free == 0, !isClosed { condition.wait() }
      free -= isClosed ? 0 : 1
      return !isClosed
    }
  }

  func give() {
    condition.withLock { free += 1 }
    condition.signal()
  }

  func close() {
    condition.withLock { isClosed = true }
    condition.broadcast()
  }
}
