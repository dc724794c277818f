// Paths as the disk resolves them, by the rule of the file system: Linux takes names as
// bytes. On macOS `realpath` gives each name as the disk has it, whichever way it was written, and
// a folder counts as the one that has its number.

extension FilePath {
  /// The path of an existing file: absolute, with all links resolved. `nil` if there is none, or if
  /// a name in the path is not UTF-8, so that a `String` cannot hold it.
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

  /// The most links that are followed, as on Linux.
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

  /// Whether the file of a path is the folder, or inside of it, with every link followed. A missing
  /// file counts at the place where it would be made.
  public static func isInside(_ path: String, folder: String) -> Bool {
    isInside(path, anyOf: [folder])
  }

  /// Whether the file of a path is inside of one of the folders, by the same rule.
  public static func isInside(_ path: String, anyOf folders: [String]) -> Bool {
    let place = resolved(path)
    guard !place.string.isEmpty else { return false }
    return folders.contains { folder in
      let root = resolved(folder)
      return !root.string.isEmpty && (place.isInside(root) || place.isOnDisk(inside: root))
    }
  }

  /// Whether the folder has the number of one on the way to the file. Names say it all on Linux.
  private func isOnDisk(inside root: FilePath) -> Bool {
    #if canImport(Darwin)
      var folder = string
      while true {
        if isSameFile(folder, root.string) { return true }
        if folder.utf8.count <= 1 { return false }
        folder = folder.deletingLastPathComponent
      }
    #else
      return false
    #endif
  }

  /// Whether a path is a link that leads out of its folder, and of the others that are given. A
  /// descriptor, such as `/dev/stdin`, is the user's own.
  public static func isLinkOutside(_ path: String, besides folders: [String] = []) -> Bool {
    isLink(path)
      && !["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasBeginning)
      && !isInside(path, anyOf: [path.folderOfPath] + folders)
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
