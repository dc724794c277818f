import TestSupport
import Testing

import RostrumSource
@testable import RostrumSceneFile

@Suite("Comma-separated values")
struct CSVReaderTests {
  private func cells(_ text: String) -> [[String]] {
    CSVReader.records(of: SourceText(text, path: "a.csv")).records.map { $0.map(\.text) }
  }

  @Test(
    "Comma-separated values are read as RFC 4180 says",
    arguments: [
      // The RFC's own examples.
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz", [["aaa", "b\r\nbb", "ccc"], ["zzz"]]),
      ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]),
      // Other ends of lines, blanks, empty lines, a byte order mark.
      ("a,b\nc,d\r", [["a", "b"], ["c", "d"]]), (" a , b ", [[" a ", " b "]]),
      ("\n\na\n\n\nb\n\n", [["a"], ["b"]]), ("a,\n,b\n,", [["a", ""], ["", "b"], ["", ""]]),
      ("\u{FEFF}a,b", [["a", "b"]]), ("", []), ("\"\"", [[""]]), ("\"\"\"\"", [["\""]]),
      ("ü,\u{1F600}\n", [["ü", "\u{1F600}"]]), ("a\tb,c", [["a\tb", "c"]]),
    ])
  func reading(_ text: String, _ expected: [[String]]) { #expect(cells(text) == expected) }

  @Test(
    "Mistakes have their place",
    arguments: [
      ("a,b\nc,\"d", 2, 3), ("a,b\n\"c\"d,e", 2, 4), ("a,b\nc,d\"e\"", 2, 4),
      ("a,\"b\"\"", 1, 3), ("ü,\"\"\"", 1, 3), ("a,b\nc,\u{1}", 2, 3),
    ])
  func mistakes(_ text: String, _ line: Int, _ column: Int) throws {
    let source = SourceText(text, path: "a.csv")
    let mistake = try #require(CSVReader.records(of: source).mistake)
    let range = source.range(ofBytes: mistake.bytes)
    #expect(range.line == line && range.column == column, "\(mistake.message) \(range)")
  }

  @Test("An empty cell is told from an empty text")
  func empty() {
    let records = CSVReader.records(of: SourceText("a,b\n,\"\"", path: "a.csv")).records
    #expect(records[1].map(\.isQuoted) == [false, true])
  }

  @Test("What is written in quotes reads back, whatever it is")
  func roundTrip() {
    var random = RandomSource(seed: 5)
    let letters = ["a", "\"", ",", "\n", "\r", " ", "ü", "\t"]
    for _ in 0..<300 {
      let table = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<3).map { _ in
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? ""
          }.joined()
        }
      }
      let text = table.map { row in
        row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
      }.joined(separator: "\r\n")
      #expect(cells(text) == table)
    }
  }

  @Test("Nothing makes it fail")
  func noise() {
    var random = RandomSource(seed: 7)
    for _ in 0..<2000 {
      let letters = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        ["a", "\"", ",", "\n", "\r", "\u{0}"].randomElement(using: &random) ?? ""
      }
      let source = SourceText(letters.joined(), path: "a.csv")
      let (records, mistake) = CSVReader.records(of: source)
      for cell in records.joined() { _ = source.range(ofBytes: cell.bytes) }
      if let mistake { #expect(source.range(ofBytes: mistake.bytes).line >= 1) }
    }
  }
}
