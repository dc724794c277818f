import RostrumBase
public import RostrumGeometry
public import RostrumImageDiff
public import RostrumSceneFile
public import RostrumOutput

/// How scenes are verified against their baselines.
public struct VerifyOptions: Sendable {
  /// The baselines that a run may write. A run that writes one never passes.
  public enum Update: String, Sendable, CaseIterable {
    case none
    /// Baselines that are not there.
    case missing
    /// Records whose values changed while their pictures are the same.
    case values
    /// Baselines that are not there, or that the scene now differs from.
    case changed
    /// All baselines of the run's scenes.
    case all
  }

  /// The folder of baselines.
  public var baselines: String
  /// The folder in which files lie that records name, scenes and data; `nil` for the folder that
  /// holds the folder of baselines.
  public var projectFolder: String?
  /// `nil` for the moments that were recorded, and `SceneMoment.standard` where nothing was.
  public var rule: MomentRule?
  public var update = Update.none
  /// Whether baselines of scenes and rows that are gone are removed.
  public var prunes = false
  /// The name of a set of baselines beside the plain one; `nil` for the plain one and all that were
  /// recorded beside it.
  public var variant: String?
  /// Sets of baselines that are compared with options of their own.
  var otherVariants: Set<String> = []
  /// `nil` for the recorded tolerance, and `Tolerance.standard` if none was recorded.
  public var tolerance: Tolerance?
  /// `nil` for the recorded rules; without recorded ones, changed values are reported and do not
  /// fail.
  public var values: ValueRules?
  /// A file of rows (see `DataTable`): every scene is compared once for each row; `nil` for the
  /// recorded file.
  public var data: String?
  /// How often each picture is drawn, in random orders; all have to be the same.
  public var repetition = Repetition()
  /// Names of layers whose pixels are ignored, in the baseline or now. If this and `ignored` are
  /// empty, the recorded ones apply.
  public var ignoredLayers: [String] = []
  /// Pixels that do not count.
  public var ignored: [PixelRect] = []
  /// Pixels for each point; `nil` for the recorded scale, and 1 if none was recorded.
  public var scale: Double?
  /// The part of the scenes that this run compares; `nil` for all.
  public var shard: Shard?
  /// The folder of the report, which is none of baselines; `nil` for none.
  public var reportFolder: String?
  /// The lines of a project file that decide about these options; `nil` for none.
  public var settingLines: SettingLines?
  /// The folder that gets the pictures of pairs that fail, in `expected/`, `actual/` and `diff/`;
  /// `nil` for none.
  public var pictureFolder: String?
  /// For how many pairs, the most different ones, the report keeps pictures.
  public var keptPictures = 0
  /// How scenes are loaded. Parameters without a value here have the recorded one. Its scale is not
  /// read: `scale` is.
  public var scene = SceneOptions()
  /// How many scenes are rendered side by side.
  public var jobs = ProcessorCount.available
  /// Called with the number of scenes that are compared, and of all.
  public var progress: @Sendable (Int, Int) -> Void = { _, _ in }
  /// Whether this is a continuous integration server, where nothing is ever recorded. By default
  /// the environment's `CI`.
  public var isContinuousIntegration = Self.runsOnServer

  public init(baselines: String, moments: [SceneMoment]? = nil) {
    self.baselines = baselines
    rule = moments.map { .moments($0) }
  }

  /// The moments of the rule, where it lists them.
  public var moments: [SceneMoment]? {
    get { if case .moments(let moments) = rule { moments } else { nil } }
    set { rule = newValue.map { .moments($0) } }
  }

  /// Whether a file that only a record names may be read: it must lie in the project or in an
  /// allowed folder.
  func mayRead(_ path: String) -> Bool {
    scene.includes(path, besides: projectFolder ?? baselines.withoutSlashesAtEnd.folderOfPath)
  }

  /// Leaves out a rectangle of pixels.
  public mutating func ignore(x: Int, y: Int, width: Int, height: Int) {
    ignored.append(PixelRect(x: x, y: y, width: width, height: height))
  }

  /// Whether the environment's `CI` says that this is a continuous integration server.
  public static var runsOnServer: Bool {
    isContinuousIntegration(ProcessInfo.processInfo.environment["CI"])
  }

  static func isContinuousIntegration(_ value: String?) -> Bool {
    guard let value = value?.lowercased() else { return false }
    return !["", "0", "false", "no"].contains(value)
  }
}

/// The lines of a project file that set options.
public struct SettingLines: Sendable, Equatable {
  public let file: String
  /// By the options' names.
  private var options: [String: Int] = [:]
  private var parameters: [String: Int] = [:]

  public init(_ settings: [ProjectFile.Setting], file: String) {
    self.file = file
    for setting in settings {
      for (value, line) in zip(setting.values, setting.lines) {
        if setting.name == "set", let sign = value.firstIndex(of: "=") {
          parameters[String(value[..<sign])] = line
        } else {
          options[setting.name] = line
        }
      }
    }
  }

  func line(of option: String) -> Int? { options[option] }

  func line(ofParameter name: String) -> Int? { parameters[name] }
}

extension SceneMoment {
  /// The first frame, three moments on the way, and the last frame.
  public static let standard = ["0", "25%", "50%", "75%", "last"].compactMap { SceneMoment($0) }
}
