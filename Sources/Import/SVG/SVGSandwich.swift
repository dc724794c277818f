import RostrumBase
import RostrumGeometry
import RostrumImportedDocument
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The animations of attributes of one element, as runs through values that lie on each other: what
/// begins later lies above (W3C SMIL 3, The Animation Sandwich Model).
struct SVGSandwich {
  /// An attribute, its animations, and its value without them.
  struct Attribute {
    let name: String
    let animations: [SVGAnimation]
    let base: String
    /// The animations from the lowest to the highest one, where none comes again in another order.
    private let order: [Int]?
    /// The time outside of which each animation has no value: thousands may be long over.
    let reaches: [ClosedRange<Double>]

    init(name: String, animations: [SVGAnimation], base: String) {
      (self.name, self.animations, self.base) = (name, animations, base)
      reaches = animations.map(\.reach)
      let isFixed = animations.allSatisfy { $0.period == nil }
      order = isFixed ? Self.order(animations.map { ($0.isStyle, $0.timing.beginTime) }) : nil
    }

    /// The animations from the lowest to the highest one: what styles begin lies above.
    func order(at time: Double) -> [Int] {
      order ?? Self.order(animations.map { ($0.isStyle, $0.local(time)?.begin ?? 0) })
    }

    private static func order(_ all: [(isStyle: Bool, begin: Double)]) -> [Int] {
      all.indices.sorted {
        let one = (all[$0].isStyle ? 1 : 0, all[$0].isStyle ? 0 : all[$0].begin, $0)
        let two = (all[$1].isStyle ? 1 : 0, all[$1].isStyle ? 0 : all[$1].begin, $1)
        return one < two
      }
    }

    var valueName: String { animations.first?.valueName ?? name }

    /// Whether there is nothing between two values, so that one flips to the other.
    var isBroken: Bool {
      guard !SVGAnimation.isTransform(name), !["motion", "visibility", "display"].contains(name)
      else {
        return false
      }
      return animations.contains { animation in
        guard animation.mode != .discrete else { return false }
        let values = animation.values.map { SVGAnimatedValue($0 ?? base, of: animation.valueName) }
        return !zip(values, values.dropFirst()).allSatisfy { $0.isStraight(to: $1) }
      }
    }
  }

  /// A time in which the animations run through values once, or again and again.
  struct Phase {
    let from: Double
    let to: Double
    /// Whether the last value stays.
    var holds = false
    var isEndless = false

    var timing: MediaTiming {
      var timing = MediaTiming(
        beginTime: from, duration: to - from, fillMode: holds ? .forwards : .removed,
        isRemovedOnCompletion: !holds)
      if isEndless { timing.repeatCount = .infinity }
      return timing
    }

    func share(_ time: Double) -> Double { (time - from) / (to - from) }
  }

  private let attributes: [Attribute]
  private let place: Range<Int>
  /// From when on all is the same, or comes again and again.
  private var start = 0.0
  private var period: Double?
  private var times: Set<Double> = []

  /// Whether only the beginning is known, of what never comes again.
  private(set) var isShortened = false

  private static let longestPeriod = 600.0
  /// In seconds, of what never comes again.
  static let beginning = 60.0
  private static let mostTimes = 20_000
  /// Moments before and after a jump.
  private static let moment = 1e-7

  init(_ attributes: [Attribute], at place: Range<Int>) {
    (self.attributes, self.place) = (attributes, place)
    let all = attributes.flatMap(\.animations)
    start = max(0, all.map(\.settledTime).max() ?? 0)
    let endless = all.filter { $0.isEndless && ($0.values.count > 1 || $0.path != nil) }
    let grows = endless.contains { $0.isCumulative && $0.period == nil }
    let cycles = endless.map(\.cycle)
    period = cycles.dropFirst().reduce(cycles.first) { known, next in
      known.map { Self.common($0, next) }
    }
    if let length = period, grows || length > Self.longestPeriod { shorten() }
    setTimes(all)
    if times.count > Self.mostTimes, period != nil {
      shorten()
      setTimes(all)
    }
  }

  private mutating func shorten() {
    (isShortened, period, start) = (true, nil, max(start, Self.beginning))
  }

  private mutating func setTimes(_ all: [SVGAnimation]) {
    times = []
    for animation in all { times.formUnion(animation.times(upTo: start + (period ?? 0))) }
  }

