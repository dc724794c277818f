import RostrumCPlatform

/// A lack of a system resource.
public enum Shortage: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  /// No thread could be started; the system's error number.
  case threads(errno: Int32)
  /// The process needs `needed` more descriptors but only `free` are left of its `limit`.
  case descriptors(needed: Int, free: Int, limit: Int)
  /// The process needs `needed` more bytes; `limit` is its limit, `nil` without one.
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

  /// The matching error number of the system (`errno`).
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
  /// A higher limit brings nothing and slows programs that close every possible descriptor.
  private static let mostDescriptors = 4096
  /// In bytes: the stack for reading files, the stacks of the first threads, and working memory.
  public static let memory = 160 << 20

  /// Opens closed standard descriptors, ignores the signals of failed writes so that the writes
  /// return an error, raises the limit of descriptors, and checks that there are enough
  /// descriptors, memory and threads for a small render. Call it once at the start of a program.
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

  /// If stdin, stdout or stderr is closed, the next open() would reuse its number, and messages
  /// would be written into that file.
  private static func openStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// The number of free descriptors, counted up to the number needed.
  private static func freeDescriptors(_ limit: Int) -> Int {
    var free = 0
    for descriptor in 0..<limit where free < descriptors {
      if fcntl(Int32(descriptor), F_GETFD) < 0 { free += 1 }
    }
    return free
  }
}
