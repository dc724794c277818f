import ImportTestSupport
import RostrumLottie
import RostrumSceneImport

func load(
  _ text: String, ignoring ignored: Set<UnsupportedFeature> = [], values: [String: String] = [:]
) -> ImportResult {
  LottieImporter().load(text, ignoring: ignored, values: values)
}
