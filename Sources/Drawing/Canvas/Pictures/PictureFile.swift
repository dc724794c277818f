import RostrumBase
import RostrumCJPEG
import RostrumCPNG

/// Reading pictures as people see them elsewhere: upright, and with their colours converted to
/// sRGB.
///
/// PNG files of every colour type, depth and interlacing, JPEG files: baseline and progressive,
/// grey, colour and CMYK, still WebP files, lossy and lossless, AVIF files, the first frame of GIF
/// files, and SVG files at their own size.
/// An ICC profile counts, else PNG's `gAMA` and `cHRM`; a profile that makes no sense is left out.
/// The orientation in an Exif block counts too.
public enum PictureFile {
  /// The picture in the file at `path`, premultiplied.
  public static func decode(
    contentsOfFile path: String, limits: PNG.Limits = PNG.Limits()
  ) throws(PictureError) -> Bitmap {
    try decode(contentsOfFile: path, limits: limits, colors: .screen)
  }

  /// The same in other colours, which only PNG and JPEG files can have.
  static func decode(
    contentsOfFile path: String, limits: PNG.Limits, colors: PictureColors
  ) throws(PictureError) -> Bitmap {
    try withFile(path) { format, descriptor throws(PictureError) in
      switch format {
      case .png: try png(descriptor, path, limits, colors)
      case .jpeg: try jpeg(descriptor, path, limits, colors)
      case .webP: try webP(descriptor, path, limits)
      case .gif, .avif: try PixbufReader(format, descriptor: descriptor, path: path).picture(limits)
      case .svg:
        try SVGPicture(contentsOfFile: path, limits: limits).bitmap()
      }
    }
  }

  /// The picture whose file these bytes would be.
  public static func decode(
    _ bytes: [UInt8], limits: PNG.Limits = PNG.Limits()
  ) throws(PictureError) -> Bitmap {
    try withTemporaryFile(bytes) { path throws(PictureError) in
      try decode(contentsOfFile: path, limits: limits)
    }
  }

  /// Whether these bytes would be the file of an SVG.
  public static func isSVG(_ bytes: [UInt8]) -> Bool {
    PictureSignature.isSVG(bytes.prefix(1 << 16))
  }

