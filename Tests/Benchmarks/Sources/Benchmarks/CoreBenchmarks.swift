import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumTiming
import Yams

/// How long evaluating a scene at a time takes: for each animated property, and whether the time
/// grows with the number of layers or with the scene's time.
struct EvaluationBenchmark {
  private static let counts = [1, 100, 10_000]
  private static let times = [0.5, 1000, 1_000_000]

  func run() {
    say("Evaluation: ns for each animated property (three for each layer)")
    say(row("layers", Self.times.map { "t = \($0)" }))
    for count in Self.counts {
      let scene = scene(layers: count)
      let columns = Self.times.map { time in
        let nanoseconds = medianNanoseconds(calls: max(1, 20_000 / count)) {
          keep(scene.presentation(at: time + Double($0) / 60))
        }
        return String(Int((nanoseconds / Double(count * 3)).rounded()))
      }
      say(row("\(count)", columns))
    }
  }

  /// Layers that move along key frames, turn, and fade, for ever.
  private func scene(layers count: Int) -> Scene {
    let layers = (1...count).map { index in
      Layer(
        index: index, name: "\(index)", layerClass: .plain, values: LayerValues(),
        animations: [moving, turning, fading])
    }
    return Scene(
      size: Size(width: 100, height: 100), background: .white,
      clock: FrameClock(rate: .standard, duration: 1), layers: layers)
  }

  private let moving = KeyframeAnimation(
    keyPath: AnimationKeyPath(.position),
    values: [32, 268, 140, 268, 220, 268, 250, 268].map { .point(Point(x: 150, y: $0)) },
    timingFunctions: Array(repeating: .bezier(.easeInEaseOut), count: 7),
    timing: MediaTiming(duration: 1, repeatCount: .infinity))

  private let turning = BasicAnimation(
    keyPath: AnimationKeyPath(.transform, .transform(.rotation)),
    ends: AnimationEnds(from: .number(0), to: .number(6)),
    timing: MediaTiming(duration: 2, repeatCount: .infinity), timingFunction: .bezier(.default))

  private let fading = BasicAnimation(
    keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
    timing: MediaTiming(duration: 0.7, repeatCount: .infinity, autoreverses: true))
}

/// How long a frame of one layer takes by what happens in it: groups, paths, curves, and a life of
/// many events. Neither time nor the number of events that are over may count.
struct HistoryBenchmark {
  private static let times = [0.5, 1000, 1_000_000]

  func run() {
    say("\nEvaluation: ns for a frame of one layer")
    say(row("what happens", Self.times.map { "t = \($0)" }))
    report("a group of three in a group", layer([group(of: [group(of: three)])]))
    report("1000 key frames", layer([frames(.linear)]))
    report("1000 key frames, cubicPaced", layer([frames(.cubicPaced)]))
    report("a paced path of 100 curves", layer([alongPath]))
    report("a spring", layer([spring]))
    for count in [1, 100, 10_000] { report("\(count) events", eventful(count)) }
  }

  private func report(_ name: String, _ layer: Layer) {
    let columns = Self.times.map { time in
      let nanoseconds = medianNanoseconds(calls: 2000) {
        keep(layer.presentation(at: time + Double($0) / 60))
      }
      return String(Int(nanoseconds.rounded()))
    }
    say(row(name, columns))
  }

  private func layer(_ animations: [any Animation]) -> Layer {
    Layer(
      index: 1, name: "layer", layerClass: .plain, values: LayerValues(), animations: animations)
  }

  private let forEver = MediaTiming(duration: 2, repeatCount: .infinity, autoreverses: true)

  private func group(of animations: [any Animation]) -> AnimationGroup {
    AnimationGroup(
      animations: animations, timing: forEver, timingFunction: .bezier(.easeInEaseOut))
  }

  private var three: [any Animation] {
    ["opacity", "cornerRadius", "zPosition"].compactMap(LayerClass.plain.property).map {
      BasicAnimation(
        keyPath: AnimationKeyPath($0), ends: AnimationEnds(from: .number(0), to: .number(1)),
        timing: MediaTiming(duration: 2), timingFunction: .bezier(.default))
    }
  }

  private func frames(_ mode: CalculationMode) -> KeyframeAnimation {
    KeyframeAnimation(
      keyPath: AnimationKeyPath(.position),
      values: (0..<1000).map { .point(Point(x: Double($0), y: Double($0 * 7919 % 1000))) },
      calculationMode: mode, timing: forEver)
  }

  private var alongPath: KeyframeAnimation {
    var path = Path([.move(.zero)])
    for index in 1...100 {
      let end = Point(x: Double(index * 10), y: 0)
      path.cubic(
        to: end, control1: Point(x: end.x - 10, y: 40), control2: Point(x: end.x, y: -40))
    }
    return KeyframeAnimation(
      keyPath: AnimationKeyPath(.position), path: path, rotationMode: .auto,
      calculationMode: .paced, timing: forEver)
  }

