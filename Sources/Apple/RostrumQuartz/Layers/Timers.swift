public import Foundation
import RostrumTiming

extension RunLoop.Mode {
  /// The mode while a user drags something (`UITrackingRunLoopMode`).
  public static let tracking = RunLoop.Mode("UITrackingRunLoopMode")
}

/// The clock of a timer or a display link: when it fires, by the modes that it was added for.
private final class TickSource {
  let start: Double
  private let fireTimes: FireTimes
  private var number: Int

  init(_ schedule: TickSchedule, start: Double, modes: Set<RunLoop.Mode>, missed: MissedTickPolicy)
  {
    let isCommon =
      modes.contains(.common) || modes.contains(.default) && modes.contains(.tracking)
    let mode: RunLoopMode =
      isCommon ? .common : modes.contains(.tracking) ? .tracking : .default
    fireTimes = FireTimes(schedule, mode: mode, missed: missed)
    self.start = start
    number = 0
  }

  /// The first tick after a time of the film.
  func skip(to time: Double) { number = max(number, fireTimes.count(through: time - start)) }

  /// The time of the next tick; `nil` when there is none any more.
  func next() -> Double? {
    number += 1
    return fireTimes.time(of: number).map { $0 + start }
  }
}

/// A timer in a film's time. It hides Foundation's where only this module is imported; where both
/// are, `typealias Timer = RostrumQuartz.Timer` says which one is meant.
open class Timer: NSObject {
  private let block: (Timer) -> Void
  private let repeats: Bool
  private var source: TickSource?
  private var modes: Set<RunLoop.Mode> = []
  private var fireTime: Double
  private var pending: Int?
  open private(set) var isValid = true
  /// In seconds, at least a tenth of a millisecond.
  public let timeInterval: TimeInterval
  public let userInfo: Any?

  private init(
    _ interval: TimeInterval, _ repeats: Bool, _ userInfo: Any?,
    _ block: @escaping (Timer) -> Void
  ) {
    timeInterval = interval > 0 ? interval : 0.0001
    (self.repeats, self.block, self.userInfo) = (repeats, block, userInfo)
    fireTime = CACurrentMediaTime() + timeInterval
    super.init()
  }

  /// A timer that waits to be added to a run loop.
  public convenience init(
    timeInterval interval: TimeInterval, repeats: Bool, block: @escaping (Timer) -> Void
  ) { self.init(interval, repeats, nil, block) }

  /// `selector` is a method of the target's class, as in `Clock.tick`, in place of a selector of
  /// Objective-C.
  public convenience init<Target: AnyObject>(
    timeInterval ti: TimeInterval, target aTarget: Target,
    selector: @escaping (Target) -> (Timer) -> Void, userInfo: Any?, repeats yesOrNo: Bool
  ) { self.init(ti, yesOrNo, userInfo) { selector(aTarget)($0) } }

  public convenience init(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector,
    userInfo: Any?, repeats yesOrNo: Bool
  ) { self.init(ti, yesOrNo, userInfo) { aSelector.send(to: aTarget, $0) } }

  /// A timer in the default mode.
  @discardableResult
  public class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool, block: @escaping (Timer) -> Void
  ) -> Timer { Timer(timeInterval: interval, repeats: repeats, block: block).started() }

  @discardableResult
  public class func scheduledTimer(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector,
    userInfo: Any?, repeats yesOrNo: Bool
  ) -> Timer {
    Timer(
      timeInterval: ti, target: aTarget, selector: aSelector, userInfo: userInfo,
      repeats: yesOrNo
    ).started()
  }

  @discardableResult
  public class func scheduledTimer<Target: AnyObject>(
    timeInterval ti: TimeInterval, target aTarget: Target,
    selector: @escaping (Target) -> (Timer) -> Void, userInfo: Any?, repeats yesOrNo: Bool
  ) -> Timer {
    Timer(
      timeInterval: ti, target: aTarget, selector: selector, userInfo: userInfo,
      repeats: yesOrNo
    ).started()
  }

  private func started() -> Timer {
    start(in: .default)
    return self
  }

  /// Without an effect: a film's timers are exact.
  open var tolerance: TimeInterval = 0

  open func fire() {
    guard isValid else { return }
    block(self)
    if !repeats { invalidate() }
  }

  open func invalidate() {
    isValid = false
    pending.map { FilmClock.current?.cancel($0) }
  }

  /// The next time at which the timer fires. One that has passed is now, and one in the distant
  /// future stops the timer until another is set.
  open var fireDate: Date {
    get { Date(timeIntervalSinceNow: fireTime - CACurrentMediaTime()) }
    set {
      let wait = max((newValue.timeIntervalSinceNow * 1000).rounded() / 1000, 0)
      fires(at: CACurrentMediaTime() + wait)
    }
  }

  func fires(at time: Double) {
    fireTime = time
    if !modes.isEmpty { start() }
  }

  func start(in mode: RunLoop.Mode) {
    modes.insert(mode)
    start()
  }

  private func start() {
    guard let clock = FilmClock.current, isValid else { return }
    let first = fireTime - timeInterval
    source = TickSource(
      clock.schedule(every: timeInterval, from: first), start: first, modes: modes,
      missed: .deferred)
    source?.skip(to: clock.now)
    pending.map(clock.cancel)
    if fireTime == clock.now { fire(clock, at: fireTime) } else { wait(clock) }
  }

  private func wait(_ clock: FilmClock) {
    if let time = source?.next() { fire(clock, at: time) }
  }

  private func fire(_ clock: FilmClock, at time: Double) {
    fireTime = time
    pending = clock.schedule(at: time) { [self] in
      fire()
      if isValid { wait(clock) }
    }
  }
}

