import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import Testing
@testable import RostrumSceneFile

/// Captions of files and of scenes.
@Suite("Captions")
struct CaptionTests {
  private func captions(_ text: String) throws -> [Caption] {
    var parser = try CaptionParser(Array(text.utf8))
    return try parser.captions().map(\.caption)
  }

  @Test(
    "Times of both formats",
    arguments: [
      ("00:00:01,500", 1.5), ("01:02:03.400", 3723.4), ("02:03.250", 123.25),
      ("100:00:00.000", 360_000),
    ])
  func times(_ text: String, _ seconds: Double) throws {
    let time = try #require(CaptionParser.seconds(text))
    #expect(abs(time - seconds) < 1e-9)
  }

  @Test("What is no time", arguments: ["", "12", "1:2:3:4", "00:61.0", "a:b", "00:-1", "b"])
  func noTimes(_ text: String) { #expect(CaptionParser.seconds(text) == nil) }

  @Test("SubRip, with what its files have in common")
  func subRip() throws {
    let text = """
      \u{FEFF}1\r
      00:00:01,000 --> 00:00:02,500\r
      <i>One</i> line\r
      \r
      2\r
      00:00:00,000 --> 00:00:00,900  X1:40 X2:600\r
      {\\an8}Two\r
      lines\r

      """
    let found = try captions(text)
    #expect(found.map(\.text) == ["Two\nlines", "One line"])
    #expect(found.map(\.start) == [0, 1] && found.map(\.end) == [0.9, 2.5])
  }

  private static let times = ["00:00:01,000 --> 00:00:02,000", "00:00:03,000 --> 00:00:04,000"]

  @Test(
    "Subtitles with too few blank lines and too many, as players read them",
    arguments: [
      ("1\nA0\nA\n2\nA1\nB", ["A", "B"]), ("A0\nA\nA1\nB", ["A", "B"]),
      ("1\nA0\nA\n\nmore\n\n\n2\nA1\nB\n\n", ["A\n\nmore", "B"]),
      ("1\nA0\n\nA\n\n2\nA1\nB", ["\nA", "B"]), ("1\nA0\n2026\n\n2\nA1\nB", ["2026", "B"]),
      ("1\nA0\nA\n\n1984\n\n2\nA1\nB", ["A\n\n1984", "B"]),
      ("WEBVTT\n\nA0\nA\nA1\nB", ["A", "B"]), ("WEBVTT\n\nA0\nA\n\nname\nA1\nB", ["A", "B"]),
    ])
  func blankLines(_ text: String, _ expected: [String]) throws {
    let whole = text.replacing("A0", with: Self.times[0]).replacing("A1", with: Self.times[1])
    let isWebVTT = text.hasPrefix("WEBVTT")
    let found = try captions(isWebVTT ? whole.replacing(",", with: ".") : whole)
    #expect(found.map(\.text) == expected)
    #expect(found.map(\.start) == [1, 3])
  }

  @Test("WebVTT, with names, notes, voices, entities and the times of words")
  func webVTT() throws {
    let text = """
      WEBVTT - a title

      STYLE
      ::cue { color: red }

      NOTE
      nothing

      first
      00:01.000 --> 00:03.000 align:start
      <v Anna>Fish &amp; <00:00:01.500><c.loud>chips</c> <00:00:02.000>&lt;now&gt;
      """
    let found = try captions(text)
    #expect(found.map(\.text) == ["Fish & chips <now>"])
    #expect(found[0].pieces.map(\.start) == [nil, 1.5, 2] && found[0].isTimed)
  }

  @Test(
    "Mistakes name their line",
    arguments: [
      ("1\n00:00:02,000 --> 00:00:01,000\na\n", 2), ("hello\nworld\n", 1), ("", 1),
      ("1\n00:00:01 -> 00:00:02\na", 1),
    ])
  func mistakes(_ text: String, _ line: Int) {
    let problem = #expect(throws: CaptionParser.Problem.self) { _ = try captions(text) }
    #expect(problem?.line == line)
  }

  @Test(
    "Ruby follows in brackets, and what is not shown is named",
    arguments: [
      ("<ruby>漢<rt>kan</rt></ruby>", "漢(kan)", "readings beside words (ruby, line 4)"),
      ("<ruby>漢<rt>kan</rt>字<rt>ji</ruby>!", "漢(kan)字(ji)!", "ruby"),
      ("<ruby>漢<rt></rt></ruby>", "漢", "ruby"), ("<v Mary>Hello</v>", "Hello", "names of voices"),
      ("<c.loud>a</c>", "a", "styles (line 4)"), ("a <b>b</b> <i>c</i>", "a b c", "and 1 more"),
      ("<lang fr>oui</lang>", "oui", ""), ("x < y > z", "x  z", ""),
    ])
  func losses(_ text: String, _ expected: String, _ loss: String) throws {
    var parser = try CaptionParser(
      Array("WEBVTT\n\nname\n00:01.000 --> 00:02.000\n\(text)\n".utf8))
    #expect(try parser.captions().map(\.caption.text) == [expected])
    let sentence = parser.losses.sentence
    #expect(loss.isEmpty ? sentence == nil : sentence?.contains(loss) == true, "\(sentence ?? "")")
  }

  @Test(
    "Places, regions and styles of a file are named with their lines",
    arguments: [
      ("WEBVTT\n\nSTYLE\n::cue {}\n\n00:01.000 --> 00:02.000\na", "styles (line 3)"),
      (
        "WEBVTT\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000 region:a\na",
        "regions (line 3 and 1 more)"
      ),
      ("WEBVTT\n\n00:01.000 --> 00:02.000 line:0 align:center\na", "positions (line 3)"),
      ("00:00:01,000 --> 00:00:02,000 X1:0 X2:9\na", "positions (line 1 and 1 more)"),
      ("00:00:01,000 --> 00:00:02,000\n{\\an8}a", "positions (line 1)"),
      ("00:00:01,000 --> 00:00:02,000\n<font color=red>a</font>", "fonts and colours"),
    ])
  func placesAreNamed(_ text: String, _ expected: String) throws {
    var parser = try CaptionParser(Array(text.utf8))
    #expect(try parser.captions().map(\.caption.text) == ["a"])
    #expect(parser.losses.sentence?.hasPrefix(expected) == true, "\(parser.losses.sentence ?? "")")
  }

  @Test("Advanced SubStation Alpha: times, texts, line breaks and syllables")
  func subStation() throws {
    let text = """
      [Script Info]
      ScriptType: v4.00+

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:02.10,0:00:03.90,Sign,,0,0,0,,{\\k50}ka{\\k30}ra{\\p1}m 0 0{\\p0}!
      Comment: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,nothing
      Dialogue: 0,0:00:00.50,0:00:02.00,Default,,0,0,0,,{\\pos(1,2)}Hello, world\\Nsecond
      """
    var parser = try CaptionParser(Array(text.utf8))
    let found = try parser.captions().map(\.caption)
    #expect(found.map(\.text) == ["Hello, world\nsecond", "kara!"])
    #expect(found.map(\.start) == [0.5, 2.1] && found.map(\.end) == [2, 3.9])
    #expect(found[1].pieces.map(\.start) == [2.1, 2.6])
    let losses = try #require(parser.losses.sentence)
    #expect(losses == "styles (line 6), drawings (line 6), positions (line 8) are not shown")
    #expect(throws: CaptionParser.Problem.self) {
      _ = try captions("[Script Info]\n[Events]\nDialogue: 0,x,0:00:01.00,,,,,,,a")
    }
  }

