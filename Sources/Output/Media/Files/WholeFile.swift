import RostrumBase

// Every output of the program that is written as a whole goes through this file.

/// Writes an output atomically: a regular file appears under its name in one step, so that readers
/// find the old file or all of the new one. If `path` is a link to a file, the link stays. An
/// existing device or named pipe is written through and stays, and `-` is the standard output: see
/// `isStream`. Throws `MediaError.file`.
public func writeWholeFile(_ bytes: [UInt8], to path: String) throws(MediaError) {
  try bytes.withBytes { bytes throws(MediaError) in
    _ = try writeWhole(bytes, to: path, .given)
  }
}

/// The same for one of two files that belong together: `other` writes the second, when nothing is
/// left to do for this one but to give it its name. So where one finds no room, neither is there.
func writeWholeFile(
  _ bytes: [UInt8], to path: String, with other: () throws(MediaError) -> Void
) throws(MediaError) {
  try bytes.withBytes { bytes throws(MediaError) in
    _ = try writeWhole(bytes, to: path, .given, with: other)
  }
}

/// Writes a file with a generated name inside of a folder that the user has named, and creates
/// missing folders. A link at its name is replaced, because its target was not chosen by the user.
/// Throws `MediaError.outside` where a link in the path leads out of the folder, and `.file`.
public func writeWholeFile(
  _ bytes: [UInt8], to path: String, inside folder: String
) throws(MediaError) {
  guard FilePath.isInside(path.folderOfPath, folder: folder) else {
    throw .outside(path: path, folder: folder)
  }
  try createDirectory(splitPath(path).directory)
  try bytes.withBytes { bytes throws(MediaError) in
    _ = try writeWhole(bytes, to: path, .made)
  }
}

/// Creates a file that begins with `bytes`, and returns it open for reading and appending. Other
/// processes see it complete or not at all; if it is durable, also after a loss of power. `prepare`
/// gets the descriptor before the file has its name. Throws `MediaError.file`.
public func openWholeFile(
  _ bytes: [UInt8], at path: String, run: RunToken, isDurable: Bool, prepare: (Int32) -> Void
) throws(MediaError) -> Int32 {
  try bytes.withBytes { bytes throws(MediaError) in
    try PartialFile(for: path, at: path, run: run).writeOpen(
      bytes, isDurable: isDurable, prepare: prepare)
  }
}

/// Makes `path`, one of many names that a run makes, another name for the finished file `other`, or
/// a copy of it where that cannot be. Returns whether there is a file now: a device or a named pipe
/// that is there is written through. Throws `MediaError`.
@discardableResult
public func placeFile(
  _ other: String, at path: String, run: RunToken
) throws(MediaError) -> Bool {
  guard !isSameFile(other, path) else { return true }
  return try linkWhole(path, to: other, run: run)
}

/// Writes an output as a whole. Returns whether it is a file, and was not written through.
func writeWhole(
  _ bytes: UnsafeRawBufferPointer, to path: String, _ name: OutputName,
  run: RunToken = RunToken(), with other: () throws(MediaError) -> Void = {}
) throws(MediaError) -> Bool {
  let place = try OutputPlace(path, name)
  if case .file(let target) = place {
    try PartialFile(for: path, at: target, run: run).write(bytes, with: other)
    return true
  }
  try other()
  var stream = try OutputStream(place, name, path: path)
  try stream.write(bytes)
  return false
}

/// Makes `path`, a generated name, a hard link to `other`, a file in the same folder, or a copy of
/// it where the file system has no links. With `mayBeAbsent` an older file may be removed before
/// the new one exists, which is faster. Returns whether there is a file now, and nothing was
/// written through.
func linkWhole(
  _ path: String, to other: String, mayBeAbsent: Bool = false, run: RunToken
) throws(MediaError) -> Bool {
  // One step, where there is nothing yet. A file that is complete needs no hidden name.
  if linkFile(other, path) { return true }
  let isTaken = errno == EEXIST
  guard case .file(let target) = try OutputPlace(path, .made) else {
    return try readWholeFile(other).withBytes { bytes throws(MediaError) in
      try writeWhole(bytes, to: path, .made, run: run)
    }
  }
  if isTaken, mayBeAbsent, unlink(target) == 0, linkFile(other, target) { return true }
  try PartialFile(for: path, at: target, run: run).link(to: other)
  return true
}

// MARK: - Reading

/// The whole content of a regular file. Throws `MediaError.notAFile` for any other kind of file,
/// which could block the reader for ever, `.tooLarge` for a file of more than `limit` bytes, and
/// `.file`. With `O_NOFOLLOW` among the flags, links are refused.
public func readWholeFile(
  _ path: String, limit: Int = .max, flags: Int32 = 0
) throws(MediaError) -> [UInt8] {
  if let size = try sizeOfFile(path), size > limit { throw .tooLarge(path: path, limit: limit) }
  var content: [UInt8] = []
  _ = try readWholeFile(path, flags: flags) { bytes throws(MediaError) in
    guard content.count + bytes.count <= limit else { throw .tooLarge(path: path, limit: limit) }
    content += bytes
  }
  return content
}

/// Lends the content of a regular file piece by piece. Returns the number of bytes.
func readWholeFile(
  _ path: String, flags: Int32 = 0, _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Void
) throws(MediaError) -> Int {
  let descriptor = try openRegularFile(path, O_RDONLY | flags)
  defer { close(descriptor) }
  let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  defer { chunk.deallocate() }
  var total = 0
  while true {
    let count = readBytes(chunk.baseAddress, chunk.count, from: descriptor)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw .failed("read", path) }
    guard count > 0 else { return total }
    try body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    total += count
  }
}

/// The size of a regular file in bytes; `nil` when nothing is there. Throws `MediaError.notAFile`
/// for anything else, and `.file`.
public func sizeOfFile(_ path: String) throws(MediaError) -> Int? {
  var facts = stat()
  guard stat(path, &facts) == 0 else {
    guard errno == ENOENT || errno == ENOTDIR else { throw .failed("read", path) }
    return nil
  }
  guard facts.kind == S_IFREG else { throw .notAFile(path: path) }
  return Int(facts.st_size)
}

/// Opens an existing regular file. Never waits, since other kinds of files are refused. With
/// `O_NOFOLLOW` among the flags, links are refused too. Throws `MediaError.notAFile` and `.file`.
public func openRegularFile(_ path: String, _ flags: Int32) throws(MediaError) -> Int32 {
  var facts = stat()
  let isThere = flags & O_NOFOLLOW != 0 ? lstat(path, &facts) : stat(path, &facts)
  guard isThere == 0 else { throw .failed("read", path) }
  // Some devices do something when they are opened.
  guard facts.kind == S_IFREG else { throw .notAFile(path: path) }
  let descriptor = openFile(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .failed("read", path) }
  guard fstat(descriptor, &facts) == 0, facts.kind == S_IFREG else {
    close(descriptor)
    throw .notAFile(path: path)
  }
  return descriptor
}
