import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// Writes animations: the inverse of the readers in `Animations`.
struct AnimationWriter {
  let values: ValueWriter
  let names: NameTable

  /// The node of one animation. If an event adds it, `beginTime` is its start time.
  func node(
    _ attached: AttachedAnimation, isAdded: Bool = false, beginTime: WrittenNode? = nil,
    isInGroup: Bool = false
  ) throws -> WrittenNode {
    let animation = attached.animation
    let (type, own) = try form(of: animation)
    var mapping = YAMLMapping()
    mapping.add(Key.animationType, .plain(type.name))
    if type.fixedKey == nil { mapping.add(Key.animationKey, attached.key.map(WrittenNode.text)) }
    if let animation = animation as? any PropertyAnimation { mapping.add(keyPath(animation)) }
    mapping.add(Key.beginTime, beginTime)
    if !(animation is FollowAnimation) {
      let place = TimingWriter.Place(
        holds: animation is SteppedAnimation, isInGroup: isInGroup, hasBeginTime: !isAdded)
      mapping.add(TimingWriter.mapping(animation.timing, animation.timingFunction, in: place))
    }
    mapping.add(own)
    return mapping.block
  }

  /// The animation's class in the language, and the keys that only this class has.
  private func form(of animation: any Animation) throws -> (type: AnimationType, own: YAMLMapping) {
    switch animation {
    case let animation as BasicAnimation: return (.basic, try ends(of: animation, animation.ends))
    case let animation as SpringAnimation:
      var mapping = try ends(of: animation, animation.ends)
      mapping.add(TimingWriter.mapping(animation.spring))
      return (.spring, mapping)
    case let animation as KeyframeAnimation: return (.keyframe, try keyframes(animation))
    case let animation as AnimationGroup:
      var mapping = YAMLMapping()
      let children = try animation.animations.map { try node($0, isInGroup: true) }
      mapping.add(Key.children, .items(children))
      return (.group, mapping)
    case let animation as TransitionAnimation: return (.transition, transition(animation))
    case let animation as SteppedAnimation:
      var mapping = try ends(of: animation, animation.ends)
      mapping.add(driver(animation.driver))
      return (animation.driver.step == .measured ? .displayLink : .timer, mapping)
    case let animation as FollowAnimation: return (.follow, followed(animation))
    case let animation as ScrambleAnimation:
      var mapping = YAMLMapping()
      mapping.add(Key.scrambleSeed, animation.seed)
      mapping.add(Key.scrambleRate, animation.rate)
      if !animation.letters.isEmpty {
        mapping.add(Key.scrambleLetters, .text(animation.letters))
      }
      return (.scramble, mapping)
    default:
      throw SceneWriter.Unwritable(
        description: "an animation of type '\(animation.className)' cannot be written")
    }
  }

  private func keyPath(_ animation: any PropertyAnimation) -> YAMLMapping {
    var mapping = YAMLMapping()
    mapping.add(Key.keyPath, .plain(animation.keyPath.name))
    mapping.add(Key.additive, animation.isAdditive)
    mapping.add(Key.cumulative, animation.isCumulative)
    mapping.add(Key.valueFunction, (animation.valueFunction?.rawValue).map(WrittenNode.plain))
    return mapping
  }

  private func ends(
    of animation: any PropertyAnimation, _ ends: AnimationEnds
  ) throws -> YAMLMapping {
    var mapping = YAMLMapping()
    let node = { try values.node($0, of: animation.valueType) }
    mapping.add(Key.fromValue, try ends.fromValue.map(node))
    mapping.add(Key.toValue, try ends.toValue.map(node))
    mapping.add(Key.byValue, try ends.byValue.map(node))
    if animation.keyPath.type == .boolean { mapping.add(Key.flagSwitch, ends.flagSwitch) }
    return mapping
  }

  private func transition(_ animation: TransitionAnimation) -> YAMLMapping {
    var mapping = YAMLMapping()
    mapping.add(Key.transitionType, animation.style)
    mapping.add(Key.subtype, (animation.direction?.rawValue).map(WrittenNode.plain))
    mapping.add(Key.startProgress, animation.startProgress)
    mapping.add(Key.endProgress, animation.endProgress)
    return mapping
  }

