import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming
import Testing

@testable import RostrumSceneFile

/// Here a letter is 10 points wide and 20 high.
@Suite("Layers that fit their text, and texts that are taken apart")
struct MeasuredTextTests {
  private func scene(_ layers: String, _ header: String = "duration: 1") throws -> Scene {
    return try load("size: [10, 10]\n\(header)\nlayers:\n\(layers)").loaded()
  }

  // MARK: Bounds

  @Test("A text layer's bounds fit its text; a width at which lines break stays")
  func text() throws {
    let scene = try scene(
      """
        - {class: text, string: abc, sizeToFit: true}
        - {class: text, string: abc, sizeToFit: true, wrapped: true, bounds: [70, 0]}
        - {class: text, string: abc, sizeToFit: false, bounds: [7, 8]}
      """)
    #expect(
      scene.layers.map(\.values[.bounds].size)
        == [
          Size(width: 30, height: 20), Size(width: 70, height: 20), Size(width: 7, height: 8),
        ])
  }

  @Test(
    "A plate fits what is inside, with padding as in CSS",
    arguments: [
      ("true", Rect(x: 0, y: 0, width: 30, height: 20)),
      ("{padding: 5}", Rect(x: -5, y: -5, width: 40, height: 30)),
      ("{padding: [5, 8]}", Rect(x: -8, y: -5, width: 46, height: 30)),
      ("{padding: [1, 2, 3, 4]}", Rect(x: -4, y: -1, width: 36, height: 24)),
    ])
  func plate(padding: String, bounds: Rect) throws {
    let text = "{class: text, string: abc, sizeToFit: true, anchorPoint: [0, 0]}"
    let hidden = "{bounds: [100, 100], hidden: true}"
    let scene = try scene("  - {sizeToFit: \(padding), sublayers: [\(text), \(hidden), {}]}")
    #expect(scene.layers[0].values[.bounds] == bounds)
  }

  @Test("A plate fits the frames of all layers inside, as their transforms leave them")
  func frames() throws {
    let layers = "{frame: [10, 10, 20, 20]}, {bounds: [10, 10], transform: {scale: 2}}"
    let scene = try scene("  - {sizeToFit: true, sublayers: [\(layers)]}")
    #expect(scene.layers[0].values[.bounds] == Rect(x: -10, y: -10, width: 40, height: 40))
  }

  @Test("A sequence fits the frames of all that it shows in turn")
  func sequence() throws {
    let children = "{duration: 1, frame: [0, 0, 20, 20]}, {duration: 1, frame: [10, 5, 40, 5]}"
    let scene = try scene("  - {class: sequence, sizeToFit: true, sublayers: [\(children)]}")
    #expect(scene.layers[0].values[.bounds] == Rect(x: 0, y: 0, width: 50, height: 20))
  }

  @Test("An event that changes a measured text is an error")
  func events() {
    let result = load(
      """
      size: [10, 10]
      duration: 2
      layers: [{name: a, class: text, string: abc, sizeToFit: true}]
      events: [{at: 1, set: {a: {string: abcdef}}}]
      """)
    #expect(result.diagnostics.map(\.range.line) == [3])
    #expect(result.diagnostics.first?.message.contains("'string' changes later") == true)
  }

  // MARK: Fonts

  @Test("Texts without a font have the scene's, and names in a list the first one's weight")
  func fonts() throws {
    let scene = try scene(
      """
        - {class: text}
        - {class: text, font: Lato}
        - {class: text, font: [{family: Lato, weight: bold}, Noto, {family: Amiri}]}
      """, "duration: 1\nfont: [Nunito, Noto]")
    #expect(
      scene.layers.map(\.values[.font])
        == [
          FontReference(.family("Nunito"), fallbacks: [FontReference(.family("Noto"))]),
          FontReference(.family("Lato")),
          FontReference(
            .family("Lato"), weight: 700,
            fallbacks: [
              FontReference(.family("Noto"), weight: 700), FontReference(.family("Amiri")),
            ]),
        ])
    let written = try SceneWriter().text(scene)
    let read = try #require(load(written).scene, "\(written)")
    #expect(read.layers.map(\.values[.font]) == scene.layers.map(\.values[.font]))
  }

  // MARK: Pieces

  @Test("A text is taken apart into shapes with its name, in its order, where it has them")
  func split() throws {
    let scene = try scene("  - {name: t, class: text, string: a b, opacity: 0.5, split: letters}")
    let text = scene.layers[0]
    #expect(text.layerClass == .plain && text.values[.opacity] == 0.5)
    #expect(!text.values.sets(.string))
    let pieces = text.sublayers
    #expect(pieces.map(\.name) == ["t[0]", "t[1]"])
    #expect(pieces.map(\.layerClass) == [.shape, .shape])
    #expect(pieces.map(\.values[.position]) == [Point(x: 5, y: 10), Point(x: 25, y: 10)])
    let box = Path.rect(Rect(x: 0, y: 0, width: 10, height: 20))
    #expect(pieces.map(\.values[.path]) == [box, box])
  }

  @Test("A piece of several shapes is a layer with these inside")
  func outlined() throws {
    let scene = try scene("  - {class: text, string: a, strokeColor: red, split: letters}")
    let piece = scene.layers[0].sublayers[0]
    #expect(piece.layerClass == .plain && piece.sublayers.map(\.layerClass) == [.shape, .shape])
    #expect(piece.sublayers[0].values[.fillColor] == nil)
    #expect(piece.sublayers[1].values[.strokeColor] == nil)
  }

  @Test("Each piece has the animations, each beginning so much later than the one before")
  func stagger() throws {
    let scene = try scene(
      """
        - class: text
          string: abc
          split:
            by: letters
            stagger: 0.25
            animations:
              - {type: basic, keyPath: opacity, fromValue: 0, toValue: 1, duration: 1, hold: true}
      """, "fps: 20")
    #expect(abs(scene.clock.duration - 1.5) < 1e-9)
    let shown = scene.presentation(at: 0.75).sublayers[0].sublayers.map(\.values[.opacity])
    #expect(zip(shown, [0.75, 0.5, 0.25]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test("A cursor stands before the text, then behind the letter that came last")
  func cursor() throws {
    let split = "split: {by: letters, stagger: 0.5, cursor: red}"
    let scene = try scene("  - {name: t, class: text, string: ab c, \(split)}", "duration: 2")
    let places = try [0, 0.25, 0.5, 0.75, 1, 2].map { time in
      try #require(scene.presentation(at: time).sublayers[0].sublayers.last)
    }
    #expect(scene.layers[0].sublayers.map(\.name) == ["t[0]", "t[1]", "t[2]", "t[cursor]"])
    #expect(places.map(\.values[.position].x) == [10, 10, 20, 20, 40, 40])
    #expect(
      load("size: [9, 9]\nlayers: [{class: text, string: a, split: {by: letters, cursor: red}}]")
        .diagnostics.map(\.hint) == ["give stagger: 0.05"])
  }

  @Test("What is wrong with the animations of pieces is told once")
  func mistakes() {
    let animation = "{type: basic, keyPath: opacity, toValue: red, duration: 1}"
    let result = load(
      "size: [10, 10]\nlayers:\n"
        + "  - {class: text, string: abc, split: {by: letters, animations: [\(animation)]}}")
    #expect(result.diagnostics.count == 1)
  }

  @Test("Pieces count as layers")
  func limit() {
    var options = SceneOptions()
    options.maximumLayers = 3
    let result = load(
      "size: [10, 10]\nlayers: [{class: text, string: abc, split: letters}]", options: options)
    #expect(result.diagnostics.map(\.id) == ["too-many-layers"])
  }
}