  /// The least common multiple of two lengths, in milliseconds.
  private static func common(_ a: Double, _ b: Double) -> Double {
    let (x, y) = ((a * 1000).rounded(), (b * 1000).rounded())
    guard x > 0, y > 0, x < 1e9, y < 1e9, abs(x / 1000 - a) < 1e-6, abs(y / 1000 - b) < 1e-6 else {
      return a == b ? a : .infinity
    }
    var (high, low) = (x, y)
    while low > 0 { (high, low) = (low, high.truncatingRemainder(dividingBy: low)) }
    return x / high * y / 1000
  }

  /// Until all is settled, and what comes then.
  var phases: [Phase] {
    let isHeld = attributes.contains { value($0, at: start + Self.moment) != nil }
    let prefix = start > 0 ? [Phase(from: 0, to: start, holds: period == nil && isHeld)] : []
    guard let period else {
      return prefix.isEmpty ? [Phase(from: 0, to: 1, holds: isHeld)] : prefix
    }
    return prefix + [Phase(from: start, to: start + period, isEndless: true)]
  }

  /// For each attribute an animation in each phase.
  var animations: [SVGAnimation] { phases.flatMap { animations(in: $0) } }

  /// For each attribute its animation in a phase, all with the same frames.
  func animations(in phase: Phase) -> [SVGAnimation] {
    let samples = samples(in: phase) { time in attributes.contains { jumps($0, at: time) } }
    return attributes.map { attribute in
      var result = SVGAnimation(attribute.name, phase.timing, at: place)
      result.owner = attribute.animations.first?.owner
      result.isStyle = attribute.animations.contains(where: \.isStyle)
      result.valueName = attribute.valueName
      result.values = samples.map { value(attribute, at: $0.moment) }
      result.keyTimes = samples.map { phase.share($0.time) }
      return result
    }
  }

  /// The times at which the values bend, with moments at which they are those of that time: two of
  /// a jump.
  func samples(
    in phase: Phase, isJump: (Double) -> Bool
  ) -> [(time: Double, moment: Double)] {
    var samples = [(time: phase.from, moment: phase.from + Self.moment)]
    for time in bends(in: phase) {
      let isJump = isJump(time)
      if isJump { samples.append((time, time - Self.moment)) }
      samples.append((time, isJump ? time + Self.moment : time))
    }
    samples.append((phase.to, phase.to - Self.moment))
    if phase.holds { samples.append((phase.to, phase.to + Self.moment)) }
    return samples
  }

  private func bends(in phase: Phase) -> [Double] {
    times.filter { $0 > phase.from + Self.moment && $0 < phase.to - Self.moment }.sorted()
  }

  /// The length of a moment where drawings are made one by one; longer where there are many.
  static let step = 1 / 60.0
  private static let mostMoments = 600.0

  /// The values of all attributes moment by moment, with the share of the phase from which on each
  /// moment is shown.
  func moments(of phase: Phase) -> [(share: Double, values: [String?])] {
    let step = max(Self.step, (phase.to - phase.from) / Self.mostMoments)
    var result: [(share: Double, values: [String?])] = []
    let edges = [phase.from] + bends(in: phase) + [phase.to]
    for (begin, end) in zip(edges, edges.dropFirst()) {
      let first = values(at: begin + Self.moment)
      guard first != values(at: end - Self.moment) else {
        result.append((phase.share(begin), first))
        continue
      }
      // A frame lies in the middle of its moment.
      var number = (begin / step).rounded(.down)
      while (number - 0.5) * step < end {
        let (low, high) = (max((number - 0.5) * step, begin), min((number + 0.5) * step, end))
        let middle = number * step
        let time = middle > low && middle < high ? middle : (low + high) / 2
        if high > low + Self.moment { result.append((phase.share(low), values(at: time))) }
        number += 1
      }
    }
    if phase.holds { result.append((1 - 1e-9, values(at: phase.to + Self.moment))) }
    return result
  }

  private func values(at time: Double) -> [String?] { attributes.map { value($0, at: time) } }

  private func jumps(_ attribute: Attribute, at time: Double) -> Bool {
    let before = value(attribute, at: time - Self.moment) ?? attribute.base
    let after = value(attribute, at: time + Self.moment) ?? attribute.base
    guard before != after else { return false }
    let name = attribute.valueName
    return !SVGAnimatedValue(before, of: name).isNear(SVGAnimatedValue(after, of: name))
  }

