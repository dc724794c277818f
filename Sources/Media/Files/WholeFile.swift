/// Writes a file under its name in one step: whoever looks finds the old file or all of the new one. Throws `MediaError.file`.
public func writeWholeFile(_ bytes: [UInt8], to path: String) throws(MediaError) {
  try PartialFile(for: path).write(bytes)
}

/// Makes `path` another name for the finished file `other`, or a copy of it where that cannot be. Throws `MediaError.file`.
public func placeFile(_ other: String, at path: String) throws(MediaError) {
  guard !isSameFile(other, path) else { return }
  try PartialFile.link(path, to: other)
}
