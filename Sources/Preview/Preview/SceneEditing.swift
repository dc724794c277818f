package import RostrumBase
import RostrumFigures
import RostrumFilePaths
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumMedia
import RostrumOutput
import RostrumRendering
package import RostrumSceneEditing
import RostrumSceneFile
import RostrumSource

/// Another program has saved a file since it was read.
private struct SavedMeanwhile: Error, CustomStringConvertible {
  let description = "the file has changed meanwhile; nothing was written"
}

/// A valid scene file with its text on disk, ready to be edited.
struct EditableScene {
  let text: EditableText
  let scene: Scene

  /// Whether the file is of another format, in which nothing is changed.
  private var isImported: Bool { scene.layers.first.map { $0.place?.column == nil } ?? false }

  /// Why nothing that belongs to a layer is changed in this file; `nil` where it may be.
  func refusal(ofLayer layer: Layer) -> EditRefusal? {
    if isImported { return EditRefusal("this is no scene file of Rostrum's own language") }
    if scene.ancestry(of: layer).dropLast().contains(where: { $0.sceneReference != nil }) {
      return EditRefusal("it belongs to another scene file")
    }
    guard let place = layer.place, place.column != nil else {
      return EditRefusal("it is not written at a place of its own")
    }
    return nil
  }

  /// The layers that are made of the text at a place, in the order of the scene.
  func layers(at place: SourcePlace) -> [Layer] { scene.layers.filter { $0.place == place } }

  /// The remark about the layers that change together; `nil` for a layer of its own.
  func remark(onLayer layer: Layer) -> String? {
    guard let place = layer.place else { return nil }
    let all = layers(at: place)
    guard all.count > 1 else { return nil }
    if let component = text.component(usedAt: place) {
      return all.first?.index == layer.index
        ? nil : "the component '\(component.name)' makes it; its parameters change it"
    }
    return "\(all.count) layers are made of this text: all change together"
  }
}

extension PreviewScene {
  /// Changes values in the file. A draft is shown and written nowhere; the next change, or a new
  /// reading of the file, ends it. `reading` is the reading of the file that the places are from;
  /// `layers` are the numbers of the layers that edits belong to.
  /// Returns the state of editing, with a `problem` where nothing was changed.
  package func change(
    _ edits: [ValueEdit], ofLayers layers: [Int?] = [], reading: Int, isDraft: Bool
  ) -> JSONValue {
    editing {
      let edits = try placed(edits, layers, reading: reading)
      guard let editable else { throw Self.mistakes }
      let renamed = edits.count == 1 ? try editable.text.renaming(edits[0]) : nil
      let changed = try renamed ?? editable.text.changing(edits)
      let isKnown = draft?.bytes == changed.source.bytes
      let opened = try isKnown ? draft?.opened ?? opened(changed) : opened(changed)
      if isDraft {
        draft = (changed.source.bytes, opened)
        try showDraft(opened, changed)
      } else {
        try commit(changed, opened, isSameTree: true)
      }
      return nil
    }
  }

  /// Makes a change, and returns the state of editing with the layer to select that it returns.
  /// Where another program has saved the file meanwhile, it is read, and the change made in it once
  /// more.
  func editing(_ change: () throws -> Int?) -> JSONValue {
    editing { (_: inout String?) in try change() }
  }

  /// The answer to a change that may leave a message about its result.
  func editing(_ change: (inout String?) throws -> Int?) -> JSONValue {
    var note: String?
    do {
      let select: Int?
      do { select = try change(&note) } catch is SavedMeanwhile { select = try change(&note) }
      return editing(problem: nil, select: select, note: note)
    } catch {
      return editing(problem: error)
    }
  }

  static let mistakes = EditRefusal("the file has mistakes: mend them first")

