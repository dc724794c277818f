import RostrumGeometry
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// Checks for layers that are never visible, and for texts that do not fit.
extension SceneCheck {
  /// How many layers of frames are worked out at most before a scene is given up: nothing is said
  /// of a layer that some frame could still show.
  private static let maximumWork = 400_000

  func sightFindings() throws -> [Diagnostic] {
    let candidates = places.filter { !$0.isMask && !$0.isCopied && $0.layer.isDrawn }.map(\.layer)
    guard !candidates.isEmpty, let (unseen, covered) = try unseen(candidates) else { return [] }
    let hidden = try unseen.filter { covered.contains($0.index) }.map(coveredFinding)
    let away = unseen.filter { !covered.contains($0.index) }
    guard !away.isEmpty else { return hidden }
    return try hidden + absenceFindings(away)
  }

  /// The layers that no frame shows, and which of them are on the canvas but covered by others;
  /// `nil` when there are too many frames to decide.
  private func unseen(_ layers: [Layer]) throws -> (unseen: [Layer], covered: Set<Int>)? {
    let survey = FrameSurvey(context)
    var open = Set(layers.map(\.index))
    var covered: Set<Int> = []
    var work = Self.maximumWork
    let count = max(scene.layers.count, 1)
    for frame in spreadFrames() {
      try Task.checkCancellation()
      work -= count
      guard work >= 0 || frame == 0 else { return nil }
      survey.move(to: time(ofFrame: frame))
      let sight = survey.sight()
      covered.formUnion(sight.covered)
      open.subtract(sight.pixels.keys.filter { !sight.covered.contains($0) })
      if open.isEmpty { break }
    }
    return (layers.filter { open.contains($0.index) }, covered)
  }

  private func coveredFinding(_ layer: Layer) throws -> Diagnostic {
    warning(
      .covered, "the layer \(layer.name.quoted) lies behind an opaque layer in every frame",
      at: layer.place, hint: "move it to the end of the list, where the front is, or remove it")
  }

  /// Explains why layers appear in no frame; skips layers that are hidden all the time.
  private func absenceFindings(_ layers: [Layer]) throws -> [Diagnostic] {
    var states: [Int: (isThere: Bool, hasSize: Bool)] = [:]
    for frame in spreadFrames() {
      try Task.checkCancellation()
      let standings = context.standings(at: time(ofFrame: frame))
      for layer in layers {
        guard let standing = standings[layer.index], standing.opacity > 0 else { continue }
        let hasSize = !standing.layer.values[.bounds].isEmpty
        states[layer.index] = (true, states[layer.index]?.hasSize == true || hasSize)
      }
    }
    return layers.compactMap { layer in
      guard let state = states[layer.index] else { return nil }
      if state.hasSize || layer.layerClass == .shape {
        return warning(
          .offCanvas, "nothing of the layer \(layer.name.quoted) is ever on the canvas",
          at: layer.place, hint: layer.absenceHint)
      }
      return warning(
        .withoutSize, "the layer \(layer.name.quoted) has no size, so nothing of it is drawn",
        at: layer.place, hint: "give it bounds or a frame")
    }
  }

  // MARK: Texts

  /// At how many frames texts are measured.
  private static let textFrames = 16

  func textFindings() throws -> [Diagnostic] {
    let layers = places.filter { $0.layer.layerClass == .text }.map(\.layer)
    guard !layers.isEmpty else { return [] }
    var found: [Int: Diagnostic] = [:]
    var known: [Int: LayerValues] = [:]
    for frame in spreadFrames(Self.textFrames) {
      try Task.checkCancellation()
      let moment = scene.presentation(at: time(ofFrame: frame)).valuesByLayer
      for layer in layers where found[layer.index] == nil {
        guard let values = moment[layer.index], !values.hasSameText(as: known[layer.index]) else {
          continue
        }
        known[layer.index] = values
        found[layer.index] = textFinding(layer, values)
      }
    }
    let cut = cutFindings(layers.filter { found[$0.index] == nil })
    return layers.compactMap { found[$0.index] ?? cut[$0.index] }
  }

  /// Texts at rest that the canvas cuts off, by their layers: on both sides, or on one where their
  /// bounds are the text's own size, so that it is text that is cut.
  private func cutFindings(_ layers: [Layer]) -> [Int: Diagnostic] {
    let boxes = context.standings(at: 0).mapValues(\.box)
    var cut = layers.filter { layer in
      guard let box = boxes[layer.index], !layer.values[.string].string.isEmpty else {
        return false
      }
      return isCutOnBothSides(box) || cutEnd(of: box) != nil && hasSizeOfText(layer.values, box)
    }
    for frame in spreadFrames(Self.textFrames).dropFirst() where !cut.isEmpty {
      let standings = context.standings(at: time(ofFrame: frame))
      cut = cut.filter { standings[$0.index]?.box == boxes[$0.index] }
    }
    return cut.reduce(into: [:]) { found, layer in
      found[layer.index] = boxes[layer.index].map { cutFinding(layer, $0) }
    }
  }

  private func isCutOnBothSides(_ box: Rect) -> Bool {
    box.minX < -1 && box.maxX > scene.size.width + 1
  }

