import LayerTree
import Timing

extension Key {
  static let clocks = Key(
    "clocks", .clocks,
    "Clocks for animations of type timer and displayLink, by name. They count in the time of the layer."
  )
  static let tickRate = Key("rate", .frameRate, default: "60", "Ticks a second, 1 to 1000.")
  static let tickInterval = Key(
    "interval", .duration, "Seconds between two ticks, instead of rate; at least 0.001.")
  static let lateTicks = Key(
    "late", .lateTicks,
    "Ticks that come late, by seconds. Those that fall due before are lost; the next ones keep their schedule."
  )
  static let droppedTicks = Key("dropped", .tickNumbers, "Ticks that never come.")
  static let jitter = Key("jitter", .jitter, "Makes every tick a little late.")
  static let tracking = Key(
    "tracking", .spans,
    "When the user drags something: meanwhile the run loop is in tracking mode.")
  static let jitterAmount = Key(
    "amount", .value(.number(.zeroOrMore)), isRequired: true,
    "The most by which a tick is late, in seconds; less than an interval.")
  static let jitterSeed = Key("seed", .seed, default: "0", "Another seed, other delays.")

  static let clock = Key(
    "clock", .reference,
    "The clock that moves it on, of the scene's clocks. Default: 60 regular ticks a second.")
  static let runLoopMode = Key(
    "mode", .value(.word(RunLoopMode.allCases.map(\.rawValue))), default: "default",
    "The run loop mode in which it fires: default not while tracking, common always.")
  static let step = Key(
    "step", .duration, "Seconds that each tick is taken to last. Default: the clock's interval.")

  /// What moves an animation on itself leaves the value where it is, as chapter 11's code does.
  static let heldFillMode = Key(
    "fillMode", .value(.word(FillMode.allCases.map(\.rawValue))), default: "both",
    "Whether it shows before its beginning or after its end.")
  static let heldRemovedOnCompletion = Key(
    "removedOnCompletion", .value(.boolean), default: "false",
    "Whether it is gone once it has ended; filling forwards needs false.")

  static func holding(_ keys: [Key]) -> [Key] {
    keys.map {
      switch $0 {
      case .fillMode: .heldFillMode
      case .removedOnCompletion: .heldRemovedOnCompletion
      default: $0
      }
    }
  }
}

extension Vocabulary {
  /// What a scene says of a clock.
  public static let clock = Vocabulary(
    owner: "a clock",
    [.tickRate, .tickInterval, .lateTicks, .droppedTicks, .jitter, .tracking])

  public static let jitter = Vocabulary(owner: "a jitter", [.jitterAmount, .jitterSeed])
}