  private var spring: SpringAnimation {
    SpringAnimation(
      BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
        timing: forEver), spring: .default)
  }

  /// Values that are set every tenth of a second, each with an implicit animation, and one
  /// animation that never ends.
  private func eventful(_ count: Int) -> Layer {
    let events = (0..<count).map { index in
      Event(
        at: Double(index) / 10,
        [.init(layer: 1, .set(AnimationKeyPath(.cornerRadius), .number(Double(index % 10))))])
    }
    let start = layer([spring])
    return (try? [start].changed(by: events))?.first ?? start
  }
}

/// How long scenes of many animated layers take to load, as YAML and as JSON, beside what the YAML
/// library alone needs to parse them.
struct LoadingBenchmark {
  func run() {
    say("\nLoading: ms, and how many times as long as Yams takes to parse the same YAML")
    say(row("layers", ["YAML", "ratio", "JSON", "ratio", "Yams alone"]))
    for count in [100, 1000, 10_000] {
      let (yaml, json) = (Self.yaml(count), Self.json(count))
      let rounds = count > 1000 ? 5 : 9
      let parsing = milliseconds(rounds) { keep(try? Yams.compose(yaml: yaml)) }
      let ours = milliseconds(rounds) { keep(Self.load(yaml)) }
      let oursJSON = milliseconds(rounds) { keep(Self.load(json)) }
      let columns = [ours, ours / parsing, oursJSON, oursJSON / parsing, parsing]
      say(row("\(count)", columns.map { String(format: "%.2f", $0) }))
    }
  }

  private static func load(_ text: String) -> LoadResult {
    let result = SceneOpener().check(text: text, path: "bench.yaml")
    precondition(result.scene != nil, "the benchmark's scene is right")
    return result
  }

  private func milliseconds(_ rounds: Int, _ body: () -> Void) -> Double {
    medianNanoseconds(rounds: rounds, calls: 1) { _ in body() } / 1e6
  }

  private static let head = "size: [1920, 1080]\nbackground: white\nfps: 60\nduration: 1\nlayers:\n"

  private static func yaml(_ count: Int) -> String {
    head
      + (0..<count).map { index in
        """
          - name: layer\(index)
            bounds: [20, 20]
            position: [\(index % 1900), \(index * 7 % 1000)]
            backgroundColor: "#ff8000"
            animations:
              - {type: basic, keyPath: position.x, fromValue: 0, toValue: \(index % 700), duration: 2}
              - {type: basic, keyPath: opacity, fromValue: 0, toValue: 1, duration: 1, timingFunction: easeIn}

        """
      }.joined()
  }

  private static func json(_ count: Int) -> String {
    let layers = (0..<count).map { index in
      """
      {"name": "layer\(index)", "bounds": [20, 20], "position": [\(index % 1900), \(index * 7 % 1000)],
       "backgroundColor": "#ff8000", "animations": [
        {"type": "basic", "keyPath": "position.x", "fromValue": 0, "toValue": \(index % 700), "duration": 2},
        {"type": "basic", "keyPath": "opacity", "fromValue": 0, "toValue": 1, "duration": 1, "timingFunction": "easeIn"}]}
      """
    }
    return
      "{\"size\": [1920, 1080], \"background\": \"white\", \"fps\": 60, \"duration\": 1, \"layers\": [\n"
      + layers.joined(separator: ",\n") + "\n]}\n"
  }
}

/// Measures the time for a frame's digest, which every render works out, beside drawing the frame.
struct DigestBenchmark {
  func run() throws {
    say("\nDigests: microseconds for each frame, beside working out its tree and drawing it")
    say(row("workload", ["digest", "tree", "frame", "digest/frame"]))
    for workload in [Workload.bounceClock, .heavy] { try measure(workload) }
  }

  private func measure(_ workload: Workload) throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "rostrum-digest-\(getpid()).yaml"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(workload.sceneText.utf8).write(to: URL(filePath: path))
    let opened = try SceneOpener().open(path)
    let context = opened.context()
    let renderer = try ExposedRenderer(context)
    let (trees, digests) = (FrameTrees(context), FrameDigests(context, stamp: []))
    let clock = ContinuousClock()
    var times: (digest: [Double], tree: [Double], frame: [Double]) = ([], [], [])
    for frame in 0..<workload.frameCount {
      let time = Double(frame) / 60
      times.frame.append(try clock.measure { try renderer.render(at: time) } / .microseconds(1))
      times.digest.append(
        clock.measure { keep(digests.digest(of: renderer.trees)) } / .microseconds(1))
      times.tree.append(clock.measure { keep(trees.trees(at: time)) } / .microseconds(1))
    }
    func median(_ list: [Double]) -> Double { list.sorted()[list.count / 2] }
    let numbers = [times.digest, times.tree, times.frame].map(median)
    say(
      row(
        workload.name,
        numbers.map { String(Int($0.rounded())) }
          + [String(format: "%.2f %%", numbers[0] / numbers[2] * 100)]))
  }
}
