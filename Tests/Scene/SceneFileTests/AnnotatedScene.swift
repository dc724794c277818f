import Foundation
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

/// A scene file with comments that list its expected diagnostics.
///
/// `# error: message` or `# error @9: message` with a column, or `# warning: ...`, above the line
/// that it is about; `# hint: ...` below it. For a file that cannot have comments, a file with the
/// ending `.expected` has the short format instead.
struct AnnotatedScene: CustomTestStringConvertible, Sendable {
  let url: URL
  var testDescription: String { url.lastPathComponent }

  /// A diagnostic without the parts that the annotation leaves out.
  struct Expectation: Hashable, CustomStringConvertible {
    var line: Int
    var column: Int?
    var severity: String
    var message: String
    var hint: String?

    var description: String {
      let place = column.map { " @\($0)" } ?? ""
      return "line \(line): # \(severity)\(place): \(message)"
        + (hint.map { " # hint: \($0)" } ?? "")
    }
  }

  static let fixtures = repository.appending(path: "Tests/Fixtures")

  static func all(in folder: String) -> [AnnotatedScene] {
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: fixtures.appending(path: folder).path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()
      .map { AnnotatedScene(url: fixtures.appending(path: folder).appending(path: $0)) }
  }

  func load() throws -> LoadResult {
    try SceneLoader(assets: InMemoryAssets()).load(path: url.path)
  }

  /// The lines of the side file; `nil` without one.
  var expectedShortLines: [String]? {
    let side = url.deletingPathExtension().appendingPathExtension("expected")
    guard let text = try? String(contentsOf: side, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").map(String.init)
  }

  /// `text` with `FOLDER` for where the fixtures lie.
  func withoutFolder(_ text: String) -> String {
    text.replacing(url.deletingLastPathComponent().path + "/", with: "FOLDER/")
      .replacing("FOLDER/" + url.lastPathComponent, with: url.lastPathComponent)
  }

  func expectation(_ diagnostic: Diagnostic) -> Expectation {
    Expectation(
      line: diagnostic.range.line, column: diagnostic.range.column,
      severity: diagnostic.severity.rawValue, message: withoutFolder(diagnostic.message),
      hint: diagnostic.hint)
  }

  static func expectations(in source: SourceText) -> [Expectation] {
    var result: [Expectation] = []
    var pending: [Expectation] = []
    for number in 1...source.lineCount {
      let line = source.line(number).drop { $0 == " " }
      if let expectation = expectation(line) {
        pending.append(expectation)
      } else if line.hasPrefix("# hint: "), !pending.isEmpty {
        pending[pending.count - 1].hint = String(line.dropFirst(8))
      } else {
        result += pending.map { located($0, number) }
        pending = []
      }
    }
    return result + pending.map { located($0, source.lineCount) }
  }

  private static func located(_ expectation: Expectation, _ line: Int) -> Expectation {
    var result = expectation
    result.line = line
    return result
  }

  private static func expectation(_ line: Substring) -> Expectation? {
    guard let match = line.wholeMatch(of: /# (error|warning)(?: @(\d+))?: (.+)/) else { return nil }
    return Expectation(
      line: 0, column: match.2.flatMap { Int($0) }, severity: String(match.1),
      message: String(match.3))
  }
}

extension AnnotatedScene.Expectation {
  /// True when the diagnostic agrees with all parts of the annotation.
  func matches(_ actual: Self) -> Bool {
    line == actual.line && column ?? actual.column == actual.column && severity == actual.severity
      && message == actual.message && hint == actual.hint
  }
}
