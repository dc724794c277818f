import RostrumGeometry
import RealModule
import TestSupport
import Testing

@Suite("Homography")
struct HomographyTests {
  /// An eye 500 points in front of the plane, and a turn about the y axis.
  private func turned(_ degrees: Double, distance: Double = 500) -> Homography {
    var eye = Transform3D()
    eye.m34 = -1 / distance
    return Homography(Transform3D.rotationY(degrees * .pi / 180).concatenating(eye))
  }

  @Test(
    "A turned plane's points stand where similar triangles say",
    arguments: [-170.0, -90.5, -60, -45, -10, 0, 30, 77, 120])
  func similarTriangles(degrees: Double) {
    let angle = degrees * .pi / 180
    for point in [Point(x: 128, y: 40), Point(x: -70, y: -10), Point(x: 0, y: 25)] {
      // Clockwise about an axis that points down the screen: the right side turns to the front.
      let (x, depth) = (point.x * .cos(angle), -point.x * .sin(angle))
      let nearness = 500 / (500 - depth)
      let expected = Point(x: x * nearness, y: point.y * nearness)
      #expect(isClose(turned(degrees).apply(to: point), expected, 1e-9))
    }
  }

  @Test("The door of listing 9.2, opened by 60 degrees: its free edge is at 82.23 points")
  func door() {
    let edge = turned(-60).apply(to: Point(x: 128, y: 128))
    #expect(isClose(edge, Point(x: 82.230767, y: 164.461534), 1e-6))
  }

  @Test("A plane without perspective is the affine map, with the very same numbers")
  func affine() {
    var random = RandomSource(seed: 4)
    for _ in 0..<200 {
      let (a, b) = (random.affine(), random.affine())
      let both = Homography(a).concatenating(Homography(b))
      #expect(both.affine == a.concatenating(b))
      let point = random.point()
      #expect(both.apply(to: point) == a.concatenating(b).apply(to: point))
    }
  }

  @Test("One projection after the other maps a point as both in turn; the inverse maps it back")
  func composition() throws {
    var random = RandomSource(seed: 8)
    var count = 0
    while count < 500 {
      let (a, b) = (Homography(random.matrix()), Homography(random.matrix()))
      let point = random.point()
      guard let first = a.apply(to: point), let second = b.apply(to: first),
        second.length < 1e3, let back = a.inverted, a.homogeneous(point).weight > 0.1
      else { continue }
      count += 1
      #expect(isClose(a.concatenating(b).apply(to: point), second, 1e-6 * (1 + second.length)))
      #expect(isClose(back.apply(to: first), point, 1e-6 * (1 + first.length)))
    }
  }

  @Test("A plane turned past its edge shows its back")
  func facing() {
    #expect(turned(89).determinant > 0)
    #expect(turned(91).determinant < 0)
    #expect(turned(90).inverted == nil || abs(turned(90).determinant) < 1e-15)
  }

  @Test("Weights that are equal everywhere are divided out")
  func constantWeight() {
    var matrix = Transform3D.scale(x: 3, y: 6)
    matrix.m44 = 3
    #expect(Homography(matrix).affine == .scale(x: 1, y: 2))
    matrix.m44 = -3
    #expect(Homography(matrix).apply(to: Point(x: 1, y: 1)) == nil)
  }

  @Test("What is behind the eye is cut off, and everything in front of it stays")
  func eye() {
    let floor = turned(-80, distance: 100)
    let behind = Point(x: 200, y: 50)
    #expect(floor.apply(to: behind) == nil)
    let outline = floor.outline(of: Rect(x: -200, y: -50, width: 400, height: 100).corners)
    #expect(outline.count == 4)
    #expect(outline.allSatisfy { $0.isFinite })
    // Of the far edge, in front of the eye, nothing was cut.
    let far = floor.apply(to: Point(x: -200, y: 50))
    #expect(outline.contains { isClose(far, $0, 1e-9) })
    #expect(Homography(.translation(z: 200), eyeAt: 100).boundingBox(of: unit).isEmpty)
  }

  private let unit = Rect(x: 0, y: 0, width: 1, height: 1)

  @Test("The linearized map has the projection's differences for derivatives")
  func derivatives() throws {
    let map = turned(-50)
    let (point, step) = (Point(x: 60, y: -40), 1e-4)
    let near = map.linearized(at: point)
    for way in [Point(x: step, y: 0), Point(x: 0, y: step)] {
      let exact = try #require(map.apply(to: point + way))
      #expect(isClose(near.apply(to: point + way), exact, 1e-9))
    }
  }

  @Test("A circle's outline in perspective stays within the tolerance of the exact conic")
  func circle() throws {
    let map = turned(-70, distance: 150)
    let circle = Path.circle(center: Point(x: 20, y: 0), radius: 100)
    let window = Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
    let outline = try #require(map.outline(of: circle, within: window, tolerance: 0.02))
    let back = try #require(map.inverted)
    var count = 0
    for segment in outline.segments {
      let middle = segment.point(at: 0.5)
      let onPlane = try #require(back.apply(to: middle))
      let radius = onPlane.distance(to: Point(x: 20, y: 0))
      // The four cubics stray 0.0273 % from the circle themselves.
      let scale = map.linearized(at: onPlane).determinant.magnitude.squareRoot()
      #expect(abs(radius - 100) * scale < 0.02 + 0.0273 * scale + 0.03)
      count += 1
    }
    #expect(count > 20 && count < 400)
  }

  @Test("An outline of random curves and matrices is finite, small and closed")
  func hostile() {
    var random = RandomSource(seed: 99)
    let window = Rect(x: 0, y: 0, width: 100, height: 100)
    for number in 0..<500 {
      let path = random.path()
      let outline = Homography(random.matrix()).outline(of: path, within: window, tolerance: 0.02)
      #expect(outline?.isFinite != false, "\(number)")
      #expect(outline?.elements.count ?? 0 < 20_000, "\(number)")
    }
  }

  @Test("No number traps", arguments: [0, 1e-300, 1e300, -1, .infinity, .nan])
  func anyNumber(n: Double) {
    let map = Homography(
      AffineTransform(a: n, b: 1, c: n, d: -n, tx: n, ty: 0), weightX: n, weightY: -n, weight: n)
    let rect = Rect(x: -5, y: -5, width: 10, height: 10)
    _ = (
      map.boundingBox(of: rect), map.inverted, map.determinant,
      map.linearized(atNearestCornerOf: rect)
    )
    _ = map.outline(of: .circle(center: .zero, radius: 5), within: rect, tolerance: 0.02)
  }
}

extension Homography {
  /// A matrix seen by an eye at a distance in front of the plane z = 0.
  fileprivate init(_ matrix: Transform3D, eyeAt distance: Double) {
    var eye = Transform3D()
    eye.m34 = -1 / distance
    self.init(matrix.concatenating(eye))
  }
}

extension Transform3D {
  fileprivate static func translation(z: Double) -> Transform3D { .translation(x: 0, y: 0, z: z) }
}

extension RandomSource {
  fileprivate mutating func affine() -> AffineTransform {
    AffineTransform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
  }
}
