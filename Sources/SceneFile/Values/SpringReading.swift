import LayerTree
import Timing

extension Fields {
  /// The spring of a spring animation or a timing function: by its physics, or by how it seems.
  func spring() -> Spring? {
    let numbers = [Key.mass, .stiffness, .damping, .initialVelocity, .perceptualDuration, .bounce]
      .map { (key: $0, isThere: node($0) != nil, value: number($0)) }
    guard numbers.allSatisfy({ !$0.isThere || $0.value != nil }) else { return nil }
    let values = numbers.map(\.value)
    guard values[4] != nil || values[5] != nil else {
      return resolution.spring(
        mass: values[0] ?? 1, stiffness: values[1] ?? 100, damping: values[2] ?? 10,
        initialVelocity: values[3] ?? 0, at: node)
    }
    return perceptualSpring(values)
  }

  private func perceptualSpring(_ values: [Double?]) -> Spring? {
    for key in [Key.mass, .stiffness, .damping] {
      guard let node = keyNode(key) else { continue }
      resolution.error(
        .conflict, "a spring has perceptualDuration and bounce, or \(key.name), not both", at: node)
      return nil
    }
    guard let duration = values[4] else {
      resolution.error(.missingKey, "bounce needs 'perceptualDuration'", at: node)
      return nil
    }
    let bounce = values[5] ?? 0
    if let place = self.node(.bounce), !(bounce > -1 && bounce <= 1) {
      resolution.error(
        .badSpring, "bounce must lie above -1 and be 1 at most; found \(bounce.sceneText)",
        at: place)
      return nil
    }
    return checked(duration, bounce, values[3] ?? 0)
  }

  private func checked(_ duration: Double, _ bounce: Double, _ velocity: Double) -> Spring? {
    let spring = Spring(
      perceptualDuration: duration, bounce: bounce, initialVelocity: velocity)
    if spring == nil {
      resolution.error(.badSpring, "no spring swings like that", at: node)
    }
    return spring
  }
}

extension Resolution {
  /// Reports numbers that make no spring.
  func spring(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double, at node: YAMLNode
  ) -> Spring? {
    let spring = Spring(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)
    if let spring { return spring }
    let rule = "a spring needs mass and stiffness above 0, and damping 0 or more"
    error(.badSpring, rule, at: node)
    return nil
  }
}
