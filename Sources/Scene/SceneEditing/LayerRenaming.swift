import RostrumSceneFile
import RostrumSource

extension EditableText {
  /// The text with another name for a layer wherever the file names it, as editors rename; `nil`
  /// where no layer's name is meant, or nothing else names it.
  package func renaming(_ edit: ValueEdit) throws(EditRefusal) -> EditableText? {
    guard edit.steps.last == .key("name"), case .scalar(let name) = edit.content,
      !edit.content.isFormula
    else { return nil }
    var found: Target? = try find(edit.owner)
    for step in edit.steps { found = found?.next(step) }
    guard let target = found, target.isOwn, let old = target.node.scalar?.text else { return nil }
    let outline = SceneOutline(source.text)
    let (line, column) = (target.node.mark.line - 1, target.node.mark.column)
    guard case .layer(old)? = outline.symbol(line, column)?.0 else { return nil }
    let all = outline.occurrences(of: .layer(old), near: line)
    guard all.count > 1, all.count(where: \.isDeclaration) == 1 else { return nil }
    if outline.layerNames.contains(name) {
      throw EditRefusal("another layer has the name '\(name)', and this one is named elsewhere")
    }
    let marks = Set(all.map { YAMLMark(line: $0.span.line + 1, column: $0.span.start + 1) })
    let patches = all.map { patch($0.span, by: name) }
    for style in TextPatch.Style.allCases {
      guard let text = TextPatch.apply(patches, style, to: source),
        let changed = try? EditableText(text, maximumNodes: maximumNodes),
        Self.isRenamed(root, changed.root, old, name, marks)
      else { continue }
      return changed
    }
    throw EditRefusal("other values would change with it: edit it in the file")
  }

  /// The patch of a name, with its quotes.
  private func patch(_ span: TextSpan, by name: String) -> TextPatch {
    func offset(_ column: Int) -> Int {
      source.offset(of: YAMLMark(line: span.line + 1, column: column + 1))
    }
    var range = offset(span.start)..<offset(span.end)
    let quotes: Set<UInt8> = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    if range.lowerBound > 0, quotes.contains(source.bytes[range.lowerBound - 1]) {
      range = (range.lowerBound - 1)..<(range.upperBound + 1)
    }
    return TextPatch(range: range, content: .scalar(name), before: "", after: "")
  }

  /// Whether two trees differ in the new name alone.
  private static func isRenamed(
    _ a: YAMLNode, _ b: YAMLNode, _ old: String, _ new: String, _ marks: Set<YAMLMark>
  ) -> Bool {
    func isSame(_ text: String, _ other: String, at mark: YAMLMark) -> Bool {
      let isMeant =
        marks.contains(mark)
        || marks.contains(YAMLMark(line: mark.line, column: mark.column + 1))
      return other == (isMeant && text == old ? new : text)
    }
    switch (a.content, b.content) {
    case (.scalar(let from), .scalar(let to)): return isSame(from.text, to.text, at: a.mark)
    case (.sequence(let from), .sequence(let to)):
      return from.count == to.count
        && zip(from, to).allSatisfy { isRenamed($0, $1, old, new, marks) }
    case (.mapping(let from), .mapping(let to)):
      return from.count == to.count
        && zip(from, to).allSatisfy { one, other in
          isSame(one.name, other.name, at: one.key.mark)
            && isRenamed(one.value, other.value, old, new, marks)
        }
    default: return false
    }
  }
}
