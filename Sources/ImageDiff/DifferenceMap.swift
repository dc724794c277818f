import Base

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
  let kinds: UnsafeMutablePointer<UInt8>
  /// How many pixels of a row are different.
  let differingInRow: UnsafeMutablePointer<Int32>

  init?(width: Int, height: Int) {
    guard let kinds = calloc(width * height, 1), let counts = calloc(height, 4) else { return nil }
    self.width = width
    self.height = height
    self.kinds = kinds.bindMemory(to: UInt8.self, capacity: width * height)
    differingInRow = counts.bindMemory(to: Int32.self, capacity: height)
  }

  deinit {
    free(kinds)
    free(differingInRow)
  }

  /// - Precondition: (`x`, `y`) lies in the map.
  public subscript(x: Int, y: Int) -> Kind {
    precondition(0 <= x && x < width && 0 <= y && y < height, "(\(x), \(y)) lies in the map")
    return Kind(rawValue: kinds[y * width + x]) ?? .same
  }
}
