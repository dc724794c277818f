import RostrumBase
import RostrumLayerTree
import RostrumSource
package import RostrumTiming

extension Key {
  static let spring = Field(
    "spring", Reader<Spring>.spring, "The spring whose motion eases the progress.")
  static let bezierFunction = Field(
    "function", .plainTimingFunction, "A Bezier curve: a name or [x1, y1, x2, y2].")
  static let along = Field(
    "along", .word(of: ["time", "parameter"]), shownDefault: "time",
    "time solves a Bezier for time, as Core Animation does; parameter walks along its parameter.")

  static let mass = DefaultedField(
    "mass", .number(.moreThanZero), default: 1, "What hangs on the spring.")
  static let stiffness = DefaultedField(
    "stiffness", .number(.moreThanZero), default: 100, "How hard the spring pulls.")
  static let damping = DefaultedField(
    "damping", .number(.zeroOrMore), default: 10, "How strongly the motion is slowed.")
  static let initialVelocity = DefaultedField(
    "initialVelocity", .number(), default: 0,
    "The speed at the start, in whole changes a second towards the end.")
  static let perceptualDuration = Field(
    "perceptualDuration", .duration, shownDefault: "0.63",
    "How long the spring seems to take: a swing without damping.")
  static let bounce = DefaultedField(
    "bounce", .number(), default: 0.5, limits: ["exclusiveMinimum": -1, "maximum": 1],
    "From -1 (creeps) through 0 (no overshoot) to 1 (never rests).")
  static let allowsOverdamping = DefaultedField(
    "allowsOverdamping", .boolean, default: false,
    "Whether damping beyond the critical makes the spring creep; otherwise it acts as the critical one."
  )
}

extension Vocabulary {
  static let springKeys: [any DeclaredField] = [
    Key.mass, Key.stiffness, Key.damping, Key.initialVelocity, Key.perceptualDuration, Key.bounce,
    Key.allowsOverdamping,
  ]

  /// A spring as a timing function.
  public static let spring = Vocabulary(owner: "a spring", definition: "spring", springKeys)

  /// The key for the sampling of a Bezier curve.
  package static let along: any DeclaredField = Key.along

  /// A timing function written as a mapping.
  public static let timingFunction = Vocabulary(
    owner: "a timing function", definition: "timing-function",
    rule: SchemaPart.exactlyOne(Key.spring.name, Key.bezierFunction.name).merging([
      "dependencies": [Key.along.name: [.string(Key.bezierFunction.name)]]
    ]), [Key.spring, Key.bezierFunction, Key.along])
}

// MARK: Timing functions

extension Reader where Content == TimingFunction {
  /// A name, four control points, a spring, or a Bezier curve with its sampling.
  package static let timingFunction = Reader(
    "a timing function: a name, [x1, y1, x2, y2] or {spring: {...}}", example: "easeIn",
    schema: ["anyOf": .array(plainForms + [functionMapping.schema])],
    definition: "timing-function"
  ) { node, context in
    context.read(node, node.entries == nil ? .plainTimingFunction : .functionMapping)
  }

  /// A name or four control points.
  static let plainTimingFunction = Reader(
    "a timing function: a name or [x1, y1, x2, y2]", example: "easeIn",
    schema: ["anyOf": .array(plainForms)]
  ) { node, context in
    switch node.content {
    case .sequence(let items): return context.bezier(items, at: node)
    case .scalar(let scalar): return context.timingFunction(scalar.text, at: node)
    case .mapping:
      return context.mismatched("a name or [x1, y1, x2, y2]", at: node)
    }
  }

  private static let functionMapping = Reader.mapping(.timingFunction, "a timing function") {
    fields in
    if fields.has(Key.bezierFunction) || fields.has(Key.along) {
      return fields.sampledFunction()
    }
    return fields.required(Key.spring) == nil ? nil : fields[Key.spring].map(TimingFunction.spring)
  }

