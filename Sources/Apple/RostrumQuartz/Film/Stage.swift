public import Foundation
public import RostrumTiming

/// The place where a film's code puts its layers, and the film's time.
///
/// A stage is there while the code of its film runs, and is of no use afterwards.
public final class Stage {
  /// The layer that holds all others, as large as the film. Its y axis points down, as on iOS.
  public let layer: CALayer
  public let size: CGSize
  /// In seconds.
  public let duration: Double
  private let clock: FilmClock

  init(_ clock: FilmClock, size: CGSize, duration: Double) {
    (self.clock, self.size, self.duration) = (clock, size, duration)
    layer = clock.root
  }

  /// Keeps an object until the film is made, as an application keeps its windows.
  package func keep(_ object: AnyObject) { clock.kept.append(object) }

  package var kept: [AnyObject] { clock.kept }

  /// Runs code at a time, in seconds of the film. Code for one time runs in the order in which it
  /// was given, each with a transaction of its own; what ends at that time has ended before. Code
  /// for a time that has passed runs next; code for a time after the film's end does not run.
  public func at(_ time: Double, _ body: @escaping () -> Void) {
    clock.schedule(at: max(time, 0), body)
  }

  /// The time now, in seconds of the film: the same as `CACurrentMediaTime()`.
  public var time: Double { clock.now }

  /// The ticks of the screen, which display links follow, and what goes wrong with them; in which
  /// intervals the run loop tracks a user's finger. Set it before the first timer starts. Its pace
  /// is the film's frame rate.
  public var ticks: TickSchedule {
    get { clock.ticks }
    set {
      var ticks = newValue
      ticks.pace = clock.ticks.pace
      clock.ticks = ticks
    }
  }
}
