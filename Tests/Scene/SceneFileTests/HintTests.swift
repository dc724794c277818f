import Foundation
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing

import RostrumSource
@testable import RostrumSceneFile

@Suite("Hints")
struct HintTests {
  /// A scene with one layer, which is written as its keys.
  static func scene(_ layer: String) -> String {
    "size: [10, 10]\nduration: 1\nlayers:\n  - {name: a, \(layer)}\n"
  }

  @Test("A class under another key is one mistake", arguments: ["type", "kind"])
  func classUnderAnotherKey(_ key: String) {
    let result = load(Self.scene("\(key): shape, path: M0 0h9, fillColor: red"))
    #expect(result.diagnostics.map(\.id) == ["unknown-key"])
    #expect(result.diagnostics.first?.hint == "did you mean 'class'?")
  }

  private static func animation(_ keys: String) -> String {
    scene("animations: [{type: basic, keyPath: opacity, toValue: 0, \(keys)}]")
  }

  /// The text with the range of a diagnostic replaced by its suggestion.
  private static func corrected(_ text: String, by problem: Diagnostic) throws -> String {
    let hint = try #require(problem.hint, "\(problem)")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = lines[problem.range.line - 1]
    let start = line.index(line.startIndex, offsetBy: problem.range.column - 1)
    var end = line.index(start, offsetBy: problem.range.length)
    // The caret ends before the first comma, the value of a block may go on.
    if let rest = line[end...].wholeMatch(of: /(,[0-9.]+)+/) { end = rest.range.upperBound }
    let found = String(line[start..<end])
    let replacement: String
    var replaced = start..<end
    if let match = hint.firstMatch(of: /quotes around it: "(.*)"/) {
      let call = line[start...].firstRange(of: /\w+\([^()]*\)/)
      replaced = try #require(line[start...].firstRange(of: match.output.1) ?? call, "\(hint)")
      replacement = "\"\(match.output.1)\""
    } else if let match = hint.firstMatch(of: /needs quotes: (".*")/) {
      replacement = String(match.output.1)
    } else if let match = hint.firstMatch(of: /did you mean '([^']+)'\?/) {
      replacement = String(match.output.1)
    } else if hint == "remove the quotes" {
      replacement = found.filter { $0 != "\"" }
    } else {
      let match = try #require(hint.firstMatch(of: /write (-?[\w.]+)/), "\(hint)")
      replacement = String(match.output.1)
    }
    lines[problem.range.line - 1] = line.replacingCharacters(in: replaced, with: replacement)
    return lines.joined(separator: "\n")
  }

  static let wrong = [
    "size: [10, 50%]\nduration: 1\nlayers: []\n", "size: [10px, 10]\nduration: 1\nlayers: []\n",
    "size: [10, 10]\nduration: 500ms\nlayers: []\n",
    scene("opacity: 50%"), scene("bounds: [50%, 10]"), scene("cornerRadius: 25%"),
    scene("position: [-50%, 0]"), scene("zPosition: -0x10"), scene("zPosition: -1_000"),
    "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    borderWidth: 1,200\n",
    "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    zPosition: -1,234,567.5\n",
    "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    borderWidth: 1,5\n",
    "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    borderWidth: 0,500\n",
    scene("backgroundColor: rgba(1, 2, 3, 0.5)"),
    scene("borderColor: rgba(0, 0, 0, 0.5), opacity: 1"),
    scene("backgroundColor: rgb(1, 2, 3), borderColor: hsl(1, 2%, 3%)"),
    scene("class: gradient, colors: [rgb(1, 2, 3), red]"),
    scene("class: gradient, colors: [red, rgb(0, 0, 0)]"),
    animation("timingFunction: cubic-bezier(0, 0, 1, 1)"),
    scene("backgroundColor: ff8000"), scene("hidden: yes"), scene("opacity: \"0.5\""),
    scene("opacty: 1"), scene("transform: [{scale: 2}, {rotatoin: 1}]"),
    scene("transform: {rotation: 45}"), animation("timingFunction: easeInn"),
    scene("backgroundColor: oklch(0.7, 0.1, 200)"), scene("backgroundColor: hwb(30, 0%, 0%, 0.5)"),
    scene("opacity: calc(min(1, 0.5))"), scene("backgroundColor: hsl(0, 0%, 0%)"),
    scene("zPosition: \"1\""),
    "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    borderWidth: 1.234,5\n",
    "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    borderWidth: 1 200\n",
    "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    borderWidth: 1'200,5\n",
    "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    borderWidth: 5 px\n",
  ]

  @Test("What a hint suggests is tried, and the scene loads", arguments: wrong)
  func suggestion(_ text: String) throws {
    var text = text
    var result = load(text)
    #expect(!result.diagnostics.isEmpty)
    for _ in 1...2 {
      guard let problem = result.diagnostics.first else { break }
      text = try Self.corrected(text, by: problem)
      result = load(text)
    }
    #expect(result.scene != nil && result.diagnostics.isEmpty, "\(result.diagnostics)\n\(text)")
  }

  @Test("A call without quotes gives one report, and the rest of the scene is read")
  func calls() {
    let result = load(Self.scene("backgroundColor: rgba(0, 0, 0, 0.5), opacity: 2"))
    #expect(result.diagnostics.map(\.id) == ["bad-yaml", "out-of-range"])
    #expect(load(Self.scene("class: text, string: a (b")).diagnostics.isEmpty)
  }

  @Test(
    "Words of other programs lead to what does the same here",
    arguments: [
      ("border: 1px solid red", "write borderWidth: 1 and borderColor: black"),
      ("shadow: 2px", "write shadowOpacity: 0.5; beside it stand shadowColor"),
      ("blur: 4", "write filters: [{type: gaussianBlur, inputRadius: 4}]"),
      ("gradient: [red, blue]", "write class: gradient, with colors"),
      ("stroke: red", "write class: shape, with strokeColor"),
      ("class: shape, stroke: red", "did you mean 'strokeColor'?"),
      ("class: text, string: a, fontWeight: bold", "write font: {family: NAME, weight: bold}"),
      ("fontWeight: bold", "write class: text, with font"),
      ("loop: true", "in the layer's animations, write repeatCount: infinite"),
      (
        "animations: [{type: basic, keyPath: opacity, toValue: 0, loop: true}]",
        "write repeatCount: infinite"
      ),
      (
        "animations: [{type: basic, keyPath: opacity, toValue: 0, stagger: 0.1}]",
        "write stagger: 0.1 on the layer around"
      ),
      ("lagRatio: 0.1", "write stagger: 0.1 on the layer around"),
      ("class: image", "leave class out, and write contents: FILE"),
      ("class: svg", "leave class out, and write contents: FILE.svg"),
      ("class: circle", "leave class out, and write cornerRadius"),
      ("class: rect", "leave class out: a layer with bounds and backgroundColor"),
      ("class: group", "leave class out, and write sublayers"),
      ("class: label", "did you mean 'text'?"),
      ("transform: [rotate(90deg)]", "write {rotation: 90deg}"),
      ("transform: [{scale: 2}, skewX(10deg)]", "write {skew.x: 10deg}"),
      ("transform: [\"translate(10, 20)\"]", "write {translation: [10, 20]}"),
    ])
  func foreignWords(_ layer: String, _ hint: String) throws {
    let problem = try #require(load(Self.scene(layer)).diagnostics.first)
    #expect(problem.hint?.hasPrefix(hint) == true, "\(problem)")
  }

  @Test("A class of another program is read as the one that is meant")
  func foreignClass() {
    let result = load(Self.scene("class: image, src: a.png"))
    #expect(result.diagnostics.map(\.hint).last == "did you mean 'contents'?")
  }

  @Test(
    "A line that is indented wrongly is told how to be",
    arguments: [
      ("layers:\n\t- name: a\n", "YAML is indented with spaces, not tabs"),
      ("layers:\n  - name: a\n\t  bounds: [1, 1]\n", "YAML is indented with spaces, not tabs"),
      ("layers:\n  - name: a\n   opacity: 1\n", "indent it by 4 spaces, not 3, as line 4 is"),
      (
        "layers:\n  - name: a\n    opacity: 1\n     hidden: true\n",
        "indent it by 4 spaces, not 5, as line 5 is"
      ),
      ("layers:\n  - name: a\n  opacity: 1\n", "indent it by 4 spaces, not 2, as line 4 is"),
      (
        "layers:\n  - name: a\n # b\n\n - name: b\n",
        "indent it by 2 spaces, not 1, as line 4 is"
      ),
      (" layers: []\n", "begin it in the first column, as line 2 is"),
      (
        "background: a: b\n",
        "a text that contains ': ' needs quotes; otherwise check the indentation"
      ),
    ])
  func indentation(_ end: String, _ hint: String) throws {
    let problem = try #require(load("size: [10, 10]\nduration: 1\n" + end).diagnostics.first)
    #expect(problem.id == "bad-yaml" && problem.hint == hint, "\(problem)")
  }

  @Test("A percentage that no number can stand for gets no number")
  func percentages() {
    #expect(load(Self.scene("opacity: 150%")).diagnostics.map(\.hint) == [nil])
    #expect(load(Self.scene("cornerRadius: -5%")).diagnostics.map(\.hint) == [nil])
  }

  @Test(
    "The hint for a cell of a table is tried, and its row loads",
    arguments: [
      "\"1,200\"", "\"1,234,567\"", "1_000", "\"0,5\"", "5px", "1 200", "\"1.200,5\"", "5 px",
    ])
  func cells(_ cell: String) throws {
    let folder = try TemporaryFolder()
    func load(_ cell: String) throws -> LoadResult {
      let rows = try DataTable.load(path: folder.write("n\n\(cell)\n", to: "rows.csv")).rows
      var options = SceneOptions()
      options.parameters = try #require(rows.first).values
      let text = "parameters: {n: {type: number}}\n" + Self.scene("zPosition: \"${n}\"")
      return SceneFileTests.load(text, options: options)
    }
    let hint = try #require(try load(cell).diagnostics.first?.hint)
    let number = try #require(hint.prefixMatch(of: /write ([0-9.]+)/)).output.1
    let result = try load(String(number))
    #expect(result.diagnostics.isEmpty && result.scene != nil)
    let given = cell.filter(\.isNumber)
    let shown = result.scene?.layers.first?.values[.zPosition].sceneText.filter(\.isNumber)
    #expect(shown == given)
  }

  @Test("One comma before three digits may be either, and the hint says so")
  func unclear() throws {
    let text = "size: [10, 10]\nduration: 1\nlayers:\n  - name: a\n    zPosition: 1,200\n"
    #expect(
      load(text).diagnostics.first?.hint
        == "write 1200, or 1.2 if the comma begins the decimals")
  }

  @Test(
    "A missing file leads to one that can be read, or to none",
    arguments: [
      ("contents: logo.svg", ["logo2.txt"], nil),
      ("contents: logo.svg", ["logo2.svg", "logo.png"], "logo.png"),
      ("contents: log.png", ["logo.svg", "logo.PNG"], "logo.PNG"),
      ("contents: logo.png", ["logo.txt", "logo"], nil),
      ("class: scene, scene: inner.yml", ["inner.yaml", "inner.png"], "inner.yaml"),
      ("class: video, video: clip.mp4", ["clip.mp3", "clip.yaml"], nil),
      ("class: text, string: a, font: {file: A.ttf}", ["A.woff2", "A.otf"], "A.otf"),
    ] as [(String, [String], String?)])
  func files(_ layer: String, _ names: [String], _ suggested: String?) throws {
    let folder = try TemporaryFolder()
    for name in names {
      try folder.write("size: [1, 1]\nduration: 1\nlayers: [{name: b}]\n", to: name)
    }
    let text = Self.scene(layer)
    func load(_ text: String) -> LoadResult {
      SceneLoader(assets: InMemoryAssets()).load(text: text, path: folder.path("scene.yaml"))
    }
    let problem = try #require(load(text).diagnostics.first)
    #expect(problem.id == "missing-file")
    #expect(problem.hint == suggested.map { "did you mean '\($0)'?" })
    guard suggested != nil else { return }
    let result = load(try Self.corrected(text, by: problem))
    #expect(result.scene != nil && result.diagnostics.isEmpty, "\(result.diagnostics)")
  }

  @Test(
    "JSON's words in quotes are those of YAML",
    arguments: [
      ("backgroundColor", "none"), ("contents", "none"), ("transform", "none"),
      ("transform", "identity"), ("shadowPath", "none"), ("filters", "none"),
    ])
  func words(_ key: String, _ word: String) throws {
    let json =
      #"{"size": [10, 10], "duration": 1, "layers": [{"name": "a", "\#(key)": "\#(word)"}]}"#
    let (first, second) = (load(json), load(Self.scene("\(key): \(word)")))
    #expect(first.diagnostics.isEmpty && second.diagnostics.isEmpty, "\(first.diagnostics)")
    let property = try #require(LayerClass.plain.property(named: key))
    let values = try [first, second].map { try #require($0.scene?.layers.first).values }
    #expect(values[0][any: property] == values[1][any: property])
  }

  @Test("JSON writes infinite as YAML does, and a text that says none stays one")
  func infinite() {
    let layer =
      #"{"class": "text", "string": "none", "animations": [{"type": "basic", "keyPath": "opacity","#
      + #""toValue": 0, "duration": 1, "repeatCount": "infinite"}]}"#
    let result = load(#"{"size": [10, 10], "duration": 1, "layers": [\#(layer)]}"#)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    #expect(result.scene?.layers.first?.values[.string] == AttributedText("none"))
  }

  @Test(
    "A mistake in a list of transforms is underlined alone",
    arguments: [
      ("[{scale: 2}, 5]", "5"), ("[{scale: 2}, [1, 2]]", "[1, 2]"),
      ("[rotate(90deg), {scale: 2}]", "rotate(90deg)"), ("[rotate(90deg)]", "rotate(90deg)"),
      ("[{scale: 2}, {rotation: 90 degrees}]", "90 degrees"),
      ("[{scale: 1e6}, {scale: 0.1}, {scale: 1e6}, {rotation: 1}]", "{scale: 1e6}, {rot"),
      ("[{scale: 1e7}, {scale: 1e7}, {scale: 1e-7}, {scale: 10}]", "{scale: 10}"),
      ("[{scale: 2}, {rotation: {angle: 1, axis: [0, 0, 0]}}]", "[0, 0, 0]"),
      ("[{scale: 2}, {rotation: {angle: 1, axs: [0, 0, 1], axis: [0, 0, 1]}}]", "axs"),
      ("[{scale: 2}, {skew: [10deg, 90deg]}]", "90deg"),
      ("[{scale: 2}, {matrix: [1, 2, 3]}]", "[1, 2, 3]"),
      ("[{scale: 2}, {scale: 2, matrix: [1, 0, 0, 1, 0, 0]}]", "matrix"),
      ("[{rotation.x: 1, rotation: {angle: 1, axis: [0, 0, 1]}}]", "rotation.x"),
      ("[1, 2, 3]", "[1, 2, 3]"), ("[1, 0, 0, x, 0, 0]", "x"),
    ])
  func steps(_ list: String, _ mistake: String) throws {
    let result = load(Self.scene("transform: \(list)"))
    let problem = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1, "\(result.diagnostics)")
    let line = result.source.line(problem.range.line)
    let place = try #require(line.range(of: mistake)?.lowerBound)
    #expect(line.distance(from: line.startIndex, to: place) == problem.range.column - 1)
    #expect(problem.range.length <= mistake.count)
  }

  @Test(
    "A step turns about an axis, skews, or is a matrix",
    arguments: [
      ("{rotation: {angle: 30deg, axis: [0, 0, 2]}}", "{rotation: 30deg}"),
      ("{rotation: {angle: 30deg, axis: [-1, 0, 0]}, scale: 2}", "{rotation.x: -30deg, scale: 2}"),
      (
        "[{translation: [1, 2]}, {rotation: {angle: 1, axis: [0, 3, 0]}}]",
        "{rotation.y: 1, translation: [1, 2]}"
      ),
      ("{skew: 45deg}", "[1, 0, 1, 1, 0, 0]"), ("{skew.y: 45deg}", "[1, 1, 0, 1, 0, 0]"),
      ("{skew: [45deg, -45deg]}", "[1, -1, 1, 1, 0, 0]"),
      ("{skew: 45deg, scale: [2, 1], translation: [3, 4]}", "[2, 0, 1, 1, 3, 4]"),
      ("[{translation: [3, 4]}, {skew: 45deg}, {scale: [2, 1]}]", "[2, 0, 1, 1, 3, 4]"),
      ("[{scale: [2, 2]}, {matrix: [1, 2, 3, 4, 5, 6]}]", "[2, 4, 6, 8, 10, 12]"),
      ("{matrix: [1, 2, 3, 4, 5, 6]}", "[1, 2, 3, 4, 5, 6]"),
      (
        "[{matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.01, 0, 0, 0, 1]}, {rotation: 1}]",
        "{perspective: 100, rotation: 1}"
      ),
    ])
  func newSteps(_ text: String, _ same: String) throws {
    let transforms = try [text, same].map { text in
      return try load(Self.scene("transform: \(text)")).loaded().layers[0].values[.transform]
    }
    for (a, b) in zip(transforms[0].elements, transforms[1].elements) {
      #expect(abs(a - b) < 1e-12, "\(transforms)")
    }
  }

  @Test("A list of transforms may go far in between")
  func between() {
    let list = "[{scale: 1e7}, {scale: 1e7}, {scale: 1e-7}]"
    #expect(load(Self.scene("transform: \(list)")).diagnostics.isEmpty)
  }
}
