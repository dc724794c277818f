import RealModule

/// Four rows of five numbers that make new colours of colours: red, green, blue and alpha of the
/// result, each from the straight red, green, blue and alpha (0...1, gamma-encoded sRGB), and 1.
/// The result is limited to 0...1.
public struct ColorMatrix: Hashable, Sendable {
  /// Row by row, 20 of them.
  public var elements: [Double]

  /// Other than 20 numbers are a programming error.
  public init(_ elements: [Double]) {
    precondition(elements.count == 20, "a colour matrix has 4 rows of 5 numbers")
    self.elements = elements
  }

  public static let identity = ColorMatrix(rows: [1, 0, 0], [0, 1, 0], [0, 0, 1])

  /// A matrix of colours alone: each row has three factors, `bias` is added to each, and alpha
  /// stays.
  private init(rows red: [Double], _ green: [Double], _ blue: [Double], bias: Double = 0) {
    let rows = [red, green, blue].map { $0 + [0, bias] }
    self.init(rows.flatMap { $0 } + [0, 0, 0, 1, 0])
  }

  /// How bright red, green and blue are, as in Rec. 709.
  private static let luminance = [0.2126, 0.7152, 0.0722]
}

extension ColorMatrix {
  /// 0 is grey, 1 changes nothing. Source: `feColorMatrix`, type saturate, in the W3C's Filter
  /// Effects Level 1.
  public static func saturation(_ amount: Double) -> ColorMatrix {
    let grey = [0.213, 0.715, 0.072]
    let rows = (0..<3).map { row in
      (0..<3).map { grey[$0] * (1 - amount) + ($0 == row ? amount : 0) }
    }
    return ColorMatrix(rows: rows[0], rows[1], rows[2])
  }

  /// 0 is medium grey, 1 changes nothing: c' = (c - 1/2) amount + 1/2. Source: `contrast()` in
  /// Filter Effects Level 1.
  public static func contrast(_ amount: Double) -> ColorMatrix {
    ColorMatrix(
      rows: [amount, 0, 0], [0, amount, 0], [0, 0, amount], bias: (1 - amount) / 2)
  }

  /// Added to every colour: 0 changes nothing, 1 is white. Source: the brightness of Core Image's
  /// `CIColorControls`.
  public static func brightness(_ amount: Double) -> ColorMatrix {
    ColorMatrix(rows: [1, 0, 0], [0, 1, 0], [0, 0, 1], bias: amount)
  }

  /// Turns the hue, in radians, at about the same luminance. Source: `feColorMatrix`, type
  /// hueRotate, in Filter Effects Level 1.
  public static func hueRotation(_ angle: Double) -> ColorMatrix {
    let (c, s) = (Double.cos(angle), Double.sin(angle))
    return ColorMatrix(
      rows: [
        0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928,
      ],
      [
        0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283,
      ],
      [0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072])
  }

  /// Every colour's complement: c' = 1 - c.
  public static let inversion = ColorMatrix(
    rows: [-1, 0, 0], [0, -1, 0], [0, 0, -1], bias: 1)

  /// Shades of one colour, as bright as the colours were; `amount` 0 changes nothing. Source: Core
  /// Image's `CIColorMonochrome`, with Rec. 709's weights.
  public static func monochrome(_ color: Color, amount: Double) -> ColorMatrix {
    let shades = [color.red, color.green, color.blue]
    let rows = (0..<3).map { row in
      (0..<3).map { luminance[$0] * shades[row] * amount + ($0 == row ? 1 - amount : 0) }
    }
    return ColorMatrix(rows: rows[0], rows[1], rows[2])
  }
}
