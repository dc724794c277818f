import RostrumCPlatform
import Synchronization

/// Runs `work` on a new thread with a stack of `stack` bytes, without waiting for it. Ends the
/// program where the system gives no thread.
public func startThread(stack: Int = 1 << 20, _ work: @escaping @Sendable () -> Void) {
  let error = errorStartingThread(stack: stack, work)
  if error != 0 { fatalError("cannot start a thread: \(String(cString: strerror(error)))") }
}

/// The system's error number, 0 for none.
private func errorStartingThread(stack: Int, _ work: @escaping @Sendable () -> Void) -> Int32 {
  let context = Unmanaged.passRetained(Work(work))
  let error = cplatform_start_thread(stack, { Work.run($0) }, context.toOpaque())
  if error != 0 { context.release() }
  return error
}

/// Runs `work` on a thread with a stack of `stack` bytes, and waits for it.
///
/// One such thread is kept for the next work: starting it takes longer than reading a small file.
public func onThread<Result: Sendable>(
  stack: Int, _ work: @escaping @Sendable () -> Result
) -> Result {
  let thread = SpareThread.take(stack: stack)
  let result = OneShot<Result>()
  thread.pool.perform { result.fulfill(with: work()) }
  let value = result.wait()
  thread.keep()
  return value
}

/// A thread with a large stack that has nothing to do.
private struct SpareThread {
  private static let spare = Mutex<SpareThread?>(nil)

  let stack: Int
  let pool: ThreadPool

  static func take(stack: Int) -> SpareThread {
    let known = spare.withLock { spare in
      guard let found = spare, found.stack >= stack else { return nil as SpareThread? }
      spare = nil
      return found
    }
    return known ?? SpareThread(stack: stack, pool: ThreadPool(most: 1, stack: stack))
  }

  func keep() { Self.spare.withLock { $0 = self } }
}

/// A value that one thread makes and another waits for.
private final class OneShot<Value: Sendable>: @unchecked Sendable {
  private let condition = Condition()
  /// Guarded by `condition`.
  private var value: Value?

  func fulfill(with value: Value) {
    condition.withLock { self.value = value }
    condition.signal()
  }

  func wait() -> Value {
    condition.withLock {
      while true {
        if let value { return value }
        condition.wait()
      }
    }
  }
}

private final class Work {
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  static func run(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().work()
  }
}

/// A thread pool with a first-in, first-out queue; with one thread it is a serial queue.
///
/// The first thread is started at once, the others when work is queued. If the system refuses more
/// threads, the running ones do all the work. (Dispatch, Swift's default executor, would wait for a
/// thread, possibly for ever.)
///
/// The threads end when the pool is released and its queue is empty.
public final class ThreadPool: TaskExecutor, Sendable {
  private let queue: WorkQueue

  /// `stack` is in bytes.
  public init(most: Int, stack: Int = 1 << 20) {
    queue = WorkQueue(most: most, stack: stack)
    queue.startFirst()
  }

  deinit { queue.close() }

