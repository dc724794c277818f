import Foundation

/// `make bench`: prints how fast Rostrum is. Medians of several runs; ratios within one run say more than absolute times, since
/// machines are shared. With `--export FOLDER` it writes the workloads for other tools instead.
@main
struct Benchmarks {
  static func main() throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--export" {
      let folder = URL(filePath: CommandLine.arguments[2])
      return try [Workload.bounceClock, .heavy].forEach { try $0.export(to: folder) }
    }
    let command = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "rostrum").path
    EvaluationBenchmark().run()
    HistoryBenchmark().run()
    try DigestBenchmark().run()
    LoadingBenchmark().run()
    try RenderBenchmark(command: command).run()
    try BatchBenchmark(command: command).run()
    try MemoryBenchmark(command: command).run()
    try ComparisonBenchmark().run()
    EffectBenchmark().run()
  }
}