  @Test("Other encodings are refused with the command that mends them")
  func encodings() {
    let latin = Array("1\n00:00:01,000 --> 00:00:02,000\ncaf".utf8) + [0xE9, 0x0A]
    let wide: [UInt8] = [0xFF, 0xFE, 0x31, 0x00, 0x0A, 0x00, 0x00, 0xD8]
    for (bytes, name, line) in [(latin, "WINDOWS-1252", 3), (wide, "UTF-16", 1)] {
      let problem = #expect(throws: CaptionParser.Problem.self) { _ = try CaptionParser(bytes) }
      #expect(problem?.line == line && problem?.hint?.contains(name) == true)
    }
  }

  private static let scene = """
    size: [400, 200]
    duration: 6
    captions:
      cues:
        - {start: 1, end: 3, text: One two, words: [1, 2]}
        - {start: 3, end: 4, text: Three}
    layers: []

    """

  private func text(_ scene: Scene, at time: Double) -> AttributedText? {
    scene.presentation(at: time).sublayers.first { $0.name == "captions" }?.values[.string]
  }

  @Test("A layer shows each caption from its start to its end, and the word that is said")
  func layer() throws {
    let scene = try #require(load(Self.scene).scene)
    for (time, wanted) in [
      (0.0, ""), (0.999, ""), (1, "One two"), (2.5, "One two"), (3, "Three"), (3.99, "Three"),
      (4, ""), (5.9, ""),
    ] {
      #expect(text(scene, at: time)?.string == wanted, "at \(time)")
    }
    let (first, second) = (text(scene, at: 1.5)?.runs, text(scene, at: 2)?.runs)
    #expect(first?.map { $0.foregroundColor != nil } == [true, false])
    #expect(second?.map { $0.foregroundColor != nil } == [false, true])
    let plain = load(Self.scene.replacing("captions:\n", with: "captions:\n  highlight: none\n"))
    #expect(text(try #require(plain.scene), at: 1.5)?.runs.count == 1)
  }

