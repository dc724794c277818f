import RostrumCanvas
import RostrumGeometry

/// Places the texts of a plot's annotations: each beside its point, where it lies on as little else
/// as it can.
struct AnnotationLayout {
  private let plot: Plot
  private let frame: PlotFrame
  /// Places on the curves and on the handles of control points, close together.
  private let ink: [Point]

  private static let distance = 6.0

  init(_ plot: Plot, _ frame: PlotFrame) {
    (self.plot, self.frame) = (plot, frame)
    ink =
      plot.annotations.isEmpty
      ? []
      : plot.series.flatMap { series in
        if let data = series.data { return data.corners.map(frame.place) }
        let domain = series.curve.domain
        let curve = (0...200).map { index in
          let x = domain.lowerBound + domain.length * Double(index) / 200
          return frame.place(Point(x: x, y: series.curve.value(x)))
        }
        return curve + Self.handles(of: series).map(frame.place)
      }
  }

  /// Places on the lines from the curve's ends to its control points.
  private static func handles(of series: Series) -> [Point] {
    guard let segment = series.curve.exactSegment, series.controlPoints.count == 2 else {
      return []
    }
    return zip([segment.start, segment.end], series.controlPoints).flatMap { end, point in
      (0...60).map { end + (point - end) * (Double($0) / 60) }
    }
  }

  /// Points with their texts.
  func marks() throws(TextError) -> [Artwork.Mark] {
    let theme = frame.theme
    let points = plot.annotations.map { frame.place($0.point) }
    var taken = points.map { Rect(x: $0.x - 3, y: $0.y - 3, width: 6, height: 6) }
    var marks: [Artwork.Mark] = []
    for (annotation, point) in zip(plot.annotations, points) {
      let label = try frame.setter.label(annotation.text)
      let size = Size(width: label.width, height: label.size * 1.05)
      let boxes = candidates(point, size, of: annotation)
      let best = boxes.min { cost($0, taken) < cost($1, taken) } ?? boxes[0]
      taken.append(best)
      if annotation.hasArrow {
        marks += arrow(from: best, to: point)
      } else {
        marks += frame.dot(point, theme.ink, radius: 2)
      }
      marks.append(
        label.placed(
          at: Point(x: best.minX, y: best.minY + label.size * 0.85), color: theme.ink))
    }
    return marks
  }

  /// From the edge of a text nearly to the point, with a head.
  private func arrow(from box: Rect, to point: Point) -> [Artwork.Mark] {
    let around = box.insetBy(dx: -2.5, dy: -1)
    let way = point - around.center
    // The part of the way that is inside of the box.
    let part = min(
      abs(way.x) > 1e-9 ? around.width / 2 / abs(way.x) : .infinity,
      abs(way.y) > 1e-9 ? around.height / 2 / abs(way.y) : .infinity)
    guard part < 1 else { return [] }
    let start = around.center + way * part
    let tip = point - way * (1.5 / way.length)
    let color = frame.theme.ink
    let (along, across) = (way * (1 / way.length), Point(x: -way.y, y: way.x) * (1 / way.length))
    let back = tip - along * 4.5
    let head = Path([
      .move(tip), .line(back + across * 1.7), .line(back - across * 1.7), .close,
    ])
    let shaft = (tip - start).length > 5 ? [frame.line([start, back], color, width: 0.7)] : []
    return shaft + [.fill(head, color)]
  }

  /// Around the point, the best place of an empty plot first; the author's place alone where there
  /// is one.
  private func candidates(
    _ point: Point, _ size: Size, of annotation: Plot.Annotation
  ) -> [Rect] {
    if let place = annotation.textPlace.map(frame.place) {
      return [
        Rect(
          x: place.x - size.width / 2, y: place.y - size.height / 2, width: size.width,
          height: size.height)
      ]
    }
    guard annotation.hasArrow else { return candidates(point, size, near: Self.distance) }
    return [20, 32, 48].flatMap { candidates(point, size, near: $0) }
  }

  private func candidates(_ point: Point, _ size: Size, near: Double) -> [Rect] {
    let middle = size.height / 2
    let left = point.x - near - size.width
    let (above, below) = (point.y - near - size.height, point.y + near)
    let origins = [
      Point(x: point.x + near, y: above + middle), Point(x: point.x + near, y: below - middle),
      Point(x: left, y: above + middle), Point(x: left, y: below - middle),
      Point(x: point.x + near, y: point.y - middle), Point(x: left, y: point.y - middle),
      Point(x: point.x - size.width / 2, y: above), Point(x: point.x - size.width / 2, y: below),
    ]
    // Farther away, where everything near is covered.
    let far = origins.map { origin in
      let center = Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
      return origin + (center - point) * (14 / max(1, (center - point).length))
    }
    return (origins + far).map { Rect(origin: $0, size: size) }
  }

  /// The area that a text would cover of other marks, or have outside of the plot.
  private func cost(_ box: Rect, _ taken: [Rect]) -> Double {
    let inside = box.intersection(frame.area)
    let outside = box.width * box.height - inside.width * inside.height
    let covered = taken.reduce(0) { sum, other in
      let part = box.intersection(other)
      return sum + part.width * part.height
    }
    let grown = box.insetBy(dx: -1.5, dy: -1.5)
    let cost = outside * 20 + covered * 20 + Double(ink.count(where: grown.holds)) * 10
    // Differences by rounding alone would let a farther place win.
    return (cost * 1e3).rounded()
  }
}

extension Rect {
  fileprivate func holds(_ point: Point) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}
