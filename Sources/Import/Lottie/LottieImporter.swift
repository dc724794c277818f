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