  /// The edits, whose places are of a reading, with their places in the file by now.
  func placed(_ edits: [ValueEdit], _ layers: [Int?], reading: Int) throws -> [ValueEdit] {
    try edits.enumerated().map { index, edit in
      let number = layers.indices.contains(index) ? layers[index] : nil
      let place = try number.flatMap { try layer(numbered: $0).place }
      let now = try texts.current(edit.owner, edit.steps, at: reading, layer: place)
      return ValueEdit(
        owner: now.owner, steps: now.steps, content: edit.content, isShared: edit.isShared)
    }
  }

  /// A layer of the file that may be changed.
  func layer(numbered number: Int) throws -> Layer {
    guard let editable, let index = identities.index(ofNumber: number),
      let layer = editable.scene.layers.first(where: { $0.index == index })
    else { throw EditRefusal("the layer is gone; nothing was written") }
    if let refusal = editable.refusal(ofLayer: layer) { throw refusal }
    return layer
  }

  /// Writes a changed text, and shows it without reading it again.
  func commit(
    _ changed: EditableText, _ opened: OpenedScene, isSameTree: Bool = false
  ) throws {
    guard let editable else { throw Self.mistakes }
    let start = Date()
    let change = EditHistory.Change(
      path: FilePath.resolved(path).string, before: editable.text.source.bytes,
      after: changed.source.bytes)
    guard change.before != change.after else { return isDraft ? readAgain() : () }
    try write(change.after, over: change.before, at: change.path)
    history.add(change)
    files.accept([FilePath(change.path)])
    // Another program may have written right after.
    guard let found = try? readWholeFile(change.path, limit: SceneFileError.maximumSize),
      Self.withoutMark(found).elementsEqual(change.after)
    else { return readAgain() }
    try takeWritten(opened, changed, readSince: start, isSameTree: isSameTree)
  }

  /// Shows the file again as it is.
  package func dropDraft() -> JSONValue {
    if isDraft { readAgain() }
    return editing(problem: nil)
  }

  /// Reverts the last change, in the file as other programs have left it.
  package func undo() -> JSONValue {
    guard let change = history.done.last else { return editing(problem: nil) }
    return step(from: change.after, to: change.before, at: change.path) {
      $0.undo(from: $1, to: $2)
    }
  }

  /// Makes the last reverted change again.
  package func redo() -> JSONValue {
    guard let change = history.undone.last else { return editing(problem: nil) }
    return step(from: change.before, to: change.after, at: change.path) {
      $0.redo(from: $1, to: $2)
    }
  }

  private func step(
    from old: [UInt8], to new: [UInt8], at path: String,
    _ take: (inout EditHistory, _ current: [UInt8], _ changed: [UInt8]) -> Void
  ) -> JSONValue {
    do {
      let found = try readWholeFile(path, limit: SceneFileError.maximumSize)
      let current = Array(Self.withoutMark(found))
      let changed = try LineChange(from: old, to: new).applied(to: current)
      try write(changed, over: current, at: path)
      take(&history, current, changed)
      readAgain()
    } catch {
      return editing(problem: error)
    }
    return editing(problem: nil)
  }

  /// Throws `SavedMeanwhile`, with the file read again, if it no longer has the expected content.
  func write(_ bytes: [UInt8], over expected: [UInt8], at target: String) throws {
    let found = try readWholeFile(target, limit: SceneFileError.maximumSize)
    guard Self.withoutMark(found).elementsEqual(expected) else {
      readAgain()
      throw SavedMeanwhile()
    }
    let mark = found.prefix(found.count - Self.withoutMark(found).count)
    var facts = stat()
    let mode = stat(target, &facts) == 0 ? facts.st_mode & 0o7777 : 0o644
    // A new file would take the place of one that may not be written.
    guard mode & 0o222 != 0, access(target, W_OK) == 0 else {
      throw EditRefusal("the file may not be written: its permissions do not allow it")
    }
    let descriptor = try openWholeFile(
      mark + bytes, at: target, run: RunToken(), isDurable: false
    ) { fchmod($0, mode) }
    close(descriptor)
  }

