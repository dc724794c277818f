import RostrumBase
package import RostrumLayerTree
package import RostrumSource
package import RostrumSceneFile

/// The text of a scene file, in which single values are replaced at their places.
///
/// Comments, the order of keys, anchors, indentation and all other lines stay as they are, byte for
/// byte. The new text is read again and compared before it is returned: where anything but the
/// values that were meant would differ, the change is refused. So an anchor whose aliases would
/// change with it is never written over.
package struct EditableText: Sendable {
  package let source: SourceText
  let root: YAMLNode
  let maximumNodes: Int

  /// Throws where the text is not YAML without mistakes.
  package init(_ source: SourceText, maximumNodes: Int) throws(EditRefusal) {
    guard let scene = ParsedScene(source, maximumNodes: maximumNodes) else {
      throw EditRefusal("the file has mistakes: mend them first")
    }
    self.init(scene, maximumNodes: maximumNodes)
  }

  /// The text of a scene that was parsed before.
  package init(_ scene: ParsedScene, maximumNodes: Int) {
    (source, root, self.maximumNodes) = (scene.source, scene.root, maximumNodes)
  }

  /// The text as a scene to be loaded.
  package var parsed: ParsedScene { ParsedScene(source: source, root: root) }

  // MARK: Reading

  /// The values inside the mapping that begins at a place, or all values of the scene itself,
  /// without the values of layers nested inside. Empty where no mapping begins there.
  package func values(in owner: SourcePlace?) -> [WrittenValue] {
    guard let target = try? find(owner), target.node.entries != nil else { return [] }
    var found: [WrittenValue] = []
    collect(target, steps: [], into: &found)
    return found
  }

  /// Keys whose values have places of their own.
  private static let others: Set<String> = [
    Key.sublayers.name, Key.layers.name, Key.mask.name, Key.components.name, Key.events.name,
  ]

  private func collect(_ target: Target, steps: [ValueStep], into found: inout [WrittenValue]) {
    func add(_ content: WrittenValue.Content) {
      found.append(
        WrittenValue(
          steps: steps, content: content, line: target.node.mark.line,
          refusal: target.refusal(in: source), note: target.note(in: self)))
    }
    switch target.node.content {
    case .scalar(let scalar): add(.scalar(scalar.text, isPlain: scalar.isPlain))
    case .sequence(let items):
      let numbers = items.compactMap(\.plainNumber)
      if !items.isEmpty, numbers.count == items.count { return add(.numbers(numbers)) }
      for index in items.indices {
        guard let item = target.next(.index(index)) else { continue }
        collect(item, steps: steps + [.index(index)], into: &found)
      }
    case .mapping(let entries):
      for entry in entries where !Self.others.contains(entry.name) {
        guard let value = target.next(.key(entry.name)) else { continue }
        collect(value, steps: steps + [.key(entry.name)], into: &found)
      }
    }
  }

  // MARK: Changing

  /// The text with all of the changes. Throws where one of them cannot be made.
  package func changing(_ edits: [ValueEdit]) throws(EditRefusal) -> EditableText {
    var meant = ValueTree()
    var patches: [TextPatch] = []
    for edit in edits {
      let owner = try find(edit.owner)
      if let duration = owner.node.scalar?.text, edit.steps.count == 1 {
        patches.append(try lengthening(owner, duration, by: edit, &meant))
        continue
      }
      let edit = kept(edit, from: owner)
      patches += try self.patches(edit, from: owner)
      meant.add(edit.content, at: (owner.steps + edit.steps)[...])
    }
    if edits.contains(where: \.isShared) { meant.shared = SharedValues(patches, in: source) }
    for style in TextPatch.Style.allCases {
      guard let text = TextPatch.apply(patches, style, to: source),
        let changed = try? EditableText(text, maximumNodes: maximumNodes)
      else { continue }
      if meant.explainsAllChanges(from: root, to: changed.root) { return changed }
    }
    throw EditRefusal("other values would change with it: edit it in the file")
  }

  /// A change of an animation that is written as its duration alone, as in `fadeIn: 0.5`.
  private func lengthening(
    _ owner: Target, _ duration: String, by edit: ValueEdit, _ meant: inout ValueTree
  ) throws(EditRefusal) -> TextPatch {
    let patch = try replacement(of: owner, by: edit.content)
    guard let name = edit.steps[0].name, name != "duration" else {
      meant.add(edit.content, at: owner.steps[...])
      return patch
    }
    meant.add(.scalar(duration), at: (owner.steps + [.key("duration")])[...])
    meant.add(edit.content, at: (owner.steps + edit.steps)[...])
    return TextPatch(
      range: patch.range, content: edit.content,
      before: "{duration: \(text(patch.range)), \(name): ", after: "}")
  }

  /// The edit with the file's own texts for the numbers of a list that are the same but rounded.
  private func kept(_ edit: ValueEdit, from owner: Target) -> ValueEdit {
    var target: Target? = owner
    for step in edit.steps { target = target?.next(step) }
    guard case .list(let texts) = edit.content, let items = target?.node.items,
      items.count == texts.count
    else { return edit }
    let kept = zip(items, texts).map { item, text in
      item.plainNumber.map { Self.isRounded($0, text) ? $0 : text } ?? text
    }
    return ValueEdit(
      owner: edit.owner, steps: edit.steps, content: .list(kept), isShared: edit.isShared)
  }

  /// Whether a number is the other one with fewer digits, but two of them at least.
  private static func isRounded(_ long: String, _ short: String) -> Bool {
    guard let exact = Double(long), let rounded = Double(short) else { return false }
    let digits = short.split(separator: ".").dropFirst().first?.count ?? 0
    return digits > 1 && long.count > short.count
      && abs(exact - rounded) <= 0.5 * pow(10, -Double(digits)) * (1 + 1e-9)
  }

  private func patches(_ edit: ValueEdit, from owner: Target) throws(EditRefusal) -> [TextPatch] {
    var target = owner
    for (index, step) in edit.steps.enumerated() {
      guard let next = target.next(step), !isMerged(next, index, edit.steps, into: target) else {
        let names = edit.steps[index...].compactMap(\.name)
        guard target.node.entries != nil, names.count == edit.steps.count - index else {
          throw EditRefusal("there is no such value in the file")
        }
        if let refusal = target.refusal(in: source) { throw refusal }
        return [try insertion(of: names, edit.content, into: target.node)]
      }
      target = next
    }
    if case .list(let texts) = edit.content, let items = target.node.items,
      items.count == texts.count
    {
      var patches: [TextPatch] = []
      for (index, text) in texts.enumerated() where items[index].scalar?.text != text {
        guard let item = target.next(.index(index)) else { continue }
        patches.append(try replacement(of: item, by: .scalar(text)))
      }
      return patches
    }
    return [try replacement(of: target, by: edit.content)]
  }

  /// Whether a value comes from an anchor that is merged into a mapping (`<<: *name`). A value of
  /// the mapping's own overrides it there, and nowhere else.
  private func isMerged(
    _ value: Target, _ index: Int, _ steps: [ValueStep], into mapping: Target
  ) -> Bool {
    index == steps.count - 1 && mapping.node.entries != nil && value.node.mark < mapping.node.mark
      && mapping.isOwn && mapping.node.entries?.contains { $0.key.mark > mapping.node.mark } == true
  }

  private func replacement(
    of target: Target, by content: ValueEdit.Content
  ) throws(EditRefusal) -> TextPatch {
    // A formula may take the place of a formula.
    let isKept = content.isFormula && !source.isAlias(target.node)
    if !isKept, let refusal = target.refusal(in: source) { throw refusal }
    guard let scalar = target.node.scalar else {
      throw EditRefusal("it is written in another form: edit it in the file")
    }
    guard let range = source.range(of: scalar, at: target.node.mark) else {
      throw EditRefusal("it is written over several lines: edit it in the file")
    }
    return TextPatch(range: range, content: content, before: "", after: "")
  }

  private func insertion(
    of names: [String], _ content: ValueEdit.Content, into node: YAMLNode
  ) throws(EditRefusal) -> TextPatch {
    // A merged mapping has entries of its anchor, which are written before it.
    guard let entries = node.entries?.filter({ $0.key.mark >= node.mark }),
      let patch = TextPatch.insertion(of: names, content, into: node, entries, in: source)
    else {
      throw EditRefusal("there is no room for '\(names[0])': write it in the file")
    }
    return patch
  }
}

