import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

@Suite("Baking")
struct BakeTests {
  static let seeds = Array<UInt64>(0..<20)
  /// For each seed. ROSTRUM_GENERATED_SCENES sets a higher total.
  private static let scenesPerSeed =
    (ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_SCENES"].flatMap(Int.init) ?? 120) / 20
  /// All scenes of the repository, as `Book/9.1.yaml`.
  static let scenes = FileManager.default.folders(in: "Scenes").flatMap { folder in
    FileManager.default.scenes(in: "Scenes/\(folder)").map { "\(folder)/\($0)" }
  }

  @Test(
    "A baked scene shows the same at every frame, exactly, also once it is read back",
    arguments: seeds)
  func generated(_ seed: UInt64) throws {
    for number in 0..<Self.scenesPerSeed {
      try expectSame(seed * 100 + UInt64(number % 100) + UInt64(number / 100) * 10_000)
    }
  }

  /// Numbers above 0 that overshoot, and are 0 in between, grew with each baking.
  @Test("Scenes that once were baked differently again", arguments: [11403, 31568, 31656])
  func onceDifferent(_ seed: UInt64) throws { try expectSame(seed) }

  private func expectSame(_ seed: UInt64) throws {
    let scene = GeneratedScene.scene(seed: seed, hasEvents: true)
    let baked = BakedScene(scene).scene
    expectSameFrames(scene, baked)
    let text = try SceneWriter().text(baked)
    let result = SceneOpener().check(text: text, path: "/tmp/none.yaml")
    let read = try #require(result.scene, "\(result.diagnostics.first?.message ?? "")")
    expectSameFrames(baked, read)
    #expect(try SceneWriter().text(BakedScene(read).scene) == text, "seed \(seed)")
  }

  @Test("After its last frame a baked scene stays, or returns to the model as the scene does")
  func afterwards() throws {
    let path = AnimationKeyPath(.opacity)
    let ends = AnimationEnds(from: .number(0), to: .number(0.5))
    let removed = BasicAnimation(
      keyPath: path, ends: ends, timing: MediaTiming(duration: 1))
    let filled = BasicAnimation(
      keyPath: path, ends: ends,
      timing: MediaTiming(duration: 0.5, fillMode: .forwards, isRemovedOnCompletion: false))
    for (animation, value) in [(removed, 1.0), (filled, 0.5)] {
      let baked = BakedScene(scene([animation])).scene
      let shown = baked.presentation(at: 3).sublayers[0].values[.opacity]
      #expect(shown == value)
    }
  }

  @Test("The key frames end with the scene's own end value")
  func end() throws {
    let fade = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(0.6)),
      timing: MediaTiming(duration: 1))
    let original = scene([fade])
    let end = original.clock.duration
    #expect(original.presentation(at: end).sublayers[0].values[.opacity] == 0.6)
    #expect(BakedScene(original).scene.presentation(at: end).sublayers[0].values[.opacity] == 0.6)
  }

  @Test("Values beyond a property's range are kept: an opacity that overshoots")
  func overshoot() throws {
    let spring = SpringAnimation(
      BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
        timing: MediaTiming(duration: 1)), spring: .default)
    let baked = BakedScene(scene([spring])).scene
    #expect(baked.layers[0].animations.count == 2)
    let text = try SceneWriter().text(baked)
    let read = try #require(SceneOpener().check(text: text, path: "x.yaml").scene)
    expectSameFrames(scene([spring]), read)
  }

  @Test("Half copies, and colours at places that overshoot, are kept too")
  func overshootingLists() throws {
    let timing = MediaTiming(duration: 1)
    let count = BasicAnimation(
      keyPath: AnimationKeyPath(.instanceCount),
      ends: AnimationEnds(from: .number(1), to: .number(5)), timing: timing)
    let locations = SpringAnimation(
      BasicAnimation(
        keyPath: AnimationKeyPath(.locations),
        ends: AnimationEnds(from: .numbers([0, 0]), to: .numbers([0.9, 1])), timing: timing),
      spring: .default)
    let layers = [
      Layer(
        index: 1, name: "a", layerClass: .replicator, values: LayerValues(), animations: [count]),
      Layer(
        index: 2, name: "b", layerClass: .gradient, values: LayerValues(), animations: [locations]),
    ]
    let original = scene(layers: layers)
    let text = try SceneWriter().text(BakedScene(original).scene)
    let result = SceneOpener().check(text: text, path: "x.yaml")
    expectSameFrames(original, try #require(result.scene, "\(result.diagnostics)"))
  }

  @Test("In a layer that is kept, an animation that interrupts an overshooting one is kept as well")
  func interrupted() throws {
    let spring = SpringAnimation(
      BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
        timing: MediaTiming(duration: 1)), spring: .default)
    let fade = TransitionAnimation(timing: MediaTiming(beginTime: 0.8, duration: 0.1))
    let path = AnimationKeyPath(.opacity)
    let set = Event.Action(layer: 1, .set(path, .number(0.5)))
    let bounce = ViewAnimation(duration: 0.4, spring: .default)
    let animate = Event.Action(layer: 1, .animate(path, .number(0.2), bounce))
    let layers = try RostrumKitTests.scene([spring, fade]).root.sublayers.changed(
      by: [Event(at: 0.3, [set]), Event(at: 0.7, [animate])])
    let original = RostrumKitTests.scene(layers: layers)
    #expect(layers[0].presentation(at: 0.3).values[.opacity] > 1)
    let text = try SceneWriter().text(BakedScene(original).scene)
    let result = SceneOpener().check(text: text, path: "x.yaml")
    let read = try #require(result.scene, "\(result.diagnostics)")
    for frame in 0..<60 {
      let time = Double(frame) / 60
      let opacity = original.presentation(at: time).sublayers[0].values[.opacity]
      #expect(
        abs(read.presentation(at: time).sublayers[0].values[.opacity] - opacity) < 1e-12)
    }
  }

  @Test("What key frames cannot change is set by events, at the frames at which it changes")
  func events() throws {
    var later = LayerValues()
    later[.masksToBounds] = true
    later[.allowsGroupOpacity] = false
    let layer = Layer(
      index: 1, name: "a", layerClass: .plain,
      epochs: [Epoch(values: LayerValues()), Epoch(startTime: 0.51, values: later)])
    let original = scene(layers: [layer])
    let baked = BakedScene(original).scene
    expectSameFrames(original, baked)
    let times = baked.layers[0].epochs.map(\.startTime)
    #expect(times == [-Double.infinity, 31.0 / 60])
    let text = try SceneWriter().text(baked)
    #expect(text.contains("allowsGroupOpacity: false"))
    expectSameFrames(original, try #require(SceneOpener().check(text: text, path: "x.yaml").scene))
  }

  @Test("A layer in a transition stays as it is; one whose transition no frame shows does not")
  func transition() throws {
    func baked(_ time: Double) -> BakedScene {
      let fade = TransitionAnimation(timing: MediaTiming(beginTime: time, duration: 0.2))
      return BakedScene(RostrumKitTests.scene([fade]))
    }
    let kept = baked(0.5)
    #expect(kept.unbaked.map(\.reason) == [.transition(at: 0.5)])
    #expect(
      kept.unbaked.map(\.description) == [
        "layer 'layer' stays as it is, with all that lies in it: it is in a transition at 0.5 s"
      ])
    #expect(kept.scene.layers[0].animations.first is TransitionAnimation)
    #expect(baked(2).unbaked.isEmpty)
    #expect(baked(2).scene.layers[0].animations.isEmpty)
  }

  @Test(
    "With transitions, copies that lag, particles and events a baked scene shows the same at every frame",
    arguments: seeds)
  func lively(_ seed: UInt64) throws {
    for number in 0..<12 {
      let scene = try GeneratedScene.livelyScene(seed: seed * 100 + UInt64(number))
      let baked = BakedScene(scene)
      let text = try SceneWriter().text(baked.scene)
      let result = SceneOpener().check(text: text, path: "/tmp/none.yaml")
      let read = try #require(result.scene, "\(result.diagnostics.first?.message ?? "")\n\(text)")
      // Implicit animations that begin beyond a property's rule are written as sums.
      expectSameFrames(scene, read, within: 1e-12)
      let again = BakedScene(read)
      #expect(again.unbaked.map(\.description) == baked.unbaked.map(\.description))
      #expect(try SceneWriter().text(again.scene) == text)
    }
  }

  @Test("Generated scenes keep layers for every reason but videos")
  func reasons() throws {
    var counts: [String: Int] = [:]
    for seed in 0..<300 {
      let scene = try GeneratedScene.livelyScene(seed: UInt64(seed))
      for layer in BakedScene(scene).unbaked { counts[layer.reason.kind, default: 0] += 1 }
    }
    #expect(counts.count == 4 && counts.values.allSatisfy { $0 > 10 }, "\(counts)")
  }

  @Test("The repository's scenes bake to scenes of the same pixels", arguments: scenes)
  func pixels(_ name: String) throws {
    let folder = try TemporaryFolder()
    let source = try folder.copy("Scenes").appending(path: name)
    let output = source.deletingLastPathComponent().appending(path: "baked.yaml").path
    let again = source.deletingLastPathComponent().appending(path: "again.yaml").path
    let options = SceneOptions(frameRate: FrameRate(numerator: 12))
    let result = try BakeJob(scene: source.path, output: output, options: options).run()
    try BakeJob(scene: output, output: again).run()
    #expect(try Data(contentsOf: URL(filePath: output)) == Data(contentsOf: URL(filePath: again)))
    let original = try SceneOpener(options: options).open(source.path)
    let baked = try SceneOpener().open(output)
    #expect(baked.result.diagnostics.isEmpty, "\(baked.result.diagnostics.map(\.message))")
    expectSameFrames(original.scene, baked.scene)
    let keeps = result.diagnostics.contains { $0.id == "kept-layer" }
    #expect(keeps == Self.keeping.contains(name))
    let count = original.scene.clock.frameCount
    for frame in keeps ? Array(0..<count) : [0, count / 3, count - 1] {
      let time = original.scene.clock.time(ofFrame: frame)
      let pictures = try (picture(of: original, at: time), picture(of: baked, at: time))
      #expect(pictures.0 == pictures.1, "frame \(frame)")
    }
  }

  /// The names of scenes in which a layer stays as it is.
  private static let keeping: Set<String> = [
    "Cookbook/short-film.yaml", "Cookbook/spinner.yaml",
    "Book/6.8-replicator.yaml", "Book/7.3-actions.yaml", "Book/8.3-transition.yaml",
    "Effects/transition-fade.yaml", "Layers/layouts.yaml",
    "Effects/transition-nested.yaml", "Effects/transition-subtypes.yaml",
    "Effects/transition-types.yaml", "Layers/emitter-depth.yaml",
    "Layers/emitter-directions.yaml",
    "Layers/emitter-fireworks.yaml", "Layers/emitter-fountain.yaml", "Layers/emitter-moving.yaml",
    "Layers/emitter-shapes.yaml", "Layers/emitter-spin.yaml",
    "Layers/replicator-grid.yaml", "Layers/replicator-ring.yaml", "Layers/video.yaml",
  ]

  @Test("Good scenes bake to scenes that show the same", arguments: GoodScene.all)
  func goodScenes(_ path: String) throws {
    let loader = SceneLoader(
      options: SceneOptions(frameRate: FrameRate(numerator: 20)), assets: AnyPicture())
    let scene = try #require(try loader.load(path: path).scene)
    let text = try SceneWriter().text(BakedScene(scene).scene)
    let result = loader.load(text: text, path: path)
    let read = try #require(result.scene, "\(result.diagnostics.map(\.message))")
    expectSameFrames(scene, read)
    #expect(try SceneWriter().text(BakedScene(read).scene) == text)
  }

  @Test("Pictures and words change at the frames at which they do in the scene")
  func discrete() throws {
    let pictures = ["a", "b"].map {
      Value.image(ImageReference(path: "/tmp/\($0).png", width: 2, height: 2))
    }
    let contents = BasicAnimation(
      keyPath: AnimationKeyPath(.contents),
      ends: AnimationEnds(from: pictures[0], to: pictures[1]), timing: MediaTiming(duration: 1))
    let hidden = BasicAnimation(
      keyPath: AnimationKeyPath(.hidden),
      ends: AnimationEnds(from: .boolean(true), to: .boolean(false)),
      timing: MediaTiming(duration: 0.5))
    let original = scene([contents, hidden])
    let baked = BakedScene(original).scene
    expectSameFrames(original, baked)
    let modes = baked.layers[0].animations.compactMap {
      ($0 as? KeyframeAnimation)?.calculationMode
    }
    #expect(modes == [.discrete, .discrete])
    #expect(baked.images.map(\.path).contains("/tmp/b.png"))
  }
}

