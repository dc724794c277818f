public import Canvas
import Dispatch
public import Geometry

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Compares two pictures pixel by pixel.
///
/// Rows that are equal cost a `memcmp`; the others are compared by threads side by side, each a band of rows. The result is the
/// same however many there are.
public struct PictureComparison: Sendable {
  public var tolerance: Tolerance
  /// Pixels that do not count.
  public var ignored: [PixelRect]

  public init(tolerance: Tolerance = .standard, ignoring ignored: [PixelRect] = []) {
    self.tolerance = tolerance
    self.ignored = ignored
  }

  /// Pictures of different sizes are compared where they overlap, top left corners together.
  public func compare(
    _ expected: Bitmap, _ actual: Bitmap
  ) throws(OutOfMemory) -> PictureDifference {
    let overlap = PixelRect(
      x: 0, y: 0, width: min(expected.width, actual.width),
      height: min(expected.height, actual.height))
    let ignored = ignored.map { $0.intersection(overlap) }.filter { !$0.isEmpty }
    var difference = PictureDifference(
      expected: expected, actual: actual, tolerance: tolerance,
      ignoredPixels: Self.area(ignored, in: overlap))
    guard let old = PixelGrid(expected), let new = PixelGrid(actual),
      !Self.isSame(old, new, overlap)
    else { return difference }
    let map = try DifferenceMap(width: overlap.width, height: overlap.height)
    let scan = RowScan(
      edges: Antialiasing(
        expected: old, actual: new, width: overlap.width, height: overlap.height),
      limit: ColorDistance.limit(threshold: tolerance.threshold),
      forgives: tolerance.forgivesAntialiasing, ignored: ignored, map: map)
    difference.add(scan.run(), map)
    return difference
  }

  private static func isSame(_ old: PixelGrid, _ new: PixelGrid, _ overlap: PixelRect) -> Bool {
    (0..<overlap.height).allSatisfy { memcmp(old.row($0), new.row($0), overlap.width * 4) == 0 }
  }

  /// The pixels in any of the rectangles, each counted once.
  private static func area(_ rects: [PixelRect], in overlap: PixelRect) -> Int {
    guard !rects.isEmpty else { return 0 }
    if rects.count == 1 { return rects[0].area }
    return (0..<overlap.height).reduce(0) { sum, y in
      sum + overlap.width
        - spans(in: y, width: overlap.width, without: rects).reduce(0) { $0 + $1.count }
    }
  }

  /// The columns of row `y` that count.
  static func spans(in y: Int, width: Int, without ignored: [PixelRect]) -> [Range<Int>] {
    let holes = ignored.filter { $0.y <= y && y < $0.maxY }.sorted { $0.x < $1.x }
    var spans: [Range<Int>] = []
    var start = 0
    for hole in holes {
      if hole.x > start { spans.append(start..<hole.x) }
      start = max(start, hole.maxX)
    }
    if start < width { spans.append(start..<width) }
    return spans
  }
}