  @Test("Places, delays and looks")
  func places() throws {
    let track = try #require(
      load(Self.scene.replacing("captions:\n", with: "captions:\n  as: track\n  beginTime: 1\n"))
        .scene)
    #expect(track.layers.isEmpty && track.captions?.captions.map(\.start) == [2, 4])
    let styled = try #require(
      load(
        Self.scene.replacing(
          "captions:\n",
          with: "captions:\n  layer: {fontSize: 9, position: [50, 60], bounds: [90, 40]}\n"
        )
      ).scene)
    #expect(styled.layers.first?.values[.fontSize] == 9)
    #expect(styled.layers.first?.values[.bounds].size.width == 90)
  }

  @Test(
    "Captions that edges place have room for their lines, from those edges on",
    arguments: [
      ("{left: 40, right: 40, bottom: 20}", 50.0, VerticalAlignment.bottom), ("top", 50, .top),
      ("[200, 100]", 50, .center), ("{left: 10, top: 10}", 50, .top),
      ("{left: 40, right: 40, bottom: 20}, sizeToFit: true", 20, .bottom),
    ])
  func edges(_ place: String, _ height: Double, _ alignment: VerticalAlignment) throws {
    let result = SceneLoader(assets: InMemoryAssets()).load(
      text: "size: [400, 200]\nduration: 3\ncaptions: {cues: [{start: 0, end: 2, text: Short}], "
        + "layer: {position: \(place)}}\nlayers: []\n", path: "a.yaml")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let values = try #require(result.scene?.layers.first).values
    #expect(values[.bounds].height == height && values[.verticalAlignment] == alignment)
  }

  @Test("Overlap, speed and fit are warnings")
  func warnings() {
    let result = load(
      """
      size: [400, 200]
      duration: 9
      captions:
        - {start: 0, end: 2, text: Short}
        - {start: 1.5, end: 2.5, text: "Far too much to read in so little time"}
        - {start: 3, end: 9, text: "This line is much wider than what the layer has room for"}
      layers: []

      """)
    #expect(
      result.diagnostics.map(\.id) == [
        "caption-overlap", "caption-speed", "text-overflow", "text-overflow",
      ])
    #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
    #expect(result.diagnostics.map(\.range.line) == [5, 5, 5, 6])
  }

  @Test("Chapters and facts of a scene, and of a part of it")
  func information() throws {
    let scene = try #require(
      load(
        """
        size: [10, 10]
        duration: 9
        title: T
        language: pt-BR
        metadata: {artist: A}
        chapters: [{at: 0, title: a}, {at: 3, title: b}, {at: 6, title: c}]
        layers: []

        """
      ).scene)
    #expect(scene.information.title == "T" && scene.information.tags == ["artist": "A"])
    #expect(scene.information.part(4..<7).chapters.map(\.time) == [0, 2])
    #expect(scene.information.part(4..<7).chapters.map(\.title) == ["b", "c"])
    let late = load("size: [10, 10]\nchapters: [{at: 1, title: a}]\nlayers: []\n")
    #expect(late.diagnostics.map(\.message) == ["the first chapter begins at 0"])
  }
}
