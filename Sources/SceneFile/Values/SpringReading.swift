import LayerTree
import Timing

extension MappingReader {
  /// The spring of a spring animation or a timing function: by its physics, by how it seems, or by pop's two numbers.
  func spring() -> Spring? {
    let numbers = SpringNumbers(self)
    let allowsOverdamping = boolean(.allowsOverdamping)
    guard numbers.areComplete, allowsOverdamping != nil || node(.allowsOverdamping) == nil else {
      return nil
    }
    let isPerceptual = numbers[.perceptualDuration] != nil || numbers[.bounce] != nil
    let isBouncy = numbers[.bounciness] != nil || numbers[.springSpeed] != nil
    if isPerceptual || isBouncy { warnAboutOverdamping() }
    if isBouncy { return bouncySpring(numbers) }
    if isPerceptual { return perceptualSpring(numbers) }
    return context.spring(
      mass: numbers[.mass] ?? 1, stiffness: numbers[.stiffness] ?? 100,
      damping: numbers[.damping] ?? 10, initialVelocity: numbers[.initialVelocity] ?? 0,
      allowsOverdamping: allowsOverdamping ?? false, at: node)
  }

  private func warnAboutOverdamping() {
    guard let node = keyNode(.allowsOverdamping) else { return }
    context.warning(
      .noEffect,
      "allowsOverdamping is for springs with mass, stiffness and damping; others always may creep",
      at: node)
  }

  /// Reports keys that describe a spring in another way.
  private func excludes(_ keys: [Key], _ words: String) -> Bool {
    for key in keys {
      guard let node = keyNode(key) else { continue }
      context.error(
        .conflict, "a spring has \(words), or \(key.name), not both", at: node)
      return false
    }
    return true
  }

  private func bouncySpring(_ numbers: SpringNumbers) -> Spring? {
    let others: [Key] = [.mass, .stiffness, .damping, .perceptualDuration, .bounce]
    guard excludes(others, "bounciness and springSpeed") else { return nil }
    for key in [Key.bounciness, .springSpeed] {
      guard let value = numbers[key], value > 20, let place = node(key) else { continue }
      context.error(
        .badSpring, "\(key.name) must lie in 0...20; found \(value.sceneText)", at: place)
      return nil
    }
    return checked(
      Spring(
        bounciness: numbers[.bounciness] ?? 4, speed: numbers[.springSpeed] ?? 12,
        initialVelocity: numbers[.initialVelocity] ?? 0))
  }

  private func perceptualSpring(_ numbers: SpringNumbers) -> Spring? {
    guard excludes([.mass, .stiffness, .damping], "perceptualDuration and bounce") else {
      return nil
    }
    guard let duration = numbers[.perceptualDuration] else {
      context.error(.missingKey, "bounce needs 'perceptualDuration'", at: node)
      return nil
    }
    let bounce = numbers[.bounce] ?? 0
    if let place = node(.bounce), !(bounce > -1 && bounce <= 1) {
      context.error(
        .badSpring, "bounce must lie above -1 and be 1 at most; found \(bounce.sceneText)",
        at: place)
      return nil
    }
    return checked(
      Spring(
        perceptualDuration: duration, bounce: bounce,
        initialVelocity: numbers[.initialVelocity] ?? 0))
  }

  private func checked(_ spring: Spring?) -> Spring? {
    if spring == nil { context.error(.badSpring, "no spring swings like that", at: node) }
    return spring
  }
}

/// Every number that a spring can have, read once.
private struct SpringNumbers {
  private var values: [Key: Double] = [:]
  /// False after one was reported.
  private(set) var areComplete = true

  init(_ fields: MappingReader) {
    for key in Key.springKeys where key != .allowsOverdamping {
      guard fields.node(key) != nil else { continue }
      values[key] = fields.number(key)
      if values[key] == nil { areComplete = false }
    }
  }

  subscript(key: Key) -> Double? { values[key] }
}

extension SceneContext {
  /// Reports numbers that make no spring.
  func spring(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double,
    allowsOverdamping: Bool = false, at node: YAMLNode
  ) -> Spring? {
    let spring = Spring(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity,
      allowsOverdamping: allowsOverdamping)
    if let spring { return spring }
    let rule = "a spring needs mass and stiffness above 0, and damping 0 or more"
    error(.badSpring, rule, at: node)
    return nil
  }
}
