import RostrumBase
import RostrumCPango

/// Reads GIF and AVIF files with gdk-pixbuf, which librsvg brings along. As librsvg, it is opened
/// when the first such file is. A file of several frames gives its first.
struct PixbufReader {
  private let format: PictureFormat
  private let bytes: [UInt8]

  /// In bytes.
  private static let maximumSize = 64 << 20

  init(_ format: PictureFormat, descriptor: Int32, path: String) throws(PictureError) {
    try self.init(
      format, try PictureFile.bytes(descriptor, path, format, atMost: Self.maximumSize))
  }

  /// For the bytes of a file.
  init(_ format: PictureFormat, _ bytes: [UInt8]) throws(PictureError) {
    (self.format, self.bytes) = (format, bytes)
    if bytes.count < 13 { throw .truncated(format) }
  }

  /// Whether the library is there, with its reader of the format.
  static func canRead(_ format: PictureFormat) -> Bool {
    guard let library = try? PixbufLibrary.shared() else { return false }
    var problem: UnsafeMutablePointer<GError>?
    guard let loader = library.loader(format.rawValue.lowercased(), &problem) else {
      if let problem { g_error_free(problem) }
      return false
    }
    var closing: UnsafeMutablePointer<GError>?
    _ = library.close(loader, &closing)
    if let closing { g_error_free(closing) }
    g_object_unref(UnsafeMutableRawPointer(loader))
    return true
  }

  /// The size before any decoding, as the file states it. Sources: GIF89a, section 18 (logical
  /// screen); ISO/IEC 23008-12, section 6.5.3 (`ispe`).
  func statedSize() throws(PictureError) -> (width: Int, height: Int) {
    if format == .gif { return (bytes.number(at: 6, count: 2), bytes.number(at: 8, count: 2)) }
    var size = (width: 0, height: 0)
    let mark = Array("ispe".utf8)
    for index in bytes.indices.dropLast(16) where bytes[index] == mark[0] {
      guard bytes[index...].starts(with: mark) else { continue }
      size.width = max(size.width, bytes.number(at: index + 8, count: 4, .bigEndian))
      size.height = max(size.height, bytes.number(at: index + 12, count: 4, .bigEndian))
    }
    guard size.width > 0, size.height > 0 else { throw .invalid(format, "it states no size") }
    return size
  }

  /// Upright, premultiplied, in sRGB. The size is within `limits`. By a process of its own where
  /// `PictureDecoder.program` names one.
  func picture(_ limits: PNG.Limits) throws(PictureError) -> Bitmap {
    let stated = try statedSize()
    try limits.check(width: stated.width, height: stated.height)
    guard let pool = PictureDecoder.pool else { return try decoded(limits) }
    return try pool.bitmap(format, bytes, size: stated, limits)
  }

