/// A pointer of Git LFS in the place of a file's content, or the marks of a merge conflict in it:
/// Git leaves them where its work is not finished.
public enum GitLeftover: Sendable, Equatable {
  case pointer
  /// The line of the first mark, from 1.
  case conflict(line: Int)

  /// `nil` for any other content.
  public init?(in bytes: some Collection<UInt8>) {
    if bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) {
      self = .pointer
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let marks = ["<<<<<<< ", "||||||| ", ">>>>>>> "].map { Array($0.utf8) }
    guard let line = lines.firstIndex(where: { line in marks.contains(where: line.starts) }) else {
      return nil
    }
    self = .conflict(line: line + 1)
  }

  /// The same in the first bytes of a file; `nil` also for one that cannot be read.
  public init?(ofFile path: String, first size: Int = 1 << 20) {
    // Opening a named pipe would wait.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    var start = [UInt8](repeating: 0, count: size)
    let count = max(0, read(descriptor, &start, start.count))
    // Bytes of a picture or a sound may look like marks.
    guard count <= 1 << 10 || !start.prefix(1 << 10).contains(0) else { return nil }
    self.init(in: start.prefix(count))
  }

  /// In words that follow the file's name.
  public var reason: String {
    switch self {
    case .pointer: "is a pointer of Git LFS, not the file itself"
    case .conflict(let line): "has the marks of a merge conflict in line \(line)"
    }
  }

  public var remedy: String {
    switch self {
    case .pointer: "run 'git lfs pull'"
    case .conflict: "take one side with 'git checkout --ours' or '--theirs'"
    }
  }
}
