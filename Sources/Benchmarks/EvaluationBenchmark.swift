import Geometry
import LayerTree
import Timing

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
