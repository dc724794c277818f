import Geometry
import LayerTree
import Timing

extension AnimationType {
  static let keyframe = AnimationType(
    "keyframe", "CAKeyframeAnimation", "Through a list of values, or along a path.",
    keys: Key.propertyAnimationKeys + Key.keyframeKeys
  ) { $0.keyframeAnimation() }
}

extension AnimationFields {
  fileprivate func keyframeAnimation() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    let mode = calculationMode()
    let draft = PropertyAnimationDraft(self)
    let frames = KeyframeDraft(self, draft, mode)
    guard let timing, let function, let draft, let frames else { return nil }
    switch frames.source {
    case .values(let values):
      return KeyframeAnimation(
        keyPath: draft.keyPath, values: values, keyTimes: frames.keyTimes,
        timingFunctions: frames.timingFunctions, calculationMode: frames.mode,
        shape: frames.shape, valueFunction: draft.valueFunction, timing: timing,
        timingFunction: function, isAdditive: draft.isAdditive, isCumulative: draft.isCumulative)
    case .path(let path):
      return KeyframeAnimation(
        keyPath: draft.keyPath, path: path, rotationMode: frames.rotationMode,
        keyTimes: frames.keyTimes, timingFunctions: frames.timingFunctions,
        calculationMode: frames.mode, timing: timing, timingFunction: function,
        isAdditive: draft.isAdditive, isCumulative: draft.isCumulative)
    }
  }

  /// Linear without one, `nil` after reporting a wrong one.
  private func calculationMode() -> CalculationMode? {
    guard fields.node(.calculationMode) != nil else { return .linear }
    return fields.word(.calculationMode, as: CalculationMode.self)
  }
}

/// What the key frames are, and when.
private struct KeyframeDraft {
  enum Source {
    case values([Value])
    case path(Path)
  }

  let source: Source
  let mode: CalculationMode
  let keyTimes: [Double]?
  let timingFunctions: [TimingFunction]
  let shape: SplineShape
  let rotationMode: RotationMode?

  /// `nil` after reporting why. Everything is read, so that every mistake is found.
  init?(_ animation: AnimationFields, _ draft: PropertyAnimationDraft?, _ mode: CalculationMode?) {
    let reader = KeyframeReader(animation, mode)
    let source = reader.source(draft)
    let count = reader.count(source)
    let keyTimes = reader.keyTimes(count)
    let functions = reader.timingFunctions(count)
    let shape = reader.shape(count)
    let rotation = reader.rotationMode()
    guard let source, let mode, let keyTimes, let functions, let shape, let rotation else {
      return nil
    }
    self.source = source
    self.mode = mode
    self.keyTimes = keyTimes
    timingFunctions = functions
    self.shape = shape
    rotationMode = rotation
  }
}

/// Reads the parts of a keyframe animation one by one.
struct KeyframeReader {
  let fields: MappingReader
  let context: SceneContext
  /// `nil` when it was wrong.
  let mode: CalculationMode?

  fileprivate init(_ animation: AnimationFields, _ mode: CalculationMode?) {
    fields = animation.fields
    context = animation.context
    self.mode = mode
  }

  var isAlongPath: Bool { fields.node(.path) != nil }

  // MARK: Values or path

  fileprivate func source(_ draft: PropertyAnimationDraft?) -> KeyframeDraft.Source? {
    let nodes = fields.list(.values)
    guard let path = fields.node(.path) else {
      guard fields.node(.values) != nil else {
        context.error(
          .missingKey, "an animation of type 'keyframe' needs 'values' or 'path'", at: fields.node,
          hint: "values: \(Key.values.grammar.expectation)")
        return nil
      }
      guard let draft, let nodes else { return nil }
      return values(nodes, draft).map(KeyframeDraft.Source.values)
    }
    guard !hasBoth(), let draft, isMovable(draft) else { return nil }
    return self.path(path).map(KeyframeDraft.Source.path)
  }

