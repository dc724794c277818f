import Base

/// The whole content of a file.
func readFile(_ path: String) throws(MediaError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .failed("read", path) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw .failed("read", path) }
    guard count > 0 else { return bytes }
    bytes += chunk[..<count]
  }
}

/// In bytes; 0 for a file that is not there.
func fileSize(_ path: String) -> Int {
  var facts = stat()
  return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
}

/// Makes a folder and those above it, where they are missing. Throws `MediaError.file`.
public func createDirectory(_ path: String) throws(MediaError) {
  guard !path.isEmpty, path != "/" else { return }
  if path.hasSuffix("/") { return try createDirectory(String(path.dropLast())) }
  if mkdir(path, 0o777) == 0 { return }
  let number = errno
  if number == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
    try createDirectory(String(path[..<slash]))
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .failed("create", path) }
  } else if number != EEXIST {
    throw .file(doing: "create", path: path, errno: number)
  }
}

/// The names in a folder, in no order.
func fileNames(in directory: String) throws(MediaError) -> [String] {
  guard let stream = opendir(directory.isEmpty ? "." : directory) else {
    throw .failed("read", directory)
  }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    names.append(name)
  }
  return names
}
