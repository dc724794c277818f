import RostrumBase

/// The processor's time that the current thread has used, in seconds. A test bounds this instead of
/// the time on the clock, in which all other tests run, too.
public func threadProcessorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
