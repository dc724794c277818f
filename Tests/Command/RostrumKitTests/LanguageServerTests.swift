import Foundation
import RostrumKit
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

/// A client of the language server, as small as one can be: it sends what an editor sends.
private final class Editor {
  let server = LanguageServer()
  var stream = MessageStream()
  private var number = 0

  private func send(_ message: [String: Any]) throws -> [[String: Any]] {
    let data = try JSONSerialization.data(withJSONObject: message)
    let framed = stream.messages(adding: MessageStream.framed(data))
    return try #require(framed).flatMap(server.answers).map {
      try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
    }
  }

  func request(_ method: String, _ parameters: [String: Any] = [:]) throws -> Any? {
    number += 1
    let answers = try send([
      "jsonrpc": "2.0", "id": number, "method": method, "params": parameters,
    ])
    #expect(answers.count == 1 && answers.first?["id"] as? Int == number)
    return answers.first?["result"]
  }

  @discardableResult
  func notify(_ method: String, _ parameters: [String: Any] = [:]) throws -> [[String: Any]] {
    try send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// The diagnostics of a text that is opened.
  func open(_ text: String, _ uri: String = "file:///none/a.yaml") throws -> [[String: Any]] {
    let told = try notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "yaml", "version": 1, "text": text]])
    let parameters = told.first?["params"] as? [String: Any]
    return parameters?["diagnostics"] as? [[String: Any]] ?? []
  }

  /// The answer about the place of `|` in a text, which is opened without it.
  func ask(
    _ method: String, _ text: String, _ more: [String: Any] = [:]
  ) throws -> Any? {
    let before = text.prefix { $0 != "|" }
    _ = try open(text.replacing("|", with: "", maxReplacements: 1))
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let place = ["line": lines.count - 1, "character": lines.last?.utf16.count ?? 0]
    let document =
      ["textDocument": ["uri": "file:///none/a.yaml"], "position": place] as [String: Any]
    return try request("textDocument/" + method, document.merging(more) { $1 })
  }

  func words(_ text: String) throws -> [String] {
    (try ask("completion", text) as? [[String: Any]])?.compactMap { $0["label"] as? String } ?? []
  }
}

@Suite("Language server")
struct LanguageServerTests {
  private static let scene = """
    size: [300, 200]
    duration: 1
    parameters:
      title: {default: "häß 😀"}
      rows: {type: table, default: [{name: a, value: 2}]}
    let: {top: calc(max(${rows.value}))}
    components:
      badge:
        parameters: {label: {}, title: {default: x}}
        layer: {sublayers: [{class: text, string: "${label}${title}"}]}
    layers:
      - {use: badge, name: one, parameters: {label: "${title}"}, zPosition: "${top}"}
      - {name: ball, backgroundColor: teal, bounds: [9, 9]}

    """

  @Test("It tells what it can, and ends as the protocol says")
  func life() throws {
    let editor = Editor()
    let told = try editor.request("initialize") as? [String: Any]
    let able = told?["capabilities"] as? [String: Any]
    for name in ["completion", "hover", "definition", "references", "rename", "color"] {
      #expect(able?[name + "Provider"] != nil, "\(name)")
    }
    #expect(try editor.notify("initialized").isEmpty)
    #expect(try editor.request("nothing") == nil)
    _ = try editor.request("shutdown")
    try editor.notify("exit")
    #expect(editor.server.exitStatus == 0)
    let other = Editor()
    try other.notify("exit")
    #expect(other.server.exitStatus == 1)
    #expect(Editor().server.answers(to: Data("{".utf8)).count == 1)
  }

  @Test("Messages are found in any pieces of the stream")
  func pieces() throws {
    var stream = MessageStream()
    let bytes = Array(
      MessageStream.framed(Data("{\"ä\":1}".utf8)) + MessageStream.framed(Data("[]".utf8)))
    var found: [Data] = []
    for byte in bytes {
      let messages = stream.messages(adding: [byte])
      found += try #require(messages)
    }
    #expect(found == [Data("{\"ä\":1}".utf8), Data("[]".utf8)])
    let negative = stream.messages(adding: Array("Content-Length: -3\r\n\r\n".utf8))
    #expect(negative == nil)
    var endless = MessageStream()
    let header = endless.messages(adding: Array(repeating: UInt8(ascii: "A"), count: 1 << 20))
    #expect(header == nil)
  }

