import Geometry

/// The pixels of an area through which edges of more than one piece go.
struct EdgeMeetings {
  /// Whole pixels.
  let area: Rect
  private let width: Int
  private let height: Int
  /// For each pixel of the area: 0 without an edge, the number of a piece plus 1, or -1 where edges
  /// of several meet.
  private let marks: Buffer<Int32>
  private let counts: Buffer<Int>

  /// How many pixels are followed at a time: 256 bytes each.
  private static let most = 1 << 18

  init(of pieces: [Piece], in area: Rect) throws(OutOfMemory) {
    self.area = area
    (width, height) = (Int(area.width), Int(area.height))
    marks = try Buffer(count: width * height)
    counts = try Buffer(count: height)
    for (index, piece) in pieces.enumerated() {
      for edge in piece.edges { mark(edge.start, edge.end, Int32(index + 1)) }
    }
  }

  func isMeeting(column: Int, row: Int) -> Bool { marks[row * width + column] < 0 }

  /// Rows that are drawn together, such that not too many pixels are followed.
  var bands: [Range<Int>] {
    var bands: [Range<Int>] = []
    var (start, count) = (0, 0)
    let top = Int(area.minY)
    for row in 0..<height {
      if count > 0, count + counts[row] > Self.most {
        bands.append(top + start..<top + row)
        (start, count) = (row, 0)
      }
      count += counts[row]
    }
    return bands + [top + start..<top + height]
  }

  /// Marks every pixel that a line touches, or nearly touches: Cairo moves points by up to 1/512
  /// pixel.
  private mutating func mark(_ start: Point, _ end: Point, _ piece: Int32) {
    guard start.isFinite, end.isFinite else { return }
    let margin = 1.0 / 128
    let (upper, lower) = start.y <= end.y ? (start, end) : (end, start)
    let first = max(0, (upper.y - margin - area.minY).rounded(.down))
    let last = min(Double(height - 1), (lower.y + margin - area.minY).rounded(.down))
    guard first <= last else { return }
    for row in Int(first)...Int(last) {
      let y = area.minY + Double(row)
      let (a, b) = Self.span(upper, lower, from: y - margin, to: y + 1 + margin)
      let left = max(0, (min(a, b) - margin - area.minX).rounded(.down))
      let right = min(Double(width - 1), (max(a, b) + margin - area.minX).rounded(.down))
      guard left <= right else { continue }
      for column in Int(left)...Int(right) { mark(column, row, piece) }
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

  private mutating func mark(_ column: Int, _ row: Int, _ piece: Int32) {
    let index = row * width + column
    let known = marks[index]
    if known == 0 {
      marks[index] = piece
    } else if known != piece {
      if known > 0 { counts[row] += 1 }
      marks[index] = -1
    }
  }
}

/// Pixels of which 64 places are followed on their own.
final class SampledPixels {
  private let area: Rect
  private let rows: Range<Int>
  private let width: Int
  /// The slot of each pixel of these rows, plus 1, or 0 for none.
  private let slots: Buffer<Int32>
  /// 64 premultiplied colours for each slot.
  private let colors: Buffer<UInt32>

  init(_ meetings: EdgeMeetings, rows: Range<Int>) throws(OutOfMemory) {
    area = meetings.area
    self.rows = rows
    width = Int(area.width)
    slots = try Buffer(count: width * rows.count)
    var count: Int32 = 0
    let top = rows.lowerBound - Int(area.minY)
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
    let slot = slots[(y - rows.lowerBound) * width + x - Int(area.minX)]
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

  /// The mean colour of those places of a pixel that are set in `mask`, which are one or more.
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
      let (x, y) = (Int(area.minX) + index % width, rows.lowerBound + index / width)
      return (slot: Int(slots[index]) - 1, x: x, y: y)
    }
  }
}