  /// `nil` for the value without animations.
  private func value(_ attribute: Attribute, at time: Double) -> String? {
    var active: [(index: Int, time: Double)] = []
    for index in attribute.order(at: time).reversed() {
      guard attribute.reaches[index].contains(time),
        let local = attribute.animations[index].activeTime(time)
      else { continue }
      active.append((index, local))
      if attribute.animations[index].hidesBeneath { break }
    }
    return active.reversed().reduce(nil) { current, one in
      attribute.animations[one.index].text(at: one.time, over: current ?? attribute.base) ?? current
    }
  }
}

extension SVGAnimation {
  /// Whether it never settles.
  fileprivate var isEndless: Bool {
    period != nil
      || (timing.speed != 0 && timing.repeatCount == .infinity && timing.repeatDuration == 0
        && next == .infinity)
  }

  fileprivate var cycle: Double {
    period ?? timing.cycleDuration / max(abs(timing.speed), 1e-9)
  }

  /// From when on it stays as it is, or comes again and again.
  fileprivate var settledTime: Double {
    if isEndless { return timing.beginTime }
    let end = min(timing.endTime, next)
    return end < SVGAnimationReader.longest / 2 ? end : timing.beginTime
  }

  /// The beginning of the run at a time, and that time in the first run; `nil` before all.
  fileprivate func local(_ time: Double) -> (begin: Double, time: Double)? {
    var shift = 0.0
    if let period, time > timing.beginTime {
      shift = ((time - timing.beginTime) / period).rounded(.down) * period
    }
    guard time - shift < next else { return nil }
    return (timing.beginTime + shift, time - shift)
  }

  /// The time in the first run; `nil` where there is no value then.
  fileprivate func activeTime(_ time: Double) -> Double? {
    guard let time = local(time)?.time else { return nil }
    let sample = timing.sample(at: time)
    let isOver = sample.phase == .after && !timing.fillMode.fillsForwards
    return sample.directedProgress == nil || isOver ? nil : time
  }

  /// A time outside of which there is no value.
  fileprivate var reach: ClosedRange<Double> {
    guard period == nil, timing.endTime >= timing.beginTime else { return -.infinity ... .infinity }
    let isEarly = [.backwards, .both].contains(timing.fillMode)
    let begin = isEarly ? -.infinity : timing.beginTime - 1e-6
    let end = timing.fillMode.fillsForwards ? .infinity : timing.endTime + 1e-6
    return begin...end
  }

  /// Whether a value depends on none beneath.
  fileprivate var hidesBeneath: Bool {
    path == nil && !isAdditive && !values.isEmpty && !values.contains(nil)
  }

  /// Where the value may bend or jump.
  fileprivate func times(upTo end: Double) -> [Double] {
    let length = cycleLength
    let last = min(timing.endTime, next, end)
    let shares = sharesOfCycle
    var result = [timing.beginTime, timing.endTime, next]
    var cycle = timing.beginTime
    let first = cycle < 0 ? (-cycle / length).rounded(.down) : 0
    cycle += first * length
    while cycle <= last, result.count < 100_000 {
      result += shares.map { cycle + $0 * length }.filter { $0 <= last }
      cycle += length
    }
    result = result.filter { $0.isFinite && $0 < SVGAnimationReader.longest / 2 }
    guard let period else { return result }
    let once = result
    var shift = period
    while timing.beginTime + shift <= end, result.count < 100_000 {
      result += once.map { $0 + shift }
      shift += period
    }
    return result
  }

  private var cycleLength: Double { timing.cycleDuration / max(abs(timing.speed), 1e-9) }

  /// The shares of a cycle at which its values may bend; curves have many.
  private var sharesOfCycle: [Double] {
    let count = keyPoints?.count ?? values.count
    // A dash ends at the end of its line, a corner at the middle of a side, and a sum of colours or
    // opacities at what there is.
    let isSum = isAdditive || isCumulative
    let isLimited = name.hasSuffix("opacity") || SVGAnimatedValue.colorNames.contains(name)
    let isPartly =
      name.hasPrefix("stroke-dash") || name == "rx" || name == "ry" || isSum && isLimited
    // From a value that moves itself the way is no line.
    let isCurved =
      path != nil || isPartly || Self.isTransform(name) || !functions.isEmpty
      || values.contains(nil)
    var shares: Set = [0.0, 1]
    if count > 1 {
      let parts = mode == .discrete ? count : count - 1
      shares.formUnion(keyTimes ?? (0...parts).map { Double($0) / Double(parts) })
    }
    if isCurved {
      let fine = path != nil || name.hasPrefix("offset") ? 128 : isPartly ? 64 : 32
      let frames = shares.sorted()
      shares.formUnion((0...fine).map { Double($0) / Double(fine) })
      // Each frame has a curve of its own.
      for (from, to) in zip(frames, frames.dropFirst()) {
        shares.formUnion((1..<16).map { from + (to - from) * Double($0) / 16 })
      }
    }
    if timing.speed < 0 { shares = Set(shares.map { 1 - $0 }) }
    guard timing.autoreverses else { return shares.sorted() }
    return shares.flatMap { [$0 / 2, 1 - $0 / 2] }.sorted()
  }

