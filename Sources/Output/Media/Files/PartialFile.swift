import RostrumBase

/// A regular file being written: it has a hidden name in the same folder and is renamed in one
/// step, so that a file under its final name is always complete.
struct PartialFile: Sendable {
  /// The requested path, for messages.
  let path: String
  /// Where the file gets its name: elsewhere than `path` when that is a link.
  let target: String
  let temporaryPath: String
  private let entry: UnfinishedEntry

  init(for path: String, at target: String, run: RunToken) {
    let (directory, name) = splitPath(target)
    self.path = path
    self.target = target
    UnfinishedFiles.removeAbandoned(in: directory)
    temporaryPath = directory + PartialName.new(for: name, run: run)
    entry = UnfinishedEntry(path: temporaryPath)
    UnfinishedFiles.add(entry)
  }

  /// Writes the whole file and, once `other` is done, gives it its name; on an error neither name
  /// is left.
  func write(
    _ bytes: UnsafeRawBufferPointer, with other: () throws(MediaError) -> Void = {}
  ) throws(MediaError) {
    let descriptor = try create(O_WRONLY)
    // The lock is held until the file has its name.
    defer { close(descriptor) }
    do throws(MediaError) {
      if let number = writeAll(bytes, to: descriptor) ?? closeCopy(of: descriptor) {
        throw .file(doing: "write", path: path, errno: number)
      }
      try other()
      try commit()
    } catch {
      remove()
      throw error
    }
  }

  /// The same, but the file stays open for reading and appending. `prepare` gets it before it has
  /// its final name. A durable file survives a loss of power as soon as it has its name.
  func writeOpen(
    _ bytes: UnsafeRawBufferPointer, isDurable: Bool, prepare: (Int32) -> Void
  ) throws(MediaError) -> Int32 {
    let descriptor = try create(O_RDWR | O_APPEND)
    do throws(MediaError) {
      prepare(descriptor)
      if let number = writeAll(bytes, to: descriptor) {
        throw .file(doing: "write", path: path, errno: number)
      }
      if isDurable { try flush(descriptor) }
      try commit()
      if isDurable { flushFolder() }
      return descriptor
    } catch {
      close(descriptor)
      remove()
      throw error
    }
  }

  /// Makes the file under its hidden name: always a new one, so nothing that was put there before
  /// is followed or written to.
  private func create(_ flags: Int32) throws(MediaError) -> Int32 {
    var left = UnfinishedLock.attempts
    while true {
      let descriptor = openFile(
        temporaryPath, flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else {
        let number = errno
        UnfinishedFiles.forget(entry)
        throw .file(doing: "write", path: path, errno: number)
      }
      left -= 1
      if UnfinishedLock.take(descriptor, at: temporaryPath) || left == 0 { return descriptor }
      close(descriptor)
    }
  }

  /// Some file systems report a full disk only when a descriptor is closed. Returns the system's
  /// error number.
  private func closeCopy(of descriptor: Int32) -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    return close(copy) == 0 ? nil : errno
  }

  /// Gives the file its final name, replacing an older file.
  private func commit() throws(MediaError) {
    guard rename(temporaryPath, target) == 0 else { throw .failed("write", path) }
    UnfinishedFiles.forget(entry)
  }

  /// Removes the partial file, if there is one.
  private func remove() {
    unlink(temporaryPath)
    UnfinishedFiles.forget(entry)
  }

  /// Makes the file a hard link to `other`, which is in the same folder, or a copy of it where the
  /// file system has no links; an older file is replaced.
  func link(to other: String) throws(MediaError) {
    // rename(2) does nothing when both names already are the same file, so the temporary one stays.
    defer { remove() }
    let shared = UnfinishedLock.share(other)
    defer { if shared >= 0 { close(shared) } }
    if linkFile(other, temporaryPath) {
      try commit()
    } else {
      guard errno != ENOENT else { throw .failed("link to", other) }
      try readWholeFile(other).withBytes { bytes throws(MediaError) in try write(bytes) }
    }
  }

