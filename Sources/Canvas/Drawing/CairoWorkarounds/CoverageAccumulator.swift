import Geometry

/// How much of each pixel of one row lies inside an outline: exactly, as an area.
struct CoverageAccumulator {
  private var row: SideAccumulator
  private let isClockwise: Bool

  /// How many cells an outline needs.
  static func cellCount(_ outline: SimpleOutline) -> Int { outline.frame.width + 2 }

  /// All cells are zero, and are so again after each row. `sides` are the outline's.
  init(
    _ outline: SimpleOutline, sides: UnsafeBufferPointer<SimpleOutline.Side>,
    cells: UnsafeMutablePointer<Int32>
  ) {
    row = SideAccumulator(outline, sides: sides, cells: cells)
    isClockwise = outline.isClockwise
  }

  /// Begins at the top again.
  mutating func rewind() { row.rewind() }

  /// Calls `pixel` with single pixels, and `run` with runs of pixels that are covered alike, and
  /// how much of each is inside, in levels of 255. None of them is covered twice; those of which
  /// nothing is inside are left out.
  ///
  /// Rows are asked for from top to bottom; some may be left out. Row and pixels count from the
  /// outline's frame.
  @inline(__always)
  mutating func visit(
    row number: Int, pixel: (Int, UInt32) -> Void, run: (Range<Int>, UInt32) -> Void
  ) {
    row.addSides(to: Double(number))
    let (left, right) = isClockwise ? (row.up, row.down) : (row.down, row.up)
    guard left.last >= 0, right.last >= 0 else { return }
    var sum: Int32 = 0
    var place = min(left.first, right.first)
    let last = max(left.last, right.last) + 1
    while place <= last {
      if place == left.last + 2, place < right.first {
        let level = level(sum)
        if level > 0 { run(place..<right.first, level) }
        place = right.first
      }
      sum &+= row.cells[place]
      row.cells[place] = 0
      let level = level(sum)
      if level > 0 { pixel(place, level) }
      place &+= 1
    }
  }

  @inline(__always)
  private func level(_ sum: Int32) -> UInt32 { SideAccumulator.level(isClockwise ? 0 &- sum : sum) }
}

/// How much of each pixel of one row lies between two outlines, one inside the other: the
/// difference of what both cover, exactly.
struct RingAccumulator {
  /// `nil` for everything.
  private var outer: SideAccumulator?
  private var hole: SideAccumulator
  /// The changes of coverage from pixel to pixel that the hole makes, in parts of
  /// `SideAccumulator.whole`; after them, in `outerCells`, those that the outer outline makes.
  private let cells: UnsafeMutablePointer<Int32>
  private let outerCells: UnsafeMutablePointer<Int32>
  private let ring: Ring

  /// How many cells a ring needs.
  static func cellCount(_ ring: Ring) -> Int { 2 * (ring.frame.width + 2) }

  /// All cells are zero, and are so again after each row. The sides are the ring's.
  init(
    _ ring: Ring, outer outerSides: UnsafeBufferPointer<SimpleOutline.Side>,
    hole holeSides: UnsafeBufferPointer<SimpleOutline.Side>, cells: UnsafeMutablePointer<Int32>
  ) {
    self.ring = ring
    self.cells = cells
    let outerCells = cells + (ring.frame.width + 2)
    self.outerCells = outerCells
    outer = ring.outer.map {
      SideAccumulator($0, sides: outerSides, cells: outerCells + ($0.frame.x - ring.frame.x))
    }
    hole = SideAccumulator(
      ring.hole, sides: holeSides, cells: cells + (ring.hole.frame.x - ring.frame.x))
  }

  /// The same as `CoverageAccumulator.visit`, but that pixels and rows count from the drawing's
  /// corner, and some of which nothing is covered are visited too.
  @inline(__always)
  mutating func visit(
    y: Int, pixel: (Int, UInt32) -> Void, run: (Range<Int>, UInt32) -> Void
  ) {
    hole.addSides(to: Double(y - ring.hole.frame.y))
    if let outline = ring.outer { outer?.addSides(to: Double(y - outline.frame.y)) }
    var (inside, taken): (Int32, Int32) = (outer == nil ? SideAccumulator.whole : 0, 0)
    var place = 0
    forEachStretch { first, last in
      if first > place {
        let level = self.level(of: inside, taken)
        if level > 0 { run(ring.frame.x + place..<ring.frame.x + first, level) }
        place = first
      }
      while place <= last + 1 {
        inside &+= outerCells[place]
        taken &+= cells[place]
        (outerCells[place], cells[place]) = (0, 0)
        pixel(ring.frame.x + place, self.level(of: inside, taken))
        place &+= 1
      }
    }
    let level = self.level(of: inside, taken)
    if level > 0, place < ring.frame.width { run(ring.frame.x + place..<ring.frame.maxX, level) }
  }

  /// In levels of 255: `inside` is what the outer outline covers, `taken` what the hole takes away
  /// from it, as a number below 0.
  @inline(__always)
  private func level(of inside: Int32, _ taken: Int32) -> UInt32 {
    guard ring.isCut else { return SideAccumulator.level(inside &+ taken) }
    guard inside > 0 else { return 0 }
    let share = Int64(max(inside &+ taken, 0)) * Int64(SideAccumulator.whole) / Int64(inside)
    return SideAccumulator.level(Int32(clamping: share))
  }

