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
      let boxes = candidates(point, Size(width: label.width, height: label.size * 1.05))
      let best = boxes.min { cost($0, taken) < cost($1, taken) } ?? boxes[0]
      taken.append(best)
      marks += frame.dot(point, theme.ink, radius: 2)
      marks.append(
        label.placed(
          at: Point(x: best.minX, y: best.minY + label.size * 0.85), color: theme.ink))
    }
    return marks
  }

  /// Around the point, the best place of an empty plot first.
  private func candidates(_ point: Point, _ size: Size) -> [Rect] {
    let (near, middle) = (Self.distance, size.height / 2)
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
    return outside * 20 + covered * 20 + Double(ink.count(where: grown.holds)) * 10
  }
}

extension Rect {
  fileprivate func holds(_ point: Point) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}

extension LinearScale.Tick {
  init(_ value: Double, _ text: String?) { self.init(value: value, text: text ?? short(value)) }
}

extension Plot {
  /// The author's own words, ranges and numbers in place of the usual ones.
  mutating func apply(_ look: FigureDeclaration.PlotLook, usual: (x: String, xUnit: String?)) {
    let (x, y) = (look.horizontal, look.vertical)
    if x.label != nil || x.unit != nil {
      let unit = x.unit ?? (x.label == nil ? usual.xUnit : nil)
      horizontalLabel = words.measured(x.label ?? usual.x, in: unit)
    }
    if y.label != nil || y.unit != nil {
      verticalLabel = words.measured(y.label ?? verticalLabel, in: y.unit)
      valueUnit = y.unit
    }
    horizontalTicks = x.ticks?.map { LinearScale.Tick($0.value, $0.text) }
    verticalTicks = y.ticks?.map { LinearScale.Tick($0.value, $0.text) }
    (horizontalFormat, verticalFormat) = (x.format, y.format)
    (showsHorizontalGrid, showsVerticalGrid) = (x.showsGrid, y.showsGrid)
    legendPlace = look.legend
    fixedDomain = x.range
    if let range = y.range { (fixedRange, verticalCut) = (range, true) }
    if let isDownwards = y.isDownwards { self.isDownwards = isDownwards }
    annotations = look.annotations.compactMap { one in
      let named = one.curve.map { name in series.first { $0.name == name } } ?? series.first
      guard let curve = named?.curve else { return nil }
      return Annotation(
        text: one.text, point: Point(x: one.time, y: one.value ?? curve.value(one.time)))
    }
    let times = look.times.filter(domain.contains)
    rules += times
    annotations += times.flatMap { time in
      series.filter { $0.curve.domain.contains(time) }.map { one in
        let value = one.curve.value(time)
        return Annotation(
          text: short(value) + (isInDegrees ? "°" : ""), point: Point(x: time, y: value))
      }
    }
  }
}
