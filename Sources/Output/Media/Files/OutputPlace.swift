import RostrumBase

/// Where an output's name comes from, which decides how an existing link or named pipe is treated.
enum OutputName: Sendable {
  /// The user gave this name. A link stays, and its target is replaced. Opening a named pipe waits
  /// for its reader.
  case given
  /// One of many generated names, such as a frame's. A link is replaced, because its target was not
  /// chosen by the user. A named pipe without a reader is an error at once.
  case made
}

/// The target of a whole output. An existing file that is not regular is written through, never
/// replaced.
enum OutputPlace: Sendable, Equatable {
  /// A regular file, which appears under this path in one step.
  case file(String)
  /// A device or a named pipe that is there.
  case node(String)
  /// A descriptor that the program was started with.
  case descriptor(Int32)

  /// Throws `MediaError.file` for a folder, for a link that leads in circles, and for another
  /// user's link in a folder that all users may write to.
  init(_ path: String, _ name: OutputName) throws(MediaError) {
    if name == .given, let descriptor = Self.descriptor(path) {
      self = .descriptor(descriptor)
      return
    }
    var facts = stat()
    // A mistake in the path itself is found when the file is made.
    guard lstat(path, &facts) == 0 else {
      self = .file(path)
      return
    }
    if facts.kind == S_IFLNK {
      self = try Self.target(ofLink: path, facts, name)
    } else {
      self = try Self.place(path, facts.kind)
    }
  }

  /// `-` and the system's own names for descriptors.
  private static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "-", "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    let start = ["/dev/fd/", "/proc/self/fd/"].first { path.hasBeginning($0) }
    guard let number = start.flatMap({ Int32(path.dropFirst($0.count)) }), number >= 0 else {
      return nil
    }
    return number
  }

  private static func place(_ path: String, _ kind: mode_t) throws(MediaError) -> OutputPlace {
    switch kind {
    case S_IFREG: return .file(path)
    case S_IFDIR: throw .file(doing: "write", path: path, errno: EISDIR)
    default: return .node(path)
    }
  }

  private static func target(
    ofLink path: String, _ link: stat, _ name: OutputName
  ) throws(MediaError) -> OutputPlace {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      // A link that leads nowhere leads to no file that could be kept.
      guard errno == ENOENT || name == .made else { throw .failed("write", path) }
      return .file(path)
    }
    guard facts.kind == S_IFREG || facts.kind == S_IFDIR else { return .node(path) }
    guard name == .given else { return .file(path) }
    guard !isPlanted(path, link) else { throw .file(doing: "write", path: path, errno: EACCES) }
    guard let real = FilePath.real(path) else { throw .failed("write", path) }
    return try place(real.string, facts.kind)
  }

  /// Whether another user made the link in a folder that all users may write to, such as the
  /// temporary one: Linux does not follow such links either.
  private static func isPlanted(_ path: String, _ link: stat) -> Bool {
    let folder = splitPath(path).directory
    var facts = stat()
    guard stat(folder.isEmpty ? "." : folder, &facts) == 0 else { return false }
    let isShared = facts.st_mode & S_ISVTX != 0 && facts.st_mode & S_IWOTH != 0
    return isShared && link.st_uid != geteuid() && link.st_uid != facts.st_uid
  }

}

/// Whether an output of that name is written through instead of becoming a file: to the standard
/// output for `-`, to a descriptor for names such as `/dev/stdout`, else to the device or the named
/// pipe that is there.
public func isStream(_ path: String) -> Bool {
  guard let place = try? OutputPlace(path, .given) else { return false }
  if case .file = place { return false }
  return true
}

/// Whether an output of that name is the standard output, where nothing else may be printed then.
public func isStandardOutput(_ path: String) -> Bool {
  (try? OutputPlace(path, .given)) == .descriptor(STDOUT_FILENO)
}

/// The open descriptor that an output is written through.
struct OutputStream: ~Copyable {
  private let descriptor: Int32
  /// Whether it was opened here, and is to be closed.
  private let isOwn: Bool
  /// For messages.
  private let path: String
  /// The reader of the standard output is gone, as after `head`: further bytes are dropped.
  private var isAbandoned = false

  init(_ place: OutputPlace, _ name: OutputName, path: String) throws(MediaError) {
    self.path = path
    switch place {
    case .descriptor(let number): (descriptor, isOwn) = (number, false)
    case .node(let node), .file(let node):
      descriptor = try Self.open(node, name, path)
      isOwn = true
    }
  }

  deinit { if isOwn { close(descriptor) } }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    guard !isAbandoned, let number = writeAll(bytes, to: descriptor) else { return }
    guard number == EPIPE, !isOwn else { throw .file(doing: "write", path: path, errno: number) }
    isAbandoned = true
  }

  /// Waits for the reader of a named pipe where the name was given, until the task is cancelled.
  private static func open(
    _ node: String, _ name: OutputName, _ path: String
  ) throws(MediaError) -> Int32 {
    while true {
      let descriptor = openFile(node, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if descriptor >= 0 { return try checked(descriptor, path) }
      let number = errno
      guard number == EINTR || number == ENXIO && isPipe(node) else {
        throw .file(doing: "write", path: path, errno: number)
      }
      guard number == EINTR || name == .given else { throw .unreadPipe(path: path) }
      guard !Task.isCancelled else { throw .file(doing: "write", path: path, errno: ECANCELED) }
      usleep(5_000)
    }
  }

  private static func isPipe(_ node: String) -> Bool {
    var facts = stat()
    return stat(node, &facts) == 0 && facts.kind == S_IFIFO
  }

  /// A regular file that has taken the node's place meanwhile would lose its content.
  private static func checked(_ descriptor: Int32, _ path: String) throws(MediaError) -> Int32 {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.kind != S_IFREG else {
      close(descriptor)
      throw .file(doing: "write", path: path, errno: EEXIST)
    }
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
    #endif
    return descriptor
  }
}
