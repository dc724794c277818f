public import Canvas

/// How PNG files are made smaller: time against size. The pixels are the same.
public enum PNGCompression: Sendable, Equatable {
  /// Row bands through ISA-L, reused while they do not change: of all ways by far the fastest, for files somewhat larger than level 1's.
  case fast
  /// zlib's levels, 0 (stored) to 9.
  case level(Int)
  /// The smaller of zlib's level 9 with adaptive filters and without any.
  case best

  /// The bytes of a file. For `fast` a `BandedPNGEncoder` that is kept does better.
  public func encode(_ bitmap: Bitmap, _ pixels: StraightPixels) throws(PNGError) -> [UInt8] {
    switch self {
    case .fast:
      try BandedPNGEncoder(width: bitmap.width, height: bitmap.height, pixels: pixels)
        .encode(bitmap) { Array($0) }
    case .level(let level):
      try PNGEncoder(pixels: pixels, compressionLevel: level).encode(bitmap)
    case .best: try smallest(bitmap, pixels)
    }
  }

  private func smallest(
    _ bitmap: Bitmap, _ pixels: StraightPixels
  ) throws(PNGError) -> [UInt8] {
    let filters: [PNGEncoder.Filter] = [.adaptive, .none]
    var files: [[UInt8]] = []
    for filter in filters {
      files.append(
        try PNGEncoder(pixels: pixels, compressionLevel: 9, filter: filter).encode(bitmap))
    }
    return files[0].count <= files[1].count ? files[0] : files[1]
  }
}
