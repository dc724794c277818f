import Geometry
import LayerTree
import Timing

extension AnimationType {
  static let basic = AnimationType(
    "basic", "CABasicAnimation", "From one value to another.",
    keys: Key.propertyAnimationKeys + Key.endKeys
  ) { $0.basicAnimation() }
}

extension AnimationFields {
  fileprivate func basicAnimation() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    guard let draft = PropertyAnimationDraft(self) else { return nil }
    let ends = ends(draft)
    guard let timing, let function, let ends else { return nil }
    return BasicAnimation(
      keyPath: draft.keyPath, ends: ends, timing: timing, timingFunction: function,
      isAdditive: draft.isAdditive, isCumulative: draft.isCumulative,
      valueFunction: draft.valueFunction)
  }

  /// The ends of a basic or a spring animation.
  func ends(_ draft: PropertyAnimationDraft) -> AnimationEnds? {
    let (from, to, by) = (fields.node(.fromValue), fields.node(.toValue), fields.node(.byValue))
    guard isDefined(from, to, by, draft) else { return nil }
    let ends = AnimationEnds(
      from: from.flatMap { draft.value($0) }, to: to.flatMap { draft.value($0) },
      by: by.flatMap { draft.value($0, isDifference: true) })
    guard (ends.fromValue == nil) == (from == nil), (ends.toValue == nil) == (to == nil),
      (ends.byValue == nil) == (by == nil)
    else { return nil }
    checkMatch(ends, to ?? by, draft)
    return ends
  }

  private func isDefined(
    _ from: YAMLNode?, _ to: YAMLNode?, _ by: YAMLNode?, _ draft: PropertyAnimationDraft
  ) -> Bool {
    let given = [from, to, by].compactMap { $0 }
    if given.isEmpty {
      if place.setKeyPath != nil { return true }
      context.error(
        .missingKey, "nothing to animate: give fromValue, toValue or byValue", at: fields.node)
    } else if given.count == 3, let node = fields.keyNode(.byValue) {
      context.error(
        .conflict, "fromValue, toValue and byValue together are undefined", at: node,
        hint: "remove one of them")
    } else if by != nil, !draft.keyPath.type.isAdditive, let node = fields.keyNode(.byValue) {
      context.error(
        .conflict,
        "values of \(draft.keyPath.name.quoted) cannot be added, so byValue means nothing",
        at: node, hint: "give toValue")
    } else {
      if draft.isAdditive, given.count < 2, let node = fields.keyNode(.additive) {
        context.warning(
          .noEffect, "an additive animation with one end starts or ends at nothing added", at: node,
          hint: "give both fromValue and toValue")
      }
      return true
    }
    return false
  }

  /// Says when there is nothing between the two ends.
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
    switch (from, to) {
    case (.path(let a), .path(let b))
    where !a.elements.isEmpty && a.interpolated(to: b, progress: 0.5) == nil:
      warning(
        .noEffect,
        "the two paths have different elements, so one holds until it jumps to the other",
        at: node, hint: "give both the same kinds of segments in the same order")
    case (.color, .none), (.none, .color):
      warning(
        .noEffect, "between a colour and none there is no colour: it shows none all along",
        at: node,
        hint: "write the same colour with alpha 0 instead of none")
    default: break
    }
  }
}
