import RostrumLayerTree
import RostrumTiming

/// A number of a layer over the scene's time, straight from the timing core.
struct PropertyCurve: Sendable {
  /// An angle is in degrees and unwrapped: it continues beyond whole turns.
  private(set) var curve: Curve
  let isAngle: Bool
  /// The value itself, of any type; `curve` is 0 where it is not a number.
  let value: @Sendable (Double) -> Value
  let isColor: Bool
  /// When its animations are active, in seconds of the scene.
  let activeSpans: [ClosedRange<Double>]
  /// When a pass ends and the next begins.
  let repeats: [Double]
  /// The key frames of its keyframe animations.
  private(set) var keyFrames: [Double]
  let localTime: LocalTime

  /// `nil` when the scene has no such layer.
  init?(
    _ keyPath: AnimationKeyPath, ofLayer index: Int, in scene: Scene,
    over range: ClosedRange<Double>
  ) {
    guard let path = scene.root.path(toLayer: index), let layer = path.last else { return nil }
    let localTime = LocalTime(path: path, over: range)
    let parentTime = LocalTime(path: path, over: range, ofParent: true)
    let lives = AnimationLife.all(of: path, over: range).filter { $0.writes(keyPath.property) }
    let attached = layer.everyAttached.filter { one in
      one.animation.keyPaths.contains { $0.property == keyPath.property }
    }
    /// The times that a closure gives in an animation's own time, converted to times of the scene,
    /// in seconds.
    func moments(_ own: (any Animation, ClosedRange<Double>) -> [Double]) -> [Double] {
      attached.flatMap { one in
        let clock = one.animation.targetsClock ? parentTime : localTime
        return own(one.animation, clock.bounds).flatMap(clock.sceneTimes(of:)).prefix(4000)
      }
    }
    self.localTime = localTime
    activeSpans = lives.flatMap(\.activeSpans).merged
    repeats = Set(lives.flatMap(\.repeats)).sorted()
    let slack = LifeSample.margin(of: range)
    keyFrames = moments { $0.keyMoments(of: keyPath.property, in: $1) }.sorted().filter { time in
      lives.contains { $0.isActive(at: time, within: slack) }
    }
    let breaks =
      moments { $0.moments(in: $1) + $0.steps(in: $1) } + localTime.changes + localTime.corners
      + lives.flatMap(\.stretches).flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    let value: @Sendable (Double) -> Value = { Self.value(keyPath, path: path, at: $0) }
    self.value = value
    isColor = keyPath.type == .color || keyPath.type == .colors
    let number = Curve(domain: range, breaks: breaks.filter(\.isFinite).separated) {
      if case .number(let number) = value($0) { number } else { 0 }
    }
    isAngle = keyPath.type == .angle
    let restarts = localTime.changes + activeSpans.flatMap { [$0.lowerBound, $0.upperBound] }
    curve =
      isAngle
      ? number.unwrapped(restarts: restarts).scaled(by: 180 / .pi) : number
  }

  private static func value(_ keyPath: AnimationKeyPath, path: [Layer], at time: Double) -> Value {
    guard let clock = Explanation.Clock.chain(path, at: time).last else { return .none }
    if keyPath.property == .timeOffset { return .number(clock.clock.timeOffset) }
    let values = clock.layer.epoch(at: clock.sceneTime).presentationValues(
      at: clock.localTime)
    return keyPath.value(in: values)
  }

  /// The value as a strip.
  func track(_ name: String) -> PlotTrack {
    PlotTrack(name, .values(valueTrack))
  }

  var valueTrack: PlotTrack.ValueTrack {
    .init(domain: curve.domain, breaks: curve.breaks, isColor: isColor, value: value)
  }

  /// The number without another one's.
  func less(_ other: PropertyCurve) -> PropertyCurve {
    var difference = self
    difference.curve = curve.less(other.curve)
    difference.keyFrames = []
    return difference
  }
}

extension FigureTarget {
  /// The value over the time range of its own scene, or else of the plot's.
  func curve(_ plot: Scene, over range: ClosedRange<Double>) -> PropertyCurve? {
    let scene = source?.scene ?? plot
    let curve = PropertyCurve(keyPath, ofLayer: layer.index, in: scene, over: range)
    guard let other = subtrahend else { return curve }
    let taken = PropertyCurve(
      other.keyPath, ofLayer: other.layer.index, in: other.scene, over: range)
    return taken.flatMap { curve?.less($0) }
  }
}

extension LocalTime {
  /// Where the rate changes.
  fileprivate var corners: [Double] {
    zip(pieces, pieces.dropFirst()).compactMap { before, after in
      abs(before.rate - after.rate) > 1e-9 ? after.range.lowerBound : nil
    }
  }
}

