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

/// Foundation for Linux has a static `abs` that hides the function in extensions of `CGFloat`.
extension CGFloat {
  public func abs<Number: SignedNumeric & Comparable>(_ x: Number) -> Number { Swift.abs(x) }
  public static func abs<Number: SignedNumeric & Comparable>(_ x: Number) -> Number {
    Swift.abs(x)
  }
}

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

extension NSObject {
  /// The class's name.
  public static func description() -> String { String(describing: self) }
}

/// The place of messages: they are not shown.
public final class OSLog: NSObject, Sendable {
  public static let `default` = OSLog(subsystem: "", category: "")

  public init(subsystem: String, category: String) {}
}

public struct OSLogType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let `default` = Self(rawValue: 0)
  public static let info = Self(rawValue: 1)
  public static let debug = Self(rawValue: 2)
  public static let error = Self(rawValue: 16)
  public static let fault = Self(rawValue: 17)
}

/// Shows nothing: a film has no console.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default,
  type: OSLogType = .default, _ args: any CVarArg...
) {}

/// Shows nothing.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
  _ args: any CVarArg...
) {}
