import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import Testing
import RostrumTiming

@Suite("Good scenes")
struct GoodSceneTests {
  private func scene(_ name: String) throws -> Scene {
    let scenes = AnnotatedScene.all(in: "GoodScenes")
    let result = try #require(scenes.first { $0.url.lastPathComponent == name }).load()
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return try #require(result.scene)
  }

  private func layer(_ name: String, in scene: Scene) throws -> Layer {
    try #require(scene.layers.first { $0.name == name })
  }

  @Test("They have no diagnostics", arguments: AnnotatedScene.all(in: "GoodScenes"))
  func noDiagnostics(_ scene: AnnotatedScene) throws {
    let result = try scene.load()
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    #expect(result.scene != nil)
  }

  @Test(
    "The bouncing ball is where its key frames say",
    arguments: [(0.0, 32.0), (0.3, 268), (0.5, 140), (0.8, 220), (1, 268)])
  func bouncingBall(time: Double, y: Double) throws {
    let ball = try #require(scene("bouncing-ball.yaml").presentation(at: time).sublayers.first)
    #expect(abs(ball.values[.position].y - y) < 1e-9)
    #expect(ball.values[.contents]?.width == 64)
  }

  @Test("Aliases and merge keys bring what they name; explicit keys win, then the earlier mapping")
  func reuse() throws {
    let scene = try scene("reuse.yaml")
    #expect(
      scene.layers.map(\.name)
        == ["first", "second", "layers[2]", "layers[2].sublayers[0]", "no"])
    #expect(scene.layers.map(\.index) == [1, 2, 3, 4, 5])
    let second = try layer("second", in: scene)
    #expect(second.values[.opacity] == 0.5)
    #expect(second.values[.backgroundColor] == Color(css: "#00BDF2"))
    #expect(second.animations.count == 1)
    let merged = try layer("layers[2]", in: scene)
    #expect(merged.values[.cornerRadius] == 3)
    #expect(merged.values[.zPosition] == 4)
    #expect(merged.values[.bounds].size == Size(width: 20, height: 10))
  }

  @Test("A layer begins with what its class begins with")
  func classDefaults() throws {
    let scroll = try layer("layers[0]", in: scene("scroll.yaml"))
    #expect(scroll.values[.masksToBounds] == true)
    #expect(
      try layer("layers[1]", in: scene("scroll.yaml")).values[.masksToBounds] == false)
  }

  @Test("Without a duration the scene lasts until the last animation ends")
  func duration() throws {
    let clock = try scene("reuse.yaml").clock
    #expect(clock.duration == 2)
    #expect(clock.rate == FrameRate("24000/1001"))
    #expect(clock.frameCount == 48)
  }

  @Test("JSON with tabs, escapes and null is a scene")
  func json() throws {
    let scene = try scene("strict.json")
    let text = try layer("t\u{E4}st", in: scene)
    #expect(text.values[.string] == AttributedText("a: \"b\"\n*c*"))
    #expect(
      text.values[.font]
        == FontReference(.family("Liberation Sans"), weight: 700, isItalic: true))
    #expect(text.values[.backgroundColor] == nil)
    #expect(scene.background?.alpha == 0.5)
    #expect(scene.clock.duration == 0.5)
    #expect(!scene.isOpaque)
  }

  @Test("A frame gives the bounds that fill it under the transform")
  func frame() throws {
    let values = try layer("plain", in: scene("everything.yaml")).values
    #expect(values[.bounds] == Rect(x: 0, y: 0, width: 50, height: 50.0 / 3))
    #expect(values[.position] == Point(x: 5, y: 14))
  }

  @Test("Lists of steps act like successive calls, the last first")
  func transformList() throws {
    let layers = try scene("everything.yaml").layers
    let list = layers[1].values[.transform].flattened
    let point = try #require(list).apply(to: Point(x: 1, y: 0))
    #expect(point.distance(to: Point(x: 10, y: 2)) < 1e-12)
    #expect(layers[1].values[.bounds] == Rect(x: -5, y: -6, width: 20, height: 30))
    let six = layers[2].values[.transform].flattened
    #expect(six?.apply(to: .zero) == Point(x: 7, y: 8))
    let sixteen = layers[3].values[.transform].flattened
    #expect(sixteen?.apply(to: Point(x: 1, y: 1)) == Point(x: 5, y: 6))
  }

  @Test("Timing is resolved: defaults, springs, groups, angles")
  func timing() throws {
    let animations = try layer("outline", in: scene("everything.yaml")).animations
    #expect(
      animations[0].timing
        == MediaTiming(
          beginTime: 0.5, duration: 1, speed: 2, timeOffset: 0.1, repeatCount: 1.5,
          autoreverses: true, fillMode: .both, isRemovedOnCompletion: false))
    #expect(animations[1].timing.duration == 0.25)
    #expect(animations[1].timing.repeatDuration == .infinity)
    let turn = try #require(animations[1] as? BasicAnimation)
    #expect(turn.ends == AnimationEnds(by: .number(2 * .pi)))
    let spring = try #require(animations[2] as? SpringAnimation)
    #expect(spring.timing.duration == spring.spring.settlingDuration)
    #expect(spring.spring.mass == 2)
    let perceptual = try #require(animations[3] as? SpringAnimation)
    #expect(abs(perceptual.spring.bounce - 0.3) < 1e-12)
    let group = try #require(animations[5] as? AnimationGroup)
    #expect(group.animations.map(\.animation.timing.duration) == [2, 2, 2])
    #expect(group.animations.allSatisfy { !$0.animation.timing.isRemovedOnCompletion })
    #expect(group.timingFunction == .easing(.bounceEaseOut))
  }

  @Test("Nothing animated and no duration: one frame")
  func still() throws {
    let scene = try #require(load("size: [10, 20]").scene)
    #expect(scene.clock.frameCount == 1)
    #expect(scene.size == Size(width: 10, height: 20))
    #expect(scene.background == nil)
  }

  @Test("The options' frame rate replaces the file's")
  func frameRate() throws {
    let options = SceneOptions(frameRate: FrameRate(numerator: 10))
    let scene = try #require(load("{size: [1, 1], fps: 50, duration: 2}", options: options).scene)
    #expect(scene.clock.frameCount == 20)
  }

  @Test("Events become the epochs of the layers")
  func events() throws {
    let scene = try scene("events.yaml")
    let (box, dot) = try (layer("box", in: scene), layer("dot", in: scene))
    #expect(box.epochs.map(\.startTime) == [-.infinity, 0.5, 2, 3, 4, 5])
    #expect(dot.epochs.map(\.startTime) == [-.infinity, 1, 2, 3, 4, 5])
    let views: [String?] = ["spin", nil, nil, nil, nil]
    #expect(
      box.epochs.map { $0.animations.map(\.key) } == [
        ["spin"], ["spin", "position", "bounds", "backgroundColor"], views, views, views, [],
      ])
    #expect(box.epochs[2].animations.map(\.animation.timing.beginTime) == [0, 2, 2.25, 7, 2.5])
    #expect(box.epochs[1].values[.contentsGravity] == .center)
    #expect(box.epochs.map(\.clock.speed) == [1, 1, 1, 0, 1, 1])
    #expect(dot.epochs.map(\.clock.speed) == [1, 1, 1, 1, 2, 2])
    #expect(try layer("words", in: scene).epochs.last?.values[.string] == AttributedText("after"))
    #expect(dot.epochs.last?.values[.hidden] == true)
  }

  @Test("View animations and added animations arrive as written")
  func eventAnimations() throws {
    let dot = try layer("dot", in: scene("events.yaml"))
    let fade = try #require(dot.epochs[1].animations[0].animation as? BasicAnimation)
    #expect(
      fade.timing
        == MediaTiming(
          beginTime: 1.5, duration: 2, repeatCount: .infinity, autoreverses: true,
          fillMode: .backwards))
    #expect(fade.timingFunction == .bezier(.linear))
    let move = try #require(dot.epochs[1].animations[1].animation as? SpringAnimation)
    #expect(abs(move.spring.dampingRatio - 0.5) < 1e-12)
    #expect(move.spring.initialVelocity == 2)
    // Duration and function of the transaction, for an animation that has none.
    let grow = try #require(dot.epochs[2].animations.last)
    #expect(grow.key == "grow")
    #expect(grow.animation.timing.duration == 3)
    #expect(grow.animation.timingFunction == .bezier(.easeIn))
    #expect(dot.epochs[3].animations.isEmpty)
  }

  @Test("Without a duration the scene lasts until what events bring has ended")
  func eventDuration() throws {
    let text = """
      size: [10, 10]
      layers: [{name: a}]
      events: [{at: 2, transaction: {animationDuration: 1.5}, set: {a: {opacity: 0}}}]
      """
    #expect(try #require(load(text).scene).clock.duration == 3.5)
  }

  @Test("Key frames are resolved: path, rotation, curve, key times of each mode")
  func keyframes() throws {
    let scene = try scene("keyframes.yaml")
    let path = try layer("path", in: scene).animations.compactMap { $0 as? KeyframeAnimation }
    #expect(path.map(\.calculationMode) == [.linear, .paced, .linear, .discrete])
    #expect(path.map(\.rotationMode) == [nil, .auto, .autoReverse, nil])
    #expect(path.map(\.keyTimes) == [[0, 0.5, 1], [0, 0.1, 1], [0, 0.25, 0.5, 1], [0, 0.5]])
    #expect(path[2].timingFunctions.count == 3)
    let modes = try layer("modes", in: scene).animations.compactMap { $0 as? KeyframeAnimation }
    #expect(modes[0].shape.tensionValues == [0, 1, 1, 0])
    #expect(modes[0].shape.continuityValues == [0, -0.5, 0, 0])
    #expect(modes[0].shape.biasValues == [0, 0, 0.5, 0])
    #expect(modes[1].keyTimes.count == 3)
    #expect(modes[1].calculationMode == .cubicPaced)
  }

  @Test("Value functions read angles, numbers or three numbers")
  func valueFunctions() throws {
    let animations = try layer("functions", in: scene("keyframes.yaml")).animations
    let properties = animations.compactMap { $0 as? any PropertyAnimation }
    #expect(properties.map(\.valueFunction) == [.rotateZ, .scale, .translateX, .rotateY])
    #expect(properties[0].declaredValues == [.number(0), .number(4 * .pi)])
    #expect(properties[1].declaredValues == [.numbers([1, 1, 1]), .numbers([3, 4, 5])])
    #expect(properties[2].declaredValues == [0, -5, 5].map(Value.number))
    #expect(properties[3].declaredValues == [.number(.pi)])
  }

  @Test("One timing function eases every step of key frames")
  func oneTimingFunction() throws {
    let curve = "\"cubic-bezier(0.85, 0, 0.15, 1)\""
    let animation = "{values: [0, 1, 0.5], timingFunctions: \(curve), duration: 1}"
    let scene = try #require(
      load("size: [9, 9]\nlayers: [{name: a, animations: {opacity: \(animation)}}]").scene)
    let frames = try #require(scene.layers[0].allAnimations.first as? KeyframeAnimation)
    #expect(frames.timingFunctions == Array(repeating: frames.timingFunctions[0], count: 2))
  }

  @Test("A film with captions has no frame after the last one")
  func lastFrame() throws {
    let scene = try #require(
      load(
        "size: [320, 180]\nfps: 30\nduration: auto\nlayers: []\n"
          + "captions: [{start: 0.5, end: 4, text: Hello}]"
      ).scene)
    #expect(scene.clock.frameCount == 120)
  }

  @Test("Springs of every description are resolved")
  func springs() throws {
    let animations = try layer("springs", in: scene("keyframes.yaml")).animations
    let springs = animations.compactMap { ($0 as? SpringAnimation)?.spring }
    #expect(springs[0] == Spring(perceptualDuration: 0.5, bounce: 0.5))
    #expect(springs[1] == Spring(perceptualDuration: 2, bounce: 0.3, initialVelocity: 2))
    #expect(springs[2].dampingRatio == 2)
    let eased = try #require(animations[3] as? BasicAnimation)
    #expect(
      eased.timingFunction == Spring(perceptualDuration: 1, bounce: -0.5).map(TimingFunction.spring)
    )
  }

  @Test("A transition hangs under its own key")
  func transition() throws {
    let body =
      "type: transition, transitionType: push, subtype: fromRight, endProgress: 0.5, duration: 2"
    let result = load("size: [10, 10]\nlayers: [{animations: [{\(body)}]}]")
    #expect(result.diagnostics.isEmpty)
    let layer = try #require(result.scene?.layers.first)
    #expect(layer.epochs[0].animations[0].key == "transition")
    let state = layer.presentation(at: 1).transition
    #expect(state?.style == .push)
    #expect(state?.direction == .fromRight)
    #expect(state?.progress == 0.25)
  }
}
