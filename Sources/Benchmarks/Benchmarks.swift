import Foundation

/// `make bench`: prints how fast Rostrum is. Medians of several runs; ratios within one run say more than absolute times, since
/// machines are shared.
@main
struct Benchmarks {
  static func main() throws {
    EvaluationBenchmark().run()
    HistoryBenchmark().run()
    let command = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    try RenderBenchmark(command: command.appending(path: "rostrum").path).run()
    try ComparisonBenchmark().run()
  }
}
