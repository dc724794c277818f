import RostrumCanvas
import RostrumGeometry

/// The area of one panel with its two scales, and its drawing functions.
struct PlotFrame {
  let area: Rect
  let x: LinearScale
  let y: LinearScale
  let setter: Typesetter

  init(
    area: Rect, domain: ClosedRange<Double>, range: ClosedRange<Double>,
    isDownwards: Bool = false, setter: Typesetter
  ) {
    self.area = area
    x = LinearScale(domain: domain, start: area.minX, end: area.maxX)
    let (bottom, top) = (area.maxY, area.minY)
    y = LinearScale(
      domain: range, start: isDownwards ? top : bottom, end: isDownwards ? bottom : top)
    self.setter = setter
  }

  var theme: Theme { setter.theme }

  func place(_ point: Point) -> Point { Point(x: x(point.x), y: y(point.y)) }

  func line(_ points: [Point], _ color: Color, width: Double, dashes: [Double] = []) -> Artwork.Mark
  {
    let path = Path(points.enumerated().map { $0 == 0 ? .move($1) : .line($1) })
    return .stroke(
      path, color, StrokeStyle(lineWidth: width, cap: .butt, join: .round, dashPattern: dashes))
  }

  // MARK: Behind the curves

  /// One mark for all lines of the grid.
  func grid(_ xTicks: [LinearScale.Tick], _ yTicks: [LinearScale.Tick]) -> Artwork.Mark {
    var path = Path()
    for tick in xTicks {
      path.move(to: Point(x: x(tick.value), y: area.minY))
      path.line(to: Point(x: x(tick.value), y: area.maxY))
    }
    for tick in yTicks {
      path.move(to: Point(x: area.minX, y: y(tick.value)))
      path.line(to: Point(x: area.maxX, y: y(tick.value)))
    }
    return .stroke(path, theme.grid, StrokeStyle(lineWidth: theme.gridWidth))
  }

  func band(_ range: ClosedRange<Double>) -> Artwork.Mark {
    let (left, right) = (max(x(range.lowerBound), area.minX), min(x(range.upperBound), area.maxX))
    let rect = Rect(x: left, y: area.minY, width: max(0, right - left), height: area.height)
    return .fill(.rect(rect), theme.activeBand)
  }

  func rule(_ value: Double) -> Artwork.Mark {
    let place = x(value)
    return line(
      [Point(x: place, y: area.minY), Point(x: place, y: area.maxY)], theme.axis.faded(0.8),
      width: theme.axisWidth, dashes: [2, 2])
  }

  /// The line at the bottom alone, with short ticks outside.
  func axis(_ xTicks: [LinearScale.Tick]) -> Artwork.Mark {
    var path = Path([
      .move(Point(x: area.minX, y: area.maxY + 2)), .line(Point(x: area.maxX, y: area.maxY + 2)),
    ])
    for tick in xTicks {
      path.move(to: Point(x: x(tick.value), y: area.maxY + 2))
      path.line(to: Point(x: x(tick.value), y: area.maxY + 4))
    }
    return .stroke(path, theme.axis, StrokeStyle(lineWidth: theme.axisWidth))
  }

  /// The lines at the left and the bottom, with short ticks outside.
  func axes(_ xTicks: [LinearScale.Tick], _ yTicks: [LinearScale.Tick]) -> Artwork.Mark {
    var path = Path()
    path.move(to: Point(x: area.minX, y: area.minY))
    path.line(to: Point(x: area.minX, y: area.maxY))
    path.line(to: Point(x: area.maxX, y: area.maxY))
    for tick in xTicks {
      path.move(to: Point(x: x(tick.value), y: area.maxY))
      path.line(to: Point(x: x(tick.value), y: area.maxY + 2.5))
    }
    for tick in yTicks {
      path.move(to: Point(x: area.minX, y: y(tick.value)))
      path.line(to: Point(x: area.minX - 2.5, y: y(tick.value)))
    }
    return .stroke(path, theme.axis, StrokeStyle(lineWidth: theme.axisWidth))
  }

  // MARK: Curves

  /// The line of a traced curve, and thin lines where it jumps.
  func marks(_ trace: Trace, _ color: Color, _ style: StrokeStyle) -> [Artwork.Mark] {
    let jumps = trace.jumps.map { jump in
      line(jump.map(place), color.faded(0.45), width: style.lineWidth / 2)
    }
    return jumps + [.stroke(trace.path.map(place), color, style)]
  }

  func dot(_ center: Point, _ color: Color, radius: Double = 2.1) -> [Artwork.Mark] {
    let circle = Path.circle(center: center, radius: radius)
    return [
      .fill(circle, theme.paper), .stroke(circle, color, StrokeStyle(lineWidth: 1)),
    ]
  }

  /// The sign at a sample of a curve: a ring, unless its author chose another one.
  func sample(_ center: Point, _ series: Series, _ color: Color) -> [Artwork.Mark] {
    guard let marker = series.style.marker else { return dot(center, color, radius: 1.7) }
    return [marker.mark(center, color, radius: 1.3 + 0.6 * series.stroke(theme).lineWidth)]
  }

