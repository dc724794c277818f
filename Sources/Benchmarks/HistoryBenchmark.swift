import Geometry
import LayerTree
import Timing

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
