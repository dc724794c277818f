import RostrumBase
import RostrumGeometry
package import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The keys shared by all animations of a key path, besides their values.
struct PropertyAnimationDraft {
  let keyPath: AnimationKeyPath
  let isAdditive: Bool
  let isCumulative: Bool
  let valueFunction: ValueFunction?
  private let context: SceneContext

  init?(_ animation: AnimationReader) {
    let fields = animation.fields
    let isAdditive = fields[Key.additive]
    let isCumulative = fields[Key.cumulative]
    let function = fields[Key.valueFunction]
    guard let keyPath = animation.keyPath() else { return nil }
    // Without the function, the numbers would be read as transforms.
    guard fields.node(Key.valueFunction) == nil || function != nil else { return nil }
    self.keyPath = keyPath
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    valueFunction = function
    context = animation.context
    guard takesFunction(fields) else { return nil }
    checkSums(fields)
  }

  func basic(
    _ ends: AnimationEnds, _ timing: MediaTiming, _ function: TimingFunction?
  ) -> BasicAnimation {
    BasicAnimation(
      keyPath: keyPath, ends: ends, timing: timing, timingFunction: function,
      isAdditive: isAdditive, isCumulative: isCumulative, valueFunction: valueFunction)
  }

  private func takesFunction(_ fields: MappingReader) -> Bool {
    guard let valueFunction, keyPath.type != .transform else { return true }
    return context.failure(
      .conflict, "a value function makes a transform, which \(keyPath.name.quoted) is not",
      at: fields.keyNode(Key.valueFunction) ?? fields.node,
      hint: "keyPath: transform, with valueFunction: \(valueFunction.rawValue)")
  }

  private func checkSums(_ fields: MappingReader) {
    if isAdditive, !keyPath.type.isAdditive { reportSum(Key.additive, nil, fields) }
    if isCumulative, !keyPath.type.isCumulative, valueFunction == nil {
      let hint = "animate a component such as transform.rotation, or give a valueFunction"
      reportSum(Key.cumulative, keyPath.type == .transform ? hint : nil, fields)
    }
    if isCumulative, fields[Key.autoreverses], let node = fields.keyNode(Key.cumulative) {
      context.warning(
        .noEffect, "nothing accumulates in an animation that autoreverses", at: node)
    }
  }

  private func reportSum(_ key: DefaultedField<Bool>, _ hint: String?, _ fields: MappingReader) {
    context.error(
      .conflict, "values of \(keyPath.name.quoted) cannot be added, so it cannot be \(key.name)",
      at: fields.keyNode(key) ?? fields.node, hint: hint)
  }

  /// A value of the key path's kind, or an argument of the value function. The property's rule
  /// holds for values that replace the property's.
  func value(_ node: YAMLNode, isDifference: Bool = false) -> Value? {
    if let valueFunction { return context.read(node, valueFunction.argument) }
    if keyPath.component == nil, keyPath.type == .point, case .number = node.numberText {
      let name = keyPath.property.name
      return context.mismatched(
        keyPath.reader().expectation, at: node,
        hint: "for one number animate \(name).x or \(name).y")
    }
    return context.read(node, keyPath.reader(as: isDifference || isAdditive ? .delta : .absolute))
  }
}

extension ValueFunction {
  /// The reader of the function's argument.
  fileprivate var argument: Reader<Value> {
    argumentType == .numbers
      ? Reader.numbers([3], "three numbers: [x, y, z]").map(Value.numbers) : argumentType.reader()
  }
}

extension AnimationType {
  static let basic = AnimationType(
    "basic", "CABasicAnimation", "From one value to another.",
    keys: Vocabulary.propertyAnimation() + Vocabulary.ends, rule: Vocabulary.endsRule
  ) { $0.basicAnimation() }
}

