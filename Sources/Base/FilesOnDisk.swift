// What a path stands for on this disk. The rule of the file system counts: Linux takes names as
// bytes. On macOS `realpath` gives each name as the disk has it, whichever way it was written, and
// a folder counts as the one that has its number.

extension FilePath {
  /// The path of something that exists: absolute, through no link. `nil` where there is nothing,
  /// and where a name on the way is no UTF-8, which no text can hold.
  public static func real(_ path: String) -> FilePath? {
    guard !path.utf8.contains(0), let found = realpath(path.isEmpty ? "." : path, nil) else {
      return nil
    }
    defer { free(found) }
    return String(validatingCString: found).map { FilePath($0) }
  }

  /// The one path of a file that may not exist yet: absolute, and through no link, as the system
  /// would go. A `..` after a link leads out of the folder that the link leads to. A link that
  /// leads nowhere is followed too. Empty, which is inside of no folder, where the system would not
  /// get anywhere.
  public static func resolved(_ path: String) -> FilePath {
    real(path) ?? followed(path) ?? FilePath("")
  }

  /// As many links as Linux follows.
  private static let mostLinks = 40

  private static func followed(_ path: String) -> FilePath? {
    guard !path.utf8.contains(0), var place = path.isAbsolutePath ? "/" : real(".")?.string else {
      return nil
    }
    var names = path.pathComponents[...]
    var linkCount = 0
    while let name = names.popFirst() {
      if name == "." { continue }
      if name == ".." {
        place = place.deletingLastPathComponent
        continue
      }
      let next = place.appendingPathComponent(name)
      guard isLink(next) else {
        place = next
        continue
      }
      linkCount += 1
      guard linkCount <= mostLinks, let target = target(ofLink: next) else { return nil }
      if target.isAbsolutePath { place = "/" }
      names = target.pathComponents + names
    }
    return FilePath(place)
  }

  /// `nil` where the target is no UTF-8 or cannot be read.
  private static func target(ofLink path: String) -> String? {
    let capacity = 1 << 14
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { target in
        target.baseAddress.map { max(readlink(path, $0, capacity), 0) } ?? 0
      }
    }
    guard !bytes.isEmpty, bytes.count < capacity else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether what the path stands for is the folder, or inside of it, with every link followed.
  /// What is missing counts as where it would be made.
  public static func isInside(_ path: String, folder: String) -> Bool {
    let (place, root) = (resolved(path), resolved(folder))
    guard !place.string.isEmpty, !root.string.isEmpty else { return false }
    if place.isInside(root) { return true }
    #if canImport(Darwin)
      var folder = place.string
      while true {
        if isSameFile(folder, root.string) { return true }
        if folder.utf8.count <= 1 { return false }
        folder = folder.deletingLastPathComponent
      }
    #else
      return false
    #endif
  }
}

/// Whether a path is that of a symbolic link.
public func isLink(_ path: String) -> Bool {
  var facts = stat()
  return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
}

/// Whether there is something at a path, with links followed.
public func isThere(_ path: String) -> Bool {
  var facts = stat()
  return stat(path, &facts) == 0
}
