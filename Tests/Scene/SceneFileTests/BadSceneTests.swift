import Foundation
import RostrumSceneFile
import RostrumSource
import Testing

@Suite("Bad scenes")
struct BadSceneTests {
  @Test("There are at least 75 of them")
  func count() {
    #expect(AnnotatedScene.all(in: "BadScenes").count >= 75)
  }

  @Test("No side file is left over")
  func orphans() throws {
    let folder = AnnotatedScene.fixtures.appending(path: "BadScenes")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names where name.hasSuffix(".expected") {
      #expect(names.contains(name.replacing(".expected", with: ".yaml")), "\(name)")
    }
  }

  @Test(
    "Each gives exactly the diagnostics that its comments announce",
    arguments: AnnotatedScene.all(in: "BadScenes"))
  func annotations(_ scene: AnnotatedScene) throws {
    let result = try scene.load()
    guard scene.expectedShortLines == nil else { return }
    var open = result.diagnostics.map { scene.expectation($0) }
    for expected in AnnotatedScene.expectations(in: result.source) {
      let index = open.firstIndex { expected.matches($0) }
      if let index { open.remove(at: index) }
      #expect(index != nil, "announced but not given: \(expected)")
    }
    #expect(open.isEmpty, "given but not announced: \(open)")
    #expect(!result.diagnostics.isEmpty)
  }

  @Test(
    "Where no comment can stand, a side file announces them",
    arguments: AnnotatedScene.all(in: "BadScenes").filter { $0.expectedShortLines != nil })
  func sideFiles(_ scene: AnnotatedScene) throws {
    let result = try scene.load()
    let formatter = DiagnosticFormatter(style: .short)
    let given = result.diagnostics.map { scene.withoutFolder(formatter.shortText(for: $0)) }
    #expect(given == scene.expectedShortLines)
    #expect(!given.isEmpty)
  }

  @Test(
    "A scene comes with warnings only, never with an error",
    arguments: AnnotatedScene.all(in: "BadScenes"))
  func sceneOrError(_ scene: AnnotatedScene) throws {
    let result = try scene.load()
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    #expect((result.scene == nil) == hasErrors)
  }

  @Test(
    "Diagnostics are sorted, without repetition, and inside the file",
    arguments: AnnotatedScene.all(in: "BadScenes"))
  func positions(_ scene: AnnotatedScene) throws {
    let result = try scene.load()
    let ranges = result.diagnostics.map(\.range)
    #expect(ranges == ranges.sorted())
    #expect(Set(result.diagnostics).count == result.diagnostics.count)
    for range in ranges {
      #expect((1...result.source.lineCount).contains(range.line))
      #expect(range.column + range.length <= result.source.line(range.line).count + 1)
    }
  }
}
