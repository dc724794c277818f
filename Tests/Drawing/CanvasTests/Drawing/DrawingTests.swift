import RostrumCanvas
import RostrumGeometry
import Testing

@Suite("Drawing")
struct DrawingTests {
  private func picture(_ draw: (Drawing) throws -> Void) throws -> Bitmap {
    try CanvasTests.picture(width: 20, height: 20, draw)
  }

  private let square = Path(rect: Rect(x: 5, y: 5, width: 10, height: 10))

  @Test("Drawing fills whole pixels exactly, half pixels by half, and premultiplies")
  func fill() throws {
    let bitmap = try picture {
      try $0.fill(square, with: Color(red: 1, green: 0, blue: 0, alpha: 0.5))
      try $0.fill(Path(rect: Rect(x: 0, y: 0, width: 2.5, height: 2)), with: .white)
    }
    expectPixels(bitmap, (10, 10, 0x8080_0000), (4, 10, 0), (1, 1, 0xFFFF_FFFF))
    #expect((0x7F...0x80).contains(bitmap[2, 1] >> 24))
  }

  @Test("Colours outside 0...1 are limited")
  func colorLimits() throws {
    let bitmap = try picture {
      try $0.fill(square, with: Color(red: 3, green: -2, blue: .nan, alpha: 7))
    }
    #expect(bitmap[10, 10] == 0xFFFF_0000)
  }

  @Test("The two fill rules differ where a path winds twice", arguments: FillRule.allCases)
  func fillRules(rule: FillRule) throws {
    var path = square
    path.elements += Path(rect: Rect(x: 8, y: 8, width: 4, height: 4)).elements
    let bitmap = try picture { try $0.fill(path, with: .black, rule: rule) }
    #expect(bitmap[10, 10] == (rule == .nonZero ? 0xFF00_0000 : 0))
    #expect(bitmap[6, 10] == 0xFF00_0000)
  }

  @Test("The pen has the shape of the transform")
  func penShape() throws {
    let bitmap = try picture { drawing in
      try drawing.withTransform(.scale(x: 4, y: 1)) {
        try drawing.stroke(
          Path(points: [(2.5, 0), (2.5, 20)], isClosed: false), with: .black, style: StrokeStyle())
        try drawing.stroke(
          Path(points: [(0, 3), (5, 3)], isClosed: false), with: .black,
          style: StrokeStyle(lineWidth: 2))
      }
      #expect(drawing.transform == .identity)
    }
    #expect((0..<20).filter { bitmap[$0, 10] == 0xFF00_0000 } == [8, 9, 10, 11])
    #expect((0..<20).filter { bitmap[1, $0] == 0xFF00_0000 } == [2, 3])
  }

  @Test("An odd dash pattern goes round twice, from its phase", arguments: [0.0, 3, -2, 9, 1e6])
  func dashes(phase: Double) throws {
    let style = StrokeStyle(lineWidth: 2, dashPattern: [4, 2, 1], dashPhase: phase)
    let bitmap = try CanvasTests.picture(width: 40, height: 20) {
      try $0.stroke(Path(points: [(0, 5), (40, 5)], isClosed: false), with: .black, style: style)
    }
    // On 4, off 2, on 1, off 4, on 2, off 1.
    let period = 14
    let offset = ((Int(phase) % period) + period) % period
    for x in 0..<40 {
      let position = (x + offset) % period
      let isDrawn = position < 4 || position == 6 || (11..<13).contains(position)
      #expect((bitmap[x, 5] != 0) == isDrawn, "pixel \(x)")
    }
  }

  @Test(
    "No dash pattern that is none changes the line",
    arguments: [[0.0], [0, 0], [-1, 2], [.nan], [.infinity, 1]])
  func badDashes(pattern: [Double]) throws {
    let line = Path(points: [(0, 5), (20, 5)], isClosed: false)
    let solid = try picture { try $0.stroke(line, with: .black, style: StrokeStyle(lineWidth: 2)) }
    let dashed = try picture {
      try $0.stroke(line, with: .black, style: StrokeStyle(lineWidth: 2, dashPattern: pattern))
    }
    #expect(dashed.hasSamePixels(as: solid))
  }

  @Test("A group fades as one picture")
  func group() throws {
    let bitmap = try picture { drawing in
      try drawing.group(opacity: 0.5, bounds: Rect(x: 0, y: 0, width: 20, height: 20)) {
        try drawing.fill(square, with: .white)
        try drawing.fill(square, with: .black)
      }
    }
    #expect(bitmap[10, 10] == 0x8000_0000)
  }

  @Test("A clip cuts with smooth edges, and an error passes through it")
  func clip() throws {
    struct Stop: Error {}
    let bitmap = try picture { drawing in
      try drawing.clip(to: Path(rect: Rect(x: 5.5, y: 5, width: 5, height: 5))) {
        drawing.paint(.white)
        drawing.paint(.black)
      }
      #expect(throws: Stop.self) {
        try drawing.clip(to: Path(points: [(0, 15), (9, 15), (0, 20)])) {
          drawing.paint(.white)
          throw Stop()
        }
      }
      try drawing.fill(Path(rect: Rect(x: 18, y: 18, width: 2, height: 2)), with: .black)
    }
    #expect(bitmap[7, 7] == 0xFF00_0000)
    #expect((0x7F...0x80).contains(bitmap[5, 7] >> 24) && bitmap[5, 7] & 0xFFFFFF == 0)
    expectPixels(bitmap, (4, 7, 0), (19, 19, 0xFF00_0000))
  }

  @Test("Clear makes the part inside a clip transparent")
  func clear() throws {
    let bitmap = try picture { drawing in
      drawing.paint(.white)
      try drawing.clip(to: square) { drawing.clear() }
    }
    expectPixels(bitmap, (10, 10, 0), (4, 10, 0xFFFF_FFFF))
  }

  @Test("Too large a bitmap for Cairo is an error in words")
  func tooLarge() throws {
    let drawing = Drawing(on: try Bitmap(width: 40_000, height: 1))
    drawing.paint(.black)
    #expect(throws: DrawingError.self) { try drawing.finish() }
  }
}
