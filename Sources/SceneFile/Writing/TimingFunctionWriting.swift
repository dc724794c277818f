import LayerTree
public import Timing

/// How a scene file writes timing functions and springs.
enum TimingFunctionWriting {
  /// On one line: a name, four control points, or a spring.
  static func text(_ function: TimingFunction) -> String {
    if let named = TimingFunction.named.first(where: { $0.function == function }) {
      return named.name
    }
    switch function {
    case .easing(let easing): return easing.rawValue
    case .bezier(let curve):
      let points = [curve.x1, curve.y1, curve.x2, curve.y2].map(\.exactText)
      return "[" + points.joined(separator: ", ") + "]"
    case .spring(let spring):
      let parts = numbers(spring).map { "\($0.0.name): \($0.1.exactText)" }
      return "{\(Key.spring.name): {" + parts.joined(separator: ", ") + "}}"
    }
  }

  /// A spring animation's own keys.
  static func entries(_ spring: Spring) -> AnimationWriting.Entries {
    numbers(spring).map { ($0.0.name, .line($0.1.exactText)) }
  }

  private static func numbers(_ spring: Spring) -> [(any DeclaredField, Double)] {
    let physics: [(any DeclaredField, Double)] = [
      (Key.mass, spring.mass), (Key.stiffness, spring.stiffness), (Key.damping, spring.damping),
    ]
    let velocity: [(any DeclaredField, Double)] =
      spring.initialVelocity == 0 ? [] : [(Key.initialVelocity, spring.initialVelocity)]
    return (spring.allowsOverdamping ? perceptual(spring) : physics) + velocity
  }

  /// A spring that may creep is written as it seems: the numbers close to the computed ones that
  /// read back as exactly this spring, where there are such.
  private static func perceptual(_ spring: Spring) -> [(any DeclaredField, Double)] {
    let bounces = spring.bounce.neighbours.filter { $0 > -1 && $0 <= 1 }
    for duration in spring.perceptualDuration.neighbours {
      guard spring.isRead(duration, spring.bounce, comparing: \.stiffness) else { continue }
      for bounce in bounces where spring.isRead(duration, bounce, comparing: \.damping) {
        return [(Key.perceptualDuration, duration), (Key.bounce, bounce)]
      }
    }
    return [(Key.perceptualDuration, spring.perceptualDuration), (Key.bounce, spring.bounce)]
  }
}

extension TimingFunction {
  /// How a scene file writes the function.
  public var sceneText: String { TimingFunctionWriting.text(self) }
}

extension Spring {
  fileprivate func isRead(
    _ duration: Double, _ bounce: Double, comparing number: KeyPath<Spring, Double>
  ) -> Bool {
    let read = Spring(
      perceptualDuration: duration, bounce: bounce, initialVelocity: initialVelocity)
    return read?[keyPath: number] == self[keyPath: number]
  }
}

extension Double {
  /// The number and those a few units in the last place beside it, the closest first.
  fileprivate var neighbours: [Double] {
    let step = Swift.max(abs(self), 0.5).ulp / 2
    let offsets: [Double] = (1...16).flatMap { [Double($0), -Double($0)] }
    return [self] + offsets.map { self + $0 * step }
  }
}
