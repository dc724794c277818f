import Foundation
import TestSupport
import Testing

/// A part of a file in `Tests/Fixtures/Commands`: files, and lines of shell with their output.
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
