import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import TestSupport
import Testing

@testable import RostrumSceneFile

@Suite("Items of lists for each of several values")
struct ForEachTests {
  private func layers(_ text: String, _ header: String = "") throws -> [Layer] {
    let result = load("size: [10, 10]\nduration: 1\n\(header)\nlayers:\n\(text)")
    return try #require(result.scene?.layers, "\(result.diagnostics)")
  }

  private func names(_ text: String, _ header: String = "") throws -> [String?] {
    try layers(text, header).map(\.name)
  }

  @Test(
    "A list, a count and a range give their values, in order",
    arguments: [
      ("[a, 2, c d]", ["a", "2", "c d"]), ("3", ["0", "1", "2"]), ("0", []), ("[]", []),
      ("{from: 1, to: 3}", ["1", "2", "3"]), ("{from: 1, to: 0}", []),
      ("{from: 0, to: 1, step: 0.25}", ["0", "0.25", "0.5", "0.75", "1"]),
      ("{from: 0, to: 0.3, step: 0.1}", ["0", "0.1", "0.2", "0.30000000000000004"]),
      ("{from: 3, to: 1, step: -1}", ["3", "2", "1"]), ("{from: 5, to: 1, step: 5e-324}", []),
    ])
  func values(_ source: String, _ expected: [String]) throws {
    #expect(try names("  - {forEach: v, in: \(source), do: {name: \"${v}\"}}") == expected)
  }

  @Test("Items around it stay where they are, and one value may stand for several")
  func several() throws {
    let text = """
        - {name: first}
        - forEach: v
          in: [x, y]
          index: i
          do:
            - {name: "${v}${i}"}
            - {name: "${v}-"}
        - {name: last}
      """
    #expect(try names(text) == ["first", "x0", "x-", "y1", "y-", "last"])
  }

  @Test(
    "Items are there on a condition, for each value by itself",
    arguments: [
      ("{if: true, do: {name: a}}", ["a"]), ("{if: false, do: {name: a}}", []),
      ("{if: \"${shown}\", do: [{name: a}, {name: b}]}", ["a", "b"]),
      ("{if: \"calc(${n} > 3)\", do: {name: a}}", []),
      ("{if: \"calc(${n} == 3)\", let: {m: a}, do: {name: \"${m}\"}}", ["a"]),
      ("{forEach: i, in: 4, if: \"calc(${i} != 2)\", do: {name: \"${i}\"}}", ["0", "1", "3"]),
      ("{forEach: i, in: 2, do: {if: \"${i}\", do: {name: \"${i}\"}}}", ["1"]),
      ("{if: false, do: {name: \"calc(item(list(1), 5))\"}}", []),
    ])
  func conditions(_ item: String, _ expected: [String]) throws {
    let header = "let: {shown: true, n: 3}"
    let result = load(
      "size: [10, 10]\nduration: 1\n\(header)\nlayers:\n"
        + "  - {name: z, zPosition: \"${n}\", hidden: \"${shown}\"}\n  - \(item)")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    #expect(try #require(result.scene).layers.dropFirst().map(\.name) == expected)
  }

