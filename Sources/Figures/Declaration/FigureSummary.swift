import RostrumLayerTree
import RostrumTiming

/// A text description of a figure for screen readers, made from its contents.
struct FigureSummary {
  let words: FigureWords

  /// The author's title, or a short description of the contents.
  func title(of figure: FigureDeclaration) -> String {
    if let title = figure.title { return title }
    switch figure.content {
    case .functions(let plot): return words.functions(plot.curves.map(\.name))
    case .properties(let plot): return words.overTime(plot.targets.map(\.name), plot.time)
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
    return own.map(words.sentence).joined().trimmingEnd
  }

  private func sentences(_ figure: FigureDeclaration) -> [String] {
    let title = figure.title == nil ? [] : [self.title(of: FigureDeclaration(figure.content))]
    switch figure.content {
    case .functions(let plot):
      return title + plot.curves.map { course($0, in: plot) }
        + derivatives(plot.velocity, plot.acceleration)
        + plot.look.annotations.map(\.text)
    case .properties(let plot):
      return title + plot.targets.compactMap { course($0, in: plot) }
        + derivatives(plot.velocity, plot.acceleration) + plot.look.annotations.map(\.text)
    case .timeline(let timeline): return title + lives(timeline)
    case .strobe, .sheet: return title
    case .stack(let figures, _):
      return figures.map { inner in
        ([inner.title].compactMap(\.self) + sentences(inner)).joined(separator: words.stop)
      }
    }
  }

  private func derivatives(_ velocity: Bool, _ acceleration: Bool) -> [String] {
    (velocity ? [words.withDerivatives.velocity] : [])
      + (acceleration ? [words.withDerivatives.acceleration] : [])
  }

  /// The values at parts of the axis, which springs in seconds share with the other curves.
  private func course(
    _ declared: FigureDeclaration.FunctionPlot.FunctionCurve,
    in plot: FigureDeclaration.FunctionPlot
  ) -> String {
    let curve = plot.figureCurve(declared)
    let places = [(words.quarter, 0.25), (words.middle, 0.5), (words.threeQuarters, 0.75)]
    return words.progress(
      declared.name,
      at: places.map { (part: $0.0, value: curve.value(curve.domain.upperBound * $0.1)) })
  }

  private func course(_ target: FigureTarget, in plot: FigureDeclaration.PropertyPlot) -> String? {
    let time = plot.time
    guard time.lowerBound < time.upperBound,
      let shown = target.curve(plot.source.scene, over: time)
    else { return nil }
    let curve = shown.curve
    guard target.isNumber else {
      let inside = time.length * 1e-6
      return words.track(
        target.name, start: shown.value(time.lowerBound + inside).shortText(words),
        end: shown.value(time.upperBound - inside).shortText(words),
        changes: shown.valueTrack.spans.count - 1)
    }
    return words.course(
      target.name, start: curve.value(time.lowerBound), end: curve.value(time.upperBound),
      range: curve.visibleRange())
  }

  private func lives(_ timeline: FigureDeclaration.SceneTimeline) -> [String] {
    let rows = Timeline(timeline.source.scene, layers: timeline.layers, over: timeline.time).rows
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
