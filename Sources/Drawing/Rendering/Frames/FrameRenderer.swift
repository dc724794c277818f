import RostrumBase
public import RostrumCanvas
public import RostrumGeometry
import RostrumLayerTree

/// Renders the frames of one scene, each at one time, in any order.
///
/// It keeps its last frame and draws only the differences. The pixels of a frame do not depend on
/// the frames rendered before, so several renderers can share a scene's frames. One thread uses a
/// renderer at a time.
public final class FrameRenderer {
  /// The frame that was rendered last. The next call draws into the same memory.
  public let bitmap: Bitmap

  private var context: RenderContext
  private let painter: ScenePainter
  private let drawing: Drawing
  let cache: PictureCache
  /// The tree of the frame in `bitmap`; `nil` when nothing of it is visible.
  public private(set) var tree: DisplayNode?
  private var isDrawn = false

  /// The context's exposure does not count.
  public init(_ context: RenderContext) throws(OutOfMemory) {
    bitmap = try Bitmap(width: context.canvas.width, height: context.canvas.height)
    self.context = context
    let gradients = GradientCache(capacity: context.cacheMemory / 4)
    cache = PictureCache(capacity: context.cacheMemory - gradients.capacity)
    painter = ScenePainter(
      background: context.scene.background, cache: cache,
      gradients: gradients, profile: context.profile)
    drawing = Drawing(on: bitmap)
    drawing.gradients = gradients
  }

  /// Renders another scene from now on, where it differs from the one before in values alone: its
  /// unchanged parts are not drawn again. Returns whether it does.
  func show(_ new: RenderContext) -> Bool {
    guard context.hasSameSurroundings(as: new) else { return false }
    context = new
    return true
  }

  /// Draws the frame at `time` and returns the redrawn part of the bitmap: empty when the frame
  /// equals the one before.
  @discardableResult
  public func render(at time: Double) throws -> DamageRegion {
    let tree = displayTree(at: time)
    let damage = context.profile.measure(.compare) { self.damage(to: tree) }
    self.tree = tree
    guard !damage.isEmpty else { return damage }
    // On an error from here on, the bitmap shows neither this frame nor the last.
    isDrawn = false
    try tree?.checkPictures()
    try context.profile.measure(.draw) {
      let result = Result {
        try painter.paint(tree, in: damage, of: context.canvas, on: drawing)
        try drawing.finish()
      }
      if case .failure = result { drawing.abandon() }
      // After a cancellation, any error may be caused by it, so report the cancellation.
      try Task.checkCancellation()
      try result.get()
    }
    isDrawn = true
    return damage
  }

  /// The cost of the frame that was rendered last.
  public func cost() throws -> FrameCost {
    try CostCounter.cost(of: tree, canvas: context.canvas, painter: painter)
  }

  /// Draws a cost view in place of the frame at `time`, all of it.
  func render(_ view: CostView, at time: Double) throws -> DamageRegion {
    let before = context.timeBefore(time).map { displayTree(at: $0) }
    if let before { tree = before }
    isDrawn = false
    try render(at: time)
    isDrawn = false
    switch view {
    case .overdraw: bitmap.showDepths(of: try cost())
    case .blended: bitmap.showBlends(of: try cost())
    case .offscreen: bitmap.showPasses(of: try cost())
    case .damage:
      let all = DamageRegion(context.canvas)
      let damage = before.map { DisplayNode.damage(from: $0, to: tree).clipped(to: context.canvas) }
      bitmap.show(damage ?? all)
    }
    return DamageRegion(context.canvas)
  }

  private func damage(to tree: DisplayNode?) -> DamageRegion {
    guard isDrawn else { return DamageRegion(context.canvas) }
    return DisplayNode.damage(from: self.tree, to: tree).clipped(to: context.canvas)
  }

  /// The tree of the frame at `time`, in seconds, without drawing it. Two frames with equal trees
  /// have equal pixels.
  public func displayTree(at time: Double) -> DisplayNode? {
    context.displayTree(at: time, reusing: tree)
  }
}

extension RenderContext {
  /// Whether a tree of this scene can be compared with another scene's: they have the same canvas,
  /// background, pictures and fonts, and layers of the same classes.
  fileprivate func hasSameSurroundings(as other: RenderContext) -> Bool {
    canvas == other.canvas && scale == other.scale
      && scene.background == other.scene.background
      && cacheMemory == other.cacheMemory && profile == nil && other.profile == nil
      && view == nil && other.view == nil
      && assets.hasSamePictures(as: other.assets, for: other.scene)
      && scene.root.hasSameStructure(as: other.scene.root)
  }
}

extension SceneAssets {
  /// Whether the pictures that a scene shows are the same in both. Frames of videos never count as
  /// such.
  fileprivate func hasSamePictures(as other: SceneAssets, for scene: Scene) -> Bool {
    fonts === other.fonts
      && scene.images.allSatisfy { image in
        guard image.frame == nil else { return false }
        if Self.isInMemory(image) { return true }
        guard let picture = pictures.bitmap(image.path) else { return false }
        return picture === other.pictures.bitmap(image.path)
      }
  }
}

extension Layer {
  /// Whether the layers inside have the same numbers and classes.
  fileprivate func hasSameStructure(as other: Layer) -> Bool {
    guard index == other.index, layerClass == other.layerClass,
      sublayers.count == other.sublayers.count, (mask == nil) == (other.mask == nil)
    else { return false }
    let masks = [mask, other.mask].compactMap(\.self)
    return zip(sublayers + masks.prefix(1), other.sublayers + masks.suffix(1))
      .allSatisfy { $0.hasSameStructure(as: $1) }
  }
}