  /// The cells that sides pass through, from left to right; stretches may overlap.
  @inline(__always)
  private func forEachStretch(_ body: (Int, Int) -> Void) {
    let (a, b) = (hole.stretches(movedBy: ring.hole.frame.x - ring.frame.x), outerStretches)
    withUnsafeTemporaryAllocation(of: SideAccumulator.Cells.self, capacity: 4) { stretches in
      var count = 0
      for stretch in [a.0, a.1, b.0, b.1] where stretch.last >= 0 {
        var index = count
        while index > 0, stretches[index - 1].first > stretch.first {
          stretches[index] = stretches[index - 1]
          index -= 1
        }
        stretches[index] = stretch
        count += 1
      }
      for index in 0..<count { body(stretches[index].first, stretches[index].last) }
    }
  }

  @inline(__always)
  private var outerStretches: (SideAccumulator.Cells, SideAccumulator.Cells) {
    guard let outer, let outline = ring.outer else {
      return (SideAccumulator.Cells(), SideAccumulator.Cells())
    }
    return outer.stretches(movedBy: outline.frame.x - ring.frame.x)
  }
}

/// One row of pixels, and what the sides of an outline change in it.
///
/// Each side adds its own share, from where it is to the right end of the row: what lies to the
/// right of a side that runs down is added, what lies
/// to the right of one that runs up is taken away. A cell holds by how much the coverage changes
/// from the pixel before.
///
/// Cells are whole numbers, so their sums do not depend on the order.
private struct SideAccumulator {
  private let sides: UnsafeBufferPointer<SimpleOutline.Side>
  private let width: Double
  let cells: UnsafeMutablePointer<Int32>
  /// The sides before it end above the row.
  private var firstSide = 0
  /// The pixels that sides running down, and up, pass through.
  private(set) var down = Cells()
  private(set) var up = Cells()

  /// Pixels from `first` to `last`, or none.
  struct Cells {
    var first = Int.max
    var last = -1

    @inline(__always)
    mutating func include(_ low: Int, _ high: Int) {
      (first, last) = (min(first, low), max(last, high))
    }

    @inline(__always)
    fileprivate func moved(by offset: Int) -> Cells {
      last < 0 ? self : Cells(first: first &+ offset, last: last &+ offset)
    }
  }

  /// The number in a cell that stands for a whole pixel.
  static let whole: Int32 = 1 << 20

  init(
    _ outline: SimpleOutline, sides: UnsafeBufferPointer<SimpleOutline.Side>,
    cells: UnsafeMutablePointer<Int32>
  ) {
    (self.sides, self.cells) = (sides, cells)
    width = Double(outline.frame.width)
  }

  /// A sum of cells in levels of 255.
  @inline(__always)
  static func level(_ sum: Int32) -> UInt32 {
    let area = min(max(sum, 0), whole)
    return UInt32(truncatingIfNeeded: (area &* 255 &+ whole / 2) >> 20)
  }

  mutating func rewind() { firstSide = 0 }

  @inline(__always)
  func stretches(movedBy offset: Int) -> (Cells, Cells) {
    (down.moved(by: offset), up.moved(by: offset))
  }

  @inline(__always)
  mutating func addSides(to top: Double) {
    (down, up) = (Cells(), Cells())
    while firstSide < sides.count, sides[firstSide].bottom <= top { firstSide &+= 1 }
    var index = firstSide
    while index < sides.count, sides[index].top < top + 1 {
      if sides[index].bottom > top { add(sides[index], top) }
      index &+= 1
    }
  }

  @inline(__always)
  private mutating func add(_ side: SimpleOutline.Side, _ top: Double) {
    let (from, to) = (max(side.top, top), min(side.bottom, top + 1))
    let (a, b) = (x(of: side, at: from), x(of: side, at: to))
    let (low, high) = (min(a, b), max(a, b))
    let (first, last) = (Int(Int32(low)), Int(Int32(high)))
    let height = (to - from) * side.direction
    if first == last {
      let middle = (low + high) / 2 - Double(first)
      let (all, here) = (Self.fixed(height), Self.fixed(height * (1 - middle)))
      cells[first] &+= here
      cells[first &+ 1] &+= all &- here
    } else {
      addSlope(height, low, high, first, last)
    }
    if side.direction > 0 { down.include(first, last) } else { up.include(first, last) }
  }

  /// Within the frame also where rounding leads out of it.
  @inline(__always)
  private func x(of side: SimpleOutline.Side, at y: Double) -> Double {
    min(max(side.x + (y - side.top) * side.slope, 0), width)
  }

  /// A side that passes through several pixels: trapezoids between two triangles.
  private func addSlope(_ height: Double, _ low: Double, _ high: Double, _ first: Int, _ last: Int)
  {
    let steep = height / (high - low)
    let (head, tail) = (Double(first + 1) - low, high - Double(last))
    var before = Self.fixed(steep * head * head / 2)
    cells[first] &+= before
    for pixel in first + 1..<last {
      let covered = Self.fixed(steep * (Double(pixel) + 0.5 - low))
      cells[pixel] &+= covered &- before
      before = covered
    }
    let covered = Self.fixed(height - steep * tail * tail / 2)
    cells[last] &+= covered &- before
    cells[last + 1] &+= Self.fixed(height) &- covered
  }

  /// -1...1 in parts of a whole pixel, rounded. The whole part of a number of this size is where
  /// the last digits of a very large one are: half the time of a conversion that checks the range.
  @inline(__always)
  private static func fixed(_ area: Double) -> Int32 {
    Int32(truncatingIfNeeded: (area * Double(whole) + 0x1.8p52).bitPattern)
  }
}
