package import RostrumBase
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering

/// The layers that a preview leaves out of the picture, by their numbers. The file stays as it is.
struct LayerVisibility: Sendable {
  var hidden: Set<Int> = []
  /// The one layer that is shown, with those in it; `nil` for all.
  var solo: Int?

  var json: JSONValue {
    .object([
      ("hidden", .array(hidden.sorted().map { .integer($0) })), ("solo", .integer(solo)),
    ])
  }

  /// The scene to be drawn; `nil` where nothing is left out.
  func scene(_ scene: Scene, _ identities: LayerIdentities) -> Scene? {
    let known = scene.layers
    let chosen = solo.flatMap(identities.index).flatMap { index in
      known.first { $0.index == index }
    }
    let left = Set(hidden.compactMap(identities.index))
    guard chosen != nil || !left.isEmpty else { return nil }
    let path = Set(chosen.map { scene.ancestry(of: $0).map(\.index) } ?? [])
    func shown(_ layer: Layer, _ isInside: Bool) -> Layer {
      let isChosen = isInside || chosen == nil || layer.index == chosen?.index
      let isHidden = left.contains(layer.index) || !isChosen && !path.contains(layer.index)
      return layer.changing(
        isHidden: isHidden, sublayers: layer.sublayers.map { shown($0, isChosen) })
    }
    let layers = scene.root.sublayers.map { shown($0, false) }
    return Scene(
      size: scene.size, background: scene.background, clock: scene.clock, layers: layers,
      events: scene.events, audio: scene.audio, loudness: scene.loudness,
      captions: scene.captions, information: scene.information
    )
  }
}

extension Layer {
  fileprivate func changing(isHidden: Bool, sublayers: [Layer]) -> Layer {
    let epochs = epochs.map { epoch -> Epoch in
      guard isHidden else { return epoch }
      var values = epoch.values
      values[.hidden] = true
      let others = epoch.animations.filter { !$0.animation.keyPaths.contains(.init(.hidden)) }
      return Epoch(
        startTime: epoch.startTime, values: values, clock: epoch.clock, animations: others)
    }
    return changed(epochs: epochs, sublayers: sublayers)
  }
}

extension PreviewScene {
  /// Hides layers, and shows one alone, in this preview only.
  package func look(hidden: [Int], solo: Int?) {
    visibility = LayerVisibility(hidden: Set(hidden), solo: solo)
    showAgain()
  }

  /// The way of a layer's anchor point over frames, in pixels: an object with the `layer`, the
  /// `frames` and their `points`, `null` where nothing of it is shown.
  package func path(layer number: Int, over frames: ClosedRange<Int>) -> JSONValue? {
    guard let lastValidScene, let index = shownIdentities.index(ofNumber: number) else {
      return nil
    }
    let last = min(frames.upperBound, lastValidScene.frameCount - 1)
    let first = min(frames.lowerBound, last)
    let step = max((last - first) / Self.mostMoments, 1)
    let (scene, scale) = (lastValidScene.opened.scene, lastValidScene.scale)
    let shown = Array(stride(from: first, through: last, by: step))
    let points = shown.map { frame -> JSONValue in
      let handles = scene.handles(ofLayer: index, at: lastValidScene.time(ofFrame: frame))
      guard let anchor = handles?.anchor else { return .null }
      return .array([.number(anchor.x * scale), .number(anchor.y * scale)])
    }
    return .object([
      ("layer", .integer(number)), ("frames", .array(shown.map { .integer($0) })),
      ("points", .array(points)),
    ])
  }

  private static let mostMoments = 300

  /// The layer alone, without a background, at frames before and after: pairs of a frame and its
  /// PNG file in Base64.
  package func ghosts(layer number: Int, at frames: [Int]) -> JSONValue? {
    guard let lastValidScene, shownIdentities.index(ofNumber: number) != nil else { return nil }
    let opened = lastValidScene.opened
    let alone = LayerVisibility(solo: number).scene(opened.scene, shownIdentities)?
      .onBackground(nil)
    guard
      let scene = try? ReadScene(
        opened, showing: alone, scale: lastValidScene.scale, revision: 0, withBackground: false)
    else { return nil }
    let pictures = frames.prefix(Self.mostGhosts).compactMap { frame -> JSONValue? in
      guard (0..<scene.frameCount).contains(frame),
        let file = try? scene.update(to: frame, from: nil).parts.first?.file
      else { return nil }
      return .array([.integer(frame), .string(Data(file).base64EncodedString())])
    }
    return .object([("layer", .integer(number)), ("pictures", .array(pictures))])
  }

  private static let mostGhosts = 8

  /// The edges and middles of the other layers on the canvas at a frame, in pixels, to which a
  /// dragged layer snaps: an object with `x` and `y`.
  package func snapLines(besides index: Int, frame: Int) -> JSONValue {
    guard let lastValidScene else { return .null }
    let (scene, scale) = (lastValidScene.opened.scene, lastValidScene.scale)
    let time = lastValidScene.time(ofFrame: frame)
    let own = scene.layers.first { $0.index == index }
    let inside = Set(own?.subtreeIndexes ?? [])
    let path = Set(own.map { scene.ancestry(of: $0).map(\.index) } ?? [])
    var (x, y): (Set<Double>, Set<Double>) = ([], [])
    let others = scene.layers.filter { !inside.contains($0.index) && !path.contains($0.index) }
    for layer in others.prefix(Self.mostSnapLayers) {
      for corners in scene.outlines(ofLayer: layer.index, at: time).prefix(1) {
        let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
        let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        guard right > left, bottom > top else { continue }
        x.formUnion([left, (left + right) / 2, right])
        y.formUnion([top, (top + bottom) / 2, bottom])
      }
    }
    func list(_ numbers: Set<Double>) -> JSONValue {
      .array(numbers.sorted().map { .number($0 * scale) })
    }
    return .object([("x", list(x)), ("y", list(y))])
  }

  private static let mostSnapLayers = 120
}

extension Layer {
  fileprivate var subtreeIndexes: [Int] {
    [index] + sublayers.flatMap(\.subtreeIndexes) + (mask?.subtreeIndexes ?? [])
  }
}
