import Synchronization
import Testing

@testable import RostrumKit
@testable import RostrumOutput

@Suite("The frame sequencer")
struct FrameSequencerTests {
  @Test(
    "The frame sequencer lets workers go on in the order of the numbers, one at a time",
    arguments: [1, 2, 7, 64])
  func order(_ workers: Int) async throws {
    let sequencer = FrameSequencer()
    let trace = Trace()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in (0..<workers).reversed() {
        group.addTask {
          for number in stride(from: worker, to: 200, by: workers) {
            try await sequencer.wait(for: number)
            trace.enter(number)
            await Task.yield()
            trace.leave()
            await sequencer.advance(leaving: [])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(trace.passed == Array(0..<200))
    #expect(trace.mostInside == 1)
  }

  /// The order of the frames that passed, and the greatest number inside at the same time.
  private final class Trace: Sendable {
    private let state = Mutex((passed: [Int](), inside: 0, mostInside: 0))

    var passed: [Int] { state.withLock(\.passed) }
    var mostInside: Int { state.withLock(\.mostInside) }

    func enter(_ number: Int) {
      state.withLock {
        $0.passed.append(number)
        $0.inside += 1
        $0.mostInside = max($0.mostInside, $0.inside)
      }
    }

    func leave() { state.withLock { $0.inside -= 1 } }
  }

  @Test(
    "The frame sequencer throws for everyone when it closes: those who wait, and those who come later"
  )
  func close() async throws {
    let sequencer = FrameSequencer()
    let waiting = (1...20).map { number in Task { try await sequencer.wait(for: number) } }
    while await sequencer.waitingCount < 20 { await Task.yield() }
    await sequencer.close()
    for task in waiting {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    await #expect(throws: CancellationError.self) { try await sequencer.wait(for: 0) }
    await sequencer.close()
    await sequencer.advance(leaving: [])
  }
}

extension FrameSequencer {
  var waitingCount: Int { waiting.count }
}
