import Geometry

/// A shape of which the area that it covers of each pixel is known exactly.
enum ExactShape {
  case outline(SimpleOutline)
  case ring(Ring)
  case general(GeneralOutline)

  /// The shape that a path in pixels fills, within Cairo's range; `nil` without an area.
  static func shape(
    of outline: Path, _ rule: FillRule
  ) throws(DrawingError) -> ExactShape? {
    if let simple = SimpleOutline(outline) { return .outline(simple) }
    return try DrawingError.orShortage { () throws(OutOfMemory) in
      try GeneralOutline(outline, rule)
    }.map(ExactShape.general)
  }

  /// Holds every pixel that the shape touches.
  var frame: PixelRect {
    switch self {
    case .outline(let outline): outline.frame
    case .ring(let ring): ring.frame
    case .general(let outline): outline.frame
    }
  }

  /// Calls `begin` with each row of an area, and `pixel` and `run` with pixels and runs of pixels
  /// in it that are covered alike, and with how much of each
  /// is covered, in levels of 255: none twice. What is left out is not covered.
  @inline(__always)
  func visit(
    _ area: PixelRect, begin: (_ y: Int) -> Void, pixel: (_ x: Int, UInt32) -> Void,
    run: (Range<Int>, UInt32) -> Void
  ) {
    let columns = area.x..<area.maxX
    func visit(_ x: Int, _ level: UInt32) {
      if columns.contains(x) { pixel(x, level) }
    }
    func visit(_ pixels: Range<Int>, _ level: UInt32) {
      let pixels = pixels.clamped(to: columns)
      if !pixels.isEmpty { run(pixels, level) }
    }
    switch self {
    case .outline(let outline):
      let (left, top) = (outline.frame.x, outline.frame.y)
      outline.withRows { rows in
        for y in area.y..<area.maxY {
          begin(y)
          rows.visit(row: y - top) {
            visit($0 + left, $1)
          } run: {
            visit($0.lowerBound + left..<$0.upperBound + left, $1)
          }
        }
      }
    case .ring(let ring):
      ring.withRows { rows in
        for y in area.y..<area.maxY {
          begin(y)
          rows.visit(y: y) {
            visit($0, $1)
          } run: {
            visit($0, $1)
          }
        }
      }
    case .general(let outline):
      outline.rewind()
      for y in area.y..<area.maxY {
        begin(y)
        outline.visit(row: y) { visit($0, $1) }
      }
    }
  }
}

extension SimpleOutline {
  /// Runs `body` with what covers rows, from top to bottom.
  @inline(__always)
  func withRows(_ body: (inout CoverageAccumulator) -> Void) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: CoverageAccumulator.cellCount(self)) {
      cells in
      cells.initialize(repeating: 0)
      guard let start = cells.baseAddress else { return }
      sides.withUnsafeBufferPointer { sides in
        var rows = CoverageAccumulator(self, sides: sides, cells: start)
        body(&rows)
      }
    }
  }
}

/// The area inside one outline, or anywhere, and outside of another outline that lies in it.
struct Ring {
  /// `nil` for everything.
  let outer: SimpleOutline?
  let hole: SimpleOutline
  let frame: PixelRect
  /// Whether a clip cuts the drawing to the outer outline later. The ring's share of a pixel is
  /// then its share of what the outline covers there, so that both together cover its area.
  let isCut: Bool
  /// The sides of both, such that what all add is what the ring covers.
  private let outerSides: [SimpleOutline.Side]
  private let holeSides: [SimpleOutline.Side]

  /// The hole lies inside the outline.
  init(_ outer: SimpleOutline, hole: SimpleOutline, isCut: Bool = false) {
    self.init(outer, hole, frame: outer.frame.union(hole.frame), isCut: isCut)
  }

  /// All that is not in the hole, within an area.
  init(around hole: SimpleOutline, within area: PixelRect) {
    self.init(nil, hole, frame: area.union(hole.frame), isCut: false)
  }

  private init(_ outer: SimpleOutline?, _ hole: SimpleOutline, frame: PixelRect, isCut: Bool) {
    (self.outer, self.hole, self.frame, self.isCut) = (outer, hole, frame, isCut)
    outerSides = outer?.sides(adding: true) ?? []
    holeSides = hole.sides(adding: false)
  }

  /// Runs `body` with what covers rows, from top to bottom.
  @inline(__always)
  func withRows(_ body: (inout RingAccumulator) -> Void) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: RingAccumulator.cellCount(self)) {
      cells in
      cells.initialize(repeating: 0)
      guard let start = cells.baseAddress else { return }
      outerSides.withUnsafeBufferPointer { outer in
        holeSides.withUnsafeBufferPointer { hole in
          var rows = RingAccumulator(self, outer: outer, hole: hole, cells: start)
          body(&rows)
        }
      }
    }
  }
}

extension SimpleOutline {
  /// The sides with such directions that they add, or take away, what lies inside.
  fileprivate func sides(adding: Bool) -> [Side] {
    let turn = isClockwise == adding ? -1.0 : 1.0
    return sides.map {
      Side(top: $0.top, bottom: $0.bottom, x: $0.x, slope: $0.slope, direction: $0.direction * turn)
    }
  }
}