  private func driver(_ driver: StepDriver) -> YAMLMapping {
    var mapping = YAMLMapping()
    mapping.add(Key.clock, names.name(of: driver.fireTimes.schedule).map(WrittenNode.plain))
    mapping.add(Key.runLoopMode, driver.fireTimes.mode)
    if case .assumed(let pace) = driver.step, pace != driver.fireTimes.schedule.pace {
      mapping.add(Key.step, pace.interval)
    }
    return mapping
  }

  private func followed(_ animation: FollowAnimation) -> YAMLMapping {
    var mapping = YAMLMapping()
    mapping.add(Key.followed, number(animation.followed))
    switch animation.form {
    case .number(let scale, let offset), .text(_, let scale, let offset):
      mapping.add(Key.followScale, scale)
      mapping.add(Key.followOffset, offset)
    }
    if case .text(let format, _, _) = animation.form {
      mapping.add(Key.format, .text(format.formatText))
      mapping.add(Key.rounding, format.rounding.map { .plain($0.rawValue) })
      mapping.add(Key.locale, format.symbols.locale.map(WrittenNode.plain))
      mapping.add(Key.currency, (format.symbols.currency?.code).map(WrittenNode.plain))
    }
    return mapping
  }

  private func number(_ value: FollowedValue) -> WrittenNode {
    var entry = YAMLMapping()
    if value.values.count > 2 || value.keyTimes != nil {
      entry.add(Key.followedKeys, .numbers(value.values))
      if let times = value.keyTimes { entry.add(Key.followedTimes, .numbers(times)) }
    } else {
      entry.add(Key.followedFrom.name, .number(value.values[0]))
      entry.add(Key.followedTo, value.values[1])
    }
    entry.add(TimingWriter.mapping(value.timing, value.timingFunction, in: .init(holds: true)))
    return entry.block
  }

  // MARK: Key frames

  private func keyframes(_ animation: KeyframeAnimation) throws -> YAMLMapping {
    var mapping = YAMLMapping()
    let mode = animation.calculationMode
    mapping.add(Key.calculationMode, mode)
    let steps =
      animation.path.map { mode == .discrete ? $0.withoutCloses : $0 }?.segments.count
      ?? animation.values.count - (mode == .discrete ? 0 : 1)
    let even = (0...max(steps, 1)).map { Double($0) / Double(max(steps, 1)) }
    if !mode.isPaced, animation.keyTimes != even {
      mapping.add(Key.keyTimes, .numbers(animation.keyTimes))
    }
    if let path = animation.path {
      mapping.add(Key.path, try values.node(.path(path)))
      mapping.add(Key.rotationMode, (animation.rotationMode?.rawValue).map(WrittenNode.plain))
    } else {
      let nodes = try animation.values.map { try values.node($0, of: animation.valueType) }
      let arePlain = nodes.allSatisfy(\.isPlain)
      mapping.add(Key.values, arePlain ? .list(nodes) : .items(nodes))
      mapping.add(Key.pathMorph, animation.pathMorph)
    }
    var functions = animation.timingFunctions.map(TimingWriter.node)
    if !functions.isEmpty {
      if mode.usesTimingFunctions {
        functions = functions.padded(to: steps, with: .plain("linear"))
      }
      mapping.add(Key.timingFunctions, .list(functions))
    }
    mapping.add(shape(animation))
    return mapping
  }

  private func shape(_ animation: KeyframeAnimation) -> YAMLMapping {
    var mapping = YAMLMapping()
    guard animation.path == nil, animation.calculationMode.isCubic else { return mapping }
    for (key, list) in [
      (Key.tensionValues as any DeclaredField, animation.shape.tensionValues),
      (Key.continuityValues, animation.shape.continuityValues),
      (Key.biasValues, animation.shape.biasValues),
    ] where !list.isEmpty {
      mapping.add(key, .numbers(list.padded(to: animation.values.count, with: 0)))
    }
    return mapping
  }
}

extension Array {
  /// The first `count` elements, padded with `element` if there are fewer.
  fileprivate func padded(to count: Int, with element: Element) -> [Element] {
    Array((self + Array(repeating: element, count: Swift.max(0, count - self.count))).prefix(count))
  }
}

