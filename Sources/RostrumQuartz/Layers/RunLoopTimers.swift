public import Foundation

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