  /// The bytes of a text after its byte order mark.
  static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// The state of editing with the reading that it is of; `select` is the number of the layer that
  /// a change made or moved.
  func editing(
    problem: (any Error)?, select: Int? = nil, note: String? = nil
  ) -> JSONValue {
    .object([
      ("canUndo", .flag(!history.done.isEmpty)), ("canRedo", .flag(!history.undone.isEmpty)),
      ("select", .integer(select)), ("reading", .integer(reading)),
      ("problem", .string(problem.map { Self.text(of: $0) })), ("note", .string(note)),
    ])
  }

  private static func text(of error: any Error) -> String {
    if let invalid = error as? InvalidScene {
      let first = invalid.result.diagnostics.first { $0.severity == .error }
      return [first?.message, first?.hint].compactMap(\.self).joined(separator: "; ")
    }
    return "\(error)"
  }

  /// The text of the file; `nil` while it has mistakes.
  package var sourceText: String? { editable?.text.source.text }

  /// The values that the file gives a layer, or the scene itself; `nil` where they cannot be
  /// changed because the file has mistakes.
  package func written(layer number: Int?) -> JSONValue? {
    guard let editable else { return nil }
    guard let number else {
      return editable.text.description(of: nil, layer: nil, reading: reading)
    }
    guard let index = identities.index(ofNumber: number),
      let layer = editable.scene.layers.first(where: { $0.index == index })
    else { return nil }
    let refusal = editable.refusal(ofLayer: layer)
    guard refusal == nil, let place = layer.place else {
      return .object([
        ("layer", .integer(number)), ("reading", .integer(reading)), ("owner", .null),
        ("refusal", .string(refusal?.description)), ("values", .array([])),
      ])
    }
    return editable.text.description(
      of: place, layer: number, reading: reading, values: values(of: layer),
      remark: editable.remark(onLayer: layer),
      link: options.editor.address(
        path: FilePath.resolved(path).string, line: place.line, column: place.column ?? 1))
  }

  /// The values that the file gives a layer, with the results in this copy of it.
  func values(of layer: Layer) -> [WrittenValue] {
    guard let editable, let place = layer.place else { return [] }
    let all = editable.layers(at: place)
    let copy = all.firstIndex { $0.index == layer.index } ?? 0
    return editable.text.values(in: place, copy: copy, of: all.count, expanded())
  }

  /// How a layer lies on the canvas at a frame, in pixels, and the values of its model that a
  /// pointer changes; `nil` where nothing of it is shown.
  package func handles(layer number: Int, frame: Int) -> JSONValue? {
    guard let lastValidScene, let index = shownIdentities.index(ofNumber: number),
      let layer = lastValidScene.opened.scene.layers.first(where: { $0.index == index })
    else { return nil }
    let (scene, time) = (lastValidScene.opened.scene, lastValidScene.time(ofFrame: frame))
    guard let handles = scene.handles(ofLayer: index, at: time) else { return nil }
    let model = layer.epoch(at: time).values
    let scale = lastValidScene.scale
    func steps(_ map: RostrumGeometry.AffineTransform) -> JSONValue {
      .array([map.a, map.b, map.c, map.d].map { .number($0 * scale) })
    }
    let turn = Homography(model[.transform]).planar
    func pair(_ x: Double, _ y: Double) -> JSONValue { .array([.number(x), .number(y)]) }
    let (position, bounds, anchor) = (model[.position], model[.bounds], model[.anchorPoint])
    return .object([
      ("layer", .integer(number)),
      ("anchor", pair(handles.anchor.x * scale, handles.anchor.y * scale)),
      ("local", steps(handles.local)), ("move", handles.position.map(steps) ?? .null),
      ("position", pair(position.x, position.y)),
      ("size", pair(bounds.width, bounds.height)), ("anchorPoint", pair(anchor.x, anchor.y)),
      ("rotation", .number(atan2(turn.b, turn.a) * 180 / .pi)),
      ("snap", snapLines(besides: index, frame: frame)),
    ])
  }
}
