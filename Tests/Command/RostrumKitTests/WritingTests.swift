import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import Testing

@Suite("Writing scenes")
struct WritingTests {
  @Test("A scene that is written and read is the same scene", arguments: Array<UInt64>(0..<20))
  func roundTrip(_ seed: UInt64) throws {
    for number in 0..<10 {
      let scene = GeneratedScene.scene(seed: seed * 100 + UInt64(number))
      let text = try SceneWriter().text(scene)
      let result = SceneOpener().check(text: text, path: "scene.yaml")
      let problems = result.diagnostics.filter { $0.severity == .error }.map(\.message)
      let read = try #require(result.scene, "\(problems)\n\(text)")
      #expect(try SceneWriter().text(read) == text)
      for time in [-0.2, 0, 0.1, 0.33, 0.5, 0.7, 3] {
        let pairs = zip(scene.presentation(at: time).subtree, read.presentation(at: time).subtree)
        for (a, b) in pairs {
          #expect(a.layerClass == b.layerClass)
          for property in a.layerClass.properties {
            #expect(a.values[any: property] == b.values[any: property])
          }
        }
      }
    }
  }
}
