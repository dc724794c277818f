import ImportTestSupport
import RostrumCAML
import RostrumSceneImport

func load(
  _ text: String, ignoring ignored: Set<UnsupportedFeature> = [], values: [String: String] = [:]
) -> ImportResult {
  CAMLImporter().load(text, ignoring: ignored, values: values)
}
