import ImportTestSupport
import RostrumSVG
import RostrumSceneImport

func load(
  _ text: String, ignoring ignored: Set<UnsupportedFeature> = [], values: [String: String] = [:]
) -> ImportResult {
  SVGImporter().load(text, ignoring: ignored, values: values)
}
