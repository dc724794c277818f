import Base

/// The system's words for an error number.
func systemText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// write(2) and link(2) under names that no method hides.
func writeBytes(_ bytes: UnsafeRawPointer?, _ count: Int, to descriptor: Int32) -> Int {
  write(descriptor, bytes, count)
}

/// read(2).
func readBytes(
  _ bytes: UnsafeMutableRawPointer?, _ count: Int, from descriptor: Int32
) -> Int {
  read(descriptor, bytes, count)
}

/// Whether both are names of one file.
func isSameFile(_ a: String, _ b: String) -> Bool {
  var (first, second) = (stat(), stat())
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev
    && first.st_ino == second.st_ino
}

func linkFile(_ old: String, _ new: String) -> Bool { link(old, new) == 0 }

/// The last part of a path, and what comes before it with its slash.
func splitPath(_ path: String) -> (directory: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return ("", path) }
  return (String(path[...slash]), String(path[path.index(after: slash)...]))
}

/// `directory` and `name` as one path.
func joinPath(_ directory: String, _ name: String) -> String {
  directory.isEmpty || directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
}
