import RostrumBase
public import RostrumCanvas
public import RostrumGeometry
import Synchronization

/// Compares two pictures pixel by pixel.
///
/// Equal rows cost a `memcmp`; the others are compared in parallel, in bands of rows. The result
/// does not depend on the number of threads.
public struct PictureComparison: Sendable {
  public var tolerance: Tolerance
  /// Pixels that do not count.
  public var ignored: [PixelRect]

  public init(tolerance: Tolerance = .standard, ignoring ignored: [PixelRect] = []) {
    self.tolerance = tolerance
    self.ignored = ignored
  }

  /// Compares the pictures as they are shown, and in colours that hold all of both where the files'
  /// profiles differ; the larger difference counts.
  public func compare(
    _ pictures: PicturesToCompare
  ) throws(OutOfMemory) -> PictureDifference {
    let shown = try compare(pictures.shown)
    guard shown.verdict == .same, let wide = pictures.wide else { return shown }
    let difference = try compare(wide)
    return difference.verdict == .same ? shown : difference
  }

  private func compare(
    _ pair: PicturesToCompare.Pair
  ) throws(OutOfMemory) -> PictureDifference {
    try compare(pair.expected, pair.actual, deep: pair.deep)
  }

  /// Pictures of different sizes are compared where they overlap, top left corners together. With
  /// `deep`, the same pictures in 16 bits a channel, distances are measured in these.
  public func compare(
    _ expected: Bitmap, _ actual: Bitmap, deep: (expected: DeepBitmap, actual: DeepBitmap)? = nil
  ) throws(OutOfMemory) -> PictureDifference {
    let overlap = PixelRect(
      x: 0, y: 0, width: min(expected.width, actual.width),
      height: min(expected.height, actual.height))
    let ignored = ignored.map { $0.intersection(overlap) }.filter { !$0.isEmpty }
    var difference = PictureDifference(
      expected: expected, actual: actual, tolerance: tolerance,
      ignoredPixels: Self.area(ignored, in: overlap))
    guard let old = PixelGrid(expected), let new = PixelGrid(actual),
      !Self.isSame(old, new, overlap, deep)
    else { return difference }
    let map = try DifferenceMap(width: overlap.width, height: overlap.height)
    let limit = ColorDistance.limit(threshold: tolerance.threshold)
    let scan = RowScan(
      antialiasing: Antialiasing(
        expected: old, actual: new, width: overlap.width, height: overlap.height, limit: limit),
      limit: limit,
      forgives: tolerance.forgivesAntialiasing, ignored: ignored, deep: deep, map: map)
    difference.add(scan.run(), map)
    return difference
  }

