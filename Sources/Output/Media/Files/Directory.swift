import RostrumBase

/// In bytes; 0 for a file that is not there.
func fileSize(_ path: String) -> Int {
  var facts = stat()
  return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
}

/// Creates a folder and missing folders above it. Throws `MediaError.file`.
public func createDirectory(_ path: String) throws(MediaError) {
  guard !path.isEmpty, path != "/" else { return }
  if path.endsWithSlash { return try createDirectory(path.withoutSlashesAtEnd) }
  if mkdir(path, 0o777) == 0 { return }
  let number = errno
  if number == ENOENT, !["", "/"].contains(path.deletingLastPathComponent) {
    try createDirectory(path.deletingLastPathComponent)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .failed("create", path) }
  } else if number != EEXIST {
    throw .file(doing: "create", path: path, errno: number)
  }
}

/// Creates the missing folders of an output's path; none if the output is an existing device or
/// pipe. Throws `MediaError.file`.
public func createFolder(ofOutput path: String) throws(MediaError) {
  if !isStream(path) { try createDirectory(splitPath(path).directory) }
}

/// The names in a folder, in no order.
func fileNames(in directory: String) throws(MediaError) -> [String] {
  guard let stream = opendir(directory.isEmpty ? "." : directory) else {
    throw .failed("read", directory)
  }
  defer { closedir(stream) }
  var names: [String] = []
  while let name = nextName(in: stream) { names.append(name) }
  return names
}

#if canImport(Darwin)
  typealias DirectoryStream = UnsafeMutablePointer<DIR>
#else
  typealias DirectoryStream = OpaquePointer
#endif

/// The next name in an open folder; `nil` after the last one.
func nextName(in stream: DirectoryStream) -> String? {
  guard let entry = readdir(stream) else { return nil }
  return withUnsafePointer(to: &entry.pointee.d_name) { field in
    field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
  }
}
