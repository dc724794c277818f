import RostrumCanvas
import RostrumGeometry
import Testing

/// Numbers of Liberation Sans come from its own tables, in 1/2048 em.
@Suite("Text layout")
struct TextLayoutTests {
  private static let book = FontBook()
  private let font = FontDescription(family: "Liberation Sans")

  private func layout(_ string: String, size: Double = 2048) throws -> TextLayout {
    try Self.book.layout(TextRequest(string, font: font, size: size))
  }

  private func layout(
    _ string: String, width: Double, height: Double? = nil, wrapped: Bool = true,
    alignment: TextAlignment = .natural, truncation: TruncationMode = .none
  ) throws -> TextLayout {
    try Self.book.layout(
      TextRequest(
        string, font: font, size: 20, width: width, height: height, isWrapped: wrapped,
        alignment: alignment, truncation: truncation))
  }

  @Test(
    "Advances, ascent and descent are the font's",
    arguments: [("A", 1366.0), ("i", 455), (" ", 569)])
  func metrics(letter: String, advance: Double) throws {
    let layout = try layout(letter)
    let line = try #require(layout.lines.first)
    #expect(abs(line.width - advance) < 0.01)
    #expect(abs(line.ascent - 1854) < 0.01 && abs(line.descent - 434) < 0.01)
    #expect(line.baseline == line.ascent && line.x == 0)
    #expect(abs(layout.size.height - 2288) < 0.01)
    #expect(layout.path.isEmpty == (letter == " "))
  }

  @Test("Kerning draws A and V together")
  func kerning() throws {
    #expect(abs(try layout("AV").size.width - (1366 + 1366 - 152)) < 0.01)
  }

  @Test("An outline stands on the baseline with the height of its letter")
  func outline() throws {
    let layout = try layout("H")
    #expect(abs(layout.inkBounds.maxY - 1854) < 0.1)
    #expect(abs(layout.inkBounds.height - 1409) < 0.5)
  }

  @Test("All lengths grow with the size", arguments: [9.0, 12, 33.3])
  func linear(size: Double) throws {
    let string = "Ångström, fifty AVA\nWaffles"
    let small = try layout(string, size: size)
    let large = try layout(string, size: size * 10)
    #expect(small.path.elements.count == large.path.elements.count)
    let scaled = small.path.map { $0 * 10 }
    for (a, b) in zip(scaled.elements, large.path.elements) {
      guard case .line(let p) = a, case .line(let q) = b else { continue }
      #expect(p.distance(to: q) < 1e-6 * size * 10)
    }
    #expect(abs(small.size.width * 10 - large.size.width) < 1e-6 * size)
  }

  @Test("Lengths are near the same for texts set with smaller units")
  func longText() throws {
    let word = try layout("Hamburg ").size.width
    let long = try layout(String(repeating: "Hamburg ", count: 4000))
    #expect(abs(long.size.width / word - 4000) < 4000 * 1e-3)
    #expect(abs(long.lines[0].ascent - 1854) < 1)
  }

  @Test("Hundred thousand characters are laid out, more are an error")
  func longest() throws {
    let string = String(repeating: "sixteen letters ", count: 6250)
    let lines = try layout(string, width: 500).lines
    #expect(lines.count > 1000)
    #expect(lines.allSatisfy { $0.width <= 500.01 })
    #expect(throws: TextError.tooLong(count: 100_001)) { try layout(string + "x") }
  }

  @Test("An empty text has no lines", arguments: [0.0, -3, .nan, .infinity, 12])
  func empty(size: Double) throws {
    let layout = try layout(size == 12 ? "" : "text", size: size)
    #expect(layout.lines.isEmpty && layout.path.isEmpty && layout.size == .zero)
  }

  @Test("Line breaks break without wrapping", arguments: ["a\nb", "a\r\nb", "a\u{2029}b"])
  func hardBreaks(string: String) throws {
    let lines = try layout(string).lines
    #expect(lines.count == 2)
    #expect(abs(lines[1].baseline - lines[0].baseline - 2288) < 0.01)
  }

  @Test(
    "Whitespace and joiners need no glyph",
    arguments: ["a\tb", "a\u{200D}b", "a\u{FEFF}b", "a\u{00AD}b"])
  func invisible(string: String) throws {
    #expect(try layout(string).lines.count == 1)
  }

  @Test("Combining marks stand over their letter")
  func marks() throws {
    #expect(abs(try layout("e\u{301}").size.width - layout("é").size.width) < 0.01)
  }