  @Test("A condition is true, false or a number, and values have a name")
  func badConditions() {
    func messages(_ item: String) -> [String] {
      load("size: [10, 10]\nduration: 1\nlayers: [\(item)]").diagnostics.map(\.message)
    }
    #expect(
      messages("{if: perhaps, do: {}}") == [
        "expected true, false or a calculation, such as calc(${i} > 2); found 'perhaps'"
      ])
    #expect(messages("{if: true}") == ["a repetition needs 'do'"])
    #expect(
      messages("{if: true, in: 3, do: {}}") == ["'in' is for values, and forEach names none"])
    #expect(messages("{if: false, do: {name: \"${a}\"}}") == [])
  }

  @Test("One stands in another, names of the outer one too, and aliases change with both")
  func nested() throws {
    let text = """
        - forEach: a
          in: 2
          do:
            forEach: b
            in: {from: "${a}", to: 2}
            do:
              - {name: "n${a}${b}", zPosition: &z "calc(${a} * 10 + ${b})"}
              - {name: "m${a}${b}", zPosition: *z}
      """
    let layers = try layers(text)
    #expect(
      layers.map(\.name) == [
        "n00", "m00", "n01", "m01", "n02", "m02", "n11", "m11", "n12", "m12",
      ])
    #expect(layers.map { $0.values[.zPosition] } == [0, 0, 1, 1, 2, 2, 11, 11, 12, 12])
  }

  @Test("Any list takes one: animations, colours, key frames")
  func lists() throws {
    let text = """
        - class: gradient
          colors: [red, {forEach: c, in: [green, blue], do: "${c}"}]
          animations:
            - forEach: path
              in: [opacity, zPosition]
              do: {type: basic, keyPath: "${path}", toValue: 1, duration: 1}
            - type: keyframe
              keyPath: cornerRadius
              duration: 1
              values: [{forEach: v, in: 4, do: "calc(${v} * ${v})"}]
      """
    let layer = try #require(try layers(text).first)
    #expect(layer.values[.colors].count == 3)
    #expect(layer.animations.count == 3)
    let keyframes = layer.animations.compactMap { $0 as? KeyframeAnimation }
    #expect(keyframes.first?.values == [0, 1, 4, 9].map { .number($0) })
  }

  @Test("A table's rows have columns by name, and its columns totals")
  func table() throws {
    let folder = try TemporaryFolder([
      "t.csv": "name,unit price\na,3\n\"b, c\",9\n", "t.json": #"[{"name": "x", "unit price": 1}]"#,
    ])
    let text = """
      size: [10, 10]
      duration: 1
      parameters: {rows: {type: table, default: t.csv}}
      layers:
        - forEach: row
          in: ${rows}
          do: {name: "${row.name}", zPosition: "calc(${row.unit price} / max(${rows.unit price}))"}
      """
    let path = try folder.write(text, to: "s.yaml")
    func found(_ assignments: [String]) throws -> [String] {
      var options = SceneOptions()
      options.parameters = try ParameterValues(assignments: assignments)
      let result = try SceneLoader(options: options, assets: InMemoryAssets()).load(path: path)
      let layers = try #require(result.scene?.layers, "\(result.diagnostics)")
      return layers.map { "\($0.name): \($0.values[.zPosition].sceneText)" }
    }
    #expect(try found([]) == ["a: 0.3333333333333333", "b, c: 1"])
    #expect(try found(["rows=t.json"]) == ["x: 1"])
    #expect(try found(["rows=[{name: q, unit price: 2}]"]) == ["q: 1"])
  }

  @Test("A mistake in a table, and in what a row makes, is told at its place")
  func tableMistakes() throws {
    let folder = try TemporaryFolder([
      "bad.csv": "name,value\na,1\nb,2,3\n", "t.csv": "name,value\na,1\nb,x\n",
    ])
    func messages(_ file: String) throws -> [String] {
      let text = """
        size: [10, 10]
        duration: 1
        parameters: {rows: {type: table, default: \(file)}}
        layers:
          - {forEach: row, in: "${rows}", do: {opacity: "${row.value}"}}
        """
      let result = try SceneLoader(assets: InMemoryAssets())
        .load(path: try folder.write(text, to: "s.yaml"))
      #expect(result.scene == nil)
      return result.diagnostics.map { diagnostic in
        let related = diagnostic.related.map { " \($0.message) \($0.range.line)" }.joined()
        return "\(URL(filePath: diagnostic.range.file).lastPathComponent):"
          + "\(diagnostic.range.line): \(diagnostic.message)\(related)"
      }
    }
    #expect(
      try messages("bad.csv") == ["bad.csv:3: row 2 has 3 cells, and there are 2 columns"])
    #expect(
      try messages("t.csv") == [
        "s.yaml:5: expected a number from 0 to 1; found 'x' row 2 3"
      ])
    #expect(try messages("none.csv").count == 1)
  }

  @Test("A table's text belongs to the scene: what is rendered is stamped with it")
  func stamped() throws {
    let folder = try TemporaryFolder(["t.csv": "name\na\n"])
    let text = """
      size: [10, 10]
      duration: 1
      parameters: {rows: {type: table, default: t.csv}}
      layers: [{forEach: row, in: "${rows}", do: {name: "${row.name}"}}]
      """
    let result = try SceneLoader(assets: InMemoryAssets())
      .load(path: try folder.write(text, to: "s.yaml"))
    #expect(result.innerTexts.map(\.text) == ["name\na\n"])
    #expect(result.files.contains { "\($0)".hasSuffix("t.csv") })
  }

  @Test("Ten thousand rows with totals take time in proportion, and too many are an error")
  func many() throws {
    func text(_ count: Int) -> String {
      "size: [10, 10]\nduration: 1\nparameters:\n  rows:\n    type: table\n    default:\n"
        + (0..<count).map { "      - {n: a\($0), v: \($0)}\n" }.joined()
        + "layers:\n  - forEach: row\n    in: ${rows}\n"
        + "    do: {name: \"${row.n}\", opacity: \"calc(${row.v} / max(${rows.v}))\"}\n"
    }
    let result = load(text(10_000))
    #expect(result.scene?.layers.count == 10_000, "\(result.diagnostics.prefix(2))")
    #expect(result.scene?.layers.last?.values[.opacity] == 1)
    let deep =
      "  - {forEach: a, in: 1000, do: {forEach: b, in: 1000, do: {forEach: c, in: 1000, "
      + "do: {name: x}}}}"
    let tooMany = load("size: [10, 10]\nduration: 1\nlayers:\n\(deep)")
    #expect(tooMany.diagnostics.map(\.id) == ["too-large"])
  }
}
