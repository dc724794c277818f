import RostrumLayerTree
import RostrumSource
import RostrumSceneFile

/// Values that share the text of a changed one: through an alias, or a merged anchor.
struct SharedValues {
  private var byMark: [YAMLMark: ValueEdit.Content] = [:]
  /// By the names of anchors before a changed value.
  private var byAnchor: [String: ValueEdit.Content] = [:]
  private let source: SourceText

  init(_ patches: [TextPatch], in source: SourceText) {
    self.source = source
    for patch in patches where patch.before.isEmpty {
      let mark = source.mark(of: patch.range.lowerBound)
      byMark[mark] = patch.content
      guard let name = source.anchor(before: mark) else { continue }
      byAnchor[name.text] = patch.content
      byMark[name.mark] = patch.content
    }
  }

  /// The new content of a value of the file before the change; `nil` where it stays.
  func content(of node: YAMLNode) -> ValueEdit.Content? {
    guard node.scalar != nil else { return nil }
    if let content = byMark[node.mark] { return content }
    return source.name(after: "*", at: node.mark).flatMap { byAnchor[$0] }
  }
}

extension SourceText {
  /// The mark of a byte.
  fileprivate func mark(of offset: Int) -> YAMLMark {
    var (low, high) = (1, lineCount)
    while low < high {
      let middle = (low + high + 1) / 2
      if start(ofLine: middle) <= offset { low = middle } else { high = middle - 1 }
    }
    let text = String(decoding: bytes[start(ofLine: low)..<offset], as: UTF8.self)
    return YAMLMark(line: low, column: text.unicodeScalars.count + 1)
  }

  /// The anchor on the same line before a value, with its mark.
  fileprivate func anchor(before mark: YAMLMark) -> (text: String, mark: YAMLMark)? {
    let before = Array(line(mark.line).unicodeScalars.prefix(mark.column - 1))
    guard before.last == " ", let sign = before.lastIndex(of: "&") else { return nil }
    let place = YAMLMark(line: mark.line, column: sign + 1)
    guard let name = name(after: "&", at: place),
      before[(sign + 1 + name.unicodeScalars.count)...].allSatisfy({ $0 == " " })
    else { return nil }
    return (name, place)
  }
}

extension EditableText {
  /// The place of the anchor whose alias a value is: the steps from the root.
  func anchor(of node: YAMLNode) -> (steps: [ValueStep], line: Int)? {
    guard let name = source.name(after: "*", at: node.mark) else { return nil }
    var found: (steps: [ValueStep], line: Int)?
    visit { steps, candidate in
      guard candidate.mark < node.mark, source.name(after: "&", at: candidate.mark) == name
      else { return }
      found = (steps, candidate.mark.line)
    }
    return found
  }

  /// Visits all values of the file with their steps, in its order, but no more than a page needs.
  func visit(_ work: ([ValueStep], YAMLNode) -> Void) {
    var left = 200_000
    func walk(_ node: YAMLNode, _ steps: [ValueStep]) {
      guard left > 0, steps.count < 200 else { return }
      left -= 1
      work(steps, node)
      switch node.content {
      case .scalar: break
      case .sequence(let items):
        for (index, item) in items.enumerated() { walk(item, steps + [.index(index)]) }
      case .mapping(let entries):
        for entry in entries { walk(entry.value, steps + [.key(entry.name)]) }
      }
    }
    walk(root, [])
  }
}
