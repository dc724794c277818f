import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import Foundation
import RostrumLayerTree
import RostrumLottie
import RostrumSource
import TestSupport
import Testing

@Suite("Mistakes in a Lottie")
struct MistakeTests {
  @Test(
    "A Lottie is recognised by its content",
    arguments: [
      (lottie(""), true), ("  {\"layers\": [], \"op\": 1, \"w\": 1, \"h\": 2}", true),
      ("{\"size\": [1, 1], \"layers\": []}", false), ("[]", false), ("", false), ("{\"a", false),
      ("{\"x\": {\"layers\": [], \"op\": 1, \"w\": 1, \"h\": 2}}", false), ("size: [1, 1]", false),
    ] as [(String, Bool)])
  func recognition(_ text: String, _ isLottie: Bool) {
    #expect(LottieImporter().recognizes(Array(text.utf8)) == isLottie)
  }

  /// Records the pictures that it is asked to decode.
  private final class Pictures: ImportResources, @unchecked Sendable {
    var seen: [[UInt8]] = []

    func image(in bytes: [UInt8]) -> ImageReference? {
      seen.append(bytes)
      return ImageReference(path: "inside", width: 1, height: 1)
    }

    func image(atPath path: String) -> ImageReference? { nil }

    func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem> {
      .failure(ImportTextProblem(message: "there is no font"))
    }
  }