/// Compares the visible values of two scenes at each frame.
func expectSameFrames(_ a: Scene, _ b: Scene, within tolerance: Double = 0) {
  #expect(a.clock.frameCount == b.clock.frameCount)
  for frame in 0..<a.clock.frameCount {
    let time = a.clock.time(ofFrame: frame)
    let difference = a.presentation(at: time)
      .difference(from: b.presentation(at: time), tolerance)
    #expect(difference == nil, "frame \(frame): \(difference ?? "")")
  }
}

extension PresentationLayer {
  /// The visible difference from another layer; `nil` for none.
  fileprivate func difference(from other: PresentationLayer, _ tolerance: Double) -> String? {
    for property in layerClass.properties {
      let (value, otherValue) = (values[any: property].visible, other.values[any: property].visible)
      if !value.isClose(to: otherValue, tolerance) { return "\(property.name) of \(name)" }
    }
    if transition != other.transition { return "transition of \(name)" }
    if values.born != other.values.born { return "particles of \(name)" }
    let (inside, others) = (parts, other.parts)
    guard inside.count == others.count else { return "what is in \(name)" }
    return zip(inside, others).lazy.compactMap { $0.difference(from: $1, tolerance) }.first
  }

  private var parts: [PresentationLayer] {
    inner + (oldSnapshot.map { [$0] } ?? [])
  }
}

