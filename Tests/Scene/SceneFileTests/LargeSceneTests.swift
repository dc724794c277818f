import Foundation
import TestSupport
import Testing

import RostrumSource
@testable import RostrumSceneFile

/// Scenes of which there is much of everything, most of it wrong. Where the time grows with the
/// square of the size, each of them takes minutes.
@Suite("Large scenes")
struct LargeSceneTests {
  /// A scene with many repetitions of an element, and the kinds of mistakes in it.
  struct Large: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let ids: Set<String>

    init(_ name: String, _ ids: Set<String>, _ text: String) {
      testDescription = name
      self.ids = ids
      self.text = "size: [10, 10]\nduration: 1\n" + text
    }
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined()
  }

  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    "[" + (0..<count).map(item).joined(separator: ", ") + "]"
  }

  private static let layers = [
    Large(
      "two lines of equal names", ["duplicate-name"],
      "layers:\n  [" + (0..<40_000).map { "{name: a\($0)}" }.joined(separator: ",") + ",\n  "
        + (0..<40_000).map { "{name: a\($0)}" }.joined(separator: ",") + "]\n"),
    Large(
      "bodies that are no layers", ["unknown-word"],
      "layers:\n" + lines(5_000) { "- {name: l\($0), bounds: [5, 5]}\n" }
        + "physics:\n  bodies:\n" + lines(5_000) { "  - {layer: m\($0)}\n" }),
    Large(
      "cells with key paths", ["no-effect"],
      "layers:\n- class: emitter\n  emitterCells:\n"
        + lines(20_000) { "  - {name: c\($0), lifetime: 1}\n" } + "  animations:\n"
        + lines(20_000) {
          "  - {type: basic, keyPath: emitterCells.c\($0).birthRate, toValue: 0}\n"
        }),
    Large(
      "key paths to no cells", ["unknown-name", "no-effect"],
      "layers:\n- class: emitter\n  emitterCells:\n"
        + lines(5_000) { "  - {name: c\($0), lifetime: 1}\n" } + "  animations:\n"
        + lines(5_000) {
          "  - {type: basic, keyPath: emitterCells.d\($0).birthRate, toValue: 0}\n"
        }),
  ]

  private static let names = [
    Large(
      "clocks that do not exist", ["unknown-name"],
      "clocks: {" + (0..<5_000).map { "c\($0): {}" }.joined(separator: ",")
        + "}\nlayers:\n- animations:\n"
        + lines(5_000) { "  - {type: timer, keyPath: opacity, toValue: 1, clock: d\($0)}\n" }),
    Large(
      "anchors that do not exist", ["bad-alias"],
      "layers:\n" + lines(900) { "- &a\($0) {opacity: 1}\n" } + lines(40_000) { "- *b\($0)\n" }),
    Large(
      "layers that do not exist", ["unknown-layer"],
      "layers:\n" + lines(8_000) { "- {name: l\($0)}\n" } + "events:\n"
        + lines(8_000) { "- {at: 0, set: {m\($0): {opacity: 0}}}\n" }),
    Large(
      "parameters that do not exist", ["unknown-parameter"],
      "parameters: {" + (0..<1000).map { "p\($0): {default: a}" }.joined(separator: ",")
        + "}\nlayers:\n"
        + lines(50_000) { "- {name: \"${q\($0)}\"}\n" }),
    Large(
      "braces without names", ["bad-placeholder"],
      "layers:\n- name: \"" + lines(50_000) { _ in "${a" } + "\"\n"),
    Large(
      "removed animations", ["too-many-animations"],
      "layers:\n- name: a\n  animations:\n"
        + lines(20_000) {
          "  - {key: k\($0), type: basic, keyPath: opacity, toValue: 1, duration: 1}\n"
        }
        + "events:\n- {at: 0.5, remove: {a: " + list(20_000) { "k\($0)" } + "}}\n"),
    Large(
      "merged mappings", ["too-large", "unknown-key"],
      "x: &x {" + (0..<24_000).map { "k\($0): 1" }.joined(separator: ", ") + "}\nlayers:\n- <<: "
        + list(24_000) { _ in "*x" } + "\n"),
  ]

  @Test("Large scenes are read in time", arguments: layers + names)
  func scenes(_ large: Large) throws {
    let (result, seconds) = try timed(large.text)
    #expect(Set(result.diagnostics.map(\.id)) == large.ids)
    #expect(seconds < 20)
  }

  /// The result of loading, and its processor time, since other tests run in parallel.
  private func timed(_ text: String) throws -> (LoadResult, seconds: Double) {
    withLargeStack {
      let start = threadProcessorTime()
      let loader = SceneLoader(assets: InMemoryAssets())
      let result = loader.loadRecursively(SourceText(text, path: "test.yaml"))
      return (result, threadProcessorTime() - start)
    }
  }

  @Test("40,000 duplicate keys are ten thousand reports", arguments: [1, 20_000])
  func duplicateKeys(_ different: Int) throws {
    let lines = Self.lines(40_000) { "k\($0 % different): 1\n" }
    let json = "{" + Self.lines(40_000) { "\"k\($0 % different)\":1," } + "\"size\":[1,1]}"
    for text in [lines, json] {
      let (result, seconds) = try timed(text)
      #expect(result.diagnostics.count == 10_000)
      #expect(result.diagnostics.contains { $0.id == "duplicate-key" })
      #expect(seconds < 20)
    }
  }

  @Test("A line of ten megabytes is read")
  func longLine() throws {
    let text =
      "size: [1, 1]\nlayers: [{class: text, string: \""
      + String(repeating: "\u{E4}", count: 5_000_000) + "\", opacty: 1}]"
    let (result, seconds) = try timed(text)
    #expect(seconds < 20)
    #expect(result.diagnostics.map(\.id) == ["unknown-key"])
    #expect(result.diagnostics.first?.range.column == 5_000_036)
    let human = DiagnosticFormatter().text(for: result.diagnostics, in: result.source)
    #expect(human.utf8.count < 1000)
  }

  @Test("Twenty thousand anchors that nothing uses are no work for each other")
  func anchors() throws {
    let values = (0..<20_000).map { "  a\($0): &a\($0) 1\n" }.joined()
    let (result, seconds) = try timed("size: [1, 1]\nlet:\n\(values)layers: [{zPosition: *a7}]\n")
    #expect(seconds < 20)
    #expect(result.diagnostics.contains { $0.message.contains("'a8' is not used") })
    #expect(!result.diagnostics.contains { $0.message.contains("'a7' is not used") })
  }

  @Test("A hundred thousand mistakes are reported without delay")
  func manyMistakes() throws {
    let text = "size: [1, 1]\n" + (0..<100_000).map { "opacity\($0): *a\($0)\n" }.joined()
    let (result, seconds) = try timed(text)
    #expect(seconds < 20)
    #expect(result.scene == nil)
    #expect(result.diagnostics.count == 10_000)
  }

  @Test(
    "Rows of data with tens of thousands of columns are read in time", .timeLimit(.minutes(20)),
    arguments: ["csv", "json"])
  func columns(_ ending: String) throws {
    let count = 40_000
    let text =
      ending == "csv"
      ? (0..<count).map { "c\($0)" }.joined(separator: ",") + "\n"
        + (0..<count).map(String.init).joined(separator: ",") + "\n"
      : "[{" + (0..<count).map { "\"c\($0)\":\($0)" }.joined(separator: ",") + "}]"
    let folder = try TemporaryFolder()
    let table = try DataTable.load(path: try folder.write(text, to: "rows." + ending))
    #expect(table.columns.count == count && table.rows.count == 1)
    var options = SceneOptions()
    options.parameters = try #require(table.rows.first).values
    let scene = "size: [1, 1]\nparameters: {c7: {type: number}}\nlayers: [{zPosition: \"${c7}\"}]"
    #expect(load(scene, options: options).scene != nil)
  }
}
