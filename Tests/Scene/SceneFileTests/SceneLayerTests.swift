import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumTiming
import Testing

import RostrumSource
@testable import RostrumSceneFile

@Suite("Scenes as layers")
struct SceneLayerTests {
  private func scene() throws -> Scene {
    let file = AnnotatedScene.all(in: "GoodScenes").first {
      $0.url.lastPathComponent == "scene-layer.yaml"
    }
    let result = try #require(file).load()
    return try #require(result.scene, "\(result.diagnostics)")
  }

  private func layer(_ name: String, _ scene: Scene, at time: Double) throws -> LayerValues {
    let index = try #require(scene.layers.first { $0.name == name }).index
    func find(_ layer: PresentationLayer) -> PresentationLayer? {
      layer.index == index ? layer : layer.sublayers.lazy.compactMap(find).first
    }
    return try #require(find(scene.presentation(at: time))).values
  }

  @Test("A scene brings its canvas, background and layers, under the layer's name")
  func whole() throws {
    let scene = try scene()
    #expect(
      scene.layers.map(\.name) == [
        "left", "left/ball", "left/layers[1]", "right", "right/ball", "right/layers[1]",
      ])
    #expect(scene.layers.map(\.index) == [1, 2, 3, 4, 5, 6])
    let (left, right) = (scene.layers[0], scene.layers[3])
    #expect(left.layerClass == .plain)
    #expect(left.values[.bounds] == Rect(x: 0, y: 0, width: 60, height: 40))
    #expect(left.values[.masksToBounds] && !right.values[.masksToBounds])
    #expect(right.values[.bounds].size == Size(width: 100, height: 100))
    #expect(left.values[.backgroundColor] != nil)
    #expect(scene.images.count == 2)
  }

  @Test(
    "Animations and events inside run by the layer's clock: from half a second on, twice as fast",
    arguments: [0.5, 0.6, 0.75, 0.87, 0.88, 1])
  func clock(time: Double) throws {
    let scene = try scene()
    let inner = (time - 0.5) * 2
    let x = try layer("right/ball", scene, at: time)[.position].x
    #expect(abs(x - 60 * inner) < 1e-9)
    let color = try layer("right/ball", scene, at: time)[.backgroundColor]
    #expect((color != nil) == (inner >= 0.75))
    let left = try layer("left/ball", scene, at: time)
    #expect((left[.backgroundColor] != nil) == (time >= 0.75))
  }

  @Test("Events outside reach the layer itself")
  func outside() throws {
    #expect(try layer("right", scene(), at: 1.9)[.opacity] == 0.5)
  }

  @Test("Without a duration the whole lasts until the inner scene is over, by the layer's clock")
  func endTime() throws {
    try inFolder(["inner.yaml": "size: [9, 9]\nduration: 3\n"]) { folder in
      let text = """
        size: [9, 9]
        layers: [{class: scene, scene: inner.yaml, speed: 0.5, beginTime: -1}]
        """
      let result = load(text, in: folder)
      #expect(result.scene?.clock.duration == 5)
    }
  }

  @Test("Layers lie 200 deep in each other, those of scenes inside counted", arguments: [0, 1])
  func layersInLayers(_ beyond: Int) throws {
    func nested(_ depth: Int, _ leaf: String) -> String {
      (0..<depth).reduce(leaf) { inner, _ in "{sublayers: [\(inner)]}" }
    }
    func file(_ layer: String) -> String { "size: [9, 9]\nlayers: [\(layer)]\n" }
    // 99 and the scene layer, then 99 and the last one.
    let outer = file(nested(99, "{class: scene, scene: inner.yaml}"))
    try inFolder(["inner.yaml": file(nested(99 + beyond, "{bounds: [1, 1]}"))]) { folder in
      let result = load(outer, in: folder)
      #expect((result.scene == nil) == (beyond > 0), "\(result.diagnostics)")
      #expect(result.diagnostics.contains { $0.id == "too-deep" } == (beyond > 0))
    }
  }

  @Test("Cycles and depth are refused, and the message has the chain")
  func cycle() throws {
    func scene(_ file: String) -> String {
      "size: [9, 9]\nduration: 1\nlayers: [{class: scene, scene: \(file)}]\n"
    }
    var files = ["a.yaml": scene("b.yaml"), "b.yaml": scene("a.yaml")]
    for depth in 0..<20 { files["\(depth).yaml"] = scene("\(depth + 1).yaml") }
    try inFolder(files) { folder in
      let cycle = load(scene("a.yaml"), in: folder)
      let message = cycle.diagnostics.first { $0.id == "scene-cycle" }?.message
      #expect(
        message?.replacing(folder + "/", with: "")
          == "the scene would show itself: main.yaml -> a.yaml -> b.yaml -> a.yaml")
      let deep = load(scene("0.yaml"), in: folder)
      #expect(deep.diagnostics.contains { $0.id == "too-deep" && $0.message.contains("14.yaml") })
    }
  }

  @Test("What is wrong inside is shown with its own file and line")
  func innerDiagnostics() throws {
    let files = ["inner.yaml": "size: [9, 9]\nlayers:\n  - opacty: 1\n"]
    try inFolder(files) { folder in
      let result = load(
        "size: [9, 9]\nduration: 1\nlayers: [{class: scene, scene: inner.yaml}]", in: folder)
      #expect(result.diagnostics.map(\.id) == ["bad-inner-scene", "unknown-key"])
      #expect(result.diagnostics.last?.range.file == folder + "/inner.yaml")
      #expect(result.diagnostics.last?.range.line == 3)
      let text = DiagnosticFormatter().text(
        for: result.diagnostics, in: result.source, and: result.innerSources)
      #expect(text.contains("  - opacty: 1"))
    }
  }

  @Test("Scenes that show scenes many times over are refused, not read for ever")
  func many() throws {
    var files: [String: String] = ["9.yaml": "size: [9, 9]\n"]
    for depth in 0..<9 {
      let item = "{class: scene, scene: \(depth + 1).yaml}"
      files["\(depth).yaml"] =
        "size: [9, 9]\nlayers: [\(Array(repeating: item, count: 8).joined(separator: ", "))]\n"
    }
    try inFolder(files) { folder in
      let result = load(
        "size: [9, 9]\nduration: 1\nlayers: [{class: scene, scene: 0.yaml}]", in: folder)
      #expect(result.scene == nil)
      #expect(result.diagnostics.contains { $0.id == "too-many-layers" })
    }
  }

  private func load(_ text: String, in folder: String) -> LoadResult {
    SceneLoader(assets: InMemoryAssets()).load(text: text, path: folder + "/main.yaml")
  }

  private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try body(folder.resolvingSymlinksInPath().path)
  }
}
