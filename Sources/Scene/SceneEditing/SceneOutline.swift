import RostrumBase
package import RostrumGeometry
import RostrumSceneFile
import RostrumSource

/// A span of a line of a text: lines and columns from 0, columns in Unicode scalars.
package struct TextSpan: Hashable, Sendable, Comparable {
  package let line: Int
  package let start: Int
  package let end: Int

  package static func < (a: TextSpan, b: TextSpan) -> Bool { (a.line, a.start) < (b.line, b.start) }

  func contains(_ line: Int, _ column: Int) -> Bool {
    self.line == line && start <= column && column <= end
  }
}

/// A scene's text with the places of its keys, values and names, for editors. The text may be
/// unfinished.
package struct SceneOutline {
  /// A key or a scalar of the file.
  struct Element {
    let text: String
    let span: TextSpan
    /// The steps to the mapping or list around, and to the value itself.
    let path: [OutlineStep]
    let isKey: Bool
    let nodes: [YAMLNode]

    /// The name of the key at the end of the path, from the end: 0 is the last.
    func key(_ fromEnd: Int = 0) -> String? {
      let keys = path.compactMap { if case .key(let name) = $0 { name } else { nil } }
      return keys.count > fromEnd ? keys[keys.count - 1 - fromEnd] : nil
    }
  }

  let lines: [[Unicode.Scalar]]
  /// `nil` where the text is no YAML.
  let root: YAMLNode?
  let elements: [Element]

  package init(_ text: String) {
    lines = Self.lines(text)
    root = Self.parsed(text)
    var elements: [Element] = []
    if let root { Self.collect(root, [], [root], lines, &elements) }
    self.elements = elements
  }

  static func lines(_ text: String) -> [[Unicode.Scalar]] {
    lines(of: text).map { Array($0.unicodeScalars) }
  }

  /// The lines as editors count them.
  package static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
      .map(String.init)
  }

  /// Whether the file has a key that scenes or figures have, or is no YAML yet.
  package var mayBeScene: Bool {
    guard let entries = root?.entries else { return root == nil || root?.isNull == true }
    return entries.contains {
      ["size", "layers", "components", "scene", "figures", "functions"].contains($0.name)
    }
  }

  static func parsed(_ text: String) -> YAMLNode? {
    YAMLNode.parsed(SourceText(text, path: ""), maximumNodes: 1_000_000).root
  }

  private static func collect(
    _ node: YAMLNode, _ path: [OutlineStep], _ nodes: [YAMLNode], _ lines: [[Unicode.Scalar]],
    _ elements: inout [Element]
  ) {
    guard path.count < 200, elements.count < 200_000 else { return }
    switch node.content {
    case .scalar(let scalar):
      elements.append(
        Element(
          text: scalar.text, span: span(of: scalar, node.mark, lines), path: path, isKey: false,
          nodes: nodes))
    case .sequence(let items):
      for (index, item) in items.enumerated() {
        collect(item, path + [.item(index)], nodes + [item], lines, &elements)
      }
    case .mapping(let entries):
      for entry in entries {
        let scalar = YAMLNode.Scalar(text: entry.name, isPlain: true)
        elements.append(
          Element(
            text: entry.name, span: span(of: scalar, entry.key.mark, lines),
            path: path + [.key(entry.name)], isKey: true, nodes: nodes))
        collect(entry.value, path + [.key(entry.name)], nodes + [entry.value], lines, &elements)
      }
    }
  }

  /// The characters of a scalar on its first line, without quotes.
  private static func span(
    of scalar: YAMLNode.Scalar, _ mark: YAMLMark, _ lines: [[Unicode.Scalar]]
  ) -> TextSpan {
    let (line, column) = (mark.line - 1, mark.column - 1)
    guard lines.indices.contains(line) else {
      return TextSpan(line: line, start: column, end: column)
    }
    let rest = lines[line].dropFirst(column)
    let isQuoted = rest.first == "\"" || rest.first == "'"
    let start = min(column + (isQuoted ? 1 : 0), lines[line].count)
    return TextSpan(
      line: line, start: start,
      end: min(start + scalar.text.unicodeScalars.count, lines[line].count))
  }

  /// The key or scalar at a place.
  func element(_ line: Int, _ column: Int) -> Element? {
    elements.last { $0.span.contains(line, column) }
  }

  // MARK: Colours

  /// The colours that are written in the file.
  package var colors: [(span: TextSpan, color: Color)] {
    elements.compactMap { element in
      guard !element.isKey, let key = element.key()?.lowercased(),
        key.contains("color") || key == "background", let color = Color(css: element.text)
      else { return nil }
      return (element.span, color)
    }
  }

  // MARK: Hover

  /// A description of the thing at a place, in a few words of Markdown.
  package func hover(_ line: Int, _ column: Int) -> (text: String, span: TextSpan)? {
    if let (symbol, span) = symbol(line, column), case .value(let name) = symbol,
      let text = declaration(ofValue: name, near: line)
    {
      return (text, span)
    }
    if let (word, span) = word(line, column), isInCalculation(line, column),
      let function = ListedFunction.byName[word]
    {
      return ("`\(function.usage)`\n\n\(function.summary)", span)
    }
    guard let element = element(line, column) else { return nil }
    let (path, nodes) =
      element.isKey
      ? (Array(element.path.dropLast()), element.nodes)
      : (Array(element.path.dropLast()), Array(element.nodes.dropLast()))
    guard case .key(let name)? = element.path.last,
      let key = SchemaGuide.scene.keys(at: path, nodes).first(where: { $0.name == name }),
      !key.summary.isEmpty
    else { return nil }
    return ("**\(name)**\n\n\(key.summary)", element.span)
  }

  /// The word at a place.
  func word(_ line: Int, _ column: Int) -> (String, TextSpan)? {
    guard lines.indices.contains(line) else { return nil }
    let scalars = lines[line]
    var (start, end) = (min(column, scalars.count), min(column, scalars.count))
    while start > 0, scalars[start - 1].isOfName { start -= 1 }
    while end < scalars.count, scalars[end].isOfName { end += 1 }
    guard start < end else { return nil }
    return (
      String(String.UnicodeScalarView(scalars[start..<end])),
      TextSpan(line: line, start: start, end: end)
    )
  }

  func isInCalculation(_ line: Int, _ column: Int) -> Bool {
    guard lines.indices.contains(line) else { return false }
    let before = String(String.UnicodeScalarView(lines[line].prefix(column)))
    guard let start = before.range(of: "calc(", from: .end) else { return false }
    let opened = before[start...].count { $0 == "(" }
    return opened > before[start...].count { $0 == ")" }
  }
}

extension Unicode.Scalar {
  /// Whether names of keys and values may contain it.
  var isOfName: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "_" || self == "-"
      || self == "."
  }
}

extension String {
  fileprivate enum Edge { case end }

  /// Where a text occurs last.
  fileprivate func range(of text: String, from edge: Edge) -> String.Index? {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix(text) { return index }
    }
    return nil
  }
}
