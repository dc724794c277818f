import Foundation

/// `make bench`: prints how fast Rostrum is. Medians of several runs; ratios within one run say
/// more than absolute times, since machines are shared. `--rostrum COMMAND` says which command it
/// times; with names, such as `comparison`, only those run. With `--export FOLDER` it writes the
/// workloads for other tools instead, and with `--export-films FOLDER` the films.
@main
struct Benchmarks {
  static func main() throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--export" {
      let folder = URL(filePath: CommandLine.arguments[2])
      return try [Workload.bounceClock, .heavy].forEach { try $0.export(to: folder) }
    }
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--export-films" {
      return try Film.export(to: URL(filePath: CommandLine.arguments[2]))
    }
    guard CommandLine.arguments.count >= 3, CommandLine.arguments[1] == "--rostrum" else {
      fail("usage: Benchmarks --rostrum COMMAND [NAME ...], or Benchmarks --export[-films] FOLDER")
    }
    let command = CommandLine.arguments[2]
    let benchmarks: [(name: String, run: () throws -> Void)] = [
      // First: a program's peak begins with that of the process which started it.
      ("memory", { try MemoryBenchmark(command: command).run() }),
      ("batch", { try BatchBenchmark(command: command).run() }),
      ("evaluation", { EvaluationBenchmark().run() }), ("history", { HistoryBenchmark().run() }),
      ("digest", { try DigestBenchmark().run() }), ("loading", { LoadingBenchmark().run() }),
      ("rendering", { try RenderBenchmark(command: command).run() }),
      ("still", { try StillBenchmark(command: command).run() }),
      ("comparison", { try ComparisonBenchmark().run() }),
      ("effects", { try EffectBenchmark().run() }),
      ("limits", { try LimitBenchmark().run() }),
      ("films", { try FilmBenchmark(command: command).run() }),
      ("minutes", { try FilmBenchmark(command: command).runMinutes() }),
      ("sound", { try FilmBenchmark(command: command).runWithSound() }),
    ]
    let chosen = CommandLine.arguments.dropFirst(3)
    if let unknown = chosen.first(where: { name in !benchmarks.contains { $0.name == name } }) {
      let known = benchmarks.map(\.name).joined(separator: ", ")
      fail("there is no benchmark '\(unknown)'; there are \(known)")
    }
    for benchmark in benchmarks where chosen.isEmpty || chosen.contains(benchmark.name) {
      try benchmark.run()
    }
  }

  /// Ends with a message about the command line.
  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(64)
  }
}

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

/// Keeps the optimiser from removing work whose result is unused.
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
