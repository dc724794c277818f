import RostrumCanvas
import RostrumGeometry

extension Plot: Figure {
  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    try PlotLayout(self, width: width, setter).figure()
  }

  func stretched(_ factor: Double) -> any Figure {
    var plot = self
    plot.stretch *= factor
    return plot
  }

  func animated() -> any Figure { running }

  /// The plot with its moving parts.
  var running: Plot {
    guard isOverTime else { return self }
    var plot = self
    plot.run = PlotRun(domain: domain, isInSeconds: timeUnit != nil)
    return plot
  }

  /// The room beside the area of values, and its height.
  func margins(width: Double, _ setter: Typesetter) throws(TextError) -> PlotMargins? {
    let layout = try PlotLayout(self, width: width, setter)
    return PlotMargins(
      left: layout.left, right: layout.right, height: layout.valueArea.height)
  }

  /// The area of values in the figure, for aligning other contents with it.
  func valueArea(width: Double, _ setter: Typesetter) throws(TextError) -> Rect {
    try PlotLayout(self, width: width, setter).valueArea
  }
}

/// The layout of one plot: margins are measured first, then the panels are placed, then the marks
/// are drawn.
private struct PlotLayout {
  let plot: Plot
  let setter: Typesetter
  let width: Double
  let domain: ClosedRange<Double>
  /// The values, then each derivative.
  let panels: [Panel]
  let legend: Legend?
  let left: Double
  let right: Double
  /// The room for the balls beside the area, where it is animated.
  let balls: Double
  /// Its lines.
  let title: [Label]

  struct Panel {
    let label: String
    let series: [Series]
    let range: ClosedRange<Double>
    let isDerivative: Bool
    var track: PlotTrack?

    func ticks(_ scale: LinearScale, _ plot: Plot, _ fontSize: Double) -> [LinearScale.Tick] {
      track == nil ? plot.verticalTicks(scale, ofDerivative: isDerivative, fontSize) : []
    }

    /// The width of the widest of them, where the panel is so high.
    func widestNumber(
      height: Double, _ plot: Plot, _ setter: Typesetter
    ) throws(TextError) -> Double {
      var widest = 0.0
      let scale = LinearScale(domain: range, start: height, end: 0)
      for tick in ticks(scale, plot, setter.theme.fontSize) {
        widest = max(widest, try setter.label(tick.text).width)
      }
      return widest
    }
  }

  var theme: Theme { setter.theme }

  init(_ given: Plot, width: Double, _ setter: Typesetter) throws(TextError) {
    let plot = given.distinguished(by: given.distinction ?? setter.theme.distinction)
    (self.plot, self.width, self.setter) = (plot, width, setter)
    domain = plot.domain
    panels = plot.panels
    legend =
      plot.showsLegend && plot.legendPlace != .none
        && plot.series.count > (plot.namesSingleCurve ? 0 : 1)
      ? try Legend(
        plot.series, place: plot.legendPlace, columns: plot.legendColumns, width: width, setter)
      : nil
    let side = legend.map { $0.isBeside ? $0.size.width + 14 : 0 } ?? 0
    // Small multiples have no room for balls beside them.
    let hasBalls = plot.run != nil && plot.leftMargin == nil && !plot.series.isEmpty
    balls = hasBalls ? PlotRun.room(for: plot.series.count) : 0
    let right = (side > 0 ? side : plot.showsHorizontalNumbers ? 7 : 1) + balls
    self.right = max(right, plot.leastMargins.right)
    left = max(
      plot.leastMargins.left,
      plot.showsVerticalNumbers && plot.leftMargin == nil
        ? try Self.left(panels, plot, domain, width - right, setter) : plot.leftMargin ?? 1)
    title =
      try plot.title.map { [left] title throws(TextError) in
        try setter.lines(
          title, size: plot.titleSize ?? setter.theme.titleSize, weight: 700,
          width: plot.titleWidth ?? width - left)
      } ?? []
  }

