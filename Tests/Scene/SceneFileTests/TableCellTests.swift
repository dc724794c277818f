import RostrumSceneEditing
import RostrumSource
import Testing

@Suite("Cells of tables that are written over")
struct TableCellTests {
  struct Row: Sendable {
    var path = "a.csv"
    let text: String
    let line: Int
    var column = "name"
    var new = "Bob"
    let expected: String
  }

  static let rows = [
    Row(text: "name,role\nAda,X\n", line: 2, expected: "name,role\nBob,X\n"),
    Row(text: "name,role\r\nAda,X", line: 2, expected: "name,role\r\nBob,X"),
    Row(text: "name;role\rAda;X\r", line: 2, expected: "name;role\rBob;X\r"),
    // The ending says that tabs separate, as when the scene reads the file.
    Row(
      path: "A.TSV", text: "na,me\trole\nAda\tX\n", line: 2, column: "na,me",
      expected: "na,me\trole\nBob\tX\n"),
    Row(text: "\u{FEFF}name,role\nAda,X\n", line: 2, expected: "name,role\nBob,X\n"),
    Row(text: "\nname,role\n\nAda,X\n", line: 4, expected: "\nname,role\n\nBob,X\n"),
    Row(
      text: "role,name\n\"a\nb\",Ada\nc,Eve\n", line: 4,
      expected: "role,name\n\"a\nb\",Ada\nc,Bob\n"),
    Row(
      text: "name,role\n\"A \"\"L\"\"\",X\n", line: 2, expected: "name,role\n\"Bob\",X\n"),
    Row(
      text: "name,role\nAda,X\n", line: 2, new: "a,b", expected: "name,role\n\"a,b\",X\n"),
    Row(
      text: "name;role\nAda;X\n", line: 2, new: "a;b", expected: "name;role\n\"a;b\";X\n"),
    Row(
      text: "name,role\nAda,X\n", line: 2, new: "a \"b\"",
      expected: "name,role\n\"a \"\"b\"\"\",X\n"),
    Row(text: "name,role\nAda,X\n", line: 2, new: "", expected: "name,role\n\"\",X\n"),
  ]

  @Test("Change alone, in the file's own style", arguments: rows)
  func replaced(_ row: Row) throws {
    let source = SourceText(utf8: Array(row.text.utf8), path: row.path)
    let cell = try TableCell(in: source, line: row.line, column: row.column)
    #expect(String(decoding: cell.replaced(by: row.new), as: UTF8.self) == row.expected)
  }

  @Test(
    "Cells of tables that are written over that are not there are refused",
    arguments: [(3, "name"), (1, "name"), (0, "name"), (2, "nobody"), (99, "name")])
  func missing(_ line: Int, _ column: String) {
    let source = SourceText("name,role\nAda,X\n", path: "a.csv")
    let refusal = #expect(throws: EditRefusal.self) {
      try TableCell(in: source, line: line, column: column)
    }
    #expect(refusal?.description.contains("line \(line)") == true)
  }
}
