import Foundation
import RostrumLayerTree
import RostrumSceneEditing
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

@Suite("Changing values in the text of a scene")
struct EditingTests {
  private func editable(_ text: String) throws -> EditableText {
    try EditableText(SourceText(text, path: "a.yaml"), maximumNodes: 10_000)
  }

  private func steps(_ path: String) -> [ValueStep] {
    path.split(separator: ".").map { Int($0).map { .index($0) } ?? .key(String($0)) }
  }

  /// The text after a change of the value at a path from the root.
  private func changed(
    _ text: String, _ path: String, _ content: ValueEdit.Content
  ) throws -> String {
    let edit = ValueEdit(owner: nil, steps: steps(path), content: content)
    return try editable(text).changing([edit]).source.text
  }

  @Test(
    "Only the value is written, in the quotes that it has",
    arguments: [
      ("a: 1\n", "a", "2", "a: 2\n"),
      ("a:   1   # one\nb: 1", "a", "2.5", "a:   2.5   # one\nb: 1"),
      ("{a: 1, b: [1,2 , 3]}", "b.1", "20", "{a: 1, b: [1,20 , 3]}"),
      ("a: 'it''s'\n", "a", "that's", "a: 'that''s'\n"),
      ("a: \"x\" # y\n", "a", "say \"hi\" \\", "a: \"say \\\"hi\\\" \\\\\" # y\n"),
      ("{\"a\": \"é\", \"b\": 1}", "b", "-7", "{\"a\": \"é\", \"b\": -7}"),
      ("- {é: 1, b: x}\n- y\n", "0.b", "z", "- {é: 1, b: z}\n- y\n"),
      ("a: red\n", "a", "#fff", "a: \"#fff\"\n"),
      ("a: [x, y]\n", "a.0", "one, two", "a: [\"one, two\", y]\n"),
      ("a: &x 1\nb: 2\n", "a", "3", "a: &x 3\nb: 2\n"),
      ("a: one two # three\n", "a", "four: five", "a: \"four: five\" # three\n"),
      ("a: 1\r\nb: 2\r\n", "b", "3", "a: 1\r\nb: 3\r\n"),
      ("\u{FEFF}a: 1", "a", "2", "a: 2"),
      ("a: x\n", "a", "two\nlines", "a: \"two\\nlines\"\n"),
    ])
  func scalars(text: String, path: String, value: String, expected: String) throws {
    #expect(try changed(text, path, .scalar(value)) == expected)
  }

  @Test(
    "Lists are changed item by item; a word may become a list",
    arguments: [
      ("p: [ 1,  2 ] # x\n", "p", ["1", "3"], "p: [ 1,  3 ] # x\n"),
      ("p:\n  - 1\n  - 2\n", "p", ["5", "6"], "p:\n  - 5\n  - 6\n"),
      (
        "{timingFunction: easeIn, x: 1}", "timingFunction", ["0", "0.5", "1", "1"],
        "{timingFunction: [0, 0.5, 1, 1], x: 1}"
      ),
    ])
  func lists(text: String, path: String, values: [String], expected: String) throws {
    #expect(try changed(text, path, .list(values)) == expected)
  }

  @Test(
    "A missing key is added where there is room",
    arguments: [
      (
        "- name: a # first\n  # second\n  b: 1\n", "0.p",
        "- name: a # first\n  p: 7\n  # second\n  b: 1\n"
      ),
      ("- name: a", "0.p", "- name: a\n  p: 7"),
      ("x:\n  - b: [1]\n    c: 2\n", "x.0.p", "x:\n  - p: 7\n    b: [1]\n    c: 2\n"),
      ("- {name: a, b: 1}\n", "0.p", "- {name: a, p: 7, b: 1}\n"),
      ("a: {}\n", "a.p", "a: {p: 7}\n"),
      ("a: &x {b: 1}\nc: 1\n", "a.p", "a: &x {p: 7, b: 1}\nc: 1\n"),
      ("{\"a\": {\"b\": 1}}", "a.p", "{\"a\": {\"p\": 7, \"b\": 1}}"),
      ("a: 1\r\nb: 2\r\n", "p", "a: 1\r\np: 7\r\nb: 2\r\n"),
      ("a: 1\nb: 2\n", "p.q", "a: 1\np: {q: 7}\nb: 2\n"),
      ("{\"a\": 1}", "p.q", "{\"p\": {\"q\": 7}, \"a\": 1}"),
    ])
  func insertions(text: String, path: String, expected: String) throws {
    #expect(try changed(text, path, .scalar("7")) == expected)
  }

