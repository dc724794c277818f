import Canvas
import Dispatch
import Geometry
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a band of rows added up to.
struct Tally: Sendable {
  var tolerated = 0
  var forgiven = 0
  var different = 0
  /// Of all pixels and the three colour channels.
  var squaredError = 0.0
  /// The largest squared distance (`ColorDistance`) and where it is.
  var largest: Float = 0
  var largestX = 0
  var largestY = 0

  /// Of equal distances the first in reading order stays, so that bands can be added in any order of threads.
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
  let edges: Antialiasing
  let limit: Float
  let forgives: Bool
  let ignored: [PixelRect]
  let map: DifferenceMap

  /// Rows that one thread takes at a time.
  private static let band = 64

  func run() -> Tally {
    let count = (map.height + Self.band - 1) / Self.band
    let tallies = Mutex([Tally?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      var tally = Tally()
      for y in index * Self.band..<min((index + 1) * Self.band, map.height) { scan(y, &tally) }
      tallies.withLock { [tally] in $0[index] = tally }
    }
    return tallies.withLock { $0 }.reduce(into: Tally()) { sum, tally in
      if let tally { sum.add(tally) }
    }
  }

  private func scan(_ y: Int, _ tally: inout Tally) {
    let (old, new) = (edges.expected.row(y), edges.actual.row(y))
    markIgnored(y)
    guard memcmp(old, new, map.width * 4) != 0 else { return }
    let before = tally.different
    if ignored.isEmpty {
      scan(y, 0..<map.width, old, new, &tally)
    } else {
      for span in PictureComparison.spans(in: y, width: map.width, without: ignored) {
        scan(y, span, old, new, &tally)
      }
    }
    map.differingInRow[y] = Int32(truncatingIfNeeded: tally.different - before)
  }

  private func markIgnored(_ y: Int) {
    for rect in ignored where rect.y <= y && y < rect.maxY {
      memset(
        map.kinds.start + y * map.width + rect.x, Int32(DifferenceMap.Kind.ignored.rawValue),
        rect.width)
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
        if old[x] != new[x] { judge(x, y, old[x], new[x], &tally) }
        x += 1
      }
    }
  }

  @inline(__always)
  private func judge(_ x: Int, _ y: Int, _ old: UInt32, _ new: UInt32, _ tally: inout Tally) {
    let distance = ColorDistance.squared(old, new)
    tally.squaredError += Double(ColorDistance.squaredError(old, new))
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
  private func kind(_ x: Int, _ y: Int, _ distance: Float) -> DifferenceMap.Kind {
    if distance <= limit { return .tolerated }
    return forgives && edges.explains(x: x, y: y) ? .forgiven : .different
  }
}
