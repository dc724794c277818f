import RostrumBase
import RostrumCanvas

/// The colours that all frames of a GIF share, as ffmpeg's `palettegen` writes them: a picture of
/// 16 by 16 pixels.
struct GIFPalette {
  /// The file's name in the output's folder.
  static let name = "palette.png"
  /// The fewest colours that `palettegen` makes.
  static let leastCount = 4

  /// Opaque, 0xAARRGGBB, without repetition, in the order of the picture.
  private(set) var colors: [UInt32] = []
  private var isTransparent = false

  /// Throws why the file cannot be read.
  init(path: String) throws {
    let picture = try PNG.decode(contentsOfFile: path)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = picture[x, y]
        if pixel >> 24 < 255 {
          isTransparent = true
        } else if !colors.contains(pixel) {
          colors.append(pixel)
        }
      }
    }
  }

  /// At most `count` opaque colours: the two that are nearest to each other become their mean until
  /// there are as few.
  func reduced(to count: Int) -> GIFPalette {
    var palette = self
    while palette.colors.count > count {
      let pairs = palette.colors.indices.flatMap { a in
        (a + 1..<palette.colors.count).map { (a, $0) }
      }
      let nearest = pairs.min {
        Self.distance(palette.colors[$0.0], palette.colors[$0.1])
          < Self.distance(palette.colors[$1.0], palette.colors[$1.1])
      }
      guard let (a, b) = nearest else { break }
      let (one, other) = (palette.colors[a], palette.colors.remove(at: b))
      // The mean of each byte, without one running over into the next.
      palette.colors[a] = (one & other) + ((one ^ other) & 0xFEFE_FEFE) >> 1
    }
    return palette
  }

  /// Writes the palette as a picture of the same size.
  func write(to path: String) throws {
    let picture = try Bitmap(width: 16, height: 16)
    for y in 0..<16 {
      for x in 0..<16 {
        picture[x, y] = colors.isEmpty ? 0 : colors[min(16 * y + x, colors.count - 1)]
      }
    }
    if isTransparent { picture[15, 15] = 0 }
    try writeWholeFile(try PNGEncoder().encode(picture), to: path)
  }

  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    [UInt32(0), 8, 16].reduce(0) { sum, shift in
      let difference = Int(a >> shift & 255) - Int(b >> shift & 255)
      return sum + difference * difference
    }
  }
}
