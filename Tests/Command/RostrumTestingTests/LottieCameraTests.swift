import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumImporters
import RostrumKit
import RostrumOutput
import RostrumRegression
import RostrumSceneFile
import RostrumTesting
import TestSupport
import Testing

private typealias Vector = SIMD3<Double>

extension Vector {
  fileprivate func dot(_ other: Vector) -> Double { (self * other).sum() }

  fileprivate func cross(_ b: Vector) -> Vector {
    Vector(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }

  fileprivate var normalized: Vector { self / dot(self).squareRoot() }

  /// As a property of a Lottie.
  fileprivate var json: String { "{\"k\": [\(x), \(y), \(z)]}" }
}

/// A camera that looks at a point. The positions are computed from its three axes, without the
/// program's matrices.
private struct Sight {
  let eye: Vector
  let target: Vector
  let zoom: Double
  let size: Size

  func project(_ point: Vector) -> Point {
    let forward = (target - eye).normalized
    // Horizontal, whatever the camera looks at.
    let right = Vector(0, 1, 0).cross(forward).normalized
    let down = forward.cross(right)
    let way = point - eye
    let scale = zoom / way.dot(forward)
    return Point(
      x: size.width / 2 + way.dot(right) * scale, y: size.height / 2 + way.dot(down) * scale)
  }
}

@Suite("Cameras of Lotties")
struct LottieCameraTests {
  private static let dots = [Vector(100, 75, 0), Vector(60, 50, -60), Vector(160, 110, 100)]

  private func file(_ eye: Vector, _ target: Vector, _ zoom: Double, shift: Vector) -> String {
    let dots = Self.dots.map { dot in
      """
      {"ty": 4, "ddd": 1, "ip": 0, "op": 20, "ks": {"p": \(dot.json)},
       "shapes": [{"ty": "el", "p": {"k": [0, 0]}, "s": {"k": [8, 8]}},
                  {"ty": "fl", "c": {"k": [0, 0, 0, 1]}, "o": {"k": 100}}]}
      """
    }
    return """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 20, "w": 200, "h": 150, "layers": [
       {"ty": 3, "ddd": 1, "ind": 1, "ip": 0, "op": 20, "ks": {"p": \(shift.json)}},
       {"ty": 13, "ddd": 1, "parent": 1, "ip": 0, "op": 20, "pe": {"k": \(zoom)},
        "ks": {"p": \(eye.json), "a": \(target.json)}},
       \(dots.joined(separator: ",\n "))]}
      """
  }

  /// The centre of the opaque pixels around a place.
  private func centre(near place: Point, in picture: Bitmap) -> Point? {
    var (sum, count) = (Point.zero, 0.0)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let alpha = Double(picture[x, y] >> 24) / 255
        guard alpha > 0, pixel.distance(to: place) < 14 else { continue }
        sum = sum + pixel * alpha
        count += alpha
      }
    }
    return count > 0 ? sum * (1 / count) : nil
  }

  @Test(
    "Dots in space are where the camera sees them",
    arguments: [
      (Vector(100, 75, -200), Vector(100, 75, 0), 200.0, Vector.zero),
      (Vector(150, 20, -220), Vector(100, 80, 10), 190, .zero),
      (Vector(20, 140, -260), Vector(110, 70, 30), 250, .zero),
      (Vector(140, 30, -180), Vector(90, 90, 0), 190, Vector(9, -7, -30)),
    ] as [(SIMD3<Double>, SIMD3<Double>, Double, SIMD3<Double>)])
  func projection(
    _ eye: SIMD3<Double>, _ target: SIMD3<Double>, _ zoom: Double, _ shift: SIMD3<Double>
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("camera.json")
    try file(eye, target, zoom, shift: shift).write(
      toFile: path, atomically: true, encoding: .utf8)
    let picture = try RenderedMoment(
      SceneOpener(options: SceneOptions(importers: .all)).open(path), at: 0.5
    ).picture
    let sight = Sight(
      eye: eye + shift, target: target + shift, zoom: zoom, size: Size(width: 200, height: 150))
    for dot in Self.dots {
      let expected = sight.project(dot)
      let found = try #require(centre(near: expected, in: picture), "\(dot)")
      // The centre of a slanting ellipse lies a little off the dot's.
      #expect(found.distance(to: expected) < 0.35, "\(dot): \(found), not \(expected)")
    }
  }
}
