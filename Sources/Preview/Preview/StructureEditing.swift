package import RostrumBase
import RostrumFilePaths
import RostrumKit
package import RostrumLayerTree
import RostrumMedia
import RostrumOutput
package import RostrumSceneEditing
import RostrumSceneFile
import RostrumSource

/// A key frame that a page has copied: the one at an index of the animation that is written at a
/// place of a reading of the file.
package struct CopiedKeyFrame: Sendable {
  let owner: SourcePlace
  let index: Int
  let reading: Int

  package init(owner: SourcePlace, index: Int, reading: Int) {
    (self.owner, self.index, self.reading) = (owner, index, reading)
  }
}

/// A change of what there is in a scene, as a page asks for it.
package struct PageStructureEdit: Sendable {
  /// The number of the layer whose item, in the list that it lies in, is meant; `nil` for the
  /// mapping of `owner`.
  package var layer: Int?
  /// Where a mapping begins; `nil` for the scene itself.
  package var owner: SourcePlace?
  package var steps: [ValueStep]
  package var kind: StructureEdit.Kind
  /// Where the layer goes: before another one, behind it, or into it. Its `kind` is no matter then.
  package var target: Target?

  package struct Target: Sendable {
    package enum Side: String, Decodable, Sendable { case before, behind, into }

    let layer: Int
    let side: Side

    package init(layer: Int, side: Side) { (self.layer, self.side) = (layer, side) }
  }

  package init(
    layer: Int? = nil, owner: SourcePlace? = nil, steps: [ValueStep], kind: StructureEdit.Kind,
    target: Target? = nil
  ) {
    (self.layer, self.owner, self.steps, self.kind) = (layer, owner, steps, kind)
    self.target = target
  }
}

extension PreviewScene {
  /// Adds, removes, copies or moves layers, animations and values, as one change of the file.
  /// Returns the state of editing, with a `problem` where nothing was changed, a `note` on what
  /// was, and the layer to `select`.
  /// `values` are changed with it, in mappings that begin before all that is added or removed.
  package func restructure(
    _ edits: [PageStructureEdit], setting values: [ValueEdit] = [], ofLayers layers: [Int?] = [],
    reading: Int
  ) -> JSONValue {
    editing { (note: inout String?) in
      let values = try placed(values, layers, reading: reading)
      guard let editable else { throw Self.mistakes }
      let placed = inOrder(
        try edits.map { try self.resolved($0, in: editable, reading: reading) })
      if edits.count == 1, values.isEmpty, edits[0].target != nil, let number = edits[0].layer {
        let put = try putting(number, by: placed[0])
        (identities, note) = (put.identities, put.note)
        try commit(put.text, put.opened)
        return number
      }
      let built = try editable.text.changing(placed)
      let changed = values.isEmpty ? built : try built.changing(values)
      try commit(changed, opened(changed))
      return newLayer(since: editable.text) ?? movedLayer(edits)
    }
  }

  /// Changes of several layers so that none moves what a later one means; edits of one thing once.
  private func inOrder(_ edits: [StructureEdit]) -> [StructureEdit] {
    guard edits.count > 1, edits.allSatisfy({ $0.owner == nil && $0.kind.isOfItem }) else {
      return edits
    }
    var seen: Set<[ValueStep]> = []
    let sorted = edits.filter { seen.insert($0.steps).inserted }.sorted { a, b in
      a.steps.map(\.order).lexicographicallyPrecedes(b.steps.map(\.order))
    }
    if case .move(by: -1) = edits[0].kind { return sorted }
    return sorted.reversed()
  }

  /// Layers as a list of a scene file: each with all that is in it, in the order of the file.
  package func text(ofLayers numbers: [Int]) -> String? {
    guard let editable else { return nil }
    let places = numbers.compactMap { try? layer(numbered: $0).place }
    return editable.text.items(ofLayersAt: places)
  }

  private func resolved(
    _ edit: PageStructureEdit, in editable: EditableScene, reading: Int
  ) throws -> StructureEdit {
    let kind = edit.kind.renamed(besides: editable.text.layerNames)
    guard let number = edit.layer else {
      let now = try texts.current(edit.owner, edit.steps, at: reading)
      return StructureEdit(owner: now.owner, steps: now.steps, kind: kind)
    }
    guard let place = try layer(numbered: number).place else {
      throw EditRefusal("it is not written at a place of its own")
    }
    let item = try editable.text.item(ofLayerAt: place)
    if let target = edit.target {
      return StructureEdit(owner: nil, steps: item, kind: try put(target, in: editable))
    }
    guard case .add = kind, case .index(let position)? = item.last else {
      return StructureEdit(owner: nil, steps: item, kind: kind)
    }
    return StructureEdit(
      owner: nil, steps: Array(item.dropLast()), kind: kind.placed(at: position + 1))
  }

  /// Adds a key frame, at a part of its pass, to the animation that is written at a place: one of
  /// the value that the film has there, or of the value of a `copied` one.
  package func addKeyFrame(
    to owner: SourcePlace, at part: Double, reading: Int, copied: CopiedKeyFrame? = nil
  ) -> JSONValue {
    editing {
      let place = try texts.current(owner, [.key("values")], at: reading).owner
      guard let editable else { throw Self.mistakes }
      let all = editable.scene.layers.flatMap { $0.epochs.flatMap(\.animations) }
      let animation = all.first { $0.place == place }?.animation as? KeyframeAnimation
      guard let place, let animation else { throw EditRefusal("it has no key frames") }
      let value = try copied.map { copied in
        let now = try texts.current(
          copied.owner, [.key("values"), .index(copied.index)], at: copied.reading)
        return try editable.text.keyFrame(copied.index, of: now.owner ?? copied.owner)
      }
      let changed = try editable.text.addingKeyFrame(value, to: place, animation, at: part)
      try commit(changed, opened(changed))
      return nil
    }
  }

