import RostrumGeometry
import TestSupport

/// True when the numbers differ by at most `tolerance`; false for NaN.
func isClose(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance
}

func isClose(_ a: Point?, _ b: Point, _ tolerance: Double = 1e-9) -> Bool {
  guard let a else { return false }
  return isClose(a.x, b.x, tolerance) && isClose(a.y, b.y, tolerance)
}

func isClose(_ a: Vector3, _ b: Vector3, _ tolerance: Double = 1e-9) -> Bool {
  isClose(a.x, b.x, tolerance) && isClose(a.y, b.y, tolerance) && isClose(a.z, b.z, tolerance)
}

func isClose(_ a: Transform3D, _ b: Transform3D, _ tolerance: Double = 1e-9) -> Bool {
  zip(a.elements, b.elements).allSatisfy { isClose($0, $1, tolerance) }
}

func isClose(_ a: Color?, _ b: Color, _ tolerance: Double = 1e-9) -> Bool {
  guard let a else { return false }
  return isClose(a.red, b.red, tolerance) && isClose(a.green, b.green, tolerance)
    && isClose(a.blue, b.blue, tolerance) && isClose(a.alpha, b.alpha, tolerance)
}

/// m11, m12, m21 and m22.
func planarElements(_ m: Transform3D) -> [Double] { [m.m11, m.m12, m.m21, m.m22] }

extension RandomSource {
  mutating func number(_ range: ClosedRange<Double> = -10...10) -> Double {
    .random(in: range, using: &self)
  }

  mutating func point() -> Point { Point(x: number(), y: number()) }

  mutating func vector() -> Vector3 { Vector3(x: number(), y: number(), z: number()) }

  mutating func curve() -> CubicCurve {
    CubicCurve(start: point(), control1: point(), control2: point(), end: point())
  }

  mutating func matrix() -> Transform3D {
    Transform3D(elements: (0..<16).map { _ in number() })
  }

  /// Several subpaths of lines and curves, some of them closed.
  mutating func path() -> Path {
    var path = Path()
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      path.move(to: point())
      for _ in 0..<Int.random(in: 1...4, using: &self) {
        if Bool.random(using: &self) {
          path.line(to: point())
        } else {
          path.cubic(to: point(), control1: point(), control2: point())
        }
      }
      if Bool.random(using: &self) { path.close() }
    }
    return path
  }
}
