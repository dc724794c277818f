/// Files that are read, none of which may be written; or files that are written, none of which may
/// be read.
public struct InputFiles: Sendable {
  private enum Identity: Hashable {
    /// A file or a folder by its number, so that hard links and mounts are found too.
    case number(FileNumber)
    /// A file by its place behind all links, where nothing may be yet.
    case place(FilePath)
    /// Everything in a folder and below.
    case folder(FilePath)

    /// The identities of a file, or of what may become one. Folders, devices and named pipes have
    /// none: they are written through or refused.
    static func all(of path: String) -> [Self] {
      let resolved = FilePath.resolved(path)
      guard !resolved.string.isEmpty else { return [] }
      guard let number = FileNumber(path) else { return [.place(resolved)] }
      return number.isOrdinary ? [.place(resolved), .number(number)] : []
    }

    /// The identities of a folder, which may be missing.
    static func all(ofFolder path: FilePath) -> [Self] {
      [.folder(path)] + (FileNumber(path.string).map { [.number($0)] } ?? [])
    }
  }

  private var files: [Identity: String] = [:]
  private var hasFolders = false

  public var isEmpty: Bool { files.isEmpty }

  public init(_ paths: some Sequence<String> = [], folders: [String] = []) {
    add(paths, folders: folders)
  }

  /// Adds files, which may be missing, and all that is in these folders.
  public mutating func add(_ paths: some Sequence<String>, folders: [String] = []) {
    let found = paths.filter { $0 != "-" }.flatMap { path in
      Identity.all(of: path).map { ($0, path) }
    }
    let places = folders.flatMap { folder in
      Identity.all(ofFolder: .resolved(folder)).map { ($0, folder) }
    }
    files.merge(found + places) { first, _ in first }
    hasFolders = hasFolders || !folders.isEmpty
  }

  /// Throws where one of the paths, all of which will be written, is read.
  public func check(_ outputs: some Sequence<String>) throws(OutputIsInput) {
    if let (output, input) = match(outputs) { throw OutputIsInput(output: output, input: input) }
  }

  /// Throws where one of the paths, all of which are read, will be written.
  public func check(inputs: some Sequence<String>) throws(OutputIsInput) {
    if let (input, output) = match(inputs) { throw OutputIsInput(output: output, input: input) }
  }

  /// The first of the paths that is one of these files, with the name by which that was added.
  public func match(_ paths: some Sequence<String>) -> (path: String, known: String)? {
    guard !isEmpty else { return nil }
    for path in paths where path != "-" {
      for identity in Identity.all(of: path) {
        // A number is given to another file once its own is gone.
        guard let known = files[identity], Identity.all(of: known).contains(identity) else {
          continue
        }
        return (path, known)
      }
      if hasFolders, let folder = folder(of: path) { return (path, folder) }
    }
    return nil
  }

  private func folder(of path: String) -> String? {
    var place = FilePath.resolved(path).string
    while place.folderOfPath != place {
      place = place.folderOfPath
      let identities = Identity.all(ofFolder: FilePath(place))
      if let known = identities.lazy.compactMap({ files[$0] }).first { return known }
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
