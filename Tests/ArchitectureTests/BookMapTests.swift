import Foundation
import Testing

/// BookMap.md, compared with the scenes, the figures and the tests that there are.
@Suite("The map of the book")
struct BookMapTests {
  /// A row of the page's tables.
  struct Row: CustomTestStringConvertible {
    let part: String
    let scenes: [String]
    let figures: [String]
    let tests: [String]
    var testDescription: String { part }
  }

  static let rows: [Row] = {
    let lines = DocumentationTests.lines((try? DocumentationTests.article("BookMap")) ?? "")
    let start = lines.firstIndex { $0.hasPrefix("## Chapter") } ?? lines.endIndex
    return lines[start...].filter { $0.hasPrefix("| ") && !$0.hasPrefix("| part") }.compactMap {
      let cells = $0.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, !cells[0].hasPrefix("---") else { return nil }
      return Row(
        part: cells[0], scenes: names(cells[1]), figures: names(cells[2]), tests: names(cells[3]))
    }
  }()

  private static func names(_ cell: String) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }

  private static func names(in folder: String) throws -> Set<String> {
    let url = ModuleTests.root.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    return Set(names.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) })
  }

  @Test("It names every scene and every figure of the book, and no other")
  func complete() throws {
    #expect(Self.rows.count > 40)
    #expect(Set(Self.rows.flatMap(\.scenes)) == (try Self.names(in: "Scenes/Book")))
    #expect(Set(Self.rows.flatMap(\.figures)) == (try Self.names(in: "Scenes/Book/Figures")))
  }

  /// The texts of all test files.
  private static let sources: [String] =
    ModuleTests.swiftFiles(in: ModuleTests.root.appending(path: "Tests")).compactMap {
      try? String(contentsOf: $0, encoding: .utf8)
    }

  @Test("The tests that a row names exist, and name its scenes", arguments: rows)
  func tests(_ row: Row) throws {
    #expect(row.tests.isEmpty == (row.scenes.isEmpty && row.figures.isEmpty))
    let suites = try row.tests.map { name in
      try #require(Self.sources.first { $0.contains("struct \(name) {") }, "there is no \(name)")
    }
    for scene in row.scenes {
      let isNamed = suites.contains { $0.contains("\"\(scene)\"") || $0.contains("/\(scene).yaml") }
      #expect(isNamed, "no test of the row names \(scene)")
    }
  }

  @Test("A part without a scene or a figure says where it is, or why it is nowhere")
  func withoutScenes() {
    for row in Self.rows where row.scenes.isEmpty && row.figures.isEmpty {
      #expect(row.part.contains(".md)") || row.part.contains("refused"), "\(row.part)")
    }
  }
}
