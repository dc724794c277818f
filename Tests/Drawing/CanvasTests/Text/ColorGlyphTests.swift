import RostrumCanvas
import Foundation
import RostrumGeometry
import TestSupport
import Testing

@Suite("Coloured glyphs")
struct ColorGlyphTests {
  private static let emoji = FontDescription(family: "Noto Color Emoji")

  private func layout(
    _ string: String, _ font: FontDescription, allowsColor: Bool = true
  ) throws -> TextLayout {
    var request = TextRequest(string, font: font, size: 100)
    request.allowsColor = allowsColor
    return try FontBook().layout(request)
  }

  /// A is red at the left, blue of half the opacity at the right; B has no colours. Each is
  /// an em wide and half an em high.
  private static let twoColors = """
    AAEAAAAMAIAAAwBAQ09MUgALACgAAALMAAAAHENQQUwAgP8SAAAC6AAAABZPUy8yRQBFxgAAAUgAAABgY21hcAB1\
    AFwAAAG4AAAAPGdseWaR98vAAAACBAAAAGJoZWFkMVGyXgAAAMwAAAA2aGhlYQcKAyIAAAEEAAAAJGhtdHgF3AAA\
    AAABqAAAAA5sb2NhAEkAMAAAAfQAAAAObWF4cAAIAAYAAAEoAAAAIG5hbWUDtwvTAAACaAAAAEJwb3N0AAMAAAAA\
    AqwAAAAgAAEAAAABAADqf2GbXw889QADA+gAAAAA5ym3xQAAAADnKbfFAAAAAAPoAfQAAAADAAIAAAAAAAAAAQAA\
    AyD/OAAAA+gAAAAAA+gAAQAAAAAAAAAAAAAAAAAAAAEAAQAAAAYABAABAAAAAAACAAAAAAAAAAAAAAAAAAAAAAAD\
    A+gBkAAFAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAA/Pz8/AAAAIABC\
    AyD/OAAAAyAAyAAAAAAAAAAAAAAAAAAAACAAAAPoAAAAAAAAAAAAAAH0AAAAAAACAAAAAwAAABQAAwABAAAAFAAE\
    ACgAAAAGAAQAAQACACAAQv//AAAAIABB////4f/BAAEAAAAAAAAAAAAAAAAADAAYACQAMQAAAAEAAAAAA+gB9AAD\
    AAAxESERA+gB9P4MAAEAAAAAA+gB9AADAAAxESERA+gB9P4MAAEAAAAAAfQB9AADAAAxESERAfQB9P4MAAEB9AAA\
    A+gB9AADAAAhESERAfQB9AH0/gwAAAAAAAIAHgADAAEECQABABYAAAADAAEECQACAA4AFgBUAHcAbwAgAEMAbwBs\
    AG8AdQByAHMAUgBlAGcAdQBsAGEAcgAAAAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAADgAA\
    ABQAAgACAAAAAgAEAAAABQABAAAAAgABAAIAAAAOAAAAAP///wAAgAAA
    """

  private func twoColors() throws -> (TemporaryFolder, FontDescription) {
    let folder = try TemporaryFolder()
    let data = try #require(Data(base64Encoded: Self.twoColors))
    try data.write(to: URL(filePath: folder.path("two.ttf")))
    return (folder, FontDescription(file: folder.path("two.ttf")))
  }

  @Test("Flat coloured layers are read in the font's first palette, at 512 pixels an em")
  func layers() throws {
    let (folder, font) = try twoColors()
    let layout = try layout("AB", font)
    let run = try #require(layout.runs.first)
    let glyph = try #require(run.colorGlyphs.first)
    #expect(run.colorGlyphs.count == 1 && !run.glyphs.isEmpty)
    #expect((glyph.image.width, glyph.image.height) == (512, 256))
    #expect(glyph.image[10, 10] == 0xFFFF_0000)
    #expect([0x8000_0080, 0x7F00_007F].contains(glyph.image[500, 10]))
    let baseline = try #require(layout.lines.first?.baseline)
    #expect(glyph.bounds == Rect(x: 0, y: baseline - 50, width: 100, height: 50))
    #expect(abs(layout.inkBounds.minY - (baseline - 50)) < 1e-9)
    #expect((layout.inkBounds.minX, layout.inkBounds.width) == (0, 200))
    withExtendedLifetime(folder) {}
  }

  @Test("An emoji is a picture as large as its letter, also when the same font is read again")
  func pictures() throws {
    for _ in 0..<2 {
      let layout = try layout("\u{1F389}", Self.emoji)
      let glyph = try #require(layout.runs.first?.colorGlyphs.first)
      #expect(glyph.image.width > 64)
      #expect(glyph.bounds.width > 90 && glyph.bounds.width < 140)
      #expect(abs(glyph.bounds.width - layout.size.width) < 15)
    }
  }

  @Test(
    "Signs that form one emoji are one picture",
    arguments: ["\u{1F1E9}\u{1F1EA}", "\u{1F44D}\u{1F3FD}"])
  func sequences(_ string: String) throws {
    #expect(try layout(string, Self.emoji).runs.first?.colorGlyphs.count == 1)
  }

  @Test(
    "A list of fonts gives the heart to the first that has it, or as its selector asks",
    arguments: [("\u{2764}", 0, 1), ("\u{2764}\u{FE0F}", 1, 1), ("\u{2764}\u{FE0E}", 0, 0)])
  func selector(_ heart: String, _ afterPlain: Int, _ first: Int) throws {
    func count(_ fonts: [FontDescription]) throws -> Int? {
      let font = FontDescription(fonts[0].source, fallbacks: [fonts[1]])
      return try layout(heart, font).runs.first?.colorGlyphs.count
    }
    let plain = FontDescription(family: "DejaVu Sans")
    #expect(try count([plain, Self.emoji]) == afterPlain)
    #expect(try count([Self.emoji, plain]) == first)
  }

  @Test("Where only outlines can be drawn, a coloured glyph is an error with its place")
  func outlinesOnly() {
    #expect(throws: TextError.coloredGlyph(offset: 0, family: "Noto Color Emoji")) {
      try layout("\u{1F389}", Self.emoji, allowsColor: false)
    }
  }
}