  private static var plainForms: [JSONValue] {
    let numbers =
      "\\( *" + Array(repeating: SchemaPart.decimal, count: 4).joined(separator: " *, *") + " *\\)$"
    let (unit, number) = (SchemaPart.number(.unit), Reader<Double>.coordinate.schema)
    return [
      SchemaPart.oneOf(TimingFunction.names),
      SchemaPart.list(of: 4).merging(["items": [unit, number, unit, number]]),
      ["type": "string", "pattern": .string("^cubic-bezier" + numbers)],
      ["type": "string", "pattern": .string(StepwiseText.pattern)],
    ]
  }
}

extension MappingReader {
  /// The function as `along` samples it; `nil` after reporting a mistake in `along`.
  package func sampled(_ function: TimingFunction?) -> TimingFunction? {
    guard has(Key.along) else { return function }
    guard let along = self[Key.along], let function else { return nil }
    guard along == "parameter" else { return function }
    if case .bezier(let curve) = function { return .bezier(curve.sampledByParameter) }
    return context.failure(
      .conflict, "only a Bezier curve has a parameter", at: node(Key.along) ?? node)
  }

  fileprivate func sampledFunction() -> TimingFunction? {
    if let spring = keyNode(Key.spring) {
      return context.failure(
        .conflict, "a timing function has spring, or function with along, not both", at: spring)
    }
    return sampled(required(Key.bezierFunction) == nil ? nil : self[Key.bezierFunction])
  }
}

extension SceneContext {
  fileprivate func bezier(_ items: [YAMLNode], at node: YAMLNode) -> TimingFunction? {
    let points = Reader.numbers([4], "four control points: [x1, y1, x2, y2]")
    if items.count > 1,
      items.allSatisfy({ $0.scalar.map { TimingFunction.names.contains($0.text) } ?? false })
    {
      return mismatched(points.expectation, at: node, hint: "timingFunctions has one for each step")
    }
    guard let list = read(node, points) else { return nil }
    for index in [0, 2] where !(0...1).contains(list[index]) {
      error(
        .badTimingFunction,
        "the control point's x must lie in 0...1; found \(list[index].sceneText)", at: items[index])
    }
    return CubicBezier(x1: list[0], y1: list[1], x2: list[2], y2: list[3])
      .map(TimingFunction.bezier)
  }

  fileprivate func timingFunction(_ text: String, at node: YAMLNode) -> TimingFunction? {
    if let function = TimingFunction(name: text) { return function }
    if let stepwise = StepwiseText(text) { return timingFunction(stepwise, at: node) }
    if let call = FunctionCall(text) { return timingFunction(call, at: node) }
    let names = TimingFunction.names
    let hint =
      ForeignNames.plainTimingFunction(text)
      ?? closest(to: text, among: names, maximumDistance: 2)
      ?? ForeignNames.timingFunction(text, known: names) ?? closest(to: text, among: names)
    return failure(
      .badTimingFunction, "unknown timing function \(text.quoted)", at: node,
      hint: ForeignNames.normalized(text) == "spring"
        ? "write type: spring, without a timing function" : hint.map { "did you mean '\($0)'?" })
  }

  private func timingFunction(_ text: StepwiseText, at node: YAMLNode) -> TimingFunction? {
    if let function = text.function { return function }
    return failure(.badTimingFunction, "expected \(text.expectation)", at: node)
  }

  /// `cubic-bezier(x1, y1, x2, y2)`.
  private func timingFunction(_ call: FunctionCall, at node: YAMLNode) -> TimingFunction? {
    guard call.name == "cubic-bezier" else {
      let near = closest(to: call.name, among: ["cubic-bezier", "steps", "linear"])
      return failure(
        .badTimingFunction, "unknown timing function \(call.name.quoted)", at: node,
        hint: call.name == "spring" ? "write \(call.spring)" : near.map { "did you mean '\($0)'?" })
    }
    guard let a = call.arguments, a.count == 4 else {
      return failure(
        .badTimingFunction, "expected four numbers: cubic-bezier(x1, y1, x2, y2)", at: node)
    }
    return bezier(a, at: node)
  }

  private func bezier(_ a: [Double], at node: YAMLNode) -> TimingFunction? {
    if let curve = CubicBezier(x1: a[0], y1: a[1], x2: a[2], y2: a[3]) { return .bezier(curve) }
    let x = (0...1).contains(a[0]) ? a[2] : a[0]
    return failure(
      .badTimingFunction, "the control point's x must lie in 0...1; found \(x.sceneText)", at: node)
  }
}