  @Test("A picture inside a file is decoded from every letter of Base64")
  func picturesInside() {
    // Each of the 64 letters once.
    let bytes = (0..<16).flatMap { index -> [UInt8] in
      let word = (0..<4).reduce(UInt32(0)) { $0 << 6 | UInt32(index * 4 + $1) }
      return [UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
    }
    let text = Data(bytes).base64EncodedString()
    #expect(Set(text).count == 64)
    let asset =
      #"{"id": "a", "w": 1, "h": 1, "e": 1, "u": "", "p": "data:image/png;base64,\#(text)"}"#
    let file = lottie(
      #"{"ty": 2, "refId": "a", "ip": 0, "op": 20, "st": 0, "ks": {}}"#, "\"assets\": [\(asset)],")
    let pictures = Pictures()
    let result = LottieImporter().load(
      Array(file.utf8), path: "a.json", options: ImportOptions(), resources: pictures)
    #expect(result.diagnostics.isEmpty)
    #expect(pictures.seen.first == bytes)
  }

  @Test(
    "A canvas has at most as many pixels as may be, and 32767 a side",
    arguments: [
      (100, 100, 10_000, true), (100, 101, 10_000, false), (40_000, 1, 100_000, false),
      (1, 40_000, 100_000, false), (32_767, 3, 100_000, true),
    ])
  func canvas(_ width: Int, _ height: Int, _ maximum: Int, _ isAllowed: Bool) {
    let text = lottie("").replacing(
      "\"w\": 100, \"h\": 100", with: "\"w\": \(width), \"h\": \(height)")
    let options = ImportOptions(maximumPixels: maximum)
    let result = LottieImporter().load(
      Array(text.utf8), path: "a.json", options: options, resources: NoPictures())
    #expect((result.scene != nil) == isAllowed)
  }

  static let bentInDepth = #", "to": [0, 0, 5], "ti": [0, 0, 0]"#
  static let expression = #"{"k": [1, 2], "x": "var $bm_rt = footage('a');"}"#

  @Test(
    "What is not drawn is an error with its name, and a warning when it is ignored",
    arguments: [
      (UnsupportedFeature.expressions, shapeLayer("", transform: "\"p\": \(expression)")),
      (
        .depth,
        shapeLayer("", transform: #""rx": {"k": 20}, "sk": {"k": 5}"#, #""ddd": 1,"#)
      ),
      (.cameras, #"{"ty": 13, "ks": {}}, {"ty": 13, "ks": {}}"#),
      (
        .cameras,
        "{\"ty\": 13, \"ks\": {\"p\": \(animated((0, "[0, 0, 0]", bentInDepth), (9, "[1, 1, 1]", "")))}}"
      ),
      (.mergePaths, shapeLayer("\(square), \(square), {\"ty\": \"mm\", \"mm\": 9}")),
      (.matteTypes, shapeLayer("", #""tt": 9,"#)),
    ] as [(UnsupportedFeature, String)])
  func unsupported(_ feature: UnsupportedFeature, _ layer: String) throws {
    let refused = load(lottie(layer))
    #expect(refused.scene == nil)
    let error = try #require(refused.diagnostics.first)
    #expect(error.id == feature.name && error.severity == .error)
    #expect(error.hint?.contains("--ignore \(feature.name)") == true)
    let ignored = load(lottie(layer), ignoring: [feature])
    #expect(ignored.scene != nil)
    #expect(ignored.diagnostics.map(\.severity) == [.warning])
  }

  @Test("Layers without a picture are nothing, without a word", arguments: [3, 6, 11, 15])
  func withoutPicture(_ type: Int) throws {
    let data = #"{"ty": \#(type), "nm": "data", "refId": "a", "ks": {}}"#
    let result = load(lottie(data + "," + shapeLayer(square + "," + red)))
    #expect(result.diagnostics == [])
    #expect(result.scene?.layer("shape", at: 0) != nil)
  }

  @Test(
    "What players leave out too is a warning at its place",
    arguments: [
      (.effects, shapeLayer("", #""ef": [{"ty": 30, "nm": "Twirl"}],"#)),
      (.effects, shapeLayer("", #""ef": [{"ty": 5, "mn": "ADBE Bulge", "nm": "Bulge"}],"#)),
      (.effects, shapeLayer("", #""ef": [{"ty": 5, "mn": "CC Bend It"}],"#)),
      (.effects, shapeLayer("", #""ef": [{"ty": 23, "ef": [{}, {}, {}, {"v": {"k": 9}}]}],"#)),
      (.effects, shapeLayer("", #""ef": [{"ty": 28, "ef": [{"v": {"k": 1}}, {"v": {"k": 1}}]}],"#)),
      (.layerStyles, shapeLayer("", #""sy": [{"ty": 5}],"#)),
      (.layerStyles, shapeLayer("", #""sy": [{"ty": 7, "bm": {"k": 5}}],"#)),
      (.blendModes, shapeLayer("", #""bm": 99,"#)),
      (.layerTypes, #"{"ty": 99, "ks": {}}"#), (.layerTypes, #"{"ty": 9, "ks": {}}"#),
      (.layerTypes, #"{"ty": 14, "ks": {}}"#), (.shapeTypes, shapeLayer(#"{"ty": "tw"}"#)),
    ] as [(UnsupportedFeature, String)])
  func leftOut(_ feature: UnsupportedFeature, _ layer: String) throws {
    let result = load(lottie(layer))
    #expect(result.scene != nil)
    let warning = try #require(result.diagnostics.first)
    #expect(warning.id == feature.name && warning.severity == .warning)
    #expect(warning.message.contains("are not supported: "))
  }

  @Test(
    "Controls and effects that are off say nothing",
    arguments: [
      #"{"ty": 5, "mn": "ADBE Slider Control"}"#, #"{"ty": 5, "mn": "Pseudo/arm"}"#, #"{"ty": 5}"#,
      #"{"ty": 30, "en": 0}"#, #"{"ty": 30, "en": false}"#, #"{"ty": 0, "v": {"k": 3}}"#,
    ])
  func silent(_ effect: String) {
    #expect(load(lottie(shapeLayer("", #""ef": [\#(effect)],"#))).diagnostics.isEmpty)
  }

  @Test(
    "A mistake is told at its place",
    arguments: [
      ("{\"layers\": [], \"op\": 1, \"w\" 1}", 1, 29), (lottie("3"), 2, 13),
      (lottie("").replacing("\"w\": 100", with: "\"w\": 0"), 1, 50),
    ] as [(String, Int, Int)])
  func places(_ text: String, _ line: Int, _ column: Int) throws {
    let result = load(text)
    #expect(result.scene == nil)
    let range = try #require(result.diagnostics.first?.range)
    #expect((range.line, range.column) == (line, column))
  }

  @Test("Compositions in themselves, own parents and deep nesting are mistakes")
  func cycles() {
    let inner = #"{"ty": 0, "refId": "c", "w": 9, "h": 9, "op": 20, "ks": {}}"#
    let asset = "\"assets\": [{\"id\": \"c\", \"layers\": [\(inner)]}],"
    #expect(load(lottie(inner, asset)).diagnostics.map(\.id) == ["too-deep"])
    let own = shapeLayer(square + "," + red, #""ind": 1, "parent": 1,"#)
    #expect(load(lottie(own)).diagnostics.map(\.id) == ["conflict"])
    let deep = String(repeating: "[", count: 100_000)
    #expect(load("{\"layers\": \(deep)").diagnostics.map(\.id) == ["too-deep"])
  }

  @Test(
    "Numbers of any size load, or are mistakes", arguments: ["1e400", "-1e308", "1e-320", "-0"])
  func numbers(_ number: String) {
    let layer = shapeLayer(
      "\(square), \(red), {\"ty\": \"rp\", \"c\": {\"k\": \(number)}}, {\"ty\": \"sr\", \"pt\": {\"k\": \(number)}}",
      transform: "\"p\": {\"k\": [\(number), \(number)]}")
    let result = load(lottie(layer))
    #expect((result.scene == nil) == result.diagnostics.contains { $0.severity == .error })
  }

  /// The Lottie files of a local folder, named by `ROSTRUM_LOTTIE_SAMPLES`.
  static let samples: [String] = {
    guard let folder = ProcessInfo.processInfo.environment["ROSTRUM_LOTTIE_SAMPLES"] else {
      return []
    }
    let files = FileManager.default.enumerator(
      at: URL(filePath: folder), includingPropertiesForKeys: nil)
    return (files?.compactMap { ($0 as? URL)?.path } ?? [])
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix("index.json") }.sorted()
  }()

  @Test("Every real file is a scene, or has a named mistake", .enabled(if: !samples.isEmpty))
  func realFiles() throws {
    for path in Self.samples {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let result = load(text)
      #expect((result.scene == nil) == result.diagnostics.contains { $0.severity == .error })
      _ = result.scene?.presentation(at: 0.5)
    }
  }
}
