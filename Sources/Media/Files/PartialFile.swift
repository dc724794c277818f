import Base
import Synchronization

/// A file on its way: it grows under a hidden name in the same folder and gets its own name in one
/// step, so that a file under its final name is always complete.
struct PartialFile: Sendable {
  let path: String
  let temporaryPath: String

  private static let count = Atomic<Int>(0)

  /// The temporary name is `.name.partial-<process>-<number>.extension`: ffmpeg tells the container
  /// from the extension, which is that of `path` unless another is given.
  init(for path: String, extension other: String? = nil) {
    let (directory, name) = splitPath(path)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let ending = other ?? String(name[dot...].dropFirst().prefix(8))
    // Names may have 255 bytes; a character may take several.
    let stem = name[..<dot].prefix(32)
    self.path = path
    temporaryPath = directory + ".\(stem).partial-\(getpid())-\(number).\(ending)"
    UnfinishedFiles.add(temporaryPath)
  }

  /// Throws, before any work is done, when no file can be made here.
  func checkWritable() throws(MediaError) {
    let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed("write", path) }
    close(descriptor)
  }

  /// Writes the whole file and gives it its name; on an error neither name is left.
  func write(_ bytes: [UInt8]) throws(MediaError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(MediaError) in try write(bytes) }
    }
    try result.get()
  }

  /// Writes the whole file and gives it its name; on an error neither name is left.
  func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    do throws(MediaError) {
      try writeTemporary(bytes)
      try commit()
    } catch {
      remove()
      throw error
    }
  }

  /// Gives the file its final name, replacing an older file.
  func commit() throws(MediaError) {
    guard rename(temporaryPath, path) == 0 else { throw .failed("write", path) }
    UnfinishedFiles.forget(temporaryPath)
  }

  /// Removes what has been written, if there is anything.
  func remove() {
    unlink(temporaryPath)
    UnfinishedFiles.forget(temporaryPath)
  }

  /// Makes `path` another name for `other`, which is in the same folder, or a copy of it where the file system knows no links. With
  /// `mayBeAbsent` an older file may be gone before the new one is there, which is faster.
  static func link(
    _ path: String, to other: String, mayBeAbsent: Bool = false
  ) throws(MediaError) {
    // One step, where there is no older file. A file that is complete needs no hidden name.
    if linkFile(other, path) { return }
    if mayBeAbsent, errno == EEXIST, unlink(path) == 0, linkFile(other, path) { return }
    try PartialFile(for: path).link(to: other)
  }

  /// Replaces an older file.
  private func link(to other: String) throws(MediaError) {
    // rename(2) does nothing when both names already are the same file, so the temporary one stays.
    defer { remove() }
    if linkFile(other, temporaryPath) {
      try commit()
    } else {
      guard errno != ENOENT else { throw .failed("link to", other) }
      try write(readFile(other))
    }
  }

  /// Writes the whole file, which keeps its hidden name.
  func writeUnnamed(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    try writeTemporary(bytes)
  }

  private func writeTemporary(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed("write", path) }
    let written = Self.writeAll(bytes, to: descriptor)
    let number = errno
    let closed = close(descriptor)
    guard written else { throw .file(doing: "write", path: path, errno: number) }
    guard closed == 0 else { throw .failed("write", path) }
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = writeBytes(rest.start, rest.count, to: descriptor)
      if count < 0 && errno != EINTR { return false }
      rest = rest.dropFirst(max(count, 0))
    }
    return true
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var start: UnsafeRawPointer? { UnsafeRawBufferPointer(rebasing: self).baseAddress }
}

extension MediaError {
  /// The system's last error while `doing` something with `path`.
  static func failed(_ doing: String, _ path: String) -> MediaError {
    .file(doing: doing, path: path, errno: errno)
  }
}