  /// The room for the numbers. They depend on the height, which depends a little on the width that
  /// they leave.
  private static func left(
    _ panels: [Panel], _ plot: Plot, _ domain: ClosedRange<Double>, _ width: Double,
    _ setter: Typesetter
  ) throws(TextError) -> Double {
    var widest = 30.0
    for _ in 0..<2 {
      let area = max(10, width - widest)
      widest = panels.allSatisfy { $0.track != nil } ? 12 : 6
      for panel in panels {
        let height = height(of: panel, plot, domain, areaWidth: area)
        widest = max(widest, try panel.widestNumber(height: height, plot, setter) + 6)
      }
    }
    return widest
  }

  // MARK: Layout

  private var titleSize: Double { plot.titleSize ?? theme.titleSize }

  private var titleHeight: Double {
    let lines = max(title.count, plot.title == nil ? 0 : plot.titleLineCount)
    return lines == 0 ? 0 : Double(lines - 1) * titleSize * Label.lineHeight + titleSize + 6
  }

  /// The space above each panel: for its name, and above the first for the second axis.
  private func top(of index: Int) -> Double {
    let label =
      panels[index].label.isEmpty && !(index == 0 && plot.keepsLabelRoom)
      ? 2 : theme.fontSize + (panels[index].track == nil ? 9 : 4)
    guard index == 0 else { return label }
    return label + (plot.secondAxis != nil ? theme.fontSize + 8 : 0)
      + (plot.bands.contains { !$0.label.isEmpty } ? theme.fontSize + 3 : 0)
  }

  private var areaWidth: Double { max(10, width - left - right) }

  private static func height(
    of panel: Panel, _ plot: Plot, _ domain: ClosedRange<Double>, areaWidth: Double
  ) -> Double {
    guard panel.track == nil else { return TrackPainter.height }
    let stretch = plot.stretch
    if panel.isDerivative {
      return max(30, areaWidth * min(plot.aspect ?? 1, 0.6) * 0.55 * stretch)
    }
    if let aspect = plot.aspect { return max(10, areaWidth * aspect * stretch) }
    let natural = min(areaWidth * panel.range.length / domain.length, areaWidth * 3)
    return max(10, natural * stretch)
  }

  private func height(of panel: Panel) -> Double {
    Self.height(of: panel, plot, domain, areaWidth: areaWidth)
  }

  var valueArea: Rect { area(of: 0) }

  private func area(of index: Int) -> Rect {
    var y = titleHeight
    for before in 0..<index { y += top(of: before) + height(of: panels[before]) + 8 }
    return Rect(
      x: left, y: y + top(of: index), width: areaWidth, height: height(of: panels[index]))
  }

  // MARK: Drawing

  func figure() throws(TextError) -> DrawnFigure {
    var figure = DrawnFigure(size: Size(width: width, height: 0))
    // The last line is right above the plot.
    let last = titleHeight - 6 - titleSize * 0.15
    for (index, label) in title.enumerated() {
      let baseline = last - Double(title.count - 1 - index) * titleSize * Label.lineHeight
      figure.marks.append(label.placed(at: Point(x: left, y: baseline), color: theme.ink))
    }
    for index in panels.indices { figure.marks += try marks(ofPanel: index) }
    let bottom = area(of: panels.count - 1)
    figure.size.height = bottom.maxY + (plot.showsHorizontalNumbers ? theme.fontSize + 6 : 2)
    if plot.showsHorizontalNumbers, !plot.horizontalLabel.isEmpty {
      figure.size.height += theme.fontSize + 3
      figure.marks.append(
        try setter.label(plot.horizontalLabel).placed(
          at: Point(x: bottom.center.x, y: figure.size.height - 2), anchor: 0.5,
          color: theme.quietInk))
    }
    try addLegend(to: &figure)
    return figure
  }

  private func addLegend(to figure: inout DrawnFigure) throws(TextError) {
    guard let legend else { return }
    let area = valueArea
    let origin =
      legend.isBeside
      ? Point(x: area.maxX + 14 + balls, y: area.minY)
      : Point(x: left, y: figure.size.height + 8)
    figure.marks += legend.marks.map { $0.moved(by: origin) }
    figure.size.height = max(figure.size.height, origin.y + legend.size.height)
  }