extension LayerValues {
  /// The particles that an emitter shows.
  fileprivate var born: [Particle] {
    self[.particles]?.particles ?? []
  }
}

extension UnbakedLayer.Reason {
  fileprivate var kind: String {
    switch self {
    case .transition: "transition"
    case .lag: "lag"
    case .video: "video"
    case .emission: "emission"
    case .particles: "particles"
    }
  }
}

/// The scene files of the front end's tests. Their pictures are empty files.
private enum GoodScene {
  static let all = FileManager.default.scenes(in: "Tests/Fixtures/GoodScenes").map {
    FileManager.root.appending(path: "Tests/Fixtures/GoodScenes").appending(path: $0).path
  }
}

/// Takes every file for a picture and every text for drawable.
private struct AnyPicture: AssetInspector {
  func imageSize(atPath path: String) throws(AssetProblem) -> (width: Int, height: Int) { (4, 4) }
  func video(atPath path: String) throws(AssetProblem) -> VideoReference {
    VideoReference(path: path, width: 4, height: 4, times: [0], duration: 1, tolerance: 0)
  }
  func audio(atPath path: String) throws(AssetProblem) -> AudioReference {
    AudioReference(path: path, duration: 3, channelCount: 1)
  }
  func inspectText(_ values: LayerValues) throws(AssetProblem) {}
}

extension LayerValues {
  /// Without differences that no pixel can show.
  var visible: [Value] { LayerClass.shape.properties.map { self[any: $0].visible } }
}

extension Value {
  /// Equal, or numbers of which none differs by more than the tolerance.
  fileprivate func isClose(to other: Value, _ tolerance: Double) -> Bool {
    if self == other { return true }
    guard tolerance > 0, let difference = subtracting(other) else { return false }
    return switch difference {
    case .number(let number): abs(number) <= tolerance
    case .rect(let rect):
      max(abs(rect.minX), abs(rect.minY), abs(rect.size.width), abs(rect.size.height)) <= tolerance
    case .color(let color):
      max(abs(color.red), abs(color.green), abs(color.blue), abs(color.alpha)) <= tolerance
    case .numbers(let numbers): numbers.allSatisfy { abs($0) <= tolerance }
    default: false
    }
  }

  /// Without differences that no pixel can show: alpha outside 0...1, and the tiny number that
  /// replaces a 0 where a positive number is required.
  fileprivate var visible: Value {
    switch self {
    case .number(let number) where abs(number) < 1e-299: return .number(0)
    case .color(var color):
      color.alpha = min(max(color.alpha, 0), 1)
      return .color(color)
    default: return self
    }
  }
}
