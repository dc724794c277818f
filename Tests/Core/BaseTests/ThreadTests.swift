import Synchronization
import Testing

@testable import RostrumBase

@Suite("Threads")
struct ThreadTests {
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test("A pool of one does one thing after the other, in order")
  func order() async throws {
    let found = Mutex<[Int]>([])
    let pool = ThreadPool(most: 1)
    await withCheckedContinuation { continuation in
      for number in 0..<1000 { pool.perform { found.withLock { $0.append(number) } } }
      pool.perform { continuation.resume() }
    }
    #expect(found.withLock(\.self) == Array(0..<1000))
  }

  @Test("A pool that nobody has any more still does what it was given")
  func dropped() async throws {
    await withCheckedContinuation { continuation in
      let pool = ThreadPool(most: 1)
      pool.perform { usleep(20_000) }
      pool.perform { continuation.resume() }
    }
  }

  @Test("The threads of a pool wait for each other: there are as many as may be")
  func side() async throws {
    let pool = ThreadPool(most: 4)
    let met = Count()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask(executorPreference: pool) {
          met.value.withLock { $0 += 1 }
          // Without yielding: with a single thread, the next task would never start.
          for _ in 0..<20_000 where met.value.withLock(\.self) < 4 { usleep(1000) }
        }
      }
    }
    #expect(met.value.withLock(\.self) == 4)
  }

  @Test("Tasks and all that they start go on in a pool")
  func tasks() async throws {
    let pool = ThreadPool(most: 3)
    let sum = await Task(executorPreference: pool) {
      await withTaskGroup(of: Int.self) { group in
        for number in 1...100 {
          group.addTask {
            await Task.yield()
            return number
          }
        }
        return await group.reduce(0, +)
      }
    }.value
    #expect(sum == 5050)
  }

  @Test("A thread of its own has the stack that it was given")
  func stack() throws {
    /// Needs more than 16 KiB for each step in any build.
    @Sendable func depth(_ steps: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { bytes in
        bytes[steps % bytes.count] = 1
        return steps == 0 ? 0 : 1 + depth(steps - 1)
      }
    }
    #expect(onThread(stack: 64 << 20) { depth(3000) } == 3000)
  }

  @Test("A loop calls each number once, however many there are", arguments: [0, 1, 2, 7, 5000])
  func loop(_ count: Int) {
    let calls = Mutex([Int](repeating: 0, count: count))
    for _ in 0..<20 { inParallel(count) { index in calls.withLock { $0[index] += 1 } } }
    #expect(calls.withLock(\.self) == [Int](repeating: 20, count: count))
  }
}
