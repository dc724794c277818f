public import Foundation

// Numbers and types of Apple's C libraries that code of animations uses.

public let MAXFLOAT = Float.greatestFiniteMagnitude
public let HUGE = Float.greatestFiniteMagnitude
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
public let NSEC_PER_MSEC: UInt64 = 1_000_000
public let USEC_PER_SEC: UInt64 = 1_000_000
public let NSIntegerMax = Int.max
public let kCFBooleanTrue: Bool! = true
public let kCFBooleanFalse: Bool! = false

public typealias NSInteger = Int
public typealias CFBoolean = Bool
public typealias CFNumber = NSNumber
public typealias CFData = NSData
public typealias CFURL = NSURL

extension ProcessInfo {
  public var isLowPowerModeEnabled: Bool { false }
}

extension NSNotification.Name {
  public static let NSProcessInfoPowerStateDidChange =
    NSNotification.Name("NSProcessInfoPowerStateDidChangeNotification")
}

/// Runs code: there is no pool of objects to be emptied.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
