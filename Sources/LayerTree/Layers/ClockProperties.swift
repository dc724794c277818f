import Timing

/// The properties of a layer's clock that key paths can name. They stand beside the class's table: their values are the clock's, not
/// the layer's (see `Epoch.clock(at:)`). Defaults: Apple's `CAMediaTiming.h`.
extension Property {
  public static let timeOffset = Property(
    "timeOffset", .number(), default: .number(0), action: .none,
    "What the layer's own clock shows at its start. Its animations run in the superlayer's time.")
  public static let speed = Property(
    "speed", .number(), default: .number(1), isAnimatable: false,
    "How fast the layer's own clock runs.")
  public static let beginTime = Property(
    "beginTime", .number(), default: .number(0), isAnimatable: false,
    "When the layer's own clock starts, in its superlayer's time.")
}

extension LayerClass {
  /// What key paths can name of the clock of a layer of any class.
  public static let clockProperties: [Property] = [.timeOffset, .speed, .beginTime]
}

extension AnimationKeyPath {
  /// True for a part of the layer's clock.
  public var targetsClock: Bool { LayerClass.clockProperties.contains(property) }
}
