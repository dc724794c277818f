public import Base
import Foundation
import LayerTree
public import Media
public import Rendering
public import SceneFile

/// What to render, and how.
public struct RenderOptions: Sendable {
  /// Which moments of a scene become pictures.
  public enum Moments: Sendable {
    case frames(FrameSelection)
    /// One time, in seconds: one image.
    case time(Double)
  }

  /// A folder, a file or a pattern (see `OutputPlanner`); `nil` is `Output`.
  public var output: String?
  /// Whether braces in the output name fields of a batch, such as `{index}`; otherwise they are
  /// braces.
  public var outputHasFields = true
  /// Empty: what the output's ending says, else PNG.
  public var formats: [MediaFormat] = []
  public var moments = Moments.frames(.all)
  /// Frames beyond a scene's end are an error instead of a warning.
  public var isStrict = false
  /// Only one of several parts of the moments; `nil` for all.
  public var shard: Shard?
  /// Which files that earlier runs have finished are kept.
  public var reuse = FileReuse.none
  /// Whether a manifest is written beside the results, by which later runs know what they can keep.
  public var keepsManifest = true
  /// How many frames are rendered side by side, at least 1.
  public var jobs = ProcessorCount.available
  /// The permits to draw that the scenes of a job share.
  var semaphore = AsyncSemaphore.unlimited
  /// Motion blur and supersampling.
  public var exposure = Exposure.instant
  /// How scenes are loaded; with the frame rate and the scale that the user asks for.
  public var scene = SceneOptions()
  public var video = VideoSettings()
  public var compression = PNGCompression.fast
  /// How many bytes of finished pictures (shadows, filters, masks, rasterized layers) are kept from
  /// frame to frame. The pixels are the same with any number.
  public var cacheMemory = 256 << 20
  /// Gathers where the time goes.
  public var profile: Profile?
  /// Draws every frame twice, the second time whole, and throws `DamageMismatch` at the first
  /// difference.
  public var verifiesDamage = false

  public init() {}
}

/// Frames that were asked for and do not exist.
public struct FramesOutOfRange: Error, Sendable, CustomStringConvertible {
  public let scene: String
  /// How many frames the scene has.
  public let count: Int
  /// Whether some of the frames exist, and only `RenderOptions.isStrict` makes this an error.
  public let someExist: Bool

  public var description: String {
    let frames = count == 1 ? "one frame, 0" : "\(count) frames, 0 to \(count - 1)"
    return someExist
      ? "\(scene) has only \(frames): some of the frames asked for do not exist"
      : "\(scene) has \(frames): none of the frames asked for exist"
  }
}

/// A scene that is too large to be supersampled.
public struct SupersamplingTooLarge: Error, Sendable, CustomStringConvertible {
  public let scene: String
  /// In pixels, of the picture from which each frame would be made.
  public let width: Int
  public let height: Int

  public var description: String {
    "\(scene): supersampling needs pictures of \(width) x \(height) pixels, which is more than the limit; lower --supersample or --scale, or raise --max-pixels"
  }
}

/// Renders scenes to pictures and videos.
public struct RenderJob: Sendable {
  private let scenes: [String]
  private let options: RenderOptions

  public init(scenes: [String], options: RenderOptions = RenderOptions()) {
    self.scenes = scenes
    self.options = options
  }

  /// Loads every scene first, so that a mistake in one is found before anything is written; then
  /// renders them in turn.
  ///
  /// `report` is called as things happen, from any thread. On an error or a cancellation nothing
  /// half-written is left; pictures that were complete stay.
  public func run(report: @escaping @Sendable (RenderEvent) -> Void) async throws {
    let plans = try planner.plans(forScenes: scenes)
    let opener = SceneOpener(options: options.scene)
    let opened = try InvalidScenes.collecting(scenes) { path in
      try options.profile.measure(.load) { try opener.open(path) }
    }
    for scene in opened where !scene.result.diagnostics.isEmpty { report(.diagnosed(scene.result)) }
    let renders = try zip(opened, plans).map {
      try SceneRender(opened: $0, plan: $1, options: options)
    }
    for render in renders { try await render.run(report: report) }
  }

  private var planner: OutputPlanner {
    var isSingleImage = false
    if case .time = options.moments { isSingleImage = true }
    return OutputPlanner(
      output: options.output, formats: options.formats, isSingleImage: isSingleImage)
  }
}

/// Several scene files with mistakes, so that one run shows all of them.
public struct InvalidScenes: Error, Sendable {
  public let results: [LoadResult]

  public init(results: [LoadResult]) { self.results = results }

  /// Opens every path; throws all invalid scenes together, any other error at once.
  static func collecting(
    _ paths: [String], _ open: (String) throws -> OpenedScene
  ) throws -> [OpenedScene] {
    var opened: [OpenedScene] = []
    var invalid: [LoadResult] = []
    for path in paths {
      try Task.checkCancellation()
      do {
        opened.append(try open(path))
      } catch let error as InvalidScene {
        invalid.append(error.result)
      }
    }
    guard invalid.isEmpty else { throw InvalidScenes(results: invalid) }
    return opened
  }
}
