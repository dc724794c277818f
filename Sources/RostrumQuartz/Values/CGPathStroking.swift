public import Foundation
import RostrumGeometry

extension CGPath {
  /// The shape of a line along the path, as a path to be filled by the non-zero rule. Curves are
  /// lines of at most a tenth of a point's error, and parts of the shape lie on each other.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin,
    miterLimit: CGFloat, transform: CGAffineTransform = .identity
  ) -> CGPath {
    let shape = CGMutablePath()
    let stroke = LineShape(
      radius: lineWidth / 2, cap: lineCap, join: lineJoin, miterLimit: miterLimit, shape: shape)
    if lineWidth > 0 { for line in flattened { stroke.add(line.points, isClosed: line.isClosed) } }
    guard !transform.isIdentity else { return shape }
    let moved = CGMutablePath()
    moved.addPath(shape, transform: transform)
    return moved
  }

  /// The path's parts as corners, each without repeated points.
  private var flattened: [(points: [CGPoint], isClosed: Bool)] {
    var lines: [(points: [CGPoint], isClosed: Bool)] = []
    func add(_ point: CGPoint) {
      guard let last = lines.last?.points.last, last != point else { return }
      lines[lines.count - 1].points.append(point)
    }
    applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint: lines.append(([points[0]], false))
      case .addLineToPoint: add(points[0])
      case .addCurveToPoint, .addQuadCurveToPoint:
        guard let start = lines.last?.points.last else { return }
        let isCubic = element.pointee.type == .addCurveToPoint
        let controls = isCubic ? [points[0], points[1], points[2]] : [points[0], points[1]]
        for point in Self.corners(from: start, controls) { add(point) }
      case .closeSubpath:
        guard var line = lines.popLast(), let first = line.points.first else { return }
        if line.points.count > 1, line.points.last == first { line.points.removeLast() }
        lines.append((line.points, true))
        lines.append(([first], false))
      }
    }
    // A move alone draws nothing.
    return lines.filter { $0.points.count > 1 || $0.isClosed }
  }

  private static func corners(from start: CGPoint, _ controls: [CGPoint]) -> [CGPoint] {
    let all = [start] + controls
    let length = zip(all, all.dropFirst()).reduce(0) {
      $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y)
    }
    let count = max(4, min(Int((length * 0.8).rounded(.up)), 400))
    return (1...count).map { step in
      // De Casteljau's construction.
      var points = all
      let t = CGFloat(step) / CGFloat(count)
      while points.count > 1 {
        points = zip(points, points.dropFirst()).map { a, b in
          CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
        }
      }
      return points[0]
    }
  }
}

/// The parts of a line's shape. All turn the same way round, so that they add up.
private struct LineShape {
  let radius: CGFloat
  let cap: CGLineCap
  let join: CGLineJoin
  let miterLimit: CGFloat
  let shape: CGMutablePath

  func add(_ points: [CGPoint], isClosed: Bool) {
    guard points.count > 1 else {
      // A closed point is a dot where caps have an area.
      if cap == .round { disk(points[0]) }
      return
    }
    let ends = isClosed ? points + [points[0]] : points
    for (a, b) in zip(ends, ends.dropFirst()) { segment(a, b) }
    for index in points.indices where isClosed || index > 0 && index < points.count - 1 {
      let before = points[(index + points.count - 1) % points.count]
      corner(before, points[index], points[(index + 1) % points.count])
    }
    if !isClosed {
      end(points[0], from: points[1])
      end(points[points.count - 1], from: points[points.count - 2])
    }
  }

  private func polygon(_ points: [CGPoint]) {
    let area = zip(points, points.dropFirst() + points.prefix(1)).reduce(CGFloat(0)) {
      $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y
    }
    shape.addLines(between: area < 0 ? points.reversed() : points)
    shape.closeSubpath()
  }

  private func disk(_ center: CGPoint) {
    shape.move(to: CGPoint(x: center.x + radius, y: center.y))
    shape.addArc(
      center: center, radius: radius, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
    shape.closeSubpath()
  }

  private func direction(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
    let length = hypot(b.x - a.x, b.y - a.y)
    return CGPoint(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
  }

  private func offset(_ point: CGPoint, _ along: CGPoint, _ side: CGFloat, _ ahead: CGFloat = 0)
    -> CGPoint
  {
    CGPoint(
      x: point.x - along.y * side * radius + along.x * ahead,
      y: point.y + along.x * side * radius + along.y * ahead)
  }

  private func segment(_ a: CGPoint, _ b: CGPoint) {
    let along = direction(a, b)
    polygon([offset(a, along, 1), offset(b, along, 1), offset(b, along, -1), offset(a, along, -1)])
  }

  private func end(_ point: CGPoint, from inner: CGPoint) {
    let along = direction(inner, point)
    switch cap {
    case .butt: break
    case .round: disk(point)
    case .square:
      polygon([
        offset(point, along, 1), offset(point, along, 1, radius), offset(point, along, -1, radius),
        offset(point, along, -1),
      ])
    }
  }

  private func corner(_ a: CGPoint, _ point: CGPoint, _ b: CGPoint) {
    let (into, out) = (direction(a, point), direction(point, b))
    let turn = into.x * out.y - into.y * out.x
    if join == .round { return disk(point) }
    // The outer side is the one that the line turns away from.
    let side: CGFloat = turn > 0 ? -1 : 1
    var corners = [point, offset(point, into, side), offset(point, out, side)]
    let cosine = into.x * out.x + into.y * out.y
    // The miter's length in line widths is 1 / sin(half the angle between the lines).
    let halfSine = ((1 + cosine) / 2).squareRoot()
    if join == .miter, halfSine > 1e-6, 1 / halfSine <= miterLimit {
      let length = radius / halfSine
      let middle = CGPoint(
        x: corners[1].x + corners[2].x - 2 * point.x, y: corners[1].y + corners[2].y - 2 * point.y)
      let size = hypot(middle.x, middle.y)
      if size > 0 {
        corners.insert(
          CGPoint(x: point.x + middle.x / size * length, y: point.y + middle.y / size * length),
          at: 2)
      }
    }
    polygon(corners)
  }
}