  /// The value at a time of the first run, over what lies beneath; `nil` for none.
  fileprivate func text(at time: Double, over beneath: String) -> String? {
    let sample = timing.sample(at: time)
    guard let progress = sample.directedProgress else { return nil }
    if let path { return place(on: path, progress, sample.iteration, over: beneath) }
    let (index, share) = frame(progress, values.count)
    let next = min(index + 1, values.count - 1)
    var value = value(values[index], over: beneath)
    if share != 0 { value = value.mixed(with: self.value(values[next], over: beneath), share) }
    if isCumulative, sample.iteration > 0, let last = values.last.flatMap(\.self) {
      value = value.added(SVGAnimatedValue(last, of: valueName), times: Double(sample.iteration))
    }
    guard isAdditive, Self.isTransform(name), beneath != "none" else { return value.text }
    return "\(beneath) \(value.text)"
  }

  /// A frame's value, without transforms beneath; the value beneath for a frame without one.
  private func value(_ frame: String?, over beneath: String) -> SVGAnimatedValue {
    guard let frame else { return SVGAnimatedValue(beneath, of: valueName) }
    let value = SVGAnimatedValue(frame, of: valueName)
    guard isAdditive, !Self.isTransform(name) else { return value }
    return SVGAnimatedValue(beneath, of: valueName).added(value)
  }

  /// The frame before a progress, and the share of the way to the next one.
  private func frame(_ progress: Double, _ count: Int) -> (index: Int, share: Double) {
    guard count > 1 else { return (0, 0) }
    let opacity = AnimationKeyPath(.opacity)
    let numbers = (0..<count).map { Value.number(Double($0)) }
    let times = mode == .discrete ? keyTimes.map { $0 + [1] } : keyTimes
    let frames = KeyframeAnimation(
      keyPath: opacity, values: numbers, keyTimes: times, timingFunctions: functions,
      calculationMode: mode)
    guard case .number(let number)? = frames.value(at: progress, underlying: .number(0)) else {
      return (0, 0)
    }
    let segment = min(frames.segment(at: progress).index, count - 1)
    return (segment, mode == .discrete ? 0 : number - Double(segment))
  }

  /// The place on a way, as a list of transforms.
  private func place(
    on path: Path, _ progress: Double, _ iteration: Int, over beneath: String
  ) -> String? {
    var share = progress
    if let keyPoints {
      let (index, part) = frame(progress, keyPoints.count)
      let next = keyPoints[min(index + 1, keyPoints.count - 1)]
      share = keyPoints[index] + (next - keyPoints[index]) * part
    }
    let way = along(path, isEven: keyPoints != nil)
    guard case .point(var point)? = way.value(at: share, underlying: .point(.zero)) else {
      return nil
    }
    if isCumulative, case .point(let last)? = way.value(at: 1, underlying: .point(.zero)) {
      point = point + last * Double(iteration)
    }
    var values = LayerValues()
    if rotationMode != nil { way.applyRotation(to: &values, at: share) }
    let turn = values[.transform]
    let text =
      "matrix(\(turn.m11) \(turn.m12) \(turn.m21) \(turn.m22) \(point.x) \(point.y)) rotate(\(angle))"
    return isAdditive && beneath != "none" ? "\(beneath) \(text)" : text
  }

  /// The animation of a place along a way.
  func along(_ path: Path, isEven: Bool = false) -> KeyframeAnimation {
    let hasTimes = keyTimes != nil && mode == .linear && !isEven
    let mode = isEven ? .paced : mode
    return KeyframeAnimation(
      keyPath: AnimationKeyPath(.position), path: path, rotationMode: rotationMode,
      keyTimes: hasTimes ? keyTimes : nil,
      timingFunctions: mode == .linear ? functions : [], calculationMode: mode,
      timing: timing, timingFunction: mode == .paced ? functions.first : nil,
      isAdditive: isAdditive, isCumulative: isCumulative)
  }
}
