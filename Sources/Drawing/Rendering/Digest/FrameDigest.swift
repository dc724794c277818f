public import RostrumBase
import RostrumCanvas
import RostrumGeometry
public import RostrumLayerTree
import Synchronization

/// Digests of frames: of everything that a frame's pixels depend on.
///
/// Two frames with equal digests have equal pixels, also in different processes, on different
/// machines, and after the scene or its assets were edited. Nodes shared with an earlier tree cost
/// nothing, since they cache their digests.
public struct FrameDigests: Sendable {
  private let assets: SceneAssets
  /// The digest of everything that all frames have in common: their size, the background, the
  /// exposure, the stamp.
  public let common: Digest

  /// `stamp` names other inputs of rendering, such as the versions of libraries.
  public init(_ context: RenderContext, stamp: [String]) {
    assets = context.assets
    var digester = Digester(seed: Self.version)
    for text in stamp { digester.combine(text) }
    digester.combine(context.canvas.width)
    digester.combine(context.canvas.height)
    digester.combine(context.exposure.supersampling)
    let background = context.scene.background
    digester.combine(background == nil ? 0 : 1)
    if let background { digester.combine(numbersOf: background) }
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
  /// The digest of the layer and its visible sublayers. Must always be called with the same assets.
  func digest(_ assets: SceneAssets) -> Digest {
    if let known = knownDigest.withLock(\.self) { return known }
    let digest = workedOut(assets)
    knownDigest.withLock { $0 = digest }
    return digest
  }

  /// Fields that follow from other fields, or that no pixel depends on. A test fails for a field
  /// that is neither here nor in the digest.
  static let undigestedFields: Set<String> = [
    "drawing", "ownBounds", "bounds", "contentBounds", "readsBackdrop", "filtersBackdrop",
    "knownDigest", "extent", "reach", "placings", "opacity", "allowsGroupOpacity",
    "clipsToBounds", "tint", "fadeProgress",
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
    for trait in [
      traits.areNone, traits.readBackdrop, traits.filterBackdrop, traits.leaveBounds,
      traits.fadeAsOne,
    ] {
      digester.combine(trait ? 1 : 0)
    }
    if let depth { combine(depth, assets, into: &digester) }
    return digester.digest
  }

  private func combine(_ depth: Depth, _ assets: SceneAssets, into digester: inout Digester) {
    for cluster in depth.clusters {
      digester.combine(cluster.fragments.count)
      for (fragment, node) in zip(cluster.fragments, cluster.nodes) {
        digester.combine(node.bounds.isEmpty ? .zero : node.digest(assets))
        digester.combine(numbersOf: fragment.reach)
        for corner in fragment.outline { digester.combine(numbersOf: corner) }
        for number in fragment.cuts.flatMap(\.numbers) { digester.combine(number) }
        digester.combine(fragment.endsWithOutline ? 1 : 0)
        digester.combine(fragment.backdrop.rawValue)
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
  private let context: RenderContext
  private let moment: RenderContext
  private var last: DisplayNode?

  public init(_ context: RenderContext) {
    (self.context, moment) = (context, context.moment.uncounted)
  }

  /// The value that `ExposedRenderer.trees` has once the frame at `time`, in seconds, is rendered.
  public func trees(at time: Double) -> [DisplayNode?] {
    let times = context.exposure.times(at: time, frameDuration: context.frameDuration)
    let trees = times.map { time in
      last = moment.displayTree(at: time, reusing: last)
      return last
    }
    let isMoving = !ExposedRenderer.damage(along: trees).clipped(to: moment.canvas).isEmpty
    return isMoving ? trees : [trees[0]]
  }
}
