// Numbers of Apple's C library that code of animations uses.

public let MAXFLOAT = Float.greatestFiniteMagnitude
public let HUGE = Float.greatestFiniteMagnitude
