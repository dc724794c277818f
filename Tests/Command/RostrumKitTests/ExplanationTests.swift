import Foundation
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumTiming
import Testing

@Suite("Explanations")
struct ExplanationTests {
  static let seeds = Array<UInt64>(0..<24)

  @Test("The explained value is the presentation value, exactly, at every time", arguments: seeds)
  func agrees(_ seed: UInt64) throws {
    for number in 0..<20 {
      let scene = GeneratedScene.scene(seed: seed * 1000 + UInt64(number), hasEvents: true)
      for time in number % 2 == 0 ? [-0.1, 0.31] : [0.5, 0.62, 2] {
        let shown = scene.presentation(at: time).subtree
        for layer in scene.layers {
          let values = try #require(shown.first { $0.index == layer.index }).values
          for keyPath in writtenKeyPaths(layer) {
            let explanation = try #require(
              scene.explanation(ofLayer: layer.index, keyPath: keyPath, at: time))
            #expect(explanation.presentationValue == keyPath.value(in: values))
            checkSteps(explanation.animations)
          }
        }
      }
    }
  }

  private func writtenKeyPaths(_ layer: Layer) -> [AnimationKeyPath] {
    var paths: [AnimationKeyPath] = []
    for path in layer.allAnimations.flatMap(\.keyPaths) where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }

  /// The last stage of each is the animation's output; animations inside a group end with the
  /// group.
  private func checkSteps(_ animations: [AnimationExplanation]) {
    for step in animations {
      checkSteps(step.inner)
      if step.transformedProgress == nil { #expect(step.before == step.after) }
      guard let own = step.attached.animation as? any PropertyAnimation,
        let last = step.stages.last, let value = last["value"]
      else { continue }
      var written = step.before
      guard case .value(let result) = value else { continue }
      own.keyPath.set(result, in: &written)
      #expect(written == step.after)
    }
  }

  @Test("The values of a mask are explained as those of other layers")
  func masks() throws {
    let path = AnimationKeyPath(.opacity)
    let fade = BasicAnimation(
      keyPath: path, ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: MediaTiming(duration: 1))
    let mask = Layer(
      index: 2, name: "mask", layerClass: .plain, values: LayerValues(), animations: [fade])
    let layer = Layer(
      index: 1, name: "layer", layerClass: .plain, values: LayerValues(), mask: mask)
    let explanation = try #require(
      scene(layers: [layer]).explanation(ofLayer: 2, keyPath: path, at: 0.25))
    #expect(explanation.presentationValue == .number(0.25))
  }

  @Test("A group's last step inside leaves the value that the group leaves")
  func groups() throws {
    let path = AnimationKeyPath(.opacity)
    let group = AnimationGroup(
      animations: [
        BasicAnimation(
          keyPath: path, ends: AnimationEnds(from: .number(0), to: .number(1)),
          timing: MediaTiming(duration: 2)),
        BasicAnimation(
          keyPath: path, ends: AnimationEnds(from: .number(0), to: .number(0.5)),
          timing: MediaTiming(duration: 1), isAdditive: true),
      ], timing: MediaTiming(duration: 2, speed: 2))
    let explanation = try #require(scene([group]).explanation(ofLayer: 1, keyPath: path, at: 0.25))
    let step = try #require(explanation.animations.first)
    #expect(step.innerTime == 0.5)
    #expect(step.inner.map(\.parentTime) == [0.5, 0.5])
    #expect(step.inner.last?.after == step.after)
    #expect(explanation.presentationValue == .number(0.5))
  }

  @Test(
    "How long an animation lasts is told in words",
    arguments: [
      (MediaTiming(duration: 2), "begins at 0, 2 s long", "duration 2"),
      (
        MediaTiming(duration: 2, repeatCount: .infinity), "begins at 0, for ever",
        "duration 2, repeats for ever"
      ),
      (
        MediaTiming(duration: 2, repeatDuration: .infinity), "begins at 0, for ever",
        "duration 2, repeats for ever"
      ),
      (
        MediaTiming(duration: 2, repeatDuration: 3), "begins at 0, 3 s long",
        "duration 2, repeats for 3 s"
      ),
    ])
  func lengths(_ timing: MediaTiming, _ length: String, _ variations: String) throws {
    let path = AnimationKeyPath(.opacity)
    let fade = BasicAnimation(
      keyPath: path, ends: AnimationEnds(from: .number(0), to: .number(1)), timing: timing)
    let explanation = try #require(scene([fade]).explanation(ofLayer: 1, keyPath: path, at: 1))
    let lines = ExplanationFormat.text.text(explanation).split(separator: "\n")
    #expect(lines.contains { $0.contains("phase") && $0.hasSuffix(length) }, "\(lines)")
    #expect(lines.contains { $0.contains("active time") && $0.hasSuffix(variations) }, "\(lines)")
  }

  @Test("Clocks are told from the root down, with their numbers")
  func clocks() throws {
    let inner = Layer(
      index: 2, name: "inner", layerClass: .plain, values: LayerValues(),
      clock: LayerClock(beginTime: 1, speed: 3, timeOffset: 0.5))
    let outer = Layer(
      index: 1, name: "outer", layerClass: .plain, values: LayerValues(),
      clock: LayerClock(speed: 2), sublayers: [inner])
    let explanation = try #require(
      scene(layers: [outer]).explanation(
        ofLayer: 2, keyPath: AnimationKeyPath(.opacity), at: 0.75))
    #expect(explanation.clocks.map(\.layer.name) == ["scene", "outer", "inner"])
    #expect(explanation.clocks.map(\.localTime) == [0.75, 1.5, 2])
  }

  @Test("A key frame's segment is told with its times, its progress and its timing function")
  func segment() throws {
    let animation = KeyframeAnimation(
      keyPath: AnimationKeyPath(.opacity), values: [.number(0), .number(1), .number(0)],
      keyTimes: [0, 0.25, 1], timingFunctions: [.bezier(.easeIn), .easing(.quadraticEaseIn)],
      timing: MediaTiming(duration: 4))
    let explanation = try #require(
      scene([animation]).explanation(ofLayer: 1, keyPath: AnimationKeyPath(.opacity), at: 2.5))
    let segment = try #require(explanation.animations.first?.stages.first)
    #expect(segment.name == "segment")
    #expect(segment["index"] == .count(1))
    #expect(segment["fromKeyTime"] == .number(0.25))
    #expect(segment["toKeyTime"] == .number(1))
    #expect(segment["localProgress"] == .number(0.5))
    #expect(segment["easedProgress"] == .number(0.25))
    #expect(explanation.presentationValue == .number(0.75))
  }

  @Test("An event's stretch is told with its start and its end")
  func stretch() throws {
    var later = LayerValues()
    later[.opacity] = 0.5
    let layer = Layer(
      index: 1, name: "a", layerClass: .plain,
      epochs: [Epoch(values: LayerValues()), Epoch(startTime: 1, values: later)])
    let before = try #require(
      scene(layers: [layer]).explanation(
        ofLayer: 1, keyPath: AnimationKeyPath(.opacity), at: 0.5))
    #expect(before.epoch.index == 0)
    #expect(before.epoch.endTime == 1)
    let after = try #require(
      scene(layers: [layer]).explanation(ofLayer: 1, keyPath: AnimationKeyPath(.opacity), at: 1))
    #expect(after.epoch.index == 1)
    #expect(after.modelValue == .number(0.5))
  }

  @Test("A class that tells nothing of itself is explained by its timing and its value")
  func unknownClass() throws {
    let explanation = try #require(
      scene([BlinkAnimation()]).explanation(
        ofLayer: 1, keyPath: AnimationKeyPath(.opacity), at: 0.75))
    let step = try #require(explanation.animations.first)
    #expect(step.attached.animation.className == "blink")
    #expect(step.transformedProgress == 0.75)
    #expect(explanation.presentationValue == .number(0))
    #expect(ExplanationFormat.text.text(explanation).contains("blink opacity"))
  }

  @Test(
    "What has no effect says why",
    arguments: [
      (MediaTiming(beginTime: 1), "it does not fill backwards"),
      (MediaTiming(beginTime: -1), "it was removed on completion"),
      (MediaTiming(beginTime: -1, isRemovedOnCompletion: false), "it does not fill forwards"),
    ])
  func reasons(_ timing: MediaTiming, _ reason: String) throws {
    let animation = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(to: .number(0)), timing: timing)
    let explanation = try SceneSampler(scene([animation])).explanation(
      layer: "layer", keyPath: "opacity", at: 0)
    #expect(ExplanationFormat.text.text(explanation).contains("no effect: " + reason))
  }

  @Test("Unknown names are refused with a suggestion")
  func unknown() {
    let sampler = SceneSampler(scene([]))
    #expect(throws: SceneSampler.UnknownName.self) {
      try sampler.explanation(layer: "lyer", keyPath: "opacity", at: 0)
    }
    let error = #expect(throws: SceneSampler.UnknownName.self) {
      try sampler.explanation(layer: "layer", keyPath: "opacty", at: 0)
    }
    #expect(error?.description.contains("did you mean 'opacity'?") == true)
  }

  @Test("Texts tell the spring's seconds and displacement; JSON is JSON")
  func formats() throws {
    let spring = SpringAnimation(
      BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
        timing: MediaTiming(duration: 1)), spring: .default)
    let explanation = try SceneSampler(scene([spring])).explanation(
      layer: "layer", keyPath: "opacity", at: 0.5)
    let text = ExplanationFormat.text.text(explanation)
    #expect(text.contains("seconds 0.5, displacement "))
    #expect(!text.contains("\u{1B}"))
    #expect(ExplanationFormat.text.text(explanation, usesColor: true).contains("\u{1B}[1m"))
    let json = try JSONSerialization.jsonObject(
      with: Data(ExplanationFormat.json.text(explanation).utf8))
    let object = try #require(json as? [String: Any])
    let animations = try #require(object["animations"] as? [[String: Any]])
    #expect(animations.map { $0["type"] as? String } == ["spring"])
    let value = try #require(object["presentationValue"] as? Double)
    #expect(abs(value - Spring.default.value(at: 0.5)) < 1e-12)
  }
}

/// A class that the explanations do not know.
private struct BlinkAnimation: Animation {
  var timing = MediaTiming(duration: 1)
  var timingFunction: TimingFunction? { nil }
  var keyPaths: [AnimationKeyPath] { [AnimationKeyPath(.opacity)] }
  var images: [ImageReference] { [] }

  func apply(to values: inout LayerValues, at parentTime: Double) {
    let progress = timing.sample(at: parentTime).directedProgress ?? 0
    values[.opacity] = progress < 0.5 ? 1 : 0
  }
}

/// A scene of one layer, called `layer`, with these animations.
func scene(_ animations: [any Animation]) -> Scene {
  scene(layers: [
    Layer(
      index: 1, name: "layer", layerClass: .plain, values: LayerValues(), animations: animations)
  ])
}

/// A second of these layers.
func scene(layers: [Layer]) -> Scene {
  Scene(
    size: Size(width: 10, height: 10), background: .white,
    clock: FrameClock(rate: .standard, duration: 1), layers: layers)
}
