import Canvas

/// What became of each pixel in a comparison.
public final class DifferenceMap: @unchecked Sendable {
  /// One byte for each pixel.
  public enum Kind: UInt8, Sendable {
    case same = 0
    /// Differs by no more than the threshold.
    case tolerated
    /// Differs as antialiasing does.
    case forgiven
    case different
    /// Lies in an ignored rectangle.
    case ignored
  }

  /// In pixels: what both pictures have.
  public let width: Int
  public let height: Int
  /// Zeroed by the system, so that rows without a difference cost nothing.
  let kinds: Buffer<UInt8>
  /// How many pixels of a row are different.
  let differingInRow: Buffer<Int32>

  init(width: Int, height: Int) throws(OutOfMemory) {
    self.width = width
    self.height = height
    kinds = try Buffer(count: width * height)
    differingInRow = try Buffer(count: height)
  }

  /// - Precondition: (`x`, `y`) lies in the map.
  public subscript(x: Int, y: Int) -> Kind {
    precondition(0 <= x && x < width && 0 <= y && y < height, "(\(x), \(y)) lies in the map")
    return Kind(rawValue: kinds[y * width + x]) ?? .same
  }
}
