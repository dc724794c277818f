import RostrumCanvas
import RostrumGeometry

extension Timeline: Figure {
  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    try TimelineLayout(self, width: width, setter).figure()
  }

  func stretched(_ factor: Double) -> any Figure {
    var timeline = self
    timeline.stretch *= factor
    return timeline
  }

  func animated() -> any Figure {
    var timeline = self
    timeline.run = PlotRun(domain: range, isInSeconds: true)
    return timeline
  }
}

private struct TimelineLayout {
  let timeline: Timeline
  let setter: Typesetter
  let width: Double
  let frame: PlotFrame
  /// One for each row.
  let details: [Detail?]

  /// The label with a row's timing, and its place.
  struct Detail {
    let label: Label
    let x: Double
    let color: Color
    /// Where it fits neither inside nor beside the bars, it has a line of its own below them.
    var isBelow = false

    var end: Double { x + label.width }

    /// Whether it fits in a part of its row, from left to right, with some space left at the end.
    func isInside(_ part: ClosedRange<Double>) -> Bool {
      !isBelow && part.lowerBound <= x && end + 12 <= part.upperBound
    }
  }

  private static let usualRowHeight = 15.0
  private static let detailHeight = 9.0
  private static let indent = 9.0
  private let rowHeight: Double

  init(_ timeline: Timeline, width: Double, _ setter: Typesetter) throws(TextError) {
    (self.timeline, self.width, self.setter) = (timeline, width, setter)
    let rowHeight = max(10, Self.usualRowHeight * timeline.stretch)
    self.rowHeight = rowHeight
    var left = 20.0
    for row in timeline.rows {
      left = max(left, try Self.labelWidth(row, setter))
    }
    left = min(left + 10, width * 0.5)
    let right = left + max(20, width - left - 10)
    let x = LinearScale(domain: timeline.range, start: left, end: right)
    var details: [Detail?] = []
    for row in timeline.rows { details.append(try Self.detail(of: row, on: x, width, setter)) }
    self.details = details
    let height = details.reduce(4) { $0 + Self.height(of: $1, rowHeight) }
    frame = PlotFrame(
      area: Rect(x: left, y: 0, width: right - left, height: height),
      domain: timeline.range, range: 0...1, setter: setter)
  }

  private static func height(of detail: Detail?, _ rowHeight: Double) -> Double {
    rowHeight + (detail?.isBelow == true ? detailHeight : 0)
  }

  private var theme: Theme { setter.theme }

  private static func labelWidth(_ row: TimelineRow, _ setter: Typesetter) throws(TextError)
    -> Double
  {
    let name = try setter.label(row.name, weight: row.isLayer ? 700 : 400)
    let note = row.note.isEmpty ? 0 : try setter.label(row.note).width + 6
    return name.width + (row.isLayer ? note : 0) + Double(row.depth) * indent
  }

  func figure() throws(TextError) -> DrawnFigure {
    let ticks = frame.x.ticks(spacing: 14, fontSize: theme.fontSize)
    var figure = DrawnFigure(size: Size(width: width, height: frame.area.maxY))
    figure.marks.append(frame.grid(ticks, []))
    var top = 2.0
    for (row, detail) in zip(timeline.rows, details) {
      let middle = top + rowHeight / 2
      figure.marks += try marks(row, detail, middle: middle)
      if let detail { figure.marks.append(mark(detail, middle: middle)) }
      top += Self.height(of: detail, rowHeight)
    }
    figure.marks.append(frame.axes(ticks, []))
    if let run = timeline.run { figure.marks.append(run.rule(frame)) }
    for tick in ticks {
      let place = Point(x: frame.x(tick.value), y: frame.area.maxY + 4 + theme.fontSize)
      figure.marks.append(
        try setter.label(tick.text).placed(at: place, anchor: 0.5, color: theme.quietInk))
    }
    figure.size.height = frame.area.maxY + 2 * theme.fontSize + 10
    figure.marks.append(
      try setter.label(setter.words.timeInSeconds).placed(
        at: Point(x: frame.area.center.x, y: figure.size.height - 3), anchor: 0.5,
        color: theme.quietInk))
    try addKey(to: &figure)
    return figure
  }

  // MARK: Rows