/// `name(1, 2, 3)`.
private struct FunctionCall {
  let name: String
  /// `nil` when one is no number.
  let arguments: [Double]?

  /// The mapping in place of WebKit's `spring(mass, stiffness, damping, initialVelocity)`.
  var spring: String {
    guard let arguments, arguments.count == 4 else { return "{spring: {bounce: 0.3}}" }
    let keys = [Key.mass, Key.stiffness, Key.damping, Key.initialVelocity]
    let given = zip(keys, arguments).filter { $0.defaultValue != $1 }
    return "{spring: {\(given.map { "\($0.name): \($1.sceneText)" }.joined(separator: ", "))}}"
  }

  init?(_ text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    name = String(text[..<open])
    let inside = text[text.index(after: open)...].dropLast()
    let words = inside.split(separator: ",", omittingEmptySubsequences: false).map { word in
      word.trimmed { $0 == " " }
    }
    let numbers = words.compactMap { word -> Double? in
      if case .number(let value) = NumberText(word), abs(value) <= Limit.number {
        value
      } else {
        nil
      }
    }
    arguments = numbers.count == words.count ? numbers : nil
  }
}

// MARK: Springs

extension Reader where Content == Spring {
  static let spring = Reader.mapping(
    .spring, "a spring: {perceptualDuration: 0.6, bounce: 0.3}"
  ) { $0.spring() }
}

extension MappingReader {
  /// The spring of a spring animation or a timing function: by its physics, or by how it seems.
  func spring() -> Spring? {
    let (mass, stiffness, damping) = (
      checked(Key.mass), checked(Key.stiffness), checked(Key.damping)
    )
    let velocity = checked(Key.initialVelocity)
    let (duration, bounce) = (ifGiven(Key.perceptualDuration), checked(Key.bounce))
    let allowsOverdamping = checked(Key.allowsOverdamping)
    guard let mass, let stiffness, let damping, let velocity, let duration, let bounce,
      let allowsOverdamping
    else { return nil }
    if has(Key.perceptualDuration) || has(Key.bounce) {
      warnAboutOverdamping()
      return perceptualSpring(duration, bounce, velocity)
    }
    return context.spring(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity,
      allowsOverdamping: allowsOverdamping, at: node)
  }

  private func warnAboutOverdamping() {
    guard let node = keyNode(Key.allowsOverdamping) else { return }
    context.warning(
      .noEffect,
      "allowsOverdamping is for springs with mass, stiffness and damping; others always may creep",
      at: node)
  }

  private func perceptualSpring(
    _ duration: Double?, _ bounce: Double, _ velocity: Double
  ) -> Spring? {
    let others = [keyNode(Key.mass), keyNode(Key.stiffness), keyNode(Key.damping)]
    if let key = others.lazy.compactMap(\.self).first {
      return context.failure(
        .conflict,
        "a spring has perceptualDuration and bounce, or \(key.scalar?.text ?? ""), not both",
        at: key)
    }
    if let place = node(Key.bounce), !(bounce > -1 && bounce <= 1) {
      return context.failure(
        .badSpring, "bounce must lie above -1 and be 1 at most; found \(bounce.sceneText)",
        at: place)
    }
    return checked(
      Spring(
        perceptualDuration: duration ?? Spring.default.perceptualDuration, bounce: bounce,
        initialVelocity: velocity))
  }

  private func checked(_ spring: Spring?) -> Spring? {
    if spring == nil { context.error(.badSpring, "no spring swings like that", at: node) }
    return spring
  }
}

extension SceneContext {
  /// Reports numbers that make no spring.
  fileprivate func spring(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double,
    allowsOverdamping: Bool, at node: YAMLNode
  ) -> Spring? {
    let spring = Spring(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity,
      allowsOverdamping: allowsOverdamping)
    if let spring { return spring }
    let rule = "a spring needs mass and stiffness above 0, and damping 0 or more"
    return failure(.badSpring, rule, at: node)
  }
}