extension AnimationReader {
  fileprivate func basicAnimation() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    guard let draft = PropertyAnimationDraft(self) else { return nil }
    let ends = ends(draft)
    guard let timing, let function, let ends else { return nil }
    return draft.basic(ends, timing, function)
  }

  /// The ends of a basic or a spring animation.
  func ends(_ draft: PropertyAnimationDraft) -> AnimationEnds? {
    let (from, to, by) = (
      fields.node(Key.fromValue), fields.node(Key.toValue), fields.node(Key.byValue)
    )
    let flagSwitch = fields.checked(Key.flagSwitch)
    guard isDefined(from, to, by, draft) else { return nil }
    var ends = AnimationEnds(
      from: from.flatMap { draft.value($0) }, to: to.flatMap { draft.value($0) },
      by: by.flatMap { draft.value($0, isDifference: true) })
    guard (ends.fromValue == nil) == (from == nil), (ends.toValue == nil) == (to == nil),
      (ends.byValue == nil) == (by == nil)
    else { return nil }
    guard let flagSwitch else { return nil }
    if draft.keyPath.type == .boolean {
      ends.flagSwitch = flagSwitch
    } else if let node = fields.keyNode(Key.flagSwitch) {
      context.warning(
        .noEffect, "\(draft.keyPath.name.quoted) is no flag, so flagSwitch does nothing", at: node)
    }
    checkMatch(ends, to ?? by, draft)
    return ends
  }

  private func isDefined(
    _ from: YAMLNode?, _ to: YAMLNode?, _ by: YAMLNode?, _ draft: PropertyAnimationDraft
  ) -> Bool {
    let given = [from, to, by].compactMap { $0 }
    if given.isEmpty {
      if place.setKeyPath != nil { return true }
      // The key that is meant is reported already.
      if fields.hasUnknownKeys { return false }
      context.error(
        .missingKey, "nothing to animate: give fromValue, toValue or byValue", at: fields.node)
    } else if given.count == 3, let node = fields.keyNode(Key.byValue) {
      context.error(
        .conflict, "fromValue, toValue and byValue together are undefined", at: node,
        hint: "remove one of them")
    } else if by != nil, !draft.keyPath.type.isAdditive, let node = fields.keyNode(Key.byValue) {
      context.error(
        .conflict,
        "values of \(draft.keyPath.name.quoted) cannot be added, so byValue means nothing",
        at: node, hint: "give toValue")
    } else {
      if draft.isAdditive, given.count < 2, let node = fields.keyNode(Key.additive) {
        context.warning(
          .noEffect, "an additive animation with one end starts or ends at nothing added", at: node,
          hint: "give both fromValue and toValue")
      }
      return true
    }
    return false
  }

  /// Reports values that cannot be interpolated.
  private func checkMatch(
    _ ends: AnimationEnds, _ place: YAMLNode?, _ draft: PropertyAnimationDraft
  ) {
    guard let from = ends.fromValue, let to = ends.toValue, let place else { return }
    context.checkInterpolation(from, to, at: place)
  }
}

extension SceneContext {
  /// Warns when two values have nothing in between although their kind could.
  func checkInterpolation(_ from: Value, _ to: Value, at node: YAMLNode) {
    guard let gap = from.gap(to: to) else { return }
    warning(.noEffect, gap.message, at: node, hint: gap.hint)
  }
}

extension Value {
  /// Why there is nothing between two values although their kind could; `nil` where there is.
  package func gap(to other: Value) -> (message: String, hint: String)? {
    switch (self, other) {
    case (.path(let a), .path(let b))
    where !a.elements.isEmpty && a.interpolated(to: b, progress: 0.5) == nil:
      (
        "one of the two paths has no length, so the other holds until it jumps to it",
        "give both a line or a curve"
      )
    case (.path(let a), .path(let b)) where a.collapses(onTheWayTo: b):
      (
        "half way the outline folds over itself: its points have the wrong partners",
        "let both paths begin at alike places and run the same way round, or give one another point: then they are paired anew"
      )
    case (.color, .none), (.none, .color):
      (
        "between a colour and none there is no colour: it shows none all along",
        "write the same colour with alpha 0 instead of none"
      )
    default: nil
    }
  }
}

extension AnimationType {
  static let spring = AnimationType(
    "spring", "CASpringAnimation", "From one value to another on a damped spring.",
    keys: Vocabulary.propertyAnimation() + Vocabulary.ends + Vocabulary.springKeys,
    rule: Vocabulary.endsRule
  ) { $0.springAnimation() }
}

extension AnimationReader {
  fileprivate func springAnimation() -> (any Animation)? {
    let spring = fields.spring()
    let timing = timing(defaultDuration: duration(of: spring))
    let function = timingFunction()
    guard let draft = PropertyAnimationDraft(self) else { return nil }
    let ends = ends(draft)
    guard let spring, var timing, let function, let ends, settles(spring) else { return nil }
    // A spring at rest still has its last thousandth to go: the layer's own value needs no holding.
    if fields[Key.hold], ends.toValue == nil, ends.byValue == nil {
      (timing.fillMode, timing.isRemovedOnCompletion) = (.backwards, !place.isInGroup)
    }
    return SpringAnimation(draft.basic(ends, timing, function), spring: spring)
  }