  /// The edge of the canvas that a box which is in part on it crosses farthest, and by how many
  /// points; `nil` for less than one.
  private func cutEnd(of box: Rect) -> (edge: String, length: Double)? {
    let size = scene.size
    guard box.maxX > 0, box.minX < size.width, box.maxY > 0, box.minY < size.height else {
      return nil
    }
    let ends: [(edge: String, length: Double)] = [
      ("left", -box.minX), ("right", box.maxX - size.width), ("upper", -box.minY),
      ("lower", box.maxY - size.height),
    ]
    return ends.filter { $0.length > 1 }.max { $0.length < $1.length }
  }

  /// Whether a box is that of a text alone, not turned.
  private func hasSizeOfText(_ values: LayerValues, _ box: Rect) -> Bool {
    let bounds = values[.bounds].size
    guard bounds.width > 0, box.height > 0, !values[.wrapped],
      let size = try? context.assets.size(ofTextIn: values)
    else { return false }
    return abs(size.width - bounds.width) < 1 && abs(size.height - bounds.height) < 1
      && abs(box.width / box.height / (bounds.width / bounds.height) - 1) < 0.01
  }

  private func cutFinding(_ layer: Layer, _ box: Rect) -> Diagnostic {
    if !isCutOnBothSides(box), let (edge, length) = cutEnd(of: box) {
      return warning(
        .textOverflow,
        "the \(edge) edge of the canvas cuts \(readable(length.rounded())) points off the text of "
          + layer.name.quoted, at: layer.place, hint: "move it, or give it a smaller fontSize")
    }
    return warning(
      .textOverflow,
      "the text of \(layer.name.quoted) is \(readable(box.width.rounded())) points wide, and the canvas "
        + readable(scene.size.width), at: layer.place,
      hint: "give it bounds and wrapped: true, or a smaller fontSize")
  }

  private func textFinding(_ layer: Layer, _ values: LayerValues) -> Diagnostic? {
    guard let overflow = context.assets.overflow(ofTextIn: values) else { return nil }
    if overflow.isTruncated {
      return warning(
        .textTruncated, "the text of \(layer.name.quoted) is cut short for want of room",
        at: layer.place, hint: "give it larger bounds, or a smaller fontSize")
    }
    // A stroke that leans out of its letter is no mistake.
    let size = values[.string].runs.map { $0.fontSize ?? values[.fontSize] }.max() ?? 0
    let tolerance = max(1, 0.06 * size)
    let (width, height) = (overflow.size.width, overflow.size.height)
    guard max(width, height) > tolerance else { return nil }
    let (length, side) = width >= height ? (width, "wide") : (height, "high")
    return warning(
      .textOverflow,
      "the text of \(layer.name.quoted) is \(readable((length * 10).rounded() / 10)) points too "
        + "\(side) for its bounds",
      at: layer.place,
      hint: width >= height && !values[.wrapped]
        ? "give it larger bounds, a smaller fontSize, or wrapped: true"
        : "give it larger bounds, or a smaller fontSize")
  }
}

extension LayerValues {
  fileprivate func hasSameText(as other: LayerValues?) -> Bool {
    guard let other else { return false }
    return self[.string] == other[.string] && self[.bounds] == other[.bounds]
      && self[.fontSize] == other[.fontSize] && self[.font] == other[.font]
  }
}

extension Layer {
  /// Whether the layer itself draws something by its model, wherever that would be.
  fileprivate var isDrawn: Bool { epochs.contains { $0.values.areDrawn(by: layerClass) } }

  /// Whether it is a shape whose path has no area that could be filled, and no colour of its line.
  fileprivate var isLineWithoutStroke: Bool {
    guard layerClass == .shape, values[.strokeColor]?.alpha ?? 0 == 0,
      let box = values[.path]?.boundingBox
    else { return false }
    return min(box.width, box.height) < 1e-6
  }

  /// Where to look for the reason that nothing of the layer is seen.
  fileprivate var absenceHint: String {
    let anchor = values[.anchorPoint]
    if max(abs(anchor.x), abs(anchor.y)) > 3 {
      return "anchorPoint is in parts of the size: [0.5, 0.5] is the middle"
    }
    if isLineWithoutStroke { return "its path is a line, which needs a strokeColor" }
    guard let mask else { return "see its position, and what cuts it off" }
    return mask.isDrawn || !mask.sublayers.isEmpty
      ? "a mask lies in the layer's own coordinates: [0, 0] is the layer's corner"
      : "the mask draws nothing, and the layer shows where it is opaque: give it a backgroundColor"
  }
}

extension LayerValues {
  fileprivate func areDrawn(by layerClass: LayerClass) -> Bool {
    if layerClass == .transform || layerClass == .emitter { return false }
    if (self[.backgroundColor]?.alpha ?? 0) > 0 || self[.contents] != nil { return true }
    if self[.borderWidth] > 0, (self[.borderColor]?.alpha ?? 0) > 0 { return true }
    switch layerClass {
    case .text: return !self[.string].string.isEmpty
    case .shape:
      let color = max(self[.fillColor]?.alpha ?? 0, self[.strokeColor]?.alpha ?? 0)
      return self[.path]?.elements.isEmpty == false && color > 0
    case .gradient:
      return self[.colors].count > 1 && !isFlatGradient && self[.colors].contains { $0.alpha > 0 }
    case .video: return true
    default: return false
    }
  }
}
