public import RostrumCanvas

/// The similarity of two renderers' pictures of one thing.
///
/// Away from edges both must have the same colours, except for rounding. At edges they may differ,
/// since each antialiases differently, but by less than a shift of a pixel would change.
/// A pixel is at an edge when, in one of the pictures, some channel of the 3 x 3 pixels around it
/// varies by more than `edgeStep`.
public struct Likeness {
  /// In steps of 255.
  public static let interiorBound = 2
  /// In steps of 255: less than a sixth of the contrast between black and white.
  public static let edgeBound = 40
  /// In steps of 255: steeper than gradients and blurs are, flatter than an edge with a contrast
  /// that can be seen.
  public static let edgeStep = 16

  /// The largest difference of a channel away from edges, 0 to 255, and where it is.
  public private(set) var interior = 0
  public private(set) var interiorPlace = (x: 0, y: 0)
  /// The largest difference of a channel at an edge, 0 to 255, and where it is.
  public private(set) var edge = 0
  public private(set) var edgePlace = (x: 0, y: 0)
  /// How many pixels are at edges.
  public private(set) var edgePixels = 0
  /// The number of edge pixels that exceed the tolerance for other pixels.
  public private(set) var differingEdgePixels = 0
  public let hasSameSize: Bool

  /// Compares premultiplied channels, alpha too.
  public init(_ a: Bitmap, _ b: Bitmap) {
    hasSameSize = a.width == b.width && a.height == b.height
    guard hasSameSize else { return }
    let (first, second) = (Channels(a), Channels(b))
    for y in 0..<a.height {
      for x in 0..<a.width { judge(x, y, first, second) }
    }
  }

  private mutating func judge(_ x: Int, _ y: Int, _ a: Channels, _ b: Channels) {
    let (p, q) = (a[x, y], b[x, y])
    let difference = Int((pointwiseMax(p, q) &- pointwiseMin(p, q)).max())
    let isEdge = max(a.variation(x, y), b.variation(x, y)) > Self.edgeStep
    if isEdge {
      edgePixels += 1
      if difference > Self.interiorBound { differingEdgePixels += 1 }
      if difference > edge { (edge, edgePlace) = (difference, (x, y)) }
    } else if difference > interior {
      (interior, interiorPlace) = (difference, (x, y))
    }
  }

  /// Where the pictures differ, times six, on white.
  public static func picture(of a: Bitmap, and b: Bitmap) throws(OutOfMemory) -> Bitmap {
    let (width, height) = (min(a.width, b.width), min(a.height, b.height))
    let result = try Bitmap(width: width, height: height)
    let (first, second) = (Channels(a), Channels(b))
    for y in 0..<height {
      for x in 0..<width {
        let (p, q) = (first[x, y], second[x, y])
        let difference = Int((pointwiseMax(p, q) &- pointwiseMin(p, q)).max())
        let grey = UInt32(255 - min(255, difference * 6))
        result[x, y] = 0xFF00_0000 | grey << 16 | grey << 8 | grey
      }
    }
    return result
  }
}

extension Bitmap {
  /// The share of pixels of which a premultiplied channel differs by more than `limit`; all of them
  /// where the sizes differ.
  public func share(differingFrom other: Bitmap, by limit: UInt8) -> Double {
    guard (width, height) == (other.width, other.height) else { return 1 }
    let differences = zip(Channels(self).pixels, Channels(other).pixels).lazy.map {
      (pointwiseMax($0, $1) &- pointwiseMin($0, $1)).max()
    }
    return Double(differences.count { $0 > limit }) / Double(width * height)
  }
}

/// A bitmap's pixels as numbers.
private struct Channels {
  let width: Int
  let height: Int
  let pixels: [SIMD4<UInt8>]

  init(_ bitmap: Bitmap) {
    (width, height) = (bitmap.width, bitmap.height)
    pixels = (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).map { unsafeBitCast(bitmap[$0, y], to: SIMD4<UInt8>.self) }
    }
  }

  subscript(x: Int, y: Int) -> SIMD4<UInt8> { pixels[y * width + x] }

  /// The largest range of a channel around a pixel.
  func variation(_ x: Int, _ y: Int) -> Int {
    var least = SIMD4<UInt8>(repeating: 255)
    var most = SIMD4<UInt8>(repeating: 0)
    for row in max(0, y - 1)...min(height - 1, y + 1) {
      for column in max(0, x - 1)...min(width - 1, x + 1) {
        least = pointwiseMin(least, self[column, row])
        most = pointwiseMax(most, self[column, row])
      }
    }
    return Int((most &- least).max())
  }
}
