import Canvas

/// A square of one colour in a frame: there, lossy compression has nothing to lose, so the colour has
/// to come back.
struct FlatArea: Sendable, Equatable {
  /// The top left corner of the part to compare, in pixels.
  let x: Int
  let y: Int
  /// The width and height of that part, in pixels.
  let side: Int
  /// Premultiplied 0xAARRGGBB.
  let pixel: UInt32

  /// Of each colour at most four areas, of at most 24 colours, in the order of the rows. The compared
  /// part keeps its distance from the edges of the flat square, where codecs ring.
  static func found(in frame: Bitmap) -> [FlatArea] {
    let large = found(in: frame, square: 16)
    return large.isEmpty ? found(in: frame, square: 8) : large
  }

  private static func found(in frame: Bitmap, square: Int) -> [FlatArea] {
    var counts: [UInt32: Int] = [:]
    var areas: [FlatArea] = []
    for y in stride(from: 0, through: frame.height - square, by: square) {
      for x in stride(from: 0, through: frame.width - square, by: square) {
        let pixel = frame[x, y]
        let count = counts[pixel] ?? 0
        guard count < 4, count > 0 || counts.count < 24, isFlat(frame, x, y, square) else {
          continue
        }
        counts[pixel] = count + 1
        let margin = square / 4
        areas.append(FlatArea(x: x + margin, y: y + margin, side: square / 2, pixel: pixel))
      }
    }
    return areas
  }

  private static func isFlat(_ frame: Bitmap, _ x: Int, _ y: Int, _ square: Int) -> Bool {
    let pixel = frame[x, y]
    return (y..<y + square).allSatisfy { y in
      frame.row(y).assumingMemoryBound(to: UInt32.self)[x..<x + square].allSatisfy { $0 == pixel }
    }
  }
}

/// What is known of one frame that was put in.
struct FrameCheck: Sendable {
  let index: Int
  let areas: [FlatArea]
}

/// A straight colour; alpha and channels 0 to 255.
struct StraightColor: Sendable, Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  /// From a premultiplied 0xAARRGGBB, each channel rounded as it is in a file with straight alpha.
  init(premultiplied pixel: UInt32) {
    let alpha = Double(pixel >> 24)
    func channel(_ shift: UInt32) -> Double {
      alpha == 0 ? 0 : min(255, (Double(pixel >> shift & 255) * 255 / alpha).rounded())
    }
    red = channel(16)
    green = channel(8)
    blue = channel(0)
    self.alpha = alpha
  }

  /// The mean over an area of rows of RGBA bytes.
  init(meanOf area: FlatArea, in bytes: [UInt8], width: Int) {
    var sums = [0.0, 0, 0, 0]
    for y in area.y..<area.y + area.side {
      for x in area.x..<area.x + area.side {
        for channel in 0..<4 { sums[channel] += Double(bytes[(y * width + x) * 4 + channel]) }
      }
    }
    let count = Double(area.side * area.side)
    red = sums[0] / count
    green = sums[1] / count
    blue = sums[2] / count
    alpha = sums[3] / count
  }

  /// The largest difference of a colour channel.
  func distance(to other: StraightColor) -> Double {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }
}