  /// The lines from both ends to the control points, and the points.
  func handles(_ points: [Point], of curve: Curve, _ color: Color) -> [Artwork.Mark] {
    guard let segment = curve.exactSegment, points.count == 2 else { return [] }
    let ends = [segment.start, segment.end]
    let lines = zip(ends, points).map { end, point in
      line([place(end), place(point)], color.faded(0.6), width: 0.75)
    }
    return lines + ends.map { .fill(.circle(center: place($0), radius: 2), color) }
      + points.flatMap { dot(place($0), color, radius: 2.4) }
  }
}

extension FigureDeclaration.CurveStyle.Marker {
  /// The sign, filled; a cross is made of lines.
  fileprivate func mark(_ center: Point, _ color: Color, radius: Double) -> Artwork.Mark {
    func corners(_ places: [(Double, Double)]) -> Path {
      let points = places.map { Point(x: center.x + $0.0 * radius, y: center.y + $0.1 * radius) }
      return Path(points.enumerated().map { $0 == 0 ? .move($1) : .line($1) } + [.close])
    }
    switch self {
    case .circle: return .fill(.circle(center: center, radius: radius), color)
    case .square:
      return .fill(corners([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]), color)
    case .triangle: return .fill(corners([(0, -1.2), (1.05, 0.75), (-1.05, 0.75)]), color)
    case .diamond: return .fill(corners([(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)]), color)
    case .cross:
      let lines = [(-1.0, -1.0, 1.0, 1.0), (-1, 1, 1, -1)].flatMap { line -> [Path.Element] in
        [
          .move(Point(x: center.x + line.0 * radius, y: center.y + line.1 * radius)),
          .line(Point(x: center.x + line.2 * radius, y: center.y + line.3 * radius)),
        ]
      }
      return .stroke(Path(lines), color, StrokeStyle(lineWidth: 1))
    }
  }
}

/// The names of several curves, each with a piece of its line: beside the plot where there is room,
/// else beneath it, or at the ends of the curves.
struct Legend {
  let isBeside: Bool
  let size: Size
  /// From the legend's top left corner on.
  let marks: [Artwork.Mark]

  private static let sample = 14.0

  init(
    _ series: [Series], place: FigureDeclaration.LegendPlace, columns given: Int?, width: Double,
    _ setter: Typesetter
  ) throws(TextError) {
    var labels: [Label] = []
    for one in series { labels.append(try setter.label(one.name)) }
    let widest = labels.map(\.width).max() ?? 0
    guard place != .ends else {
      (isBeside, size, marks) = (true, Size(width: widest, height: 0), [])
      return
    }
    let cell = Self.sample + 5 + widest
    isBeside = place == .right || place == .automatic && cell <= width * 0.36
    let rowHeight = setter.theme.fontSize + 5
    let most = given ?? max(1, Int((width - 20) / (cell + 14)))
    let columns = isBeside ? 1 : min(series.count, most)
    let rows = (series.count + columns - 1) / columns
    var marks: [Artwork.Mark] = []
    for (index, label) in labels.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let origin = Point(x: Double(column) * (cell + 14), y: Double(row) * rowHeight)
      marks += Self.entry(label, series[index], index, setter).map { $0.moved(by: origin) }
    }
    size = Size(width: cell * Double(columns), height: Double(rows) * rowHeight)
    self.marks = marks
  }

  private static func entry(
    _ label: Label, _ series: Series, _ index: Int, _ setter: Typesetter
  ) -> [Artwork.Mark] {
    let theme = setter.theme
    let baseline = theme.fontSize * 0.9
    let middle = baseline - theme.fontSize * Label.capHeight / 2
    let line = Path([.move(Point(x: 0, y: middle)), .line(Point(x: sample, y: middle))])
    let color = series.color(index, theme)
    var style = series.stroke(theme)
    if style.dashPattern.isEmpty { style.cap = .butt }
    let name = label.placed(at: Point(x: sample + 5, y: baseline), color: theme.ink)
    let own = DataPainter.sample(series, color, width: sample, middle: middle, theme)
    let marker = series.style.marker.map {
      $0.mark(Point(x: sample / 2, y: middle), color, radius: 1.3 + 0.6 * style.lineWidth)
    }
    return (own ?? [.stroke(line, color, style)]) + [name] + [marker].compactMap(\.self)
  }

  /// The names right of the curves' ends, in the curves' colours, moved apart where they would
  /// overlap.
  static func atEnds(
    of series: [Series], in frame: PlotFrame
  ) throws(TextError) -> [Artwork.Mark] {
    let theme = frame.theme
    let least = theme.fontSize * Label.lineHeight
    let ends = series.map { one in
      frame.y(one.curve.value(min(one.curve.domain.upperBound, frame.x.domain.upperBound)))
    }
    let order = series.indices.sorted { ends[$0] < ends[$1] }
    var places = order.map { min(max(ends[$0], frame.area.minY), frame.area.maxY) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + least)
    }
    // Back up where the last one has been pushed below the plot.
    if let last = places.indices.last {
      places[last] = min(places[last], max(frame.area.maxY, places[0]))
      for index in places.indices.dropLast().reversed() {
        places[index] = min(places[index], places[index + 1] - least)
      }
    }
    var marks: [Artwork.Mark] = []
    for (place, index) in zip(places, order) {
      let label = try frame.setter.label(series[index].name)
      let origin = Point(
        x: frame.area.maxX + 5, y: place + theme.fontSize * Label.capHeight / 2)
      marks.append(label.placed(at: origin, color: series[index].color(index, theme)))
    }
    return marks
  }
}
