public import Base
import Canvas
import Geometry
public import LayerTree
import Synchronization
import Timing

/// Digests of frames: of everything that a frame's pixels depend on, before or after it is drawn.
///
/// Two frames with equal digests have equal pixels, also in different processes, on different
/// machines, and after the scene or its assets were edited. What did not change since an earlier
/// tree costs nothing, since its nodes remember.
public struct FrameDigests: Sendable {
  private let assets: SceneAssets
  /// The digest of what all frames have in common: their size, the background, the exposure, the
  /// stamp.
  public let common: Digest

  /// `stamp` names what decides about pixels beside the scene, such as the versions of libraries.
  public init(
    scene: Scene, scale: Double, exposure: Exposure, assets: SceneAssets, stamp: [String]
  ) {
    self.assets = assets
    let size = scene.pixelSize(scale: scale)
    var digester = Digester(seed: Self.version)
    for text in stamp { digester.combine(text) }
    digester.combine(size.width)
    digester.combine(size.height)
    digester.combine(exposure.supersampling)
    digester.combine(scene.background == nil ? 0 : 1)
    if let background = scene.background { digester.combine(numbersOf: background) }
    common = digester.digest
  }

  /// Goes up when the same pixels get other digests.
  private static let version: UInt64 = 2

  /// The digest of a frame that consists of `trees`: one for each moment that its exposure sees, or
  /// a single one when they are all the same.
  public func digest(of trees: [DisplayNode?]) -> Digest {
    var digester = Digester()
    digester.combine(common)
    let moments = trees.map { $0?.digest(assets) ?? .zero }
    let isStill = moments.allSatisfy { $0 == moments[0] }
    for moment in isStill ? moments.prefix(1) : moments[...] { digester.combine(moment) }
    return digester.digest
  }
}

extension SceneAssets {
  /// The digest of every picture, video and font that the scene can show, in whatever order.
  public func digest(ofAllIn scene: Scene) -> Digest {
    let pictures = Set(scene.images.filter { $0.frame == nil }).map(digest)
    let films = Set(scene.layers.compactMap(\.video?.path)).map(digests.video)
    let fonts = Set(scene.layers.flatMap(\.fonts)).map(digest)
    return (pictures + films + fonts).reduce(.zero, +)
  }
}

extension DisplayNode {
  /// The digest of the layer and all that is visible below it. Always asked for with the same
  /// assets.
  func digest(_ assets: SceneAssets) -> Digest {
    if let known = knownDigest.withLock(\.self) { return known }
    let digest = workedOut(assets)
    knownDigest.withLock { $0 = digest }
    return digest
  }

  /// Fields that follow from the others, or that no pixel depends on. A test finds those that are
  /// neither here nor in the digest.
  static let undigestedFields: Set<String> = [
    "drawing", "ownBounds", "bounds", "contentBounds", "readsBackdrop", "filtersBackdrop",
    "knownDigest", "extent", "reach", "placings",
  ]

  private func workedOut(_ assets: SceneAssets) -> Digest {
    var digester = Digester()
    digester.combine(numbersOf: transform)
    digester.combine(numbersOf: outerTransform)
    digester.combine(numbersOf: area)
    digester.combine(isFlipped ? 1 : 0)
    if let effects { combine(effects, assets, into: &digester) }
    digester.combine(layer.layerClass.name)
    digester.combine(ValueDigester(assets: assets).digest(of: layer.values))
    // The look before a transition is among the sublayers.
    digester.combine(layer.isOldSnapshot ? 1 : 0)
    if let transition = layer.transition {
      digester.combine(transition.style.rawValue)
      digester.combine(transition.direction.rawValue)
      digester.combine(transition.progress)
    }
    digester.combine(sublayers.count)
    for sublayer in sublayers { digester.combine(sublayer.digest(assets)) }
    // The traits count sublayers beside the canvas too.
    for trait in [traits.areNone, traits.readBackdrop, traits.filterBackdrop] {
      digester.combine(trait ? 1 : 0)
    }
    if let depth { combine(depth, assets, into: &digester) }
    return digester.digest
  }

  private func combine(_ depth: Depth, _ assets: SceneAssets, into digester: inout Digester) {
    for cluster in depth.clusters {
      digester.combine(cluster.pieces.count)
      for (piece, node) in zip(cluster.pieces, cluster.nodes) {
        digester.combine(node.bounds.isEmpty ? .zero : node.digest(assets))
        digester.combine(numbersOf: piece.reach)
        for corner in piece.sheet { digester.combine(numbersOf: corner) }
        for number in piece.cuts.flatMap(\.numbers) { digester.combine(number) }
        digester.combine(piece.endsWithSheet ? 1 : 0)
        digester.combine(piece.backdrop.rawValue)
      }
    }
  }

  /// Effects follow from the values and the transforms, but for the mask. One that shows nothing
  /// hides everything.
  private func combine(
    _ effects: LayerEffects, _ assets: SceneAssets, into digester: inout Digester
  ) {
    digester.combine(numbersOf: effects.area)
    digester.combine(layer.mask == nil ? 0 : 1)
    digester.combine(effects.mask?.digest(assets) ?? .zero)
  }
}

/// Makes the display trees of frames, in any order, without anything to draw on.
public final class FrameTrees {
  private let scene: Scene
  private let scale: Double
  private let exposure: Exposure
  private let builder: DisplayTreeBuilder
  private var last: DisplayNode?

  /// The same arguments as for an `ExposedRenderer`.
  public init(scene: Scene, scale: Double, assets: SceneAssets, exposure: Exposure) {
    let factor = exposure.supersampling
    let size = scene.pixelSize(scale: scale)
    self.scene = scene
    self.scale = scale * Double(factor)
    self.exposure = exposure
    builder = DisplayTreeBuilder(
      painters: PainterTable(assets: assets),
      canvas: PixelRect(x: 0, y: 0, width: size.width * factor, height: size.height * factor))
  }

  /// The value that `ExposedRenderer.trees` has once the frame at `time`, in seconds, is rendered.
  public func trees(at time: Double) -> [DisplayNode?] {
    let frameDuration = 1 / scene.clock.rate.framesPerSecond
    let trees = exposure.times(at: time, frameDuration: frameDuration).map { time in
      last = builder.tree(of: scene.presentation(at: time), scale: scale, reusing: last)
      return last
    }
    let isMoving = !ExposedRenderer.damage(along: trees).clipped(to: builder.canvas).isEmpty
    return isMoving ? trees : [trees[0]]
  }
}