  /// The same by this process.
  func decoded(_ limits: PNG.Limits) throws(PictureError) -> Bitmap {
    let library = try PixbufLibrary.shared()
    var problem: UnsafeMutablePointer<GError>?
    guard let loader = library.loader(format.rawValue.lowercased(), &problem) else {
      if let problem { g_error_free(problem) }
      throw .withoutLibrary(
        "gdk-pixbuf's reader of \(format.rawValue) files", .avif)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    let isWritten = library.write(loader, bytes, UInt(bytes.count), &problem) != 0
    // A loader is closed even after a failure; closing reports missing data.
    var closing: UnsafeMutablePointer<GError>?
    let isClosed = library.close(loader, &closing) != 0
    defer { for case let error? in [problem, closing] { g_error_free(error) } }
    if let problem = problem ?? closing {
      throw .invalid(format, String(cString: problem.pointee.message))
    }
    guard isWritten, isClosed, let pixels = library.pixbuf(loader) else {
      throw .truncated(format)
    }
    return try bitmap(of: pixels, library, limits)
  }

  private func bitmap(
    of pixels: OpaquePointer, _ library: PixbufLibrary, _ limits: PNG.Limits
  ) throws(PictureError) -> Bitmap {
    let (width, height) = (Int(library.width(pixels)), Int(library.height(pixels)))
    let (channels, stride) = (Int(library.channels(pixels)), Int(library.stride(pixels)))
    try limits.check(width: width, height: height)
    guard channels == 3 || channels == 4, let source = library.pixels(pixels) else {
      throw .invalid(format, "its pixels cannot be decoded")
    }
    guard let bitmap = try? Bitmap(width: width, height: height) else { throw .outOfMemory }
    for y in 0..<height {
      let (from, to) = (source + y * stride, bitmap.row(y))
      for x in 0..<width {
        let pixel = from + x * channels
        to[4 * x] = pixel[2]
        to[4 * x + 1] = pixel[1]
        to[4 * x + 2] = pixel[0]
        to[4 * x + 3] = channels == 4 ? pixel[3] : 255
      }
    }
    if let profile {
      ColorConversion.toScreen(profile: profile).convert(bitmap)
    }
    bitmap.premultiply()
    return bitmap
  }

  /// An AVIF's colour profile, which gdk-pixbuf may leave out. Source: ISO/IEC 14496-12, section
  /// 12.1.5 (`colr`).
  private var profile: [UInt8]? {
    guard format == .avif else { return nil }
    let marks = [Array("colrprof".utf8), Array("colrrICC".utf8)]
    for index in bytes.indices.dropFirst(4).dropLast(8) where bytes[index] == marks[0][0] {
      guard marks.contains(where: { bytes[index...].starts(with: $0) }) else { continue }
      let end = index - 4 + bytes.number(at: index - 4, count: 4, .bigEndian)
      if end > index + 8, end <= bytes.count { return Array(bytes[index + 8..<end]) }
    }
    return nil
  }
}

/// The functions of gdk-pixbuf, version 2.32 or newer.
private struct PixbufLibrary: Sendable {
  typealias Problem = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
  typealias NewLoader = @convention(c) (UnsafePointer<CChar>, Problem) -> OpaquePointer?
  typealias Write =
    @convention(c) (OpaquePointer, UnsafePointer<UInt8>, UInt, Problem) -> gboolean
  typealias Close = @convention(c) (OpaquePointer, Problem) -> gboolean
  typealias Part = @convention(c) (OpaquePointer) -> OpaquePointer?
  typealias Count = @convention(c) (OpaquePointer) -> Int32
  typealias Pixels = @convention(c) (OpaquePointer) -> UnsafePointer<UInt8>?

  let loader: NewLoader
  let write: Write
  let close: Close
  let pixbuf: Part
  let width: Count
  let height: Count
  let stride: Count
  let channels: Count
  let pixels: Pixels

  private static let loaded = PixbufLibrary()

  static func shared() throws(PictureError) -> PixbufLibrary {
    guard let loaded else {
      throw .withoutLibrary("gdk-pixbuf", .svg)
    }
    return loaded
  }

  private init?() {
    let names = [
      "libgdk_pixbuf-2.0.so.0", "libgdk_pixbuf-2.0.0.dylib",
      "/opt/homebrew/lib/libgdk_pixbuf-2.0.0.dylib", "/usr/local/lib/libgdk_pixbuf-2.0.0.dylib",
    ]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_LAZY | RTLD_LOCAL) }).first,
      let loader = dlsym(library, "gdk_pixbuf_loader_new_with_type"),
      let write = dlsym(library, "gdk_pixbuf_loader_write"),
      let close = dlsym(library, "gdk_pixbuf_loader_close"),
      let pixbuf = dlsym(library, "gdk_pixbuf_loader_get_pixbuf"),
      let width = dlsym(library, "gdk_pixbuf_get_width"),
      let height = dlsym(library, "gdk_pixbuf_get_height"),
      let stride = dlsym(library, "gdk_pixbuf_get_rowstride"),
      let channels = dlsym(library, "gdk_pixbuf_get_n_channels"),
      let pixels = dlsym(library, "gdk_pixbuf_read_pixels")
    else { return nil }
    self.loader = unsafeBitCast(loader, to: NewLoader.self)
    self.write = unsafeBitCast(write, to: Write.self)
    self.close = unsafeBitCast(close, to: Close.self)
    self.pixbuf = unsafeBitCast(pixbuf, to: Part.self)
    self.width = unsafeBitCast(width, to: Count.self)
    self.height = unsafeBitCast(height, to: Count.self)
    self.stride = unsafeBitCast(stride, to: Count.self)
    self.channels = unsafeBitCast(channels, to: Count.self)
    self.pixels = unsafeBitCast(pixels, to: Pixels.self)
  }
}
