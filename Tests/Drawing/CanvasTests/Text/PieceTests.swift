import RostrumCanvas
import RostrumGeometry
import Testing

@Suite("Texts in several fonts, and texts taken apart")
struct PieceTests {
  private static let book = FontBook()
  private static let sans = FontDescription(family: "Liberation Sans")
  private static let other = FontDescription(family: "DejaVu Sans")

  private func layout(
    _ string: String, _ font: FontDescription = sans,
    _ change: (inout TextRequest) -> Void = { _ in }
  ) throws -> TextLayout {
    var request = TextRequest(string, font: font, size: 20)
    change(&request)
    return try Self.book.layout(request)
  }

  // MARK: Fallback

  private static func sans(or fallbacks: [FontDescription]) -> FontDescription {
    var font = sans
    font.fallbacks = fallbacks
    return font
  }

  @Test("Each letter is set in the first font that has it")
  func fallback() throws {
    let font = Self.sans(or: [Self.other])
    let mixed = try layout("a\u{2603}b", font)
    let (a, snowman) = (try layout("a"), try layout("\u{2603}", Self.other))
    let b = try layout("b")
    #expect(mixed.runs.count == 1)
    #expect(
      mixed.path.elements.count
        == [a, snowman, b].reduce(0) { $0 + $1.path.elements.count })
    #expect(abs(mixed.size.width - a.size.width - snowman.size.width - b.size.width) < 1e-3)
    #expect(try layout("ab", font).path == layout("ab").path)
  }

  @Test("A letter with a mark that its font lacks is set in the next font as a whole")
  func marks() throws {
    let string = "x\u{0346}"
    #expect(throws: TextError.self) { try layout(string) }
    let mixed = try layout(string, Self.sans(or: [Self.other]))
    #expect(mixed.path == (try layout(string, Self.other).path))
  }

  @Test("A letter that none of the fonts has is an error that names them")
  func missing() throws {
    let error = try #require(throws: TextError.self) {
      try layout("ab\u{10FFFD}", Self.sans(or: [Self.other]))
    }
    #expect(
      error
        == .missingInFonts(
          "\u{10FFFD}", fonts: ["Liberation Sans", "DejaVu Sans"], others: []))
  }

  @Test("A fallback that does not exist is an error, also when it is not needed")
  func missingFallback() throws {
    #expect(throws: TextError.self) {
      try layout("a", Self.sans(or: [FontDescription(family: "No Such Family")]))
    }
  }

  @Test("Families are found by their letters")
  func families() throws {
    let all = try Self.book.families()
    let found = try Self.book.families(having: "a\u{2603}")
    #expect(found.contains("DejaVu Sans") && !found.contains("Liberation Sans"))
    #expect(Set(found).isSubset(of: all))
    #expect(try Self.book.families(having: "\u{10FFFD}").isEmpty)
  }

  // MARK: Pieces

  @Test(
    "Pieces are all that the text shows, in its order",
    arguments: [
      (TextDivision.letters, "AV to", 4), (.words, " one  two\nthree ", 3), (.lines, "a b\n\nc", 2),
      (.letters, "e\u{0301}x", 2), (.words, "", 0), (.letters, "  ", 0),
    ])
  func pieces(division: TextDivision, string: String, count: Int) throws {
    let layout = try layout(string) { $0.pieces = division }
    #expect(layout.pieces.count { $0.runs[0]?.glyphs.isEmpty == false } == count)
    #expect(layout.pieces.map(\.start) == layout.pieces.map(\.start).sorted())
    let together = Path(layout.pieces.flatMap { $0.runs.values.flatMap(\.glyphs.elements) })
    #expect(together == layout.path)
    #expect(layout.path == (try self.layout(string).path))
  }

  @Test("Letters stand where kerning puts them")
  func kerning() throws {
    let layout = try layout("AV") { $0.pieces = .letters }
    let alone = try self.layout("A")
    #expect(layout.pieces[1].box.minX < alone.size.width - 0.5)
    #expect(abs(layout.pieces[0].box.height - layout.size.height) < 1e-9)
  }

  @Test("Letters have the runs that they show alone")
  func runsOfLetters() throws {
    var request = TextRequest(
      runs: ["a", "b", "c"].map { TextRun($0, font: Self.sans, size: 20) })
    request.pieces = .letters
    #expect(try Self.book.layout(request).pieces.map { Array($0.runs.keys) } == [[0], [1], [2]])
  }

  @Test("Underlines belong to the words above them")
  func underline() throws {
    let run = TextRun("one two", font: Self.sans, size: 20, underline: .single)
    var request = TextRequest(runs: [run])
    request.pieces = .words
    let layout = try Self.book.layout(request)
    let boxes = layout.pieces.compactMap { $0.runs[0]?.underline.controlBoundingBox }
    try #require(boxes.count == 2)
    #expect(abs(boxes[0].maxX - boxes[1].minX) < 1e-9)
  }

  // MARK: Lines

  @Test("Lines are as high as asked for, in multiples of the type", arguments: [0.5, 1, 1.6, 3])
  func lineHeight(_ multiple: Double) throws {
    let layout = try layout("one\ntwo\nthree") { $0.lineHeight = multiple }
    let natural = try self.layout("one")
    #expect(abs(layout.size.height - 3 * multiple * 20) < 1e-9)
    #expect(abs(layout.lines[1].baseline - layout.lines[0].baseline - multiple * 20) < 1e-9)
    // The added height lies above and below alike.
    let added = (multiple * 20 - natural.size.height) / 2
    #expect(abs(layout.lines[0].baseline - natural.lines[0].baseline - added) < 1e-9)
  }
}
