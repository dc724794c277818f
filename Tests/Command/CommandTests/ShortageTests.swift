#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Every number of descriptors and every size of address space gives a result or an error within
  /// seconds: never a trap, never a wait without end.
  @Suite("A system that gives little", .serialized)
  struct ShortageTests {
    /// One run of the command under one limit.
    struct Attempt: CustomStringConvertible {
      /// The letter of `ulimit`, and the number.
      let limit: String
      let value: Int
      let arguments: String
      /// In seconds; a slower run is killed.
      var patience = 20

      var description: String { "ulimit \(limit) \(value); rostrum \(arguments)" }
    }

    private static let check = "check a.yaml"
    private static let render = "render a.yaml -o out -q"
    private static let film = "render a.yaml -o a.mp4 -q"

    /// The exit status of the dynamic loader when it finds no room for the program itself.
    private static let notLoaded: Int32 = 127
    private static let shortage: Int32 = 71
    /// With these ffmpeg has failed, which gets as little as we do.
    private static let failures: Set<Int32> = [shortage, 74]

    private func result(_ attempt: Attempt) async throws -> Command.Result {
      let command = try Command()
      try command.folder.write(Scenes.moving, to: "a.yaml")
      return try await command.shell(
        "ulimit \(attempt.limit) \(attempt.value) || exit 0; "
          + "exec timeout -s KILL \(attempt.patience) \"$ROSTRUM\" \(attempt.arguments)")
    }

    /// Tries all of them, some in parallel, and returns the ones that end with another status than
    /// 0 or a reported error's.
    private func expectOrderly(_ attempts: [Attempt]) async throws -> [(Attempt, Command.Result)] {
      var results: [(Attempt, Command.Result)] = []
      try await withThrowingTaskGroup(of: (Attempt, Command.Result).self) { group in
        for (index, attempt) in attempts.enumerated() {
          if index >= 3, let next = try await group.next() { results.append(next) }
          group.addTask { (attempt, try await result(attempt)) }
        }
        for try await next in group { results.append(next) }
      }
      for (attempt, result) in results where result.status != Self.notLoaded {
        #expect(
          result.status == 0 || Self.failures.contains(result.status), "\(attempt): \(result)")
        #expect((result.status == 0) == result.errors.isEmpty, "\(attempt): \(result)")
        if result.status != 0 { #expect(result.errors.hasPrefix("error: "), "\(attempt)") }
      }
      return results
    }

    private func isOrdered(_ results: [(Attempt, Command.Result)]) -> Bool {
      let failed = results.filter { $0.1.status != 0 }.map(\.0.value).max() ?? 0
      let passed = results.filter { $0.1.status == 0 }.map(\.0.value).min() ?? .max
      return failed < passed
    }

    @Test("any number of descriptors: enough for everything, or an error at once")
    func descriptors() async throws {
      let few = (4...40).map {
        Attempt(limit: "-n", value: $0, arguments: $0 % 2 == 0 ? Self.check : Self.render)
      }
      let results = try await expectOrderly(few)
      #expect(isOrdered(results))
      for (attempt, result) in results where result.status != 0 && result.status != Self.notLoaded {
        #expect(result.status == Self.shortage, "\(attempt)")
        #expect(result.errors.contains("file descriptors are needed"), "\(attempt): \(result)")
      }
      let films = try await expectOrderly(
        [10, 19, 20, 21, 23, 26, 32].map {
          Attempt(limit: "-n", value: $0, arguments: Self.film)
        })
      #expect(isOrdered(films))
    }

    @Test("a soft limit of descriptors is raised as far as it may be")
    func softLimit() async throws {
      let attempt = Attempt(limit: "-S -n", value: 12, arguments: Self.film)
      let result = try await result(attempt)
      #expect(result.status == 0, "\(result)")
    }

    @Test("any size of address space: enough for small work, or an error at once")
    func addressSpace() async throws {
      let sizes = stride(from: 80_000, through: 400_000, by: 20_000).flatMap { size in
        [Self.check, Self.render].map { Attempt(limit: "-v", value: size, arguments: $0) }
      }
      let results = try await expectOrderly(sizes)
      #expect(isOrdered(results))
      #expect(results.contains { $0.1.errors.contains("address space are needed") })
      let films = stride(from: 300_000, through: 600_000, by: 100_000)
      _ = try await expectOrderly(
        films.map { Attempt(limit: "-v", value: $0, arguments: Self.film) })
    }
  }
#endif