// MARK: - Places

/// A value of the tree with its path from the root.
struct Target {
  let node: YAMLNode
  let steps: [ValueStep]
  /// The remark about all values in it, such as that they are repeated.
  let inherited: String?
  /// Whether it is written where it is read: not through an alias.
  var isOwn = true

  func next(_ step: ValueStep) -> Target? {
    guard let value = value(at: step) else { return nil }
    return Target(
      node: value, steps: steps + [step], inherited: remark(inside: value, step) ?? inherited,
      isOwn: isOwn && value.mark >= node.mark)
  }

  private func value(at step: ValueStep) -> YAMLNode? {
    switch step {
    case .key(let name): node.entries?.first { $0.name == name }?.value
    case .index(let index):
      node.items.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  /// An anchor is written before its aliases, so values that come from an alias lie before the
  /// mapping that seems to hold them.
  private func remark(inside value: YAMLNode, _ step: ValueStep) -> String? {
    if value.mark < node.mark {
      return "it comes from the anchor at line \(value.mark.line)"
    }
    if step == .key(Key.forEachBody.name),
      let repeated = node.entries?.first(where: { $0.name == Key.forEach.name })
    {
      return "it is repeated by 'forEach' at line \(repeated.key.mark.line): all change together"
    }
    return nil
  }

  /// The remark about who else has this value; `nil` for an unshared value.
  func note(in text: EditableText) -> String? {
    let uses = text.source.aliases(ofAnchorAt: node.mark)
    guard !uses.isEmpty else { return inherited }
    let lines = uses.map(String.init).joined(separator: ", ")
    return "it is used at line \(lines) too: all change together"
  }

  func refusal(in source: SourceText) -> EditRefusal? {
    if source.isAlias(node) {
      return EditRefusal("it comes from an alias: change the anchor")
    }
    guard let scalar = node.scalar else { return nil }
    if CalculationText.isPossible(in: scalar.text) {
      return EditRefusal("it is calculated: \(scalar.text)")
    }
    let names = PlaceholderText(scalar.text).pieces.compactMap {
      if case .parameter(let name, _) = $0 { name } else { nil }
    }
    return names.first.map { EditRefusal("it comes from '\($0)'") }
  }
}

extension EditableText {
  /// The place of the last mapping on the way of some steps, and the steps from there.
  package func innermostMapping(
    around steps: [ValueStep], in owner: SourcePlace?
  ) -> (place: SourcePlace?, steps: [ValueStep]) {
    guard var target = try? find(owner) else { return (owner, steps) }
    var found = (owner, steps)
    for (index, step) in steps.enumerated().dropLast() {
      guard let next = target.next(step) else { break }
      target = next
      guard target.isOwn, target.node.entries != nil, step != Self.animations else { continue }
      found = (SourcePlace(target.node.mark), Array(steps[(index + 1)...]))
    }
    return found
  }

  private static let animations = ValueStep.key("animations")

  /// The line of a value in a mapping; `nil` where there is no such value.
  package func line(of steps: [ValueStep], in owner: SourcePlace?) -> Int? {
    var target = try? find(owner)
    for step in steps { target = target?.next(step) }
    return target?.node.mark.line
  }

  /// The place of a mapping in another text in which only values differ.
  package func place(_ place: SourcePlace, in other: EditableText) -> SourcePlace? {
    guard let steps = try? find(place).steps else { return nil }
    var target = Target(node: other.root, steps: [], inherited: nil)
    for (index, step) in steps.enumerated() {
      guard let next = target.next(step) else { return nil }
      // An animation in a mapping begins with its key.
      if index == steps.count - 1, target.steps.last == Self.animations,
        let entry = target.node.entries?.first(where: { .key($0.name) == step })
      {
        return SourcePlace(entry.key.mark)
      }
      target = next
    }
    return SourcePlace(target.node.mark)
  }

  /// Throws where no mapping begins at the place.
  func find(_ place: SourcePlace?) throws(EditRefusal) -> Target {
    let top = Target(node: root, steps: [], inherited: nil)
    guard let place else { return top }
    guard let column = place.column,
      let found = find(YAMLMark(line: place.line, column: column), in: top)
    else { throw EditRefusal("it is not written at a place of its own in this file") }
    return found
  }

  /// The mapping whose own place this is, not an alias of it.
  private func find(_ mark: YAMLMark, in target: Target) -> Target? {
    // An animation in a mapping begins with its key.
    let isAnimations = target.steps.last == Self.animations
    if target.node.entries != nil, target.node.mark == mark, !target.steps.isEmpty, !isAnimations {
      return target
    }
    switch target.node.content {
    case .scalar: return nil
    case .sequence(let items):
      // The last item that does not begin after the place.
      for index in items.indices.reversed() where items[index].mark <= mark {
        guard let item = target.next(.index(index)) else { continue }
        if let found = find(mark, in: item) { return found }
      }
      return nil
    case .mapping(let entries):
      for entry in entries.reversed() where min(entry.key.mark, entry.value.mark) <= mark {
        guard let value = target.next(.key(entry.name)) else { continue }
        if isAnimations, entry.key.mark == mark { return value }
        if let found = find(mark, in: value) { return found }
      }
      return nil
    }
  }
}

extension YAMLNode {
  /// The text of a number without quotes.
  fileprivate var plainNumber: String? {
    guard let scalar, scalar.isPlain, let number = Double(scalar.text), number.isFinite else {
      return nil
    }
    return scalar.text
  }
}
