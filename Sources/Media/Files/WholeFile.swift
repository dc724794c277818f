/// Writes a file under its name in one step: whoever looks finds the old file or all of the new one. Throws `MediaError.file`.
public func writeWholeFile(_ bytes: [UInt8], to path: String) throws(MediaError) {
  try PartialFile(for: path).write(bytes)
}
