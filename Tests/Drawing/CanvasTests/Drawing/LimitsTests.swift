import Foundation
import RostrumCanvas
import RostrumGeometry
import Testing

@Suite("Numbers beyond Cairo's fixed point")
struct LimitsTests {
  private func picture(_ draw: (Drawing) throws -> Void) throws -> Bitmap {
    try CanvasTests.picture(width: 64, height: 48, draw)
  }

  private func largestDifference(_ a: Bitmap, _ b: Bitmap) -> Int {
    (0..<a.height).reduce(0) { worst, y in
      zip(a.row(y), b.row(y)).reduce(worst) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
  }

  @Test(
    "A huge rectangle covers the picture, and half of one covers half",
    arguments: [1e6, 8_388_608, 1e7, 1e9, 1e12, 1e300])
  func hugeRectangles(reach: Double) throws {
    let whole = try picture {
      try $0.fill(
        Path(points: [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]),
        with: .black)
    }
    let half = try picture {
      try $0.fill(
        Path(points: [(32, -reach), (reach, -reach), (reach, reach), (32, reach)]), with: .black)
    }
    for y in 0..<48 {
      for x in 0..<64 {
        #expect(whole[x, y] == 0xFF00_0000)
        #expect(half[x, y] == (x < 32 ? 0 : 0xFF00_0000))
      }
    }
  }

  @Test("A slanted edge to a far point runs where it should", arguments: [1e6, 1e7, 1e9, 1e11])
  func slantedEdge(reach: Double) throws {
    // The edge y = x / 2 + 5, far beyond both sides.
    func triangle(_ r: Double) -> Path {
      Path(points: [(-r, -r / 2 + 5), (r, r / 2 + 5), (-r, r)])
    }
    let far = try picture { try $0.fill(triangle(reach), with: .black) }
    let near = try picture { try $0.fill(triangle(2000), with: .black) }
    #expect(largestDifference(far, near) <= 17)
    expectPixels(far, (60, 10, 0), (4, 40, 0xFF00_0000))
  }

  private static let reaches = [5e4, 9.6e4, 1e5, 1.31e5, 2e5, 1e6, 1e9]
  private static let angles = [3.0, 20, 45, 70, 89, 135]

  /// The corners of what lies on one side of a line through (32, 24), as far as `reach` both ways.
  private static func side(_ degrees: Double, _ reach: Double) -> [(Double, Double)] {
    let (c, s) = (cos(degrees / 180 * .pi) * reach, sin(degrees / 180 * .pi) * reach)
    return [
      (32 - c, 24 - s), (32 + c, 24 + s), (32 + c - s, 24 + s + c), (32 - c - s, 24 - s + c),
    ]
  }

  @Test("Edges of any slope run where they should", arguments: reaches, angles)
  func slopes(reach: Double, degrees: Double) throws {
    func half(_ reach: Double) throws -> Bitmap {
      try picture { try $0.fill(Path(points: Self.side(degrees, reach)), with: .black) }
    }
    #expect(largestDifference(try half(reach), try half(1000)) <= 17)
  }

  @Test("Edges of lines run where they should", arguments: reaches, angles)
  func slantedLines(reach: Double, degrees: Double) throws {
    func line(_ reach: Double) throws -> Bitmap {
      let ends = Array(Self.side(degrees, reach)[..<2])
      return try picture {
        try $0.stroke(
          Path(points: ends, isClosed: false), with: .black, style: StrokeStyle(lineWidth: 5))
      }
    }
    #expect(largestDifference(try line(reach), try line(1000)) <= 17)
  }

  @Test(
    "Edges of lines that are wider than any picture run where they should",
    arguments: [1e3, 4e4, 7e4, 1.2e5], angles)
  func wideLines(width: Double, degrees: Double) throws {
    // The line's edge runs through the middle of the picture.
    let points = Self.side(degrees, 1e6)
    let (dx, dy) = ((points[3].0 - points[0].0) / 1e6, (points[3].1 - points[0].1) / 1e6)
    let middle = points[..<2].map { ($0.0 + dx * width / 2, $0.1 + dy * width / 2) }
    let line = try picture {
      try $0.stroke(
        Path(points: middle, isClosed: false), with: .black, style: StrokeStyle(lineWidth: width))
    }
    let half = try picture { try $0.fill(Path(points: Self.side(degrees, 1000)), with: .black) }
    #expect(largestDifference(line, half) <= 17)
  }

  @Test("An even-odd hole in a huge ring stays open", arguments: [1e6, 1e9, 1e300])
  func evenOddHole(reach: Double) throws {
    var ring = Path(points: [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)])
    ring.elements += Path(rect: Rect(x: 10, y: 10, width: 20, height: 20)).elements
    let bitmap = try picture { try $0.fill(ring, with: .black, rule: .evenOdd) }
    expectPixels(bitmap, (5, 5, 0xFF00_0000), (20, 20, 0))
  }

