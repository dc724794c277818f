import RostrumBase
import RostrumGeometry
import RostrumOutput
import RostrumSceneEditing
import RostrumSceneFile
import RostrumSource

/// A scene file as it is in an editor, and the protocol's answers about it.
struct EditedScene {
  typealias Message = JSONValue

  let uri: String
  let text: String
  private let outline: SceneOutline
  private let lines: [String]
  private(set) var diagnostics: [Diagnostic] = []

  init(uri: String, text: String) {
    (self.uri, self.text) = (uri, text)
    outline = SceneOutline(text)
    lines = SceneOutline.lines(of: text)
  }

  private var path: String { URL(string: uri)?.path ?? uri }

  // MARK: Diagnostics

  /// The diagnostics of `rostrum check` for the text. YAML files of other kinds have none.
  mutating func check(_ opener: SceneOpener) {
    guard outline.mayBeScene else { return }
    let result = try? opener.check(text: text, path: path, .evaluated)
    diagnostics = result?.diagnostics ?? []
  }

  func message(_ diagnostic: Diagnostic) -> Message {
    let severities: [Diagnostic.Severity: Double] = [.error: 1, .warning: 2, .note: 3]
    let text = [diagnostic.message, diagnostic.hint].compactMap(\.self).joined(separator: "\n")
    return [
      "range": range(diagnostic.range), "severity": .number(severities[diagnostic.severity] ?? 1),
      "code": .string(diagnostic.id), "source": "rostrum", "message": .string(text),
      "relatedInformation": .array(
        diagnostic.related.map {
          [
            "location": ["uri": .string(uri(of: $0.range)), "range": range($0.range)],
            "message": .string($0.message),
          ]
        }),
    ]
  }

  private func uri(of range: SourceRange) -> String {
    range.file == path ? uri : URL(filePath: range.file).absoluteString
  }

  /// Places of other files are the start of this one.
  private func range(_ range: SourceRange) -> Message {
    guard range.file == path, lines.indices.contains(range.line - 1) else {
      return Self.range(range.file == path ? range.line - 1 : 0, 0, 0)
    }
    let line = lines[range.line - 1]
    let start = line.prefix(range.column - 1).utf16.count
    let end = line.prefix(range.column - 1 + range.length).utf16.count
    return Self.range(range.line - 1, start, end)
  }

  // MARK: Places

  private static func range(_ line: Int, _ start: Int, _ end: Int) -> Message {
    func place(_ column: Int) -> Message {
      ["line": .number(Double(line)), "character": .number(Double(column))]
    }
    return ["start": place(start), "end": place(end)]
  }

  private func range(_ span: TextSpan) -> Message {
    func column(_ scalars: Int) -> Int {
      guard lines.indices.contains(span.line) else { return 0 }
      return lines[span.line].unicodeScalars.prefix(scalars).reduce(0) {
        $0 + UTF16.width($1)
      }
    }
    return Self.range(span.line, column(span.start), column(span.end))
  }

  private func location(_ span: TextSpan) -> Message {
    ["uri": .string(uri), "range": range(span)]
  }

  /// The protocol's position in Unicode scalars.
  func place(_ position: Message?) -> (line: Int, column: Int)? {
    guard let line = position?["line"]?.whole, let units = position?["character"]?.whole,
      lines.indices.contains(line)
    else { return nil }
    var (left, column) = (units, 0)
    for scalar in lines[line].unicodeScalars {
      guard left > 0 else { break }
      left -= UTF16.width(scalar)
      column += 1
    }
    return (line, column)
  }

  // MARK: Answers

  func completions(_ line: Int, _ column: Int) -> [Message] {
    let kinds: [SceneCompletion.Kind: Double] = [.key: 10, .value: 12, .name: 6, .function: 3]
    return outline.completions(line, column).map { item in
      [
        "label": .string(item.text), "kind": .number(kinds[item.kind] ?? 1),
        "documentation": ["kind": "markdown", "value": .string(item.summary)],
        "textEdit": ["range": range(item.span), "newText": .string(item.text)],
      ]
    }
  }

  func hover(_ line: Int, _ column: Int) -> Message {
    guard let found = outline.hover(line, column) else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(found.text)], "range": range(found.span),
    ]
  }

  func definition(_ line: Int, _ column: Int) -> Message {
    outline.definition(line, column).map(location) ?? .null
  }

  func references(_ line: Int, _ column: Int) -> [Message] {
    outline.references(line, column).map(location)
  }

  func nameRange(_ line: Int, _ column: Int) -> Message {
    outline.symbol(line, column).map { range($0.1) } ?? .null
  }

  /// Null for a name that is no name in each place: in quotes, without, and within a text.
  func renaming(_ line: Int, _ column: Int, _ name: String) -> Message {
    guard name.isPlainName else { return .null }
    let edits = outline.references(line, column).map { span -> Message in
      ["range": range(span), "newText": .string(name)]
    }
    return edits.isEmpty ? .null : ["changes": .object([uri: .array(edits)])]
  }

  var colors: [Message] {
    outline.colors.map { span, color in
      [
        "range": range(span),
        "color": [
          "red": .number(color.red), "green": .number(color.green), "blue": .number(color.blue),
          "alpha": .number(color.alpha),
        ],
      ]
    }
  }

  /// The colour as a scene writes it, in quotes: `#` begins a comment.
  static func presentations(of color: Message) -> Message {
    let channels = ["red", "green", "blue", "alpha"].map { name -> Int in
      guard let value = color[name]?.number else { return 255 }
      return Int((min(max(value, 0), 1) * 255).rounded())
    }
    let shown = channels[3] == 255 ? channels.dropLast() : channels[...]
    let text = shown.map { $0.digits(2, radix: 16) }.joined()
    return [["label": .string("\"#\(text)\"")]]
  }

  /// The hints of a range that name another word, as changes.
  func actions(_ range: Message) -> [Message] {
    guard let start = place(range["start"]), let end = place(range["end"]) else { return [] }
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.range.file == path,
        (start.line...max(start.line, end.line)).contains(diagnostic.range.line - 1),
        let word = diagnostic.hint?.firstMatch(of: /^did you mean '([^']+)'\?$/)?.output.1
      else { return nil }
      let edit: Message = ["range": self.range(diagnostic.range), "newText": .string(String(word))]
      return [
        "title": .string("Write '\(word)'"), "kind": "quickfix",
        "diagnostics": [message(diagnostic)],
        "edit": ["changes": .object([uri: [edit]])],
      ]
    }
  }
}
