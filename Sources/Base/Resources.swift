import CPlatform

/// Why the system did not give what the work needs.
public enum Shortage: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  /// No thread could be started; the system's error number.
  case threads(errno: Int32)
  /// So many descriptors are free, of which `needed` are wanted; `limit` is of all together.
  case descriptors(needed: Int, free: Int, limit: Int)
  /// So many bytes are wanted; `limit` is of all together, `nil` for none.
  case memory(needed: Int, limit: Int?)

  public var description: String {
    switch self {
    case .threads(let number):
      "the system gives no more threads: \(String(cString: strerror(number)))"
    case .descriptors(let needed, let free, let limit):
      "\(needed) free file descriptors are needed, and only \(free) of \(limit) are free; "
        + "raise the limit with 'ulimit -n'"
    case .memory(let needed, let limit?):
      "\(needed >> 20) MiB of free address space are needed, which the limit of \(limit >> 20) MiB "
        + "does not leave; raise it with 'ulimit -v'"
    case .memory(let needed, nil):
      "\(needed >> 20) MiB of free memory are needed, which the system does not give"
    }
  }

  /// The system's error number that stands for the same.
  public var number: Int32 {
    switch self {
    case .threads(let number): number
    case .descriptors: EMFILE
    case .memory: ENOMEM
    }
  }

  public var exitStatus: ExitStatus { .shortage }
}

/// The descriptors and the memory that a program needs before it begins, so that it does not stop
/// in the middle.
public enum Resources {
  /// Descriptors for a scene, a signal's pipe, an output, and a program with its three pipes.
  public static let descriptors = 16
  /// More than this helps nobody, and makes programs slow that go through all of them.
  private static let mostDescriptors = 4096
  /// In bytes: the stack for reading files, those of the first threads, and room to work.
  public static let memory = 160 << 20

  /// Makes the standard descriptors stand for something, lets writes that cannot be done fail
  /// instead of ending the program, raises the limit of descriptors as far as the system lets, and
  /// finds out whether there is enough for small work. For the beginning of a program.
  public static func prepare() throws(Shortage) {
    openStandardDescriptors()
    // A reader that is gone, and a file that has reached its limit (ulimit -f).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let limit = cplatform_raise_descriptors(mostDescriptors)
    let free = freeDescriptors(limit)
    guard free == descriptors else {
      throw .descriptors(needed: descriptors, free: free, limit: limit)
    }
    let space = cplatform_address_space()
    // Else the heaps of a few threads would take all of it.
    if space < .max { cplatform_share_heap() } else { cplatform_keep_heap() }
    guard cplatform_probe_memory(memory) == 0 else {
      throw .memory(needed: memory, limit: Int(exactly: space))
    }
  }

  /// Whoever starts a program with one of them closed would find its messages in the next file that
  /// is opened.
  private static func openStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// How many are free, counted up to what is needed.
  private static func freeDescriptors(_ limit: Int) -> Int {
    var free = 0
    for descriptor in 0..<limit where free < descriptors {
      if fcntl(Int32(descriptor), F_GETFD) < 0 { free += 1 }
    }
    return free
  }
}