  private func marks(
    _ row: TimelineRow, _ detail: Detail?, middle: Double
  ) throws(TextError) -> [Artwork.Mark] {
    let baseline = middle + theme.fontSize * Label.capHeight / 2
    let name = try setter.label(row.name, weight: row.isLayer ? 700 : 400)
    let start = Point(x: Double(row.depth) * Self.indent, y: baseline)
    var marks = [name.placed(at: start, color: theme.ink)]
    if !row.note.isEmpty {
      let place = Point(x: start.x + name.width + 6, y: baseline)
      marks.append(try setter.label(row.note).placed(at: place, color: theme.quietInk))
    }
    if let track = row.track {
      let strip = Rect(
        x: frame.area.minX, y: middle - TrackPainter.height / 2, width: frame.area.width,
        height: TrackPainter.height)
      marks += try TrackPainter(frame: frame).marks(track, in: strip)
    }
    for bar in row.bars where isVisible(bar) {
      marks.append(mark(bar, besides: detail, middle: middle))
    }
    return marks
  }

  /// Narrower bars are left out of the key, since they are too small to see.
  private func isVisible(_ bar: AnimationLife.Stretch) -> Bool {
    frame.x(bar.range.upperBound) - frame.x(bar.range.lowerBound) > 0.2
  }

  private func mark(
    _ bar: AnimationLife.Stretch, besides detail: Detail? = nil, middle: Double
  ) -> Artwork.Mark {
    var bar = bar.bar
    // The detail may be placed where the line of an ended animation begins.
    let place = frame.x(bar.range.lowerBound)...frame.x(bar.range.upperBound)
    if bar.kind == .rest, let detail, detail.isInside(place) {
      bar = .init(kind: .rest, range: frame.x.value(at: detail.end + 3)...bar.range.upperBound)
    }
    return TrackPainter(frame: frame).bar(bar, middle: middle)
  }

  // MARK: Details

  /// Inside the first bar, after the last one, before the first or below, wherever there is room.
  private static func detail(
    of row: TimelineRow, on x: LinearScale, _ width: Double, _ setter: Typesetter
  ) throws(TextError) -> Detail? {
    let passes = row.bars.filter { $0.kind == .pass || $0.kind == .wayBack }
    let bars = passes.isEmpty ? row.bars : passes
    let text = row.detail(setter.words)
    guard !text.isEmpty, let first = bars.first else { return nil }
    let theme = setter.theme
    let label = try setter.label(text, size: theme.fontSize - 1.5)
    let (left, right) = (x(first.range.lowerBound), x(first.range.upperBound))
    if first.kind == .pass, right - left >= label.width + 6 {
      return Detail(label: label, x: left + 4, color: theme.paper)
    }
    let after = Detail(
      label: label, x: x(bars.map(\.range.upperBound).max() ?? 0) + 4, color: theme.quietInk)
    let isFree = row.bars.allSatisfy { bar in
      let place = x(bar.range.lowerBound)...x(bar.range.upperBound)
      return place.upperBound <= after.x || bar.kind == .rest && after.isInside(place)
    }
    if isFree, after.end <= width { return after }
    let start = x(row.bars.map(\.range.lowerBound).min() ?? 0) - 4 - label.width
    if start >= x.start + 4 {
      return Detail(label: label, x: start, color: theme.quietInk)
    }
    let below = max(0, min(left + 4, width - label.width))
    return Detail(label: label, x: below, color: theme.quietInk, isBelow: true)
  }

  private func mark(_ detail: Detail, middle: Double) -> Artwork.Mark {
    let height = detail.label.size * Label.capHeight / 2
    let baseline = middle + height + (detail.isBelow ? Self.detailHeight : 0)
    return detail.label.placed(at: Point(x: detail.x, y: baseline), color: detail.color)
  }

  // MARK: The key

  private var words: [(AnimationLife.Activity, String)] {
    let words = setter.words
    return [
      (.wayBack, words.wayBack), (.fill, words.fill), (.delay, words.delay), (.rest, words.rest),
    ]
  }

  /// Adds a key for the kinds of bars that need an explanation and are visible.
  private func addKey(to figure: inout DrawnFigure) throws(TextError) {
    let kinds = Set(timeline.rows.flatMap(\.bars).filter(isVisible).map(\.kind))
    let entries = words.filter { kinds.contains($0.0) }
    guard !entries.isEmpty else { return }
    var middle = figure.size.height + 9
    var x = frame.area.minX
    for (kind, word) in entries {
      let label = try setter.label(word)
      if x + 18 + label.width > width {
        if x > frame.area.minX { middle += Self.usualRowHeight - 2 }
        x = max(0, min(frame.area.minX, width - 18 - label.width))
      }
      let sample = frame.x.value(at: x)...frame.x.value(at: x + 14)
      figure.marks.append(mark(AnimationLife.Stretch(kind: kind, range: sample), middle: middle))
      figure.marks.append(
        label.placed(
          at: Point(x: x + 18, y: middle + theme.fontSize * Label.capHeight / 2),
          color: theme.quietInk))
      x += label.width + 34
    }
    figure.size.height = middle + theme.fontSize * 0.8
  }
}
