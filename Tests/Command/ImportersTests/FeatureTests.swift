import Foundation
import RostrumImporters
import RostrumSceneImport
import TestSupport
import Testing

@Suite("Parts of other formats that are not drawn")
struct FeatureTests {
  @Test("The pages of the formats list every part, in the words of the code")
  func documentation() throws {
    let pages = try ["Lottie", "VectorGraphics", "CoreAnimationArchives"].map { name in
      try String(
        contentsOf: repository.appending(
          path: "Sources/Command/RostrumKit/RostrumKit.docc/\(name).md"),
        encoding: .utf8)
    }
    let page = pages.joined()
    for feature in [any SceneImporter].all.flatMap(\.features) {
      #expect(
        page.contains("| `\(feature.name)` | \(feature.subject) | \(feature.whenIgnored) |"))
    }
  }
}
