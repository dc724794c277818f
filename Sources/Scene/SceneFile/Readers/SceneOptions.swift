public import RostrumBase
public import RostrumGeometry
public import RostrumTiming
public import RostrumSceneImport

/// Options for loading a scene.
public struct SceneOptions: Sendable {
  /// Instead of the scene's `fps`.
  public var frameRate: FrameRate?
  /// Instead of the scene's `background`; `.some(nil)` is transparent. Scenes inside keep theirs.
  public var background: Color??
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
  /// Whether files elsewhere are refused that a figure names or a link leads to; else they are
  /// read, and their lines are not shown.
  public var isConfined = false
  /// Whether a scene with warnings is refused as one with errors is.
  public var refusesWarnings = false
  /// The path of a scene or a figure whose text comes from the standard input.
  public var standardInputPath: String?
  /// The folder of the project file, in which a scene may be a link to another; `nil` for none.
  public var projectFolder: String?
  /// Fonts whose families scenes may name besides the system's.
  public var fontFiles: FontFiles = []
  /// Values of the scene's parameters.
  public var parameters = ParameterValues.none
  /// The other programs' files that are scenes too.
  public var importers: [any SceneImporter]
  /// The names of features that may be left out when importing files of other formats.
  public var ignoredFeatures: Set<String> = []
  /// Values of importers' settings by their names, where they are not the usual ones.
  public var importSettings: [String: String] = [:]
  /// The files that are written besides, none of which a scene may read.
  public var outputs = InputFiles()

  public init(
    frameRate: FrameRate? = nil, scale: Double = 1, maximumPixels: Int = 16_384 * 16_384,
    maximumFrames: Int = 100_000, maximumLayers: Int = 100_000, maximumNodes: Int = 1_000_000,
    allowedPaths: [String] = [], importers: [any SceneImporter] = []
  ) {
    self.importers = importers
    self.frameRate = frameRate
    self.scale = scale
    self.maximumPixels = maximumPixels
    self.maximumFrames = maximumFrames
    self.maximumLayers = maximumLayers
    self.maximumNodes = maximumNodes
    self.allowedPaths = allowedPaths
  }

  /// The background for a text: a CSS colour, or `none`. `nil` for any other text.
  public static func background(_ text: String) -> Color?? {
    if text == "none" { return .some(nil) }
    return Color(css: text).map { .some($0) }
  }
}
