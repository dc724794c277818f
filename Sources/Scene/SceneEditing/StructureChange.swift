import RostrumBase
package import RostrumLayerTree
import RostrumSource
import RostrumSceneFile

/// A stretch of text and the text in its place.
struct Splice {
  let range: Range<Int>
  let text: String
}

extension EditableText {
  /// The text with items or keys added, removed, copied or moved, in the style of the file. The new
  /// text is read again and compared: where anything else would differ, the change is refused.
  package func changing(_ edits: [StructureEdit]) throws(EditRefusal) -> EditableText {
    var places: [(steps: [ValueStep], kind: StructureEdit.Kind)] = []
    for edit in edits { places.append((try find(edit.owner).steps + edit.steps, edit.kind)) }
    var text = self
    for (steps, kind) in places {
      if case .put(let list, let index) = kind {
        text = try text.putting(steps, into: list, at: index)
      } else {
        text = try text.changing(steps, kind)
      }
    }
    return text
  }

  /// The steps from the scene to a layer.
  package func steps(toLayerAt place: SourcePlace) throws(EditRefusal) -> [ValueStep] {
    try find(place).steps
  }

  /// The item of a list of layers that a layer belongs to: the layer itself, or what repeats it.
  package func item(ofLayerAt place: SourcePlace) throws(EditRefusal) -> [ValueStep] {
    let steps = try find(place).steps
    let lists: Set<ValueStep> = [.key(Key.layers.name), .key(Key.sublayers.name)]
    var item = steps
    while let last = item.last {
      if case .index = last, item.count > 1, lists.contains(item[item.count - 2]) {
        return item
      }
      item.removeLast()
    }
    throw EditRefusal("it is no item of a list of layers: edit it in the file")
  }

  /// The items of layers as a list of its own, in the order of the file; `nil` for none.
  package func items(ofLayersAt places: [SourcePlace]) -> String? {
    var texts: [(start: Int, text: String)] = []
    for place in places {
      guard let steps = try? item(ofLayerAt: place), case .index(let index)? = steps.last,
        let list = try? container(steps).node, let node = list.items?[index]
      else { continue }
      let isFlow = blocks.isFlow(list)
      let range = isFlow ? blocks.flow(at: node.mark) : blocks.block(of: node)
      guard let range, !texts.contains(where: { $0.start == range.lowerBound }) else { continue }
      let lines = Self.lines(of: text(range))
      let indent = isFlow ? 0 : lines[0].prefix { $0 == " " }.count
      let bare = lines.map { $0.dropFirst(min(indent, $0.prefix { $0 == " " }.count)) }
      let item = (isFlow ? "- " : "") + bare.joined(separator: "\n")
      texts.append((range.lowerBound, item.hasSuffix("\n") ? item : item + "\n"))
    }
    guard !texts.isEmpty else { return nil }
    return texts.sorted { $0.start < $1.start }.map(\.text).joined()
  }

