/// A kind of strip over a figure's time, beside values and bars.
public enum TimeTrack: String, CaseIterable, Sendable {
  /// When events change something.
  case events
  /// When the clocks of timers and display links tick, late, never, or while something is dragged.
  case ticks
  /// The lives of the layers' animations.
  case animations
  /// How loud each of the scene's sounds is.
  case audio
}
