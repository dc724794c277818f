import Foundation
import RostrumLayerTree
@testable import Reference
@testable import RostrumKit
@testable import RostrumSceneFile
import Testing
import RostrumTiming

/// The reference of the scene language is generated from the vocabulary: its content, and that the
/// command keeps the prose.
@Suite("Reference")
struct ReferenceTests {
  static let tables = ReferenceTable.all

  @Test("The pages of the reference are what the vocabularies say")
  func upToDate() throws {
    for (page, text) in try ReferenceArticle.updated(DocumentationTests.article) {
      let missing = Set(DocumentationTests.lines(text))
        .subtracting(DocumentationTests.lines(try DocumentationTests.article(page)))
      Issue.record(
        "\(page) is out of date: run 'make reference'.\n\(missing.sorted().prefix(5))")
    }
  }

  @Test("Help on a key says what its rows say, once where they are alike")
  func keyHelp() throws {
    let position = try #require(KeyHelp.text("position"))
    #expect(position.hasPrefix("position: properties of every layer\n  value: a point: [x, y], or"))
    #expect(position.contains("\n  default: [0, 0]\n  animates: yes\n"))
    let duration = try #require(KeyHelp.text("duration"))
    #expect(duration.components(separatedBy: "duration: ").count > 3)
    #expect(try #require(KeyHelp.text("let")).contains(": keys of a scene, keys of"))
    #expect(KeyHelp.text("nothing") == nil)
    #expect(KeyHelp.words.contains("emitter") && KeyHelp.words.contains("inputRadius"))
  }

  @Test(
    "Help answers words that are no keys, by what they are and by the questions that have them",
    arguments: [
      ("gif", "How do I make a small GIF that loops?\n\n```yaml"), ("loop", "for ever"),
      ("easing", "How do I choose an easing?"), ("alpha", "transparent film"),
      ("transparent", "transparent film"), ("blend", "screen"), ("crop", "How do I crop"),
      ("fade", "fade in, and stay"),
      ("bar-race", "use: \"library#bar-race\"\n  rows: table, has to"),
      ("race", "bar chart race"), ("code", "code in colours"), ("morph", "How do I morph"),
      ("fadeIn", "word for an animation"), ("pathPoint", "function of calc()\n  pathPoint("),
      ("easeInEaseOut", "timing function"), ("a layer", "corner?\nHow do I"),
      ("webm", "value of --format\n  WebM\n  codecs: vp9, av1"),
      ("prores", "codec, --format\n  mov"),
    ])
  func answers(_ word: String, _ words: String) throws {
    #expect(try #require(KeyHelp.text(word)).contains(words), "\(KeyHelp.text(word) ?? "")")
  }

  @Test("Every key and property of the language has a row")
  func complete() {
    let names = Set(
      Self.tables.flatMap(\.lines).compactMap { line in
        line.prefixMatch(of: /\| `(\w+)` \|/).map { String($0.output.1) }
      })
    let keys = Vocabulary.all.flatMap(\.keys).map(\.name)
    #expect(Set(keys).subtracting(names).isEmpty)
    let words = LayerClass.all.map(\.name) + AnimationType.all.map(\.name)
    #expect(Set(words).subtracting(names).isEmpty)
  }

  @Test("No row has a line break or a wrong number of cells")
  func cells() {
    for table in Self.tables {
      let counts = table.lines.filter { $0.hasPrefix("|") }.map { line in
        line.replacing("\\|", with: "").count { $0 == "|" }
      }
      #expect(Set(counts).count <= 1, "\(table.id): \(counts)")
      #expect(!table.lines.contains { $0.contains("\n") })
    }
  }

  @Test("Updating an article twice changes nothing the second time")
  func idempotent() throws {
    let once = try ReferenceArticle.updated("# Title\n\nProse.\n")
    #expect(try ReferenceArticle.updated(once) == once)
    #expect(once.hasPrefix("# Title\n\nProse.\n"))
    for table in Self.tables { #expect(once.contains(table.lines.joined(separator: "\n"))) }
  }

  @Test("What is between the markers is replaced, and what is around them stays")
  func replaces() throws {
    let table = try #require(Self.tables.first)
    let text = "before\n<!-- table: \(table.id) -->\nold\n<!-- end -->\nafter"
    let updated = try ReferenceArticle.updated(text, tables: [table])
    let body = table.lines.joined(separator: "\n")
    #expect(updated == "before\n<!-- table: \(table.id) -->\n\n\(body)\n\n<!-- end -->\nafter")
  }

  @Test("A new class gets its section behind the one before it, after that one's prose")
  func newSection() throws {
    let two = Array(Self.tables.prefix(2))
    let text = try ReferenceArticle.updated("# Title\n", tables: [two[0]])
      .replacing("<!-- end -->\n", with: "<!-- end -->\n\nProse.\n\n## Last\n")
    let updated = try ReferenceArticle.updated(text, tables: two)
    let lines = DocumentationTests.lines(updated)
    let order = ["Prose.", two[1].heading, ReferenceArticle.start(two[1].id), "## Last"]
    #expect(order.compactMap(lines.firstIndex).sorted() == order.compactMap(lines.firstIndex))
    #expect(order.allSatisfy(lines.contains))
  }

  @Test(
    "A marker of nothing, an open one and one that stands twice are refused",
    arguments: [
      "<!-- table: nonsense -->\n<!-- end -->", "<!-- table: scene -->\n",
      "<!-- table: scene -->\n<!-- table: event -->\n<!-- end -->",
      "<!-- table: scene -->\n<!-- end -->\n<!-- table: scene -->\n<!-- end -->",
    ])
  func refused(_ text: String) {
    #expect(throws: ReferenceArticle.Problem.self) { try ReferenceArticle.updated(text) }
  }
}