  /// Waits until everything is on the disk.
  private func flush(_ descriptor: Int32) throws(MediaError) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw .failed("write", path)
    }
  }

  /// Flushes the folder, so that the last rename survives a loss of power.
  private func flushFolder() {
    let folder = splitPath(target).directory
    let descriptor = openFile(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// A private folder in which a program makes an output. No other user can have placed a link at a
/// name inside, and once the folder is removed, late writes of the program cannot make a file.
struct PartialFolder: Sendable {
  /// The requested path of the output, for messages.
  let path: String
  /// The path of the file that the program writes and `commit` takes.
  let file: String
  private let folder: String
  private let place: OutputPlace
  private let entry: UnfinishedEntry

  /// Creates the folder: beside the output, or among the temporary files when the output is an
  /// existing device or pipe. The file has the extension of `path` unless another is given, since
  /// ffmpeg chooses the container by it. Throws `MediaError.file` when nothing can be written
  /// there.
  init(for path: String, extension other: String? = nil, run: RunToken) throws(MediaError) {
    let place = try OutputPlace(path, .given)
    if case .node(let node) = place, access(node, W_OK) != 0 { throw .failed("write", path) }
    let (directory, name) = splitPath(place.target ?? path)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let ending = other ?? String(name[dot...].dropFirst().prefix(8))
    self.path = path
    self.place = place
    let parent = place.target == nil ? temporaryDirectory() : directory
    UnfinishedFiles.removeAbandoned(in: parent)
    folder = parent + PartialName.new(for: place.target == nil ? "rostrum" : name, run: run)
    file = "\(folder)/output.\(ending)"
    entry = UnfinishedEntry(path: folder)
    UnfinishedFiles.add(entry)
    try create()
  }

  /// Removes the folder after a failure. Returns the failure, or what a program that writes here
  /// may have met and not named.
  func failure(_ error: any Error) -> any Error {
    defer { remove() }
    guard error is MediaError, let shortage else { return error }
    return MediaError.file(doing: "write", path: path, errno: shortage)
  }

  /// The disk is as good as full, or a file is as long as files may become.
  private var shortage: Int32? {
    var disk = statvfs()
    if statvfs(folder, &disk) == 0, Int(disk.f_bavail) * Int(disk.f_frsize) < 1 << 16 {
      return ENOSPC
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let isCutOff = names.contains { name in
      var facts = stat()
      return lstat("\(folder)/\(name)", &facts) == 0
        && UInt64(facts.st_size) >= cplatform_longest_file()
    }
    return isCutOff ? EFBIG : nil
  }

  private func create() throws(MediaError) {
    var left = UnfinishedLock.attempts
    while true {
      guard mkdir(folder, 0o700) == 0 else {
        let number = errno
        UnfinishedFiles.forget(entry)
        throw .file(doing: "write", path: path, errno: number)
      }
      let descriptor = openFile(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      // Removed by another program, which took it for abandoned.
      if descriptor < 0, errno == ENOENT, left > 0 {
        left -= 1
        continue
      }
      guard descriptor >= 0 else {
        let number = errno
        remove()
        throw .file(doing: "write", path: path, errno: number)
      }
      left -= 1
      if UnfinishedLock.take(descriptor, at: folder) || left == 0 {
        return entry.keep(lock: descriptor)
      }
      close(descriptor)
    }
  }

  /// The path of another file in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Gives the file its final name, replacing an older file, or writes its content through; then
  /// the folder goes. Returns the number of bytes.
  func commit() throws(MediaError) -> Int {
    defer { remove() }
    switch place {
    case .file(let target):
      let count = fileSize(file)
      guard rename(file, target) == 0 else { throw .failed("write", path) }
      return count
    case .node, .descriptor:
      var stream = try OutputStream(place, .given, path: path)
      return try readWholeFile(file) { bytes throws(MediaError) in try stream.write(bytes) }
    }
  }

  /// Removes the folder with everything in it.
  func remove() {
    removeUnfinished(folder)
    UnfinishedFiles.forget(entry)
  }
}

/// A private folder of the program among the temporary files. It is removed with its contents by
/// `remove`, when the program ends, or, after a kill, when the next program makes one.
public struct ScratchFolder: Sendable {
  private let folder: PartialFolder

  /// Throws `MediaError.file`.
  public init() throws(MediaError) { folder = try PartialFolder(for: "-", run: RunToken()) }

  /// The path of a file in the folder.
  public func path(_ name: String) -> String { folder.path(name) }

  /// Removes the folder with its contents.
  public func remove() { folder.remove() }
}

extension OutputPlace {
  /// The regular file to write; `nil` for a device or pipe.
  fileprivate var target: String? { if case .file(let path) = self { path } else { nil } }
}

/// With its slash.
func temporaryDirectory() -> String {
  let path = getenv("TMPDIR").map { String(cString: $0) } ?? ""
  return joinPath(path.isEmpty ? "/tmp" : path, "")
}

extension [UInt8] {
  /// A typed throw does not pass through the standard closure.
  func withBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Value
  ) throws(MediaError) -> Value {
    try withUnsafeBytes { bytes in
      Result { () throws(MediaError) in try body(bytes) }
    }.get()
  }
}

extension MediaError {
  /// The system's last error while `doing` something with `path`.
  static func failed(_ doing: String, _ path: String) -> MediaError {
    .file(doing: doing, path: path, errno: errno)
  }
}
