import LayerTree
import Timing

extension AnimationType {
  static let keyframe = AnimationType(
    "keyframe", "CAKeyframeAnimation", "Through a list of values.",
    keys: Key.propertyAnimationKeys + [.values, .keyTimes, .timingFunctions, .calculationMode]
  ) { $0.keyframeAnimation() }
}

extension AnimationFields {
  fileprivate func keyframeAnimation() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    let mode = calculationMode()
    let nodes = fields.required(.values) == nil ? nil : fields.list(.values)
    let keyTimes = keyTimes(count: nodes?.count, mode)
    let functions = timingFunctions(count: nodes?.count, mode)
    guard let draft = PropertyAnimationDraft(self), let nodes else { return nil }
    let values = values(nodes, draft)
    guard let timing, let function, let mode, let values, let keyTimes, let functions else {
      return nil
    }
    return KeyframeAnimation(
      keyPath: draft.keyPath, values: values, keyTimes: keyTimes, timingFunctions: functions,
      calculationMode: mode, timing: timing, timingFunction: function,
      isAdditive: draft.isAdditive, isCumulative: draft.isCumulative)
  }

  private func calculationMode() -> CalculationMode? {
    guard let node = fields.node(.calculationMode) else { return .linear }
    if let name = node.scalar?.text, NotYetAvailable.calculationModes.contains(name) {
      resolution.error(
        .notAvailable, "the calculation mode '\(name)' is not available yet", at: node)
      return nil
    }
    return fields.word(.calculationMode, as: CalculationMode.self)
  }

  private func values(_ nodes: [YAMLNode], _ draft: PropertyAnimationDraft) -> [Value]? {
    guard nodes.count >= 2, let list = fields.node(.values) else {
      resolution.error(
        .wrongCount, "a keyframe animation needs two values or more; found \(nodes.count)",
        at: fields.node(.values) ?? fields.node)
      return nil
    }
    let values = nodes.compactMap { draft.value($0) }
    guard values.count == nodes.count, haveEqualCounts(values, at: list) else { return nil }
    if fields.node(.calculationMode)?.scalar?.text != CalculationMode.discrete.rawValue {
      for index in 1..<values.count {
        resolution.checkInterpolation(values[index - 1], values[index], at: nodes[index])
      }
    }
    return values
  }

  /// Lists of numbers only move into lists of the same length.
  private func haveEqualCounts(_ values: [Value], at node: YAMLNode) -> Bool {
    let counts = Set(
      values.map { value -> Int in if case .numbers(let list) = value { list.count } else { 0 } })
    guard counts.count > 1 else { return true }
    resolution.error(.wrongCount, "the lists of numbers have different lengths", at: node)
    return false
  }

  // MARK: Key times

  /// `.some(nil)` without any, `nil` after reporting wrong ones.
  private func keyTimes(count: Int?, _ mode: CalculationMode?) -> [Double]?? {
    guard let list = fields.node(.keyTimes) else { return .some(nil) }
    guard let nodes = fields.list(.keyTimes) else { return nil }
    let times = nodes.compactMap {
      resolution.number($0, .unit, expectation: "a key time from 0 to 1")
    }
    guard times.count == nodes.count else { return nil }
    let areCounted = areCounted(times, of: count, mode, at: list)
    let areOrdered = areOrdered(times, nodes)
    let areComplete = areComplete(times, nodes, mode)
    return areCounted && areOrdered && areComplete ? .some(times) : nil
  }

  private func areCounted(
    _ times: [Double], of count: Int?, _ mode: CalculationMode?, at node: YAMLNode
  ) -> Bool {
    guard let count, let mode, count >= 2 else { return true }
    let allowed = mode == .discrete ? [count, count + 1] : [count]
    if allowed.contains(times.count) { return true }
    let expected = allowed.map(String.init).joined(separator: " or ")
    resolution.error(
      .wrongCount, "expected \(expected) key times for \(count) values; found \(times.count)",
      at: node)
    return false
  }

  private func areOrdered(_ times: [Double], _ nodes: [YAMLNode]) -> Bool {
    guard times.count > 1 else { return true }
    for index in 1..<times.count where times[index] < times[index - 1] {
      let (time, before) = (times[index].sceneText, times[index - 1].sceneText)
      resolution.error(
        .badKeyTimes, "key times must not fall; found \(time) after \(before)", at: nodes[index])
      return false
    }
    return true
  }

  private func areComplete(
    _ times: [Double], _ nodes: [YAMLNode], _ mode: CalculationMode?
  ) -> Bool {
    guard mode == .linear, let first = nodes.first, let last = nodes.last else { return true }
    if times.first != 0 {
      resolution.error(.badKeyTimes, "the first key time must be 0", at: first)
    }
    if times.last != 1 { resolution.error(.badKeyTimes, "the last key time must be 1", at: last) }
    return times.first == 0 && times.last == 1
  }

  // MARK: Timing functions

  private func timingFunctions(count: Int?, _ mode: CalculationMode?) -> [TimingFunction]? {
    guard let list = fields.node(.timingFunctions) else { return [] }
    guard let nodes = fields.list(.timingFunctions) else { return nil }
    let functions = nodes.compactMap { resolution.timingFunction($0) }
    if mode == .discrete, let key = fields.keyNode(.timingFunctions) {
      resolution.warning(.noEffect, "timingFunctions do nothing in discrete mode", at: key)
    } else if let count, count >= 2, nodes.count != count - 1 {
      resolution.error(
        .wrongCount,
        "expected \(count - 1) timing functions, one for each step between \(count) values; found \(nodes.count)",
        at: list)
      return nil
    }
    return functions.count == nodes.count ? functions : nil
  }
}
