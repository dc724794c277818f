import Foundation

/// `make bench`: prints how fast Rostrum is. Medians of several runs; ratios within one run say more than absolute times, since
/// machines are shared.
@main
struct Benchmarks {
  static func main() throws {
    // Lines appear as they are measured, into a file as well.
    setvbuf(stdout, nil, _IOLBF, 0)
    EvaluationBenchmark().run()
    HistoryBenchmark().run()
    let command = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    try RenderBenchmark(command: command.appending(path: "rostrum").path).run()
  }
}
