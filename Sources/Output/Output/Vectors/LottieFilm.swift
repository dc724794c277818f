import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import RostrumSceneFile
import RostrumTiming

/// A film of vectors as a Lottie (bodymovin 5.7): a shape layer for each layer, a composition
/// where clips and opacities hold for several layers as one.
///
/// At the time of each frame, every key's value is within `LottieKeys`' tolerances of the frame's.
struct LottieFilm {
  private let scene: Scene
  private let frameCount: Int
  private let root: LottieNode

  /// `times` are the frame times, in seconds. Throws `VectorLayer.Problem`.
  init(_ scene: Scene, assets: SceneAssets, times: [Double]) throws(VectorLayer.Problem) {
    (self.scene, frameCount) = (scene, times.count)
    let first = try assets.vectors(of: scene, at: times[0])
    root = LottieNode(first, frameCount: times.count)
    for (frame, time) in times.enumerated() {
      try root.add(try assets.vectors(of: scene, at: time), at: frame)
    }
  }

  var json: String {
    var writer = LottieWriter(frameCount: frameCount)
    var layers = writer.parts(of: root, offset: Point(x: 0, y: 0))
    if let color = scene.background {
      layers.append(writer.background(color, scene.size))
    }
    let rate = scene.clock.rate.framesPerSecond
    let markers = scene.information.chapters.map { chapter -> JSONValue in
      .object([
        ("cm", .string(chapter.title)), ("tm", .number(chapter.time * rate)), ("dr", .integer(0)),
      ])
    }
    return JSONValue.object([
      ("v", .string("5.7.0")), ("nm", .string(scene.information.title ?? "")),
      ("fr", .number(rate)), ("ip", .integer(0)), ("op", .integer(frameCount)),
      ("w", .number(scene.size.width)), ("h", .number(scene.size.height)), ("ddd", .integer(0)),
      ("assets", .array(writer.assets)), ("layers", .array(writer.numbered(layers))),
      ("markers", .array(markers)),
    ]).line(isCompact: true) + "\n"
  }
}

/// A layer over the frames of a film.
final class LottieNode {
  let identity: PresentationLayer.Identity
  let name: String
  /// By frame; `nil` where the layer is not shown.
  private(set) var moments: [VectorLayer?]
  private(set) var sublayers: [LottieNode] = []

  init(_ layer: VectorLayer, frameCount: Int) {
    (identity, name) = (layer.identity, layer.name)
    moments = Array(repeating: nil, count: frameCount)
  }

  /// Throws for layers that change their order.
  func add(_ layer: VectorLayer, at frame: Int) throws(VectorLayer.Problem) {
    guard layer.opacity > 0 else { return }
    moments[frame] = layer
    var place = 0
    for sublayer in layer.sublayers where sublayer.opacity > 0 {
      let found = try sublayer.place(among: sublayers.map(\.identity), from: place)
      if found == nil {
        sublayers.insert(LottieNode(sublayer, frameCount: moments.count), at: place)
      }
      place = found ?? place
      try sublayers[place].add(sublayer, at: frame)
      place += 1
    }
  }

  private var markCount: Int {
    let own = moments.lazy.compactMap(\.self).map {
      $0.background.count + $0.contents.count + $0.border.count
    }.max()
    return sublayers.reduce(own ?? 0) { $0 + $1.markCount }
  }

  var isClipped: Bool { moments.contains { $0?.clip != nil } }

  /// Whether the layer can be a group of a shape layer.
  var isPlain: Bool {
    !isClipped && sublayers.allSatisfy(\.isPlain)
      && (moments.allSatisfy { $0 == nil || $0?.opacity == 1 } || markCount <= 1)
  }

  /// All that is drawn, in the layer's coordinates; `nil` for nothing.
  var box: Rect? {
    var corners: [Point] = []
    for moment in moments { if let moment { corners += Self.corners(of: moment) } }
    return Rect(enclosing: corners)
  }

  private static func corners(of layer: VectorLayer) -> [Point] {
    var corners: [Point] = []
    for shape in layer.background + layer.contents + layer.border {
      let reach = shape.stroke == nil ? 0 : shape.style.lineWidth * max(shape.style.miterLimit, 1)
      guard let box = shape.path.controlBoundingBox else { continue }
      corners += box.insetBy(dx: -reach, dy: -reach).corners
    }
    for sublayer in layer.sublayers where sublayer.opacity > 0 {
      corners += self.corners(of: sublayer).map(sublayer.transform.apply(to:))
    }
    return corners
  }
}
