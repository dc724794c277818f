import Foundation
import RostrumGeometry
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumFigures

@Suite("Curves")
struct CurveTests {
  /// The height of a traced path at x, by bisection along its segments.
  static func height(of path: Path, at x: Double) -> Double? {
    for segment in path.segments where segment.start.x <= x && x <= segment.end.x {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if segment.point(at: middle).x < x { low = middle } else { high = middle }
      }
      return segment.point(at: low).y
    }
    return nil
  }

  @Test(
    "The traced line passes through its samples within a hundredth of a 200-point plot's point",
    arguments: TimingFunction.named.map(\.name))
  func samples(_ name: String) throws {
    let function = try #require(TimingFunction(name: name))
    let trace = Curve(function).traced(tolerance: 5e-5, resolution: 256)
    for index in 1..<997 {
      let x = Double(index) / 997
      let y = try #require(Self.height(of: trace.path, at: x))
      // A tenth of a point on a plot of 200 points.
      #expect(abs(y - function.value(at: x)) < 0.1 / 200, "\(name) at \(x)")
    }
  }

  @Test("A Bezier timing function is one exact segment")
  func exactBezier() throws {
    let bezier = try #require(CubicBezier(x1: 1, y1: 0, x2: 0.75, y2: 1))
    #expect(
      Curve(.bezier(bezier)).traced(tolerance: 1).path.elements == [
        .move(.zero),
        .cubic(Point(x: 1, y: 0), Point(x: 0.75, y: 1), Point(x: 1, y: 1)),
      ])
  }

  @Test("A parabola and a cubic are one segment, a bounce is its four parabolas with exact corners")
  func exactPolynomials() throws {
    for (easing, count) in [
      (Easing.quadraticEaseIn, 1), (.cubicEaseOut, 1), (.cubicEaseInOut, 2), (.bounceEaseOut, 4),
      (.bounceEaseIn, 4),
    ] {
      let path = Curve(.easing(easing)).traced(tolerance: 1e-6).path
      #expect(path.segments.count == count, "\(easing)")
      #expect(path.subpaths.count == 1, "\(easing)")
    }
    let bounce = Curve(.easing(.bounceEaseOut)).traced(tolerance: 1e-6).path
    let corners = bounce.segments.dropLast().map(\.end)
    for (corner, x) in zip(corners, [4.0 / 11, 8.0 / 11, 9.0 / 10]) {
      #expect(abs(corner.x - x) < 1e-12)
      // The formula's constants are rounded: it does not touch the floor to the last digit.
      #expect(abs(corner.y - 1) < 1e-3)
    }
  }

  @Test("A million waves are drawn as lines that fill the same area")
  func waves() {
    let curve = Curve(domain: 0...1) { (x: Double) -> Double in sin(2e6 * Double.pi * x) }
    let path = curve.traced(tolerance: 1e-3).path
    #expect(path.elements.count < 40_000)
    let box = path.boundingBox ?? .zero
    #expect(box.minY < -0.99)
    #expect(box.maxY > 0.99)
    #expect(box.width == 1)
  }

  @Test("A step that nobody announced is found, and drawn as a jump")
  func jumps() {
    let trace = Curve(domain: 0...1) { $0 < 0.37 ? 1 : 3 }.traced(tolerance: 1e-4)
    #expect(trace.jumps.count == 1)
    #expect(abs(trace.jumps[0][0].x - 0.37) < 1e-5)
    #expect(trace.path.subpaths.count == 2)
    #expect(trace.path.segments.allSatisfy { $0.start.y == $0.end.y })
  }

  @Test(
    "Velocity and acceleration are the derivatives",
    arguments: [0.0, 0.0001, 0.1, 0.3, 0.77, 0.9999, 1])
  func derivatives(_ x: Double) {
    let curve = Curve(.easing(.cubicEaseIn))
    #expect(abs(curve.differentiated().value(x) - 3 * x * x) < 1e-6)
    #expect(abs(curve.differentiated().differentiated().value(x) - 6 * x) < 1e-3)
    let bezier = Curve(.bezier(.easeInEaseOut)).differentiated()
    #expect(abs(bezier.value(x) - CubicBezier.easeInEaseOut.slope(at: x)) < 1e-4)
  }

  @Test("Steps end at 1, by a jump; straight lines end where they end")
  func ends() {
    let trace = Curve(.steps(StepFunction(count: 4)!)).traced(tolerance: 1e-4)
    #expect(trace.jumps.count == 4)
    #expect(trace.jumps.last == [Point(x: 1, y: 0.75), Point(x: 1, y: 1)])
    #expect(trace.range == 0...1)
    #expect(Curve(.bezier(.easeIn)).traced(tolerance: 1e-4).jumps.isEmpty)
  }

  @Test("Walking along the parameter is another curve than solving for time")
  func parameterWalk() throws {
    let bezier = try #require(CubicBezier(x1: 1, y1: 0, x2: 0.5, y2: 1.51))
    let walked = Curve(.bezier(bezier.sampledByParameter))
    let segment = try #require(walked.exactSegment)
    for s in [0.0, 0.2, 0.5, 0.9, 1] {
      #expect(abs(segment.point(at: s).x - s) < 1e-12)
      #expect(abs(segment.point(at: s).y - walked.value(s)) < 1e-12)
    }
    #expect(abs(walked.value(0.5) - bezier.value(at: 0.5)) > 0.1)
  }
}
