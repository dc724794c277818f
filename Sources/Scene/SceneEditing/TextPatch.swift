import RostrumBase
import RostrumSource
import RostrumSceneFile

/// A stretch of a scene file's text, and the value to be written in its place.
struct TextPatch {
  /// How texts without quotes are written.
  enum Style: CaseIterable {
    /// Without quotes where the file has none.
    case asWritten
    /// In double quotes.
    case quoted
  }

  /// In bytes of the text.
  let range: Range<Int>
  let content: ValueEdit.Content
  /// Text around the value.
  let before: String
  let after: String

  /// The text with all patches; `nil` where two of them overlap.
  static func apply(_ patches: [TextPatch], _ style: Style, to source: SourceText) -> SourceText? {
    var bytes: [UInt8] = []
    var index = 0
    for patch in patches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard patch.range.lowerBound >= index else { return nil }
      bytes += source.bytes[index..<patch.range.lowerBound]
      bytes += patch.text(style, instead: source.bytes[patch.range]).utf8
      index = patch.range.upperBound
    }
    bytes += source.bytes[index...]
    return SourceText(utf8: bytes, path: source.path)
  }

  private func text(_ style: Style, instead old: ArraySlice<UInt8>) -> String {
    let value =
      switch content {
      case .scalar(let text): Self.scalar(text, style, quote: old.first)
      case .list(let texts):
        "[" + texts.map { Self.scalar($0, style, quote: nil) }.joined(separator: ", ") + "]"
      }
    return before + value + after
  }

  private static func scalar(_ text: String, _ style: Style, quote: UInt8?) -> String {
    if quote == UInt8(ascii: "'"), let quoted = Escaping.yamlInSingleQuotes(text) { return quoted }
    let isNumber = Double(text) != nil
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    guard isQuoted || style == .quoted && !isNumber else { return text }
    return Escaping.yaml(text)
  }

  // MARK: New keys

  /// New keys, each in the one before, in a mapping: beneath its first key, or in braces before its
  /// second. `nil` where the mapping has no key beside or beneath which there is room.
  static func insertion(
    of names: [String], _ content: ValueEdit.Content, into node: YAMLNode,
    _ entries: [YAMLNode.Entry],
    in source: SourceText
  ) -> TextPatch? {
    if let brace = source.offset(ofBraceAt: node.mark) {
      return insertionInBraces(of: names, content, after: brace, entries, in: source)
    }
    guard let first = entries.first?.key.mark else { return nil }
    let (opening, closing) = keys(names, isJSON: false)
    let indent = String(repeating: " ", count: first.column - 1)
    let isOnOneLine = entries[0].value.mark.line == first.line && entries[0].value.scalar != nil
    let second = entries.dropFirst().first?.key.mark
    guard isOnOneLine, second.map({ $0.line > first.line }) ?? true else {
      let place = source.offset(of: first)
      return TextPatch(
        range: place..<place, content: content, before: opening,
        after: closing + source.lineBreak + indent)
    }
    let end = source.start(ofLine: first.line) + source.line(first.line).utf8.count
    return TextPatch(
      range: end..<end, content: content, before: source.lineBreak + indent + opening,
      after: closing)
  }

  /// The text around a value that lies beneath new keys.
  private static func keys(_ names: [String], isJSON: Bool) -> (opening: String, closing: String) {
    let quote = isJSON ? "\"" : ""
    let opening = names.map { quote + $0 + quote + ": " }.joined(separator: "{")
    return (opening, String(repeating: "}", count: names.count - 1))
  }

  private static func insertionInBraces(
    of names: [String], _ content: ValueEdit.Content, after brace: Int, _ entries: [YAMLNode.Entry],
    in source: SourceText
  ) -> TextPatch {
    let isJSON = entries.first.map { source.scalar(at: $0.key.mark) == "\"" } ?? false
    let (opening, closing) = keys(names, isJSON: isJSON)
    if let next = entries.dropFirst().first ?? entries.first {
      let place = source.offset(of: next.key.mark)
      return TextPatch(
        range: place..<place, content: content, before: opening, after: closing + ", ")
    }
    return TextPatch(
      range: brace + 1..<brace + 1, content: content, before: opening, after: closing)
  }
}

extension SourceText {
  /// The columns of a value on one line, with its quotes.
  func range(of scalar: YAMLNode.Scalar, at mark: YAMLMark) -> Range<Int>? {
    let scalars = Array(line(mark.line).unicodeScalars)
    let token = SourceToken(in: scalars, from: mark.column - 1)
    guard token.count > 0 else { return nil }
    let text = Array(scalar.text.unicodeScalars)
    let length: Int
    if scalar.isPlain {
      guard !text.isEmpty, scalars[token.start...].starts(with: text) else { return nil }
      length = text.count
    } else {
      let last = scalars[token.start + token.count - 1]
      guard token.count > 1, last == scalars[token.start], last == "\"" || last == "'" else {
        return nil
      }
      length = token.count
    }
    let start = self.start(ofLine: mark.line) + Self.width(scalars[..<token.start])
    return start..<start + Self.width(scalars[token.start..<token.start + length])
  }

  /// The place of a mark in bytes.
  func offset(of mark: YAMLMark) -> Int {
    let scalars = line(mark.line).unicodeScalars
    return start(ofLine: mark.line) + Self.width(scalars.prefix(mark.column - 1))
  }

  /// The place in bytes of the brace that opens a mapping, after its anchor; `nil` without one.
  func offset(ofBraceAt mark: YAMLMark) -> Int? {
    let scalars = Array(line(mark.line).unicodeScalars)
    let token = SourceToken(in: scalars, from: mark.column - 1)
    guard token.start < scalars.count, scalars[token.start] == "{" else { return nil }
    return start(ofLine: mark.line) + Self.width(scalars[..<token.start])
  }

  private static func width(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + UTF8.width($1) }
  }

  func scalar(at mark: YAMLMark) -> Unicode.Scalar? {
    line(mark.line).unicodeScalars.dropFirst(mark.column - 1).first
  }

  /// Whether the node is an alias (`*name`).
  func isAlias(_ node: YAMLNode) -> Bool { scalar(at: node.mark) == "*" }

  var lineBreak: String {
    let isPair = bytes.firstIndex(of: 0x0A).map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false
    return isPair ? "\r\n" : "\n"
  }
}
