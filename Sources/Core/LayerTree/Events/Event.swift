/// Something that happens to layers at one moment: one transaction.
///
/// Events are replayed once, when the scene is resolved, and become epochs of the layers
/// (`changed(by:)`).
public struct Event: Sendable {
  /// When an event happens.
  public enum Trigger: Hashable, Sendable {
    /// In seconds of the scene, 0 or more.
    case time(Double)
    /// At the end of the animation that it follows.
    case completion(Completion)
  }

  public let trigger: Trigger
  public let transaction: Transaction
  /// In the order in which they happen.
  public let actions: [Action]

  public init(_ trigger: Trigger, transaction: Transaction = Transaction(), _ actions: [Action]) {
    self.trigger = trigger
    self.transaction = transaction
    self.actions = actions
  }

  public init(at time: Double, transaction: Transaction = Transaction(), _ actions: [Action]) {
    self.init(.time(time), transaction: transaction, actions)
  }

  public init(
    after completion: Completion, transaction: Transaction = Transaction(), _ actions: [Action]
  ) {
    self.init(.completion(completion), transaction: transaction, actions)
  }

  /// In seconds of the scene, 0 or more; `nil` for an event that follows a completion.
  public var time: Double? { if case .time(let time) = trigger { time } else { nil } }

  /// The end that the event follows; `nil` for one with a time of its own.
  public var completion: Completion? {
    if case .completion(let completion) = trigger { completion } else { nil }
  }

  /// One change of one layer.
  public struct Action: Sendable {
    /// `Layer.index`.
    public let layer: Int
    public let change: Change
    /// Where the scene file says so, for explanations.
    public let place: SourcePlace?

    public init(layer: Int, _ change: Change, place: SourcePlace? = nil) {
      self.layer = layer
      self.change = change
      self.place = place
    }
  }

  /// A change of a layer.
  public enum Change: Sendable {
    /// The model gets a value; the transaction says how that animates.
    case set(AnimationKeyPath, Value)
    /// The model gets a value, and with it the layer's own action for that key path runs; `nil` for
    /// a layer that wants none. An animation of the action that names no values begins at the
    /// earlier presentation value.
    case setWithAction(AnimationKeyPath, Value, action: Addition?)
    /// The model gets a value inside a block of view-style animation.
    case animate(AnimationKeyPath, Value, ViewAnimation)
    /// The layer's layout changes, and its sublayers get the bounds and positions that follow: as
    /// the transaction says, or in a block of view-style animation.
    case layout(LayoutChange, ViewAnimation?)
    /// Replaces the animation of the same key, if there is one, and applies last.
    case add(AttachedAnimation, begin: BeginTime)
    case removeAnimation(forKey: String)
    case removeAllAnimations
    /// The layer's clock goes on at another speed, without a jump: 0 pauses, 1 resumes (Apple's
    /// Technical Q&A QA1673).
    case setSpeed(Double)
  }

  /// An animation that is added, and when it begins.
  public struct Addition: Sendable {
    public let animation: AttachedAnimation
    public let begin: BeginTime

    public init(_ animation: AttachedAnimation, begin: BeginTime) {
      self.animation = animation
      self.begin = begin
    }
  }

  /// When an added animation begins.
  public enum BeginTime: Hashable, Sendable {
    /// Seconds of the layer's own clock after the event: what a begin time of 0 means in
    /// Core Animation.
    case now(delay: Double)
    /// A time of the layer's own clock.
    case layerTime(Double)

    func resolved(now: Double) -> Double {
      switch self {
      case .now(let delay): now + delay
      case .layerTime(let time): time
      }
    }
  }
}
