import RostrumBase

/// The lock on an unfinished file or folder.
///
/// A program locks an unfinished file from its creation until it is renamed to its final name. The
/// system releases the lock when the program ends, however it ends. So an unfinished file whose
/// lock is free is abandoned, and any program may remove it. On a file system without locks this
/// cannot be known, and the file stays.
enum UnfinishedLock {
  /// How often a file is created again if it is removed at once. Then it is used as it is: some
  /// file systems report two inode numbers for one file.
  static let attempts = 8

  /// Takes the lock on the file or folder that was just made at `path`. False when another program
  /// has taken it for abandoned in between and removed it: then it is to be made again.
  static func take(_ descriptor: Int32, at path: String) -> Bool {
    // Other processes hold it for a moment only, so do not wait for long.
    for _ in 0..<100 {
      guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR else {
        break
      }
      usleep(1_000)
    }
    return isAt(path, descriptor)
  }

  /// Locks a finished file, so that its hidden second name is not removed as abandoned. Returns the
  /// descriptor to close; -1 if there is none.
  static func share(_ path: String) -> Int32 {
    let descriptor = openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if descriptor >= 0 { _ = flock(descriptor, LOCK_SH | LOCK_NB) }
    return descriptor
  }

  /// Removes an unfinished file or folder if no program holds its lock. Nothing is followed, and
  /// nothing but regular files and folders is opened.
  static func removeIfAbandoned(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.kind == S_IFREG || facts.kind == S_IFDIR else { return }
    let descriptor = opened(path, isFolder: facts.kind == S_IFDIR)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isAt(path, descriptor) else { return }
    removeUnfinished(path)
  }

  /// Some file systems of a network give the lock only to a descriptor that may write.
  private static func opened(_ path: String, isFolder: Bool) -> Int32 {
    let flags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    if isFolder { return openFile(path, O_RDONLY | O_DIRECTORY | flags) }
    let descriptor = openFile(path, O_RDWR | flags)
    return descriptor < 0 && errno == EACCES ? openFile(path, O_RDONLY | flags) : descriptor
  }

  private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }
}

// MARK: - Removal

/// Opens a folder to be emptied. If other threads use all descriptors, it waits for one, half a
/// second at most, because the contents would stay otherwise.
private func openFolder(_ folder: Int32, _ name: String) -> Int32? {
  for _ in 0..<50 {
    let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor >= 0 { return descriptor }
    guard [EMFILE, ENFILE, ENOMEM, EINTR].contains(errno) else { return nil }
    usleep(10_000)
  }
  return nil
}

/// Removes a file, or a folder with its contents. Links are not followed.
func removeUnfinished(_ path: String) { removeUnfinished(AT_FDCWD, path, depth: 0) }

/// An unfinished folder has files, and unfinished folders with files.
private func removeUnfinished(_ folder: Int32, _ name: String, depth: Int) {
  var facts = stat()
  guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return }
  guard facts.kind == S_IFDIR else {
    unlinkat(folder, name, 0)
    return
  }
  guard depth < 3, let descriptor = openFolder(folder, name) else { return }
  // Closes the descriptor as well.
  guard let stream = fdopendir(descriptor) else {
    close(descriptor)
    return
  }
  defer { closedir(stream) }
  while let entry = nextName(in: stream) {
    if entry != ".", entry != ".." { removeUnfinished(descriptor, entry, depth: depth + 1) }
  }
  unlinkat(folder, name, AT_REMOVEDIR)
}