extension PropertyAnimation {
  /// The type of the written values: the key path's, or that of the value function's arguments.
  fileprivate var valueType: ValueType { valueFunction?.argumentType ?? keyPath.type }
}

// MARK: Names

/// The names that a written scene gives to its clocks, in the order in which animations use them.
/// The resolved scene has none.
struct NameTable {
  private var clocks: [TickSchedule] = []

  init(_ layers: [Layer]) {
    for animation in layers.flatMap(\.allAnimations) { add(animation) }
  }

  private mutating func add(_ animation: any Animation) {
    for child in animation.innerAnimations { add(child.animation) }
    if let stepped = animation as? SteppedAnimation {
      let schedule = stepped.driver.fireTimes.schedule
      if schedule != TickSchedule(), !clocks.contains(schedule) { clocks.append(schedule) }
    }
  }

  /// `nil` for the clock that needs no name.
  func name(of schedule: TickSchedule) -> String? {
    clocks.firstIndex(of: schedule).map { "clock \($0 + 1)" }
  }

  /// The scene's keys that hold named declarations.
  var mapping: YAMLMapping {
    var (clocks, all) = (YAMLMapping(), YAMLMapping())
    for clock in self.clocks { clocks.add(name(of: clock) ?? "", TimingWriter.node(clock)) }
    if !clocks.isEmpty { all.add(Key.clocks, clocks.block) }
    return all
  }
}

// MARK: Animations without words of their own

extension AttachedAnimation {
  /// The animations that are written for this one: itself, unless the language cannot express it.
  var writableParts: [AttachedAnimation] {
    switch animation {
    case let animation as SimulatedAnimation:
      zip(["position", "rotation"], animation.keyframes).map { name, keyframes in
        AttachedAnimation(keyframes, key: "physics \(name)", place: place)
      }
    case let animation as BasicAnimation:
      sum(animation, animation.ends) { ends, isAdditive in
        BasicAnimation(
          keyPath: animation.keyPath, ends: ends, timing: animation.timing,
          timingFunction: animation.timingFunction, isAdditive: isAdditive)
      }
    case let animation as SpringAnimation:
      sum(animation, animation.ends) { ends, isAdditive in
        SpringAnimation(
          BasicAnimation(
            keyPath: animation.keyPath, ends: ends, timing: animation.timing,
            timingFunction: animation.timingFunction, isAdditive: isAdditive),
          spring: animation.spring)
      }
    default: [self]
    }
  }

  /// Two animations for an implicit one that begins at an invalid value, because it has interrupted
  /// an overshooting one: a file cannot have that value f, but its difference from a valid one, a.
  /// At progress p, with u for the underlying value, the two add up to a (1 - p) + u p + (f - a) (1
  /// - p), which is f (1 - p) + u p.
  private func sum(
    _ animation: any PropertyAnimation, _ ends: AnimationEnds,
    _ make: (AnimationEnds, _ isAdditive: Bool) -> any PropertyAnimation
  ) -> [AttachedAnimation] {
    guard let from = ends.fromValue, ends == AnimationEnds(from: from) else { return [self] }
    let start = from.limited(to: animation.keyPath.type)
    guard start != from else { return [self] }
    let first = AttachedAnimation(
      make(AnimationEnds(from: start), false), key: key, place: place)
    // Less than no alpha cannot be added.
    guard let rest = from.subtracting(start)?.visible(as: .color), let end = rest.additiveIdentity,
      rest != end
    else { return [first] }
    let second = AttachedAnimation(
      make(AnimationEnds(from: rest, to: end), true), key: key.map { $0 + " beyond" }, place: place)
    return [first, second]
  }
}

extension SimulatedAnimation {
  /// The same states as discrete key frames: one animation for the position, one for the angle.
  fileprivate var keyframes: [KeyframeAnimation] {
    let steps = timing.duration / step
    // As in the simulation, a state shows a millionth of a step early.
    let keyTimes =
      [0] + positions.indices.dropFirst().map { (Double($0) - 1e-6) / steps } + [1]
    let values = [positions.map(Value.point), angles.map(Value.number)]
    return zip(keyPaths, values).map { keyPath, values in
      KeyframeAnimation(
        keyPath: keyPath, values: values, keyTimes: keyTimes, calculationMode: .discrete,
        timing: timing)
    }
  }
}
