import Foundation
import TestSupport
import Testing

/// Commands and their output: each part of `Tests/Fixtures/Commands` in a folder of its
/// own.
@Suite("Transcripts of the command")
struct TranscriptTests {
  @Test("A transcript says what the command prints and how it ends", arguments: Transcript.all)
  func transcript(_ transcript: Transcript) async throws {
    let command = try Command()
    for step in transcript.steps {
      if step.isFile {
        try write(step, into: command.folder)
      } else {
        try await run(step, with: command)
      }
    }
  }

  @Test("Transcripts are found, each with a name of its own and at least one run")
  func transcripts() {
    #expect(Transcript.all.count > 40)
    #expect(Set(Transcript.all.map(\.testDescription)).count == Transcript.all.count)
    #expect(Transcript.all.allSatisfy { $0.steps.contains { !$0.isFile } })
  }

  @Test(
    "An output that is not the expected one is seen",
    arguments: [
      (["a"], ["a"], true), (["a"], ["b"], false), (["a"], [], false), ([], ["..."], true),
      (["a b c"], ["a...c"], true), (["a b c"], ["a...d...c"], false), (["ab"], ["abc"], false),
      (["a", "b", "c"], ["a", "...", "c"], true), (["a", "b"], ["...", "a"], false),
    ] as [([String], [String], Bool)])
  func matching(_ lines: [String], _ expected: [String], _ isMatch: Bool) {
    #expect(Transcript.matches(lines.map { $0[...] }[...], expected[...]) == isMatch)
  }

  private func write(_ step: Transcript.Step, into folder: TemporaryFolder) throws {
    let names = step.head.components(separatedBy: " < ")
    let text =
      names.count > 1
      ? try String(contentsOf: Transcript.folder.appending(path: names[1]), encoding: .utf8)
      : trimmed(step.lines).map { $0 + "\n" }.joined()
    try folder.write(text, to: names[0])
  }

  private func run(_ step: Transcript.Step, with command: Command) async throws {
    let result = try await command.shell(
      """
      rostrum() { "$ROSTRUM" "$@"; }
      files() { find . ! -type d -not -path '*/.rostrum/*' | sed 's/^..//' | LC_ALL=C sort; }
      \(step.head)
      """)
    let lines = trimmed(step.lines)
    let status = lines.first { $0.hasPrefix("? ") }.flatMap { Int32($0.dropFirst(2)) } ?? 0
    let errors = lines.filter { $0.hasPrefix("! ") }.map { String($0.dropFirst(2)) }
    let output = lines.filter { !$0.hasPrefix("! ") && !$0.hasPrefix("? ") }
    #expect(result.status == status, "\(step.head)\n\(result)")
    for (text, expected) in [(result.output, output), (result.errors, errors)] {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      #expect(
        Transcript.matches(lines[...], expected[...]),
        "\(step.head)\n\(text)is not\n\(expected.joined(separator: "\n"))")
    }
  }

  /// The lines without the empty ones at the end, which are between two parts.
  private func trimmed(_ lines: [String]) -> ArraySlice<String> {
    lines[..<((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)]
  }
}
