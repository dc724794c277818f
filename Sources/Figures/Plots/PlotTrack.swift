import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// A strip over the axis of time for data without a numeric value: colours, flags, words, a
/// clock's ticks, events, and the durations of animations.
struct PlotTrack: Sendable {
  enum Content: Sendable {
    /// Colours are interpolated; all other values are constant between changes.
    case values(ValueTrack)
    case ticks([ClockTick], tracking: [ClosedRange<Double>])
    case bars([Bar])
    case events([Double])
    case waveform(Waveform)
  }

  /// A value over time.
  struct ValueTrack: Sendable {
    let domain: ClosedRange<Double>
    /// Inside the domain, ascending: where it may jump.
    let breaks: [Double]
    let isColor: Bool
    let value: @Sendable (Double) -> Value

    /// The stretches between the breaks.
    var pieces: [ClosedRange<Double>] {
      let ends = [domain.lowerBound] + breaks + [domain.upperBound]
      return zip(ends, ends.dropFirst()).filter { $0 < $1 }.map { $0...$1 }
    }
  }

  /// A tick of a clock that drives an animation.
  struct ClockTick: Hashable, Sendable {
    /// When it should come.
    let due: Double
    /// When it does; `nil` for one that never comes.
    let fired: Double?
    /// Whether it never came because an earlier one was late, or because the run loop was busy.
    var isLost = false
    var isLate = false
  }

  /// A stretch of an animation's life.
  struct Bar: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case pass, wayBack, fill, delay, rest }

    let kind: Kind
    let range: ClosedRange<Double>
    var isEndless = false
  }

  var name: String
  var content: Content

  init(_ name: String, _ content: Content) { (self.name, self.content) = (name, content) }
}

extension PlotTrack.ValueTrack {
  /// A stretch in which the value stays the same.
  struct Span: Sendable {
    var range: ClosedRange<Double>
    let value: Value
  }

  /// Every span of a constant value. A value that changes continuously has very many.
  var spans: [Span] {
    var spans: [Span] = []
    var last = domain.lowerBound
    for piece in pieces {
      let inset = min(piece.length * 1e-3, domain.length * 1e-7)
      let (a, b) = (piece.lowerBound + inset, piece.upperBound - inset)
      let count = max(2, Int(300 * piece.length / domain.length))
      for index in 0...count {
        let time = a + (b - a) * Double(index) / Double(count)
        let value = value(time)
        defer { last = time }
        guard let old = spans.last else {
          spans.append(Span(range: domain, value: value))
          continue
        }
        guard old.value != value else { continue }
        let change = index == 0 ? piece.lowerBound : self.change(from: old.value, last, time)
        spans[spans.count - 1].range = old.range.lowerBound...max(change, old.range.lowerBound)
        spans.append(Span(range: change...max(change, domain.upperBound), value: value))
      }
    }
    return spans
  }

  private func change(from old: Value, _ start: Double, _ end: Double) -> Double {
    var (low, high) = (start, end)
    for _ in 0..<30 {
      let middle = low + (high - low) / 2
      if value(middle) == old { low = middle } else { high = middle }
    }
    return high
  }
}

extension Value {
  /// In few words, for a strip; empty where a value has no short name.
  func shortText(_ words: FigureWords) -> String {
    switch self {
    case .boolean(let flag): return words.flag(flag)
    case .color(let color): return color.text
    default: break
    }
    return switch parts {
    case .numbers(let list): list.count == 1 && list[0].name.isEmpty ? short(list[0].number) : ""
    case .text(let text): text
    case .attributedText(let text): text.string
    case .words(let list): list.joined(separator: " ")
    case .image(let image):
      image.path.lastPathComponent + (image.frame.map { " \($0)" } ?? "")
    case .font(let font): font.name
    case .path, .emitterCells, .filters, .particles: ""
    case .none: words.none
    }
  }
}

extension FontReference {
  fileprivate var name: String {
    guard fallbacks.isEmpty else { return withFallbacks.map(\.name).joined(separator: ", ") }
    switch source {
    case .family(let family): return weight == 400 ? family : "\(family) \(weight)"
    case .file(let path): return path.string.lastPathComponent
    }
  }
}

extension Color {
  /// `#rrggbb`.
  fileprivate var text: String {
    let bytes = [red, green, blue].map { Int((min(max($0, 0), 1) * 255).rounded()) }
    return "#" + bytes.map { $0.digits(2, radix: 16) }.joined()
  }
}

// MARK: Drawing

/// Draws strips on a frame's axis of time.
struct TrackPainter {
  let frame: PlotFrame

  static let height = 11.0

  private var theme: Theme { frame.theme }

  func marks(_ track: PlotTrack, in area: Rect) throws(TextError) -> [Artwork.Mark] {
    switch track.content {
    case .values(let values) where values.isColor: swatches(values, area)
    case .values(let values): try boxes(values, area)
    case .ticks(let ticks, let tracking): try self.ticks(ticks, tracking, area)
    case .bars(let bars): bars.map { bar($0, middle: area.center.y) }
    case .waveform(let waveform): self.waveform(waveform, area)
    case .events(let times): times.filter(frame.x.domain.contains).flatMap { event($0, area) }
    }
  }

