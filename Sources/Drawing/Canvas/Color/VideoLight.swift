import RostrumBase
import RostrumGeometry

/// Converts a video's numbers to sRGB by way of light.
///
/// Light brighter than a screen's white is brought into its range by the operator of SMPTE ST
/// 2094-50 for films without curves of their own, for a screen without headroom, as Chromium has
/// it: in units of reference white, 203 cd/m2 (BT.2408), the largest of a pixel's three channels x
/// becomes x / 2 up to 1; from there a quadratic Bézier curve leads from (1, 1/2) over
/// (1.65, 0.825) to the film's peak, which becomes white. The other channels keep their ratio to
/// the largest, so hues stay.
package final class VideoLight: Sendable {
  /// The light of each 16-bit number; of an HDR film in units of reference white, except HLG's,
  /// which is a scene's, 0 to 1.
  private let light: [Float]
  /// To sRGB's primaries, by columns.
  private let matrix: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)
  private let tone: ToneCurve?
  /// The weights of a scene's luminance in HLG's own curve; `nil` for other films.
  private let luminance: SIMD3<Float>?

  package init(_ colors: VideoColors) {
    let largest = Double(colors.largest)
    light = (0...65535).map { Self.light(min(Double($0) / largest, 1), colors.curve) }
    let columns = RGBMatrix.conversion(from: colors.primaries, to: .screen)
    matrix = (SIMD3(columns.0), SIMD3(columns.1), SIMD3(columns.2))
    switch colors.curve {
    case .pq(let peak): (tone, luminance) = (ToneCurve(peak: peak / HDRCurve.white), nil)
    case .hlg:
      tone = ToneCurve(peak: Self.displayPeak)
      luminance = SIMD3<Float>(HDRCurve.luminance)
    case .screen, .power: (tone, luminance) = (nil, nil)
    }
  }

  /// Straight BGRA of 16 bits in the machine's order to straight BGRA of 8.
  package func convert(_ source: UnsafeRawBufferPointer, to row: UnsafeMutableRawBufferPointer) {
    let samples = source.bindMemory(to: UInt16.self)
    let pixels = row.bindMemory(to: UInt32.self)
    for x in 0..<min(pixels.count, samples.count / 4) {
      let alpha = (UInt32(samples[4 * x + 3]) * 255 + 32767) / 65535
      let color = SIMD3(
        light[Int(samples[4 * x + 2])], light[Int(samples[4 * x + 1])], light[Int(samples[4 * x])])
      pixels[x] = alpha << 24 | pixel(color)
    }
  }

  /// A row of straight BGRA in place, of 8 or 16 bits in the machine's order.
  func convert(_ row: UnsafeMutableRawBufferPointer, isDeep: Bool) {
    if isDeep {
      let samples = row.bindMemory(to: UInt16.self)
      for x in 0..<samples.count / 4 {
        let color = SIMD3(
          light[Int(samples[4 * x + 2])], light[Int(samples[4 * x + 1])], light[Int(samples[4 * x])]
        )
        let pixel = pixel(color)
        for channel in 0..<3 {
          samples[4 * x + channel] = UInt16(pixel >> UInt32(8 * channel) & 255) * 257
        }
      }
    } else {
      let pixels = row.bindMemory(to: UInt32.self)
      for x in pixels.indices {
        func light(_ shift: UInt32) -> Float { self.light[Int(pixels[x] >> shift & 255) * 257] }
        pixels[x] = pixels[x] & 0xFF00_0000 | pixel(SIMD3(light(16), light(8), light(0)))
      }
    }
  }

  /// 0x00RRGGBB.
  private func pixel(_ scene: SIMD3<Float>) -> UInt32 {
    var color = scene
    if let luminance {
      // HLG's light on its display. Source: BT.2100, table 5.
      let weight = Double((scene * luminance).sum())
      color *= Float(Self.displayPeak * pow(weight, HDRCurve.displayGamma - 1))
    }
    if let tone { color *= tone.gain(color.max()) }
    let mixed = matrix.red * color.x + matrix.green * color.y + matrix.blue * color.z
    return Self.number(mixed.x) << 16 | Self.number(mixed.y) << 8 | Self.number(mixed.z)
  }

  private static func light(_ number: Double, _ curve: VideoColors.Curve) -> Float {
    switch curve {
    case .screen: Float(SRGBCurve.light(of: number))
    case .power(let exponent): Float(pow(number, exponent))
    case .pq: Float(HDRCurve.pq.light(of: number) / HDRCurve.white)
    case .hlg: Float(HDRCurve.hlg.light(of: number))
    }
  }

  /// The brightest light of HLG's display, in units of reference white.
  private static let displayPeak = HDRCurve.displayPeak / HDRCurve.white

  /// The nearest of sRGB's 8-bit numbers, for light from 0 to 1; the rest is cut.
  private static func number(_ light: Float) -> UInt32 {
    UInt32(numbers[Int(min(max(light, 0), 1) * Float(steps) + 0.5)])
  }

  private static let steps = 65536

  private static let numbers: [UInt8] = (0...steps).map { step in
    UInt8((SRGBCurve.number(of: Double(step) / Double(steps)) * 255).rounded())
  }
}

