import RostrumBase
import RostrumLayerTree
import RostrumSource
import RostrumSceneFile

extension EditableText {
  func adding(
    _ item: NewItem, to steps: [ValueStep], at index: Int?, _ meant: inout PlainTree
  ) throws(EditRefusal) -> ([Splice], Bool) {
    let (owner, last) = try container(steps)
    guard case .key(let name) = last, let entries = owner.entries else {
      throw EditRefusal("it is no list of the file")
    }
    guard let list = entries.first(where: { $0.name == name })?.value else {
      let splice = try insertion(ofList: name, [item], into: owner)
      let isMeant = meant.change(steps.dropLast()[...]) { tree in
        guard case .mapping(let old) = tree else { return false }
        tree = .mapping(old + [.init(name: name, value: .list([PlainTree(item)]))])
        return true
      }
      return ([splice], isMeant)
    }
    guard let items = list.items, list.mark >= owner.mark, !source.isAlias(list) else {
      throw EditRefusal("'\(name)' is written in another form: edit it in the file")
    }
    let place = min(max(index ?? items.count, 0), items.count)
    let splice = try insertion(of: item, at: place, into: list, items)
    return ([splice], meant.change(steps[...]) { $0.insert(PlainTree(item), at: place) })
  }

  private func insertion(
    of item: NewItem, at index: Int, into list: YAMLNode, _ items: [YAMLNode]
  ) throws(EditRefusal) -> Splice {
    let writer = ItemWriter(
      isJSON: isJSON, lineBreak: source.lineBreak,
      isFlow: items.last.map { $0.entries != nil && blocks.isFlow($0) } ?? false)
    guard blocks.isFlow(list) else {
      guard let near = items.indices.contains(index - 1) ? items[index - 1] : items.first,
        let dash = blocks.dash(of: near), let range = blocks.block(of: near)
      else { throw EditRefusal("it is written in another form: edit it in the file") }
      let gap = max(near.mark.column - 2 - dash, 1)
      let text = writer.block(item, indent: dash, gap: gap)
      if index == 0 { return Splice(range: range.lowerBound..<range.lowerBound, text: text) }
      let end = range.upperBound
      let hasEnd = source.bytes[range].last == 0x0A
      let start = hasEnd ? "" : source.lineBreak
      let whole = hasEnd ? text : String(text.trimmingLineEnd)
      return Splice(range: end..<end, text: start + whole)
    }
    guard !items.isEmpty else {
      let start = blocks.bracket(of: list) + 1
      return Splice(range: start..<start, text: writer.flow(item))
    }
    if index == 0 {
      let start = source.offset(of: items[0].mark)
      return Splice(range: start..<start, text: writer.flow(item) + separator(in: items))
    }
    let end = blocks.flow(at: items[index - 1].mark).upperBound
    return Splice(range: end..<end, text: separator(in: items) + writer.flow(item))
  }

  /// The text between the items of a list in brackets.
  func separator(in items: [YAMLNode]) -> String {
    guard items.count > 1, items[0].mark.line != items[1].mark.line else { return ", " }
    return "," + source.lineBreak + String(repeating: " ", count: items[0].mark.column - 1)
  }

  /// A new list at the end of a mapping, but before the layers in it.
  private func insertion(
    ofList name: String, _ items: [NewItem], into owner: YAMLNode
  ) throws(EditRefusal) -> Splice {
    let own = (owner.entries ?? []).filter { $0.key.mark >= owner.mark }
    let writer = ItemWriter(isJSON: isJSON, lineBreak: source.lineBreak, isFlow: false)
    guard let last = own.last else {
      throw EditRefusal("there is no room for '\(name)': write it in the file")
    }
    if blocks.isFlow(owner) {
      let end = blocks.flow(at: last.key.mark).upperBound
      let key = isJSON ? Escaping.json(name) : name
      return Splice(
        range: end..<end, text: ", \(key): \(writer.flow(.list(items)))")
    }
    let column = last.key.mark.column - 1
    let indent = String(repeating: " ", count: column)
    let text =
      indent + name + ":" + source.lineBreak
      + items.map { writer.block($0, indent: column + listIndent, gap: 1) }.joined()
    if let layers = own.first(where: { $0.name == Key.sublayers.name }), name != layers.name,
      let range = blocks.block(of: layers, in: owner)
    {
      return Splice(range: range.lowerBound..<range.lowerBound, text: text)
    }
    let end = source.start(ofLine: blocks.lastLine(of: last) + 1)
    let hasEnd = end == 0 || source.bytes[end - 1] == 0x0A
    return Splice(
      range: end..<end,
      text: hasEnd ? text : source.lineBreak + String(text.trimmingLineEnd))
  }

  private var isJSON: Bool {
    source.bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
      == UInt8(ascii: "{")
      && root.entries?.first.map { source.scalar(at: $0.key.mark) == "\"" } ?? false
  }

  /// How far the file indents the dashes of lists beyond their key.
  private var listIndent: Int {
    var found: Int?
    visit { _, node in
      guard found == nil else { return }
      for entry in node.entries ?? [] {
        guard let first = entry.value.items?.first, !blocks.isFlow(entry.value),
          let dash = blocks.dash(of: first)
        else { continue }
        found = max(dash - (entry.key.mark.column - 1), 0)
        return
      }
    }
    return found ?? 2
  }
}

extension TextBlocks {
  /// The bytes of a key as it is written, with its quotes.
  func keyWidth(_ entry: YAMLNode.Entry) -> Int {
    let quote = source.scalar(at: entry.key.mark)
    return entry.name.utf8.count + (quote == "\"" || quote == "'" ? 2 : 0)
  }
}

/// Writes new items in the style of a file.
private struct ItemWriter {
  let isJSON: Bool
  let lineBreak: String
  /// Whether mappings in a list of lines are written in braces.
  let isFlow: Bool

  func flow(_ item: NewItem) -> String {
    switch item {
    case .scalar(let text): scalar(text)
    case .list(let items): "[" + items.map(flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\(key($0.name)): \(flow($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// An item of a list with a dash, in lines.
  func block(_ item: NewItem, indent: Int, gap: Int) -> String {
    let dash = String(repeating: " ", count: indent) + "-" + String(repeating: " ", count: gap)
    guard case .mapping(let entries) = item, !isFlow else { return dash + flow(item) + lineBreak }
    let next = String(repeating: " ", count: indent + 1 + gap)
    return entries.enumerated().map { index, entry in
      (index == 0 ? dash : next) + "\(key(entry.name)): \(flow(entry.value))" + lineBreak
    }.joined()
  }

  private func key(_ name: String) -> String { isJSON ? Escaping.json(name) : name }

  private func scalar(_ text: String) -> String {
    let isPlain = Double(text) != nil || ["true", "false"].contains(text)
    if isJSON { return isPlain ? text : Escaping.json(text) }
    return isPlain || text.isPlainYAML ? text : Escaping.yaml(text)
  }
}

extension String {
  /// Whether YAML takes it for this text without quotes.
  fileprivate var isPlainYAML: Bool {
    let signs = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || " _-./%#".unicodeScalars.contains($0)
    }
    // A number sign begins a comment only after a blank.
    return signs && !contains(" #") && first != "#" && first != " " && last != " "
      && first != "-" && first != "%"
      && !["", "null", "yes", "no", "on", "off"].contains(lowercased())
  }

  /// The same for the name of something, which is no number and no flag.
  package var isPlainName: Bool {
    isPlainYAML && Double(self) == nil && !["true", "false"].contains(lowercased())
  }
}
