import LayerTree
import Timing

/// What every animation of one key path reads besides its values.
struct PropertyAnimationDraft {
  let keyPath: AnimationKeyPath
  let isAdditive: Bool
  let isCumulative: Bool
  let valueFunction: ValueFunction?
  private let context: SceneContext

  init?(_ animation: AnimationFields) {
    let fields = animation.fields
    let isAdditive = fields.boolean(.additive) ?? false
    let isCumulative = fields.boolean(.cumulative) ?? false
    let function = fields.word(.valueFunction, as: ValueFunction.self)
    guard let keyPath = animation.keyPath() else { return nil }
    // Without the function, the numbers would be taken for transforms.
    guard fields.node(.valueFunction) == nil || function != nil else { return nil }
    self.keyPath = keyPath
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    valueFunction = function
    context = animation.context
    guard takesFunction(fields) else { return nil }
    checkSums(fields)
  }

  private func takesFunction(_ fields: MappingReader) -> Bool {
    guard let valueFunction, keyPath.type != .transform else { return true }
    context.error(
      .conflict,
      "a value function makes a transform, which \(keyPath.name.quoted) is not",
      at: fields.keyNode(.valueFunction) ?? fields.node,
      hint: "keyPath: transform, with valueFunction: \(valueFunction.rawValue)")
    return false
  }

  private func checkSums(_ fields: MappingReader) {
    if isAdditive, !keyPath.type.isAdditive { reportSum(.additive, nil, fields) }
    if isCumulative, !keyPath.type.isCumulative, valueFunction == nil {
      let hint = "animate a component such as transform.rotation, or give a valueFunction"
      reportSum(.cumulative, keyPath.type == .transform ? hint : nil, fields)
    }
    if isCumulative, fields.boolean(.autoreverses) == true, let node = fields.keyNode(.cumulative) {
      context.warning(
        .noEffect, "nothing accumulates in an animation that autoreverses", at: node)
    }
  }

  private func reportSum(_ key: Key, _ hint: String?, _ fields: MappingReader) {
    context.error(
      .conflict, "values of \(keyPath.name.quoted) cannot be added, so it cannot be \(key.name)",
      at: fields.keyNode(key) ?? fields.node, hint: hint)
  }

  /// A value of the key path's kind, or an argument of the value function. The property's rule holds for values that replace the property's.
  func value(_ node: YAMLNode, isDifference: Bool = false) -> Value? {
    let use: ValueUse = isDifference || isAdditive ? .difference : .given
    if let valueFunction { return argument(node, of: valueFunction) }
    let type: ValueType
    switch keyPath.component {
    case .sizeWidth, .sizeHeight: type = .number(.zeroOrMore)
    case .size:
      return context.size(node, allowsNegative: use == .difference).map(Value.size)
    default: type = keyPath.type
    }
    return context.value(node, type, as: use)
  }

  private func argument(_ node: YAMLNode, of function: ValueFunction) -> Value? {
    guard function.argumentType == .numbers else {
      return context.value(node, function.argumentType)
    }
    return context.numbers(node, counts: [3], "three numbers: [x, y, z]").map(Value.numbers)
  }
}
