import RostrumMedia
import RostrumBase
import RostrumCanvas

/// The kind of a file as far as a comparison is concerned: by its first bytes, and by its name
/// where these say nothing. The later cases count more where two files of one name differ.
enum FileContent: Int, Comparable, Sendable {
  /// Nothing that can be seen, or no file.
  case other
  case picture
  /// Pictures in a sequence: a video, or an animated PNG, GIF, WebP or AVIF.
  case film

  init(_ path: String) {
    guard let start = Self.start(of: path) else {
      self = .other
      return
    }
    if let format = try? PictureFile.format(ofFile: path) {
      self = Self.isAnimated(format, start, path) ? .film : .picture
    } else {
      let ending = URL(filePath: path).pathExtension.lowercased()
      let isFilm = Self.films.contains(ending) || Self.isFilm(start)
      // A picture that cannot be read is one still: its pair fails.
      self = isFilm ? .film : Self.pictures.contains(ending) ? .picture : .other
    }
  }

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Endings of names.
  private static let films: Set = [
    "mp4", "m4v", "mov", "webm", "mkv", "avi", "mpg", "mpeg", "ogv", "flv", "wmv", "mxf",
    "apng",
  ]
  private static let pictures: Set = [
    "png", "jpg", "jpeg", "webp", "gif", "avif", "svg", "bmp", "tif", "tiff", "heic", "heif",
    "jxl", "jp2", "exr", "tga", "psd", "ico",
  ]

  /// The first 64 KiB; `nil` if the path is not a file.
  static func start(of path: String) -> [UInt8]? {
    guard let descriptor = try? openRegularFile(path, O_RDONLY) else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    bytes.removeLast(bytes.count - max(0, read(descriptor, &bytes, bytes.count)))
    return bytes
  }

  /// ISO media files, Matroska, AVI, Ogg, Flash video and MPEG transport streams.
  private static func isFilm(_ start: [UInt8]) -> Bool {
    start.dropFirst(4).starts(with: "ftyp".utf8)
      && !["heic", "heix", "mif1", "avif"].contains { start.dropFirst(8).starts(with: $0.utf8) }
      || start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || start.starts(with: "OggS".utf8)
      || start.starts(with: "FLV".utf8)
      || (start.count > 188 && start[0] == 0x47 && start[188] == 0x47)
      || (start.starts(with: "RIFF".utf8) && start.dropFirst(8).starts(with: "AVI ".utf8))
  }

  private static func isAnimated(_ format: PictureFormat, _ start: [UInt8], _ path: String) -> Bool
  {
    switch format {
    case .png:
      // The chunk `acTL` comes before the pixels.
      let pixels = start.firstRange(of: Array("IDAT".utf8))?.lowerBound ?? start.endIndex
      return start[..<pixels].firstRange(of: Array("acTL".utf8)) != nil
    case .gif: return GIFBlocks.frameCount(of: path) > 1
    case .webP:
      // Bit 1 of the flags in `VP8X`.
      return start.count > 20 && start.dropFirst(12).starts(with: "VP8X".utf8) && start[20] & 2 != 0
    case .avif: return start.dropFirst(8).starts(with: "avis".utf8)
    case .jpeg, .svg: return false
    }
  }
}

/// The structure of a GIF. Source: GIF89a, sections 18 to 26.
private enum GIFBlocks {
  /// How many pictures a file holds; stops at two.
  static func frameCount(of path: String) -> Int {
    guard let bytes = try? readWholeFile(path), bytes.count > 13 else { return 0 }
    func table(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0 }
    var place = 13 + table(bytes[10])
    var count = 0
    while place < bytes.count, count < 2 {
      switch bytes[place] {
      case 0x2C:
        guard place + 9 < bytes.count else { return count }
        count += 1
        place += 11 + table(bytes[place + 9])
      case 0x21: place += 2
      default: return count
      }
      while place < bytes.count, bytes[place] != 0 { place += Int(bytes[place]) + 1 }
      place += 1
    }
    return count
  }
}
