import RostrumKit
import RostrumTiming
import UIKit

/// Custom easing: one number moves a view and shows itself in a label. `helper` eases it.
func listing003(_ helper: EasingHelper = .measured) -> Film {
  Film(size: CGSize(width: 360, height: 200), fps: 60, duration: 1.5) { stage in
    let goal = CALayer()
    goal.backgroundColor = UIColor(hex: 0xbbbbbb).cgColor
    goal.frame = CGRect(x: 299.5, y: 30, width: 1, height: 90)
    stage.layer.addSublayer(goal)
    let view = UIView(frame: CGRect(x: 25, y: 50, width: 50, height: 50))
    view.backgroundColor = UIColor(hex: 0x3b7dd8)
    view.layer.cornerRadius = 8
    view.layer.name = "view"
    stage.addSubview(view)
    let label = caption(
      "0.00", size: 30, center: CGPoint(x: 180, y: 160), bounds: CGSize(width: 200, height: 40))
    stage.layer.addSublayer(label)

    stage.at(0.2) {
      helper.ease(
        0, 250, 1, CAMediaTimingFunction(controlPoints: 1, 0, 0.5, 1.51),
        { value in
          view.transform = CGAffineTransform(translationX: value, y: 0)
          label.string = String(format: "%.2f", value)
        }, { label.foregroundColor = UIColor(hex: 0x1f9d4d).cgColor })
    }
  }
}

/// The document's helper, and one that solves the curve for the time that it measures, as Core
/// Animation does.
struct EasingHelper: Sendable {
  typealias Run =
    @Sendable (
      _ fromValue: CGFloat, _ toValue: CGFloat, _ interval: TimeInterval,
      _ timing: CAMediaTimingFunction, _ block: @escaping (CGFloat) -> Void,
      _ complete: @escaping () -> Void
    ) -> Void

  let ease: Run

  static let document = EasingHelper(ease: {
    CustomEasingAnimation.easing(
      from: $0, to: $1, interval: $2, timing: $3, block: $4, complete: $5)
  })
  static let measured = EasingHelper(ease: {
    MeasuredEasing(from: $0, to: $1, interval: $2, timing: $3, block: $4, complete: $5).start()
  })
}

// MARK: The document's sampler

struct Point2D {
  var x: Float = 0
  var y: Float = 0
}

func pointOnCubicBezier(_ cp: [Point2D], _ t: Float) -> Point2D {
  //calculate the polynomial's coefficients
  let cx = 3.0 * (cp[1].x - cp[0].x)
  let bx = 3.0 * (cp[2].x - cp[1].x) - cx
  let ax = cp[3].x - cp[0].x - cx - bx

  let cy = 3.0 * (cp[1].y - cp[0].y)
  let by = 3.0 * (cp[2].y - cp[1].y) - cy
  let ay = cp[3].y - cp[0].y - cy - by

  //calculate the point of the curve at the parameter t
  let tSquared = t * t
  let tCubed = tSquared * t

  return Point2D(
    x: (ax * tCubed) + (bx * tSquared) + (cx * t) + cp[0].x,
    y: (ay * tCubed) + (by * tSquared) + (cy * t) + cp[0].y)
}

func computeBezier(_ cp: [Point2D], _ numberOfPoints: Int) -> [Point2D] {
  let dt = 1.0 / Float(numberOfPoints - 1)
  return (0..<numberOfPoints).map { pointOnCubicBezier(cp, Float($0) * dt) }
}

final class CustomEasingAnimation {
  private var count = 0
  private var total = 0
  private var link: CADisplayLink?
  private var block: ((CGFloat) -> Void)?
  private var finish: (() -> Void)?
  private var data: [CGFloat] = [] {
    didSet {
      total = data.count
      count = 0
    }
  }

  static func calculateFrame(
    fromValue: CGFloat, toValue: CGFloat, timing function: CAMediaTimingFunction, frameCount: Int
  ) -> [CGFloat] {
    var cp = [Point2D](repeating: Point2D(), count: 4)

    for i in 0..<4 {
      var p: [Float] = [0, 0]
      function.getControlPoint(at: i, values: &p)
      cp[i].x = p[0]
      cp[i].y = p[1]
    }

    let curve = computeBezier(cp, frameCount)
    return curve.map { CGFloat($0.y) * (toValue - fromValue) + fromValue }
  }

  static func easing(
    from fromValue: CGFloat, to toValue: CGFloat, interval: TimeInterval,
    timing function: CAMediaTimingFunction, block: @escaping (CGFloat) -> Void,
    complete finish: @escaping () -> Void
  ) {
    let e = CustomEasingAnimation()
    let link = CADisplayLink(target: e, selector: #selector(tick(_:)))
    e.link = link
    link.add(to: .current, forMode: .default)
    e.block = block
    e.data = calculateFrame(
      fromValue: fromValue, toValue: toValue, timing: function,
      frameCount: Int(interval * 60) / link.frameInterval)
    e.finish = finish
  }

  @objc func tick(_ sender: CADisplayLink) {
    if count < total {
      block?(data[count])
      count += 1
    } else {
      finish?()
      sender.invalidate()
    }
  }
}

// MARK: Solved for time

private final class MeasuredEasing {
  private let value: (Double) -> CGFloat
  private let interval: TimeInterval
  private let block: (CGFloat) -> Void
  private let complete: () -> Void
  private var startTime: CFTimeInterval = 0

  init(
    from fromValue: CGFloat, to toValue: CGFloat, interval: TimeInterval,
    timing function: CAMediaTimingFunction, block: @escaping (CGFloat) -> Void,
    complete: @escaping () -> Void
  ) {
    var points: [[Float]] = [[0, 0], [0, 0]]
    for i in 0..<2 { function.getControlPoint(at: i + 1, values: &points[i]) }
    let numbers = points.joined().map { Double("\($0)") ?? 0 }
    let curve = CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    value = { fromValue + (toValue - fromValue) * CGFloat(curve?.value(at: $0) ?? $0) }
    (self.interval, self.block, self.complete) = (interval, block, complete)
  }

  func start() {
    startTime = CACurrentMediaTime()
    let link = CADisplayLink(target: self, selector: #selector(tick(_:)))
    link.add(to: .main, forMode: .common)
  }

  @objc func tick(_ link: CADisplayLink) {
    let time = min((CACurrentMediaTime() - startTime) / interval, 1)
    block(value(time))
    if time > 1 - 1e-9 {
      complete()
      link.invalidate()
    }
  }
}
