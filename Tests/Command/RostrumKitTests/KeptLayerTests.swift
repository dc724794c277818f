import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

/// Scenes with layers that baking leaves as they are, each with another reason or another clock
/// around it.
@Suite("Layers that baking keeps")
struct KeptLayerTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    /// The layers that stay, each with why.
    let kept: [(layer: String, reason: String)]
    /// Without the heading that all have.
    let text: String

    var testDescription: String { name }
  }

  /// Shown by some of the samples.
  private static let inner = """
    size: [40, 40]
    duration: 1
    background: white
    parameters:
      ink: {type: color, default: red}
      word: {default: Hi}
      turn: {type: transform, default: identity}
      widths: {type: numbers, default: [1, 1]}
      picture: {type: image, default: none}
    layers:
      - name: box
        frame: [5, 5, 20, 20]
        backgroundColor: gray
        contents: "${picture}"
        transform: "${turn}"
      - {name: label, class: text, string: "${word}", fontSize: 10, bounds: [30, 12], position: [20, 30], foregroundColor: black}
      - {name: line, class: shape, path: M 0 20 L 40 20, strokeColor: black, lineDashPattern: "${widths}"}
    events:
      - at: 0.3
        transaction: {disableActions: true}
        set: {box: {backgroundColor: "${ink}"}}
        add: {box: {type: transition, transitionType: push, duration: 0.4}}
      - at: 0.9
        set: {box: {cornerRadius: 8}}
    """

  private static let heading = "size: [90, 60]\nbackground: white\nfps: 20\nduration: 1.5\n"

  static let samples = [
    Sample(
      name: "a scene at half speed, with parameters of every form",
      kept: [
        ("slow", "layer 'slow/box' is in a transition at 0.6 s"),
        ("other/box", "it is in a transition at 0.3 s"),
      ],
      text: """
        layers:
          - name: outer
            position: [40, 30]
            animations: [{type: basic, keyPath: position.x, toValue: 60, duration: 1.5}]
            sublayers:
              - name: slow
                class: scene
                scene: inner.yaml
                speed: 0.5
                parameters:
                  ink: teal
                  word: "5, ${not}: \\"x\\" # $"
                  turn: {rotation: 20deg, scale: [1, 0.5]}
                  widths: [4, 2]
                  picture: picture.png
              - {name: other, class: scene, scene: inner.yaml, position: [40, 0], parameters: {word: 5, picture: none}}
        """.replacing("${not}", with: "$${not}")),
    Sample(
      name: "a subtree that is scrubbed to and fro, with a scene inside",
      kept: [("film", "layer 'inside/box' is in a transition at 0.25 s")],
      text: """
        layers:
          - name: film
            speed: 0
            animations: [{type: basic, keyPath: timeOffset, fromValue: 0, toValue: 1, duration: 0.75, autoreverses: true}]
            sublayers:
              - {name: inside, class: scene, scene: inner.yaml, position: [30, 30]}
        """),
    Sample(
      name: "copies that lag in a layer that events pause and speed up",
      kept: [("clock", "the copies in layer 'row' lag behind each other")],
      text: """
        layers:
          - name: still
            frame: [0, 0, 9, 9]
            backgroundColor: green
            animations: [{type: spring, keyPath: opacity, fromValue: 0, toValue: 1, stiffness: 300, damping: 5}]
          - name: clock
            sublayers:
              - name: row
                class: replicator
                instanceCount: 3
                instanceDelay: 0.1
                instanceTransform: {translation: [25, 0]}
                sublayers:
                  - name: dot
                    frame: [5, 5, 15, 15]
                    backgroundColor: red
                    animations: [{type: basic, keyPath: position.y, toValue: 50, duration: 1}]
        events:
          - {at: 0.31, pause: [clock]}
          - {at: 0.52, speed: {clock: 2}, set: {still: {backgroundColor: blue}, dot: {cornerRadius: 7}}}
          - {at: 0.83, removeAll: [dot], set: {dot: {backgroundColor: orange}}}
        """),
    Sample(
      name: "a body whose copies lag",
      kept: [("swarm", "the copies in it lag behind each other")],
      text: """
        layers:
          - name: swarm
            class: replicator
            bounds: [16, 16]
            position: [30, 10]
            backgroundColor: yellow
            transform: {rotation: 10deg}
            instanceCount: 3
            instanceDelay: 0.2
            instanceTransform: {translation: [12, 0]}
            sublayers:
              - name: one
                frame: [0, 0, 16, 16]
                backgroundColor: purple
                animations: [{type: basic, keyPath: cornerRadius, toValue: 8, duration: 1}]
          - {name: two, bounds: [16, 16], position: [60, 5], backgroundColor: brown}
        events:
          - {at: 0.33, set: {swarm: {backgroundColor: silver, borderWidth: 3}}}
          - {at: 0.7, add: {swarm: {type: basic, keyPath: opacity, toValue: 0, duration: 2}}}
          - {at: 1, removeAll: [swarm], add: {swarm: {type: basic, keyPath: opacity, toValue: 0.5, duration: 1}}}
        physics:
          bodies: [{layer: swarm, elasticity: 0.5, velocity: [40, 0]}, {layer: two}]
        """),
    Sample(
      name: "a mask that changes in a transition, in copies, beside a text that changes",
      kept: [("hole", "it is in a transition at 0.3 s")],
      text: """
        layers:
          - name: copies
            class: replicator
            instanceCount: 2
            instanceTransform: {translation: [40, 0]}
            animations: [{type: basic, keyPath: opacity, fromValue: 0.2, toValue: 1, duration: 1}]
            sublayers:
              - name: pane
                frame: [5, 5, 35, 50]
                backgroundColor: navy
                mask:
                  name: hole
                  frame: [0, 0, 35, 50]
                  backgroundColor: black
                  sublayers:
                    - {name: speck, frame: [10, 10, 10, 10], backgroundColor: white}
          - {name: label, class: text, string: one, fontSize: 12, bounds: [60, 20], position: [45, 45], foregroundColor: red}
        events:
          - {at: 0.27, set: {label: {string: two}}}
          - at: 0.2999
            transaction: {animationDuration: 0.6}
            set: {hole: {maskedCorners: [], cornerRadius: 17, masksToBounds: true}, label: {string: three}}
          - {at: 0.6, add: {speck: {type: basic, keyPath: opacity, toValue: 0, duration: 0.3, removedOnCompletion: false, fillMode: forwards}}}
          - {at: 1.1, removeAll: [speck], set: {label: {string: four}}}
        """),
    Sample(
      name: "particles of a changing rate, and some by a clock of their own",
      kept: [
        ("changing", "the particles of it keep how they were born between the frames"),
        ("late", "the particles of it follow its own clock"),
      ],
      text: """
        layers:
          - &emitter
            name: steady
            class: emitter
            position: [20, 30]
            emitterCells: [{name: spark, contents: picture.png, birthRate: 20, lifetime: 0.5, velocity: 40, emissionRange: 6, scale: 0.2}]
            animations: [{type: basic, keyPath: position.y, toValue: 50, duration: 1}]
          - {<<: *emitter, name: changing, position: [45, 30]}
          - {<<: *emitter, name: late, position: [70, 30], timeOffset: -0.25}
        events:
          - {at: 0.51, set: {changing: {birthRate: 0.5}, steady: {opacity: 0.5}}}
        """),
    Sample(
      name: "a transition that stands still, in a scene without a duration",
      kept: [("card", "it is in a transition at 0 s")],
      text: """
        layers:
          - name: frame
            frame: [0, 0, 90, 60]
            animations: [{type: basic, keyPath: opacity, fromValue: 0.5, toValue: 1, speed: 0}]
            sublayers:
              - name: card
                frame: [10, 10, 40, 40]
                backgroundColor: red
                animations:
                  - {type: basic, keyPath: backgroundColor, fromValue: lime, speed: 0}
                  - {type: transition, transitionType: push, speed: 0, timeOffset: 0.1}
        """),
  ]

  @Test(
    "Each is named with its reason, and the baked file renders the same pixels", arguments: samples)
  func pixels(_ sample: Sample) throws {
    let folder = try TemporaryFolder()
    let original = try write(sample, in: folder)
    let output = folder.url.appending(path: "baked.yaml").path
    let again = folder.url.appending(path: "again.yaml").path
    let result = try BakeJob(scene: original.path, output: output).run()
    #expect(
      result.diagnostics.filter { $0.severity == .note }.map(\.message)
        == sample.kept.map {
          "layer '\($0.layer)' stays as it is, with all that lies in it: \($0.reason)"
        })
    try BakeJob(scene: output, output: again).run()
    #expect(
      try String(contentsOfFile: output, encoding: .utf8)
        == String(contentsOfFile: again, encoding: .utf8))
    try expectSamePictures(original, try SceneOpener().open(output))
  }

  private func write(_ sample: Sample, in folder: TemporaryFolder) throws -> OpenedScene {
    let ball = FileManager.root.appending(path: "Scenes/Book/Assets/Ball.png")
    try FileManager.default.copyItem(at: ball, to: folder.url.appending(path: "picture.png"))
    try folder.write(Self.inner, to: "inner.yaml")
    let isStill = sample.name.hasSuffix("without a duration")
    let heading = Self.heading.replacing(isStill ? "duration: 1.5\n" : "\n\n", with: "")
    try folder.write(heading + sample.text, to: "scene.yaml")
    return try SceneOpener().open(folder.url.appending(path: "scene.yaml").path)
  }

  private func expectSamePictures(_ a: OpenedScene, _ b: OpenedScene) throws {
    #expect(b.result.diagnostics.map(\.message) == a.result.diagnostics.map(\.message))
    let clock = a.scene.clock
    #expect(b.scene.clock.frameCount == clock.frameCount)
    var pictures = Set<[UInt8]>()
    for frame in 0..<clock.frameCount {
      let time = clock.time(ofFrame: frame)
      let expected = try picture(of: a, at: time)
      #expect(try picture(of: b, at: time) == expected, "frame \(frame)")
      pictures.insert(expected)
    }
    #expect(pictures.count > clock.frameCount / 4, "the scene moves")
  }

  @Test("A layer that is kept names its scene's file, which is read again")
  func innerFile() throws {
    let folder = try TemporaryFolder()
    let sample = Self.samples[0]
    let original = try write(sample, in: folder)
    let output = folder.url.appending(path: "baked.yaml").path
    try BakeJob(scene: original.path, output: output).run()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(text.contains("scene: inner.yaml") && text.contains("picture: picture.png"))
    #expect(text.contains("name: slow\n") && !text.contains("slow/box"))
    // The other one has the scene's own time, so that all in it is written out.
    #expect(text.contains("other/label") && text.components(separatedBy: "scene:").count == 2)
  }
}
