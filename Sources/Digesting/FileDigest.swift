#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Digest {
  /// Of a regular file's content, the same as that of its bytes in memory; `nil` for anything else, and when it cannot be read to its end.
  public static func ofFile(_ path: String) -> (digest: Digest, byteCount: Int)? {
    // Opening a named pipe would wait for somebody who writes.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return content(of: descriptor, byteCount: Int(facts.st_size))
  }

  /// A multiple of eight, so that every chunk but the last is whole words.
  private static let chunkSize = 1 << 20

  private static func content(
    of descriptor: Int32, byteCount: Int
  ) -> (digest: Digest, byteCount: Int)? {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkSize, alignment: 8)
    defer { chunk.deallocate() }
    var digester = Digester()
    digester.combine(byteCount)
    var left = byteCount
    while left > 0 {
      let wanted = min(chunk.count, left)
      guard fill(UnsafeMutableRawBufferPointer(rebasing: chunk[..<wanted]), from: descriptor)
      else { return nil }
      digester.combine(words: UnsafeRawBufferPointer(rebasing: chunk[..<wanted]))
      left -= wanted
    }
    return (digester.digest, byteCount)
  }

  private static func fill(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Bool {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = read(descriptor, start, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}
