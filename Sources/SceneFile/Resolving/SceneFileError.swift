import Foundation

/// Why a scene file could not be read at all.
public enum SceneFileError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(path: String)
  case notAFile(path: String)
  /// With the system's reason.
  case unreadable(path: String, reason: String)
  case tooLarge(path: String)
  /// The system gave too little for it: memory, threads or open files.
  case shortage(path: String, reason: String)

  /// In bytes.
  public static let maximumSize = 64 << 20

  public var description: String {
    switch self {
    case .missing(let path): "there is no scene file '\(path)'"
    case .notAFile(let path): "'\(path)' is not a file"
    case .unreadable(let path, let reason), .shortage(let path, let reason):
      "cannot read '\(path)': \(reason)"
    case .tooLarge(let path): "'\(path)' is larger than 64 MiB, too large for a scene file"
    }
  }

  /// The bytes of an ordinary file, or of standard input and the like under `/dev`. Pipes elsewhere are refused, since opening one may wait
  /// for ever.
  static func contents(ofFile path: String) throws(SceneFileError) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing(path: path) : .current(path)
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || (kind != S_IFDIR && path.hasPrefix("/dev/")) else {
      throw .notAFile(path: path)
    }
    guard kind != S_IFREG || status.st_size <= maximumSize else { throw .tooLarge(path: path) }
    return try read(path)
  }

  private static func read(_ path: String) throws(SceneFileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .current(path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .current(path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= maximumSize else { throw .tooLarge(path: path) }
    }
  }

  private static func current(_ path: String) -> SceneFileError {
    let (number, reason) = (errno, String(cString: strerror(errno)))
    return [EMFILE, ENFILE, ENOMEM].contains(number)
      ? .shortage(path: path, reason: reason) : .unreadable(path: path, reason: reason)
  }
}
