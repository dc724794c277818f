public import Timing

/// A number of its own that runs from one value to another, for any number of properties and texts to follow.
public struct FollowedValue: Hashable, Sendable {
  public let fromValue: Double
  public let toValue: Double
  /// In the time of the layer that follows.
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?

  public init(
    fromValue: Double, toValue: Double, timing: MediaTiming, timingFunction: TimingFunction? = nil
  ) {
    self.fromValue = fromValue
    self.toValue = toValue
    self.timing = timing
    self.timingFunction = timingFunction
  }

  /// The number at a progress, which may overshoot 0...1.
  public func number(at progress: Double) -> Double {
    fromValue + (toValue - fromValue) * progress
  }
}

/// Gives a property what a followed value is at the time, as a number or as a text.
public struct FollowAnimation: PropertyAnimation {
  /// How the number is used.
  public enum Form: Hashable, Sendable {
    /// The property is the number times `scale`, plus `offset`.
    case number(scale: Double, offset: Double)
    /// The property is a text that shows the same.
    case text(NumberFormat, scale: Double, offset: Double)
  }

  public let keyPath: AnimationKeyPath
  public var followed: FollowedValue
  public let form: Form

  /// Precondition: the key path takes a number, or a text when the form is one.
  public init(keyPath: AnimationKeyPath, followed: FollowedValue, form: Form) {
    self.keyPath = keyPath
    self.followed = followed
    self.form = form
  }

  public var timing: MediaTiming {
    get { followed.timing }
    set { followed.timing = newValue }
  }

  public var timingFunction: TimingFunction? { followed.timingFunction }
  public var isAdditive: Bool { false }
  public var isCumulative: Bool { false }
  public var declaredValues: [Value] { [] }

  public func value(at progress: Double, underlying: Value) -> Value? {
    let number = followed.number(at: progress)
    return switch form {
    case .number(let scale, let offset): .number(number * scale + offset)
    case .text(let format, let scale, let offset): .text(format.text(for: number * scale + offset))
    }
  }
}
