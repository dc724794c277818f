public import RostrumSceneImport
import RostrumSource

/// Lotties: JSON of After Effects, alone, in dotLottie's archives, or packed as Telegram does.
public struct LottieImporter: SceneImporter {
  public init() {}

  public var endings: [String] { ["json", "lottie", "tgs"] }
  public var features: [UnsupportedFeature] { UnsupportedFeature.ofLottie }
  public var settings: [ImportSetting] {
    [ImportSetting(LottieProfile.setting, values: LottieProfile.allCases.map(\.rawValue))]
  }

  public func recognizes(_ bytes: [UInt8]) -> Bool { LottieLoader.recognizes(bytes) }

  public func load(
    _ bytes: [UInt8], path: String, options: ImportOptions, resources: any ImportResources
  ) -> ImportResult {
    LottieLoader(options: options, pictures: resources).load(bytes, path: path)
  }
}

/// The player whose reading of Lotties counts where players differ.
enum LottieProfile: String, CaseIterable, Hashable, Sendable {
  /// After Effects': motion by the length of its curve, each dimension eased by itself.
  case ae
  /// The reading of lottie-ios on Core Animation: motion by the parameter of its curve, scales
  /// eased by their first dimension.
  case ios

  static let setting = "lottie-profile"
}

extension ImportOptions {
  var lottieProfile: LottieProfile {
    settings[LottieProfile.setting].flatMap(LottieProfile.init) ?? .ae
  }
}
