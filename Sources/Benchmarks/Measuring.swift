import Foundation

/// The median time of one call, in nanoseconds, over `rounds` rounds of `calls` calls each.
func medianNanoseconds(
  rounds: Int = 9, calls: Int, _ body: (Int) throws -> Void
) rethrows -> Double {
  let clock = ContinuousClock()
  let times = try (0..<rounds).map { _ in
    try clock.measure { for call in 0..<calls { try body(call) } } / .nanoseconds(1) / Double(calls)
  }
  return times.sorted()[rounds / 2]
}

/// How long `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .seconds(1)
}

func microseconds(_ seconds: Double) -> String { String(format: "%.0f µs", seconds * 1e6) }

/// Keeps the optimiser from leaving out work whose result nobody uses.
@inline(never)
func keep<Value>(_ value: Value) {}

/// A line of a table: a name, then columns of fixed width.
func row(_ name: String, _ columns: [String]) -> String {
  let padded = name + String(repeating: " ", count: max(1, 34 - name.count))
  return padded
    + columns.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }.joined()
}

/// Prints a line that appears at once, in a file as well.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
