import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let viewDuration = Field(
    "duration", .passDuration, isRequired: true, "Seconds of the animation; 0 sets at once.")
  static let viewDelay = DefaultedField(
    "delay", .delay, default: 0, "Seconds until it begins; the old values show until then.")
  static let viewOptions = Field(
    "options",
    Reader(
      "a list of " + ViewOption.names.joined(separator: ", "), example: "repeat",
      schema: SchemaPart.oneOrMore(SchemaPart.oneOf(ViewOption.names))
    ) { node, _ in node.items ?? [node] },
    shownDefault: "curveEaseInOut",
    "The curve, and whether it repeats, autoreverses, or begins from the current state.")
  static let usingSpringWithDamping = Field(
    "usingSpringWithDamping", .number(.unit),
    "Moves on a spring instead of a curve: 1 does not overshoot, smaller numbers do.")
  static let initialSpringVelocity = DefaultedField(
    "initialSpringVelocity", .number(), default: 0,
    "The spring's speed at the start, in whole changes a second.")
  static let viewLayers = Field(
    "layers", .layerValues, isRequired: true, "The new values of the layers' properties.")
}

extension Vocabulary {
  public static let viewAnimation = Vocabulary(
    owner: "a view animation", definition: "view-animation",
    [
      Key.viewDuration, Key.viewDelay, Key.viewOptions, Key.usingSpringWithDamping,
      Key.initialSpringVelocity, Key.viewLayers,
    ])
}

/// The options of a view animation, besides its curve.
private enum ViewOption: String, CaseIterable {
  case `repeat`
  case autoreverse
  case beginFromCurrentState

  /// All names, including the names of the curves.
  static let names =
    ViewAnimation.AnimationCurve.allCases.map(\.rawValue) + allCases.map(\.rawValue)
}

extension MappingReader {
  /// A block of view-style animation without its layers; `nil` after reporting an error.
  func viewAnimation() -> ViewAnimation? {
    let duration = self[Key.viewDuration]
    let delay = checked(Key.viewDelay)
    let options = viewOptions()
    guard let duration, let delay, let options else { return nil }
    guard let spring = spring(duration: duration) else { return nil }
    warnAboutCurve(spring, options)
    let words = Set(options.map(\.word))
    return ViewAnimation(
      duration: duration, delay: delay,
      curve: words.lazy.compactMap(ViewAnimation.AnimationCurve.init).first ?? .curveEaseInOut,
      repeats: words.contains(ViewOption.repeat.rawValue),
      autoreverses: words.contains(ViewOption.autoreverse.rawValue),
      beginsFromCurrentState: words.contains(ViewOption.beginFromCurrentState.rawValue),
      spring: spring)
  }

  private typealias Option = (word: String, node: YAMLNode)

  private func viewOptions() -> [Option]? {
    let nodes = self[Key.viewOptions] ?? []
    let options = nodes.compactMap { node in
      context.read(node, .word(of: ViewOption.names)).map { (word: $0, node: node) }
    }
    guard options.count == nodes.count else { return nil }
    let curves = options.filter { ViewAnimation.AnimationCurve(rawValue: $0.word) != nil }
    guard curves.count > 1 else { return options }
    return context.failure(.conflict, "a view animation has one curve", at: curves[1].node)
  }

  /// `.some(nil)` for a block without a spring.
  private func spring(duration: Double) -> Spring?? {
    guard let node = node(Key.usingSpringWithDamping) else {
      if let key = keyNode(Key.initialSpringVelocity) {
        return context.failure(
          .missingKey, "initialSpringVelocity needs 'usingSpringWithDamping'", at: key)
      }
      return .some(nil)
    }
    guard let ratio = self[Key.usingSpringWithDamping],
      let velocity = checked(Key.initialSpringVelocity)
    else { return nil }
    if duration == 0 { return .some(nil) }
    let spring = Spring(
      dampingRatio: ratio, duration: duration, initialVelocity: velocity)
    guard let spring, ratio >= 0.001 else {
      return context.failure(
        .badSpring, "a spring with so little damping never rests; found \(ratio.sceneText)",
        at: node)
    }
    return spring
  }

  private func warnAboutCurve(_ spring: Spring?, _ options: [Option]) {
    let curve = options.first { ViewAnimation.AnimationCurve(rawValue: $0.word) != nil }
    guard spring != nil, let curve else { return }
    context.warning(.noEffect, "a spring moves in its own way, not on a curve", at: curve.node)
  }
}
