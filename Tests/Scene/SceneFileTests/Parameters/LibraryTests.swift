import Foundation
import RostrumBase
import RostrumLayerTree
import RostrumSource
import TestSupport
import Testing

@testable import RostrumSceneFile

@Suite("The library's components")
struct LibraryTests {
  /// A use of each, with the parameters that have no default.
  private static let uses: [(name: String, parameters: String)] = [
    ("axis", "to: 10, start: 0, end: 90, at: 50"),
    ("axis", "side: left, from: -1e6, to: 1e6, start: 90, end: 0, at: 9, grid: 50, format: short"),
    ("labels", "rows: [{name: a}, {name: b}], start: 0, end: 90, at: 9"),
    ("labels", "rows: [{name: a}], start: 90, end: 0, at: 9, side: left"),
    ("legend", "rows: [{name: a, color: red}, {name: b, color: '#00f'}], type: row"),
    ("axis", "to: 10000, start: 0, end: 90, at: 50, locale: de_DE, format: thousands"),
    ("donut", "rows: [{name: a, value: 1, color: red}, {name: b, value: 2, color: blue}]"),
    ("line-chart", "rows: [{name: a, value: 1}, {name: b, value: 3}, {name: c, value: 2}]"),
    ("line-chart", "rows: [{name: a, value: -1}, {name: b, value: 3}], from: -2, shape: smooth"),
    ("line-chart", "rows: [{name: a, value: -9}, {name: b, value: 3}, {name: c, value: 0.034}]"),
    ("line-chart", "rows: [{name: a, value: 5}, {name: b, value: 5}]"),
    ("column-chart", "rows: [{name: a, value: 1, color: red}, {name: b, value: 3, color: blue}]"),
    (
      "bar-race",
      "rows: [{name: a, color: red, values: [1, 2, 3]}, {name: b, color: blue, values: [3, 2, 1]}], from: 2000, to: 2002"
    ),
    ("lower-third", "title: A"), ("quote", "text: A word or two"),
    ("end-card", "title: The end"), ("end-card", "title: A, subtitle: b, button: c"),
    ("progress-ring", "value: 0"), ("progress-ring", "value: 1"), ("progress-bar", "value: 0.5"),
    ("phone", "screen: a.png"), ("browser", "page: a.png, address: a.example"),
    ("code", "text: 'let a = 1'"),
    ("code-diff", #"before: "let a = 1\n\nprint(a)", after: "let a = 2\nprint(a)\n""#),
    ("route", "path: M 0 0 L 50 50"),
  ]

  private func load(_ uses: String) -> LoadResult {
    SceneFileTests.load("size: [100, 100]\nduration: 5\nlayers:\n\(uses)\n")
  }

  /// A picture for the components that show one.
  private static let picture =
    repository
    .appending(path: "Scenes/Cookbook/Assets/lake.jpg").path

  @Test("Each can be used as it is, twice, and draws something", arguments: uses.indices)
  func isUsable(_ index: Int) throws {
    let (name, parameters) = Self.uses[index]
    let given = parameters.replacing("a.png", with: Self.picture)
    let use = "use: \"library#\(name)\", parameters: {\(given)}"
    let result = load("  - {\(use)}\n  - {\(use), name: second, position: [9, 9]}")
    #expect(result.diagnostics.map(\.message) == [])
    let scene = try #require(result.scene)
    let layers = scene.presentation(at: 0).sublayers
    #expect(layers.count == 2 && layers.allSatisfy { !$0.sublayers.isEmpty })
  }

  @Test("The test has every component, and none is longer than 40 lines")
  func complete() throws {
    let lines = InnerScenes.libraryText.split(
      separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter { lines[$0].wholeMatch(of: #/  [a-z-]+:/#) != nil }
    let names = starts.map { lines[$0].dropFirst(2).dropLast().description }
    #expect(Set(names) == Set(Self.uses.map(\.name)).union(["audiogram"]))
    for (start, end) in zip(starts, starts.dropFirst() + [lines.count]) {
      #expect(end - start <= 40, "\(lines[start])")
    }
  }

  @Test(
    "The numbers of a chart have the decimals of its values",
    arguments: [(9, "%d"), (9.9, "%.1f"), (0.25, "%.2f"), (0.034, "%.3f"), (0.12345, "%g")])
  func decimals(_ value: Double, _ format: String) throws {
    for name in ["donut", "line-chart", "column-chart"] {
      let rows = "[{name: a, value: \(value), color: red}, {name: b, value: 3, color: blue}]"
      let result = load("  - {use: \"library#\(name)\", parameters: {rows: \(rows)}}")
      let layers = try #require(result.scene?.layers, "\(result.diagnostics)").flatMap(\.subtree)
      let formats = layers.flatMap { $0.epochs[0].animations }.compactMap { attached -> String? in
        guard case .text(let format, _, _)? = (attached.animation as? FollowAnimation)?.form else {
          return nil
        }
        return format.formatText
      }
      #expect(Set(formats) == [format], "\(name)")
    }
  }

  @Test("A mistake is reported at the use, and another component has none of it")
  func mistakes() {
    #expect(
      load("  - {use: \"library#axes\"}").diagnostics.map(\.message)
        == ["the file 'library' has no component 'axes'"])
    #expect(
      load(
        "  - {use: \"library#axis\", parameters: {to: x, start: 0, end: 9, at: 0}}\n"
          + "  - {use: \"library#progress-bar\"}"
      ).diagnostics.map(\.message) == ["expected a number; found 'x'"])
  }
}
