public import Foundation
import RostrumGeometry

/// The kind of one element of a path.
public enum CGPathElementType: Int32, Sendable {
  case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}

/// An element of a path, while `applyWithBlock` shows it.
public struct CGPathElement {
  public let type: CGPathElementType
  public let points: UnsafeMutablePointer<CGPoint>
}

extension CGPath {
  /// Shows every element. A quadratic curve comes as the cubic that it is.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    for element in model.elements {
      let type: CGPathElementType
      var points: [CGPoint]
      (type, points) =
        switch element {
        case .move(let point): (.moveToPoint, [point.cgPoint])
        case .line(let point): (.addLineToPoint, [point.cgPoint])
        case .cubic(let a, let b, let end):
          (.addCurveToPoint, [a.cgPoint, b.cgPoint, end.cgPoint])
        case .close: (.closeSubpath, [.zero])
        }
      points.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        var shown = CGPathElement(type: type, points: start)
        withUnsafePointer(to: &shown, block)
      }
    }
  }

  /// Whether the inside holds a point; open parts count as closed.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    let path = model.transformed(by: transform.model)
    let winding = path.subpaths.reduce(0) { $0 + Self.winding(of: $1, around: Point(point)) }
    return rule == .winding ? winding != 0 : !winding.isMultiple(of: 2)
  }

  /// How often a part goes around a point: the signed crossings of a ray to the right.
  private static func winding(of part: Subpath, around point: Point) -> Int {
    var corners = [part.start]
    for segment in part.segments {
      let steps = if case .cubic = segment { 64 } else { 1 }
      corners += (1...steps).map { segment.point(at: Double($0) / Double(steps)) }
    }
    return zip(corners, corners.dropFirst() + [part.start]).reduce(0) { winding, line in
      let (a, b) = line
      guard (a.y <= point.y) != (b.y <= point.y) else { return winding }
      let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
      return x > point.x ? winding + (b.y > a.y ? 1 : -1) : winding
    }
  }
}

extension CGMutablePath {
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }
}

extension CGPath {
  /// The same parts, each from its end to its start.
  package func reversed() -> CGPath {
    let parts = model.subpaths.map { part -> [Path.Element] in
      guard let last = part.segments.last else { return [] }
      let back = part.segments.reversed().map { segment -> Path.Element in
        switch segment {
        case .line(let start, _): .line(start)
        case .cubic(let curve): .cubic(curve.control2, curve.control1, curve.start)
        }
      }
      return [.move(last.end)] + back + (part.isClosed ? [.close] : [])
    }
    return CGPath(Path(parts.flatMap(\.self)))
  }
}

extension CGMutablePath {
  /// An arc of a circle that touches the line from the current point to the first end, and the one
  /// from there to the second; a line leads to its start.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    let start = currentPoint.applying(transform.inverted())
    let (ax, ay) = (start.x - tangent1End.x, start.y - tangent1End.y)
    let (bx, by) = (tangent2End.x - tangent1End.x, tangent2End.y - tangent1End.y)
    let (a, b) = (hypot(ax, ay), hypot(bx, by))
    let cross = ax * by - ay * bx
    guard radius > 0, a > 0, b > 0, abs(cross) > 1e-9 * a * b else {
      return addLine(to: tangent1End, transform: transform)
    }
    // Half of the angle between both lines gives how far the circle touches from the corner.
    let half = acos(max(-1, min(1, (ax * bx + ay * by) / (a * b)))) / 2
    let reach = radius / tan(half)
    let (mx, my) = (ax / a + bx / b, ay / a + by / b)
    let middle = hypot(mx, my)
    let center = CGPoint(
      x: tangent1End.x + mx / middle * radius / sin(half),
      y: tangent1End.y + my / middle * radius / sin(half))
    let first = CGPoint(x: tangent1End.x + ax / a * reach, y: tangent1End.y + ay / a * reach)
    let last = CGPoint(x: tangent1End.x + bx / b * reach, y: tangent1End.y + by / b * reach)
    let turn =
      (first.x - center.x) * (last.y - center.y) - (first.y - center.y) * (last.x - center.x)
    addArc(
      center: center, radius: radius, startAngle: atan2(first.y - center.y, first.x - center.x),
      endAngle: atan2(last.y - center.y, last.x - center.x), clockwise: turn < 0,
      transform: transform)
  }
}

extension CGPath {
  /// The shape of a line along the path, as a path to be filled by the non-zero rule. Curves are
  /// lines of at most a tenth of a point's error, and parts of the shape lie on each other.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin,
    miterLimit: CGFloat, transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(
      lineWidth: lineWidth, cap: lineCap.model, join: lineJoin.model, miterLimit: miterLimit)
    return CGPath(model.strokeOutline(style, tolerance: 0.1).transformed(by: transform.model))
  }

  /// The same, under the name that Swift gave it first. The transform is that of the line's shape.
  public convenience init?(
    __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat,
    lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat
  ) {
    let shape = path.copy(
      strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
      transform: transform?.pointee ?? .identity)
    self.init(shape.model)
  }

  /// The parts of the path that dashes leave.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    let dashes = model.dashed(lengths.map(Double.init), phase: Double(phase))
    return CGPath(dashes.transformed(by: transform.model))
  }
}

extension Path {
  /// Curves are lines of at most an eighth of a point's length.
  fileprivate func dashed(_ lengths: [Double], phase: Double) -> Path {
    let lengths = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
    let period = lengths.reduce(0, +)
    guard period > 0, !lengths.contains(where: { $0 < 0 }) else { return self }
    var result = Path()
    for part in subpaths {
      var index = 0
      var left = phase - (phase / period).rounded(.down) * period
      while left >= lengths[index], index < lengths.count - 1 {
        left -= lengths[index]
        index += 1
      }
      left = lengths[index] - left
      var last = part.start
      var isOpen = false
      for corner in part.corners {
        var length = last.distance(to: corner)
        while length > 1e-9 {
          let step = min(length, left)
          let next = last.moved(toward: corner, by: step / length)
          if index.isMultiple(of: 2) {
            if !isOpen { result.move(to: last) }
            result.line(to: next)
            isOpen = true
          }
          (last, length, left) = (next, length - step, left - step)
          guard left <= 1e-9 else { continue }
          index = (index + 1) % lengths.count
          (left, isOpen) = (lengths[index], false)
          if left == 0 { index = (index + 1) % lengths.count; left = lengths[index] }
        }
      }
    }
    return result
  }
}

extension Subpath {
  /// The ends of the lines that the part is made of.
  fileprivate var corners: [Point] {
    let ends = segments.flatMap { segment -> [Point] in
      guard case .cubic = segment else { return [segment.point(at: 1)] }
      let points = (0...8).map { segment.point(at: Double($0) / 8) }
      let rough = zip(points, points.dropFirst()).reduce(0.0) { $0 + $1.0.distance(to: $1.1) }
      let count = min(max(Int((rough * 8).rounded(.up)), 8), 10_000)
      return (1...count).map { segment.point(at: Double($0) / Double(count)) }
    }
    return isClosed ? ends + [start] : ends
  }
}

extension Point {
  fileprivate func moved(toward other: Point, by part: Double) -> Point {
    Point(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
  }
}
