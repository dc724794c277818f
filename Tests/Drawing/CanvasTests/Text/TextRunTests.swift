import RostrumCanvas
import RostrumGeometry
import Testing

/// Numbers of Liberation Sans come from its own tables, in 1/2048 em.
@Suite("Text in several styles")
struct TextRunTests {
  private static let book = FontBook()
  private let font = FontDescription(family: "Liberation Sans")

  private func run(_ string: String, _ change: (inout TextRun) -> Void = { _ in }) -> TextRun {
    var run = TextRun(string, font: font, size: 20)
    change(&run)
    return run
  }

  private func layout(
    _ runs: [TextRun], width: Double? = nil, height: Double? = nil,
    truncation: TruncationMode = .none, alignment: TextAlignment = .natural
  ) throws -> TextLayout {
    try Self.book.layout(
      TextRequest(
        runs: runs, width: width, height: height, isWrapped: width != nil, alignment: alignment,
        truncation: truncation))
  }

  @Test("Cutting a text into runs of one style changes nothing", arguments: [1, 4, 9, 17])
  func cut(place: Int) throws {
    let string = "The quick brown fox jumps over it"
    let cut = string.index(string.startIndex, offsetBy: place)
    let parts = try layout([run(String(string[..<cut])), run(String(string[cut...]))], width: 120)
    let whole = try layout([run(string)], width: 120)
    #expect(parts.path == whole.path && parts.lines == whole.lines)
    #expect(parts.runs.count == 2 && parts.runs.allSatisfy { !$0.glyphs.isEmpty })
  }

  @Test("Runs of different sizes share a baseline; the line is as high as the largest")
  func sizes() throws {
    let layout = try layout([run("i"), run("i") { $0.size = 40 }, run("i") { $0.size = 10 }])
    #expect(abs(layout.size.width - 455.0 / 2048 * 70) < 1e-3)
    let line = try #require(layout.lines.first)
    #expect(abs(line.ascent - 1854.0 / 2048 * 40) < 1e-3)
    for run in layout.runs { #expect(abs(bottom(run.glyphs) - line.baseline) < 1e-3) }
  }

  @Test("A raised run stands higher by its offset", arguments: [7.0, -4])
  func raised(offset: Double) throws {
    let layout = try layout([run("H"), run("H") { $0.baselineOffset = offset }])
    let difference = bottom(layout.runs[0].glyphs) - bottom(layout.runs[1].glyphs)
    #expect(abs(difference - offset) < 1e-3)
  }

  @Test("Kerning widens a run by its amount for each letter", arguments: [3.0, -1, 0.5])
  func kern(amount: Double) throws {
    let plain = try layout([run("HHHHH")]).size.width
    let spaced = try layout([run("HHHHH") { $0.kern = amount }]).size.width
    #expect(abs(spaced - plain - 5 * amount) < 1e-3 || abs(spaced - plain - 4 * amount) < 1e-3)
  }

  @Test("Lines lie where the font's tables say")
  func underline() throws {
    let layout = try layout([run("HH") { $0.underline = .single }, run("HH")])
    let box = try #require(layout.runs[0].underline.controlBoundingBox)
    // post: underlinePosition -217 (its middle), underlineThickness 150.
    #expect(abs(box.height - 150.0 / 2048 * 20) < 0.02)
    #expect(box.minY > layout.lines[0].baseline && box.maxY < layout.size.height)
    #expect(abs(box.width - layout.size.width / 2) < 1e-3)
    #expect(layout.runs[1].underline.isEmpty && layout.runs[0].strikethrough.isEmpty)
  }

  @Test("Thick lines are twice as thick, double lines three times as high")
  func lineStyles() throws {
    func height(_ style: TextRun.LineStyle) throws -> Double {
      let runs = [run("H") { $0.strikethrough = style }]
      return try layout(runs).runs[0].strikethrough.controlBoundingBox?.height ?? 0
    }
    let single = try height(.single)
    #expect(single > 0.5)
    #expect(abs(try height(.thick) - 2 * single) < 1e-6)
    #expect(abs(try height(.double) - 3 * single) < 1e-6)
    #expect(try height(.none) == 0)
  }

  @Test("Files and families mix in one text, even a file of a family that is installed")
  func files() throws {
    let path = "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf"
    let bold = try layout([
      run("H") { $0.font = FontDescription(family: "Liberation Sans", weight: 700) }
    ])
    let mixed = try layout([run("H"), run("H") { $0.font = FontDescription(file: path) }])
    let plain = try layout([run("H")])
    #expect(mixed.runs[0].glyphs == plain.path)
    let moved = bold.path.map { $0 + Point(x: plain.size.width, y: 0) }
    #expect(zip(moved.elements, mixed.runs[1].glyphs.elements).allSatisfy(isClose))
    #expect(mixed.runs[1].glyphs != plain.path)
  }

  @Test("A missing glyph is named with its place in the whole text")
  func missing() throws {
    #expect(
      throws: TextError.missingGlyph("\u{2603}", offset: 6, family: "Liberation Sans")
    ) { try layout([run("né "), run("a"), run("b\u{2603}")]) }
  }

