import LayerTree
import Timing

extension MappingReader {
  /// A block of view-style animation without its layers; `nil` after reporting what is wrong.
  func viewAnimation() -> ViewAnimation? {
    let duration = required(.viewDuration).flatMap { _ in passDuration(.viewDuration) }
    let delay = node(.viewDelay) == nil ? 0 : delay(.viewDelay)
    let options = viewOptions()
    guard let duration, let delay, let options else { return nil }
    guard let spring = spring(duration: duration) else { return nil }
    warnAboutCurve(spring, options)
    let words = Set(options.map(\.word))
    return ViewAnimation(
      duration: duration, delay: delay,
      curve: words.lazy.compactMap(ViewAnimation.Curve.init).first ?? .curveEaseInOut,
      repeats: words.contains(ViewOption.repeat.rawValue),
      autoreverses: words.contains(ViewOption.autoreverse.rawValue),
      beginsFromCurrentState: words.contains(ViewOption.beginFromCurrentState.rawValue),
      spring: spring)
  }

  private typealias Option = (word: String, node: YAMLNode)

  private func viewOptions() -> [Option]? {
    guard let node = node(.viewOptions) else { return [] }
    let nodes = node.items ?? [node]
    let options = nodes.compactMap { node in
      context.word(node, of: ViewOption.names).map { (word: $0, node: node) }
    }
    guard options.count == nodes.count else { return nil }
    let curves = options.filter { ViewAnimation.Curve(rawValue: $0.word) != nil }
    guard curves.count > 1 else { return options }
    context.error(.conflict, "a view animation has one curve", at: curves[1].node)
    return nil
  }

  /// `.some(nil)` for a block without a spring.
  private func spring(duration: Double) -> Spring?? {
    let velocityNode = self.node(.initialSpringVelocity)
    guard let node = node(.usingSpringWithDamping) else {
      if velocityNode != nil, let key = keyNode(.initialSpringVelocity) {
        context.error(
          .missingKey, "initialSpringVelocity needs 'usingSpringWithDamping'", at: key)
        return nil
      }
      return .some(nil)
    }
    guard let ratio = number(.usingSpringWithDamping) else { return nil }
    let velocity = velocityNode == nil ? 0 : number(.initialSpringVelocity)
    guard let velocity else { return nil }
    if duration == 0 { return .some(nil) }
    let spring = Spring(
      dampingRatio: ratio, duration: duration, initialVelocity: velocity)
    guard let spring, ratio >= 0.001 else {
      context.error(
        .badSpring, "a spring with so little damping never rests; found \(ratio.sceneText)",
        at: node)
      return nil
    }
    return spring
  }

  private func warnAboutCurve(_ spring: Spring?, _ options: [Option]) {
    let curve = options.first { ViewAnimation.Curve(rawValue: $0.word) != nil }
    guard spring != nil, let curve else { return }
    context.warning(.noEffect, "a spring moves in its own way, not on a curve", at: curve.node)
  }
}