  private func put(
    _ target: PageStructureEdit.Target, in editable: EditableScene
  ) throws -> StructureEdit.Kind {
    guard let place = try layer(numbered: target.layer).place else {
      throw EditRefusal("it is not written at a place of its own")
    }
    if target.side == .into {
      return .put(into: try editable.text.steps(toLayerAt: place) + [.key("sublayers")], at: nil)
    }
    let item = try editable.text.item(ofLayerAt: place)
    guard case .index(let index)? = item.last else { throw EditRefusal("it is no item of a list") }
    return .put(into: Array(item.dropLast()), at: target.side == .before ? index : index + 1)
  }

  /// The number of the first layer with a name that a text before did not have.
  private func newLayer(since old: EditableText) -> Int? {
    guard let editable else { return nil }
    let added = editable.text.layerNames.subtracting(old.layerNames)
    let layer = editable.scene.layers.first { added.contains($0.name) }
    return layer.flatMap { identities.numbers[$0.index] }
  }

  private func movedLayer(_ edits: [PageStructureEdit]) -> Int? {
    switch edits.first?.kind {
    case .move, .put: edits.first?.layer
    default: nil
    }
  }

  /// The things that a page can add: the `components` with their `parameters`, those of the file
  /// first.
  package var additions: JSONValue {
    let components = (editable?.text.components ?? []).map { component -> JSONValue in
      let parameters = component.parameters.map { parameter -> JSONValue in
        .object([
          ("name", .string(parameter.name)), ("type", .string(parameter.type)),
          ("standard", .string(parameter.standard)), ("summary", .string(parameter.summary)),
          ("allowed", .array(parameter.allowed.map { .string($0) })),
        ])
      }
      return .object([("name", .string(component.name)), ("parameters", .array(parameters))])
    }
    return .object([("components", .array(components))])
  }

  /// The keys that a mapping may have and does not have: pairs of a name and a summary.
  package func missingKeys(in owner: SourcePlace?, _ steps: [ValueStep]) -> JSONValue {
    let keys = editable?.text.missingKeys(in: owner, steps) ?? []
    return .array(keys.map { .array([.string($0.name), .string($0.summary)]) })
  }

  // MARK: Data

  /// Changes a value of a layer that comes from a cell of a file of rows, there.
  package func changeCell(
    layer number: Int, steps: [ValueStep], to text: String, reading: Int
  ) -> JSONValue {
    editing {
      try texts.requireSameTree(since: reading)
      guard let value = values(of: try layer(numbered: number)).first(where: { $0.steps == steps }),
        case .cell(let path, let line, let column)? = value.source, let shown = value.shown
      else { throw EditRefusal("the file has changed meanwhile; nothing was written") }
      let target = FilePath.resolved(path).string
      let before = try readWholeFile(target, limit: SceneFileError.maximumSize)
      let bytes = Array(Self.withoutMark(before))
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw EditRefusal("the data is no text in UTF-8 by now: nothing was written")
      }
      let cell = try TableCell(
        in: SourceText(utf8: bytes, path: target), line: line, column: column)
      guard cell.text == shown else {
        throw EditRefusal("the cell is '\(cell.text)' by now: nothing was written")
      }
      let change = EditHistory.Change(
        path: target, before: bytes, after: cell.replaced(by: text))
      try write(change.after, over: change.before, at: target)
      history.add(change)
      readAgain()
      return nil
    }
  }
}

extension ValueStep {
  /// Items in the order of their list.
  fileprivate var order: Int { if case .index(let index) = self { index } else { -1 } }
}

extension StructureEdit.Kind {
  /// Whether it changes an item that is there.
  fileprivate var isOfItem: Bool { if case .add = self { false } else { true } }

  fileprivate func placed(at index: Int) -> StructureEdit.Kind {
    if case .add(let item, nil) = self { .add(item, at: index) } else { self }
  }

  /// The same with names that no other layer has, for the layer and those in it.
  fileprivate func renamed(besides names: Set<String>) -> StructureEdit.Kind {
    guard case .add(let item, let index) = self else { return self }
    var names = names
    return .add(item.renamed(besides: &names), at: index)
  }
}

extension NewItem {
  fileprivate func renamed(besides names: inout Set<String>) -> NewItem {
    guard case .mapping(let entries) = self else { return self }
    var renamed: [Entry] = []
    for entry in entries {
      var value = entry.value
      if entry.name == "name", case .scalar(let name) = value {
        let unused = EditableText.unusedName(like: name, besides: names)
        value = .scalar(names.contains(name) ? unused : name)
        names.insert(names.contains(name) ? unused : name)
      } else if entry.name == "sublayers", case .list(let items) = value {
        value = .list(items.map { $0.renamed(besides: &names) })
      }
      renamed.append(Entry(name: entry.name, value: value))
    }
    return .mapping(renamed)
  }
}
