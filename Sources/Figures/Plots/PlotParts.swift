import RostrumGeometry
import RostrumLayerTree

/// The words of a plot's horizontal axis that apply where its author gives none.
struct PlotWords {
  let words: FigureWords
  let horizontal: String
  let unit: String?

  init(_ words: FigureWords, horizontal: String, unit: String?) {
    (self.words, self.horizontal, self.unit) = (words, horizontal, unit)
  }
}

extension Plot {
  /// The plot with its author's look, or several of its parts as plots of their own, beneath or
  /// beside each other.
  func arranged(_ look: FigureDeclaration.PlotLook, _ usual: PlotWords) -> any Figure {
    let own = look.parts.isEmpty ? [.values] + derivatives.map(\.part) : look.parts
    guard look.isBeside || !look.parts.isEmpty else { return applying(look, usual) }
    let isPlain = !look.isBeside && own.first == .values && !own.contains(.phase)
    if isPlain {
      var plot = self
      plot.derivatives = own.dropFirst().compactMap(\.derivative)
      return plot.applying(look, usual)
    }
    let plots = own.enumerated().map { index, part in
      plot(of: part, look.ofPart(part, isFirst: index == 0), usual)
    }
    guard plots.count > 1 else { return plots[0] }
    var stack = FigureStack(plots, isRow: look.isBeside)
    (stack.isOfParts, stack.hasOneFrame) = (true, look.isBeside)
    return look.isBeside ? stack : stack.sharing([.horizontal])
  }

  private func applying(_ look: FigureDeclaration.PlotLook, _ usual: PlotWords) -> Plot {
    var plot = self
    plot.apply(look, usual: (usual.horizontal, usual.unit))
    return plot
  }

  private func plot(
    of part: FigureDeclaration.PlotPart, _ look: FigureDeclaration.PlotLook, _ usual: PlotWords
  ) -> Plot {
    var plot = self
    plot.derivatives = []
    plot.valueUnit = look.vertical.unit ?? valueUnit
    if part == .phase { return plot.portrait(look, usual) }
    guard let derivative = part.derivative else { return plot.applying(look, usual) }
    plot.series = series.enumerated().map { index, one in
      one.derived(derivative, colorIndex: one.colorIndex ?? index)
    }
    let ranges = plot.series.map { $0.curve.visibleRange() }
    plot.fixedRange = ranges.reduce(0...0) { $0.union($1) }.widened.padded(by: 0.06)
    (plot.verticalCut, plot.atLeast, plot.aspect) = (true, nil, min(aspect ?? 0.6, 0.6))
    plot.verticalLabel = plot.label(of: derivative)
    (plot.isInDegrees, plot.ownAnnotations, plot.tracks) = (false, [], [])
    var own = look
    // The unit is the values'; the name of the velocity has it already.
    if own.vertical.label == nil { own.vertical.unit = nil }
    return plot.applying(own, usual)
  }

  func label(of derivative: Derivative) -> String {
    words.name(derivative, of: isInDegrees ? "°" : valueUnit, per: timeUnit)
  }

  // MARK: Phase portraits

  private static let portraitSamples = 1200.0

