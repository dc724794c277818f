import RostrumCPixels
import RostrumGeometry

/// An outline of any form: it may consist of several parts, have holes, and cross itself.
///
/// The covered area of each pixel is computed exactly. In a row of pixels, sides that do not
/// overlap others in x are added directly; overlapping sides are split at all heights at which a
/// side begins, ends or crosses another side. Between two such heights the winding number decides
/// which sides are edges.
///
/// One thread at a time may ask for rows.
final class ExactOutline {
  /// The whole pixels around it, in the picture.
  let frame: PixelRect
  /// In pixels from the frame's corner, from the highest to the lowest top.
  private let sides: Buffer<cpixels_side>
  private let rows: OpaquePointer

  /// How far a curve's chords may be from it, in pixels.
  private static let tolerance = 1.0 / 64

  /// `nil` for a path without an area.
  ///
  /// - Parameter path: In pixels, within Cairo's range; open parts count as closed.
  init?(_ path: Path, _ rule: FillRule) throws(OutOfMemory) {
    guard let hull = path.hull, Rect.drawable.holds(hull) else { return nil }
    let box = hull.pixelsTouched
    guard box.width > 0, box.height > 0 else { return nil }
    frame = PixelRect(
      x: Int(box.minX), y: Int(box.minY), width: Int(box.width), height: Int(box.height))
    let found = Self.sides(of: path, from: box.origin)
    sides = try Buffer(count: found.count)
    Self.sort(found, into: sides, rows: frame.height)
    let rows = cpixels_outline_make(
      sides.start, found.count, Int32(clamping: frame.width), rule == .evenOdd ? 1 : 0)
    guard let rows else {
      throw OutOfMemory(bytes: found.count * MemoryLayout<cpixels_side>.stride)
    }
    self.rows = rows
  }

  deinit { cpixels_outline_free(rows) }

  private static func sides(of path: Path, from origin: Point) -> [cpixels_side] {
    var sides: [cpixels_side] = []
    sides.reserveCapacity(4 * path.elements.count)
    var (start, place) = (Point.zero, Point.zero)
    func line(to end: Point) {
      if let side = cpixels_side(from: place, to: end) { sides.append(side) }
      place = end
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        line(to: start)
        (start, place) = (point - origin, point - origin)
      case .line(let end): line(to: end - origin)
      case .cubic(let control1, let control2, let end):
        let curve = CubicCurve(
          start: place, control1: control1 - origin, control2: control2 - origin,
          end: end - origin)
        let count = curve.chordCount(tolerance: tolerance)
        for part in 1..<max(count, 1) { line(to: curve.point(at: Double(part) / Double(count))) }
        line(to: end - origin)
      case .close: line(to: start)
      }
    }
    line(to: start)
    return sides
  }

  /// Sorts sides by their tops: first by the rows in which these lie, then the few of each row.
  private static func sort(_ found: [cpixels_side], into sides: Buffer<cpixels_side>, rows: Int) {
    guard found.count > 32, rows < 4 * found.count else {
      let sorted = found.sorted { $0.top < $1.top }
      for (index, side) in sorted.enumerated() { sides[index] = side }
      return
    }
    func row(_ side: cpixels_side) -> Int { min(max(Int(side.top), 0), rows - 1) }
    var ends = [Int](repeating: 0, count: rows + 1)
    for side in found { ends[row(side) + 1] += 1 }
    for index in 1...rows { ends[index] += ends[index - 1] }
    for side in found {
      sides[ends[row(side)]] = side
      ends[row(side)] += 1
    }
    var start = 0
    for end in ends.dropLast() {
      var part = UnsafeMutableBufferPointer(start: sides.start + start, count: end - start)
      if part.count > 1 { part.sort { $0.top < $1.top } }
      start = end
    }
  }

  /// Calls `run` with each run of equally covered pixels of a row, and its coverage in levels of
  /// 255: each pixel at most once, and pixels without coverage are left out.
  ///
  /// Rows must be visited from top to bottom; some may be left out. Row and pixels are the
  /// picture's.
  @inline(__always)
  func visit(row y: Int, run: (Range<Int>, UInt32) -> Void) {
    guard frame.y <= y, y < frame.maxY else { return }
    var runs: UnsafePointer<cpixels_run>?
    let count = cpixels_outline_cover(rows, Int32(clamping: y - frame.y), &runs)
    guard let runs else { return }
    for index in 0..<count {
      let start = Int(runs[index].start) + frame.x
      run(start..<start + Int(runs[index].count), runs[index].level)
    }
  }
}

extension cpixels_side {
  /// `nil` for a level line.
  fileprivate init?(from start: Point, to end: Point) {
    guard start.y != end.y else { return nil }
    let slope = (end.x - start.x) / (end.y - start.y)
    self =
      start.y < end.y
      ? Self(top: start.y, bottom: end.y, x: start.x, slope: slope, direction: 1)
      : Self(top: end.y, bottom: start.y, x: end.x, slope: slope, direction: -1)
  }
}
