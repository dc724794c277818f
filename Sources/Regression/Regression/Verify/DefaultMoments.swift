import RostrumBase
import RostrumLayerTree
import RostrumTiming
import RostrumOutput

/// The moments at which a scene is compared by default: the first frame, the last one, the quarters
/// between them, and a moment in each animation that covers none of these.
struct DefaultMoments {
  /// Something that is seen for a while only: an animation, or a layer that comes and goes.
  struct Span: Equatable {
    /// The layer and what happens to it.
    let name: String
    /// In seconds of the scene.
    let range: ClosedRange<Double>

    func contains(_ time: Double) -> Bool { range.lowerBound < time && time < range.upperBound }

    var words: String {
      "\(name), \(readable(seconds: range.lowerBound)) to \(readable(seconds: range.upperBound))"
    }
  }

  /// More would be a film of baselines.
  static let most = 12

  private let clock: FrameClock
  /// By ascending start.
  let spans: [Span]

  init(_ scene: Scene) {
    clock = scene.clock
    var found: [Span] = []
    var known = Set<String>()
    let changes = scene.layers.flatMap { $0.epochs.map(\.startTime) }
      .filter { $0 > 0 && $0 < scene.clock.duration }
    for time in [0] + Set(changes).sorted().prefix(64) {
      for state in Inspection(scene, at: time).layers.flatMap(\.all) {
        for span in Self.spans(of: state, until: scene.clock.duration) {
          if known.insert(span.words).inserted { found.append(span) }
        }
      }
    }
    let frames = scene.clock
    // What falls between two frames is not seen in a film either.
    spans = found.filter { span in
      let first = frames.frame(at: max(0, span.range.lowerBound))
      return (first...first + 1).contains {
        $0 < frames.frameCount && span.contains(frames.time(ofFrame: $0))
      } || span.range.upperBound - span.range.lowerBound > 2 / frames.rate.framesPerSecond
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The standard or the recorded moments, and as few additional ones as possible.
  func moments(besides recorded: [SceneMoment]) -> [SceneMoment] {
    var moments = recorded.isEmpty ? standard : recorded
    var rest = unseen(by: moments)
    while moments.count < Self.most, let next = best(of: rest) {
      moments.append(next)
      rest = rest.filter { !$0.contains(next.time(in: clock)) }
    }
    guard recorded.isEmpty else { return moments }
    return moments.sorted { $0.time(in: clock) < $1.time(in: clock) }
  }

  /// The spans that none of these moments shows.
  func unseen(by moments: [SceneMoment]) -> [Span] {
    let times = moments.map { $0.time(in: clock) }
    return spans.filter { span in !times.contains(where: span.contains) }
  }

  /// Moments of one time are one.
  private var standard: [SceneMoment] {
    var times = Set<Double>()
    return SceneMoment.standard.filter { times.insert($0.time(in: clock)).inserted }
  }

  /// A short number inside as many of the spans as possible: it lies in the middle of what those
  /// have in common that are open when the first of them ends.
  private func best(of spans: [Span]) -> SceneMoment? {
    let candidates = spans.map { span -> (count: Int, range: ClosedRange<Double>) in
      let open = spans.filter {
        $0.range.lowerBound < span.range.upperBound && $0.range.upperBound >= span.range.upperBound
      }
      let start = open.map(\.range.lowerBound).max() ?? span.range.lowerBound
      return (open.count, start...span.range.upperBound)
    }
    guard let best = candidates.max(by: { $0.count < $1.count }) else { return nil }
    return SceneMoment(Self.number(inside: best.range))
  }

  /// The decimal number with the fewest digits in the middle half of a range.
  private static func number(inside range: ClosedRange<Double>) -> String {
    let middle = (range.lowerBound + range.upperBound) / 2
    let slack = (range.upperBound - range.lowerBound) / 4
    var step = 1.0
    for _ in 0..<9 {
      let number = (middle / step).rounded() * step
      if abs(number - middle) <= slack { return exact(number.rounded(toDigits: 9)) }
      step /= 10
    }
    return exact(middle)
  }
}

extension DefaultMoments {
  private static func spans(of state: Inspection.LayerState, until end: Double) -> [Span] {
    let layer = state.layer
    var spans: [Span] = state.animations.compactMap { animation in
      guard !animation.attached.animation.isStep, let range = animation.sceneInterval,
        range.lowerBound < end, range.upperBound > 0
      else { return nil }
      let names = Set(animation.attached.animation.keyPaths.map(\.name)).sorted()
      return Span(
        name: ([layer.name] + names.prefix(3)).joined(separator: " "),
        range: max(0, range.lowerBound)...min(end, range.upperBound))
    }
    let steps = state.animations.compactMap { animation -> (time: Double, isHidden: Bool)? in
      guard animation.attached.animation.isStep, let time = animation.sceneInterval?.lowerBound,
        let keyframes = animation.attached.animation as? KeyframeAnimation,
        keyframes.keyPaths.first?.property.name == "hidden",
        case .boolean(let isHidden) = keyframes.declaredValues.first
      else { return nil }
      return (max(0, time), isHidden)
    }.sorted { $0.time < $1.time }
    guard !steps.isEmpty else { return spans }
    var start: Double? = layer.values[.hidden] ? nil : 0
    for step in steps + [(time: end, isHidden: true)] {
      if step.isHidden, let begin = start, step.time > begin {
        spans.append(Span(name: "\(layer.name) on stage", range: begin...min(end, step.time)))
        start = nil
      } else if !step.isHidden, start == nil {
        start = step.time
      }
    }
    return spans
  }
}