  /// The part of a time span that shows, from left to right.
  private func part(_ range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let left = max(frame.x(range.lowerBound), frame.area.minX)
    let right = min(frame.x(range.upperBound), frame.area.maxX)
    return left < right ? left...right : nil
  }

  // MARK: Values

  /// Colours in cells of a point and a half, each drawn to the end of the strip, so that no seam is
  /// visible between two.
  private func swatches(_ track: PlotTrack.ValueTrack, _ area: Rect) -> [Artwork.Mark] {
    var marks: [Artwork.Mark] = [.fill(.rect(area), .white)]
    var last: Value?
    for piece in track.pieces {
      guard let shown = part(piece) else { continue }
      let count = max(1, Int((shown.length / 1.5).rounded(.up)))
      for index in 0..<count {
        let left = shown.lowerBound + shown.length * Double(index) / Double(count)
        let middle = left + shown.length / Double(2 * count)
        let value = track.value(frame.x.value(at: middle))
        guard value != last else { continue }
        last = value
        let rest = Rect(x: left, y: area.minY, width: area.maxX - left, height: area.height)
        marks += swatch(value, rest)
      }
    }
    return [
      .fixedColors(marks),
      .stroke(.rect(area), theme.axis, StrokeStyle(lineWidth: theme.gridWidth)),
    ]
  }

  /// Several colours are drawn above each other; no colour is a slanted line on white.
  private func swatch(_ value: Value, _ rect: Rect) -> [Artwork.Mark] {
    let colors = value.swatches
    guard !colors.isEmpty else {
      let line = Path([.move(rect.corners[3]), .line(rect.corners[1])])
      return [.fill(.rect(rect), .white), .stroke(line, .black, StrokeStyle(lineWidth: 0.4))]
    }
    let height = rect.height / Double(colors.count)
    return colors.enumerated().map { index, color in
      let part = Rect(
        x: rect.minX, y: rect.minY + height * Double(index), width: rect.width, height: height)
      // On white, as a strobe's scene without a background.
      return .fill(.rect(part), Color.white.mixed(with: color, color.alpha))
    }
  }

  /// Flags are high where they are true; other values have their words in boxes.
  private func boxes(
    _ track: PlotTrack.ValueTrack, _ area: Rect
  ) throws(TextError) -> [Artwork.Mark] {
    var marks: [Artwork.Mark] = []
    for span in track.spans {
      guard let shown = part(span.range) else { continue }
      let isOn: Bool
      if case .boolean(let flag) = span.value { isOn = flag } else { isOn = true }
      let top = isOn ? area.minY : area.maxY - 1.5
      let box = Rect(
        x: shown.lowerBound, y: top, width: shown.length, height: area.maxY - top)
      let isNarrow = shown.length < 1.5
      let fill = theme.color(0).faded(isNarrow ? 0.45 : 0.16)
      marks.append(.fill(.rect(box), fill))
      guard !isNarrow else { continue }
      marks.append(.stroke(.rect(box), theme.color(0), StrokeStyle(lineWidth: 0.6)))
      let text = span.value.shortText(frame.setter.words)
      guard !text.isEmpty else { continue }
      let label = try frame.setter.label(text, size: theme.fontSize - 1)
      guard label.width + 4 <= shown.length else { continue }
      let place = Point(
        x: box.center.x, y: area.center.y + label.size * Label.capHeight / 2 - (isOn ? 0 : 1.5))
      marks.append(label.placed(at: place, anchor: 0.5, color: isOn ? theme.ink : theme.quietInk))
    }
    return marks
  }

  // MARK: Sounds

  /// A column for each half point, as high as the loudest moment in it, about the middle.
  private func waveform(_ waveform: Waveform, _ area: Rect) -> [Artwork.Mark] {
    let count = max(1, Int(area.width * 2))
    let width = area.width / Double(count)
    let domain = frame.x.domain
    var (upper, lower) = ([Point](), [Point]())
    for index in 0..<count {
      let left = area.minX + Double(index) * width
      let (from, to) = (frame.x.value(at: left), frame.x.value(at: left + width))
      let times = max(from, domain.lowerBound)...max(from, min(to, domain.upperBound))
      let height = min(waveform.peak(in: times), 1) * area.height / 2
      for x in [left, left + width] {
        upper.append(Point(x: x, y: area.center.y - height))
        lower.append(Point(x: x, y: area.center.y + height))
      }
    }
    var path = Path([.move(upper[0])])
    for point in upper.dropFirst() + lower.reversed() { path.line(to: point) }
    path.close()
    let middle = Path([
      .move(Point(x: area.minX, y: area.center.y)), .line(Point(x: area.maxX, y: area.center.y)),
    ])
    return [
      .stroke(middle, theme.axis, StrokeStyle(lineWidth: theme.gridWidth)),
      .fill(path, theme.color(0).faded(0.7)),
    ]
  }

