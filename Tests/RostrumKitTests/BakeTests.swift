import Canvas
import Foundation
import Geometry
import LayerTree
import Rendering
import RostrumKit
import TestSupport
import Testing
import Timing

@Suite("Baking")
struct BakeTests {
  static let seeds = Array<UInt64>(0..<20)
  /// All scenes of the repository, as `Book/9.1.yaml`.
  static let scenes = FileManager.default.folders(in: "Scenes").flatMap { folder in
    FileManager.default.scenes(in: "Scenes/\(folder)").map { "\(folder)/\($0)" }
  }

  @Test(
    "A baked scene shows the same at every frame, exactly, also once it is read back",
    arguments: seeds)
  func generated(_ seed: UInt64) throws {
    for number in 0..<6 {
      let scene = GeneratedScene.scene(seed: seed * 100 + UInt64(number), hasEvents: true)
      let baked = try SceneBaking(scene).baked()
      expectSameFrames(scene, baked)
      let text = try SceneWriter().text(baked)
      let result = SceneOpener().check(text: text, path: "/tmp/none.yaml")
      let read = try #require(result.scene, "\(result.diagnostics.first?.message ?? "")")
      expectSameFrames(baked, read)
      #expect(try SceneWriter().text(SceneBaking(read).baked()) == text)
    }
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
      let baked = try SceneBaking(scene([animation])).baked()
      let shown = baked.presentation(at: 3).sublayers[0].values[.opacity]
      #expect(shown == .number(value))
    }
  }

  @Test("Values beyond a property's range are kept: an opacity that overshoots")
  func overshoot() throws {
    let spring = SpringAnimation(
      keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
      spring: .default, timing: MediaTiming(duration: 1))
    let baked = try SceneBaking(scene([spring])).baked()
    #expect(baked.layers[0].animations.count == 2)
    let text = try SceneWriter().text(baked)
    let read = try #require(SceneOpener().check(text: text, path: "x.yaml").scene)
    expectSameFrames(scene([spring]), read)
  }

  @Test("What key frames cannot change is set by events, at the frames at which it changes")
  func events() throws {
    var later = LayerValues()
    later[.masksToBounds] = .boolean(true)
    later[.allowsGroupOpacity] = .boolean(false)
    let layer = Layer(
      index: 1, name: "a", layerClass: .plain,
      epochs: [Epoch(values: LayerValues()), Epoch(startTime: 0.51, values: later)])
    let original = scene(layers: [layer])
    let baked = try SceneBaking(original).baked()
    expectSameFrames(original, baked)
    #expect(baked.layers[0].epochs.map(\.startTime) == [-.infinity, 31.0 / 60])
    let text = try SceneWriter().text(baked)
    #expect(text.contains("allowsGroupOpacity: false"))
    expectSameFrames(original, try #require(SceneOpener().check(text: text, path: "x.yaml").scene))
  }

  @Test("A transition that runs in a frame is refused by the layer's name and the time")
  func transition() throws {
    func scene(at time: Double) -> Scene {
      let fade = TransitionAnimation(timing: MediaTiming(beginTime: time, duration: 0.2))
      return RostrumKitTests.scene([fade])
    }
    let error = #expect(throws: SceneBaking.Unbakable.self) {
      try SceneBaking(scene(at: 0.5)).baked()
    }
    #expect(error?.description.contains("layer 'layer' is in a transition at 0.5 s") == true)
    #expect(try SceneBaking(scene(at: 2)).baked().layers[0].animations.isEmpty)
  }

  @Test("The repository's scenes bake to scenes of the same pixels", arguments: scenes)
  func pixels(_ name: String) throws {
    let folder = try TemporaryFolder()
    let source = try folder.copy("Scenes").appending(path: name)
    let output = source.deletingLastPathComponent().appending(path: "baked.yaml").path
    let again = source.deletingLastPathComponent().appending(path: "again.yaml").path
    let options = SceneOptions(frameRate: FrameRate(numerator: 12))
    do {
      try BakeJob(scene: source.path, output: output, options: options).run()
    } catch let error as SceneBaking.Unbakable {
      #expect(Self.unbakable.contains { error.description.contains($0) }, "\(error)")
      return
    }
    try BakeJob(scene: output, output: again).run()
    #expect(try Data(contentsOf: URL(filePath: output)) == Data(contentsOf: URL(filePath: again)))
    let original = try SceneOpener(options: options).open(source.path)
    let baked = try SceneOpener().open(output)
    expectSameFrames(original.scene, baked.scene)
    for frame in [0, original.scene.clock.frameCount / 3, original.scene.clock.frameCount - 1] {
      let time = original.scene.clock.time(ofFrame: frame)
      #expect(try picture(of: original, at: time) == picture(of: baked, at: time))
    }
  }

  /// What depends on more than values at frames: two looks at once, a file's pictures, times other than the scene's.
  private static let unbakable = [
    "is in a transition", "plays a video", "lag behind each other", "follow its own clock",
    "keep how they were born",
  ]

  @Test("Good scenes bake to scenes that show the same", arguments: GoodScene.all)
  func goodScenes(_ path: String) throws {
    let loader = SceneLoader(
      options: SceneOptions(frameRate: FrameRate(numerator: 20)), assets: AnyPicture())
    let scene = try #require(try loader.load(path: path).scene)
    if scene.layers.contains(where: { $0.video != nil }) {
      #expect(throws: SceneBaking.Unbakable.self) { try SceneBaking(scene).baked() }
      return
    }
    let text = try SceneWriter().text(SceneBaking(scene).baked())
    let result = loader.load(text: text, path: path)
    let read = try #require(result.scene, "\(result.diagnostics.map(\.message))")
    expectSameFrames(scene, read)
    #expect(try SceneWriter().text(SceneBaking(read).baked()) == text)
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
    let baked = try SceneBaking(original).baked()
    expectSameFrames(original, baked)
    let modes = baked.layers[0].animations.compactMap {
      ($0 as? KeyframeAnimation)?.calculationMode
    }
    #expect(modes == [.discrete, .discrete])
    #expect(baked.images.map(\.path).contains("/tmp/b.png"))
  }

  private func expectSameFrames(_ a: Scene, _ b: Scene) {
    #expect(a.clock.frameCount == b.clock.frameCount)
    for frame in 0..<a.clock.frameCount {
      let time = a.clock.time(ofFrame: frame)
      let pair = zip(a.presentation(at: time).subtree, b.presentation(at: time).subtree)
      for (a, b) in pair {
        for property in a.layerClass.properties {
          #expect(a.values[property].visible == b.values[property].visible)
        }
      }
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
  func inspectText(_ values: LayerValues) throws(AssetProblem) {}
}

extension LayerValues {
  /// Without what no pixel can show.
  var visible: [Value] { LayerClass.shape.properties.map { self[$0].visible } }
}

extension Value {
  /// Without what no pixel can show: alpha outside 0...1, and what stands for a 0 where a number has to be above it.
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

@Suite("Writing baked scenes")
struct BakeJobTests {
  private let text = """
    size: [20, 20]
    duration: 0.2
    layers:
      - name: "a #1"
        bounds: [10, 10]
        contents: Assets/Ball.png
        animations: [{type: basic, keyPath: position.x, fromValue: 0, toValue: 10, duration: 0.2}]
    """

  @Test("The scene itself is never overwritten, by whatever path")
  func input() throws {
    let folder = try TemporaryFolder()
    let book = try folder.copyOfBook()
    let source = book.appending(path: "mine.yaml")
    try Data(text.utf8).write(to: source)
    let link = book.appending(path: "link.yaml")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: source)
    for output in [source.path, book.path + "/./mine.yaml", link.path] {
      #expect(throws: BakeJob.Problem.self) {
        try BakeJob(scene: source.path, output: output).run()
      }
    }
    #expect(try String(contentsOf: source, encoding: .utf8) == text)
  }

  @Test("A file that the new scene could not read is refused; --allow-path lets it through")
  func assets() throws {
    let folder = try TemporaryFolder()
    let book = try folder.copyOfBook()
    let source = book.appending(path: "mine.yaml").path
    try Data(text.utf8).write(to: URL(filePath: source))
    let output = folder.url.appending(path: "out/new.yaml").path
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out"), withIntermediateDirectories: true)
    #expect(throws: BakeJob.Problem.self) { try BakeJob(scene: source, output: output).run() }
    #expect(!FileManager.default.fileExists(atPath: output))
    let options = SceneOptions(allowedPaths: [book.path])
    try BakeJob(scene: source, output: output, options: options).run()
    let written = try String(contentsOfFile: output, encoding: .utf8)
    #expect(written.contains("../Book/Assets/Ball.png"))
    #expect(written.contains("\"a #1\""))
    #expect(try SceneOpener(options: options).check(output).scene != nil)
  }

  @Test("A scene with parameters is baked with the values that are given")
  func parameters() throws {
    let folder = try TemporaryFolder()
    let source = folder.url.appending(path: "scene.yaml").path
    let text = """
      size: [20, 20]
      duration: 0.2
      parameters: {to: {type: number, default: 5}}
      layers:
        - name: a
          animations: [{type: basic, keyPath: position.x, fromValue: 0, toValue: "${to}", duration: 0.2}]
      """
    try Data(text.utf8).write(to: URL(filePath: source))
    var options = SceneOptions()
    options.parameters = try ParameterValues(assignments: ["to=10"])
    let output = folder.url.appending(path: "baked.yaml").path
    try BakeJob(scene: source, output: output, options: options).run()
    let scene = try SceneOpener().open(output).scene
    let choice = Sampling.Choice(layers: ["a"], keyPaths: ["position.x"])
    let series = try Sampling(scene).series(choice, at: [0.1])
    #expect(series.map { $0.values.map(\.number) } == [[5]])
  }

  @Test("A folder that does not exist is an error, and nothing is left behind")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    let source = try folder.copyOfBook().appending(path: "10.6.yaml").path
    let options = SceneOptions(allowedPaths: [folder.url.path])
    for name in ["no/x.yaml", "Book", "Book/10.6.yaml/x.yaml"] {
      let error = #expect(throws: MediaError.self) {
        try BakeJob(
          scene: source, output: folder.url.appending(path: name).path, options: options
        ).run()
      }
      #expect(error?.isCreationFailure == true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Book"])
  }
}
