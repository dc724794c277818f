import RostrumCanvas
import RostrumGeometry
import TestSupport

/// A small picture that is painted by sampling, without Cairo, so that it is the same with every
/// version of it.
struct Sketch {
  var width = 64
  var height = 64
  /// Samples for each pixel in each direction: 1 is no antialiasing.
  var samples = 8
  let bitmap: Bitmap

  init(width: Int = 64, height: Int = 64, samples: Int = 8, background: UInt32 = 0xFFFF_FFFF) {
    (self.width, self.height, self.samples) = (width, height, samples)
    guard let bitmap = try? Bitmap(width: width, height: height) else {
      preconditionFailure("memory")
    }
    self.bitmap = bitmap
    for y in 0..<height { for x in 0..<width { bitmap[x, y] = background } }
  }

  /// Lays an opaque colour over all points for which `contains` holds; with `gain`, the coverage is
  /// changed as a text gamma does.
  @discardableResult
  func fill(
    _ color: UInt32, gain: (Double) -> Double = { $0 }, where contains: (Double, Double) -> Bool
  ) -> Sketch {
    for y in 0..<height {
      for x in 0..<width {
        let coverage = gain(coverage(x, y, contains))
        if coverage > 0 { bitmap[x, y] = Self.mixed(bitmap[x, y], color, coverage) }
      }
    }
    return self
  }

  @discardableResult
  func ring(_ color: UInt32, x: Double, y: Double, radius: Double, width: Double) -> Sketch {
    fill(color) { abs(distance($0 - x, $1 - y) - radius) <= width / 2 }
  }

  @discardableResult
  func disk(_ color: UInt32, x: Double, y: Double, radius: Double) -> Sketch {
    fill(color) { distance($0 - x, $1 - y) <= radius }
  }

  @discardableResult
  func box(_ color: UInt32, x: Double, y: Double, width: Double, height: Double) -> Sketch {
    fill(color) { (x..<x + width).contains($0) && (y..<y + height).contains($1) }
  }

  /// A clock's hand: from a point, so long, at an angle in radians from upright.
  @discardableResult
  func hand(_ color: UInt32, sine: Double, cosine: Double, length: Double, width: Double = 3)
    -> Sketch
  {
    fill(color) { px, py in
      let (dx, dy) = (px - 32, py - 32)
      let along = dx * sine - dy * cosine
      let across = dx * cosine + dy * sine
      return (0...length).contains(along) && abs(across) <= width / 2
    }
  }

  /// Adds up to ±`amplitude` to every channel of every pixel.
  func noisy(amplitude: Int, seed: UInt64) -> Sketch {
    var random = RandomSource(seed: seed)
    for y in 0..<height {
      for x in 0..<width {
        var pixel: UInt32 = 0xFF00_0000
        for shift: UInt32 in [0, 8, 16] {
          let value = Int(bitmap[x, y] >> shift & 255)
          let noise = Int(random.next() % UInt64(2 * amplitude + 1)) - amplitude
          pixel |= UInt32(min(max(value + noise, 0), 255)) << shift
        }
        bitmap[x, y] = pixel
      }
    }
    return self
  }

  func setting(_ x: Int, _ y: Int, _ pixel: UInt32) -> Sketch {
    bitmap[x, y] = pixel
    return self
  }

  private func coverage(_ x: Int, _ y: Int, _ contains: (Double, Double) -> Bool) -> Double {
    var hits = 0
    for row in 0..<samples {
      for column in 0..<samples {
        let step = 1 / Double(samples)
        let px = Double(x) + (Double(column) + 0.5) * step
        let py = Double(y) + (Double(row) + 0.5) * step
        if contains(px, py) { hits += 1 }
      }
    }
    return Double(hits) / Double(samples * samples)
  }

  private static func mixed(_ below: UInt32, _ above: UInt32, _ share: Double) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      let (a, b) = (Double(below >> shift & 255), Double(above >> shift & 255))
      result |= UInt32((a + (b - a) * share).rounded()) << shift
    }
    return result
  }
}

private func distance(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

/// Letters without a font: strokes of a pixel and a half.
extension Sketch {
  @discardableResult
  func letters(_ color: UInt32, dx: Double = 0, gain: (Double) -> Double = { $0 }) -> Sketch {
    let strokes: [(Double, Double, Double, Double)] = [
      (8, 20, 8, 44), (8, 32, 20, 32), (20, 20, 20, 44), (26, 44, 33, 20), (33, 20, 40, 44),
      (29, 36, 37, 36), (46, 20, 46, 44), (46, 44, 57, 44),
    ]
    return fill(color, gain: gain) { x, y in
      strokes.contains { Self.isNear(x - dx, y, $0, 0.75) }
    }
  }

  private static func isNear(
    _ x: Double, _ y: Double, _ line: (Double, Double, Double, Double), _ radius: Double
  ) -> Bool {
    let (dx, dy) = (line.2 - line.0, line.3 - line.1)
    let along = ((x - line.0) * dx + (y - line.1) * dy) / (dx * dx + dy * dy)
    let t = min(max(along, 0), 1)
    return distance(x - line.0 - t * dx, y - line.1 - t * dy) <= radius
  }
}