  private static func lines(of text: some StringProtocol) -> [Substring] {
    Substring(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  private func changing(
    _ steps: [ValueStep], _ kind: StructureEdit.Kind
  ) throws(EditRefusal) -> EditableText {
    var meant = PlainTree(root)
    let splices: [Splice]
    let isMeant: Bool
    switch kind {
    case .add(let item, let index):
      (splices, isMeant) = try adding(item, to: steps, at: index, &meant)
    case .remove: (splices, isMeant) = try removing(steps, &meant)
    case .duplicate: (splices, isMeant) = try duplicating(steps, &meant)
    case .move(let distance): (splices, isMeant) = try moving(steps, by: distance, &meant)
    case .put: preconditionFailure("it is several changes")
    }
    guard isMeant, let changed = try? applying(splices),
      PlainTree(changed.root).sorted == meant.sorted
    else { throw EditRefusal("others that share its anchor would change: edit it in the file") }
    return changed
  }

  private func applying(_ splices: [Splice]) throws(EditRefusal) -> EditableText {
    var (bytes, index): ([UInt8], Int) = ([], 0)
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard splice.range.lowerBound >= index else { throw EditRefusal("it overlaps itself") }
      bytes += source.bytes[index..<splice.range.lowerBound]
      bytes += splice.text.utf8
      index = splice.range.upperBound
    }
    bytes += source.bytes[index...]
    return try EditableText(
      SourceText(utf8: bytes, path: source.path), maximumNodes: maximumNodes)
  }

  var blocks: TextBlocks { TextBlocks(source) }

  func text(_ range: Range<Int>) -> String {
    String(decoding: source.bytes[range], as: UTF8.self)
  }

  /// The list or mapping around the value at some steps, and the last step.
  func container(
    _ steps: [ValueStep]
  ) throws(EditRefusal) -> (node: YAMLNode, last: ValueStep) {
    var target = Target(node: root, steps: [], inherited: nil)
    guard let last = steps.last else { throw EditRefusal("the scene itself stays") }
    for step in steps.dropLast() {
      guard let next = target.next(step) else {
        throw EditRefusal("there is no such value in the file")
      }
      target = next
    }
    guard target.isOwn, !source.isAlias(target.node) else {
      throw EditRefusal("it comes from an anchor: edit it in the file")
    }
    return (target.node, last)
  }

  // MARK: Removing

  private func removing(
    _ steps: [ValueStep], _ meant: inout PlainTree
  ) throws(EditRefusal) -> ([Splice], Bool) {
    let (node, last) = try container(steps)
    switch last {
    case .index(let index):
      guard let items = node.items, items.indices.contains(index) else {
        throw EditRefusal("there is no such item in the file")
      }
      if let refusal = refusal(toTake: items[index]) { throw refusal }
      let isOwnLayers = steps.dropLast() == [.key(Key.layers.name)]
      if items.count == 1, !isOwnLayers || !blocks.isFlow(node) {
        return try removingList(steps, &meant)
      }
      let splice = try removal(of: index, from: node, items)
      return ([splice], meant.change(steps.dropLast()[...]) { $0.remove(last) })
    case .key(let name):
      guard let entries = node.entries, let entry = entries.first(where: { $0.name == name }) else {
        throw EditRefusal("the file has no '\(name)' there")
      }
      let splice = try removal(of: entry, from: node)
      return ([splice], meant.change(steps.dropLast()[...]) { $0.remove(last) })
    }
  }

  /// Removes a list with its last item: its key, or all of it but empty brackets for the scene's
  /// own layers.
  private func removingList(
    _ steps: [ValueStep], _ meant: inout PlainTree
  ) throws(EditRefusal) -> ([Splice], Bool) {
    let list = Array(steps.dropLast())
    guard list == [.key(Key.layers.name)] else { return try removing(list, &meant) }
    guard let entry = root.entries?.first(where: { $0.name == Key.layers.name }),
      let item = entry.value.items?.first, let range = blocks.block(of: item)
    else { throw EditRefusal("it is written in another form: edit it in the file") }
    let end = source.offset(of: entry.key.mark) + blocks.keyWidth(entry) + 1
    return (
      [Splice(range: end..<end, text: " []"), Splice(range: range, text: "")],
      meant.change(list[...]) { $0.remove(.index(0)) }
    )
  }

  /// Why an item cannot go from its place: something else is an alias of it.
  private func refusal(toTake item: YAMLNode) -> EditRefusal? {
    var found: EditRefusal?
    let range = blocks.isFlow(item) ? blocks.flow(at: item.mark) : blocks.block(of: item)
    let end = range?.upperBound ?? source.bytes.count
    func walk(_ node: YAMLNode) {
      guard found == nil, node.mark >= item.mark else { return }
      let uses = source.aliases(ofAnchorAt: node.mark).filter { source.start(ofLine: $0) >= end }
      if let name = source.name(after: "&", at: node.mark), let line = uses.first {
        found = EditRefusal("its anchor '\(name)' is used at line \(line)")
      }
      switch node.content {
      case .scalar: break
      case .sequence(let items): for inner in items { walk(inner) }
      case .mapping(let entries): for entry in entries { walk(entry.value) }
      }
    }
    walk(item)
    return found
  }

  private func removal(
    of index: Int, from node: YAMLNode, _ items: [YAMLNode]
  ) throws(EditRefusal) -> Splice {
    guard blocks.isFlow(node) else {
      guard let range = blocks.block(of: items[index]) else {
        throw EditRefusal("it is written in another form: edit it in the file")
      }
      return Splice(range: range, text: "")
    }
    return try flowRemoval(of: index, items.map(\.mark))
  }

  private func flowRemoval(
    of index: Int, _ marks: [YAMLMark]
  ) throws(EditRefusal) -> Splice {
    let item = blocks.flow(at: marks[index])
    var (start, end) = (item.lowerBound, item.upperBound)
    if marks.indices.contains(index + 1) {
      end = source.offset(of: marks[index + 1])
    } else if index > 0 {
      start = blocks.flow(at: marks[index - 1]).upperBound
    }
    // Between items are a comma, blanks and comments.
    let gaps = [start..<item.lowerBound, item.upperBound..<end]
    guard !gaps.contains(where: { source.bytes[$0].contains(UInt8(ascii: "#")) }) else {
      throw EditRefusal("a comment in the brackets would go with it: edit it in the file")
    }
    return Splice(range: start..<end, text: "")
  }

  private func removal(
    of entry: YAMLNode.Entry, from node: YAMLNode
  ) throws(EditRefusal) -> Splice {
    let own = (node.entries ?? []).filter { $0.key.mark >= node.mark }
    guard let index = own.firstIndex(where: { $0.name == entry.name }) else {
      throw EditRefusal("it comes from an anchor: edit it in the file")
    }
    if blocks.isFlow(node) { return try flowRemoval(of: index, own.map(\.key.mark)) }
    if let range = blocks.block(of: entry, in: node) { return Splice(range: range, text: "") }
    // The first key follows the dash of an item.
    guard own.indices.contains(index + 1) else {
      throw EditRefusal("nothing else is in there: remove all of it")
    }
    let start = source.offset(of: entry.key.mark)
    return Splice(range: start..<source.offset(of: own[index + 1].key.mark), text: "")
  }

  // MARK: Moving

  private func moving(
    _ steps: [ValueStep], by distance: Int, _ meant: inout PlainTree
  ) throws(EditRefusal) -> ([Splice], Bool) {
    let (node, last) = try container(steps)
    guard case .index(let index) = last, let items = node.items else {
      throw EditRefusal("it is no item of a list")
    }
    let other = index + distance
    guard items.indices.contains(other) else {
      throw EditRefusal(distance < 0 ? "it is the first already" : "it is the last already")
    }
    let ranges: [Range<Int>]
    if blocks.isFlow(node) {
      ranges = [index, other].map { blocks.flow(at: items[$0].mark) }
    } else {
      ranges = [index, other].compactMap { blocks.block(of: items[$0]) }
    }
    guard ranges.count == 2 else {
      throw EditRefusal("it is written in another form: edit it in the file")
    }
    let texts = exchanged(ranges.map(text), isFlow: blocks.isFlow(node))
    return (
      zip(ranges, texts).map { Splice(range: $0, text: $1) },
      meant.change(steps.dropLast()[...]) { $0.exchange(index, other) }
    )
  }

  /// Two texts in each other's place. The last line of a file may have no end.
  private func exchanged(_ texts: [String], isFlow: Bool) -> [String] {
    let ends = texts.map { $0.utf8.last == 0x0A }
    guard !isFlow, ends[0] != ends[1] else { return [texts[1], texts[0]] }
    let pair = [texts[1], texts[0]]
    return zip(pair, ends).map { text, hasEnd in
      let bare = text.trimmingLineEnd
      return String(bare) + (hasEnd ? source.lineBreak : "")
    }
  }

  /// An item in another list, with the comments in it and above it; in its own by steps.
  private func putting(
    _ steps: [ValueStep], into list: [ValueStep], at index: Int?
  ) throws(EditRefusal) -> EditableText {
    let (node, last) = try container(steps)
    guard case .index(let from) = last, let items = node.items, items.indices.contains(from) else {
      throw EditRefusal("it is no item of a list")
    }
    guard !list.starts(with: steps) else { throw EditRefusal("it cannot be put into itself") }
    var text = self
    if list == steps.dropLast() {
      let end = index.map { $0 > from ? $0 - 1 : $0 } ?? items.count - 1
      guard end != from else { throw EditRefusal("it is there already") }
      let step = end > from ? 1 : -1
      for place in stride(from: from, to: end, by: step) {
        text = try text.changing(list + [.index(place)], .move(by: step))
      }
      return text
    }
    let count = (try? container(list + [.index(0)]).node.items?.count) ?? nil ?? 0
    let place = min(index ?? count, count)
    text = try changing(list, .add(NewItem(items[from]), at: count == 0 ? nil : place))
    text = try text.rewritten(list + [.index(place)], as: items[from], of: self)
    var old = steps
    if steps.starts(with: list), case .index(let outer) = steps[list.count], outer >= place {
      old[list.count] = .index(outer + 1)
    }
    return try text.changing(old, .remove)
  }

  /// The text with an item of a list as another text writes it, as far indented as it was.
  private func rewritten(
    _ steps: [ValueStep], as item: YAMLNode, of other: EditableText
  ) throws(EditRefusal) -> EditableText {
    let (node, last) = try container(steps)
    guard case .index(let index) = last, let old = node.items?[index], !blocks.isFlow(node),
      let range = blocks.block(of: old, withComments: false), let dash = blocks.dash(of: old)
    else { return self }
    let indent = String(repeating: " ", count: dash)
    var written: String
    if let before = other.blocks.dash(of: item), let block = other.blocks.block(of: item) {
      let lines = Self.lines(of: other.text(block).trimmingLineEnd)
      written = lines.map { line in
        let spaces = line.prefix { $0 == " " }.count
        return spaces == line.count ? "" : indent + line.dropFirst(min(before, spaces))
      }.joined(separator: source.lineBreak)
    } else {
      written = indent + "- " + other.text(other.blocks.flow(at: item.mark))
    }
    if source.bytes[range].last == 0x0A { written += source.lineBreak }
    let changed = try applying([Splice(range: range, text: written)])
    guard PlainTree(changed.root).sorted == PlainTree(root).sorted else {
      throw EditRefusal("it means something else there: edit it in the file")
    }
    return changed
  }

  // MARK: Copies

  private func duplicating(
    _ steps: [ValueStep], _ meant: inout PlainTree
  ) throws(EditRefusal) -> ([Splice], Bool) {
    let (node, last) = try container(steps)
    guard case .index(let index) = last, let items = node.items, items.indices.contains(index)
    else { throw EditRefusal("it is no item of a list") }
    let item = items[index]
    let isFlow = blocks.isFlow(node)
    guard
      let range = isFlow
        ? blocks.flow(at: item.mark) : blocks.block(of: item, withComments: false)
    else { throw EditRefusal("it is written in another form: edit it in the file") }
    var copy = PlainTree(item)
    let text = copied(item, range, &copy)
    let splice: Splice
    if isFlow {
      splice = Splice(
        range: range.upperBound..<range.upperBound, text: separator(in: items) + text)
    } else {
      let start = source.bytes[range].last == 0x0A ? "" : source.lineBreak
      splice = Splice(range: range.upperBound..<range.upperBound, text: start + text)
    }
    let isMeant = meant.change(steps.dropLast()[...]) { $0.insert(copy, at: index + 1) }
    return ([splice], isMeant)
  }

  /// The text of a copy: without anchors, and with other names for layers.
  private func copied(_ item: YAMLNode, _ range: Range<Int>, _ copy: inout PlainTree) -> String {
    var splices: [Splice] = []
    var taken = layerNames
    func walk(_ node: YAMLNode, _ steps: [ValueStep], isLayer: Bool) {
      guard node.mark >= item.mark else { return }
      if let name = source.name(after: "&", at: node.mark) {
        let start = source.offset(of: node.mark)
        splices.append(Splice(range: start..<end(ofAnchor: name, at: node.mark), text: ""))
      }
      switch node.content {
      case .scalar: break
      case .sequence(let items):
        for (index, inner) in items.enumerated() {
          walk(inner, steps + [.index(index)], isLayer: isLayer)
        }
      case .mapping(let entries):
        for entry in entries {
          let inner = steps + [.key(entry.name)]
          let holdsLayers = ["layers", "sublayers", "mask", "do"].contains(entry.name)
          if isLayer, entry.name == Key.layerName.name, let scalar = entry.value.scalar,
            let place = source.range(of: scalar, at: entry.value.mark)
          {
            let name = Self.unusedName(like: scalar.text, besides: taken)
            taken.insert(name)
            let quote = source.bytes[place.lowerBound]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            splices.append(Splice(range: place, text: isQuoted ? Escaping.yaml(name) : name))
            _ = copy.change(inner[...]) {
              $0 = .scalar(name)
              return true
            }
          } else {
            walk(entry.value, inner, isLayer: holdsLayers)
          }
        }
      }
    }
    walk(item, [], isLayer: true)
    var (text, index) = ("", range.lowerBound)
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where splice.range.lowerBound >= index && splice.range.upperBound <= range.upperBound {
      text += self.text(index..<splice.range.lowerBound) + splice.text
      index = splice.range.upperBound
    }
    return text + self.text(index..<range.upperBound)
  }

  /// The byte after an anchor and the blanks behind it; with the line's end where the first key of
  /// an item is beneath, as far indented as the anchor.
  private func end(ofAnchor name: String, at mark: YAMLMark) -> Int {
    let start = source.offset(of: mark) + 1 + name.utf8.count
    let end = start + source.bytes[start...].prefix { $0 == 0x20 }.count
    let lineEnd = source.start(ofLine: mark.line) + source.line(mark.line).utf8.count
    guard end == lineEnd else { return end }
    let isAligned = blocks.indent(mark.line + 1) == mark.column - 1
    return isAligned ? source.start(ofLine: mark.line + 1) + mark.column - 1 : start
  }

  /// The names of all layers that the file writes.
  package var layerNames: Set<String> {
    var names: Set<String> = []
    visit { steps, node in
      if steps.last == .key(Key.layerName.name), let text = node.scalar?.text { names.insert(text) }
    }
    return names
  }

  /// A name with the next number that is free.
  package static func unusedName(like name: String, besides taken: Set<String>) -> String {
    let stem = name.prefixWithoutNumber
    return (2...).lazy.map { "\(stem) \($0)" }.first { !taken.contains($0) } ?? name
  }
}

extension String {
  var trimmingLineEnd: Substring {
    var text = self[...]
    while let last = text.last, last.isNewline { text.removeLast() }
    return text
  }

  /// The text before a number at its end.
  var prefixWithoutNumber: String {
    guard let space = lastIndex(of: " "), !self[index(after: space)...].isEmpty,
      self[index(after: space)...].allSatisfy(\.isNumber)
    else { return self }
    return String(self[..<space])
  }
}
