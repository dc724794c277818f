import RealModule

/// A colour of the OKLab space, in which equal distances look about equally large.
///
/// Source: W3C CSS Color 4, sample code for colour conversions, and section 13.2, "CSS Gamut
/// Mapping to an RGB Destination".
struct OKLab {
  /// 0...1.
  let lightness: Double
  let a: Double
  let b: Double

  /// `hue` in turns.
  init(lightness: Double, chroma: Double, hue: Double) {
    self.init(
      lightness: lightness, a: chroma * .cos(hue * 2 * .pi), b: chroma * .sin(hue * 2 * .pi))
  }

  init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// From sRGB without its curve.
  private init(linear red: Double, _ green: Double, _ blue: Double) {
    let cones = Self.cones * (Self.lightFromLinear * Vector3(x: red, y: green, z: blue))
    let lab =
      Self.labFromCones * Vector3(x: .root(cones.x, 3), y: .root(cones.y, 3), z: .root(cones.z, 3))
    self.init(lightness: lab.x, a: lab.y, b: lab.z)
  }

  /// The colour of sRGB's gamut: this one, or where that lies outside, the one of this lightness
  /// and hue with so much less chroma that limiting its channels makes no difference that is seen.
  func color(alpha: Double) -> Color {
    guard lightness < 1 else { return Color(red: 1, green: 1, blue: 1, alpha: alpha) }
    guard lightness > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: alpha) }
    return fitted.color(alpha)
  }

  /// The smallest difference that is seen.
  private static let visible = 0.02
  /// How exactly the chroma is sought.
  private static let precision = 0.0001

  /// In linear sRGB, each channel 0...1.
  private var fitted: Vector3 {
    let own = linear
    let clipped = own.limited
    if own.isInGamut || distance(to: clipped) < Self.visible { return clipped }
    let chroma = Double.hypot(a, b)
    var (low, high) = (0.0, chroma)
    var (isLowInGamut, result) = (true, clipped)
    while high - low > Self.precision {
      let middle = (low + high) / 2
      let current = OKLab(lightness: lightness, a: a / chroma * middle, b: b / chroma * middle)
      if isLowInGamut, current.linear.isInGamut {
        low = middle
        continue
      }
      result = current.linear.limited
      let distance = current.distance(to: result)
      guard distance < Self.visible else {
        high = middle
        continue
      }
      if Self.visible - distance < Self.precision { return result }
      (isLowInGamut, low) = (false, middle)
    }
    return result
  }

  /// sRGB without its curve; outside the gamut, channels lie outside 0...1.
  private var linear: Vector3 {
    let cones = Self.conesFromLab * Vector3(x: lightness, y: a, z: b)
    let light =
      Self.lightFromCones
      * Vector3(
        x: cones.x * cones.x * cones.x, y: cones.y * cones.y * cones.y,
        z: cones.z * cones.z * cones.z)
    return Self.linearFromLight * light
  }

  private func distance(to linear: Vector3) -> Double {
    let other = OKLab(linear: linear.x, linear.y, linear.z)
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }

  /// Three rows that act on a column.
  private struct Matrix {
    let x: Vector3
    let y: Vector3
    let z: Vector3

    init(_ numbers: [Double]) {
      x = Vector3(x: numbers[0], y: numbers[1], z: numbers[2])
      y = Vector3(x: numbers[3], y: numbers[4], z: numbers[5])
      z = Vector3(x: numbers[6], y: numbers[7], z: numbers[8])
    }

    static func * (matrix: Matrix, vector: Vector3) -> Vector3 {
      func sum(_ row: Vector3) -> Double {
        row.x * vector.x + row.y * vector.y + row.z * vector.z
      }
      return Vector3(x: sum(matrix.x), y: sum(matrix.y), z: sum(matrix.z))
    }
  }

  private static let conesFromLab = Matrix([
    1, 0.3963377773761749, 0.2158037573099136,
    1, -0.1055613458156586, -0.0638541728258133,
    1, -0.0894841775298119, -1.2914855480194092,
  ])
  private static let lightFromCones = Matrix([
    1.2268798758459243, -0.5578149944602171, 0.2813910456659647,
    -0.0405757452148008, 1.1122868032803170, -0.0717110580655164,
    -0.0763729366746601, -0.4214933324022432, 1.5869240198367816,
  ])
  private static let linearFromLight = Matrix([
    12831 / 3959, -329 / 214, -1974 / 3959,
    -851_781 / 878_810, 1_648_619 / 878_810, 36519 / 878_810,
    705 / 12673, -2585 / 12673, 705 / 667,
  ])
  private static let lightFromLinear = Matrix([
    506_752 / 1_228_815, 87881 / 245_763, 12673 / 70218,
    87098 / 409_605, 175_762 / 245_763, 12673 / 175_545,
    7918 / 409_605, 87881 / 737_289, 1_001_167 / 1_053_270,
  ])
  private static let cones = Matrix([
    0.8190224379967030, 0.3619062600528904, -0.1288737815209879,
    0.0329836539323885, 0.9292868615863434, 0.0361446663506424,
    0.0481771893596242, 0.2642395317527308, 0.6335478284694309,
  ])
  private static let labFromCones = Matrix([
    0.2104542683093140, 0.7936177747023054, -0.0040720430116193,
    1.9779985324311684, -2.4285922420485799, 0.4505937096174110,
    0.0259040424655478, 0.7827717124575296, -0.8086757549230774,
  ])
}

extension Vector3 {
  /// Whether the channels lie in 0...1, but for what rounding adds.
  fileprivate var isInGamut: Bool {
    [x, y, z].allSatisfy { (-1e-6...1 + 1e-6).contains($0) }
  }

  fileprivate var limited: Vector3 {
    func limited(_ value: Double) -> Double { min(max(0, value), 1) }
    return Vector3(x: limited(x), y: limited(y), z: limited(z))
  }

  /// With sRGB's curve.
  fileprivate func color(_ alpha: Double) -> Color {
    Color(
      red: SRGBCurve.number(of: x), green: SRGBCurve.number(of: y), blue: SRGBCurve.number(of: z),
      alpha: alpha)
  }
}