  /// For readers that need a file: it is removed after reading.
  private static func withTemporaryFile<Value>(
    _ bytes: [UInt8], _ body: (String) throws(PictureError) -> Value
  ) throws(PictureError) -> Value {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array((folder + "/rostrum-XXXXXX").utf8CString)
    let file = mkstemp(&name)
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard file >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { unlink(path) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let number = errno
        close(file)
        throw .unreadable(path: path, errno: number)
      }
      rest = rest.dropFirst(count)
    }
    close(file)
    return try body(path)
  }

  /// The format of the file at `path`, recognised by its first bytes.
  public static func format(ofFile path: String) throws(PictureError) -> PictureFormat {
    try withFile(path) { format, _ in format }
  }

  /// The SVG in the file at `path`; `nil` for pictures of other formats.
  public static func svg(
    contentsOfFile path: String, limits: PNG.Limits = PNG.Limits()
  ) throws(PictureError) -> SVGPicture? {
    guard try format(ofFile: path) == .svg else { return nil }
    return try SVGPicture(contentsOfFile: path, limits: limits)
  }

  /// The upright picture's size in pixels. Only the data before the pixels is read.
  public static func size(
    ofFile path: String, limits: PNG.Limits = PNG.Limits()
  ) throws(PictureError) -> (width: Int, height: Int) {
    try withFile(path) { format, descriptor throws(PictureError) in
      try size(format, descriptor, path, limits)
    }
  }

  /// The same for a file that is whole: its structure is read to the end, its pixels are not
  /// decoded.
  public static func checkedSize(
    ofFile path: String, limits: PNG.Limits = PNG.Limits()
  ) throws(PictureError) -> (width: Int, height: Int) {
    try withFile(path) { format, descriptor throws(PictureError) in
      let size = try size(format, descriptor, path, limits)
      var integrity = try PictureIntegrity(format, descriptor: descriptor, path: path)
      try integrity.check()
      return size
    }
  }

  /// Whether a file is a PNG of a high dynamic range; false also for one that cannot be read.
  package static func isHDR(_ path: String) -> Bool {
    let colors = try? withFile(path) { format, descriptor throws(PictureError) -> VideoColors? in
      guard format == .png,
        let color = try? PNGReader(descriptor: descriptor, path: path).readHeaderAndColor().1,
        color.has_code_points != 0
      else { return nil }
      return VideoColors.read(codePoints: withUnsafeBytes(of: color.code_points) { Array($0) })
    }
    return colors?.isHDR ?? false
  }

  static func withFile<Value>(
    _ path: String, _ body: (PictureFormat, Int32) throws(PictureError) -> Value
  ) throws(PictureError) -> Value {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path: path)
    }
    switch try PictureSignature(descriptor, path) {
    case .known(let format): return try body(format, descriptor)
    case .other(let name): throw .unknownFormat(name)
    }
  }

  /// The whole file, of at most `maximum` bytes.
  static func bytes(
    _ descriptor: Int32, _ path: String, _ format: PictureFormat, atMost maximum: Int
  ) throws(PictureError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= maximum else {
        throw .invalid(format, "it is larger than \(maximum >> 20) MiB")
      }
    }
  }

  private static func png(
    _ descriptor: Int32, _ path: String, _ limits: PNG.Limits, _ colors: PictureColors
  ) throws(PictureError) -> Bitmap {
    do throws(PNGError) {
      return try PNG.decodeForScreen(PNGReader(descriptor: descriptor, path: path), limits, colors)
    } catch {
      throw PictureError(error, limits)
    }
  }

  private static func jpeg(
    _ descriptor: Int32, _ path: String, _ limits: PNG.Limits, _ colors: PictureColors
  ) throws(PictureError) -> Bitmap {
    let reader = try JPEGReader(descriptor: descriptor, path: path)
    let header = try reader.readHeader()
    let orientation = Orientation(exif: header.exif, count: header.exif_count)
    try limits.check(width: Int(header.width), height: Int(header.height))
    guard let bitmap = try? Bitmap(width: Int(header.width), height: Int(header.height)) else {
      throw .outOfMemory
    }
    try reader.readPixels(into: bitmap)
    ColorConversion.conversion(header, to: colors).convert(bitmap)
    guard let upright = try? bitmap.upright(from: orientation) else { throw .outOfMemory }
    return upright
  }

  private static func webP(
    _ descriptor: Int32, _ path: String, _ limits: PNG.Limits
  ) throws(PictureError) -> Bitmap {
    let reader = try WebPReader(descriptor: descriptor, path: path)
    let size = try reader.readSize()
    try limits.check(width: size.width, height: size.height)
    guard let bitmap = try? Bitmap(width: size.width, height: size.height) else {
      throw .outOfMemory
    }
    try reader.readPixels(into: bitmap)
    guard let upright = try? bitmap.upright(from: try reader.readOrientation()) else {
      throw .outOfMemory
    }
    return upright
  }

  private static func size(
    _ format: PictureFormat, _ descriptor: Int32, _ path: String, _ limits: PNG.Limits
  ) throws(PictureError) -> (width: Int, height: Int) {
    let (size, orientation) = try storedSize(format, descriptor, path, limits)
    try limits.check(width: size.width, height: size.height)
    return orientation.isTurned ? (size.height, size.width) : size
  }

  private static func storedSize(
    _ format: PictureFormat, _ descriptor: Int32, _ path: String, _ limits: PNG.Limits
  ) throws(PictureError) -> (size: (width: Int, height: Int), Orientation) {
    switch format {
    case .png:
      do throws(PNGError) {
        let reader = try PNGReader(descriptor: descriptor, path: path)
        let (header, color) = try reader.readHeaderAndColor()
        return (
          (Int(header.width), Int(header.height)),
          Orientation(exif: color.exif, count: color.exif_count)
        )
      } catch {
        throw PictureError(error, PNG.Limits())
      }
    case .jpeg:
      let reader = try JPEGReader(descriptor: descriptor, path: path)
      let header = try reader.readHeader()
      return (
        (Int(header.width), Int(header.height)),
        Orientation(exif: header.exif, count: header.exif_count)
      )
    case .webP:
      let reader = try WebPReader(descriptor: descriptor, path: path)
      return (try reader.readSize(), try reader.readOrientation())
    case .gif:
      return (try PixbufReader(.gif, descriptor: descriptor, path: path).statedSize(), .up)
    case .avif:
      // Its orientation is only known to its decoder.
      let reader = try PixbufReader(.avif, descriptor: descriptor, path: path)
      let picture = try reader.picture(PNG.Limits())
      return ((picture.width, picture.height), .up)
    case .svg:
      let picture = try SVGPicture(contentsOfFile: path, limits: limits)
      return ((picture.width, picture.height), .up)
    }
  }
}

extension PNG.Limits {
  func allow(width: Int, height: Int) -> Bool {
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    return width <= maximumWidth && height <= maximumHeight && !overflows
      && pixels <= maximumPixels
  }

  func check(width: Int, height: Int) throws(PictureError) {
    guard allow(width: width, height: height) else {
      throw .tooLarge(width: width, height: height, limits: self)
    }
  }
}

/// The format of a file, recognised by its first bytes.
private enum PictureSignature {
  case known(PictureFormat)
  case other(String?)

  private static let others: [(offset: Int, bytes: String, name: String)] = [
    (0, "BM", "BMP"), (0, "II*\0", "TIFF"),
    (0, "MM\0*", "TIFF"), (8, "heic", "HEIC"), (8, "heix", "HEIC"), (8, "mif1", "HEIF"),
    (0, "%PDF", "PDF"),
  ]

  /// Whether a text begins with a tag, and an SVG's comes soon.
  private static func isSVG(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return isSVG(bytes[..<max(count, 0)])
  }

  static func isSVG(_ bytes: ArraySlice<UInt8>) -> Bool {
    let blanks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D]
    let text = bytes.drop(while: blanks.contains)
    guard text.first == UInt8(ascii: "<") else { return false }
    let mark = Array("<svg".utf8)
    return text.indices.contains { text[$0] == mark[0] && text[$0...].starts(with: mark) }
  }

  init(_ descriptor: Int32, _ path: String) throws(PictureError) {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
    let start = Array(bytes[..<count])
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .known(.png)
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .known(.jpeg)
    } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .known(.webP)
    } else if start.starts(with: "GIF8".utf8) {
      self = .known(.gif)
    } else if start.dropFirst(4).starts(with: "ftypavi".utf8) {
      self = .known(.avif)
    } else if Self.isSVG(descriptor) {
      self = .known(.svg)
    } else {
      let found = Self.others.first { start.dropFirst($0.offset).starts(with: $0.bytes.utf8) }
      self = .other(found?.name)
    }
  }
}