  private static func isSame(
    _ old: PixelGrid, _ new: PixelGrid, _ overlap: PixelRect,
    _ deep: (expected: DeepBitmap, actual: DeepBitmap)?
  ) -> Bool {
    (0..<overlap.height).allSatisfy { y in
      guard let deep else { return memcmp(old.row(y), new.row(y), overlap.width * 4) == 0 }
      return memcmp(deep.expected.row(y), deep.actual.row(y), overlap.width * 8) == 0
    }
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

/// The sums over a band of rows.
struct Tally: Sendable {
  var tolerated = 0
  var forgiven = 0
  var different = 0
  /// The sum over all pixels and the three colour channels.
  var squaredError = 0.0
  /// The largest squared distance (`ColorDistance`) and where it is.
  var largest: Float = 0
  var largestX = 0
  var largestY = 0

  /// Adds the sums of a later band. The first of equal distances stays, in reading order, so the
  /// result does not depend on the threads.
  mutating func add(_ other: Tally) {
    tolerated += other.tolerated
    forgiven += other.forgiven
    different += other.different
    squaredError += other.squaredError
    guard other.largest > largest else { return }
    (largest, largestX, largestY) = (other.largest, other.largestX, other.largestY)
  }
}

/// Compares the rows of two pictures of one size and fills in the map.
struct RowScan: Sendable {
  let antialiasing: Antialiasing
  let limit: Float
  let forgives: Bool
  let ignored: [PixelRect]
  /// The pictures in 16 bits a channel, where they have them.
  let deep: (expected: DeepBitmap, actual: DeepBitmap)?
  let map: DifferenceMap

  /// Rows that one thread takes at a time.
  private static let band = 64

  func run() -> Tally {
    let count = (map.height + Self.band - 1) / Self.band
    let tallies = Mutex([Tally?](repeating: nil, count: count))
    inParallel(count) { index in
      var tally = Tally()
      for y in index * Self.band..<min((index + 1) * Self.band, map.height) { scan(y, &tally) }
      tallies.withLock { [tally] in $0[index] = tally }
    }
    return tallies.withLock { $0 }.reduce(into: Tally()) { sum, tally in
      if let tally { sum.add(tally) }
    }
  }

  private func scan(_ y: Int, _ tally: inout Tally) {
    let (old, new) = (antialiasing.expected.row(y), antialiasing.actual.row(y))
    markIgnored(y)
    if deep == nil, memcmp(old, new, map.width * 4) == 0 { return }
    let before = tally.different
    for span in PictureComparison.spans(in: y, width: map.width, without: ignored) {
      if let deep {
        scan(y, span, deep.expected.row(y), deep.actual.row(y), &tally)
      } else {
        scan(y, span, old, new, &tally)
      }
    }
    map.differingInRow[y] = Int32(truncatingIfNeeded: tally.different - before)
  }

  private func markIgnored(_ y: Int) {
    for rect in ignored where rect.y <= y && y < rect.maxY {
      memset(
        map.kinds.start + y * map.width + rect.x,
        Int32(DifferenceMap.Change.ignored.rawValue), rect.width
      )
    }
  }

  /// Eight pixels are skipped at a time while they are equal.
  private func scan(
    _ y: Int, _ span: Range<Int>, _ old: UnsafePointer<UInt32>, _ new: UnsafePointer<UInt32>,
    _ tally: inout Tally
  ) {
    var x = span.lowerBound
    while x < span.upperBound {
      if x + 8 <= span.upperBound {
        let a = UnsafeRawPointer(old + x).loadUnaligned(as: SIMD8<UInt32>.self)
        let b = UnsafeRawPointer(new + x).loadUnaligned(as: SIMD8<UInt32>.self)
        if a == b {
          x += 8
          continue
        }
      }
      let end = min(x + 8, span.upperBound)
      while x < end {
        if old[x] != new[x] {
          classify(
            x, y, ColorDistance.squared(old[x], new[x]),
            Double(ColorDistance.squaredError(old[x], new[x])), &tally)
        }
        x += 1
      }
    }
  }

  private func scan(
    _ y: Int, _ span: Range<Int>, _ old: UnsafePointer<SIMD4<UInt16>>,
    _ new: UnsafePointer<SIMD4<UInt16>>, _ tally: inout Tally
  ) {
    for x in span where old[x] != new[x] {
      classify(
        x, y, ColorDistance.squared(old[x], new[x]),
        Double(ColorDistance.squaredError(old[x], new[x])), &tally)
    }
  }

  @inline(__always)
  private func classify(
    _ x: Int, _ y: Int, _ distance: Float, _ squaredError: Double, _ tally: inout Tally
  ) {
    tally.squaredError += squaredError
    if distance > tally.largest {
      (tally.largest, tally.largestX, tally.largestY) = (distance, x, y)
    }
    let kind = kind(x, y, distance)
    switch kind {
    case .tolerated: tally.tolerated += 1
    case .forgiven: tally.forgiven += 1
    default: tally.different += 1
    }
    map.kinds[y * map.width + x] = kind.rawValue
  }

  @inline(__always)
  private func kind(_ x: Int, _ y: Int, _ distance: Float) -> DifferenceMap.Change {
    if distance <= limit { return .tolerated }
    // Less than a step of 8 bits is no edge.
    let isVisible = antialiasing.expected.row(y)[x] != antialiasing.actual.row(y)[x]
    return forgives && isVisible && antialiasing.isCause(x: x, y: y) ? .forgiven : .different
  }
}

/// The result of a comparison for each pixel.
public final class DifferenceMap: @unchecked Sendable {
  /// One byte for each pixel.
  public enum Change: UInt8, Sendable {
    case same = 0
    /// Differs by no more than the threshold.
    case tolerated
    /// Differs as antialiasing does.
    case forgiven
    case different
    /// Lies in an ignored rectangle.
    case ignored
  }

  /// The size that both pictures have in common, in pixels.
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
  public subscript(x: Int, y: Int) -> Change {
    precondition(0 <= x && x < width && 0 <= y && y < height, "(\(x), \(y)) lies in the map")
    return Change(rawValue: kinds[y * width + x]) ?? .same
  }
}

extension DeepBitmap {
  @inline(__always)
  fileprivate func row(_ y: Int) -> UnsafePointer<SIMD4<UInt16>> {
    UnsafePointer(samples.start + y * width)
  }
}

/// A bitmap's pixels for tight loops. The bitmap must outlive it and must not change.
struct PixelGrid: @unchecked Sendable {
  let start: UnsafePointer<UInt32>
  /// The distance of two rows, in pixels.
  let stride: Int
  let width: Int
  let height: Int

  /// Never `nil` in practice: every bitmap has memory.
  init?(_ bitmap: Bitmap) {
    guard let address = bitmap.bytes.baseAddress else { return nil }
    start = UnsafePointer(address.assumingMemoryBound(to: UInt32.self))
    stride = bitmap.bytesPerRow / 4
    width = bitmap.width
    height = bitmap.height
  }

  @inline(__always)
  func row(_ y: Int) -> UnsafePointer<UInt32> { start + y * stride }
}
