import RostrumBase
import RostrumSource

/// Calls such as `rgba(1, 2, 3, 0.5)` without quotes inside `{...}` and `[...]`, where YAML reads
/// each comma as the end of a value: `2`, `3` and `0.5)` become keys, or items, of their own.
///
/// One report replaces the reports for each piece, and reading continues with the intended call.
extension YAMLConversion {
  /// The items of a list in brackets, the pieces of each call joined.
  func joiningCalls(in items: [YAMLNode]) -> [YAMLNode] {
    guard items.contains(where: { $0.openedCall != nil }) else { return items }
    var result: [YAMLNode] = []
    var index = 0
    while index < items.count {
      let rest = items[index...].prefix(UnquotedCall.maximumPieces)
      if rest.first?.openedCall != nil, let call = UnquotedCall(rest.map(\.plainText)) {
        result.append(reported(call, at: items[index]))
        index += call.count
      } else {
        result.append(items[index])
        index += 1
      }
    }
    return result
  }

  /// The entries of a mapping in braces, the pieces of each call joined.
  func joiningCalls(in entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    guard entries.contains(where: { $0.value.openedCall != nil }) else { return entries }
    var result: [YAMLNode.Entry] = []
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      let rest = entries[(index + 1)...].prefix(UnquotedCall.maximumPieces)
      if let first = entry.value.openedCall,
        let call = UnquotedCall([first] + rest.map(pieceOfCall))
      {
        let value = reported(call, at: entry.value)
        result.append(YAMLNode.Entry(name: entry.name, key: entry.key, value: value))
        index += call.count
      } else {
        result.append(entry)
        index += 1
      }
    }
    return result
  }

  /// The text of a key without a value.
  private func pieceOfCall(_ entry: YAMLNode.Entry) -> String? {
    guard entry.key.scalar?.isPlain == true, entry.value.plainText == "" else { return nil }
    return entry.name
  }

  private func reported(_ call: UnquotedCall, at node: YAMLNode) -> YAMLNode {
    if call.text.wholeMatch(of: #/\([-+0-9., ]+\)/#) != nil {
      collector.error(
        .badYAML, "a list stands in square brackets", at: node,
        hint: "write [\(call.text.dropFirst().dropLast())]")
      return .broken
    }
    collector.error(
      .badYAML, "without quotes, the value ends at its first comma", at: node, hint: call.hint)
    return YAMLNode(.scalar(.init(text: call.meant, isPlain: false)), mark: node.mark)
  }
}

/// A call joined from the pieces between commas.
private struct UnquotedCall {
  /// More than any function takes.
  static let maximumPieces = 50

  let text: String
  /// How many pieces it is made of.
  let count: Int

  /// Functions of CSS whose arguments are written without commas.
  private static let withoutCommas: Set<String> = ["oklch", "oklab", "hwb", "color"]

  private var hasNoCommas: Bool {
    Self.withoutCommas.contains(String(text.prefix { $0 != "(" }).lowercased())
  }

  /// The call in its function's syntax; a fourth argument is the alpha.
  var meant: String {
    guard hasNoCommas else { return text }
    let parts = text.components(separatedBy: ", ")
    return parts.count == 4
      ? parts[..<3].joined(separator: " ") + " / " + parts[3] : parts.joined(separator: " ")
  }

  var hint: String {
    hasNoCommas
      ? "this function takes no commas; put quotes around it: \"\(meant)\""
      : "put quotes around it: \"\(text)\""
  }

  /// `nil` unless the first piece begins a call and one of the others ends it.
  init?(_ pieces: [String?]) {
    guard let first = pieces.first ?? nil, var depth = first.depthOfOpenedCall else { return nil }
    var parts = [first]
    for piece in pieces.dropFirst() {
      guard let piece else { return nil }
      parts.append(piece)
      depth += piece.bracketDepth
      if depth > 0 { continue }
      guard depth == 0, piece.hasSuffix(")") else { return nil }
      (text, count) = (parts.joined(separator: ", "), parts.count)
      return
    }
    return nil
  }
}

extension YAMLNode {
  /// The text of a scalar without quotes.
  fileprivate var plainText: String? {
    guard let scalar, scalar.isPlain, !scalar.isBroken else { return nil }
    return scalar.text
  }

  fileprivate var openedCall: String? {
    plainText.flatMap { $0.depthOfOpenedCall == nil ? nil : $0 }
  }
}

extension String {
  /// The number of open brackets at the end of a text that begins like a call, such as `rgb(1`.
  fileprivate var depthOfOpenedCall: Int? {
    guard hasByte(UInt8(ascii: "(")), bracketDepth > 0,
      prefixMatch(of: /([A-Za-z][A-Za-z-]*)?\(/) != nil
    else { return nil }
    return bracketDepth
  }

  fileprivate var bracketDepth: Int {
    utf8.reduce(0) {
      $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0)
    }
  }
}
