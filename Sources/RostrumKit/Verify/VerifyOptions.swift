import Foundation
public import Geometry
public import ImageDiff
public import SceneFile

/// How scenes are verified against their baselines.
public struct VerifyOptions: Sendable {
  /// The baselines that a run may write. A run that writes one never passes.
  public enum Update: String, Sendable, CaseIterable {
    case none
    /// Baselines that are not there.
    case missing
    /// Baselines that are not there, or that the scene now differs from.
    case changed
    /// All baselines; orphans are removed.
    case all
  }

  /// The folder of baselines.
  public var baselines: String
  /// `nil` for those that were recorded, and `SceneMoment.standard` where nothing was.
  public var moments: [SceneMoment]?
  public var update = Update.none
  /// The name of a set of baselines beside the plain one; `nil` for the plain one and all that were
  /// recorded beside it.
  public var variant: String?
  public var tolerance = Tolerance.standard
  /// Names of layers whose pixels do not count, in the baseline or now. Where this and `ignored`
  /// are empty, it is what was recorded.
  public var ignoredLayers: [String] = []
  /// Pixels that do not count.
  public var ignored: [PixelRect] = []
  /// Pixels for each point; `nil` for what was recorded, and 1 where nothing was.
  public var scale: Double?
  /// For how many pairs, the most different ones, the report keeps pictures.
  public var keptPictures = 0
  /// How scenes are loaded. Parameters that have no value here have the recorded one; the scale is
  /// that above.
  public var scene = SceneOptions()
  /// How many scenes are rendered side by side.
  public var jobs = ProcessorCount.available
  /// Whether this is a continuous integration server, where nothing is ever recorded. By default
  /// what the environment's `CI` says.
  public var isContinuousIntegration = Self.isContinuousIntegration(
    ProcessInfo.processInfo.environment["CI"])

  public init(baselines: String, moments: [SceneMoment]? = nil) {
    self.baselines = baselines
    self.moments = moments
  }

  /// Leaves out a rectangle of pixels.
  public mutating func ignore(x: Int, y: Int, width: Int, height: Int) {
    ignored.append(PixelRect(x: x, y: y, width: width, height: height))
  }

  static func isContinuousIntegration(_ value: String?) -> Bool {
    guard let value = value?.lowercased() else { return false }
    return !["", "0", "false", "no"].contains(value)
  }
}

extension SceneMoment {
  /// The start, and three moments on the way.
  public static let standard = ["0", "25%", "50%", "75%"].compactMap { SceneMoment($0) }
}
