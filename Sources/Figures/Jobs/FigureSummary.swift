import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// A text description of a figure for screen readers, made from its contents.
struct FigureSummary {
  let words: FigureWords

  /// The author's title, or a short description of the contents.
  func title(of figure: FigureDeclaration) -> String { MathText.plain(name(of: figure)) }

  private func name(of figure: FigureDeclaration) -> String {
    if let title = figure.title { return title }
    switch figure.content {
    case .functions(let plot): return words.functions(plot.curves.map(\.name))
    case .properties(let plot): return words.overTime(plot.targets.map(\.name), plot.time)
    case .data(let plot): return words.listed(plot.series.map(\.name))
    case .timeline(let timeline): return words.timeline(timeline.time)
    case .strobe(let strobe):
      return words.strobe(strobe.layers.map(\.name), strobe.times.count, strobe.times.reach)
    case .sheet(let sheet): return words.sheet(sheet.times.count, sheet.times.reach)
    case .stack(let figures, _): return figures.map(title).joined(separator: words.stop)
    }
  }

  /// Sentences with the figure's numbers.
  func text(of figure: FigureDeclaration) -> String {
    let own = sentences(figure) + [figure.note].compactMap(\.self)
    return own.map(MathText.plain).map(words.sentence).joined().trimmingEnd
  }

  private func sentences(_ figure: FigureDeclaration) -> [String] {
    let title = figure.title == nil ? [] : [self.title(of: FigureDeclaration(figure.content))]
    switch figure.content {
    case .functions(let plot):
      return title + plot.curves.map { course($0, in: plot) }
        + derivatives(plot.velocity, plot.acceleration, plot.look)
        + plot.look.data.map(course) + plot.look.annotations.map(\.text)
    case .properties(let plot):
      return title + plot.targets.compactMap { course($0, in: plot) }
        + derivatives(plot.velocity, plot.acceleration, plot.look) + plot.look.data.map(course)
        + plot.look.annotations.map(\.text)
    case .data(let plot): return plot.series.map(course) + plot.look.annotations.map(\.text)
    case .timeline(let timeline): return title + lives(timeline)
    case .strobe, .sheet: return title
    case .stack(let figures, _):
      return figures.map { inner in
        ([inner.title].compactMap(\.self) + sentences(inner)).joined(separator: words.stop)
      }
    }
  }

  /// How many numbers there are, and between which ends.
  private func course(_ data: FigureDeclaration.DataSeries) -> String {
    let corners = data.content.corners
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    let ends = (
      (x.min() ?? 0)...(x.max() ?? 0), (y.min() ?? 0)...(y.max() ?? 0)
    )
    let count: Int
    switch data.content {
    case .points(let points): count = points.points.count(where: \.isFinite)
    case .band(let places): count = places.count
    case .bars(let bars): count = Int(bars.reduce(0) { $0 + $1.count })
    }
    return words.data(data.name, count: count, from: ends.0, between: ends.1)
  }

  private func derivatives(
    _ velocity: Bool, _ acceleration: Bool, _ look: FigureDeclaration.PlotLook
  ) -> [String] {
    let parts = look.parts.contains(.values) ? look.parts : []
    let all: [(Bool, Plot.Derivative)] = [
      (velocity || parts.contains(.velocity), .velocity),
      (acceleration || parts.contains(.acceleration), .acceleration),
    ]
    return all.filter(\.0).map { words.place(of: $0.1, isBeside: look.isBeside) }
  }

  /// The curve that a plot shows in place of the values, with its name; `nil` for the values.
  private func derived(
    _ curve: Curve, _ name: String, _ look: FigureDeclaration.PlotLook
  ) -> (curve: Curve, name: String)? {
    guard !look.parts.contains(.values), !look.parts.contains(.phase),
      let first = look.parts.compactMap(\.derivative).first
    else { return nil }
    let slope = (0..<first.rawValue).reduce(curve) { curve, _ in curve.differentiated() }
    return (slope, name + words.comma + words.name(first, of: nil, per: nil))
  }

  /// The ends of the values and of the velocity of a phase portrait; `nil` for other plots.
  private func portrait(
    _ curve: Curve, _ name: String, _ look: FigureDeclaration.PlotLook
  ) -> String? {
    guard look.parts.contains(.phase) else { return nil }
    return words.portrait(
      name, values: curve.visibleRange(), velocity: curve.differentiated().visibleRange())
  }

  /// The values at parts of the axis, which springs in seconds share with the other curves.
  private func course(
    _ declared: FigureDeclaration.FunctionPlot.FunctionCurve,
    in plot: FigureDeclaration.FunctionPlot
  ) -> String {
    let whole = plot.figureCurve(declared)
    if let portrait = portrait(whole, declared.name, plot.look) { return portrait }
    let (curve, name) = derived(whole, declared.name, plot.look) ?? (whole, declared.name)
    let places = [(words.quarter, 0.25), (words.middle, 0.5), (words.threeQuarters, 0.75)]
    return words.progress(
      name,
      at: places.map { (part: $0.0, value: curve.value(curve.domain.upperBound * $0.1)) })
  }

  private func course(_ target: FigureTarget, in plot: FigureDeclaration.PropertyPlot) -> String? {
    let time = plot.time
    guard time.lowerBound < time.upperBound,
      let shown = target.curve(plot.source.scene, over: time)
    else { return nil }
    guard target.isNumber else {
      let inside = time.length * 1e-6
      return words.track(
        target.name, start: shown.value(time.lowerBound + inside).shortText(words),
        end: shown.value(time.upperBound - inside).shortText(words),
        changes: shown.valueTrack.spans.count - 1)
    }
    if let portrait = portrait(shown.curve, target.name, plot.look) { return portrait }
    let (curve, name) =
      derived(shown.curve, target.name, plot.look) ?? (shown.curve, target.name)
    return words.course(
      name, start: curve.value(time.lowerBound), end: curve.value(time.upperBound),
      range: curve.visibleRange())
  }

  private func lives(_ timeline: FigureDeclaration.SceneTimeline) -> [String] {
    let rows = Timeline(
      timeline.source.scene, layers: timeline.layers, over: timeline.time, names: timeline.names
    ).rows
    return rows.compactMap { row in
      guard let first = row.bars.first, let last = row.bars.last else { return nil }
      let name = [row.name, row.note].filter { !$0.isEmpty }.joined(separator: " ")
      let time = words.overTime([name], first.range.lowerBound...last.range.upperBound)
      let detail = row.detail(words)
      return detail.isEmpty ? time : time + words.comma + detail
    }
  }
}

extension FigureDeclaration.PropertyPlot {
  fileprivate var time: ClosedRange<Double> { range ?? 0...source.scene.clock.duration }
}

extension FigureDeclaration.SceneTimeline {
  fileprivate var time: ClosedRange<Double> {
    range ?? 0...max(source.scene.clock.duration, 1e-6)
  }
}

extension [Double] {
  /// From the first to the last.
  fileprivate var reach: ClosedRange<Double> { (self.min() ?? 0)...(self.max() ?? 0) }
}

extension String {
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
