import Browser
import RostrumCanvas
import RostrumGeometry
import RealModule
import TestSupport
import Testing

@Suite("Drawing in perspective")
struct PerspectiveDrawingTests {
  /// A square turned by some degrees about the vertical axis, in the middle of a picture of 200 by
  /// 200.
  private func turned(_ degrees: Double, about x: Double = 0) -> Homography {
    let turn = Transform3D.rotationX(x * .pi / 180)
      .concatenating(.rotationY(degrees * .pi / 180))
    return Homography(
      turn.concatenating(.perspective(distance: 200)).concatenating(.translation(x: 100, y: 100)))
  }

  private func picture(_ map: Homography, _ body: (Drawing) throws -> Void) throws -> Bitmap {
    try CanvasTests.picture(width: 200, height: 200) { drawing in
      drawing.transform = map
      try body(drawing)
    }
  }

  /// The same without perspective, drawn 8 times as large and averaged: Cairo makes lines of curves
  /// that stray by up to a tenth of a pixel.
  private func averaged(_ map: AffineTransform, _ body: (Drawing) throws -> Void) throws -> Bitmap {
    let large = try CanvasTests.picture(width: 1600, height: 1600) { drawing in
      drawing.transform = Homography(map.concatenating(.scale(x: 8, y: 8)))
      try body(drawing)
    }
    let bitmap = try Bitmap(width: 200, height: 200)
    for y in 0..<200 {
      for x in 0..<200 {
        var sums = SIMD4<UInt32>(repeating: 32)
        for index in 0..<64 {
          let pixel = large[8 * x + index % 8, 8 * y + index / 8]
          sums &+= SIMD4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 0xFF
        }
        sums = sums &>> 6
        bitmap[x, y] = sums.x | sums.y << 8 | sums.z << 16 | sums.w << 24
      }
    }
    return bitmap
  }

  private let square = Path(rect: Rect(x: -50, y: -50, width: 100, height: 100))

  @Test(
    "The corners of a turned square, measured by how much of each pixel is covered, are within 0.05 pixels",
    arguments: [(0.0, 0.0), (20, 0), (45, 0), (60, 0), (-70, 0), (35, 25), (-50, -40)])
  func corners(turn: Double, tilt: Double) throws {
    let map = turned(turn, about: tilt)
    let bitmap = try picture(map) { try $0.fill(square, with: .black) }
    let exact = map.outline(of: Rect(x: -50, y: -50, width: 100, height: 100).corners)
    let edges = try (0..<4).map { try fittedLine(exact[$0], exact[($0 + 1) % 4], bitmap) }
    for index in 0..<4 {
      let corner = try #require(edges[index].crossing(edges[(index + 3) % 4]))
      #expect(corner.distance(to: exact[index]) < 0.05, "corner \(index): \(corner)")
    }
  }

  /// The line through the places where coverage ends along rows or columns, near an edge but not
  /// near its ends.
  private func fittedLine(_ a: Point, _ b: Point, _ bitmap: Bitmap) throws -> Line {
    let isSteep = abs(b.y - a.y) > abs(b.x - a.x)
    let (from, to) = isSteep ? (a.y, b.y) : (a.x, b.x)
    var places: [Point] = []
    let range = Int(min(from, to).rounded(.up)) + 3...Int(max(from, to)) - 4
    for position in range {
      let middle = Double(position) + 0.5
      let expected = a.interpolated(to: b, progress: (middle - from) / (to - from))
      let across = isSteep ? expected.x : expected.y
      // Where the eight pixels around the edge change from empty to covered.
      let start = Int(across) - 4
      var sum = 0.0
      for step in 0..<8 {
        let pixel = isSteep ? bitmap[start + step, position] : bitmap[position, start + step]
        sum += Double(pixel >> 24) / 255
      }
      let first = isSteep ? bitmap[start, position] : bitmap[position, start]
      let end = first == 0 ? Double(start) + 8 - sum : Double(start) + sum
      places.append(isSteep ? Point(x: end, y: middle) : Point(x: middle, y: end))
    }
    return try #require(Line(fitting: places, isSteep: isSteep))
  }

  @Test("Next to no perspective is next to no difference", arguments: 0..<60)
  func nearlyAffine(seed: UInt64) throws {
    let turn = AffineTransform.rotation(0.3).concatenating(.translation(x: 20, y: -10))
    // So little that nothing moves by a thousandth of a pixel.
    let eye = Homography(.identity, weightX: 1e-9, weightY: -1e-9)
    let random = RandomShape(seed: seed)
    let flat = try averaged(turn) { try random.draw(on: $0) }
    let seen = try picture(eye.concatenating(turn)) { try random.draw(on: $0) }
    #expect(flat.share(differingFrom: seen, by: random.tolerance) == 0)
  }

  @Test("A gradient in perspective has at each pixel the colour of the point that is seen there")
  func gradient() throws {
    let map = turned(55)
    let back = try #require(map.inverted)
    let stops = [
      Gradient.Stop(location: 0, color: .black), Gradient.Stop(location: 1, color: .white),
    ]
    let gradient = Gradient(
      .axial(start: Point(x: -50, y: 0), end: Point(x: 50, y: 0)), stops: stops)
    let bitmap = try picture(map) { try $0.fill(square, with: gradient) }
    for x in stride(from: 75, to: 120, by: 5) {
      let point = try #require(back.apply(to: Point(x: Double(x) + 0.5, y: 100.5)))
      let grey = Double(bitmap[x, 100] & 0xFF)
      #expect(abs(grey - (point.x + 50) / 100 * 255) <= 1)
    }
  }

