public import RostrumBase
public import RostrumMedia
public import RostrumRendering
public import RostrumSceneFile

/// The choices for a render: which moments, how, and where to.
public struct RenderOptions: Sendable {
  /// The moments of a scene that become pictures.
  public enum Moments: Sendable {
    case frames(FrameSelection)
    /// One time, in seconds: one image.
    case time(Double)
    /// One image each, in this order; they are numbered from 0. Of one moment, one image.
    case moments([SceneMoment])

    /// Whether there is one image, and no frames with numbers.
    var isSingleImage: Bool {
      switch self {
      case .frames: false
      case .time: true
      case .moments(let moments): moments.count == 1
      }
    }

    /// Whether one file can take the whole render, also as the only frame of a range.
    var hasOneFrame: Bool {
      if case .frames(let selection) = self { selection.namesOne } else { isSingleImage }
    }
  }

  /// A folder, a file or a pattern (see `OutputPlanner`); `nil` is `Output`.
  public var output: String?
  /// The folder for results without an output.
  public var outputFolder = "Output"
  /// The folder that results without an output may not leave by a link; `nil` for `outputFolder`.
  public var outputRoot: String?
  /// Whether braces in the output name fields of an item, such as `{index}`; otherwise they are
  /// braces.
  public var outputHasFields = true
  /// Formats; empty for that of the output's ending, or PNG where it has none.
  public var formats: [MediaFormat] = []
  public var moments = Moments.frames(.all)
  /// Frames beyond a scene's end are an error instead of a warning.
  public var isStrict = false
  /// One of several parts of the moments; `nil` for all.
  public var shard: Shard?
  /// The finished files of earlier runs that are kept.
  public var reuse = FileReuse.none
  /// Whether a manifest is written beside the results. Later runs need it to keep files.
  public var keepsManifest = true
  /// How many frames are rendered side by side, of all scenes together, at least 1.
  public var jobs = ProcessorCount.available
  /// The permits to draw that the scenes of a job share.
  var semaphore = AsyncSemaphore.unlimited
  /// The records that the scenes of a job find in the folders of their outputs.
  var earlierRecords = EarlierRecords()
  /// Motion blur and supersampling.
  public var exposure = Exposure.instant
  /// How scenes are loaded; with the frame rate and the scale that the user asks for.
  public var scene = SceneOptions()
  public var video = VideoSettings()
  public var compression = PNGCompression.fast
  /// The costs to show in place of the frames, of one moment each; `nil` for the frames.
  public var view: CostView?
  /// How many bytes of finished pictures (shadows, filters, masks, rasterized layers) are kept from
  /// frame to frame. The pixels are the same with any number.
  public var cacheMemory = 256 << 20
  /// Takes the times of all stages; `nil` for none.
  public var profile: Profile?
  /// Draws every frame twice, the second time whole, and throws `DamageMismatch` at the first
  /// difference.
  public var verifiesDamage = false

  public init() {}
}

/// Frames that were asked for and do not exist.
public struct FramesOutOfRange: ExitStatusError, Sendable, CustomStringConvertible {
  public let scene: String
  /// How many frames the scene has.
  public let count: Int
  /// Whether some of the frames exist, and only `RenderOptions.isStrict` makes this an error.
  public let someExist: Bool

  package init(scene: String, count: Int, someExist: Bool) {
    (self.scene, self.count, self.someExist) = (scene, count, someExist)
  }

  public var description: String {
    let frames = count == 1 ? "one frame, 0" : "\(count) frames, 0 to \(count - 1)"
    return someExist
      ? "\(scene) has only \(frames): some of the frames asked for do not exist"
      : "\(scene) has \(frames): none of the frames asked for exist"
  }

  public var exitStatus: ExitStatus { .wrongUsage }
}

/// A scene that is too large to be supersampled.
public struct SupersamplingTooLarge: ExitStatusError, Sendable, CustomStringConvertible {
  public let scene: String
  /// In pixels, of the picture from which each frame would be made.
  public let width: Int
  public let height: Int

  public var description: String {
    "\(scene): supersampling needs pictures of \(width) x \(height) pixels, which is more than the limit; lower --supersample or --scale, or raise --max-pixels"
  }

  public var exitStatus: ExitStatus { .wrongUsage }
}
