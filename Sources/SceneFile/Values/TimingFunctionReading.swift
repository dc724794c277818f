import LayerTree
import Timing

extension SceneContext {
  /// A name, four control points, or a spring.
  func timingFunction(_ node: YAMLNode) -> TimingFunction? {
    switch node.content {
    case .sequence(let items): bezier(items, at: node)
    case .mapping: springFunction(node)
    case .scalar(let scalar): timingFunction(scalar.text, at: node)
    }
  }

  private func bezier(_ items: [YAMLNode], at node: YAMLNode) -> TimingFunction? {
    let expectation = "four control points: [x1, y1, x2, y2]"
    guard let list = numbers(node, counts: [4], expectation) else { return nil }
    for index in [0, 2] where !(0...1).contains(list[index]) {
      error(
        .badTimingFunction,
        "the control point's x must lie in 0...1; found \(list[index].sceneText)", at: items[index])
    }
    return CubicBezier(x1: list[0], y1: list[1], x2: list[2], y2: list[3])
      .map(TimingFunction.bezier)
  }

  private func springFunction(_ node: YAMLNode) -> TimingFunction? {
    guard let fields = MappingReader(node, .timingFunction, self) else { return nil }
    fields.reportUnknownKeys()
    guard let inner = fields.required(.spring), let spring = MappingReader(inner, .spring, self)
    else {
      return nil
    }
    spring.reportUnknownKeys()
    return spring.spring().map(TimingFunction.spring)
  }

  private func timingFunction(_ text: String, at node: YAMLNode) -> TimingFunction? {
    if let function = TimingFunction(name: text) { return function }
    if let call = FunctionCall(text) { return timingFunction(call, at: node) }
    let names = TimingFunction.names
    let hint =
      ForeignNames.plainTimingFunction(text)
      ?? closest(to: text, among: names, maximumDistance: 2)
      ?? ForeignNames.timingFunction(text, known: names) ?? closest(to: text, among: names)
    error(
      .badTimingFunction, "unknown timing function \(text.quoted)", at: node,
      hint: hint.map { "did you mean '\($0)'?" })
    return nil
  }

  /// `cubic-bezier(x1, y1, x2, y2)` or `spring(mass, stiffness, damping, initialVelocity)`.
  private func timingFunction(_ call: FunctionCall, at node: YAMLNode) -> TimingFunction? {
    guard ["cubic-bezier", "spring"].contains(call.name) else {
      error(
        .badTimingFunction, "unknown timing function \(call.name.quoted)", at: node,
        hint: closest(to: call.name, among: ["cubic-bezier", "spring"]).map {
          "did you mean '\($0)'?"
        })
      return nil
    }
    guard let a = call.arguments, a.count == 4 else {
      error(
        .badTimingFunction, "expected four numbers: \(call.name)(\(call.parameters))", at: node)
      return nil
    }
    return call.name == "spring"
      ? spring(mass: a[0], stiffness: a[1], damping: a[2], initialVelocity: a[3], at: node)
        .map(TimingFunction.spring)
      : bezier(a, at: node)
  }

  private func bezier(_ a: [Double], at node: YAMLNode) -> TimingFunction? {
    if let curve = CubicBezier(x1: a[0], y1: a[1], x2: a[2], y2: a[3]) { return .bezier(curve) }
    let x = (0...1).contains(a[0]) ? a[2] : a[0]
    error(
      .badTimingFunction, "the control point's x must lie in 0...1; found \(x.sceneText)", at: node)
    return nil
  }
}

/// `name(1, 2, 3)`.
private struct FunctionCall {
  let name: String
  /// `nil` when one is no number.
  let arguments: [Double]?

  var parameters: String {
    name == "spring" ? "mass, stiffness, damping, initialVelocity" : "x1, y1, x2, y2"
  }

  init?(_ text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    name = String(text[..<open])
    let inside = text[text.index(after: open)...].dropLast()
    let words = inside.split(separator: ",", omittingEmptySubsequences: false).map { word in
      String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    let numbers = words.compactMap { word -> Double? in
      if case .number(let value) = NumberText(word), abs(value) <= 1e7 { value } else { nil }
    }
    arguments = numbers.count == words.count ? numbers : nil
  }
}
