import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import Testing

/// Texts that are taken apart, set in the system's fonts.
@Suite("Split texts with defaults and staggers")
struct SplitTextTests {
  private func check(_ text: String) -> LoadResult {
    SceneOpener().check(text: "size: [300, 100]\nduration: 2\n" + text, path: "/tmp/none.yaml")
  }

  private func scene(_ text: String) throws -> Scene {
    let result = check(text)
    #expect(result.diagnostics.isEmpty)
    return try #require(result.scene, "\(result.diagnostics)")
  }

  /// When the clock of each piece of the first layer starts.
  private func starts(_ scene: Scene) -> [Double] {
    scene.layers[0].sublayers.map { ($0.epochs[0].clock.beginTime * 1000).rounded() / 1000 }
  }

  @Test(
    "The pieces start one after the other, in any order, wherever the stagger is written",
    arguments: [
      ("split: letters\n    stagger: 0.1", [0, 0.1, 0.2, 0.3]),
      ("split: {by: letters, stagger: 0.1}", [0, 0.1, 0.2, 0.3]),
      ("split: letters\n    stagger: {each: 0.1, from: last}", [0.3, 0.2, 0.1, 0]),
      ("split: {by: letters, stagger: {each: 0.1, from: last}}", [0.3, 0.2, 0.1, 0]),
      ("split: {by: letters, stagger: {each: 0.1, from: edges}}", [0, 0.1, 0.1, 0]),
      ("split: {by: letters, stagger: {total: 0.6}}", [0, 0.2, 0.4, 0.6]),
      ("split: {by: letters}", [0, 0, 0, 0]),
    ])
  func orders(_ keys: String, _ expected: [Double]) throws {
    let scene = try scene("layers:\n  - class: text\n    string: Wave\n    \(keys)")
    #expect(starts(scene) == expected)
  }

  @Test("The layer's stagger counts its own sublayers after the pieces of its text")
  func sublayers() throws {
    let scene = try scene(
      """
      layers:
        - class: text
          string: ab
          split: letters
          stagger: 0.5
          sublayers: [{name: line}]
      """)
    #expect(starts(scene) == [0, 0.5, 1])
    #expect(scene.layers[0].sublayers.last?.name == "line")
  }

  @Test("Two staggers of one text are an error, shown at the layer's own")
  func conflict() throws {
    let result = check(
      """
      layers:
        - class: text
          string: ab
          stagger: 1
          split: {by: letters, stagger: 0.5}
      """)
    let diagnostic = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1)
    #expect(diagnostic.message == "both split and stagger say how much later each piece starts")
    #expect(diagnostic.range.line == 6)
  }

  @Test("Defaults give texts a list of fonts, which a layer's own font replaces")
  func fontDefaults() throws {
    let scene = try scene(
      """
      styles: {text: {font: [Liberation Serif, DejaVu Sans]}}
      layers:
        - {class: text, string: "a\u{2192}"}
        - {class: text, string: a, font: Liberation Sans}
      """)
    let serif = FontReference(
      .family("Liberation Serif"), fallbacks: [FontReference(.family("DejaVu Sans"))])
    #expect(scene.layers[0].values[.font] == serif)
    #expect(scene.layers[1].values[.font] == FontReference(.family("Liberation Sans")))
  }

  @Test("A layer's own frame keeps sizeToFit among the defaults away")
  func sizeDefaults() throws {
    let scene = try scene(
      """
      styles: {text: {sizeToFit: true}}
      layers:
        - {class: text, string: abc, frame: [0, 0, 200, 50]}
        - {class: text, string: abc}
      """)
    #expect(scene.layers[0].values[.bounds].width == 200)
    #expect((1..<200).contains(scene.layers[1].values[.bounds].width))
  }
}
