import RostrumBase
import RostrumLayerTree
package import RostrumSource

/// A place in a scene file as the YAML library counts it. Both from 1; columns in Unicode scalars.
package struct YAMLMark: Hashable, Comparable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  package static let start = YAMLMark(line: 1, column: 1)

  package static func < (a: YAMLMark, b: YAMLMark) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

extension SourcePlace {
  package init(_ mark: YAMLMark) { self.init(line: mark.line, column: mark.column) }
}

/// A value of a scene file: its YAML structure, before its meaning is known.
///
/// Aliases are already followed: an alias is a node of its own position that shares its anchor's
/// content. The tree may therefore share branches, but it has no cycle, and `height` and `weight`
/// are limited.
package final class YAMLNode: Sendable {
  package enum Content: Sendable {
    case scalar(Scalar)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  package struct Scalar: Sendable {
    package let text: String
    /// Written without quotes, so that it may be a number, true, false or null.
    package let isPlain: Bool
    /// Marks a value whose error was already reported, so that no more errors follow from it.
    package let isBroken: Bool
    /// A number that was worked out, with all its digits.
    var isCalculated = false

    package init(text: String, isPlain: Bool, isBroken: Bool = false) {
      (self.text, self.isPlain, self.isBroken) = (text, isPlain, isBroken)
    }
  }

  package struct Entry: Sendable {
    package let name: String
    package let key: YAMLNode
    package let value: YAMLNode
  }

  package let content: Content
  package let mark: YAMLMark
  /// 1 for a scalar.
  package let height: Int
  /// The number of nodes visited when every alias is followed.
  package let weight: Int
  /// The origins of the parameter values that this value is, or is made of.
  package let origins: [Diagnostic.Related]
  /// The folder where its relative paths start, when that is not the folder of the scene file.
  package let folder: String?
  /// Whether a parameter may be named in it, or something calculated, repeated or used.
  package let needsSubstitution: Bool

  package init(
    _ content: Content, mark: YAMLMark, origins: [Diagnostic.Related] = [], folder: String? = nil
  ) {
    self.content = content
    self.mark = mark
    self.origins = origins
    self.folder = folder
    let children = Self.children(of: content)
    height = 1 + children.reduce(0) { max($0, $1.height) }
    weight = children.reduce(1) { $0.addingUpToLimit($1.weight) }
    needsSubstitution = Self.needsSubstitution(content)
  }

  /// The same content, seen from the place of an alias.
  package init(aliasOf target: YAMLNode, mark: YAMLMark) {
    content = target.content
    self.mark = mark
    height = target.height
    weight = target.weight
    origins = target.origins
    folder = target.folder
    needsSubstitution = target.needsSubstitution
  }

  private static func needsSubstitution(_ content: Content) -> Bool {
    switch content {
    case .scalar(let scalar): PlaceholderText.isPossible(in: scalar.text)
    case .sequence(let items): items.contains(where: \.needsSubstitution)
    case .mapping(let entries):
      entries.contains {
        $0.key.needsSubstitution || $0.value.needsSubstitution
          || ["forEach", "if", "use"].contains($0.name)
      }
    }
  }

  private static func children(of content: Content) -> [YAMLNode] {
    switch content {
    case .scalar: []
    case .sequence(let items): items
    case .mapping(let entries): entries.map(\.value)
    }
  }
}

extension Int {
  /// The sum, or the largest number when it would be larger still.
  fileprivate func addingUpToLimit(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension YAMLNode {
  /// How a number that changes over time, given where one value belongs, is followed.
  var followingHint: String? {
    guard let entries, entries.contains(where: { ["toValue", "values"].contains($0.name) }) else {
      return nil
    }
    return
      "a number that changes is followed: animations: {KEYPATH: {type: follow, value: \"${NAME}\"}}"
  }

  package var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  package var entries: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Nothing, `~` or `null`.
  package var isNull: Bool {
    guard let scalar, scalar.isPlain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
  }

  package var isBroken: Bool { scalar?.isBroken ?? false }

  /// The value in words: for "expected ..., found ...".
  package var description: String {
    switch content {
    case .mapping: "a mapping"
    case .sequence(let items): items.isEmpty ? "an empty list" : "a list of \(items.count)"
    case .scalar(let scalar): Self.description(of: scalar, isNull: isNull)
    }
  }

  private static func description(of scalar: Scalar, isNull: Bool) -> String {
    if isNull { return "nothing" }
    let shown = scalar.text.quoted
    return scalar.isPlain ? shown : "the string " + shown
  }
}

// MARK: Choices

extension YAMLNode {
  /// The tree in which each mapping whose keys are all among `names` is replaced by one of its
  /// values: that of `preferred`, or else of the first key. The value of the key `left` stays
  /// unchanged.
  package func choosing(
    _ preferred: String, among names: Set<String>, leaving left: String
  ) -> YAMLNode {
    switch content {
    case .scalar: return self
    case .sequence(let items):
      let chosen = items.map { $0.choosing(preferred, among: names, leaving: left) }
      return YAMLNode(.sequence(chosen), mark: mark, origins: origins)
    case .mapping(let entries):
      if let first = entries.first, entries.allSatisfy({ names.contains($0.name) }) {
        return (entries.first { $0.name == preferred } ?? first).value
      }
      let chosen = entries.map { entry in
        let value = entry.value.choosing(preferred, among: names, leaving: left)
        return entry.name == left
          ? entry : Entry(name: entry.name, key: entry.key, value: value)
      }
      return YAMLNode(.mapping(chosen), mark: mark, origins: origins)
    }
  }
}

// MARK: Placeholders

/// A text of a scene file, split at its parameters, `${name}`, and at its calculations,
/// `calc(...)`.
///
/// Two dollars before a brace write one: `$${name}` writes `${name}`, and `$$${price}` a dollar and
/// a price. A backslash before a calculation writes its letters.
package struct PlaceholderText {
  package enum Piece: Equatable {
    case text(String)
    /// With the place of its `$` in the text, in UTF-8 bytes.
    case parameter(String, offset: Int)
    /// With the place of its first letter.
    case calculation(String, offset: Int)
    /// `${` without a valid name.
    case broken(offset: Int)
  }

  package let pieces: [Piece]

  /// `calculating`: whether calculations are pieces too. Otherwise the names in them are.
  package init(_ text: String, calculating: Bool = false) {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var plain: [UInt8] = []
    var index = 0
    func flush() {
      if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
    }
    while index < bytes.count {
      if calculating, let found = CalculationText(in: bytes, at: index) {
        if found.isEscaped {
          plain.removeLast()
          plain += found.text.utf8
        } else {
          flush()
          pieces.append(.calculation(found.text, offset: index))
        }
        index += found.text.utf8.count
        continue
      }
      guard bytes[index] == Self.dollar else {
        plain.append(bytes[index])
        index += 1
        continue
      }
      let dollars = bytes[index...].prefix { $0 == Self.dollar }.count
      let brace = index + dollars
      guard brace < bytes.count, bytes[brace] == UInt8(ascii: "{") else {
        plain += bytes[index..<brace]
        index = brace
        continue
      }
      plain += repeatElement(Self.dollar, count: dollars / 2)
      index = brace + 1
      guard dollars % 2 == 1 else {
        plain.append(UInt8(ascii: "{"))
        continue
      }
      flush()
      if let name = Self.name(at: index, in: bytes) {
        pieces.append(.parameter(name, offset: brace - 1))
        index += name.utf8.count + 1
      } else {
        pieces.append(.broken(offset: brace - 1))
      }
    }
    flush()
    self.pieces = pieces
  }

  private static let dollar = UInt8(ascii: "$")

  /// The name that ends with a closing brace.
  private static func name(at start: Int, in bytes: [UInt8]) -> String? {
    let end = bytes[start...].prefix(String.longestParameterName * 16 + 1)
      .firstIndex(of: UInt8(ascii: "}"))
    guard let end else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    return name.isParameterReference ? name : nil
  }

  /// The parameter that the text is, when it is nothing else.
  package var wholeName: String? {
    if pieces.count == 1, case .parameter(let name, _) = pieces[0] { name } else { nil }
  }

  /// Escapes a text without parameters for a scene file.
  package static func escaped(_ text: String) -> String {
    guard isPossible(in: text) else { return text }
    let text = text.replacing(/(\\|\b)calc\(/) { "\\" + $0.output.0 }
    var bytes: [UInt8] = []
    var dollarCount = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{") { bytes += [UInt8](repeating: dollar, count: dollarCount) }
      dollarCount = byte == dollar ? dollarCount + 1 : 0
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text may contain placeholders, calculations or escapes.
  package static func isPossible(in text: String) -> Bool {
    if text.hasByte(UInt8(ascii: "(")), text.contains(CalculationText.start) { return true }
    guard text.hasByte(UInt8(ascii: "$")) else { return false }
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), last == UInt8(ascii: "$") { return true }
      last = byte
    }
    return false
  }
}

extension String {
  /// Whether the text in UTF-8 has a byte. Searches bytes, because texts are long and matches rare.
  package func hasByte(_ byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    } ?? utf8.contains(byte)
  }

  package static let longestParameterName = 60

  /// The name of a parameter, and after a point that of a column: `row.value`.
  package var isParameterReference: Bool {
    let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, String(first).isParameterName else { return false }
    return parts.count == 1
      || !parts[1].isEmpty && parts[1].allSatisfy { $0.isPrintable && !"{}$".contains($0) }
  }

  /// A letter or `_`, then letters, digits, `_` and `-`; 60 characters at most.
  package var isParameterName: Bool {
    guard let first, first.isLetter || first == "_", count <= Self.longestParameterName else {
      return false
    }
    return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }
}
