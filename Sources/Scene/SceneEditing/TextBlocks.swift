import RostrumSource
import RostrumSceneFile

/// The stretches of a scene file's text that items of lists and keys of mappings take.
struct TextBlocks {
  let source: SourceText

  init(_ source: SourceText) { self.source = source }

  // MARK: Lines

  func indent(_ line: Int) -> Int { source.line(line).prefix { $0 == " " }.count }

  func isBlank(_ line: Int) -> Bool { source.line(line).allSatisfy { $0 == " " || $0 == "\t" } }

  private func isComment(_ line: Int) -> Bool {
    source.line(line).first { $0 != " " && $0 != "\t" } == "#"
  }

  /// The last line that belongs to a block: lines that follow and are not blank or a comment belong
  /// to it while `holds`.
  func lastLine(from line: Int, _ holds: (_ indent: Int, _ line: Int) -> Bool) -> Int {
    var (last, next) = (line, line + 1)
    while next <= source.lineCount {
      if !isBlank(next) {
        let isInside = holds(indent(next), next)
        if isComment(next) {
          if isInside { last = next }
        } else if isInside {
          last = next
        } else {
          break
        }
      }
      next += 1
    }
    return last
  }

  /// The first line of the comments right above a line, as far indented as it.
  func firstLine(withCommentsAbove line: Int) -> Int {
    var first = line
    while first > 1, isComment(first - 1), indent(first - 1) == indent(line) { first -= 1 }
    return first
  }

  func lines(_ first: Int, _ last: Int) -> Range<Int> {
    source.start(ofLine: first)..<source.start(ofLine: last + 1)
  }

  // MARK: Lists

  /// Whether a list or a mapping is written in brackets or braces.
  func isFlow(_ node: YAMLNode) -> Bool {
    let scalars = Array(source.line(node.mark.line).unicodeScalars)
    let token = SourceToken(in: scalars, from: node.mark.column - 1)
    return token.start < scalars.count
      && (scalars[token.start] == "[" || scalars[token.start] == "{")
  }

  /// The column of the dash before an item, from 0; `nil` where it is not on the item's line.
  func dash(of item: YAMLNode) -> Int? {
    let before = Array(source.line(item.mark.line).unicodeScalars.prefix(item.mark.column - 1))
    guard let dash = before.lastIndex(of: "-"),
      before[(dash + 1)...].allSatisfy({ $0 == " " }), before[..<dash].allSatisfy({ $0 == " " })
    else { return nil }
    return dash
  }

  /// The bytes of an item of a list of lines, with the comments above it.
  func block(of item: YAMLNode, withComments: Bool = true) -> Range<Int>? {
    guard let dash = dash(of: item) else { return nil }
    let line = item.mark.line
    let last = lastLine(from: line) { indent, _ in indent > dash }
    return lines(withComments ? firstLine(withCommentsAbove: line) : line, last)
  }

  /// The bytes of an item of a list in brackets, or of an entry of a mapping in braces, that begins
  /// at a mark.
  func flow(at mark: YAMLMark) -> Range<Int> {
    let start = source.offset(of: mark)
    return start..<FlowScan(source.bytes, from: start).end
  }

  /// The byte of the bracket that opens a list or a mapping.
  func bracket(of node: YAMLNode) -> Int {
    let scalars = Array(source.line(node.mark.line).unicodeScalars)
    let token = SourceToken(in: scalars, from: node.mark.column - 1)
    let before = String(String.UnicodeScalarView(scalars[..<min(token.start, scalars.count)]))
    return source.start(ofLine: node.mark.line) + before.utf8.count
  }

  /// The bytes of a key of a mapping of lines, with its value.
  func block(of entry: YAMLNode.Entry, in node: YAMLNode) -> Range<Int>? {
    let mark = entry.key.mark
    let (line, column) = (mark.line, mark.column - 1)
    guard indent(line) == column else { return nil }
    return lines(firstLine(withCommentsAbove: line), lastLine(of: entry))
  }

  func lastLine(of entry: YAMLNode.Entry) -> Int {
    let column = entry.key.mark.column - 1
    let isList = entry.value.items != nil && !isFlow(entry.value)
    return lastLine(from: entry.key.mark.line) { indent, line in
      indent > column
        || isList && indent == column && source.line(line).dropFirst(column).first == "-"
    }
  }
}

/// Finds the end of a value in brackets or braces.
private struct FlowScan {
  /// After the last character of the value.
  private(set) var end: Int

  init(_ bytes: [UInt8], from start: Int) {
    let (space, comma, colon) = (UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ":"))
    var (index, depth, isTokenStart) = (start, 0, true)
    var lastOfValue = start
    scan: while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if isTokenStart {
          index = Self.quoteEnd(bytes, index)
          lastOfValue = index
        }
        isTokenStart = false
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("):
        depth += 1
        isTokenStart = true
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"):
        if depth == 0 { break scan }
        depth -= 1
        isTokenStart = false
      case comma:
        if depth == 0 { break scan }
        isTokenStart = true
      case colon: isTokenStart = true
      case UInt8(ascii: "#"):
        if index > 0, [space, 0x0A, 0x0D, 0x09].contains(bytes[index - 1]) {
          while index < bytes.count, bytes[index] != 0x0A { index += 1 }
          continue
        }
        isTokenStart = false
      case space, 0x0A, 0x0D, 0x09: break
      default: isTokenStart = false
      }
      if ![space, 0x0A, 0x0D, 0x09].contains(byte) { lastOfValue = index }
      index += 1
    }
    end = min(lastOfValue + 1, bytes.count)
  }

  /// The closing quote of a text that begins at an opening one.
  private static func quoteEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), bytes[start] == UInt8(ascii: "\"") {
        index += 1
      } else if bytes[index] == bytes[start] {
        let isDoubled =
          bytes[start] == UInt8(ascii: "'") && index + 1 < bytes.count
          && bytes[index + 1] == bytes[start]
        if !isDoubled { return index }
        index += 1
      }
      index += 1
    }
    return bytes.count - 1
  }
}
