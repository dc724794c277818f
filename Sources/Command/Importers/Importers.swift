import RostrumCAML
import RostrumLottie
import RostrumSVG
public import RostrumSceneImport

extension [any SceneImporter] {
  /// Every importer of the commands. The first one that recognises a file loads it.
  public static var all: [any SceneImporter] {
    [
      LottieImporter(),
      SVGImporter(),
      CAMLImporter(),
    ]
  }
}

/// The processes of importers, which the command is itself under names that no help lists.
package enum ImporterService {
  package static let all: [(command: String, serve: @Sendable () -> Never)] = [
    (ExpressionService.commandName, ExpressionService.serve)
  ]
}
