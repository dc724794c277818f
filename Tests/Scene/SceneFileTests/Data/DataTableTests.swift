import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import TestSupport
import Testing

@testable import RostrumSceneFile

@Suite("Rows of data")
struct DataTableTests {
  private func table(_ text: String, _ name: String) throws -> (DataTable, TemporaryFolder) {
    let folder = try TemporaryFolder()
    return (try DataTable.load(path: folder.write(text, to: name)), folder)
  }

  private static let scene = """
    size: [10, 10]
    duration: 1
    parameters:
      title: {}
      half: {type: number, default: 0.5}
      place: {type: point, default: [1, 2]}
    layers:
      - {class: text, name: word, string: "${title}", opacity: "${half}", position: "${place}"}
    """

  private func load(_ row: DataRow) -> LoadResult {
    var options = SceneOptions()
    options.parameters = row.values
    return SceneFileTests.load(Self.scene, options: options)
  }

  @Test(
    "The same rows come from every kind of file",
    arguments: [
      ("a.csv", "title,half,place\nOne,0.25,\"3, 4\"\n2,,\n"),
      ("a.CSV", "title,half,place\r\nOne,0.25,\"[3, 4]\"\r\n2,,\r\n"),
      ("a.csv", "title;half;place\nOne;0.25;3, 4\n2;;\n"),
      ("a.csv", "title\thalf\tplace\nOne\t0.25\t3, 4\n2\t\t\n"),
      ("a.tsv", "title\thalf\tplace\nOne\t0.25\t\"3, 4\"\n2\t\t\n"),
      ("a.csv", "\"title\";half;\"place\"\r\nOne;0.25;\"[3, 4]\"\r\n2;;\r\n"),
      (
        "a.jsonl",
        "{\"title\": \"One\", \"half\": 0.25, \"place\": [3, 4]}\n\n{\"title\": 2, \"half\": null}"
      ),
      (
        "a.NDJSON",
        "{\"title\": \"One\", \"half\": 0.25, \"place\": [3, 4]}\r\n{\"title\": 2}\r\n"
      ),
      ("a.json", #"[{"title": "One", "half": 0.25, "place": [3, 4]}, {"title": 2, "half": null}]"#),
      ("a.yaml", "- title: One\n  half: 0.25\n  place: [3, 4]\n- {title: 2}\n"),
    ])
  func kinds(_ name: String, _ text: String) throws {
    let (table, _) = try table(text, name)
    #expect(table.diagnostics.isEmpty && table.columns == ["title", "half", "place"])
    #expect(table.rows.map(\.number) == [1, 2])
    let layers = try table.rows.map { row in
      let result = load(row)
      return try #require(result.scene?.layers.first, "\(result.diagnostics)")
    }
    #expect(layers.map { $0.values[.string].string } == ["One", "2"])
    #expect(layers.map { $0.values[.opacity] } == [0.25, 0.5])
    #expect(layers.map { $0.values[.position].x } == [3, 1])
  }

  @Test("JSON's characters in two escapes are read")
  func escapes() throws {
    let text = #"[{"title": "a\u00e9\ud83d\ude00\\ud83d\n"}]"#
    let (table, _) = try table(text, "a.json")
    #expect(load(table.rows[0]).scene?.layers[0].values[.string].string == "aé\u{1F600}\\ud83d\n")
  }

  @Test(
    "A wrong or missing value is shown at its row and column",
    arguments: [
      ("a.csv", "title,half\nOne,0.5\nTwo,much\n", 3, 5, "wrong-type"),
      ("a.csv", "title,half\nOne,0.5\n,0.5\n", 3, 1, "missing-parameter"),
      ("a.csv", "half\n0.5\n0.25\n", 3, 1, "missing-parameter"),
      ("a.csv", "titel,half\nx,0.5\nTwo,0.5\n", 3, 1, "unknown-parameter"),
      ("a.json", "[{\"title\": \"x\"},\n {\"title\": [1]}]", 2, 12, "wrong-type"),
      ("a.csv", "title;half\nOne;0.5\nTwo;much\n", 3, 5, "wrong-type"),
      ("a.jsonl", "{\"title\": \"x\"}\n\n {\"title\": [1]}", 3, 12, "wrong-type"),
      ("a.yaml", "- title: x\n- half: 1\n", 2, 3, "missing-parameter"),
      ("a.yaml", "- title: x\n- title: y\n  place: [1, b]\n", 3, 14, "wrong-type"),
      ("a.yaml", "- title: x\n- title: y\n  half: ~\n  place: 3\n", 4, 10, "wrong-type"),
    ])
  func places(_ name: String, _ text: String, _ line: Int, _ column: Int, _ id: String) throws {
    let (table, folder) = try table(text, name)
    try #require(table.rows.count == 2, "\(table.diagnostics)")
    let found = load(table.rows[1]).diagnostics.filter { $0.id == id }
    #expect(found.first?.range.file == folder.path(name))
    #expect(found.first?.range.line == line && found.first?.range.column == column, "\(found)")
  }

  @Test("A column for other purposes is no mistake; one that looks like a parameter is")
  func columns() throws {
    let (table, _) = try table("title,customer,hafl\nx,y,z\n", "a.csv")
    let diagnostics = load(table.rows[0]).diagnostics
    #expect(diagnostics.map(\.message) == ["the scene has no parameter 'hafl'"])
    #expect(diagnostics.first?.hint == "did you mean 'half'?")
  }

  @Test(
    "What is no table is refused with its place",
    arguments: [
      ("a.csv", "", 1, 1, "bad-data"), ("a.csv", "a,b\n1,2,3\n", 2, 5, "bad-data"),
      ("a.csv", "a,b\n1\n", 2, 1, "bad-data"), ("a.csv", "a,,b\n", 1, 3, "bad-data"),
      ("a.csv", "a,b,a\n", 1, 5, "duplicate-key"), ("a.tsv", "a;b\n1;2\n", 1, 1, "bad-data"),
      ("a.csv", "a;b\n1;2;3\n", 2, 5, "bad-data"), ("a.jsonl", "", 1, 1, "bad-data"),
      ("a.jsonl", "{\"a\": 1}\n{\"a\": 1]\n", 2, 8, "bad-yaml"),
      ("a.jsonl", "{\"a\": 1}\n\n[2]\n", 3, 1, "wrong-type"),
      ("a.csv", "a,b\n1,\"2\n", 2, 3, "bad-data"), ("a.json", "{\"a\": 1}", 1, 1, "wrong-type"),
      ("a.json", "[{\"a\": 1}, 2]", 1, 12, "wrong-type"), ("a.yaml", "- [1]\n", 1, 3, "wrong-type"),
      ("a.yaml", "", 1, 1, "bad-data"), ("a.json", "[{\"a\": 1]", 1, 9, "bad-yaml"),
    ])
  func refused(_ name: String, _ text: String, _ line: Int, _ column: Int, _ id: String) throws {
    let (table, _) = try table(text, name)
    #expect(table.rows.isEmpty && table.hasErrors)
    let first = try #require(table.diagnostics.first)
    #expect(first.id == id && first.range.line == line && first.range.column == column, "\(first)")
  }

  @Test(
    "A table without a row is a warning",
    arguments: [("a.csv", "a,b\n"), ("a.tsv", "a\tb"), ("a.json", "[]"), ("a.yaml", "[]")])
  func noRow(_ name: String, _ text: String) throws {
    let (table, _) = try table(text, name)
    #expect(table.rows.isEmpty && !table.hasErrors)
    #expect(table.diagnostics.map(\.severity) == [.warning])
    #expect(table.diagnostics.map(\.range.line) == [1])
  }

  @Test("A file of another kind, or none, is an error of its own", arguments: ["a.txt", "a"])
  func otherKinds(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a,b", to: name)
    #expect(throws: SceneFileError.self) { try DataTable.load(path: path) }
    #expect(throws: SceneFileError.unreadable(path: "no.csv", reason: "there is no such file")) {
      try DataTable.load(path: "no.csv")
    }
  }
}
