public import Timing

/// What the command line says about loading a scene.
public struct SceneOptions: Sendable {
  /// Instead of the scene's `fps`.
  public var frameRate: FrameRate?
  /// Pixels for each point: for the limit of the canvas.
  public var scale: Double
  /// The most pixels that a frame may have.
  public var maximumPixels: Int
  public var maximumFrames: Int
  public var maximumLayers: Int
  /// How many values the aliases of a file may expand to.
  public var maximumNodes: Int
  /// Folders and files outside the scene's folder that it may read.
  public var allowedPaths: [String]
  /// Values of the scene's parameters.
  public var parameters = ParameterValues.none

  public init(
    frameRate: FrameRate? = nil, scale: Double = 1, maximumPixels: Int = 16_384 * 16_384,
    maximumFrames: Int = 100_000, maximumLayers: Int = 100_000, maximumNodes: Int = 1_000_000,
    allowedPaths: [String] = []
  ) {
    self.frameRate = frameRate
    self.scale = scale
    self.maximumPixels = maximumPixels
    self.maximumFrames = maximumFrames
    self.maximumLayers = maximumLayers
    self.maximumNodes = maximumNodes
    self.allowedPaths = allowedPaths
  }
}