  private func marks(ofPanel index: Int) throws(TextError) -> [Artwork.Mark] {
    let panel = panels[index]
    let frame = PlotFrame(
      area: area(of: index), domain: domain, range: panel.range, isDownwards: plot.isDownwards,
      setter: setter)
    let xTicks = plot.horizontalTicks(frame.x, theme.fontSize)
    let yTicks = panel.ticks(frame.y, plot, theme.fontSize)
    var marks = plot.bands.filter(\.isTinted).map { frame.band($0.range) }
    marks.append(
      frame.grid(plot.showsHorizontalGrid ? xTicks : [], plot.showsVerticalGrid ? yTicks : []))
    let isLast = index == panels.count - 1
    if let track = panel.track {
      marks += try TrackPainter(frame: frame).marks(track, in: frame.area)
      if isLast { marks.append(frame.axis(xTicks)) }
    } else {
      marks += plot.rules.map(frame.rule)
      marks += curves(of: panel, in: frame)
      marks.append(frame.axes(xTicks, yTicks))
    }
    if let run = plot.run {
      marks.append(run.rule(frame))
      marks += run.balls(panel.series, frame)
      if index == 0, balls > 0 { marks += run.ballsBeside(panel.series, frame) }
    }
    marks += try numbers(
      frame, isLast && plot.showsHorizontalNumbers ? xTicks : [],
      plot.showsVerticalNumbers ? yTicks : [])
    if !panel.label.isEmpty {
      let place = Point(
        x: plot.showsVerticalNumbers ? 0 : left,
        y: frame.area.minY - top(of: index) + theme.fontSize)
      marks.append(try setter.label(panel.label).placed(at: place, color: theme.quietInk))
    }
    if index == 0 {
      marks += try bandLabels(frame) + secondAxis(frame)
      marks += try AnnotationLayout(plot, frame).marks()
      if legend != nil, plot.legendPlace == .ends {
        marks += try Legend.atEnds(of: panel.series, in: frame)
      }
    }
    return marks
  }

  private func curves(of panel: Panel, in frame: PlotFrame) -> [Artwork.Mark] {
    var areas: [Artwork.Mark] = []
    var curves: [Artwork.Mark] = []
    var points: [Artwork.Mark] = []
    func isInside(_ point: Point) -> Bool {
      !plot.isCut || domain.contains(point.x) && panel.range.contains(point.y)
    }
    for (index, series) in panel.series.enumerated() {
      let color = series.color(index, theme)
      guard series.data == nil else {
        let marks = DataPainter(frame: frame, isLogarithmic: plot.isVerticalLogarithmic)
          .marks(series, color)
        (areas, curves) = (areas + marks.areas, curves + marks.lines)
        points += marks.points.filter(isInside)
          .flatMap { frame.sample(frame.place($0), series, color) }
        continue
      }
      let trace = series.curve.traced(
        tolerance: series.curve.tolerance(span: panel.range.length), resolution: 256)
      curves += frame.marks(trace, color, series.stroke(theme))
      points += frame.handles(series.controlPoints, of: series.curve, color)
      points += series.dots.map { Point(x: $0, y: series.curve.value($0)) }
        .filter(isInside)
        .flatMap { frame.sample(frame.place($0), series, color) }
    }
    curves = areas + curves
    guard panel.isDerivative || plot.isCut else { return curves + points }
    guard panel.isDerivative else {
      return [.group(curves, clip: .rect(frame.area), opacity: 1)] + points
    }
    return [.group(curves, clip: .rect(frame.area), opacity: 1)]
  }

