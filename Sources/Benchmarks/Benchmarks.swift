/// `make bench`: prints how fast Rostrum is. Medians of several runs; ratios within one run say more than absolute times, since
/// machines are shared.
@main
struct Benchmarks {
  static func main() throws {
    EvaluationBenchmark().run()
    try ComparisonBenchmark().run()
  }
}