extension AnimationLife {
  /// Groups do not write; their animations do.
  fileprivate func writes(_ property: Property) -> Bool {
    animation.innerAnimations.isEmpty
      && animation.keyPaths.contains { $0.property == property }
  }

  private var passes: [Stretch] { stretches.filter { $0.kind == .pass || $0.kind == .wayBack } }

  /// When it is active, however many passes that has.
  fileprivate var activeSpans: [ClosedRange<Double>] { passes.map(\.range).merged }

  /// When a pass ends and the next begins.
  fileprivate var repeats: [Double] {
    zip(passes, passes.dropFirst()).compactMap { before, after in
      before.range.upperBound == after.range.lowerBound ? after.range.lowerBound : nil
    }
  }

  fileprivate func isActive(at time: Double, within slack: Double) -> Bool {
    activeSpans.contains { $0.lowerBound - slack <= time && time <= $0.upperBound + slack }
  }
}

extension [ClosedRange<Double>] {
  /// Ascending and apart.
  fileprivate var merged: [ClosedRange<Double>] {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { result, range in
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] =
          last.lowerBound...Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
  }
}

extension [Double] {
  /// Sorted, without numbers that differ by rounding alone.
  var separated: [Double] {
    var result: [Double] = []
    for value in sorted() where result.last.map({ value - $0 > 1e-9 }) ?? true {
      result.append(value)
    }
    return result
  }
}

extension Plot {
  /// Values of layers over the scene's time: phases shaded and named, repeats as broken lines, key
  /// frames as dots. Numbers have curves, other values strips.
  init(
    properties: [(
      name: String, curve: PropertyCurve, style: FigureDeclaration.CurveStyle, samples: Int
    )],
    strips: [(name: String, curve: PropertyCurve)] = [],
    _ words: FigureWords = FigureWords(),
    phases: FigureDeclaration.PhaseNames = .init()
  ) {
    let isMixed = properties.contains { $0.curve.isAngle != properties[0].curve.isAngle }
    let isCrowded = properties.contains { $0.curve.keyFrames.count > 40 }
    self.init(
      properties.map { one in
        let domain = one.curve.curve.domain
        let (count, style) = (one.samples, one.style)
        let isPlain = isCrowded || !style.dashes.isEmpty
        let keyFrames = isPlain ? [] : one.curve.keyFrames.filter(domain.contains)
        let samples = (0..<count).map { index in
          domain.lowerBound + domain.length * Double(index) / Double(max(count - 1, 1))
        }
        let name = one.name
        return Series(
          one.curve.isAngle && isMixed ? "\(name), °" : name, one.curve.curve,
          dots: count > 0 ? samples : keyFrames, style: style)
      })
    tracks = strips.map { $0.curve.track($0.name) }
    leastDomain = strips.first?.curve.curve.domain
    self.words = words
    horizontalLabel = words.timeInSeconds
    timeUnit = words.seconds
    isInDegrees = !properties.isEmpty && properties.allSatisfy(\.curve.isAngle)
    aspect = 0.5
    let curves = properties.map(\.curve) + strips.map(\.curve)
    guard let first = curves.first else { return }
    // Phases that are not the same for all would need more explaining than they give.
    guard curves.allSatisfy({ $0.activeSpans == first.activeSpans }) else { return }
    bands = first.phases(words, phases)
    if first.repeats.count <= 60 { rules = first.repeats }
  }
}

extension PropertyCurve {
  /// The time before, between and after the animations, and while they are active.
  func phases(_ words: FigureWords, _ names: FigureDeclaration.PhaseNames) -> [Plot.Band] {
    let domain = curve.domain
    guard let begin = activeSpans.first?.lowerBound, let end = activeSpans.last?.upperBound
    else { return [] }
    let name = activeSpans.count == 1 ? names.active ?? words.active : ""
    var bands = activeSpans.map { Plot.Band($0, name, isTinted: true) }
    if domain.lowerBound < begin {
      bands.append(
        Plot.Band(domain.lowerBound...begin, names.before ?? words.before, isTinted: false))
    }
    if end < domain.upperBound {
      bands.append(Plot.Band(end...domain.upperBound, names.after ?? words.after, isTinted: false))
    }
    return bands
  }
}

extension Plot.SecondAxis {
  /// Another clock's time over a plot of the scene's: round numbers, each where the clock first
  /// shows it.
  init(_ label: String, _ time: LocalTime, width: Double, fontSize: Double = Theme.light.fontSize) {
    let bounds = time.bounds
    let scale = LinearScale(domain: bounds, start: 0, end: width)
    let ticks = scale.ticks(spacing: 14, fontSize: fontSize).flatMap { tick in
      time.sceneTimes(of: tick.value).map { (place: $0, text: tick.text) }
    }
    self.init(label, ticks: ticks.count <= 40 ? ticks : [])
  }
}
