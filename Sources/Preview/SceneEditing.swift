package import RostrumBase
import RostrumFigures
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import RostrumKit
package import RostrumSceneFile
import RostrumSource

/// A valid scene file with its text on disk, ready to be edited.
struct EditableScene {
  let text: EditableText
  let scene: Scene

  /// Whether the file is of another format, in which nothing is changed.
  private var isForeign: Bool { scene.layers.first.map { $0.place?.column == nil } ?? false }

  /// Why nothing that belongs to a layer is changed in this file; `nil` where it may be.
  func refusal(ofLayer layer: Layer) -> EditRefusal? {
    if isForeign { return EditRefusal("this is no scene file of Rostrum's own language") }
    if scene.ancestry(of: layer).dropLast().contains(where: { $0.sceneReference != nil }) {
      return EditRefusal("it belongs to another scene file")
    }
    guard let place = layer.place, place.column != nil else {
      return EditRefusal("it is not written at a place of its own")
    }
    return refusal(of: place)
  }

  /// Why nothing at a place is changed; `nil` where it may be.
  func refusal(of place: SourcePlace) -> EditRefusal? {
    let owners = scene.layers.filter { layer in
      layer.place == place || layer.everyAttached.contains { $0.place == place }
    }
    guard owners.count > 1 else { return nil }
    return EditRefusal("\(owners.count) layers are made of it: edit it in the file")
  }
}

/// The undo and redo stacks of a file.
struct EditHistory {
  struct Change {
    let before: [UInt8]
    let after: [UInt8]
  }

  private(set) var done: [Change] = []
  private(set) var undone: [Change] = []

  /// All changes together hold no more text than this, in bytes, but the last one.
  private static let maximumSize = 16 << 20

  mutating func add(_ change: Change) {
    undone = []
    done.append(change)
    var size = done.reduce(0) { $0 + $1.before.count + $1.after.count }
    while size > Self.maximumSize, done.count > 1 {
      let oldest = done.removeFirst()
      size -= oldest.before.count + oldest.after.count
    }
  }

  mutating func undo() { if let last = done.popLast() { undone.append(last) } }

  mutating func redo() { if let next = undone.popLast() { done.append(next) } }
}

extension PreviewScene {
  /// Changes values in the file. A draft is shown and written nowhere; the next change, or a new
  /// reading of the file, ends it. `reading` is the reading of the file that the places are from.
  /// Returns the state of editing, with a `problem` where nothing was changed.
  package func change(
    _ edits: [ValueEdit], reading: Int, isDraft: Bool
  ) -> JSONText {
    do {
      guard let editable, reading >= firstRevisionOfText else {
        throw EditRefusal("the file has changed meanwhile; nothing was written")
      }
      for edit in edits {
        if let owner = edit.owner, let refusal = editable.refusal(of: owner) { throw refusal }
      }
      let changed = try editable.text.changing(edits)
      let opened = try opened(changed)
      if isDraft {
        try showDraft(opened)
      } else {
        let change = EditHistory.Change(
          before: editable.text.source.bytes, after: changed.source.bytes)
        try write(change.after, over: change.before)
        history.add(change)
      }
    } catch {
      return editing(problem: error)
    }
    return editing(problem: nil)
  }

  /// Shows the file again as it is.
  package func dropDraft() { if isDraft { readAgain() } }

  /// Reverts the last change.
  package func undo() -> JSONText {
    guard let change = history.done.last else { return editing(problem: nil) }
    do {
      try write(change.before, over: change.after)
      history.undo()
    } catch {
      return editing(problem: error)
    }
    return editing(problem: nil)
  }

  /// Makes the last reverted change again.
  package func redo() -> JSONText {
    guard let change = history.undone.last else { return editing(problem: nil) }
    do {
      try write(change.after, over: change.before)
      history.redo()
    } catch {
      return editing(problem: error)
    }
    return editing(problem: nil)
  }

  /// Throws if the file no longer has the expected content because another program changed it.
  private func write(_ bytes: [UInt8], over expected: [UInt8]) throws {
    let target = FilePath.resolved(path).string
    let found = try readWholeFile(target, limit: SceneFileError.maximumSize)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = found.starts(with: mark)
    guard found.dropFirst(hasMark ? 3 : 0).elementsEqual(expected) else {
      readAgain()
      throw EditRefusal("the file has changed meanwhile; nothing was written")
    }
    var facts = stat()
    let mode = stat(target, &facts) == 0 ? facts.st_mode & 0o7777 : 0o644
    let descriptor = try openWholeFile(
      (hasMark ? mark : []) + bytes, at: target, run: RunToken(), isDurable: false
    ) { fchmod($0, mode) }
    close(descriptor)
    readAgain()
  }

  private func editing(problem: (any Error)?) -> JSONText {
    .object([
      ("canUndo", .flag(!history.done.isEmpty)), ("canRedo", .flag(!history.undone.isEmpty)),
      ("problem", .string(problem.map { Self.text(of: $0) })),
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
  package func written(layer index: Int?) -> JSONText? {
    guard let editable else { return nil }
    guard let index else { return editable.text.description(of: nil, layer: nil, reading: reading) }
    guard let layer = editable.scene.layers.first(where: { $0.index == index }) else { return nil }
    let refusal = editable.refusal(ofLayer: layer)
    guard refusal == nil, let place = layer.place else {
      return .object([
        ("layer", .integer(index)), ("reading", .integer(reading)), ("owner", .null),
        ("refusal", .string(refusal?.description)), ("values", .array([])),
      ])
    }
    return editable.text.description(of: place, layer: index, reading: reading)
  }

  /// How a layer lies on the canvas at a frame, in pixels, and the values of its model that a
  /// pointer changes; `nil` where nothing of it is shown.
  package func handles(layer index: Int, frame: Int) -> JSONText? {
    guard let lastValidScene,
      let layer = lastValidScene.opened.scene.layers.first(where: { $0.index == index })
    else { return nil }
    let (scene, time) = (lastValidScene.opened.scene, lastValidScene.time(ofFrame: frame))
    guard let handles = scene.handles(ofLayer: index, at: time) else { return nil }
    let model = layer.epoch(at: time).values
    let scale = lastValidScene.scale
    func steps(_ map: RostrumGeometry.AffineTransform) -> JSONText {
      .array([map.a, map.b, map.c, map.d].map { .number($0 * scale) })
    }
    let turn = Homography(model[.transform]).planar
    func pair(_ x: Double, _ y: Double) -> JSONText { .array([.number(x), .number(y)]) }
    let (position, bounds, anchor) = (model[.position], model[.bounds], model[.anchorPoint])
    return .object([
      ("layer", .integer(index)),
      ("anchor", pair(handles.anchor.x * scale, handles.anchor.y * scale)),
      ("local", steps(handles.local)), ("move", handles.position.map(steps) ?? .null),
      ("position", pair(position.x, position.y)),
      ("size", pair(bounds.width, bounds.height)), ("anchorPoint", pair(anchor.x, anchor.y)),
      ("rotation", .number(atan2(turn.b, turn.a) * 180 / .pi)),
    ])
  }
}