  @Test(
    "What comes from elsewhere, or would change elsewhere too, is refused",
    arguments: [
      ("a: &x 1\nb: *x\n", "b", "comes from an alias"),
      ("a: &x 1\nb: *x\n", "a", "other values would change"),
      ("a: &x {c: 1}\nb: *x\n", "b.c", "other values would change"),
      ("a: ${size}\n", "a", "comes from 'size'"),
      ("a: \"${size} wide\"\n", "a", "comes from 'size'"),
      ("a: calc(1 + 2)\n", "a", "it is calculated: calc(1 + 2)"),
      ("a: |\n  long\n  text\n", "a", "over several lines"),
      ("a: one\n  two\n", "a", "over several lines"),
      ("a: {b: 1}\n", "a", "another form"),
      ("a: 1\n", "a.c", "no such value"),
      ("a: [1]\n", "a.3", "no such value"),
    ])
  func refusals(text: String, path: String, reason: String) throws {
    let editable = try editable(text)
    let edit = ValueEdit(owner: nil, steps: steps(path), content: .scalar("7"))
    let refusal = #expect(throws: EditRefusal.self) { try editable.changing([edit]) }
    #expect(refusal?.description.contains(reason) == true, "\(refusal?.description ?? "")")
  }

  @Test("A value of a repetition changes for all; one of a merged mapping is overridden beside it")
  func shared() throws {
    let repeated = "l:\n  - forEach: i\n    in: 3\n    do: {p: 1}\n"
    #expect(
      try changed(repeated, "l.0.do.p", .scalar("7")) == repeated.replacing("p: 1", with: "p: 7"))
    let merged = try changed("a: &x {c: 1}\nb:\n  <<: *x\n  d: 2\n", "b.c", .scalar("7"))
    let lines = merged.split(separator: "\n").sorted()
    #expect(lines == ["  <<: *x", "  c: 7", "  d: 2", "a: &x {c: 1}", "b:"])
  }

  @Test("Several values change together, also around a layer's place")
  func together() throws {
    let text = "size: [9, 9]\nlayers:\n  - name: a\n    position: [1, 2]\n    opacity: 0.5\n"
    let place = SourcePlace(line: 3, column: 5)
    let edits = [
      ValueEdit(owner: place, steps: [.key("position")], content: .list(["3", "4"])),
      ValueEdit(owner: place, steps: [.key("opacity")], content: .scalar("1")),
      ValueEdit(owner: place, steps: [.key("anchorPoint")], content: .list(["0", "0"])),
      ValueEdit(owner: nil, steps: [.key("size"), .index(0)], content: .scalar("8")),
    ]
    let changed = try editable(text).changing(edits).source.text
    #expect(
      changed == "size: [8, 9]\nlayers:\n  - name: a\n    anchorPoint: [0, 0]\n"
        + "    position: [3, 4]\n    opacity: 1\n")
  }

  /// All scene files of the repository.
  private static let scenes: [String] = {
    let root = repository.appending(path: "Scenes")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".yaml") }
      .sorted()
  }()

  @Test("An edit and its inverse give the same bytes, in every scene of the repository")
  func inverse() throws {
    var count = 0
    for path in Self.scenes {
      let source = SourceText(try String(contentsOfFile: path, encoding: .utf8), path: path)
      guard let editable = try? EditableText(source, maximumNodes: 1_000_000),
        let scene = try SceneLoader(assets: InMemoryAssets()).load(path: path).scene
      else { continue }
      var generator = RandomSource(seed: 7)
      let owners = [nil] + scene.layers.compactMap(\.place).filter { $0.column != nil }
      for owner in owners.shuffled(using: &generator).prefix(4) {
        let values = editable.values(in: owner).filter { $0.refusal == nil }
        for value in values.shuffled(using: &generator).prefix(4) {
          count += try change(value, of: owner, in: editable) ? 1 : 0
        }
      }
    }
    #expect(count > 500)
  }

  /// Changes a value and changes it back. Returns whether it may be changed.
  private func change(
    _ value: WrittenValue, of owner: SourcePlace?, in text: EditableText
  ) throws -> Bool {
    let (new, old): (ValueEdit.Content, ValueEdit.Content) =
      switch value.content {
      case .scalar(let text, _): (.scalar(Double(text) == nil ? "other" : "12.5"), .scalar(text))
      case .numbers(let texts): (.list(texts.map { _ in "12.5" }), .list(texts))
      }
    let edit = ValueEdit(owner: owner, steps: value.steps, content: new)
    guard let there = try? text.changing([edit]) else { return false }
    // The value of a merged mapping is overridden, and the override stays.
    guard value.note?.contains("the anchor") != true else {
      let written = there.values(in: owner).first { $0.steps == value.steps }
      switch (written?.content, new) {
      case (.scalar(let text, _), .scalar(let wanted)): #expect(text == wanted)
      case (.numbers(let texts), .list(let wanted)): #expect(texts == wanted)
      default: Issue.record("\(text.source.path): \(value.steps) is gone")
      }
      return true
    }
    let inverse = ValueEdit(owner: owner, steps: value.steps, content: old)
    let back = try there.changing([inverse])
    #expect(back.source.text == text.source.text, "\(text.source.path): \(value.steps)")
    return true
  }
}
