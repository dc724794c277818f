/// Turns the progress of an animation in time into progress of its value, both from 0 to 1.
public enum TimingFunction: Hashable, Sendable {
  case bezier(CubicBezier)
  case easing(Easing)
  /// A spring stretched so that it settles at x = 1.
  case spring(Spring)

  /// The progress of the value at the progress `x` in time: exactly 0 up to x = 0 and exactly 1 from
  /// x = 1, where a spring still has its last thousandth to go. Between them it may overshoot.
  public func value(at x: Double) -> Double {
    switch self {
    case .bezier(let curve): return curve.value(at: x)
    case .easing(let easing): return easing.value(at: x)
    case .spring(let spring):
      guard x > 0 else { return 0 }
      return x < 1 ? spring.value(at: x * spring.settlingDuration) : 1
    }
  }
}

extension TimingFunction {
  /// Every function that has a name, in the order in which they are listed for people: Apple's five,
  /// then Penner's thirty.
  public static let named: [(name: String, function: TimingFunction)] =
    [
      ("linear", .bezier(.linear)), ("easeIn", .bezier(.easeIn)), ("easeOut", .bezier(.easeOut)),
      ("easeInEaseOut", .bezier(.easeInEaseOut)), ("default", .bezier(.default)),
    ] + Easing.allCases.map { ($0.rawValue, .easing($0)) }

  /// The names of `named`, in its order.
  public static let names: [String] = named.map(\.name)

  /// The function of that name, spelled exactly as in `names`; `nil` when there is none.
  public init?(name: String) {
    guard let entry = Self.named.first(where: { $0.name == name }) else { return nil }
    self = entry.function
  }
}
