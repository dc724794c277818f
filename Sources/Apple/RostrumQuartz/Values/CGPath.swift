public import Foundation
import RostrumGeometry
public import RostrumLayerTree

/// A path that does not change: lines, curves and closed outlines.
public class CGPath: Hashable, @unchecked Sendable {
  // A `CGPath` that is no `CGMutablePath` is never written to.
  fileprivate(set) var model: Path

  init(_ model: Path) { self.model = model }

  public required convenience init(_model value: Value) { self.init(value.path ?? Path()) }

  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
    self.init(Path.rect(Rect(rect)).transformed(transform))
  }

  public convenience init(
    ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil
  ) {
    self.init(Path.ellipse(in: Rect(rect)).transformed(transform))
  }

  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>? = nil
  ) {
    let path = CGMutablePath()
    path.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
    self.init(path.model.transformed(transform))
  }

  public func copy() -> CGPath? { CGPath(model) }

  public func mutableCopy() -> CGMutablePath? { CGMutablePath(model) }

  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(model.transformed(transform))
  }

  public var isEmpty: Bool { model.isEmpty }

  /// The smallest upright rectangle around the curves; `.null` for an empty path.
  public var boundingBoxOfPath: CGRect { model.boundingBox?.cgRect ?? .null }

  /// The same with the control points inside.
  public var boundingBox: CGRect { model.controlBoundingBox?.cgRect ?? .null }

  /// Where the next line begins; zero for an empty path.
  public var currentPoint: CGPoint {
    switch model.elements.last {
    case .move(let point), .line(let point): point.cgPoint
    case .cubic(_, _, let end): end.cgPoint
    case .close: model.subpaths.last?.start.cgPoint ?? .zero
    case nil: .zero
    }
  }

  public static func == (a: CGPath, b: CGPath) -> Bool { a.model == b.model }
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

extension CGPath: _ModelContent {
  public var _model: Value { .path(model) }
}

extension Path {
  fileprivate func transformed(_ transform: UnsafePointer<CGAffineTransform>?) -> Path {
    transform.map { transformed(by: $0.pointee.model) } ?? self
  }
}

/// A path that can be changed. Assigning it to a property copies it.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  override init(_ model: Path) { super.init(model) }

  public convenience init() { self.init(Path()) }

  private func change(_ transform: CGAffineTransform, _ body: (inout Path) -> Void) {
    var added = Path()
    body(&added)
    model.elements += added.transformed(by: transform.model).elements
  }

  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    change(transform) { $0.move(to: Point(point)) }
  }

  /// Without a point before, the line only moves there.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    let isFirst = model.isEmpty
    change(transform) { isFirst ? $0.move(to: Point(point)) : $0.line(to: Point(point)) }
  }

  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }

  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    if model.isEmpty { move(to: control1, transform: transform) }
    change(transform) {
      $0.cubic(to: Point(end), control1: Point(control1), control2: Point(control2))
    }
  }

  /// The quadratic curve as the cubic that it is: its control points lie two thirds of the way.
  public func addQuadCurve(
    to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity
  ) {
    if model.isEmpty { move(to: control, transform: transform) }
    let (end, control) = (end.applying(transform), control.applying(transform))
    let start = currentPoint
    func third(_ point: CGPoint) -> CGPoint {
      CGPoint(
        x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
    }
    addCurve(to: end, control1: third(start), control2: third(end))
  }

  public func closeSubpath() { if !model.isEmpty { model.close() } }

  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    change(transform) { $0 = .rect(Rect(rect)) }
  }

  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    change(transform) { $0 = .ellipse(in: Rect(rect)) }
  }

  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    let path = CGMutablePath()
    let (w, h) = (min(cornerWidth, rect.width / 2), min(cornerHeight, rect.height / 2))
    let corners = [
      (CGPoint(x: rect.maxX - w, y: rect.minY + h), CGFloat(-0.5)),
      (CGPoint(x: rect.maxX - w, y: rect.maxY - h), 0),
      (CGPoint(x: rect.minX + w, y: rect.maxY - h), 0.5),
      (CGPoint(x: rect.minX + w, y: rect.minY + h), 1),
    ]
    for (center, start) in corners {
      let round = CGAffineTransform(scaleX: w, y: h)
        .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
      path.addArc(
        center: .zero, radius: 1, startAngle: start * .pi, endAngle: (start + 0.5) * .pi,
        clockwise: false, transform: round)
    }
    path.closeSubpath()
    change(transform) { $0 = path.model }
  }

  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    change(transform) { $0 = path.model }
  }

  /// An arc from one angle to another, in radians; a line leads to its start. `clockwise` is that
  /// of axes with y up, as in Core Graphics: on screen it is the other way round.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let turn = 2 * CGFloat.pi
    var delta = endAngle - startAngle
    if abs(delta) >= turn {
      delta = clockwise ? -turn : turn
    } else if clockwise ? delta > 0 : delta < 0 {
      delta += clockwise ? -turn : turn
    }
    addRelativeArc(
      center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  /// Quarters at most, each as the cubic whose control points lie 4/3 tan(angle/4) radii away.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    func point(_ angle: CGFloat, _ along: CGFloat = 0) -> CGPoint {
      CGPoint(
        x: center.x + radius * (cos(angle) - along * sin(angle)),
        y: center.y + radius * (sin(angle) + along * cos(angle)))
    }
    addLine(to: point(startAngle), transform: transform)
    let count = max(Int((abs(delta) / (.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = delta / CGFloat(count)
    let reach = 4 / 3 * tan(step / 4)
    for index in 0..<count {
      let (from, to) = (
        startAngle + CGFloat(index) * step, startAngle + CGFloat(index + 1) * step
      )
      addCurve(
        to: point(to), control1: point(from, reach), control2: point(to, -reach),
        transform: transform)
    }
  }
}
