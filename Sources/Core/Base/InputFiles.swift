public import RostrumBase

/// Files that are read, none of which may be written; or files that are written, none of which may
/// be read.
public struct InputFiles: Sendable {
  private enum Identity: Hashable {
    /// A file by its number, so that hard links are found too.
    case file(device: UInt64, number: UInt64)
    /// A file by its place behind all links, where nothing may be yet.
    case place(FilePath)

    /// The identities of a file, or of what may become one. Folders, devices and named pipes have
    /// none: they are written through or refused.
    static func all(of path: String) -> [Self] {
      var facts = stat()
      let resolved = FilePath.resolved(path)
      guard !resolved.string.isEmpty else { return [] }
      let place = Self.place(resolved)
      guard stat(path, &facts) == 0 else { return [place] }
      guard facts.st_mode & S_IFMT == S_IFREG else { return [] }
      let number = Self.file(
        device: UInt64(truncatingIfNeeded: facts.st_dev),
        number: UInt64(truncatingIfNeeded: facts.st_ino))
      return [place, number]
    }
  }

  private let files: [Identity: String]

  /// The files may be missing.
  public init(_ paths: some Sequence<String>) {
    let found = paths.flatMap { path in Identity.all(of: path).map { ($0, path) } }
    files = Dictionary(found) { first, _ in first }
  }

  /// Throws where one of the paths, all of which will be written, is read.
  public func check(_ outputs: some Sequence<String>) throws(OutputIsInput) {
    if let (output, input) = match(outputs) { throw OutputIsInput(output: output, input: input) }
  }

  /// The first of the paths that is one of these files, with the name by which that was added.
  public func match(_ paths: some Sequence<String>) -> (path: String, known: String)? {
    for path in paths where path != "-" {
      for identity in Identity.all(of: path) {
        // A number is given to another file once its own is gone.
        guard let known = files[identity], Identity.all(of: known).contains(identity) else {
          continue
        }
        return (path, known)
      }
    }
    return nil
  }
}

/// An output that would replace a file that is read.
public struct OutputIsInput: ExitStatusError, Hashable, CustomStringConvertible {
  public let output: String
  public let input: String

  public init(output: String, input: String) { (self.output, self.input) = (output, input) }

  public var description: String {
    let (place, folder) = (FilePath.resolved(input), FilePath.resolved("."))
    let name = place.relative(to: folder)?.string ?? input
    let isSame = FilePath(output) == FilePath(name) || FilePath(output) == FilePath(input)
    return (isSame ? "'\(output)' is read" : "'\(output)' would replace '\(name)', which is read")
      + ": write to another file"
  }

  public var exitStatus: ExitStatus { .wrongUsage }
}
