import ImportTestSupport
import RostrumImporters
import RostrumSceneImport

/// The scene by the first importer that recognises the bytes, or by the first of all.
func load(_ bytes: [UInt8]) -> ImportResult {
  let importers: [any SceneImporter] = .all
  return (importers.first { $0.recognizes(bytes) } ?? importers[0]).load(bytes)
}
