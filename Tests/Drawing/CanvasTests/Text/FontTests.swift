import RostrumBase
import RostrumCanvas
import Foundation
import RostrumGeometry
import Testing

@Suite("Fonts")
struct FontTests {
  private func layout(_ string: String, _ font: FontDescription) throws -> TextLayout {
    try FontBook().layout(TextRequest(string, font: font, size: 100))
  }

  /// The file of an installed font, according to fontconfig's own command.
  private static func installedFile(_ pattern: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["fc-list", pattern, "-f", "%{file}\n"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return try #require(output.split(separator: "\n").first.map(String.init))
  }

  @Test("A missing family is an error with similar names")
  func missingFamily() {
    #expect {
      try layout("x", FontDescription(family: "Liberatoin Sans"))
    } throws: { error in
      guard case .missingFamily("Liberatoin Sans", let names)? = error as? TextError
      else { return false }
      return names.first == "Liberation Sans" && names.count <= 3
    }
  }

  @Test(
    "Names that fontconfig would substitute are missing",
    arguments: ["sans-serif", "Sans", "Helvetica Neue X", "", "No, Liberation Sans"])
  func noSubstitutes(name: String) {
    #expect {
      try layout("", FontDescription(family: name))
    } throws: { error in
      if case .missingFamily(name, _)? = error as? TextError { true } else { false }
    }
  }

  @Test("Upper and lower case do not matter")
  func letterCase() throws {
    let lower = try layout("x", FontDescription(family: "liberation sans"))
    #expect(try lower == layout("x", FontDescription(family: "Liberation Sans")))
  }

  @Test(
    "A missing glyph is an error with its place",
    arguments: [("ab漢", 2), ("é😀", 2), ("x\u{1}", 1), ("\0", 0)])
  func missingGlyph(string: String, offset: Int) throws {
    let character = try #require(string.unicodeScalars.last)
    #expect(
      throws: TextError.missingGlyph(character, offset: offset, family: "Liberation Sans")
    ) { try layout(string, FontDescription(family: "Liberation Sans")) }
  }

  @Test("Weights and italics are other letters")
  func styles() throws {
    let regular = try layout("Rag", FontDescription(family: "Liberation Sans"))
    let bold = try layout("Rag", FontDescription(family: "Liberation Sans", weight: 700))
    let italic = try layout("Rag", FontDescription(family: "Liberation Sans", isItalic: true))
    #expect(bold.size.width > regular.size.width)
    #expect(italic.path != regular.path)
    let heavy = try layout("Rag", FontDescription(family: "Liberation Sans", weight: 900))
    #expect(heavy.size.width == bold.size.width)
  }

  @Test("A font file stands for itself")
  func file() throws {
    let path = try Self.installedFile("Liberation Serif:bold:italic")
    let byFile = try layout("Rag", FontDescription(file: path))
    let byName = try layout(
      "Rag", FontDescription(family: "Liberation Serif", weight: 700, isItalic: true))
    #expect(byFile.path == byName.path)
    #expect(throws: TextError.missingGlyph("漢", offset: 0, family: "Liberation Serif")) {
      try layout("漢", FontDescription(file: path))
    }
  }

  @Test("A file that holds no outlines is an error", arguments: ["none", "text", "bitmap"])
  func badFile(kind: String) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).bdf")
    defer { try? FileManager.default.removeItem(at: url) }
    if kind == "text" { try "no font".write(to: url, atomically: true, encoding: .utf8) }
    if kind == "bitmap" { try Self.bitmapFont.write(to: url, atomically: true, encoding: .utf8) }
    let error = TextError.unreadableFontFile(url.path)
    #expect(throws: error) { try layout("A", FontDescription(file: url.path)) }
    #expect(throws: error) { try FontBook(fontFiles: [url.path]).families() }
  }

  @Test("A font's file has a limit of size", arguments: [0, 1])
  func largeFile(beyond: Int64) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ttf")
      .path
    defer { unlink(path) }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(truncate(path, (256 << 20) + off_t(beyond)) == 0)
    let error =
      beyond == 0
      ? TextError.unreadableFontFile(path) : TextError.tooLargeFontFile(path, limit: 256 << 20)
    #expect(throws: error) { try layout("A", FontDescription(file: path)) }
    #expect(throws: error) { try FontBook(fontFiles: [path]).families() }
  }

  /// A font in X11's bitmap format with the letter A.
  private static let bitmapFont = """
    STARTFONT 2.1
    FONT -test-Dots-Medium-R-Normal--8-80-75-75-C-80-ISO10646-1
    SIZE 8 75 75
    FONTBOUNDINGBOX 8 8 0 0
    STARTPROPERTIES 3
    FAMILY_NAME "Dots"
    FONT_ASCENT 8
    FONT_DESCENT 0
    ENDPROPERTIES
    CHARS 1
    STARTCHAR A
    ENCODING 65
    SWIDTH 1000 0
    DWIDTH 8 0
    BBX 8 2 0 0
    BITMAP
    FF
    81
    ENDCHAR
    ENDFONT

    """

  @Test("The families are sorted, and those of the book's files are among them")
  func families() throws {
    let path = try Self.installedFile("Liberation Mono:style=Regular")
    let families = try FontBook(fontFiles: [path, path]).families()
    #expect(families == families.sorted() && Set(families).count == families.count)
    #expect(families.contains("Liberation Mono") && families.contains("Liberation Sans"))
  }

  @Test("A file may have several families' names, and its own beside them")
  func named() throws {
    let path = try Self.installedFile("Liberation Mono:style=Regular")
    let files = FontFiles(
      [path],
      named: ["First", "Second", "liberation sans"].map { .init(family: $0, file: path) })
    let book = FontBook(fontFiles: files)
    let families = try book.families()
    #expect(Set(families).isSuperset(of: ["First", "Second", "Liberation Mono"]))
    func width(_ family: String, _ book: FontBook) throws -> Double {
      let request = TextRequest("ill", font: FontDescription(family: family), size: 10)
      return try #require(book.layout(request).lines.first).width
    }
    let wanted = try width("Liberation Mono", FontBook())
    for family in ["First", "second", "Liberation Mono", "Liberation Sans"] {
      #expect(try width(family, book) == wanted, "\(family)")
      #expect(book.file(of: FontDescription(family: family)) == path, "\(family)")
    }
    #expect(try width("Liberation Serif", book) == width("Liberation Serif", FontBook()))
    let absent = FontFiles(named: [.init(family: "First", file: "/nowhere.ttf")])
    #expect(throws: TextError.unreadableFontFile("/nowhere.ttf")) {
      try FontBook(fontFiles: absent).families()
    }
  }

  @Test("A family and its file are told apart at the first sign")
  func namedText() {
    #expect(FontFiles.Named(" Inter = a=b.ttf") == .init(family: "Inter", file: " a=b.ttf"))
    for text in ["Inter", "=a.ttf", "Inter=", " =a", ""] { #expect(FontFiles.Named(text) == nil) }
  }

  @Test("Errors read well")
  func messages() {
    let missing = TextError.missingFamily("Libration", suggestions: ["Liberation Sans"])
    #expect("\(missing)" == "no font family 'Libration'; similar: Liberation Sans")
    #expect(
      "\(TextError.missingGlyph("漢", offset: 4, family: "Lato"))"
        == "'Lato' has no glyph for '漢' (U+6F22) at byte 4")
    #expect(
      "\(TextError.missingGlyph("\u{1}", offset: 0, family: "Lato"))"
        == "'Lato' has no glyph for U+0001 at byte 0")
  }
}
