import RostrumSource

/// A mistake that the YAML library found, in our words.
struct YAMLProblem {
  let message: String
  let hint: String?
  let mark: YAMLMark

  private init(_ message: String, hint: String?, at mark: YAMLMark) {
    (self.message, self.hint, self.mark) = (message, hint, mark)
  }

  init(_ error: YAMLSyntaxError, in source: SourceText) {
    switch error {
    case .syntax(let problem, let context, let mark, let start):
      let message = context.isEmpty ? problem : "\(problem) (\(context))"
      let isOpenText = context == "while scanning a quoted scalar" && mark.line > start.line
      self.init(
        isOpenText ? "the quotes of this text are not closed" : message,
        hint: Self.hint(for: message, at: mark, from: start, in: source),
        at: isOpenText ? start : mark)
    case .character(let value):
      let code = String(max(value, 0), radix: 16, uppercase: true)
      self.init(
        "the character U+\(code) is not allowed in YAML", hint: nil,
        at: source.markOfForbiddenScalar ?? .start)
    case .outOfMemory: self.init("there is no memory to read the YAML", hint: nil, at: .start)
    }
  }

  private static func hint(
    for problem: String, at mark: YAMLMark, from start: YAMLMark, in source: SourceText
  ) -> String? {
    let number = mark.line
    let line = source.line(number)
    if problem.contains("while scanning an alias") {
      return "in quotes it would be a text that starts with an asterisk"
    }
    if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
      return "YAML is indented with spaces, not tabs"
    }
    if problem.contains("parsing a block mapping"), mark.column == start.column,
      line.drop(while: { $0 == " " }).hasPrefix("- ")
    {
      return "keys and items do not go together: begin all of them with '- ', as "
        + "- {keyPath: opacity, ...}, or none"
    }
    if problem.contains("flow"), let hint = hintInBrackets(at: mark, from: start, in: source) {
      return hint
    }
    let isKeyExpected =
      ["mapping values are not allowed", "could not find expected ':'"].contains(
        where: problem.contains)
    if isKeyExpected,
      let line = (max(number - 1, 1)...number).first(where: { source.line($0).lacksBlank })
    {
      return "write a blank after the ':' of line \(line)"
    }
    let mayBeIndentation =
      ["mapping values are not allowed", "did not find expected"].contains(where: problem.contains)
    if mayBeIndentation, let hint = Indentation(of: source, before: number).hint(for: line) {
      return hint
    }
    if problem.contains("mapping values are not allowed") {
      if let before = source.lineWithoutColon(before: mark) {
        return "is a ':' missing in line \(before)?"
      }
      return "a text that contains ': ' needs quotes; otherwise check the indentation"
    }
    return nil
  }

  /// The mistake in a list or a mapping in brackets that begins at `start`.
  private static func hintInBrackets(
    at mark: YAMLMark, from start: YAMLMark, in source: SourceText
  ) -> String? {
    let first = max(min(start.line, mark.line - 1), 1)
    if (first...max(mark.line, first)).contains(where: { source.line($0).hidesColor }) {
      return "in YAML '#' begins a comment; write colours like \"#ff8000\" in quotes"
    }
    if (first...max(mark.line, first)).contains(where: { source.line($0).hidesEnd }) {
      return "in YAML ' #' begins a comment: put quotes around the text with it"
    }
    let open = source.character(at: start)
    guard let open, open == "[" || open == "{" else { return nil }
    if mark.line == start.line, source.character(at: mark) == ":" {
      return "a text that contains ': ' needs quotes"
    }
    let place = mark.line == start.line ? "column \(start.column)" : "line \(start.line)"
    return "close the '\(open)' of \(place) with '\(open == "[" ? "]" : "}")'"
  }

  func report(to collector: DiagnosticCollector) {
    let place = DiagnosticCollector.Place(mark: mark, extent: .place)
    collector.add(.error, DiagnosticID.badYAML.rawValue, message, at: place, hint: hint)
  }
}

