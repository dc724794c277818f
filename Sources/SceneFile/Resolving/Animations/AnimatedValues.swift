import LayerTree
import Timing

/// What every animation of one key path reads besides its values.
struct PropertyAnimationDraft {
  let keyPath: AnimationKeyPath
  let isAdditive: Bool
  let isCumulative: Bool
  private let resolution: Resolution

  init?(_ animation: AnimationFields) {
    let fields = animation.fields
    let isAdditive = fields.boolean(.additive) ?? false
    let isCumulative = fields.boolean(.cumulative) ?? false
    guard let keyPath = animation.keyPath() else { return nil }
    self.keyPath = keyPath
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    resolution = animation.resolution
    checkSums(fields)
  }

  private func checkSums(_ fields: Fields) {
    if !keyPath.type.isAdditive {
      for key in [Key.additive, .cumulative] where fields.boolean(key) == true {
        resolution.error(
          .conflict,
          "values of \(keyPath.name.quoted) cannot be added, so it cannot be \(key.name)",
          at: fields.keyNode(key) ?? fields.node)
      }
    }
    if isCumulative, fields.boolean(.autoreverses) == true, let node = fields.keyNode(.cumulative) {
      resolution.warning(
        .noEffect, "nothing accumulates in an animation that autoreverses", at: node)
    }
  }

  /// A value of the key path's kind. The property's rule holds for values that replace the property's.
  func value(_ node: YAMLNode, isDifference: Bool = false) -> Value? {
    let use: ValueUse = isDifference || isAdditive ? .difference : .given
    let type: ValueType
    switch keyPath.component {
    case .sizeWidth, .sizeHeight: type = .number(.zeroOrMore)
    case .size:
      return resolution.size(node, allowsNegative: use == .difference).map(Value.size)
    default: type = keyPath.type
    }
    return resolution.value(node, type, as: use)
  }
}