  @Test("A curve with far control points fills as its polygon does", arguments: [1e6, 1e8])
  func farCurve(reach: Double) throws {
    let (a, b) = (Point(x: 0, y: 24), Point(x: 64, y: 24))
    let (c, d) = (Point(x: 0, y: reach), Point(x: 64, y: reach))
    let bitmap = try picture {
      try $0.fill(Path([.move(a), .cubic(c, d, b)]), with: .black)
    }
    expectPixels(bitmap, (30, 10, 0), (30, 40, 0xFF00_0000))
  }

  @Test("A line between far points is where it should be", arguments: [3e3, 1e6, 1e9])
  func farLine(reach: Double) throws {
    func line(_ reach: Double) throws -> Bitmap {
      try picture {
        try $0.stroke(
          Path(points: [(-reach, 20.25), (reach, 20.25)], isClosed: false), with: .black,
          style: StrokeStyle(lineWidth: 3))
      }
    }
    #expect(largestDifference(try line(reach), try line(100)) == 0)
  }

  @Test("Dashes keep their phase when most of the line is cut off", arguments: [7e3, 7e5, 7e8])
  func farDashes(reach: Double) throws {
    func dashes(_ reach: Double) throws -> Bitmap {
      try picture {
        try $0.stroke(
          Path(points: [(-reach, 20), (reach, 20)], isClosed: false), with: .black,
          style: StrokeStyle(lineWidth: 8, dashPattern: [5, 2], dashPhase: 1))
      }
    }
    #expect(largestDifference(try dashes(reach), try dashes(70)) == 0)
  }

  @Test(
    "Dashes outside of the picture are not made", .timeLimit(.minutes(20)),
    arguments: [100.0, 2e5, 1e7, 1e9], [StrokeStyle.LineCap.butt, .round])
  func unseenDashes(reach: Double, cap: StrokeStyle.LineCap) throws {
    func dashes(_ reach: Double) throws -> Bitmap {
      try picture {
        let path = Path(
          points: [(4, 3), (reach, 3), (reach, 20), (-reach, 20), (-reach, 40), (reach, 40)],
          isClosed: false)
        let style = StrokeStyle(lineWidth: 2, cap: cap, dashPattern: [1, 4], dashPhase: 2)
        try $0.stroke(path, with: .black, style: style)
      }
    }
    // All lines have a length that is a multiple of the pattern's, except the short ones. In a row
    // with round ends, Cairo's rasteriser depends on the rows before.
    #expect(largestDifference(try dashes(reach), try dashes(100)) <= (cap == .round ? 20 : 0))
  }