  private func numbers(
    _ frame: PlotFrame, _ xTicks: [LinearScale.Tick], _ yTicks: [LinearScale.Tick]
  ) throws(TextError) -> [Artwork.Mark] {
    var marks: [Artwork.Mark] = []
    for tick in xTicks {
      let place = Point(x: frame.x(tick.value), y: frame.area.maxY + 4 + theme.fontSize)
      marks.append(
        try setter.label(tick.text).placed(at: place, anchor: 0.5, color: theme.quietInk))
    }
    for tick in yTicks {
      let place = Point(
        x: frame.area.minX - 5, y: frame.y(tick.value) + theme.fontSize * Label.capHeight / 2)
      marks.append(try setter.label(tick.text).placed(at: place, anchor: 1, color: theme.quietInk))
    }
    return marks
  }

  /// The names of phases, where they fit.
  private func bandLabels(_ frame: PlotFrame) throws(TextError) -> [Artwork.Mark] {
    var marks: [Artwork.Mark] = []
    let axis = plot.secondAxis == nil ? 0 : theme.fontSize + 3
    for band in plot.bands where !band.label.isEmpty {
      let label = try setter.label(band.label, size: theme.fontSize - 1)
      let left = max(frame.x(band.range.lowerBound), frame.area.minX)
      let right = min(frame.x(band.range.upperBound), frame.area.maxX)
      guard right - left >= label.width + 6 else { continue }
      marks.append(
        label.placed(
          at: Point(x: (left + right) / 2, y: frame.area.minY - 3 - axis), anchor: 0.5,
          color: theme.quietInk))
    }
    return marks
  }

  private func secondAxis(_ frame: PlotFrame) throws(TextError) -> [Artwork.Mark] {
    guard let axis = plot.secondAxis else { return [] }
    let area = frame.area
    var path = Path([.move(area.corners[0]), .line(area.corners[1])])
    var marks: [Artwork.Mark] = []
    for tick in axis.ticks {
      let x = frame.x(tick.place)
      path.move(to: Point(x: x, y: area.minY))
      path.line(to: Point(x: x, y: area.minY - 2.5))
      marks.append(
        try setter.label(tick.text).placed(
          at: Point(x: x, y: area.minY - 5), anchor: 0.5, color: theme.quietInk))
    }
    marks.append(.stroke(path, theme.axis, StrokeStyle(lineWidth: theme.axisWidth)))
    marks.append(
      try setter.label(axis.label).placed(
        at: Point(x: area.maxX, y: area.minY - top(of: 0) + theme.fontSize), anchor: 1,
        color: theme.quietInk))
    return marks
  }
}

extension Plot {
  fileprivate var panels: [PlotLayout.Panel] {
    let strips = tracks.map {
      PlotLayout.Panel(
        label: $0.name, series: [], range: 0...1, isDerivative: false, track: $0)
    }
    guard !series.isEmpty || tracks.isEmpty else { return strips }
    return [
      PlotLayout.Panel(
        label: showsVerticalNumbers ? verticalLabel : "", series: series, range: range,
        isDerivative: false)
    ] + derivatives.map(panel) + strips
  }

  private func panel(_ derivative: Derivative) -> PlotLayout.Panel {
    let derived = series.enumerated().filter { $1.data == nil }.map { index, one in
      one.derived(derivative, colorIndex: one.colorIndex ?? index)
    }
    let ranges = derived.map { $0.curve.visibleRange() }
    let all = ranges.reduce(0...0) { $0.union($1) }
    return PlotLayout.Panel(
      label: words.name(derivative, of: isInDegrees ? "°" : valueUnit, per: timeUnit),
      series: derived,
      range: fixedRanges[derivative] ?? all.widened.padded(by: 0.06), isDerivative: true)
  }

  /// The range of values that the vertical axis of a derivative shows.
  func range(of derivative: Derivative) -> ClosedRange<Double> { panel(derivative).range }

  /// The width of the widest number at a vertical axis, independent of the height.
  func widestNumber(_ setter: Typesetter) throws(TextError) -> Double {
    var widest = 0.0
    for panel in panels {
      for height in [50.0, 100, 200] {
        widest = max(widest, try panel.widestNumber(height: height, self, setter))
      }
    }
    return widest
  }
}