  @Test("Scaled texts break and end at the same letters", arguments: [0.37, 3, 10.1])
  func scaled(k: Double) throws {
    func request(_ k: Double) -> TextRequest {
      TextRequest(
        runs: [
          TextRun("The quick brown ", font: font, size: 13 * k),
          TextRun("fox jumps ", font: font, size: 20 * k, kern: k, underline: .double),
          TextRun("over the lazy dog", font: font, size: 9 * k, baselineOffset: 2 * k),
        ], width: 97 * k, height: 60 * k, isWrapped: true, truncation: .middle)
    }
    let (small, large) = try (Self.book.layout(request(1)), Self.book.layout(request(k)))
    #expect(small.lines.count == large.lines.count)
    for (a, b) in zip(small.runs, large.runs) {
      #expect(a.glyphs.elements.count == b.glyphs.elements.count)
      #expect(
        zip(a.glyphs.map { $0 * k }.elements, b.glyphs.elements).allSatisfy(isClose))
    }
  }

  @Test(
    "What is truncated fits, in ink and advance, and lines do not reach the width by stretching",
    arguments: [TruncationMode.start, .middle, .end])
  func fits(mode: TruncationMode) throws {
    let string = "The quick brown fox jumps over the lazy dog"
    for width in stride(from: 40.0, to: 330, by: 7) {
      let layout = try Self.book.layout(
        TextRequest(string, font: font, size: 14, width: width, truncation: mode))
      #expect(layout.size.width <= width + 1e-6)
      #expect(layout.inkBounds.maxX <= width + 1)
      let wrapped = try self.layout(
        [run(string), run(string)], width: width, height: 50, truncation: mode)
      #expect(wrapped.lines.allSatisfy { $0.width <= width + 1e-6 })
      #expect(wrapped.size.height <= 50 || wrapped.lines.count == 1)
    }
  }

  @Test(
    "As many lines as fit are shown, whatever their heights, and later paragraphs are not lost in silence"
  )
  func paragraphs() throws {
    let small = try layout(
      [
        run("x ") { $0.size = 30 },
        run("and small words that follow it to the end") { $0.size = 11 },
      ],
      width: 100, height: 34 + 2 * 12.5, truncation: .end)
    #expect(small.lines.count == 3)
    let lines = try layout([run("one\ntwo\nthree\nfour")], width: 200, height: 50, truncation: .end)
    let expected = try layout([run("one\ntwo\u{2026}")], width: 200)
    #expect(lines.path == expected.path)
    let tail = try layout([run("one\ntwo\nthree\nfour")], width: 60, height: 50, truncation: .start)
    #expect(tail.lines.count == 2 && tail.lines[1].width <= 60)
    let exact = try layout([run("one\ntwo")], width: 200)
    #expect(
      try layout([run("one\ntwo")], width: 200, height: exact.size.height, truncation: .end).path
        == exact.path)
  }

  @Test("An ellipsis has its own advance, whatever is left of the width")
  func ellipsis() throws {
    let string = "WWWWWWWWWWWWWWWWWWWW"
    let layout = try Self.book.layout(
      TextRequest(string, font: font, size: 2048, width: 12_000, truncation: .middle))
    // n letters of 1933 and an ellipsis of 2048.
    let letters = (layout.size.width - 2048) / 1933
    #expect(abs(letters - letters.rounded()) < 1e-3)
    #expect(letters.rounded() == 5)
  }

  @Test("Runs without a size are left out, but keep their place")
  func empty() throws {
    let layout = try layout([run("H") { $0.size = 0 }, run("H"), run("H") { $0.size = .nan }])
    #expect(layout.runs.count == 3 && layout.runs[0].glyphs.isEmpty)
    #expect(abs(layout.size.width - 1479.0 / 2048 * 20) < 1e-3)
  }

  private func bottom(_ path: Path) -> Double { path.controlBoundingBox?.maxY ?? 0 }

  private func isClose(_ a: Path.Element, _ b: Path.Element) -> Bool {
    switch (a, b) {
    case (.move(let p), .move(let q)), (.line(let p), .line(let q)): p.distance(to: q) < 2e-3
    case (.cubic(_, _, let p), .cubic(_, _, let q)): p.distance(to: q) < 2e-3
    case (.close, .close): true
    default: false
    }
  }
}
