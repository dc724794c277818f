import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumLottie
import RostrumSource
import Testing

@Suite("Slots and archives")
struct ArchiveTests {
  /// A layer whose fill is the slot `sky`, whose place the slot `place`.
  private static let slotted = lottie(
    shapeLayer(
      #"""
      {"ty": "rc", "p": {"sid": "place"}, "s": {"k": [10, 10]}},
      {"ty": "fl", "nm": "fill", "c": {"sid": "sky", "k": [0, 0, 0]}, "o": {"sid": "much"}}
      """#),
    #"""
    "slots": {"sky": {"p": {"a": 0, "k": [1, 0, 0]}}, "place": {"p": {"a": 0, "k": [3, 4]}},
              "much": {"p": {"a": 1, "k": [{"t": 0, "s": [100]}, {"t": 10, "s": [0]}]}}},
    """#)

  private func color(_ result: ImportResult) throws -> Color? {
    let layer = try #require(result.scene?.layer("fill", at: 0))
    return layer.values[.fillColor]
  }

  @Test("A slot has the file's value, or the one that is given")
  func slots() throws {
    let own = load(Self.slotted)
    #expect(own.diagnostics == [])
    #expect(try color(own) == Color(red: 1, green: 0, blue: 0))
    #expect(own.parameters.map(\.name) == ["sky", "place", "much"])
    #expect(own.parameters.map(\.text) == ["#ff0000", "[3, 4]", "animated"])
    let given = load(Self.slotted, values: ["sky": "lime", "much": "50"])
    #expect(try color(given) == Color(red: 0, green: 1, blue: 0))
    #expect(given.parameters.map(\.text) == ["#00ff00", "[3, 4]", "50"])
    let layer = try #require(given.scene?.layer("fill", at: 1))
    #expect(layer.values[.opacity] == 0.5)
  }

  @Test(
    "A value that a slot cannot have is refused",
    arguments: [
      ("sky", "much", "an opaque colour"), ("sky", "#ff000080", "an opaque colour"),
      ("place", "3", "2 numbers, such as [1, 2]"), ("much", "[1, 2]", "a number"),
      ("much", "", "a number"),
    ])
  func refusals(_ name: String, _ text: String, _ expected: String) {
    let result = load(Self.slotted, values: [name: text])
    #expect(result.refused.map(\.name) == [name])
    #expect(result.refused.map(\.expected) == [expected])
  }

  private static func archive(_ manifest: String, _ more: [(String, [UInt8])] = []) -> [UInt8] {
    let second = lottie(shapeLayer(square + "," + red))
    return zip(
      [
        ("manifest.json", Array(manifest.utf8)), ("a/one.json", Array(slotted.utf8)),
        ("a/two.json", Array(second.utf8)),
        (
          "t/night.json",
          Array(
            #"{"rules": [{"id": "sky", "type": "Color", "value": [0, 0, 1]}, {"id": "much", "type": "Scalar", "keyframes": [{"frame": 0, "value": 10}, {"frame": 10, "value": 20, "hold": true}]}]}"#
              .utf8)
        ),
      ] + more)
  }

  private static let manifest = #"""
    {"version": "2", "animations": [{"id": "one"}, {"id": "two"}], "themes": [{"id": "night"}]}
    """#

  private func load(
    _ bytes: [UInt8], values: [String: String] = [:]
  ) -> ImportResult {
    LottieImporter().load(
      bytes, path: "a.lottie", options: ImportOptions(values: values), resources: NoPictures())
  }

  private func load(
    _ text: String, values: [String: String] = [:]
  ) -> ImportResult { load(Array(text.utf8), values: values) }

  @Test("An archive's animations and themes are chosen by name")
  func choices() throws {
    let bytes = Self.archive(Self.manifest)
    #expect(LottieImporter().recognizes(bytes))
    let first = load(bytes)
    #expect(first.diagnostics == [])
    #expect(try color(first) == Color(red: 1, green: 0, blue: 0))
    #expect(first.parameters.prefix(2).map(\.text) == ["one", "none"])
    let night = load(bytes, values: ["theme": "night"])
    #expect(try color(night) == Color(red: 0, green: 0, blue: 1))
    let layer = try #require(night.scene?.layer("fill", at: 0.5))
    #expect(abs(layer.values[.opacity] - 0.15) < 1e-6)
    // A given value overrides the theme's.
    let both = load(bytes, values: ["theme": "night", "sky": "white"])
    #expect(try color(both) == .white)
    #expect(
      load(bytes, values: ["animation": "two"]).parameters.map(\.name) == ["animation", "theme"])
    #expect(
      load(bytes, values: ["animation": "three"]).refused.map(\.expected) == ["one of one, two"])
    let initial = Self.manifest.replacing(
      "{\"version\"", with: "{\"initial\": {\"animation\": \"two\"}, \"version\"")
    #expect(load(Self.archive(initial)).parameters[0].text == "two")
  }

  @Test(
    "An animation has its background of the manifest",
    arguments: [
      ("#00ff00", Color(red: 0, green: 1, blue: 0), 0),
      ("#00ff0000", Color(red: 0, green: 1, blue: 0, alpha: 0), 0), ("grass", nil, 1),
    ] as [(String, Color?, Int)])
  func backgrounds(_ text: String, _ color: Color?, _ warnings: Int) throws {
    let manifest = Self.manifest.replacing(
      #"{"id": "one"}"#, with: #"{"id": "one", "background": "\#(text)"}"#)
    let result = load(Self.archive(manifest))
    #expect(try #require(result.scene).background == color)
    #expect(result.diagnostics.count == warnings)
    #expect(load(Self.archive(manifest), values: ["animation": "two"]).scene?.background == nil)
  }

  @Test("State machines of an archive are named")
  func stateMachines() {
    let manifest = Self.manifest.replacing(
      #""themes""#, with: #""stateMachines": [{"id": "hover"}, {"id": "drag"}], "themes""#)
    var options = ImportOptions()
    options.makesReport = true
    let result = LottieImporter().load(
      Self.archive(manifest), path: "a.lottie", options: options,
      resources: NoPictures())
    #expect(
      result.report.last?.text == "hover, drag (they need a user: not played)")
  }

  private static func themed(_ rules: String) -> [UInt8] {
    let fill =
      #"{"ty": "gf", "nm": "gradient", "t": 1, "o": {"k": 100}, "s": {"k": [-5, 0]}, "e": {"k": [5, 0]}, "g": {"p": 2, "k": {"sid": "g"}}}"#
    let picture = #"{"ty": 2, "nm": "picture", "refId": "i", "ip": 0, "op": 20, "ks": {}}"#
    let text = lottie(
      shapeLayer(square + "," + fill) + "," + picture,
      #"""
      "assets": [{"id": "i", "w": 1, "h": 1, "p": "", "sid": "face"}],
      "slots": {"g": {"p": {"a": 0, "k": [0, 1, 0, 0, 1, 0, 0, 1]}},
                "face": {"p": {"p": "a.png", "u": "", "w": 1, "h": 1}}},
      """#)
    return zip([
      (
        "manifest.json",
        Array(#"{"animations": [{"id": "a", "initialTheme": "t"}], "themes": [{"id": "t"}]}"#.utf8)
      ), ("a/a.json", Array(text.utf8)), ("t/t.json", Array("{\"rules\": [\(rules)]}".utf8)),
    ])
  }

  @Test("A gradient of a theme has colours, opacities and key frames, as many as it says")
  func themeGradients() throws {
    func colors(_ rule: String, at time: Double) throws -> [Color] {
      let result = load(Self.themed(#"{"id": "g", "type": "Gradient", \#(rule)}"#))
      #expect(result.diagnostics.filter { $0.severity == .error } == [])
      return try #require(result.scene?.layer("gradient", at: time)).values[.colors]
    }
    let stops =
      #"[{"color": [0, 1, 0, 1], "offset": 0}, {"color": [1, 1, 1], "offset": 0.5}, {"color": [0, 0, 1, 0], "offset": 1}]"#
    let still = try colors("\"value\": \(stops)", at: 0)
    #expect(still.map(\.green) == [1, 1, 0] && still.map(\.blue) == [0, 1, 1])
    #expect(still.map(\.alpha) == [1, 1, 0])
    let black = #"[{"color": [0, 0, 0], "offset": 0}, {"color": [0, 0, 0], "offset": 1}]"#
    let white = black.replacing("[0, 0, 0]", with: "[1, 1, 1]")
    let keys =
      #""keyframes": [{"frame": 0, "value": \#(black)}, {"frame": 10, "value": \#(white)}]"#
    #expect(try colors(keys, at: 0.5).map(\.red) == [0.5, 0.5])
  }

  @Test("A picture of a theme takes the place and size of the file's")
  func themePictures() throws {
    let rule =
      #"{"id": "face", "type": "Image", "value": {"path": "b.png", "width": 7, "height": 3}}"#
    let result = load(Self.themed(rule))
    let warning = try #require(result.diagnostics.first)
    #expect(warning.id == "missing-file" && warning.message.contains("'b.png'"))
    #expect(result.parameters.last?.text == "b.png")
  }

  @Test(
    "A rule of a theme for other animations does not count, nor one of a kind that is not known")
  func rulesOfOthers() throws {
    let rule = #"{"id": "g", "type": "Odd", "value": 1"#
    #expect(load(Self.themed(rule + "}")).diagnostics.contains { $0.id == "theme-rules" })
    let other = load(Self.themed(rule + #", "animations": ["b"]}"#))
    #expect(!other.diagnostics.contains { $0.id == "theme-rules" })
  }

  /// As Python's zipfile deflates it.
  @Test("A deflated archive is read")
  func deflated() throws {
    let text = """
      UEsDBBQAAAAIAAAAIVwOYRTpKgAAACsAAAANAAAAbWFuaWZlc3QuanNvbqtWKkstKs7Mz1OyUjLUM1DSUUrM
      y8xNLAGKFCtZRVcrZaYAZRKVamNrAVBLAwQUAAAACAAAACFcdL5k94oAAAASAQAAEQAAAGFuaW1hdGlvbnMv
      YS5qc29ubY/BCoMwEER/Reacg5b20l8pHkQMimkVIy0S8u/OBJt6KDnk7ezOZBPwxr3ADaaAXYhVSRpmkmAS
      XESf1BP1mVyzdYtn+QhYN95Xiq+nAn3fzB3+R/n1kEZ5QzTH+DkJSyu3PAGjGjSUdZr9aVq2okr567MOeQk7
      uFS1J4fRy7KlrCl3+KMYa54dUEsBAhQDFAAAAAgAAAAhXA5hFOkqAAAAKwAAAA0AAAAAAAAAAAAAAIABAAAA
      AG1hbmlmZXN0Lmpzb25QSwECFAMUAAAACAAAACFcdL5k94oAAAASAQAAEQAAAAAAAAAAAAAAgAFVAAAAYW5p
      bWF0aW9ucy9hLmpzb25QSwUGAAAAAAIAAgB6AAAADgEAAAAA
      """
    let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
    #expect(try color(load(Array(bytes))) == Color(red: 1, green: 0, blue: 0))
  }

  @Test("A broken archive is an error that says what is wrong")
  func broken() {
    let bytes = Self.archive(Self.manifest)
    #expect(load(zip([("x", [1])])).diagnostics[0].message.contains("no manifest.json"))
    #expect(load(Self.archive("{")).diagnostics[0].message.contains("'manifest.json'"))
    #expect(load(Self.archive("{}")).diagnostics[0].message.contains("no animation"))
    #expect(
      load(Self.archive(#"{"animations": [{"id": "x"}]}"#)).diagnostics[0].message
        .contains("no file of the animation 'x'"))
    // Cut off anywhere, or with any byte changed: a scene or an error, never a crash.
    for length in stride(from: 4, to: bytes.count, by: 7) {
      #expect(load(Array(bytes.prefix(length))).scene == nil)
    }
    for place in stride(from: 4, to: bytes.count, by: 3) {
      for change: UInt8 in [0xFF, 1] {
        var changed = bytes
        changed[place] ^= change
        let result = load(changed)
        #expect(result.scene != nil || !result.diagnostics.isEmpty)
      }
    }
  }

  @Test("Pictures of an archive that name the same bytes count each time")
  func samePictures() throws {
    // Ten names for one file of 30 MiB.
    let picture = [UInt8](repeating: 7, count: 30 << 20)
    let assets = (0..<10).map { #"{"id": "p\#($0)", "w": 1, "h": 1, "u": "", "p": "p\#($0).png"}"# }
    let layers = (0..<10).map { #"{"ty": 2, "refId": "p\#($0)", "ks": {}, "ip": 0, "op": 9}"# }
    let animation = lottie(
      layers.joined(separator: ","), "\"assets\": [\(assets.joined(separator: ","))],")
    let files =
      [
        ("manifest.json", Array(#"{"animations": [{"id": "a"}]}"#.utf8)),
        ("animations/a.json", Array(animation.utf8)),
      ]
      + (0..<10).map { ("images/p\($0).png", $0 == 0 ? picture : []) }
    let result = LottieImporter().load(
      zip(files), path: "a.lottie", options: ImportOptions(), resources: NoPictures())
    #expect(result.scene == nil && !result.diagnostics.isEmpty)
  }

  @Test("Names with .. in an archive lead nowhere")
  func namesOutside() throws {
    let picture = #"{"id": "p", "w": 1, "h": 1, "u": "../../", "p": "../../etc/passwd"}"#
    let animation = lottie(
      #"{"ty": 2, "refId": "p", "ks": {}, "ip": 0, "op": 9}"#, "\"assets\": [\(picture)],")
    let result = LottieImporter().load(
      zip([
        ("manifest.json", Array(#"{"animations": [{"id": "../../a"}]}"#.utf8)),
        ("animations/../../a.json", Array(animation.utf8)),
        ("../../etc/passwd", Array("secret".utf8)),
      ]))
    #expect(result.diagnostics.map(\.id) == ["missing-file"])
  }
}
