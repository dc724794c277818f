#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A sample of `make torture`, which takes longer: Tests/Faults/torture.py describes the faults
  /// and the expectations. Each day has a third of the commands.
  @Suite("Torture, a sample", .serialized)
  struct TortureTests {
    private func torture(_ arguments: String) async throws -> Command.Result {
      let script = repository.appending(path: "Tests/Faults/torture.py").path
      return try await Command().shell(
        "exec python3 '\(script)' \(arguments) --rostrum \"$ROSTRUM\"")
    }

    @Test("One system call of each kind fails, in every command that writes")
    func faults() async throws {
      let result = try await torture("faults --calls 2 --sample 1 --part $(date +%j)/3")
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(result.lines.last?.hasSuffix("faults: 0 findings") == true)
    }

    @Test("A signal of each kind comes at a call of each kind, in every command that writes")
    func signals() async throws {
      let result = try await torture("signals --calls 1 --sample 1 --part $(date +%j)/3")
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(result.lines.last?.hasSuffix("signals: 0 findings") == true)
    }

    @Test("Thirty kills, two runs in a folder at a time, with the same process number")
    func kills() async throws {
      let result = try await torture("kills --count 30")
      // Namespaces and small disks need root.
      guard result.status != 77 else { return }
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(result.lines.last?.hasSuffix(": 0 findings") == true)
    }
  }
#endif
