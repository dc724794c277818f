import Dispatch
import Foundation

/// Tells that something may have happened in some folders. On Linux the kernel says so at once;
/// everywhere a look now and then is a fallback, since some file systems say nothing.
final class FolderEvents {
  #if os(Linux)
    private static let pause = Duration.seconds(1)
  #else
    private static let pause = Duration.milliseconds(200)
  #endif

  private let events: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let ticks: Task<Void, Never>
  #if os(Linux)
    private let descriptor: Int32
    private let source: (any DispatchSourceRead)?
    private var folders: Set<String> = []
  #endif

  init() {
    let (events, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (self.events, self.continuation) = (events, continuation)
    ticks = Self.ticks(continuation)
    #if os(Linux)
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      self.descriptor = descriptor
      source = descriptor < 0 ? nil : Self.source(descriptor, continuation)
    #endif
  }

  private static func ticks(_ continuation: AsyncStream<Void>.Continuation) -> Task<Void, Never> {
    Task {
      while (try? await Task.sleep(for: pause)) != nil { continuation.yield() }
    }
  }

  deinit {
    ticks.cancel()
    continuation.finish()
    #if os(Linux)
      source?.cancel()
    #endif
  }

  /// Watches these folders too.
  func add(_ paths: Set<String>) {
    #if os(Linux)
      let kinds = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB
      for path in paths.subtracting(folders) where descriptor >= 0 {
        if inotify_add_watch(descriptor, path, UInt32(kinds)) >= 0 { folders.insert(path) }
      }
    #endif
  }

  /// Returns when something may have happened. Throws when the task was cancelled.
  func next() async throws {
    var iterator = events.makeAsyncIterator()
    _ = await iterator.next()
    try Task.checkCancellation()
  }

  #if os(Linux)
    /// A source that tells that something happened; the files themselves show what.
    private static func source(
      _ descriptor: Int32, _ continuation: AsyncStream<Void>.Continuation
    ) -> any DispatchSourceRead {
      let source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "watch", qos: .userInitiated))
      source.setEventHandler {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        continuation.yield()
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      return source
    }
  #endif
}