  /// The velocity over the value. Times of annotations are places on the curves.
  private func portrait(_ look: FigureDeclaration.PlotLook, _ usual: PlotWords) -> Plot {
    let all = series.enumerated().map { index, one in
      (one: one, speed: one.derived(.velocity, colorIndex: one.colorIndex ?? index).curve)
    }
    func point(_ time: Double, _ curve: (one: Series, speed: Curve)) -> Point {
      Point(x: curve.one.curve.value(time), y: curve.speed.value(time))
    }
    var plot = self
    plot.series = all.enumerated().map { index, curve in
      let places = curve.one.curve.pieces.flatMap { piece -> [Point] in
        let inset = piece.length * 1e-6
        let share = piece.length / max(curve.one.curve.domain.length, 1e-300)
        let count = max(4, Int(Self.portraitSamples * share))
        let inner = (0...count).map { step in
          let part = Double(step) / Double(count)
          return point(piece.lowerBound + inset + part * (piece.length - 2 * inset), curve)
        }
        return inner
      }
      var portrait = curve.one
      portrait.colorIndex = curve.one.colorIndex ?? index
      let marked = curve.one.dots.map { point($0, curve) }
      portrait.data = .points(.init(places, isJoined: true, marked: marked))
      portrait.curve =
        FigureDeclaration.DataContent.points(
          .init(places, isJoined: true, marked: [])
        ).curve
      (portrait.dots, portrait.controlPoints) = ([], [])
      return portrait
    }
    (plot.bands, plot.rules, plot.tracks, plot.ownAnnotations) = ([], [], [], [])
    (plot.secondAxis, plot.leastDomain, plot.atLeast, plot.aspect) = (nil, nil, nil, 0.75)
    plot.verticalLabel = label(of: .velocity)
    (plot.isDownwards, plot.isOverTime) = (false, false)
    var own = look
    own.times = []
    own.annotations = look.annotations.map { one in
      guard one.value == nil else { return one }
      var placed = one
      let curve = all.first { $0.one.name == one.curve } ?? all[0]
      let place = point(one.time, curve)
      (placed.time, placed.value) = (place.x, place.y)
      return placed
    }
    let unit = isInDegrees ? "°" : valueUnit
    own.annotations += look.times.flatMap { time in
      all.filter { $0.one.curve.domain.contains(time) }.map { curve in
        let place = point(time, curve)
        return .init(words.seconds(time), time: place.x, value: place.y)
      }
    }
    if own.vertical.label == nil { own.vertical.unit = nil }
    let reach = plot.series.flatMap { $0.data?.corners.map(\.x) ?? [] }
    if own.horizontal.range == nil, let low = reach.min(), let high = reach.max() {
      plot.leastDomain = (low...high).widened.padded(by: 0.04)
    }
    return plot.applying(
      own, PlotWords(words, horizontal: words.measured(verticalLabel, in: unit), unit: nil)
    )
    .labelled(own, verticalLabel, unit)
  }

  private func labelled(
    _ look: FigureDeclaration.PlotLook, _ name: String, _ unit: String?
  ) -> Plot {
    guard look.horizontal.label == nil else { return self }
    var plot = self
    plot.horizontalLabel = words.measured(name, in: look.horizontal.unit ?? unit)
    return plot
  }
}

extension Series {
  /// The velocity or the acceleration, without the signs of the values.
  func derived(_ derivative: Plot.Derivative, colorIndex: Int) -> Series {
    let slope = (0..<derivative.rawValue).reduce(curve) { curve, _ in curve.differentiated() }
    var series = Series(name, slope, style: style)
    series.colorIndex = colorIndex
    return series
  }
}

extension Plot.Derivative {
  fileprivate var part: FigureDeclaration.PlotPart {
    self == .velocity ? .velocity : .acceleration
  }
}

extension FigureDeclaration.PlotPart {
  var derivative: Plot.Derivative? {
    switch self {
    case .velocity: .velocity
    case .acceleration: .acceleration
    case .values, .phase: nil
    }
  }
}

extension FigureDeclaration.PlotLook {
  /// The look of one of several plots: data, annotations and the settings of the vertical axis
  /// belong to the first.
  fileprivate func ofPart(_ part: FigureDeclaration.PlotPart, isFirst: Bool) -> Self {
    var look = self
    if isFirst {
      // The other plots need their width too.
      if isBeside, legend == .automatic { look.legend = .below }
      return look
    }
    look.legend = .none
    (look.annotations, look.data) = ([], [])
    let unit = look.vertical.unit
    look.vertical = .init()
    look.vertical.unit = unit
    return look
  }

  func axis(_ name: FigureDeclaration.AxisName) -> FigureDeclaration.PlotAxis {
    name == .horizontal ? horizontal : vertical
  }
}

// MARK: Several plots

extension FigureDeclaration {
  /// The looks of the plots in it.
  var looks: [PlotLook] {
    switch content {
    case .functions(let plot): [plot.look]
    case .properties(let plot): [plot.look]
    case .data(let plot): [plot.look]
    case .stack(let figures, _): figures.flatMap(\.looks)
    case .timeline, .strobe, .sheet: []
    }
  }

  /// Puts a letter in front of the title of each figure inside.
  mutating func count(_ letters: PanelLetters) {
    guard case .stack(var figures, let isRow) = content else { return }
    var next = 0
    for index in figures.indices { figures[index].count(letters, &next) }
    content = .stack(figures, isRow: isRow)
  }

