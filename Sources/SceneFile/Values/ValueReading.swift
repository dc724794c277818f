import LayerTree

extension SceneContext {
  /// A value of that kind: the one place that goes through all kinds.
  func value(_ node: YAMLNode, _ type: ValueType, as use: ValueUse = .given) -> Value? {
    switch type {
    case .number(let rule): numberValue(node, use == .given ? rule : .any)
    case .angle: angle(node).map(Value.number)
    case .boolean: boolean(node).map(Value.boolean)
    case .point: point(node).map(Value.point)
    case .size: size(node, allowsNegative: true).map(Value.size)
    case .rect: rect(node, allowsNegative: use == .difference).map(Value.rect)
    case .color: color(node)
    case .transform: transform(node).map(Value.transform)
    case .path: path(node)
    case .image: image(node)
    case .font: font(node).map(Value.font)
    case .text: text(node).map(Value.text)
    case .attributedText: attributedText(node)
    case .word(let words): word(node, of: words).map(Value.text)
    case .words(let all): words(node, of: all).map(Value.words)
    case .colors: colors(node)
    case .locations: locations(node, as: use)
    case .emitterCells: emitterCells(node).map(Value.emitterCells)
    case .filters: filters(node)
    case .fixedNumbers(let count):
      numbers(node, counts: [count], type.expectation).map(Value.numbers)
    case .numbers: isNone(node) ? Value.none : numbers(node, .zeroOrMore).map(Value.numbers)
    }
  }

  private func numberValue(_ node: YAMLNode, _ rule: ValueType.NumberRule) -> Value? {
    number(node, rule, expectation: ValueType.number(rule).expectation).map(Value.number)
  }
}

/// What a value is for: differences may be negative where values may not.
enum ValueUse {
  case given
  case difference
}