  public func perform(_ work: @escaping @Sendable () -> Void) { queue.add(work) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    perform { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// The work that the threads of a pool have to do.
private final class WorkQueue: @unchecked Sendable {
  private let condition = Condition()
  private let stack: Int
  // Guarded by `condition`.
  private var most: Int
  private var threads = 0
  private var idle = 0
  private var works: [@Sendable () -> Void] = []
  /// How many of `works` have been begun.
  private var begun = 0
  private var isClosed = false

  init(most: Int, stack: Int) { (self.most, self.stack) = (most, stack) }

  func startFirst() {
    condition.withLock { threads = 1 }
    startThread(stack: stack) { self.serve() }
  }

  func add(_ work: @escaping @Sendable () -> Void) {
    let isShort = condition.withLock {
      works.append(work)
      guard idle < works.count - begun, threads < most else { return false }
      threads += 1
      return true
    }
    condition.signal()
    guard isShort, errorStartingThread(stack: stack, { self.serve() }) != 0 else { return }
    condition.withLock {
      threads -= 1
      most = threads
    }
  }

  func close() {
    condition.withLock { isClosed = true }
    condition.broadcast()
  }

  private func serve() {
    while let work = next() { work() }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      idle += 1
      defer { idle -= 1 }
      while begun == works.count {
        if isClosed { return nil }
        condition.wait()
      }
      defer {
        begun += 1
        if begun == works.count {
          works.removeAll(keepingCapacity: true)
          begun = 0
        }
      }
      return works[begun]
    }
  }
}

/// A mutex with a condition variable: a thread can wait until another changes the guarded state.
public final class Condition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Creates an unlocked mutex.
  public init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    change.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` while no other thread is inside.
  public func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Inside `withLock`: lets others have the lock until `signal` or `broadcast`, or for no reason.
  public func wait() { pthread_cond_wait(change, mutex) }

  /// Lets one thread go on that waits.
  public func signal() { pthread_cond_signal(change) }

  /// Lets all threads go on that wait.
  public func broadcast() { pthread_cond_broadcast(change) }
}

// MARK: - Programs

/// Executor threads for all tasks of a program, instead of Dispatch, which waits for ever for a
/// thread that the system refuses.
public enum ProgramThreads {
  private static let pool = Mutex<ThreadPool?>(nil)

  /// Runs `work`, and the tasks that it starts by `startTask`, on at most `most` threads, and
  /// returns its result. For a program's main thread, once.
  public static func run(
    most: Int, _ work: @escaping @Sendable () async -> Int32
  ) -> Int32 {
    let pool = ThreadPool(most: most, stack: 8 << 20)
    Self.pool.withLock { $0 = pool }
    let end = OneShot<Int32>()
    Task(executorPreference: pool) { end.fulfill(with: await work()) }
    return end.wait()
  }

  fileprivate static var current: ThreadPool? { pool.withLock(\.self) }
}

/// Starts a task that belongs to no other, on the program's own threads if it has some.
@discardableResult
public func startTask<Result: Sendable>(
  _ work: sending @escaping () async throws -> Result
) -> Task<Result, any Error> {
  Task(executorPreference: ProgramThreads.current, operation: work)
}

/// The same for a body that does not throw.
@discardableResult
public func startTask<Result: Sendable>(
  _ work: sending @escaping () async -> Result
) -> Task<Result, Never> {
  Task(executorPreference: ProgramThreads.current, operation: work)
}

// MARK: - Loops

/// Calls `body` with each number below `count`, on several threads where available, and waits until
/// all calls have returned.
///
/// `body` does not outlive the call. It is escaping because `withoutActuallyEscaping` compiles the
/// length of the source file's path into the program.
public func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let loop = Loop(count, body)
  if let helpers = Loop.helpers {
    for _ in 0..<max(min(count - 1, Loop.helperCount), 0) { helpers.perform { loop.help() } }
  }
  loop.help()
  loop.end()
}

private final class Loop: @unchecked Sendable {
  static let helperCount = min(Int(cplatform_processors()), 16) - 1
  static let helpers = helperCount > 0 ? ThreadPool(most: helperCount) : nil

  private let condition = Condition()
  private let count: Int
  // Guarded by `condition`.
  private var body: (@Sendable (Int) -> Void)?
  private var next = 0
  private var active = 0

  init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    (self.count, self.body) = (count, body)
  }

  /// Does some of the work; nothing when all of it has been begun.
  func help() {
    condition.withLock { active += 1 }
    work()
    condition.withLock { active -= 1 }
    condition.broadcast()
  }

  /// A separate function, so that `body` is released before `active` is decremented.
  private func work() {
    guard let body = condition.withLock({ body }) else { return }
    while let index = take() { body(index) }
  }

  private func take() -> Int? {
    condition.withLock {
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }

  /// Waits for the active workers. Workers that start later find no work.
  func end() {
    condition.withLock {
      while active > 0 { condition.wait() }
      body = nil
    }
  }
}