extension String {
  /// Whether the line is a key and a value without a blank between them, as in `duration:1`.
  fileprivate var lacksBlank: Bool {
    wholeMatch(of: #/ *(- )?[A-Za-z.]+:[\[{"'\-\d].*/#) != nil
  }

  /// Whether a colour without quotes, `#fff`, is a comment in this line.
  fileprivate var hidesColor: Bool {
    contains(#/[:,\[] +#([0-9a-fA-F]{3,4}){1,2}([^0-9a-zA-Z]|$)/#)
  }

  /// Whether the brackets of the line are closed in a comment.
  fileprivate var hidesEnd: Bool {
    wholeMatch(of: #/[^"'#]*[\[{]([^"'#]|"[^"]*"|'[^']*')* #.*[\]}]\s*/#) != nil
  }
}

extension SourceText {
  fileprivate func character(at mark: YAMLMark) -> Unicode.Scalar? {
    guard (1...lineCount).contains(mark.line) else { return nil }
    return line(mark.line).unicodeScalars.dropFirst(mark.column - 1).first
  }

  /// The line before, where it is a single word and another without a colon between them.
  fileprivate func lineWithoutColon(before mark: YAMLMark) -> Int? {
    guard mark.line > 1 else { return nil }
    let before = line(mark.line - 1).drop { $0 == " " || $0 == "-" }
    let isPair = before.wholeMatch(of: #/[A-Za-z.]+ [^:#\[\]{}"']+/#) != nil
    return isPair ? mark.line - 1 : nil
  }

  /// The first character that libyaml refuses.
  fileprivate var markOfForbiddenScalar: YAMLMark? {
    for number in 1...lineCount {
      let scalars = line(number).unicodeScalars
      if let index = scalars.firstIndex(where: \.isForbiddenInYAML) {
        return YAMLMark(
          line: number, column: scalars.distance(from: scalars.startIndex, to: index) + 1)
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// As in YAML 1.1, section 5.1.
  fileprivate var isForbiddenInYAML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x85, 0x20...0x7E, 0xA0...0xFFFD, 0x10000...: false
    default: true
    }
  }
}

/// The columns at which a line may begin, by the lines before it: for hints, since the YAML library
/// only reports that it expected something else.
///
/// Only blocks of keys and items are recognised, not the contents of brackets and of multi-line
/// texts, so the result is good enough for hints only.
private struct Indentation {
  /// A block of keys or of items that is open.
  private struct Block {
    let column: Int
    let isList: Bool
    /// The line that was last in it.
    var line: Int
  }

  private var blocks: [Block] = []

  /// The most lines searched for a hint.
  private static let maximumLines = 200

  init(of source: SourceText, before number: Int) {
    for line in max(1, number - Self.maximumLines)..<max(1, number) { add(source.line(line), line) }
  }

  private mutating func add(_ text: String, _ number: Int) {
    var rest = text.utf8[...]
    var column = 0
    while true {
      let spaces = rest.prefix { $0 == UInt8(ascii: " ") }.count
      column += spaces
      rest = rest.dropFirst(spaces)
      guard let first = rest.first, first != UInt8(ascii: "#") else { return }
      let isList =
        first == UInt8(ascii: "-")
        && rest.dropFirst().first ?? UInt8(ascii: " ") == UInt8(ascii: " ")
      blocks.removeAll { $0.column > column || $0.column == column && $0.isList == isList }
      blocks.append(Block(column: column, isList: isList, line: number))
      guard isList else { return }
      column += 1
      rest = rest.dropFirst()
    }
  }

  /// How the line has to be indented; `nil` for one that is right.
  func hint(for line: String) -> String? {
    let column = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    let isList = line.utf8.dropFirst(column).first == UInt8(ascii: "-")
    let fitting = blocks.filter { $0.isList == isList }
    guard !fitting.contains(where: { $0.column == column }),
      let block = fitting.reversed().min(by: { abs($0.column - column) < abs($1.column - column) })
    else { return nil }
    let spaces =
      block.column == 0
      ? "begin it in the first column" : "indent it by \(block.column) spaces, not \(column)"
    return "\(spaces), as line \(block.line) is"
  }
}
