import Foundation
import TestSupport
import Testing

/// A part of a file in `Tests/Fixtures/Commands`: files, and lines of shell with what they print.
///
///     == A good scene is no news
///     -- a.yaml < moving.yaml          a file of that folder under another name
///     -- b.yaml                        a file with the lines that follow
///     size: [0, 1]
///     $ rostrum check a.yaml           a line of shell, in which `files` lists all files
///     $ rostrum check b.yaml
///     b.yaml:1:8: error: ...           what the standard output has; `...` stands for any text
///     ! ...                            the standard error output; `...` alone for any lines
///     ? 65                             the status where it is not 0
///
/// What stands before the first `==` is done at the beginning of each part.
struct Transcript: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private(set) var steps: [Step]

  /// A file or a line of shell, and the lines below it.
  struct Step: Sendable {
    let isFile: Bool
    let head: String
    var lines: [String] = []
  }

  static let folder = repository.appending(path: "Tests/Fixtures/Commands")

  /// All parts of all files.
  static let all: [Transcript] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted().flatMap { name in
      let data = FileManager.default.contents(atPath: folder.appending(path: name).path)
      return parts(of: String(decoding: data ?? Data(), as: UTF8.self))
    }
  }()

  private static func parts(of text: String) -> [Transcript] {
    var parts = [Transcript(testDescription: "", steps: [])]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let rest = String(line.dropFirst(3))
      if line.hasPrefix("== ") {
        parts.append(Transcript(testDescription: rest, steps: parts[0].steps))
      } else if line.hasPrefix("-- ") {
        parts[parts.count - 1].steps.append(Step(isFile: true, head: rest))
      } else if line.hasPrefix("$ ") {
        parts[parts.count - 1].steps.append(Step(isFile: false, head: String(line.dropFirst(2))))
      } else if let last = parts[parts.count - 1].steps.indices.last {
        parts[parts.count - 1].steps[last].lines.append(String(line))
      }
    }
    return Array(parts.dropFirst())
  }

  /// Whether lines of output are the expected ones.
  static func matches(_ lines: ArraySlice<Substring>, _ expected: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return lines.isEmpty }
    let rest = expected.dropFirst()
    if first == "..." {
      return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], rest) }
    }
    guard let line = lines.first, matches(line, first) else { return false }
    return matches(lines.dropFirst(), rest)
  }

  /// Whether a line is the expected one.
  private static func matches(_ line: Substring, _ expected: String) -> Bool {
    let parts = expected.components(separatedBy: "...")
    guard parts.count > 1, line.hasPrefix(parts[0]) else { return line == expected }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}

/// What people type, and what they read: each part of `Tests/Fixtures/Commands` in a folder of its
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

  /// The lines without the empty ones at the end, which stand between two parts.
  private func trimmed(_ lines: [String]) -> ArraySlice<String> {
    lines[..<((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)]
  }
}