extension RunLoop {
  /// Lets a film's timer fire in a mode, and in the modes that it was added for before.
  public func add(_ timer: RostrumQuartz.Timer, forMode mode: RunLoop.Mode) {
    timer.start(in: mode)
  }
}

/// A timer that fires with the frames of the screen.
open class CADisplayLink: NSObject {
  private let block: (CADisplayLink) -> Void
  private var source: TickSource?
  private var modes: Set<RunLoop.Mode> = []
  private var pending: Int?
  private var ticks = 0
  /// When the last tick was, in seconds of the film.
  open private(set) var timestamp: CFTimeInterval = 0
  /// The seconds between two frames of the screen.
  open private(set) var duration: CFTimeInterval = 0
  open var isPaused = false
  /// Fires with every frame of that number: 2 with every other one.
  open var frameInterval = 1
  private var isValid = true

  /// `selector` is a method of the target's class, as in `Ball.step`, in place of a selector of
  /// Objective-C.
  public convenience init<Target: AnyObject>(
    target: Target, selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) { self.init(target: target, selector: Selector(selector)) }

  public init(target: Any, selector sel: Selector) {
    block = { sel.send(to: target, $0) }
    super.init()
    duration = FilmClock.current?.ticks.pace.interval ?? 1.0 / 60
  }

  /// When the frame after this one is shown.
  open var targetTimestamp: CFTimeInterval { timestamp + duration * Double(max(frameInterval, 1)) }

  /// How many frames a second; 0 for all of the screen's.
  open var preferredFramesPerSecond: Int {
    get { frameInterval == 1 ? 0 : Int((1 / (duration * Double(frameInterval))).rounded()) }
    set {
      frameInterval = newValue < 1 ? 1 : max(1, Int((1 / duration / Double(newValue)).rounded()))
    }
  }

  /// The preferred rate of it counts, or else the largest.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { CAFrameRateRange(minimum: Float(1 / duration) / Float(max(frameInterval, 1))) }
    set {
      let rate = newValue.preferred ?? newValue.maximum
      preferredFramesPerSecond = rate > 0 && rate.isFinite ? Int(rate.rounded()) : 0
    }
  }

  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    modes.insert(mode)
    restart()
  }

  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    modes.remove(mode)
    restart()
  }

  open func invalidate() {
    isValid = false
    pending.map { FilmClock.current?.cancel($0) }
  }

  private func restart() {
    guard let clock = FilmClock.current, isValid else { return }
    pending.map(clock.cancel)
    guard !modes.isEmpty else { return }
    source = TickSource(clock.ticks, start: 0, modes: modes, missed: .dropped)
    source?.skip(to: clock.now)
    wait(clock)
  }

  private func wait(_ clock: FilmClock) {
    guard let time = source?.next() else { return }
    pending = clock.schedule(at: time) { [self] in
      ticks += 1
      if !isPaused, ticks.isMultiple(of: max(frameInterval, 1)) {
        timestamp = clock.now
        block(self)
      }
      if isValid, !modes.isEmpty { wait(clock) }
    }
  }
}

extension FilmClock {
  /// The ticks of a timer. One that is as fast as the screen, and starts with the film, has the
  /// screen's mistakes; any other only pauses while its mode is not that of the run loop.
  fileprivate func schedule(every interval: Double, from start: Double) -> TickSchedule {
    if start == 0, abs(interval - ticks.pace.interval) < 1e-9 { return ticks }
    let rate = (1 / interval).rounded()
    let isRate = rate >= 1 && abs(rate * interval - 1) < 1e-9
    let pace = isRate ? FrameRate(numerator: Int(rate)).map(TickPace.rate) : nil
    return TickSchedule(
      pace: pace ?? .interval(interval),
      tracking: ticks.tracking.filter { $0.end > start }.map {
        TickSchedule.TrackingInterval(start: max($0.start - start, 0), end: $0.end - start)
      })
  }
}

/// How many frames a second something wants.
public struct CAFrameRateRange: Hashable, Sendable {
  public var minimum: Float
  public var maximum: Float
  public var preferred: Float?

  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  fileprivate init(minimum: Float) { self.init(minimum: minimum, maximum: minimum) }

  /// Whatever the system has.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}

// Core Foundation's names of timers. A run loop is the film's.

public typealias CFRunLoopTimer = RostrumQuartz.Timer
public typealias CFRunLoop = RunLoop
public typealias CFRunLoopMode = RunLoop.Mode
public typealias CFAbsoluteTime = Double

public var kCFAllocatorDefault: NSObject? { nil }

extension RunLoop.Mode {
  public static let defaultMode = RunLoop.Mode.default
  public static let commonModes = RunLoop.Mode.common
}

/// A timer that waits to be added to a run loop. An interval of 0 is a timer that fires once.
public func CFRunLoopTimerCreateWithHandler(
  _ allocator: NSObject?, _ fireDate: CFAbsoluteTime, _ interval: TimeInterval, _ flags: UInt,
  _ order: Int, _ block: @escaping (CFRunLoopTimer?) -> Void
) -> CFRunLoopTimer! {
  let timer = CFRunLoopTimer(timeInterval: interval, repeats: interval > 0) { block($0) }
  timer.fires(at: CACurrentMediaTime() + max(fireDate - CFAbsoluteTimeGetCurrent(), 0))
  return timer
}

public func CFRunLoopAddTimer(_ loop: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!)
{
  timer.start(in: mode)
}

public func CFRunLoopTimerInvalidate(_ timer: CFRunLoopTimer!) { timer.invalidate() }
public func CFRunLoopGetCurrent() -> CFRunLoop! { .current }
public func CFRunLoopGetMain() -> CFRunLoop! { .main }
