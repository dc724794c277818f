public import RostrumBase
public import RostrumGeometry
public import RostrumLayerTree
import RostrumTiming

/// All inputs and settings of a scene's frames: the same for every renderer, tree and digest. It
/// has only values, and assets that are safe to share, so several threads may use one.
public struct RenderContext: Sendable {
  public let scene: Scene
  /// In pixels for a point, above 0.
  public let scale: Double
  public let assets: SceneAssets
  public let exposure: Exposure
  /// How many bytes of finished pictures a renderer keeps from frame to frame; the pixels are the
  /// same with any number.
  public var cacheMemory: Int
  /// Where the time goes is counted here; `nil` to count nothing.
  public private(set) var profile: Profile?
  /// The costs to show in place of the frames; `nil` for the frames themselves.
  public var view: CostView?
  /// The pixels of a frame, from (0, 0).
  public let canvas: PixelRect
  let painters: PainterTable

  /// A frame has `Scene.pixelSize(scale:)`.
  public init(
    scene: Scene, scale: Double = 1, assets: SceneAssets, exposure: Exposure = .instant,
    cacheMemory: Int = 0, profile: Profile? = nil
  ) {
    self.init(
      scene: scene, scale: scale, assets: assets, exposure: exposure, cacheMemory: cacheMemory,
      profile: profile, canvas: scene.pixelSize(scale: scale),
      painters: PainterTable(assets: assets))
  }

  private init(
    scene: Scene, scale: Double, assets: SceneAssets, exposure: Exposure, cacheMemory: Int,
    profile: Profile?, canvas: PixelRect, painters: PainterTable
  ) {
    (self.scene, self.scale, self.assets) = (scene, scale, assets)
    (self.exposure, self.cacheMemory, self.profile) = (exposure, cacheMemory, profile)
    (self.canvas, self.painters) = (canvas, painters)
  }

  /// The context for one sample of a frame: larger by the factor of supersampling.
  var moment: RenderContext {
    let factor = exposure.supersampling
    let large = PixelRect(
      x: 0, y: 0, width: canvas.width * factor, height: canvas.height * factor)
    return RenderContext(
      scene: scene, scale: scale * Double(factor), assets: assets, exposure: .instant,
      cacheMemory: cacheMemory, profile: profile, canvas: large, painters: painters)
  }

  /// The same with nothing kept and nothing counted.
  public var uncounted: RenderContext {
    var result = self
    (result.cacheMemory, result.profile) = (0, nil)
    return result
  }

  /// The seconds from one frame to the next.
  var frameDuration: Double { 1 / scene.clock.rate.framesPerSecond }

  /// The time of the frame before one at `time`, in seconds; `nil` before the first.
  func timeBefore(_ time: Double) -> Double? {
    let clock = scene.clock
    let place = (time / frameDuration).rounded()
    if let index = Int(exactly: place), abs(clock.time(ofFrame: index) - time) < 1e-9 {
      return index > 0 ? clock.time(ofFrame: index - 1) : nil
    }
    return time > frameDuration ? time - frameDuration : nil
  }

  /// Places the scene's layers on the canvas.
  var treeBuilder: DisplayTreeBuilder { DisplayTreeBuilder(painters: painters, canvas: canvas) }

  /// The display tree at a time, in seconds; unchanged nodes are reused from an earlier one.
  func displayTree(at time: Double, reusing last: DisplayNode?) -> DisplayNode? {
    let presentation = profile.measure(.evaluate) {
      scene.presentation(at: time, leavingOutUnseen: true)
    }
    return profile.measure(.place) {
      treeBuilder.tree(of: presentation, scale: scale, reusing: last)
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
