// Numbers of Apple's C library that code of animations uses.

public let MAXFLOAT = Float.greatestFiniteMagnitude
public let HUGE = Float.greatestFiniteMagnitude

/// Runs code: there is no pool of objects to be emptied.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
