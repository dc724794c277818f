import Dispatch
import Foundation
import Synchronization

/// Does `work` on a thread whose stack has room for a tree of the deepest nesting that the YAML library accepts,
/// and waits for it. The threads of tests and tasks have as little as half a megabyte.
func withLargeStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
  let box = ResultBox<Result>()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    box.value.withLock { $0 = work() }
    done.signal()
  }
  thread.stackSize = 64 << 20
  thread.start()
  done.wait()
  guard let result = box.value.withLock({ $0 }) else {
    preconditionFailure("the thread ended without a result")
  }
  return result
}

private final class ResultBox<Result: Sendable>: Sendable {
  let value = Mutex<Result?>(nil)
}
