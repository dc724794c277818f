public import Foundation
import Timing

/// When something runs, in the time of what is around it.
public protocol CAMediaTiming {
  var beginTime: CFTimeInterval { get set }
  var duration: CFTimeInterval { get set }
  var speed: Float { get set }
  var timeOffset: CFTimeInterval { get set }
  var repeatCount: Float { get set }
  var repeatDuration: CFTimeInterval { get set }
  var autoreverses: Bool { get set }
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The clock of a film in which this code runs, in seconds from the film's start; outside of a
/// film the time since the computer was started.
///
/// Inside of a film it stands still while code runs: waiting for it in a loop never ends. So more
/// than a million questions at one moment end the program with a sentence.
public func CACurrentMediaTime() -> CFTimeInterval {
  FilmClock.current?.askedTime() ?? ProcessInfo.processInfo.systemUptime
}
