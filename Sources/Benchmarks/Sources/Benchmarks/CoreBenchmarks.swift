import Canvas
import Foundation
import Geometry
import ImageDiff
import LayerTree
import RostrumKit
import Timing
import Yams

/// How long it takes to find out what is shown at a time: for each animated property, and whether that grows with the
/// number of layers or with time.
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

/// How long a frame of one layer takes by what happens in it: groups, paths, curves, and a life of many events. Neither time nor the
/// number of events that are over may count.
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

  /// Values that are set every tenth of a second, each with an implicit animation, and one animation that never ends.
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

/// How long scenes of many animated layers take to load, as YAML and as JSON, beside what the YAML library alone needs to parse them.
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

/// What a frame's digest costs, which every render works out, beside drawing the frame.
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
    let (scene, assets) = (opened.scene, opened.assets)
    let renderer = ExposedRenderer(scene: scene, scale: 1, assets: assets, exposure: .instant)
    let trees = FrameTrees(scene: scene, scale: 1, assets: assets, exposure: .instant)
    let digests = FrameDigests(
      scene: scene, scale: 1, exposure: .instant, assets: assets, stamp: [])
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

/// What effects cost: a blur's time follows the area and hardly the radius. Beside it, a copy of the same pixels.
struct EffectBenchmark {
  private static let frame = PixelRect(x: 0, y: 0, width: 1920, height: 1080)
  private static let sigmas = [1.0, 3, 8, 30, 120, 500]

  func run() {
    say("\nEffects on 1920 x 1080 pixels: ms, and as many copies of the picture")
    let copy = measure { [].applied(to: $0, in: Self.frame, within: Self.frame, pool: $1) }
    for sigma in Self.sigmas {
      let blur = PixelFilter.blur(PictureBlur(GaussianBlur(sigma: sigma)))
      report("blur, radius \(Int(sigma))", [blur], copy)
    }
    report("colour matrix", [.colors(.saturation(0.5))], copy)
    reportShadow(copy)
  }

  private func report(_ name: String, _ filters: [PixelFilter], _ copy: Double) {
    let time = measure {
      filters.applied(to: $0, in: Self.frame, within: Self.frame, pool: $1)
    }
    say(row(name, [oneDigit(time), "x " + oneDigit(time / copy)]))
  }

  private func reportShadow(_ copy: Double) {
    let blur = PictureBlur(GaussianBlur(sigma: 8, offset: Point(x: 3, y: 4)))
    let time = measure { picture, pool in
      let shadow = pool.picture(frame: Self.frame, clearing: .empty)
      shadow.shade(picture, by: blur, with: .black, in: Self.frame, pool: pool)
      pool.giveBack(picture)
      return shadow
    }
    say(row("shadow, radius 8", [oneDigit(time), "x " + oneDigit(time / copy)]))
  }

  /// In milliseconds, with a copy of the picture in each, as in a frame.
  private func measure(_ body: (Picture, PicturePool) -> Picture) -> Double {
    let (source, pool) = (picture(), PicturePool())
    return medianNanoseconds(rounds: 7, calls: 1) { _ in
      let copy = pool.picture(frame: Self.frame, clearing: .empty)
      copy.copy(source)
      pool.giveBack(body(copy, pool))
    } / 1e6
  }

  private func picture() -> Picture {
    let picture = Picture(frame: Self.frame)
    for y in 0..<Self.frame.height {
      for x in 0..<Self.frame.width {
        let shade = UInt32((x * 3 + y * 5) & 255)
        picture.bitmap[x, y] = (x / 60 + y / 60) % 3 == 0 ? 0 : 0xFF00_0000 | shade << 16 | shade
      }
    }
    return picture
  }

  private func oneDigit(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}

/// How long two pictures of 1920 x 1080 take to compare, decoding included, beside ImageMagick's `compare` and pixelmatch where these are
/// installed. ROSTRUM_PYTHON names a Python that has pixelmatch and Pillow.
struct ComparisonBenchmark {
  func run() throws {
    let folder = NSTemporaryDirectory() + "rostrum-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (a, b) = (folder + "/a.png", folder + "/b.png")
    let (old, new) = (picture(moved: 0), picture(moved: 3))
    try write(old, to: a)
    try write(new, to: b)
    print("\nComparison of two pictures of 1920 x 1080: ms, and how many times as long as ours")
    let own = measure { compareFiles(a, b) }
    report("rostrum, decoding and comparing", own, own)
    report("  of that the comparison", measure { keep(PictureComparison().compare(old, new)) }, own)
    report(
      "  equal pictures, comparison", measure { keep(PictureComparison().compare(old, old)) }, own)
    for (name, program, arguments) in others(a, b) {
      guard let time = measure(program, arguments) else {
        print(row(name, ["not installed"]))
        continue
      }
      report(name, time, own)
    }
  }

  private func others(_ a: String, _ b: String) -> [(String, String, [String])] {
    let python = ProcessInfo.processInfo.environment["ROSTRUM_PYTHON"] ?? "python3"
    let script = """
      from sys import exit
      try:
        from PIL import Image
        from pixelmatch.contrib.PIL import pixelmatch
      except ImportError:
        exit(7)
      pixelmatch(Image.open('\(a)').convert('RGBA'), Image.open('\(b)').convert('RGBA'))
      """
    return [
      ("ImageMagick compare -metric AE", "compare", ["-metric", "AE", a, b, "null:"]),
      ("pixelmatch (Python)", python, ["-c", script]),
    ]
  }

  /// Tiles, lines and a gradient; some of it moves.
  private func picture(moved: Int) -> Bitmap {
    let bitmap = Bitmap(width: 1920, height: 1080)
    for y in 0..<1080 {
      let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
      for x in 0..<1920 {
        let isTile = (x - moved) % 240 < 90 && y % 180 < 70 && y > 540
        let shade = UInt32((x * 200 / 1920 + y * 50 / 1080) & 255)
        row[x] = isTile ? 0xFF20_40D0 : 0xFF00_0000 | shade << 16 | 0xA000 | shade
      }
    }
    return bitmap
  }

  private func write(_ bitmap: Bitmap, to path: String) throws {
    try Data(PNGEncoder(pixels: .rgb, compressionLevel: 6).encode(bitmap))
      .write(to: URL(filePath: path))
  }

  /// As `rostrum diff` does it: both files are decoded side by side.
  private func compareFiles(_ a: String, _ b: String) {
    nonisolated(unsafe) var bitmaps: [Bitmap?] = [nil, nil]
    let paths = [a, b]
    let lock = NSLock()
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let bitmap = try? PNG.decode(contentsOfFile: paths[index])
      lock.withLock { bitmaps[index] = bitmap }
    }
    guard let old = bitmaps[0], let new = bitmaps[1] else { return }
    keep(PictureComparison().compare(old, new))
  }

  private func measure(_ body: () -> Void) -> Double {
    medianNanoseconds(rounds: 9, calls: 1) { _ in body() } / 1e6
  }

  /// In milliseconds, of three runs the middle one; `nil` when there is no such program.
  private func measure(_ program: String, _ arguments: [String]) -> Double? {
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<3 {
      var code: Int32?
      let time = clock.measure { code = try? Program([program] + arguments).ending().exitCode }
      // compare and pixelmatch end with 0 or 1; anything else is a failure.
      guard let code, code <= 1, time > .milliseconds(1) else { return nil }
      times.append(time / .milliseconds(1))
    }
    return times.sorted()[1]
  }

  private func report(_ name: String, _ time: Double, _ own: Double) {
    print(row(name, [oneDigit(time), "x " + oneDigit(time / own)]))
  }

  private func oneDigit(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
