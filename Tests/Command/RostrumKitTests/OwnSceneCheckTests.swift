import Foundation
import RostrumKit
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

/// The checks of the scenes in the repository.
@Suite("Checks of the package's own scenes")
struct OwnSceneCheckTests {
  static let scenes: [String] = {
    let folder = FileManager.root.appending(path: "Scenes")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "yaml" }
      .filter { $0.deletingLastPathComponent().lastPathComponent != "Figures" }
      .map(\.path).sorted()
  }()

  @Test("No scene of the package has a warning", arguments: scenes)
  func ownScene(_ path: String) throws {
    let found = try SceneOpener().check(path, .evaluated).diagnostics
    #expect(found.isEmpty, "\(found.map { "\($0.range.line): \($0.message)" })")
  }
}
