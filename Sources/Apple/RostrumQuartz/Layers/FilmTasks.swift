import Dispatch

// `Task` and `MainActor` of this module hide the language's own in files that import it. In a
// film they run in the film's thread and in its time; outside of one they are the language's own.

/// Runs the jobs of tasks one after the other, each after the code of a moment. A job that another
/// thread continues goes on outside of the film.
final class FilmExecutor: TaskExecutor, SerialExecutor, Sendable {
  static let tasks = FilmExecutor(isMain: false)
  static let main = FilmExecutor(isMain: true)

  private let isMain: Bool

  private init(isMain: Bool) { self.isMain = isMain }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let clock = FilmClock.current {
      clock.schedule { self.run(job) }
    } else {
      (isMain ? DispatchQueue.main : .global()).async(group: nil, qos: .unspecified, flags: []) {
        self.run(job)
      }
    }
  }

  private func run(_ job: UnownedJob) {
    if isMain {
      job.runSynchronously(on: asUnownedSerialExecutor())
    } else {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// In a film everything is in the one thread.
  func checkIsolated() {
    if FilmClock.current == nil { dispatchPrecondition(condition: .onQueue(.main)) }
  }
}

/// The actor of a film's code; outside of films that of the main thread.
@globalActor
public final actor MainActor {
  public static let shared = MainActor()

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    FilmExecutor.main.asUnownedSerialExecutor()
  }

  public static func run<Content: Sendable>(
    resultType: Content.Type = Content.self, body: @MainActor @Sendable () throws -> Content
  ) async rethrows -> Content { try await body() }

  public static func assumeIsolated<Content: Sendable>(
    _ operation: @MainActor () throws -> Content
  ) rethrows -> Content {
    FilmExecutor.main.checkIsolated()
    return try withoutActuallyEscaping(operation) {
      try unsafeBitCast($0, to: (() throws -> Content).self)()
    }
  }
}

/// Work that waits: in a film `Task.sleep` waits for the film's time.
public struct Task<Success: Sendable, Failure: Error>: Sendable, Hashable {
  fileprivate let task: _Concurrency.Task<Success, Failure>

  public func cancel() { task.cancel() }

  public var isCancelled: Bool { task.isCancelled }

  public var result: Result<Success, Failure> { get async { await task.result } }

  /// The executor of a film's tasks; none outside of films.
  fileprivate static var executor: FilmExecutor? { FilmClock.current.map { _ in .tasks } }
}

extension Task where Failure == Never {
  @discardableResult
  public init(
    priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation:
      sending @escaping @isolated(any) () async -> Success
  ) {
    task = _Concurrency.Task(
      executorPreference: Self.executor, priority: priority, operation: operation)
  }

  @discardableResult
  public static func detached(
    priority: TaskPriority? = nil, operation: sending @escaping @isolated(any) () async -> Success
  ) -> Task { Task(priority: priority, operation: operation) }

  public var value: Success { get async { await task.value } }
}

extension Task where Failure == any Error {
  @discardableResult
  public init(
    priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation:
      sending @escaping @isolated(any) () async throws -> Success
  ) {
    task = _Concurrency.Task(
      executorPreference: Self.executor, priority: priority, operation: operation)
  }

  @discardableResult
  public static func detached(
    priority: TaskPriority? = nil,
    operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task { Task(priority: priority, operation: operation) }

  public var value: Success { get async throws { try await task.value } }
}

extension Task where Success == Never, Failure == Never {
  public static var isCancelled: Bool { _Concurrency.Task.isCancelled }

  public static var currentPriority: TaskPriority { _Concurrency.Task.currentPriority }

  public static func checkCancellation() throws { try _Concurrency.Task.checkCancellation() }

  public static func yield() async {
    if FilmClock.current == nil { return await _Concurrency.Task.yield() }
    try? await Sleeper().sleep(0)
  }

  public static func sleep(nanoseconds duration: UInt64) async throws {
    if FilmClock.current == nil {
      return try await _Concurrency.Task.sleep(nanoseconds: duration)
    }
    try await Sleeper().sleep(Double(duration) / 1e9)
  }

  public static func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
    if FilmClock.current == nil { return try await _Concurrency.Task.sleep(for: duration) }
    let (seconds, attoseconds) = duration.components
    try await Sleeper().sleep(Double(seconds) + Double(attoseconds) / 1e18)
  }
}

/// One wait in the film's time. One that is cancelled ends at once, with an error.
private final class Sleeper: @unchecked Sendable {
  private var continuation: UnsafeContinuation<Void, any Error>?

  func sleep(_ seconds: Double) async throws {
    try _Concurrency.Task.checkCancellation()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        guard let clock = FilmClock.current else { return continuation.resume() }
        self.continuation = continuation
        clock.schedule(at: clock.now + max(seconds, 0)) { self.end() }
      }
    } onCancel: {
      guard let clock = FilmClock.current else { return }
      clock.schedule { self.end(CancellationError()) }
    }
  }

  private func end(_ error: (any Error)? = nil) {
    guard let continuation else { return }
    self.continuation = nil
    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
  }
}