  @Test("An image in perspective has at each pixel the colour of the point that is seen there")
  func image() throws {
    let ramp = try Bitmap(width: 256, height: 64)
    for y in 0..<64 {
      for x in 0..<256 { ramp[x, y] = 0xFF00_0000 | UInt32(x) * 0x10101 }
    }
    let map = turned(-55)
    let back = try #require(map.inverted)
    let bitmap = try picture(map) {
      try $0.draw(ramp, in: Rect(x: -50, y: -50, width: 100, height: 100))
    }
    for x in stride(from: 80, to: 125, by: 5) {
      let point = try #require(back.apply(to: Point(x: Double(x) + 0.5, y: 100.5)))
      let grey = Double(bitmap[x, 100] & 0xFF)
      #expect(abs(grey - ((point.x + 50) / 100 * 256 - 0.5)) <= 2)
    }
  }

  @Test(
    "Fine stripes far away become an even grey instead of a shimmer", arguments: [60.0, 75, 82])
  func noShimmer(degrees: Double) throws {
    let stripes = try Bitmap(width: 512, height: 512)
    for y in 0..<512 {
      for x in 0..<512 { stripes[x, y] = y.isMultiple(of: 2) ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    let map = turned(0, about: degrees)
    let bitmap = try picture(map) {
      try $0.draw(stripes, in: Rect(x: -50, y: -50, width: 100, height: 100))
    }
    for y in 0..<200 where bitmap[100, y] >> 24 == 255 && bitmap[100, y + 1] >> 24 == 255 {
      #expect(abs(Int(bitmap[100, y] & 0xFF) - 128) <= 28, "row \(y)")
    }
  }

  @Test("Dashes, caps and joins in perspective are finite for every number")
  func hostileStrokes() throws {
    var random = RandomSource(seed: 5)
    let numbers = [0, 1e-12, 0.5, 3, 1e4, 1e9, -1, .infinity, .nan]
    for _ in 0..<150 {
      func any() -> Double { numbers.randomElement(using: &random) ?? 1 }
      let style = StrokeStyle(
        lineWidth: any(), cap: StrokeStyle.LineCap.allCases.randomElement(using: &random) ?? .butt,
        join: StrokeStyle.LineJoin.allCases.randomElement(using: &random) ?? .miter,
        miterLimit: any(), dashPattern: Bool.random(using: &random) ? [any(), any()] : [],
        dashPhase: any())
      let map = Homography(
        AffineTransform(a: 1, b: any(), c: 0.5, d: 1, tx: any(), ty: 3), weightX: 0.01,
        weightY: any() * 1e-3)
      _ = try picture(map) {
        try $0.stroke(.circle(center: Point(x: 50, y: 50), radius: 40), with: .black, style: style)
      }
    }
  }
}

/// y = slope·x + offset, or the same with x and y exchanged.
private struct Line {
  let slope: Double
  let offset: Double
  let isSteep: Bool

  /// Least squares.
  init?(fitting points: [Point], isSteep: Bool) {
    let pairs = points.map { isSteep ? (u: $0.y, v: $0.x) : (u: $0.x, v: $0.y) }
    let count = Double(pairs.count)
    let (u, v) = (pairs.map(\.u).reduce(0, +) / count, pairs.map(\.v).reduce(0, +) / count)
    let spread = pairs.map { ($0.u - u) * ($0.u - u) }.reduce(0, +)
    guard spread > 0 else { return nil }
    slope = pairs.map { ($0.u - u) * ($0.v - v) }.reduce(0, +) / spread
    offset = v - slope * u
    self.isSteep = isSteep
  }

  /// A steep line with one that is not.
  func crossing(_ other: Line) -> Point? {
    guard isSteep != other.isSteep else { return nil }
    let (steep, level) = isSteep ? (self, other) : (other, self)
    let y = (level.slope * steep.offset + level.offset) / (1 - level.slope * steep.slope)
    return Point(x: steep.slope * y + steep.offset, y: y)
  }
}

/// A fill, a stroke, a gradient or an image, the same for the same seed.
private struct RandomShape {
  let seed: UInt64

  /// Two rasterisers that flatten the same curve a little differently.
  var tolerance: UInt8 { seed % 4 == 3 ? 40 : 28 }

  func draw(on drawing: Drawing) throws {
    var random = RandomSource(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func point() -> Point { Point(x: number(20...160), y: number(20...160)) }
    var path = Path()
    path.move(to: point())
    path.line(to: point())
    path.cubic(to: point(), control1: point(), control2: point())
    if Bool.random(using: &random) { path.close() }
    switch seed % 4 {
    case 0: try drawing.fill(path, with: .black)
    case 1:
      try drawing.stroke(
        path, with: .black,
        style: StrokeStyle(
          lineWidth: number(1...14),
          cap: StrokeStyle.LineCap.allCases.randomElement(using: &random) ?? .butt,
          join: StrokeStyle.LineJoin.allCases.randomElement(using: &random) ?? .miter))
    case 2:
      try drawing.stroke(
        path, with: .black,
        style: StrokeStyle(
          lineWidth: number(1...9),
          cap: StrokeStyle.LineCap.allCases.randomElement(using: &random) ?? .butt,
          dashPattern: [number(4...20), number(4...20)], dashPhase: number(-9...9)))
    default:
      guard let image = try? Bitmap(width: 8, height: 8) else { preconditionFailure("memory") }
      for y in 0..<8 {
        for x in 0..<8 { image[x, y] = 0xFF00_0000 | UInt32(x * 30) << 16 | UInt32(y * 30) }
      }
      try drawing.draw(image, in: Rect(origin: point(), size: Size(width: 90, height: 70)))
    }
  }
}