  // MARK: Times

  /// Ticks on time are short lines; a late one is tall, with a line from when it was due; one that
  /// does not come is a small cross.
  private func ticks(
    _ ticks: [PlotTrack.ClockTick], _ tracking: [ClosedRange<Double>], _ area: Rect
  ) throws(TextError) -> [Artwork.Mark] {
    var marks: [Artwork.Mark] = []
    for range in tracking {
      guard let shown = part(range) else { continue }
      let box = Rect(
        x: shown.lowerBound, y: area.minY, width: shown.length, height: area.height)
      marks.append(.fill(.rect(box), theme.color(4).faded(0.25)))
      let label = try frame.setter.label(frame.setter.words.tracking, size: theme.fontSize - 1.5)
      guard label.width + 4 <= shown.length else { continue }
      let place = Point(x: box.center.x, y: area.minY + label.size * 0.85)
      marks.append(label.placed(at: place, anchor: 0.5, color: theme.quietInk))
    }
    var (regular, late, lost) = (Path(), Path(), Path())
    let (low, high) = (area.maxY, area.minY)
    let middle = area.center.y + area.height / 5
    for tick in ticks {
      let due = frame.x(tick.due)
      if let fired = tick.fired.map({ frame.x($0) }) {
        guard (area.minX - 0.01...area.maxX + 0.01).contains(fired) else { continue }
        if tick.isLate {
          late.move(to: Point(x: fired, y: high))
          late.line(to: Point(x: fired, y: low))
          late.move(to: Point(x: max(due, area.minX), y: middle))
          late.line(to: Point(x: fired, y: middle))
        } else {
          regular.move(to: Point(x: fired, y: middle))
          regular.line(to: Point(x: fired, y: low))
        }
      } else if (area.minX...area.maxX).contains(due) {
        let (size, y) = (1.3, low - 2)
        lost.move(to: Point(x: due - size, y: y - size))
        lost.line(to: Point(x: due + size, y: y + size))
        lost.move(to: Point(x: due - size, y: y + size))
        lost.line(to: Point(x: due + size, y: y - size))
      }
    }
    let paths = [
      (regular, theme.quietInk, 0.5), (late, theme.color(1), 1), (lost, theme.color(1), 0.7),
    ]
    for (path, color, width) in paths where !path.elements.isEmpty {
      marks.append(.stroke(path, color, StrokeStyle(lineWidth: width)))
    }
    return marks
  }

  /// A triangle that points down at the time.
  private func event(_ time: Double, _ area: Rect) -> [Artwork.Mark] {
    let (x, top) = (frame.x(time), area.minY + 1)
    var path = Path([.move(Point(x: x - 3, y: top)), .line(Point(x: x + 3, y: top))])
    path.line(to: Point(x: x, y: top + 6))
    path.close()
    return [.fill(path, theme.color(1))]
  }

  // MARK: Bars

  static let barHeight = 8.5

  func bar(_ bar: PlotTrack.Bar, middle: Double) -> Artwork.Mark {
    let (left, right) = (frame.x(bar.range.lowerBound), frame.x(bar.range.upperBound))
    let color = theme.color(0)
    switch bar.kind {
    case .delay: return dots(left, right, middle, [1.5, 2])
    case .rest: return dots(left, right, middle, [0.8, 3.2])
    case .fill:
      return block(left, right, middle, Self.barHeight * 0.36, color.faded(0.45), bar.isEndless)
    case .pass, .wayBack:
      let paint = bar.kind == .pass ? color : color.faded(0.55)
      // A thin gap keeps passes apart.
      let gap = right - left > 3 ? 0.35 : 0
      return block(left + gap, right - gap, middle, Self.barHeight, paint, bar.isEndless)
    }
  }

  private func dots(
    _ left: Double, _ right: Double, _ middle: Double, _ pattern: [Double]
  ) -> Artwork.Mark {
    let line = Path([.move(Point(x: left, y: middle)), .line(Point(x: right, y: middle))])
    return .stroke(line, theme.axis, StrokeStyle(lineWidth: 0.8, dashPattern: pattern))
  }

  /// A bar; one that continues beyond the figure ends in a point.
  private func block(
    _ left: Double, _ right: Double, _ middle: Double, _ height: Double, _ color: Color,
    _ isEndless: Bool
  ) -> Artwork.Mark {
    let (top, bottom) = (middle - height / 2, middle + height / 2)
    var path = Path([.move(Point(x: left, y: top)), .line(Point(x: right, y: top))])
    if isEndless, right >= frame.area.maxX - 1 {
      path.line(to: Point(x: right + height / 2 + 1, y: middle))
    }
    path.line(to: Point(x: right, y: bottom))
    path.line(to: Point(x: left, y: bottom))
    path.close()
    return .fill(path, color)
  }
}

extension Value {
  /// The colours of a colour or a list of them; empty for none.
  fileprivate var swatches: [Color] {
    switch self {
    case .color(let color): [color]
    case .colors(let colors): colors
    default: []
    }
  }
}