  @Test(
    "Diagnostics are those of check, of the text as it is",
    arguments: [
      scene, "size: [1, 1", "", "size: [10, 10]\nlayers:\n  - {name: ä😀, opacty: 1}\n",
      "size: [9, 9]\nduration: 1\nlayers:\n  - bounds: [1, 1]\n    position: [50, 50]\n    backgroundColor: teal\n",
      "a: 1\nb: [2]\n",
    ])
  func diagnostics(_ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "a.yaml")
    let editor = Editor()
    let found = try editor.open(text, URL(filePath: path).absoluteString)
    let isScene = !text.hasPrefix("a:")
    let checked = isScene ? try SceneOpener().check(path, .evaluated).diagnostics : []
    #expect(found.compactMap { $0["code"] as? String } == checked.map(\.id))
    for (message, diagnostic) in zip(found, checked) {
      let start = (message["range"] as? [String: Any])?["start"] as? [String: Int]
      #expect(start?["line"] == diagnostic.range.line - 1)
      #expect((message["message"] as? String)?.hasPrefix(diagnostic.message) == true)
    }
    if text.contains("opacty") {
      let start = (found[0]["range"] as? [String: Any])?["start"] as? [String: Int]
      // The emoji takes two units of UTF-16.
      #expect(start?["character"] == 16)
      let actions =
        try editor.request(
          "textDocument/codeAction",
          [
            "textDocument": ["uri": URL(filePath: path).absoluteString],
            "range": found[0]["range"] as Any,
          ]) as? [[String: Any]]
      #expect(actions?.map { $0["title"] as? String } == ["Write 'opacity'"])
    }
  }

  @Test("Keys and words are offered where they belong, also in unfinished text")
  func completion() throws {
    let editor = Editor()
    let head = "size: [9, 9]\nlayers:\n"
    let rows: [(String, String, String)] = [
      ("|", "layers", "opacity"), (head + "  - name: a\n    |", "opacity", "name"),
      (head + "  - back|", "backgroundColor", "fps"),
      (head + "  - {name: a, |", "opacity", "name"),
      (head + "  - {class: shape, |}", "lineWidth", "string"),
      (head + "  - {class: |", "gradient", "opacity"),
      (head + "  - {animations: [{type: spring, |}]}", "damping", "values"),
      (head + "  - {animations: {|}}", "position.x", "duration"),
      (head + "  - {animations: {opacity: {|}}}", "fromValue", "opacity"),
      (head + "  - forEach: i\n    in: 3\n    do: {|}", "opacity", "forEach"),
      (head + "  - forEach: i\n    in: 3\n    do:\n      - {class: text, |}", "string", "path"),
      ("styles: {text: {|}}\nsize: [9, 9]", "fontSize", "name"),
      (head + "  - {layout: {type: |}}", "row", "true"),
      (Self.scene + "  - {use: |}", "badge", "ball"),
      (Self.scene + "  - {use: badge, parameters: {|}}", "label", "rows"),
      (Self.scene + "  - {opacity: \"calc(ra|\"}", "rank", "opacity"),
      (Self.scene + "  - {name: \"${|\"}", "top", "label"),
      (Self.scene + "  - {name: \"${|", "top", "label"),
      (
        Self.scene + "  - {forEach: row, in: \"${rows}\", do: {name: \"${row.|\"}}", "value", "top"
      ),
      (Self.scene + "events: [{time: 0, set: {|}}]", "ball", "badge"),
    ]
    for (text, expected, other) in rows {
      let words = try editor.words(text)
      #expect(
        words.contains(expected) && !words.contains(other),
        "\(text.suffix(40).replacing("\n", with: " ")): \(words.sorted().prefix(30))")
    }
  }

  @Test("Keys, functions and names say what they are")
  func hover() throws {
    let editor = Editor()
    func text(_ scene: String) throws -> String {
      let answer = try editor.ask("hover", scene) as? [String: Any]
      return (answer?["contents"] as? [String: Any])?["value"] as? String ?? ""
    }
    #expect(
      try text("size: [9, 9]\nlayers: [{corner|Radius: 2}]").contains("radius of the corners"))
    #expect(
      try text(Self.scene.replacing("\"${top}\"", with: "\"${t|op}\"")).contains(
        "max(${rows.value})"))
    #expect(try text("let: {a: calc(ru|nning(range(3)))}\nsize: [9, 9]").contains("running(list)"))
    #expect(try text("size: [|9, 9]") != "radius")
  }

  @Test("Names lead to their declaration, and change everywhere they mean the same")
  func names() throws {
    let editor = Editor()
    func line(_ text: String) throws -> Int? {
      let answer = try editor.ask("definition", text) as? [String: Any]
      return ((answer?["range"] as? [String: Any])?["start"] as? [String: Int])?["line"]
    }
    #expect(try line(Self.scene.replacing("\"${top}\"", with: "\"${t|op}\"")) == 5)
    #expect(try line(Self.scene.replacing("use: badge", with: "use: bad|ge")) == 7)
    #expect(try line(Self.scene.replacing("\"${title}\"}", with: "\"${ti|tle}\"}")) == 3)
    #expect(try line(Self.scene.replacing("${label}${title}", with: "${label}${ti|tle}")) == 8)
    #expect(try line("size: &s [9, 9]\nlayers: [{position: *|s}]") == 0)
    func lines(_ text: String) throws -> [Int] {
      let answer = try editor.ask("rename", text, ["newName": "new"]) as? [String: Any]
      let edits = (answer?["changes"] as? [String: [[String: Any]]])?.values.first ?? []
      #expect(edits.allSatisfy { $0["newText"] as? String == "new" })
      return edits.compactMap {
        (($0["range"] as? [String: Any])?["start"] as? [String: Int])?["line"]
      }
    }
    #expect(
      try lines(Self.scene.replacing("title: {default: \"h", with: "ti|tle: {default: \"h")) == [
        3, 11,
      ])
    #expect(try lines(Self.scene.replacing("${label}", with: "${la|bel}")) == [8, 9, 11])
    #expect(try lines(Self.scene + "events: [{time: 0, set: {ba|ll: {opacity: 0}}}]") == [12, 13])
  }

  @Test(
    "A name that needs quotes, or is no line, is not given to anything",
    arguments: [
      "", " a", "a\nlayers: []", "a: b", "a #b", "[a", "'", "\"", "7", "true", "null", "\u{202E}a",
      "*a",
    ])
  func unusableName(_ name: String) throws {
    let text = Self.scene + "events: [{time: 0, set: {ba|ll: {opacity: 0}}}]"
    let refused = try Editor().ask("rename", text, ["newName": name])
    #expect(!(refused is [String: Any]))
    let renamed = try Editor().ask("rename", text, ["newName": "Bälle 2"])
    #expect(renamed is [String: Any])
  }

  @Test("Colours are found, and written as a scene writes them")
  func colors() throws {
    let editor = Editor()
    _ = try editor.open(Self.scene)
    let document: [String: Any] = ["textDocument": ["uri": "file:///none/a.yaml"]]
    let found = try editor.request("textDocument/documentColor", document) as? [[String: Any]]
    let color = try #require(found?.first?["color"] as? [String: Double])
    #expect(found?.count == 1 && color["red"] == 0)
    #expect(abs((color["green"] ?? 0) - 128.0 / 255) < 1e-3)
    let shown =
      try editor.request("textDocument/colorPresentation", ["color": color]) as? [[String: Any]]
    #expect(shown?.first?["label"] as? String == "\"#008080\"")
  }
}