/// The factor by which light becomes a screen's, in units of reference white.
private struct ToneCurve: Sendable {
  /// How much of reference white becomes a screen's white: a half from 1000 cd/m2 on, and all of it
  /// in a film without brighter light.
  private let knee: Float
  private let peak: Float
  /// The Bézier curve's x and y as polynomials of its parameter: squares, and linear terms.
  private let squares: SIMD2<Float>
  private let linear: SIMD2<Float>

  init(peak: Double) {
    let headroom = min(log2(peak) / log2(VideoColors.usualPeak / HDRCurve.white), 1)
    let knee = 1 - 0.5 * max(headroom, 0)
    // The share of the way from the knee to where its tangent has reached white.
    let share = 0.65
    let start = SIMD2(1, knee)
    let middle = (1 - share) * start + share * SIMD2(1 / knee, 1)
    squares = SIMD2<Float>(start - 2 * middle + SIMD2(peak, 1))
    linear = SIMD2<Float>(2 * (middle - start))
    (self.knee, self.peak) = (Float(knee), Float(peak))
  }

  func gain(_ light: Float) -> Float {
    if light <= 1 { return knee }
    if light >= peak { return 1 / light }
    let rest = light - 1
    // The stable form of the root, also where the square's factor is near 0.
    let root = (linear.x * linear.x + 4 * squares.x * rest).squareRoot()
    let place = 2 * rest / (linear.x + root)
    return (knee + place * (linear.y + place * squares.y)) / light
  }
}

/// Matrices of three columns between the light of different primaries.
package enum RGBMatrix {
  package typealias Columns = (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// The whites become each other, by Bradford's adaptation. Source of the method: SMPTE RP 177.
  package static func conversion(from source: Primaries, to target: Primaries) -> Columns {
    let adapted = product(
      adaptation(from: xyz(source.white), to: xyz(target.white)), light(source))
    return product(inverse(light(target)), adapted)
  }

  /// From a space's light to CIE XYZ.
  private static func light(_ space: Primaries) -> Columns {
    let columns = (xyz(space.red), xyz(space.green), xyz(space.blue))
    let share = applied(inverse(columns), xyz(space.white))
    return (columns.0 * share.x, columns.1 * share.y, columns.2 * share.z)
  }

  private static func xyz(_ place: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(place.x / place.y, 1, (1 - place.x - place.y) / place.y)
  }

  private static func adaptation(
    from source: SIMD3<Double>, to target: SIMD3<Double>
  ) -> Columns {
    // Bradford's cone responses, by columns.
    let cones: Columns = (
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685),
      SIMD3(-0.1614, 0.0367, 1.0296)
    )
    let factor = applied(cones, target) / applied(cones, source)
    let scaled = (cones.0 * factor, cones.1 * factor, cones.2 * factor)
    return product(inverse(cones), scaled)
  }

  package static func applied(_ matrix: Columns, _ vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.0 * vector.x + matrix.1 * vector.y + matrix.2 * vector.z
  }

  private static func product(_ a: Columns, _ b: Columns) -> Columns {
    (applied(a, b.0), applied(a, b.1), applied(a, b.2))
  }

  private static func inverse(_ matrix: Columns) -> Columns {
    let (a, b, c) = matrix
    let rows = (cross(b, c), cross(c, a), cross(a, b))
    let determinant = (a * rows.0).sum()
    let (x, y, z) = (rows.0 / determinant, rows.1 / determinant, rows.2 / determinant)
    return (SIMD3(x.x, y.x, z.x), SIMD3(x.y, y.y, z.y), SIMD3(x.z, y.z, z.z))
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