  @Test("Dashes in perspective are made where they can be seen")
  func dashesInPerspective() throws {
    func dashes(_ reach: Double) throws -> Bitmap {
      try picture { drawing in
        drawing.transform = Homography(
          AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 30), weightX: 0, weightY: 0.01,
          weight: 1)
        let path = Path(points: [(0, 5), (reach, 5)], isClosed: false)
        try drawing.stroke(
          path, with: .black, style: StrokeStyle(lineWidth: 3, dashPattern: [2, 3]))
      }
    }
    #expect(largestDifference(try dashes(1e7), try dashes(200)) == 0)
  }

  @Test(
    "A line of more dashes than the limit is an error of the scene",
    arguments: [(200_000, true), (200_010, false)])
  func tooManyDashes(count: Int, isDrawn: Bool) throws {
    // The picture is 64 pixels wide, and dashes of lines that reach beyond it by 8 are made.
    let path = Path(points: [(0, 20), (60, 20)], isClosed: false)
    let style = StrokeStyle(
      lineWidth: 1, dashPattern: [30 / Double(count - 1), 30 / Double(count - 1)])
    func draw() throws { _ = try picture { try $0.stroke(path, with: .black, style: style) } }
    guard !isDrawn else { return try draw() }
    #expect {
      try draw()
    } throws: {
      "\($0)" == "cannot draw: the line has more than 200000 dashes inside the picture"
    }
  }

  @Test("A closed dashed outline that leaves the box keeps its corners")
  func closedOutline() throws {
    func outline(_ far: Double, _ dashes: [Double]) throws -> Bitmap {
      try picture {
        try $0.stroke(
          Path(points: [(10, 10), (far, 10), (far, 40), (10, 40)]), with: .black,
          style: StrokeStyle(lineWidth: 9, dashPattern: dashes))
      }
    }
    #expect(largestDifference(try outline(5000, []), try outline(300, [])) == 0)
    #expect(largestDifference(try outline(310, [20, 10]), try outline(250, [20, 10])) == 0)
    // At the start the first and the last dash end without a join.
    #expect(try outline(5000, [])[7, 7] == 0xFF00_0000)
    #expect(try outline(5000, [20, 10])[7, 7] == 0)
  }

  @Test("Finite or not, no number stops a verb", arguments: [1e9, 1e300, -1e300, .infinity, .nan])
  func anyNumber(n: Double) throws {
    let image = try Bitmap(width: 4, height: 4)
    let rect = Rect(x: n, y: 2, width: n, height: abs(n))
    let curve = Path([
      .move(.zero), .cubic(Point(x: n, y: -n), Point(x: -n, y: n), Point(x: 9, y: 9)),
    ])
    _ = try picture { drawing in
      for map in [
        AffineTransform.identity, .scale(x: n, y: 1), .translation(x: n, y: -n), .scale(x: 0, y: 1),
        .scale(x: 1e-200, y: 1e-200), AffineTransform(a: n, b: n, c: n, d: n, tx: n, ty: n),
      ] {
        try drawing.withTransform(map) {
          for path in [Path(rect: rect), curve] {
            try drawing.fill(path, with: Color(red: n, green: n, blue: -n, alpha: n))
            try drawing.clip(to: path) { drawing.paint(.black) }
            for join in StrokeStyle.LineJoin.allCases {
              for width in [n, 1e-300, 2] {
                let style = StrokeStyle(
                  lineWidth: width, cap: .round, join: join, miterLimit: n, dashPattern: [n, 3],
                  dashPhase: n)
                try drawing.stroke(path, with: .black, style: style)
                do {
                  try drawing.stroke(
                    path, with: .black, style: StrokeStyle(lineWidth: width, dashPattern: [1e-9]))
                } catch {
                  #expect("\(error)".contains("more than 200000 dashes"))
                }
              }
            }
          }
          try drawing.draw(image, in: rect)
          try drawing.draw(image, from: rect, in: Rect(x: 0, y: 0, width: 9, height: 9))
          try drawing.draw(image, in: Rect(x: 0, y: 0, width: 9, height: 1e-300), filter: .nearest)
          try drawing.group(opacity: n, bounds: rect) { drawing.paint(.white) }
          try drawing.redrawProbe(rect)
        }
      }
    }
  }

  @Test("A fan of miters at a huge limit does not wrap round")
  func hugeMiters() throws {
    let spike = Path(points: [(-40, 10), (200, 10.01), (-40, 10.02)], isClosed: false)
    let bitmap = try picture {
      try $0.stroke(spike, with: .black, style: StrokeStyle(lineWidth: 6, miterLimit: 1e300))
    }
    expectPixels(bitmap, (30, 40, 0), (30, 10, 0xFF00_0000))
  }
}

extension Drawing {
  fileprivate func redrawProbe(_ rect: Rect) throws {
    try redraw(DamageRegion(PixelRect(enclosing: rect))) { paint(.white) }
  }
}
