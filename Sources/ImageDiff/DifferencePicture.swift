public import Canvas
import Geometry

extension PictureDifference {
  /// The colours of a difference picture, opaque 0xAARRGGBB.
  public enum Ink {
    /// Different: red.
    public static let different: UInt32 = 0xFFE0_1B24
    /// Antialiased otherwise: yellow.
    public static let forgiven: UInt32 = 0xFFF5_C211
    /// Below the threshold: pale blue.
    public static let tolerated: UInt32 = 0xFFB8_D4F5
    /// Ignored: grey-blue stripes.
    public static let ignored: UInt32 = 0xFFC0_C4D8
    /// Only the expected picture has this pixel: purple.
    public static let onlyExpected: UInt32 = 0xFF91_41AC
    /// Only the actual picture has this pixel: green.
    public static let onlyActual: UInt32 = 0xFF26_A269
    /// Neither has.
    public static let nothing: UInt32 = 0xFFFF_FFFF
  }

  /// The expected picture in pale grey with what differs in colour, on a canvas that holds both pictures.
  public func picture(over expected: Bitmap) throws(OutOfMemory) -> Bitmap {
    let canvas = expectedSize.union(actualSize)
    let result = try Bitmap(width: canvas.width, height: canvas.height)
    for y in 0..<canvas.height {
      let row = result.row(y).assumingMemoryBound(to: UInt32.self)
      for x in 0..<canvas.width { row[x] = ink(x, y, expected) }
    }
    return result
  }

  private func ink(_ x: Int, _ y: Int, _ expected: Bitmap) -> UInt32 {
    let isExpected = expectedSize.contains(x: x, y: y)
    guard isExpected, actualSize.contains(x: x, y: y) else {
      if isExpected { return Ink.onlyExpected }
      return actualSize.contains(x: x, y: y) ? Ink.onlyActual : Ink.nothing
    }
    switch map?[x, y] ?? .same {
    case .different: return Ink.different
    case .forgiven: return Ink.forgiven
    case .tolerated: return Ink.tolerated
    case .ignored where (x + y) & 7 < 2: return Ink.ignored
    case .ignored, .same: return Self.pale(expected[x, y])
    }
  }

  /// A quarter of the brightness over white (weights of Rec. 601), so that colours stand out.
  private static func pale(_ pixel: UInt32) -> UInt32 {
    let clear = 255 - pixel >> 24
    let luma = (299 * (pixel >> 16 & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel & 255)) / 1000
    let grey = 191 + min(luma + clear, 255) / 4
    return 0xFF00_0000 | grey << 16 | grey << 8 | grey
  }
}
