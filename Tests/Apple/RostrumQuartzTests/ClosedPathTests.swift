import RostrumQuartz
import Testing

/// Key times of paths that end where they began. Facts: pictures of lottie-ios's engine, which
/// gives N times to the N points of a path and closes it.
@Suite("Closed paths of motion")
struct ClosedPathTests {
  enum Shape: String, Sendable {
    /// From (0, 0) to (100, 0) and (100, 50), and back.
    case triangle
    /// Two lines of 100 points, 50 points below each other, both closed.
    case parts
    /// A line, closed, and one from there.
    case closedInTheMiddle
    case point

    var path: CGPath {
      let path = CGMutablePath()
      path.move(to: .zero)
      if self == .point { return path }
      path.addLine(to: CGPoint(x: 100, y: 0))
      switch self {
      case .triangle: path.addLine(to: CGPoint(x: 100, y: 50))
      case .parts:
        path.closeSubpath()
        path.addLines(between: [CGPoint(x: 0, y: 50), CGPoint(x: 100, y: 50)])
      case .closedInTheMiddle:
        path.closeSubpath()
        path.addLine(to: CGPoint(x: 0, y: 50))
        return path
      case .point: break
      }
      path.closeSubpath()
      return path
    }
  }

  struct Row: Sendable, CustomStringConvertible {
    var shape = Shape.triangle
    var mode = CAAnimationCalculationMode.linear
    let times: [Double]?
    /// The part of the duration, and where the layer is then.
    let shown: (Double, CGPoint)
    var warning: String?

    var description: String { "\(shape) \(mode.rawValue) \(times ?? []) at \(shown.0)" }
  }

  private static func at(_ part: Double, _ x: CGFloat, _ y: CGFloat) -> (Double, CGPoint) {
    (part, CGPoint(x: x, y: y))
  }

  static let rows: [Row] = [
    Row(times: [0, 0.2, 1], shown: at(0.6, 100, 25)),
    Row(times: [0, 0.2, 1], shown: at(0.999, 100, 49.94)),
    Row(mode: .cubic, times: [0, 0.2, 1], shown: at(0.6, 100, 25)),
    Row(mode: .discrete, times: [0, 0.2, 1], shown: at(0.6, 100, 0)),
    // One more time is the way back's, and so is its part where there are none.
    Row(times: [0, 0.2, 0.6, 1], shown: at(0.8, 50, 25)),
    Row(times: nil, shown: at(0.5, 100, 25)),
    Row(times: nil, shown: at(5.0 / 6, 50, 25)),
    // 100, 50 and 111.803 points, half of which are 130.902; key times have no effect.
    Row(mode: .paced, times: [0, 0.2, 1], shown: at(0.5, 100, 30.902)),
    Row(mode: .cubicPaced, times: nil, shown: at(0.5, 100, 30.902)),
    Row(
      times: [0, 1], shown: at(0.25, 50, 0),
      warning: "3 points have 2 key times: they are not used"),
    Row(
      times: [0, 0.2, 0.6, 0.8, 1], shown: at(0.4, 100, 25),
      warning: "3 points have 5 key times: the last ones are not used"),
    Row(shape: .parts, times: [0, 0.5, 1], shown: at(0.25, 50, 0)),
    Row(shape: .parts, times: [0, 0.5, 1], shown: at(0.75, 50, 50)),
    Row(shape: .closedInTheMiddle, times: [0, 0.5, 1], shown: at(0.75, 50, 25)),
    Row(shape: .point, times: [0, 1], shown: at(0.5, 7, 7)),
  ]

  @Test("A close adds no point where the others have their times", arguments: rows)
  func places(_ row: Row) throws {
    let layer = CALayer()
    var shown: CGPoint?
    let film = Self.film(layer, row.shape, row.shown.0) { animation in
      animation.calculationMode = row.mode
      animation.keyTimes = row.times?.map { NSNumber(value: $0) }
      // A path goes before values.
      animation.values = [CGPoint.zero, CGPoint(x: 1, y: 1)]
    } look: {
      shown = layer.presentation()?.position
    }
    let place = try #require(shown)
    #expect(abs(place.x - row.shown.1.x) < 0.01 && abs(place.y - row.shown.1.y) < 0.01, "\(place)")
    #expect(film.warnings.map(\.message) == (row.warning.map { [$0] } ?? []))
  }

  @Test("A layer that turns with a closed path keeps the direction of the last way that it goes")
  func rotation() throws {
    let layer = CALayer()
    var angle: CGFloat?
    _ = Self.film(layer, .triangle, 0.9) { animation in
      (animation.keyTimes, animation.rotationMode) = ([0, 0.2, 1], .rotateAuto)
    } look: {
      angle = layer.presentation()?.value(forKeyPath: "transform.rotation.z") as? CGFloat
    }
    #expect(abs(try #require(angle) - .pi / 2) < 1e-6)
  }

  private static func film(
    _ layer: CALayer, _ shape: Shape, _ part: Double,
    _ change: @escaping (CAKeyframeAnimation) -> Void, look: @escaping () -> Void
  ) -> Film {
    Film(size: CGSize(width: 20, height: 20), fps: 20, duration: 2) { stage in
      layer.position = CGPoint(x: 7, y: 7)
      stage.layer.addSublayer(layer)
      let animation = CAKeyframeAnimation(keyPath: "position")
      (animation.path, animation.duration) = (shape.path, 1)
      change(animation)
      layer.add(animation, forKey: nil)
      stage.at(part, look)
    }
  }
}
