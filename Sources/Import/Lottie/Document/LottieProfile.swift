import RostrumSceneImport

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