  private func duration(of spring: Spring?) -> Double {
    place.groupDuration
      ?? min(
        max(spring?.settlingDuration ?? 1, Limit.minimumDuration),
        Limit.seconds)
  }

  /// Reports a spring that never settles and has no duration.
  private func settles(_ spring: Spring) -> Bool {
    let isGiven = place.isInGroup || (fields[Key.duration] ?? 0) > 0
    guard !isGiven, spring.settlingDuration > Limit.seconds else { return true }
    return context.failure(
      .badSpring, "a spring with so little damping never rests",
      at: fields.keyNode(Key.damping) ?? fields.node, hint: "give it a duration, or more damping")
  }
}

extension Key {
  static let clock = Field(
    "clock", .text("the name of a clock", example: "n"),
    "The clock that moves it on, of the scene's clocks. Default: 60 regular ticks a second.")
  static let runLoopMode = DefaultedField(
    "mode", .runLoopMode, default: RunLoopMode.default,
    "The run loop modes in which it fires: default not while tracking, common always.")
  static let step = Field(
    "step", .duration, "Seconds that each tick is taken to last. Default: the clock's interval.")
}

extension Reader where Content == RunLoopMode {
  /// A mode, or a list of the modes that a timer is added for. The common modes are default and
  /// tracking, so a list of both is read as common.
  static let runLoopMode: Reader = {
    let word = Reader.word
    return Reader(
      word.expectation + ", or a list of them", example: word.example,
      schema: SchemaPart.oneOrMore(word.schema), definition: "run-loop-mode", text: word.text
    ) { node, context in
      guard let items = node.items else { return word.read(node, context) }
      guard !items.isEmpty else { return context.mismatched("at least one mode", at: node) }
      let modes = items.compactMap { word.read($0, context) }
      guard modes.count == items.count else { return nil }
      return Set(modes).count == 1 ? modes[0] : .common
    }
  }()
}

extension AnimationType {
  static let timer = AnimationType(
    "timer", "NSTimer",
    "From one value to another, moved on by a timer that takes every tick to last the same.",
    keys: Vocabulary.propertyAnimation(holds: true) + Vocabulary.ends
      + [Key.clock, Key.runLoopMode, Key.step],
    rule: Vocabulary.endsRule
  ) { $0.steppedAnimation(.deferred) }

  static let displayLink = AnimationType(
    "displayLink", "CADisplayLink",
    "From one value to another, moved on by a display link that measures the time between ticks.",
    keys: Vocabulary.propertyAnimation(holds: true) + Vocabulary.ends
      + [Key.clock, Key.runLoopMode],
    rule: Vocabulary.endsRule
  ) { $0.steppedAnimation(.dropped) }
}

extension AnimationReader {
  fileprivate func steppedAnimation(_ missed: MissedTickPolicy) -> (any Animation)? {
    let timing = timing(
      defaultDuration: place.defaultDuration, holds: true)
    let function = timingFunction()
    let driver = driver(missed)
    guard let draft = PropertyAnimationDraft(self) else { return nil }
    let ends = ends(draft)
    guard let timing, let function, let ends, let driver else { return nil }
    return SteppedAnimation(draft.basic(ends, timing, function), driver: driver)
  }

  /// A timer's missed ticks wait; a display link measures.
  private func driver(_ missed: MissedTickPolicy) -> StepDriver? {
    let schedule =
      fields.has(Key.clock)
      ? fields.find(Key.clock, in: context.symbols.clocks, kind: "clock") : TickSchedule()
    let mode = fields.checked(Key.runLoopMode)
    let pace = missed == .deferred ? fields[Key.step].map(TickPace.interval) : nil
    guard let schedule, let mode else { return nil }
    let fireTimes = context.symbols.fireTimes.fireTimes(
      ClockListener(schedule: schedule, mode: mode, missed: missed))
    let step: StepDriver.Step = missed == .deferred ? .assumed(pace ?? schedule.pace) : .measured
    return StepDriver(step: step, fireTimes: fireTimes)
  }
}
