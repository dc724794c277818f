import RostrumCPlatform

/// The start of a program.
public enum Resources {
  /// A higher limit brings nothing and slows programs that close every possible descriptor.
  private static let mostDescriptors = 4096

  /// Opens closed standard descriptors, ignores the signals of failed writes so that the writes
  /// return an error, raises the limit of descriptors, and keeps freed memory for the next frame.
  /// Call it once at the start of a program.
  public static func prepare() {
    openStandardDescriptors()
    // A reader that is gone, and a file that has reached its limit (ulimit -f).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    cplatform_raise_descriptors(mostDescriptors)
    cplatform_keep_heap()
  }

  /// Gives freed memory back to the system, after work that took more than 16 MiB for a moment.
  public static func releaseFreedMemory() { cplatform_release_heap() }

  /// If stdin, stdout or stderr is closed, the next open() would reuse its number, and messages
  /// would be written into that file.
  private static func openStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
