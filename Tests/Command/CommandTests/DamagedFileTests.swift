#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A sample of `make damage`, which takes longer: Tests/Faults/changes.py describes the changes
  /// and the expectations.
  @Suite("Damaged files, a sample", .serialized)
  struct DamagedFileTests {
    @Test("Files that end early or have a wrong byte are read in order", .timeLimit(.minutes(60)))
    func sample() async throws {
      let script = repository.appending(path: "Tests/Faults/changes.py").path
      let result = try await Command().shell(
        "exec python3 '\(script)' \"$ROSTRUM\" --sample 4 --seed $(date +%j)")
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(result.lines.count == 30)
      #expect(result.lines.allSatisfy { $0.hasSuffix(", 0 wrong") })
    }

    /// The rest is `Tests/Faults/campaign.py`, which describes its inputs.
    @Test("Mutated files that mostly load end in order", .timeLimit(.minutes(60)))
    func campaign() async throws {
      let script = repository.appending(path: "Tests/Faults/campaign.py").path
      let result = try await Command().shell(
        "exec python3 '\(script)' \"$ROSTRUM\" --runs 100 --seed 1"
          + " --kinds expressions,lottie,caml,table,scene,fonts")
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(result.output.contains("100 inputs, 0 wrong"))
    }
  }
#endif
