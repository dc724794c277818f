import ImportTestSupport
import RostrumGeometry
import RostrumLayerTree
import RostrumLottie
import RostrumSceneImport
import RostrumSource
import Testing

@Suite("Texts in a Lottie")
struct TextTests {
  /// Sets each piece as one box, 10 points wide for each letter, whose height says which it is.
  private final class Letters: ImportResources, @unchecked Sendable {
    var pieces: [String] = []

    func image(in bytes: [UInt8]) -> ImageReference? { nil }
    func image(atPath path: String) -> ImageReference? { nil }

    func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem> {
      pieces.append(text)
      let width = Double(10 * text.unicodeScalars.count { $0 != "\u{200F}" })
      let box = Rect(x: 0, y: 0, width: width, height: Double(pieces.count))
      return .success(ImportLine(outline: .rect(box), width: width))
    }
  }

  /// The pieces of a text from left to right, with where each begins.
  private static func set(
    _ text: String, _ more: String = "", profile: String = "ae"
  ) throws -> [(text: String, x: Double, y: Double)] {
    let letters = Letters()
    let layer =
      #"{"ty": 5, "nm": "t", "ip": 0, "op": 20, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"s": 20, "f": "F", "t": "\#(text)", "lh": 100, "fc": [1, 0, 0]\#(more)}}]}}}"#
    let file = lottie(layer, #""fonts": {"list": [{"fName": "F", "fFamily": "F"}]},"#)
    var options = ImportOptions()
    options.settings["lottie-profile"] = profile
    let result = LottieImporter().load(
      Array(file.utf8), path: "a.json", options: options, resources: letters)
    let scene = try #require(result.scene, "\(result.diagnostics)")
    let path = try #require(scene.layer("t text fill", at: 0)?.values[.path])
    return path.subpaths.compactMap { Path($0.elements).boundingBox }.map { box in
      (letters.pieces[Int(box.height) - 1], box.minX, box.minY)
    }.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// Expected orders are the bidirectional algorithm's, as browsers show them.
  @Test(
    "Words lie in the direction of their scripts",
    arguments: [
      ("ab", ["a", "b"]), ("مرحبا بكم", ["بكم", "\u{200F} ", "مرحبا"]),
      ("a مرحبا بكم b", ["a", " ", "بكم", "\u{200F} ", "مرحبا", " ", "b"]),
      ("שלום ab", ["a", "b", "\u{200F} ", "שלום"]),
      // Digits run from left to right, with what parts them, and follow letters to their left.
      ("שלום 1.5", ["1", ".", "5", "\u{200F} ", "שלום"]),
      ("a 15 מ", ["a", " ", "1", "5", " ", "מ"]),
      ("מ (א)", ["\u{200F})", "א", "\u{200F}(", "\u{200F} ", "מ"]),
      ("a (א", ["a", " ", "(", "א"]), ("नमस्ते ab", ["नमस्ते", " ", "a", "b"]),
      ("מ!", ["\u{200F}!", "מ"]),
    ] as [(String, [String])])
  func directions(_ text: String, _ expected: [String]) throws {
    let pieces = try Self.set(text)
    #expect(pieces.map(\.text) == expected)
    #expect(pieces.first?.x == 0)
  }

  /// Boxes of 55 points: "ab cd" is one line of 50, and the space where it breaks does not count.
  @Test(
    "Lines in a box begin where their alignment says, and justified ones end at its sides",
    arguments: [
      (0, "ae", [0.0, 40, 0]), (1, "ae", [5, 45, 35]), (2, "ae", [2.5, 42.5, 17.5]),
      (3, "ae", [0, 45, 0]), (4, "ae", [0, 45, 35]), (5, "ae", [0, 45, 17.5]),
      (6, "ae", [0, 45, 0]), (3, "ios", [0, 40, 0]),
    ])
  func justification(_ number: Int, _ profile: String, _ expected: [Double]) throws {
    let more = #", "j": \#(number), "ps": [0, 0], "sz": [55, 200]"#
    let pieces = try Self.set("ab cd ef", more, profile: profile).filter { $0.text != " " }
    #expect([pieces[0].x, pieces[3].x, pieces[4].x] == expected)
  }

  @Test("A line of one word is not stretched, the last of all lines is, where each is")
  func lastLines() throws {
    let more = #", "j": 6, "ps": [0, 0], "sz": [55, 200]"#
    #expect(try Self.set("abc", more).map(\.x) == [0, 10, 20])
    let spread = try Self.set("a b", more).filter { $0.text != " " }
    #expect(spread.map(\.x) == [0, 45])
    let broken = #", "j": 3, "ps": [0, 0], "sz": [55, 200]"#
    let last = try Self.set(#"a b\rc"#, broken).filter { $0.text != " " }
    #expect(last.map(\.x) == [0, 20, 0])
  }

  @Test(
    "All capitals are set as capitals, except by lottie-ios",
    arguments: [("ae", "AB"), ("ios", "ab")]
  )
  func capitals(_ profile: String, _ expected: String) throws {
    let pieces = try Self.set("ab", #", "ca": 1"#, profile: profile)
    #expect(pieces.map(\.text).joined() == expected)
  }

  @Test("Small capitals stay the letters that they are, with a word")
  func smallCapitals() {
    let layer =
      #"{"ty": 5, "ip": 0, "op": 20, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"t": "a", "ca": 2}}]}}}"#
    let warnings = load(lottie(layer)).diagnostics.filter { $0.id == "no-effect" }
    #expect(warnings.map(\.severity) == [.warning])
  }

  @Test("A font that the file does not list is looked for by its name, with a word")
  func missingFonts() throws {
    let layer =
      #"{"ty": 5, "nm": "t", "ip": 0, "op": 20, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"s": 20, "f": "X-Bold", "t": "ab", "fc": [1, 0, 0]}}]}}}"#
    let result = load(lottie(layer))
    #expect(result.diagnostics.map(\.severity) == [.warning, .warning])
    #expect(Set(result.diagnostics.map(\.id)) == ["missing-key", "missing-file"])
    let path = try #require(result.scene?.layer("t text fill", at: 0)?.values[.path])
    #expect(path.boundingBox == Rect(x: 0, y: -10, width: 20, height: 10))
  }
}
