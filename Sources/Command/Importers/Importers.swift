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
