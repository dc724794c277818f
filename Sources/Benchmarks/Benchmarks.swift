import Foundation

/// `make bench`: prints how fast Rostrum is. Medians of several runs; ratios within one run say more than absolute times, since
/// machines are shared. With names, such as `comparison`, only those. With `--export FOLDER` it writes the workloads for other tools instead.
@main
struct Benchmarks {
  static func main() throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--export" {
      let folder = URL(filePath: CommandLine.arguments[2])
      return try [Workload.bounceClock, .heavy].forEach { try $0.export(to: folder) }
    }
    let command = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "rostrum").path
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
    ]
    let chosen = CommandLine.arguments.dropFirst()
    if let unknown = chosen.first(where: { name in !benchmarks.contains { $0.name == name } }) {
      let known = benchmarks.map(\.name).joined(separator: ", ")
      FileHandle.standardError.write(
        Data("there is no benchmark '\(unknown)'; there are \(known)\n".utf8))
      exit(64)
    }
    for benchmark in benchmarks where chosen.isEmpty || chosen.contains(benchmark.name) {
      try benchmark.run()
    }
  }
}
