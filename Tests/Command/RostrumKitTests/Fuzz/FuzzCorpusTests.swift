import Foundation
import TestSupport
import Testing

/// Inputs found by fuzzers, and a few seeds; `make fuzz` starts from them.
@Suite("Inputs of fuzzers")
struct FuzzCorpusTests {
  private static let folder = repository.appending(path: "Tests/Fixtures/Fuzz")

  private static func files(_ input: FuzzedInput) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: input.rawValue), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test(
    "Each is refused in order, or gives what its kind promises", .timeLimit(.minutes(20)),
    arguments: FuzzedInput.allCases)
  func corpus(_ input: FuzzedInput) throws {
    let files = try Self.files(input)
    #expect(!files.isEmpty)
    for file in files {
      do {
        let bytes = Array(try Data(contentsOf: file))
        try input.check(bytes)
        if input == .scene { try input.check(bytes, longestSide: 64) }
      } catch {
        Issue.record("\(file.lastPathComponent): \(error)")
      }
    }
  }

  @Test("The checks themselves find what is wrong")
  func findings() throws {
    #expect(throws: FuzzedInput.Problem.self) {
      try FuzzedInput.expectOrderly(CocoaError(.fileNoSuchFile))
    }
    #expect(FuzzedInput.firstFault(inPixels: [0xFF00_0000, 0x1002_0304]) == nil)
    #expect(FuzzedInput.firstFault(inPixels: [0xFF00_0000, 0x1002_1104]) == 1)
  }
}