  private mutating func count(_ letters: PanelLetters, _ next: inout Int) {
    if case .stack(var figures, let isRow) = content {
      for index in figures.indices { figures[index].count(letters, &next) }
      content = .stack(figures, isRow: isRow)
      return
    }
    title = letters.text(next) + (title.map { "  " + $0 } ?? "")
    next += 1
  }
}

extension Figure {
  /// The same figure with changes of every plot in it.
  func changingPlots(_ change: (inout Plot) -> Void) -> any Figure {
    mappingParts { part in
      guard var plot = part as? Plot else { return part }
      change(&plot)
      return plot
    }
  }
}

extension FigureStack {
  /// Plots with one range on an axis, and with numbers only where no other plot has them: beneath
  /// the lowest, at the left of the first.
  func sharing(_ axes: Set<FigureDeclaration.AxisName>) -> FigureStack {
    guard !axes.isEmpty else { return self }
    var (domains, ranges): ([ClosedRange<Double>], [ClosedRange<Double>]) = ([], [])
    _ = changingPlots {
      domains.append($0.domain)
      ranges.append($0.range)
    }
    guard let domain = domains.joined, let range = ranges.joined else { return self }
    var stack = self
    stack.hasOneFrame = isRow && axes.contains(.vertical)
    for index in figures.indices {
      let isOuter = isRow ? index == 0 : index == figures.count - 1
      stack.figures[index] = figures[index].changingPlots { plot in
        if axes.contains(.horizontal) {
          if plot.fixedDomain != nil {
            plot.fixedDomain = domain
          } else {
            plot.leastDomain = domain
          }
          if !isRow { plot.showsHorizontalNumbers = isOuter }
        }
        if axes.contains(.vertical) {
          plot.fixedRange = range
          if isRow { (plot.showsVerticalNumbers, plot.keepsLabelRoom) = (isOuter, true) }
        }
      }
      if isRow, var column = stack.figures[index] as? FigureStack {
        column.isAligned = true
        stack.figures[index] = column
      }
    }
    return stack
  }

  /// The same plots with one colour for each name of a curve.
  var namingColors: FigureStack {
    var known: [String: Int] = [:]
    var stack = self
    stack.figures = figures.map { figure in
      figure.changingPlots { plot in
        var used = Set(plot.series.compactMap { known[$0.name] })
        for index in plot.series.indices {
          let name = plot.series[index].name
          let color = known[name] ?? (index...).first { !used.contains($0) } ?? index
          used.insert(color)
          known[name] = color
          plot.series[index].colorIndex = color
        }
      }
    }
    return stack
  }
}

extension [ClosedRange<Double>] {
  fileprivate var joined: ClosedRange<Double>? {
    first.map { first in dropFirst().reduce(first) { $0.union($1) } }
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
    (horizontalStep, verticalStep) = (x.step, y.step)
    (showsHorizontalGrid, showsVerticalGrid) = (x.showsGrid, y.showsGrid)
    (legendPlace, legendColumns) = (look.legend, look.legendColumns)
    distinction = look.distinction
    fixedDomain = x.range
    if let range = y.range { (fixedRange, verticalCut) = (range, true) }
    if let isDownwards = y.isDownwards { self.isDownwards = isDownwards }
    series += look.data.map(Series.init)
    annotations =
      ownAnnotations
      + look.annotations.compactMap { one in
        let named = one.curve.map { name in series.first { $0.name == name } } ?? series.first
        guard let curve = named?.curve else { return nil }
        return Annotation(
          text: one.text, point: Point(x: one.time, y: one.value ?? curve.value(one.time)),
          hasArrow: one.hasArrow, textPlace: one.textPlace)
      }
    let times = look.times.filter(domain.contains)
    rules += times
    annotations += times.flatMap { time in
      series.filter { $0.data == nil && $0.curve.domain.contains(time) }.map { one in
        let value = one.curve.value(time)
        return Annotation(
          text: short(value) + (isInDegrees ? "°" : ""), point: Point(x: time, y: value))
      }
    }
    useLogarithms(x: x.isLogarithmic, y: y.isLogarithmic)
  }
}
