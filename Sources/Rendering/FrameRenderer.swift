public import Base
public import Canvas
public import Geometry
public import LayerTree

/// Makes the frames of one scene, in any order.
///
/// It keeps its last frame and draws only what differs from it. The pixels of a frame are the same
/// whatever was rendered before, so several renderers can share a scene's frames. One thread uses a
/// renderer at a time.
public final class FrameRenderer {
  /// The frame that was rendered last. The next call draws into the same memory.
  public let bitmap: Bitmap

  private let scene: Scene
  private let scale: Double
  private let assets: SceneAssets
  private let builder: DisplayTreeBuilder
  private let painter: ScenePainter
  private let drawing: Drawing
  let cache: PictureCache
  private let profile: Profile?
  /// The tree of the frame in `bitmap`; `nil` when nothing of it is visible.
  public private(set) var tree: DisplayNode?
  private var isDrawn = false

  /// `scale` is in pixels for a point, above 0. The bitmap has `Scene.pixelSize(scale:)`.
  /// `cacheMemory` is how many bytes of finished pictures are kept from frame to frame; the pixels
  /// are the same with any number.
  public convenience init(
    scene: Scene, scale: Double, assets: SceneAssets, cacheMemory: Int = 0,
    profile: Profile? = nil
  ) throws(OutOfMemory) {
    try self.init(
      scene: scene, scale: scale, assets: assets, size: scene.pixelSize(scale: scale),
      cacheMemory: cacheMemory, profile: profile)
  }

  /// The same with a bitmap of any size.
  init(
    scene: Scene, scale: Double, assets: SceneAssets, size: PixelRect, cacheMemory: Int = 0,
    profile: Profile? = nil
  ) throws(OutOfMemory) {
    bitmap = try Bitmap(width: size.width, height: size.height)
    self.scene = scene
    self.scale = scale
    self.assets = assets
    builder = DisplayTreeBuilder(painters: PainterTable(assets: assets), canvas: size)
    cache = PictureCache(capacity: cacheMemory)
    painter = ScenePainter(background: scene.background, cache: cache, profile: profile)
    drawing = Drawing(on: bitmap)
    self.profile = profile
  }

  /// Draws the frame at `time` and returns the part of the bitmap that was drawn anew: empty when
  /// the frame equals the one before.
  @discardableResult
  public func render(at time: Double) throws -> DamageRegion {
    let tree = displayTree(at: time)
    let damage = profile.measure(.compare) { self.damage(to: tree) }
    self.tree = tree
    guard !damage.isEmpty else { return damage }
    // Whatever goes wrong now, the bitmap shows neither this frame nor the last.
    isDrawn = false
    try tree?.checkPictures()
    try profile.measure(.draw) {
      painter.paint(tree, in: damage, of: builder.canvas, on: drawing)
      let finished = Result { try drawing.finish() }
      // The painter has stopped somewhere.
      try Task.checkCancellation()
      try assets.checkFrames()
      try finished.get()
    }
    isDrawn = true
    return damage
  }

  private func damage(to tree: DisplayNode?) -> DamageRegion {
    guard isDrawn else { return DamageRegion(builder.canvas) }
    return DisplayNode.damage(from: self.tree, to: tree).clipped(to: builder.canvas)
  }

  /// The tree of the frame at `time`, in seconds, without drawing it. Two frames with equal trees
  /// have equal pixels.
  public func displayTree(at time: Double) -> DisplayNode? {
    let presentation = profile.measure(.evaluate) { scene.presentation(at: time) }
    return profile.measure(.place) {
      builder.tree(of: presentation, scale: scale, reusing: self.tree)
    }
  }
}

extension Scene {
  /// The size of a frame: the canvas times `scale`, to the nearest pixel, at least 1.
  public func pixelSize(scale: Double) -> PixelRect {
    PixelRect(
      x: 0, y: 0, width: max(1, Int((size.width * scale).rounded())),
      height: max(1, Int((size.height * scale).rounded())))
  }
}
