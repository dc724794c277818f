import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import Testing

@Suite("Writing scenes")
struct SceneWriterTests {
  @Test(
    "A good scene that is written and read is the same scene",
    arguments: AnnotatedScene.all(in: "GoodScenes"))
  func roundTrip(_ file: AnnotatedScene) throws {
    let scene = try #require(try file.load().scene)
    let text = try SceneWriter().text(scene)
    let read = try SceneLoader(assets: InMemoryAssets()).load(text: text, path: file.url.path)
      .loaded()
    #expect(try SceneWriter().text(read) == text)
    #expect(read.size == scene.size)
    #expect(read.background == scene.background)
    #expect(read.clock == scene.clock)
    #expect(read.loudness == scene.loudness)
    #expect(read.sound.withoutPlaces == scene.sound.withoutPlaces)
    #expect(read.layers.map(\.name) == scene.layers.map(\.name))
    for (a, b) in zip(scene.layers, read.layers) {
      #expect(a.layerClass == b.layerClass)
      #expect(a.epochs.map(\.clock) == b.epochs.map(\.clock))
      for property in a.layerClass.properties {
        #expect(a.values[any: property] == b.values[any: property])
        #expect(a.values.sets(property) == b.values.sets(property))
      }
    }
    checkAnimations(scene, read)
  }

  private func checkAnimations(_ a: Scene, _ b: Scene) {
    for (a, b) in zip(a.layers, b.layers) {
      let pairs = zip(a.epochs.flatMap(\.animations), b.epochs.flatMap(\.animations))
      #expect(a.animations.count == b.animations.count)
      for (a, b) in pairs {
        #expect(a.key == b.key)
        #expect(a.animation.timing == b.animation.timing)
        #expect(a.animation.timingFunction == b.animation.timingFunction)
        #expect(a.animation.keyPaths == b.animation.keyPaths)
        for time in [0, 0.1, 0.6, 1.3, 2.9] {
          var (valuesOfA, valuesOfB) = (LayerValues(), LayerValues())
          a.animation.apply(to: &valuesOfA, at: time)
          b.animation.apply(to: &valuesOfB, at: time)
          #expect(valuesOfA == valuesOfB)
        }
      }
    }
  }

  @Test(
    "Texts read back, whatever is in them",
    arguments: [
      "plain", "two words", "true", "null", "~", "none", "1.5", "a: b", "# no comment", " edges ",
      "quote \" and \\", "line\nbreak\ttab", "\u{E4}\u{1F600}\u{2028}\u{7}\u{FEFF}", "-", "- a",
      "[x]", "{y}", "&a", "*a", "!t", "%", "@", "`", "'", "infinite", "", "a,b", "yes", "0x10",
    ])
  func texts(_ text: String) throws {
    var values = LayerValues()
    values[.string] = AttributedText(text)
    let layer = Layer(index: 1, name: "layers[0]", layerClass: .text, values: values)
    let scene = Scene(
      size: Size(width: 1, height: 1), background: nil,
      clock: .init(rate: .standard, duration: 0.5), layers: [layer])
    let result = load(try SceneWriter().text(scene))
    #expect(
      result.scene?.layers.first?.values[.string] == AttributedText(text), "\(result.diagnostics)")
  }

  @Test("Pictures and fonts get the names that they are given, and refusals get out")
  func assets() throws {
    struct Refused: Error {}
    let file = try #require(
      AnnotatedScene.all(in: "GoodScenes").first { $0.url.lastPathComponent == "everything.yaml" })
    let scene = try #require(try file.load().scene)
    let text = try SceneWriter { _ in "pictures/x.png" }.text(scene)
    #expect(text.contains("contents: pictures/x.png\n"))
    #expect(throws: Refused.self) { try SceneWriter { _ in throw Refused() }.text(scene) }
  }

  @Test(
    "What events do to a layer reads back as the same values at every time",
    arguments: [
      // A begin time that is 0 by the layer's clock, when an event's 0 would mean now.
      "add: {a: {type: basic, keyPath: opacity, toValue: 0, duration: 2, beginTime: now - 0.5}}",
      "speed: {a: 0.5}, add: {a: {type: basic, keyPath: opacity, toValue: 0, duration: 2}}",
      // Of animations without a key one leaves when it has ended, the other stays.
      "add: {a: [{type: basic, keyPath: opacity, toValue: 0, duration: 0.25}, {type: basic, keyPath: cornerRadius, toValue: 9, duration: 9}]}",
      "removeAll: [a], add: {a: {type: basic, keyPath: position.y, byValue: 9, duration: 1}}",
      // A simulation applies last, even after later animations.
      "add: {a: {type: basic, keyPath: position, toValue: [0, 0], duration: 3}}",
      "set: {a: {position: [5, 5]}}",
    ], [false, true])
  func events(_ event: String, isBody: Bool) throws {
    let physics = "physics: {bodies: [{layer: a, velocity: [30, 0]}]}"
    let scene = try #require(
      load(
        """
        size: [99, 99]
        duration: 3
        layers:
          - name: a
            bounds: [9, 9]
            animations:
              - {type: basic, keyPath: backgroundColor, fromValue: red, toValue: blue, duration: 1.5}
        events:
          - {at: 0.5, \(event)}
          - {at: 1, set: {a: {backgroundColor: white}}}
          - {at: 1.25, removeAll: [a], set: {a: {borderWidth: 2}}}
        \(isBody ? physics : "")
        """
      ).scene)
    let text = try SceneWriter().text(scene)
    let read = try load(text).loaded()
    #expect(try SceneWriter().text(read) == text)
    for step in 0..<60 {
      let time = Double(step) / 20
      let (a, b) = (scene.presentation(at: time), read.presentation(at: time))
      #expect(a.sublayers[0].values == b.sublayers[0].values, "\(time)\n\(text)")
    }
  }

  @Test("A life that no events make is refused, not written as something else")
  func lives() {
    let clocks = [LayerClock(beginTime: 0.3), LayerClock(speed: 2)]
    for clock in clocks {
      let layer = Layer(
        index: 1, name: "a", layerClass: .plain,
        epochs: [
          Epoch(values: LayerValues()), Epoch(startTime: 1, values: LayerValues(), clock: clock),
        ])
      let scene = Scene(
        size: Size(width: 1, height: 1), background: nil,
        clock: .init(rate: .standard, duration: 0.5), layers: [layer])
      let error = #expect(throws: SceneWriter.Unwritable.self) { try SceneWriter().text(scene) }
      #expect(
        error?.description == "what happens to layer 'a' at 1 seconds cannot be written")
    }
  }
}

extension SoundMix {
  /// The tracks without places, which differ between two files.
  fileprivate var withoutPlaces: [[String]] {
    tracks.map { track in
      ["\(track.name ?? "")", "\(String(describing: track.ducking))", "\(track.duckedUnder)"]
        + track.clips.map { "\($0)" }
    }
  }
}