  private func hasBoth() -> Bool {
    guard let key = fields.keyNode(.values) else { return false }
    context.error(
      .conflict, "a path replaces values; give one of them", at: key,
      hint: "remove values or path")
    return true
  }

  private func isMovable(_ draft: PropertyAnimationDraft) -> Bool {
    guard draft.keyPath.type != .point, let key = fields.keyNode(.path) else { return true }
    context.error(
      .conflict, "only points move along a path; \(draft.keyPath.name.quoted) is none", at: key,
      hint: "give values, or animate position")
    return false
  }

  private func path(_ node: YAMLNode) -> Path? {
    guard let value = context.path(node) else { return nil }
    if let path = value.path, !path.segments.isEmpty {
      if mode?.isCubic == true, let key = fields.node(.calculationMode) {
        context.warning(
          .noEffect, "a path is a curve already: cubic modes follow it like the others", at: key,
          hint: "write \(mode == .cubic ? "linear" : "paced")")
      }
      return path
    }
    context.error(.badPath, "a path to move along needs a line or a curve", at: node)
    return nil
  }

  private func values(_ nodes: [YAMLNode], _ draft: PropertyAnimationDraft) -> [Value]? {
    guard nodes.count >= 2, let list = fields.node(.values) else {
      context.error(
        .wrongCount, "a keyframe animation needs two values or more; found \(nodes.count)",
        at: fields.node(.values) ?? fields.node)
      return nil
    }
    let values = nodes.compactMap { draft.value($0) }
    guard values.count == nodes.count, haveEqualCounts(values, at: list) else { return nil }
    if mode != .discrete {
      for index in 1..<values.count {
        context.checkInterpolation(values[index - 1], values[index], at: nodes[index])
      }
    }
    return values
  }

  /// Lists of numbers only move into lists of the same length.
  private func haveEqualCounts(_ values: [Value], at node: YAMLNode) -> Bool {
    let counts = Set(
      values.map { value -> Int in if case .numbers(let list) = value { list.count } else { 0 } })
    guard counts.count > 1 else { return true }
    context.error(.wrongCount, "the lists of numbers have different lengths", at: node)
    return false
  }

  /// How many key values there are: of a path the ends of its segments and its start. `nil` when there is no telling.
  fileprivate func count(_ source: KeyframeDraft.Source?) -> Int? {
    if case .path(let path) = source { return path.segments.count + 1 }
    return isAlongPath ? nil : fields.node(.values)?.items?.count
  }

  // MARK: The way between

  /// `.some(nil)` without one, `nil` after reporting a wrong one.
  func rotationMode() -> RotationMode?? {
    guard fields.node(.rotationMode) != nil else { return .some(nil) }
    let mode = fields.word(.rotationMode, as: RotationMode.self)
    if !isAlongPath, let key = fields.keyNode(.rotationMode) {
      context.warning(.noEffect, "rotationMode does nothing without a path", at: key)
    }
    return mode.map { .some($0) }
  }

  /// `nil` after reporting wrong numbers.
  func shape(_ count: Int?) -> SplineShape? {
    let lists = [Key.tensionValues, .continuityValues, .biasValues].map { numbers($0, count) }
    guard let tension = lists[0], let continuity = lists[1], let bias = lists[2] else {
      return nil
    }
    return SplineShape(tensionValues: tension, continuityValues: continuity, biasValues: bias)
  }

  private func numbers(_ key: Key, _ count: Int?) -> [Double]? {
    guard let node = fields.node(key) else { return [] }
    guard let list = context.numbers(node) else { return nil }
    if let mode, !mode.isCubic || isAlongPath, let place = fields.keyNode(key) {
      let found = isAlongPath ? "along a path" : "in \(mode.rawValue) mode"
      context.warning(.noEffect, "\(key.name) do nothing \(found)", at: place)
    } else if let count, list.count != count {
      context.error(
        .wrongCount, "expected \(count) \(key.name), one for each value; found \(list.count)",
        at: node)
      return nil
    }
    return list
  }
}
