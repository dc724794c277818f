import RostrumGeometry
import RostrumLayerTree
import RostrumOutput
import RostrumSceneEditing
import RostrumSceneFile
import RostrumTiming

/// A change that gives a layer another superlayer, with the values that keep it where it is on the
/// canvas.
struct SuperlayerChange {
  let before: EditableScene
  let layer: Layer
  /// The scene with the layer in its new place, as its numbers are, and its index there.
  let after: (scene: Scene, index: Int)
  /// The pixels of a point of the canvas.
  let scale: Double

  /// The note where the numbers are kept though the layer does not stay where it is.
  static let note =
    "the layer keeps its numbers, so it lies elsewhere now: between the two superlayers is more than "
    + "a fixed shift or scale"

  /// Some moments of the scene, its beginning and its end among them.
  private var times: [Double] {
    (0...16).map { Double($0) / 16 * before.scene.clock.duration }
  }

  /// Whether a layer of a scene lies where this one did, at all times, within hundredths of a
  /// pixel.
  func stays(_ index: Int, in scene: Scene) -> Bool {
    let corners = layer.values[.bounds].corners
    return times.allSatisfy { time in
      guard let old = before.scene.plane(ofLayer: layer.index, at: time),
        let new = scene.plane(ofLayer: index, at: time)
      else { return false }
      return corners.allSatisfy { corner in
        guard let from = old.apply(to: corner), let to = new.apply(to: corner) else { return false }
        return max(abs(from.x - to.x), abs(from.y - to.y)) * scale < 0.03
      }
    }
  }

  /// The values of the layer in the coordinates of its new superlayer; `nil` where they cannot be
  /// written.
  var edits: [ValueEdit]? {
    guard let from = plane(around: layer, in: before.scene),
      let new = after.scene.layers.first(where: { $0.index == after.index }),
      let to = plane(around: new, in: after.scene), let inverse = to.inverted,
      let map = from.concatenating(inverse).affine, max(abs(map.b), abs(map.c)) < 1e-9
    else { return nil }
    let unit = 0.01 / max(abs(to.planar.a), abs(to.planar.d), 1e-9) / scale
    return position(map, within: unit) + stretching(map, within: unit)
  }

  /// The map from the coordinates in which a layer's position counts to the canvas.
  private func plane(around layer: Layer, in scene: Scene) -> Homography? {
    let around = scene.ancestry(of: layer).dropLast().last ?? scene.root
    return scene.plane(ofLayer: around.index, at: 0)
  }

  private func position(_ map: AffineTransform, within unit: Double) -> [ValueEdit] {
    let old = layer.values[.position]
    let new = map.apply(to: old)
    func edit(_ key: String, _ numbers: [Double]) -> ValueEdit {
      ValueEdit(
        owner: layer.place, steps: [.key(key)],
        content: .list(numbers.map { $0.shortText(within: unit) }), isShared: false)
    }
    guard let frame = numbers(at: ["frame"]), frame.count == 4 else {
      return [edit("position", [new.x, new.y])]
    }
    return [edit("frame", [frame[0] + new.x - old.x, frame[1] + new.y - old.y] + frame[2...])]
  }

  /// The scale between the two superlayers, as a scale of the layer's own transform.
  private func stretching(_ map: AffineTransform, within unit: Double) -> [ValueEdit] {
    guard max(abs(map.a - 1), abs(map.d - 1)) > 1e-9 else { return [] }
    let steps = ["transform", "scale"]
    let own = numbers(at: steps) ?? [1]
    let both = [own[0] * map.a, (own.last ?? own[0]) * map.d]
    let bounds = layer.values[.bounds]
    let tolerance = unit / max(bounds.width, bounds.height, 1)
    let texts = both.map { $0.shortText(within: tolerance) }
    return [
      ValueEdit(
        owner: layer.place, steps: steps.map { .key($0) },
        content: texts[0] == texts[1] ? .scalar(texts[0]) : .list(texts), isShared: false)
    ]
  }

  /// The numbers that the file gives the layer at some keys; `nil` for none.
  private func numbers(at keys: [String]) -> [Double]? {
    let steps = keys.map { ValueStep.key($0) }
    switch before.text.values(in: layer.place).first(where: { $0.steps == steps })?.content {
    case .numbers(let texts): return texts.compactMap { Double($0) }
    case .scalar(let text, _): return Double(text).map { [$0] }
    case nil: return nil
    }
  }
}

extension PreviewScene {
  /// The text with a layer in another superlayer at the same position on the canvas, or a note that
  /// the position changed. Layer indices refer to the text with parameter values.
  func putting(
    _ number: Int, by put: StructureEdit
  ) throws -> (text: EditableText, opened: OpenedScene, identities: LayerIdentities, note: String?)
  {
    guard let editable, let lastValidScene else { throw Self.mistakes }
    let layer = try layer(numbered: number)
    let plain = try editable.text.changing([put])
    let opened = try opened(plain)
    guard let index = identities.following(opened.scene, plain).index(ofNumber: number) else {
      return (plain, opened, identities, nil)
    }
    let change = SuperlayerChange(
      before: editable, layer: layer, after: (opened.scene, index), scale: lastValidScene.scale)
    if change.stays(index, in: opened.scene) { return (plain, opened, identities, nil) }
    guard let edits = change.edits, let converted = try? converting(edits, put, editable.text),
      let found = converted.identities.following(converted.opened.scene, converted.text)
        .index(ofNumber: number), change.stays(found, in: converted.opened.scene)
    else { return (plain, opened, identities, SuperlayerChange.note) }
    return (converted.text, converted.opened, converted.identities, nil)
  }

  private func converting(
    _ edits: [ValueEdit], _ put: StructureEdit, _ text: EditableText
  ) throws -> (text: EditableText, opened: OpenedScene, identities: LayerIdentities) {
    let valued = try text.changing(edits)
    let identities = self.identities.following(try opened(valued).scene, valued, isSameTree: true)
    let changed = try valued.changing([put])
    return (changed, try opened(changed), identities)
  }
}
