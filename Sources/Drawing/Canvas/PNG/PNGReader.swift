import RostrumBase
import RostrumCPNG

/// One PNG being read: libpng's state, freed with the value, and libpng's statuses as `PNGError`.
struct PNGReader: ~Copyable {
  private let reader: OpaquePointer
  private let path: String

  /// The bytes must stay where they are for as long as the reader lives.
  init(bytes: UnsafeRawBufferPointer) throws(PNGError) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard let reader = cpng_reader_for_bytes(start, bytes.count) else { throw .outOfMemory }
    self.reader = reader
    path = ""
  }

  /// `descriptor` stays the caller's to close; `path` is for messages only.
  init(descriptor: Int32, path: String) throws(PNGError) {
    guard let reader = cpng_reader_for_descriptor(descriptor) else { throw .outOfMemory }
    self.reader = reader
    self.path = path
  }

  deinit { cpng_reader_free(reader) }

  func readHeader() throws(PNGError) -> cpng_header {
    var header = cpng_header()
    try check(cpng_read_header(reader, &header))
    return header
  }

  /// The pointers in the second part are valid for as long as the reader lives.
  func readHeaderAndColor() throws(PNGError) -> (cpng_header, cpng_color) {
    var (header, color) = (cpng_header(), cpng_color())
    try check(cpng_read_header_and_color(reader, &header, &color))
    return (header, color)
  }

  func readPixels(into pixels: UnsafeMutableRawPointer, bytesPerRow: Int) throws(PNGError) {
    let start = pixels.assumingMemoryBound(to: UInt8.self)
    try check(cpng_read_pixels(reader, start, bytesPerRow))
  }

  private func check(_ status: Int32) throws(PNGError) {
    switch Int(status) {
    case CPNG_OK: return
    case CPNG_TRUNCATED: throw .truncated
    case CPNG_OUT_OF_MEMORY: throw .outOfMemory
    case CPNG_IO: throw .unreadable(path: path, errno: cpng_reader_errno(reader))
    default: throw .invalid(String(cString: cpng_reader_message(reader)))
    }
  }
}

/// Opens a regular file for `body` and closes it afterwards. Never waits: opening a named pipe
/// would wait for a writer.
func withOpenFile<Value>(
  _ path: String, _ body: (Int32) throws(PNGError) -> Value
) throws(PNGError) -> Value {
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
  defer { close(descriptor) }
  var facts = stat()
  guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
    throw .notAFile(path: path)
  }
  return try body(descriptor)
}

/// The system's words for an error number.
func errnoText(_ number: Int32) -> String { String(cString: strerror(number)) }
