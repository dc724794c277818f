import RostrumGeometry

/// The pixels of an area through which edges of more than one fragment go.
struct SharedEdgePixels {
  let area: PixelRect
  /// For each pixel of the area: 0 without an edge, the number of a fragment plus 1, or -1 where
  /// edges of several meet.
  private let marks: Buffer<Int32>
  private let counts: Buffer<Int>

  /// How many pixels are followed at a time: 256 bytes each.
  private static let most = 1 << 18

  init(of fragments: [PlaneFragment], in area: PixelRect) throws(OutOfMemory) {
    self.area = area
    marks = try Buffer(count: area.width * area.height)
    counts = try Buffer(count: area.height)
    for (index, fragment) in fragments.enumerated() {
      for edge in fragment.edges { mark(edge.start, edge.end, Int32(index + 1)) }
    }
  }

  func isMeeting(column: Int, row: Int) -> Bool { marks[row * area.width + column] < 0 }

  /// Rows that are drawn together, such that not too many pixels are followed.
  var bands: [Range<Int>] {
    var bands: [Range<Int>] = []
    var (start, count) = (0, 0)
    let top = area.y
    for row in 0..<area.height {
      if count > 0, count + counts[row] > Self.most {
        bands.append(top + start..<top + row)
        (start, count) = (row, 0)
      }
      count += counts[row]
    }
    return bands + [top + start..<area.maxY]
  }

  /// Marks every pixel that a line touches, or nearly touches: Cairo moves points by up to 1/512
  /// pixel.
  private mutating func mark(_ start: Point, _ end: Point, _ fragment: Int32) {
    guard start.isFinite, end.isFinite else { return }
    let margin = 1.0 / 128
    let (upper, lower) = start.y <= end.y ? (start, end) : (end, start)
    let (left, top) = (Double(area.x), Double(area.y))
    let first = max(0, (upper.y - margin - top).rounded(.down))
    let last = min(Double(area.height - 1), (lower.y + margin - top).rounded(.down))
    guard first <= last else { return }
    for row in Int(first)...Int(last) {
      let y = top + Double(row)
      let (a, b) = Self.span(upper, lower, from: y - margin, to: y + 1 + margin)
      let start = max(0, (min(a, b) - margin - left).rounded(.down))
      let end = min(Double(area.width - 1), (max(a, b) + margin - left).rounded(.down))
      guard start <= end else { continue }
      for column in Int(start)...Int(end) { mark(column, row, fragment) }
    }
  }

  /// Where a line is between two heights.
  private static func span(
    _ upper: Point, _ lower: Point, from top: Double, to bottom: Double
  ) -> (Double, Double) {
    let height = lower.y - upper.y
    guard height > 0 else { return (upper.x, lower.x) }
    func x(_ y: Double) -> Double {
      upper.interpolated(to: lower, progress: min(max((y - upper.y) / height, 0), 1)).x
    }
    return (x(top), x(bottom))
  }

  private mutating func mark(_ column: Int, _ row: Int, _ fragment: Int32) {
    let index = row * area.width + column
    let known = marks[index]
    if known == 0 {
      marks[index] = fragment
    } else if known != fragment {
      if known > 0 { counts[row] += 1 }
      marks[index] = -1
    }
  }
}

/// Pixels of which 64 places are followed on their own.
final class MultisampledPixels {
  private let area: PixelRect
  private let rows: Range<Int>
  /// The slot of each pixel of these rows, plus 1, or 0 for none.
  private let slots: Buffer<Int32>
  /// 64 premultiplied colours for each slot.
  private let colors: Buffer<UInt32>

  init(_ meetings: SharedEdgePixels, rows: Range<Int>) throws(OutOfMemory) {
    area = meetings.area
    self.rows = rows
    let width = area.width
    slots = try Buffer(count: width * rows.count)
    var count: Int32 = 0
    let top = rows.lowerBound - area.y
    for row in 0..<rows.count {
      for column in 0..<width where meetings.isMeeting(column: column, row: top + row) {
        count += 1
        slots[row * width + column] = count
      }
    }
    colors = try Buffer(count: Int(count) * 64)
  }

  /// For a pixel of the drawing that lies in the area and these rows.
  func slot(_ x: Int, _ y: Int) -> Int? {
    let slot = slots[(y - rows.lowerBound) * area.width + x - area.x]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Lays a colour over the places of `mask`.
  func lay(_ color: UInt32, on slot: Int, _ mask: UInt64) {
    var rest = mask
    while rest != 0 {
      let index = slot * 64 + rest.trailingZeroBitCount
      colors[index] = color.over(colors[index])
      rest &= rest - 1
    }
  }

  /// Replaces the colours of the places of `mask`.
  func set(_ color: UInt32, on slot: Int, _ mask: UInt64) {
    var rest = mask
    while rest != 0 {
      colors[slot * 64 + rest.trailingZeroBitCount] = color
      rest &= rest - 1
    }
  }

  func load(from surface: SurfacePixels) {
    for place in places {
      let color =
        surface.contains(place.x, place.y)
        ? surface[place.x - surface.originX, place.y - surface.originY] : 0
      for index in place.slot * 64..<place.slot * 64 + 64 { colors[index] = color }
    }
  }

  func store(to surface: SurfacePixels) {
    for place in places where surface.contains(place.x, place.y) {
      surface[place.x - surface.originX, place.y - surface.originY] = average(place.slot)
    }
  }

  private func average(_ slot: Int) -> UInt32 {
    var (even, odd): (UInt64, UInt64) = (0x20_0000_0020, 0x20_0000_0020)
    for index in slot * 64..<slot * 64 + 64 {
      let color = UInt64(colors[index])
      even += (color & 0xFF) | (color >> 16 & 0xFF) << 32
      odd += (color >> 8 & 0xFF) | (color >> 24 & 0xFF) << 32
    }
    func parts(_ sum: UInt64) -> UInt32 {
      UInt32(sum >> 6 & 0xFF) | UInt32(sum >> 38 & 0xFF) << 16
    }
    return parts(even) | parts(odd) << 8
  }

  /// The mean colour of the samples of a pixel that are set in `mask`, at least one.
  func average(_ slot: Int, of mask: UInt64) -> UInt32 {
    if mask == .max { return average(slot) }
    let count = UInt32(mask.nonzeroBitCount)
    var sum = SIMD4<UInt32>(repeating: count / 2)
    var rest = mask
    while rest != 0 {
      let color = colors[slot * 64 + rest.trailingZeroBitCount]
      sum &+= SIMD4(color, color >> 8, color >> 16, color >> 24) & 255
      rest &= rest - 1
    }
    let mean = sum / count
    return mean.x | mean.y << 8 | mean.z << 16 | mean.w << 24
  }

  /// All pixels that are followed.
  var places: [(slot: Int, x: Int, y: Int)] {
    (0..<slots.count).compactMap { index in
      guard slots[index] > 0 else { return nil }
      let (x, y) = (area.x + index % area.width, rows.lowerBound + index / area.width)
      return (slot: Int(slots[index]) - 1, x: x, y: y)
    }
  }
}
