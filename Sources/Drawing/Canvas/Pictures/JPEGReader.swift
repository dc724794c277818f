import RostrumCJPEG

/// One JPEG being read: libjpeg's state, freed with the value, and its statuses as `PictureError`.
struct JPEGReader: ~Copyable {
  private let reader: OpaquePointer
  private let path: String

  /// `descriptor` stays the caller's to close; `path` is for messages only.
  init(descriptor: Int32, path: String) throws(PictureError) {
    guard let reader = cjpeg_reader_for_descriptor(descriptor) else { throw .outOfMemory }
    self.reader = reader
    self.path = path
  }

  deinit { cjpeg_reader_free(reader) }

  /// Its pointers are valid for as long as the reader lives, that to the Exif block only until the
  /// pixels are read.
  func readHeader() throws(PictureError) -> cjpeg_header {
    var header = cjpeg_header()
    try check(cjpeg_read_header(reader, &header))
    return header
  }

  /// Opaque BGRA, or CMYK as stored.
  func readPixels(into bitmap: Bitmap) throws(PictureError) {
    guard let start = bitmap.bytes.baseAddress else { throw .outOfMemory }
    try check(
      cjpeg_read_pixels(
        reader, start.assumingMemoryBound(to: UInt8.self), bitmap.bytesPerRow))
  }

  private func check(_ status: Int32) throws(PictureError) {
    switch Int(status) {
    case CJPEG_OK: return
    case CJPEG_TRUNCATED: throw .truncated(.jpeg)
    case CJPEG_OUT_OF_MEMORY: throw .outOfMemory
    case CJPEG_IO: throw .unreadable(path: path, errno: cjpeg_reader_errno(reader))
    default: throw .invalid(.jpeg, String(cString: cjpeg_reader_message(reader)))
    }
  }
}