  @Test("Writing from right to left reverses the letters and stands on the right")
  func rightToLeft() throws {
    // A mark makes the paragraph run leftwards, and an override the Latin letters in it.
    let (mark, override) = ("\u{200F}", "\u{202E}")
    let turned = try layout(mark + override + "iW", width: 300)
    let plain = try layout("Wi", width: 300, alignment: .right)
    #expect(abs(turned.lines[0].x + turned.lines[0].width - 300) < 1e-6)
    #expect(turned.path == plain.path)
    #expect(try layout(mark + override + "iW", width: 300, alignment: .left).lines[0].x == 0)
  }

  @Test("Wrapped lines fit, and break at words")
  func wrapping() throws {
    let string = "The quick brown fox jumps over the lazy dog"
    let layout = try layout(string, width: 150)
    #expect(layout.lines.count > 2)
    #expect(layout.lines.allSatisfy { $0.width <= 150 })
    #expect(try self.layout(string, width: 150, wrapped: false).lines.count == 1)
    #expect(try self.layout("unbreakable", width: 20).lines.count > 1)
  }

  @Test("A text fits into its own width")
  func ownWidth() throws {
    let string = "The quick brown fox"
    let width = try Self.book.layout(TextRequest(string, font: font, size: 20)).size.width
    #expect(try layout(string, width: width).lines.count == 1)
    #expect(try layout(string, width: width - 0.1).lines.count == 2)
  }

  @Test(
    "Lines stand where the alignment says",
    arguments: [
      (TextAlignment.left, 0.0), (.natural, 0), (.center, 0.5), (.right, 1), (.justified, 0),
    ])
  func alignment(alignment: TextAlignment, share: Double) throws {
    let layout = try layout("one\nlonger line", width: 200, alignment: alignment)
    for line in layout.lines { #expect(abs(line.x - share * (200 - line.width)) < 1e-6) }
    let free = try Self.book.layout(
      TextRequest("one\nlonger line", font: font, size: 20, alignment: alignment))
    #expect(free.lines[1].x == 0)
  }

  @Test("Justified lines fill the width, except for the last")
  func justified() throws {
    let lines = try layout(
      "The quick brown fox jumps over the lazy dog", width: 150, alignment: .justified
    ).lines
    #expect(lines.dropLast().allSatisfy { abs($0.width - 150) < 0.01 })
    #expect(try #require(lines.last).width < 149)
  }

  @Test("Truncation fits a line into the width", arguments: [TruncationMode.start, .middle, .end])
  func truncation(mode: TruncationMode) throws {
    let string = "The quick brown fox jumps over the lazy dog"
    let layout = try layout(string, width: 150, wrapped: false, truncation: mode)
    #expect(layout.lines.count == 1)
    #expect(layout.size.width <= 150 && layout.size.width > 100)
    #expect(
      try self.layout("fits", width: 150, wrapped: false, truncation: mode).path
        == self.layout("fits", width: 150, wrapped: false).path)
  }

  @Test("Wrapped and truncated, the lines fit into the height")
  func truncatedHeight() throws {
    let string = "The quick brown fox jumps over the lazy dog again and again"
    let cut = try layout(string, width: 150, height: 50, truncation: .end)
    #expect(cut.lines.count == 2)
    #expect(cut.size.height <= 50)
    #expect(try layout(string, width: 150, truncation: .end).lines.count > 2)
  }

  @Test("Any width is fine", arguments: [0, -5, .nan, .infinity, 1e300, 1e-300])
  func anyWidth(width: Double) throws {
    for alignment in TextAlignment.allCases {
      for truncation in TruncationMode.allCases {
        let layout = try layout(
          "two words", width: width, height: width, alignment: alignment, truncation: truncation)
        #expect(!layout.lines.isEmpty)
        #expect(layout.lines.allSatisfy { $0.x.isFinite && $0.width.isFinite })
      }
    }
  }

  @Test("Threads may lay out at once")
  func threads() async throws {
    let requests = (0..<40).map {
      TextRequest("Thread \($0 % 7)", font: font, size: Double($0 + 8), width: 60, isWrapped: true)
    }
    let expected = try requests.map { try FontBook().layout($0) }
    let shared = FontBook()
    try await withThrowingTaskGroup(of: (Int, TextLayout).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask {
          (index, try (index.isMultiple(of: 3) ? FontBook() : shared).layout(request))
        }
      }
      for try await (index, layout) in group { #expect(layout == expected[index]) }
    }
  }
}
