package import RostrumBase
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

/// The processes of importers, which the command is itself under names that no help lists, with the
/// library that each opens.
package enum ImporterService {
  package static let all:
    [(command: String, serve: @Sendable () -> Never, systemLibrary: SystemLibrary)] = [
      (ExpressionService.commandName, ExpressionService.serve, ExpressionService.systemLibrary)
    ]
}
