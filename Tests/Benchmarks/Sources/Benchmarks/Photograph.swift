import RostrumCanvas
import Foundation

/// A picture that looks like a photograph to encoders and filters: a sky with a sun, ridges of
/// hills, water with ripples, fine texture everywhere and, where wanted, the grain of a sensor.
/// It follows from its number alone.
struct Photograph {
  let number: Int
  let width: Int
  let height: Int
  /// The standard deviation of the grain, in levels of 255.
  let grain: Float
  /// Whether it is cut out: opaque in the middle, with a soft edge.
  var isCutOut = false

  func bitmap() throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height)
    let ridges = (0..<3).map(ridge)
    for y in 0..<height {
      for x in 0..<width {
        bitmap[x, y] = pixel(x, y, ridges: ridges)
      }
    }
    return bitmap
  }

  /// Writes it as a PNG file.
  func write(to file: URL) throws {
    let encoder = PNGEncoder(pixels: isCutOut ? .rgba : .rgb, compressionLevel: 1)
    try Data(encoder.encode(bitmap())).write(to: file)
  }

  /// The height of a chain of hills in each column, from the top, 0...1.
  private func ridge(_ index: Int) -> [Float] {
    (0..<width).map { x in
      let place = Float(x) / Float(height) * (1.5 + Float(index))
      let rise = fractal(place, Float(number * 7 + index) * 3.7, octaves: 6)
      return 0.38 + 0.13 * Float(index) + (rise - 0.5) * 0.3
    }
  }

  private func pixel(_ x: Int, _ y: Int, ridges: [[Float]]) -> UInt32 {
    let (u, v) = (Float(x) / Float(height), Float(y) / Float(height))
    var color = sky(u, v)
    for (index, ridge) in ridges.enumerated() where v > ridge[x] {
      let detail = fractal(u * 24, v * 40 + Float(index * 31 + number), octaves: 4)
      let light = 0.12 + 0.16 * Float(2 - index) + 0.22 * detail
      color = SIMD3(light * 0.85, light, light * (0.8 + 0.12 * Float(2 - index)))
    }
    if v > 0.8 { color = water(u, v, color) }
    let coarse = Self.gaussian(x, y, number)
    return packed(color * 255 + coarse * grain, x, y)
  }

  private func sky(_ u: Float, _ v: Float) -> SIMD3<Float> {
    let warmth = Float(number % 5) / 5
    let high = SIMD3<Float>(0.16 + 0.3 * warmth, 0.35, 0.72 - 0.3 * warmth)
    let low = SIMD3<Float>(0.98, 0.72 - 0.15 * warmth, 0.5 - 0.2 * warmth)
    let clouds = max(0, fractal(u * 3 + Float(number), v * 7, octaves: 5) - 0.5) * 1.2
    let (dx, dy) = (u - 0.4 - warmth, v - 0.3)
    let glow = 0.05 / (0.05 + (dx * dx + dy * dy) * 4)
    let mixed = high + (low - high) * min(v * 2.2, 1)
    return (mixed + clouds + SIMD3(0.5, 0.4, 0.2) * glow)
      .clamped(lowerBound: .zero, upperBound: .one)
  }

  private func water(_ u: Float, _ v: Float, _ shore: SIMD3<Float>) -> SIMD3<Float> {
    let ripple = fractal(u * 8, v * 90 + Float(number), octaves: 4)
    return sky(u, 0.85 - v) * (0.45 + 0.4 * ripple) + shore * 0.1
  }

  /// Levels of 0...255 as a premultiplied pixel.
  private func packed(_ color: SIMD3<Float>, _ x: Int, _ y: Int) -> UInt32 {
    var alpha: Float = 1
    if isCutOut {
      let (dx, dy) = (Float(2 * x) / Float(width) - 1, Float(2 * y) / Float(height) - 1)
      alpha = min(max((0.95 - (dx * dx + dy * dy).squareRoot()) * 12, 0), 1)
    }
    let bytes = (color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255)) * alpha)
      .rounded(.toNearestOrEven)
    return UInt32(255 * alpha + 0.5) << 24 | UInt32(bytes.x) << 16 | UInt32(bytes.y) << 8
      | UInt32(bytes.z)
  }

  // MARK: Noise

  /// About a normal distribution: the sum of four even ones.
  private static func gaussian(_ x: Int, _ y: Int, _ seed: Int) -> Float {
    (0..<4).reduce(Float(-2)) { $0 + even(x, y, seed * 4 + $1) } * 1.7
  }

  /// 0...1, by Wang's hash.
  private static func even(_ x: Int, _ y: Int, _ seed: Int) -> Float {
    var hash = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 ^ seed &* 83_492_791)
    hash = (hash ^ 61) ^ hash >> 16
    hash = hash &* 9
    hash ^= hash >> 4
    hash = hash &* 0x27d4_eb2d
    hash ^= hash >> 15
    return Float(hash >> 8) / Float(1 << 24)
  }

  /// Value noise of several frequencies, 0...1.
  private func fractal(_ x: Float, _ y: Float, octaves: Int) -> Float {
    var (sum, weight, scale) = (Float(0), Float(0.5), Float(1))
    for octave in 0..<octaves {
      sum += weight * Self.noise(x * scale, y * scale, octave)
      (weight, scale) = (weight / 2, scale * 2)
    }
    return sum / (1 - weight * 2)
  }

  private static func noise(_ x: Float, _ y: Float, _ seed: Int) -> Float {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (i, j) = (Int(left), Int(top))
    func smooth(_ t: Float) -> Float { t * t * (3 - 2 * t) }
    let (a, b) = (smooth(x - left), smooth(y - top))
    let upper = even(i, j, seed) * (1 - a) + even(i + 1, j, seed) * a
    let lower = even(i, j + 1, seed) * (1 - a) + even(i + 1, j + 1, seed) * a
    return upper * (1 - b) + lower * b
  }
}
