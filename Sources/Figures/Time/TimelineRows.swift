public import LayerTree
import Timing

/// One line of a timeline: a layer, or an animation under its layer or group.
struct TimelineRow: Sendable {
  enum Kind: Hashable, Sendable {
    /// There, on the way from the start value to the end value.
    case pass
    /// On the way back of an animation that autoreverses.
    case wayBack
    /// Shown before the beginning or after the end.
    case fill
    /// From the parent's beginning to the animation's.
    case delay
  }

  struct Bar: Hashable, Sendable {
    let kind: Kind
    /// In seconds of the scene.
    let range: ClosedRange<Double>
    /// Goes on beyond the figure.
    var isEndless = false
  }

  let name: String
  /// Beside the name.
  let note: String
  let depth: Int
  let isLayer: Bool
  let bars: [Bar]
  /// Durations and repeats, for the bar.
  let detail: String
}

/// Bars for the animations of a scene, nested as the tree is, over the scene's time.
public struct Timeline: Sendable {
  let rows: [TimelineRow]
  let range: ClosedRange<Double>

  /// All layers with animations and those around them, or some layers; over the whole scene, or a part.
  public init(_ scene: Scene, layers: [Layer] = [], over range: ClosedRange<Double>? = nil) {
    let range = range ?? 0...max(scene.clock.duration, 1e-6)
    self.range = range
    let chosen = Set(layers.map(\.index))
    let builder = TimelineBuilder(range: range, chosen: chosen)
    rows = scene.root.sublayers.flatMap { builder.rows($0, path: [scene.root], depth: 0) }
  }
}

private struct TimelineBuilder {
  let range: ClosedRange<Double>
  /// Indexes of layers; empty for all.
  let chosen: Set<Int>

  /// The layer's rows and those inside it; none when nothing in it is shown.
  func rows(_ layer: Layer, path: [Layer], depth: Int) -> [TimelineRow] {
    let path = path + [layer]
    let time = LocalTime(path: path, over: range)
    let isShown = chosen.isEmpty || chosen.contains(layer.index)
    let attached = isShown ? layer.attached : []
    let inner = layer.inner.flatMap { rows($0, path: path, depth: depth + 1) }
    guard !attached.isEmpty || !inner.isEmpty || chosen.contains(layer.index) else { return [] }
    let note = layer.clockNote
    let own = attached.flatMap { rows($0, time, depth: depth + 1) }
    // A layer with one animation and its parent's clock is one line.
    if own.count == 1, note.isEmpty { return [own[0].joined(to: layer, depth: depth)] + inner }
    let row = TimelineRow(
      name: layer.shortName, note: note, depth: depth, isLayer: true, bars: [], detail: "")
    return [row] + own + inner
  }

  /// An animation and those inside it, which run in every pass of their group.
  private func rows(
    _ attached: AttachedAnimation, _ time: LocalTime, depth: Int
  ) -> [TimelineRow] {
    rows(attached.animation, until: time.bounds.upperBound, depth: depth) { bars in
      bars.flatMap { $0.mapped(through: time) }
    }
  }

  /// `place` brings bars from the time that the animation begins in to the scene's time.
  private func rows(
    _ animation: any Animation, until limit: Double, depth: Int,
    _ place: ([TimelineRow.Bar]) -> [TimelineRow.Bar]
  ) -> [TimelineRow] {
    let row = TimelineRow(
      name: animation.title, note: "", depth: depth, isLayer: false,
      bars: place(animation.bars(until: limit)), detail: animation.timing.detail)
    let length = animation.timing.iterationDuration
    let inner = animation.innerAnimations.flatMap { child in
      rows(child.animation, until: length, depth: depth + 1) {
        place(animation.barsOfPasses($0, until: limit))
      }
    }
    return [row] + inner
  }
}

extension TimelineRow {
  fileprivate func joined(to layer: Layer, depth: Int) -> TimelineRow {
    TimelineRow(
      name: layer.shortName, note: name, depth: depth, isLayer: true, bars: bars, detail: detail)
  }
}

extension Layer {
  /// A layer without a name is called by its place; beneath its superlayer the last part of that will do.
  fileprivate var shortName: String {
    guard name.hasSuffix("]"), let dot = name.lastIndex(of: ".") else { return name }
    return String(name[name.index(after: dot)...])
  }

  /// Each animation once, also when several epochs have it.
  fileprivate var attached: [AttachedAnimation] {
    var seen = Set<String>()
    return epochs.flatMap(\.animations).filter { one in
      let timing = one.animation.timing
      let mark = "\(one.key ?? "") \(one.place?.line ?? -1) \(one.animation.title) \(timing)"
      return seen.insert(mark).inserted
    }
  }

  /// How the layer's clock differs from its parent's at the start.
  fileprivate var clockNote: String {
    let clock = epochs[0].clock
    var parts: [String] = []
    if clock.beginTime != 0 { parts.append("beginTime \(short(clock.beginTime))") }
    if clock.speed != 1 { parts.append("speed \(short(clock.speed))") }
    if clock.timeOffset != 0 { parts.append("timeOffset \(short(clock.timeOffset))") }
    return parts.joined(separator: ", ")
  }
}

extension Animation {
  /// What it animates, or what it is.
  fileprivate var title: String {
    let names = innerAnimations.isEmpty ? keyPaths.map(\.name) : []
    return names.first ?? className
  }

  /// In the time of the layer.
  fileprivate func bars(until limit: Double) -> [TimelineRow.Bar] {
    let passes = timing.passes(until: limit)
    let end = min(endTime, limit)
    var bars = passes.map {
      TimelineRow.Bar(kind: $0.isReturning ? .wayBack : .pass, range: $0.range)
    }
    if endTime > limit, let last = bars.indices.last { bars[last].isEndless = true }
    if passes.isEmpty, timing.beginTime < end {
      bars.append(.init(kind: .pass, range: timing.beginTime...end, isEndless: true))
    }
    return bars + fills(end: end, limit: limit)
  }

  private func fills(end: Double, limit: Double) -> [TimelineRow.Bar] {
    var bars: [TimelineRow.Bar] = []
    if timing.beginTime > 0 {
      let kind: TimelineRow.Kind = timing.fillsBackwards ? .fill : .delay
      bars.append(.init(kind: kind, range: 0...timing.beginTime))
    }
    if timing.fillsForwards, end < limit {
      bars.append(.init(kind: .fill, range: end...limit, isEndless: true))
    }
    return bars
  }

  /// Bars in the time of this group's passes, once for each pass, in the time that the group itself begins in.
  fileprivate func barsOfPasses(
    _ bars: [TimelineRow.Bar], until limit: Double
  ) -> [TimelineRow.Bar] {
    let passes = timing.passes(until: limit).prefix(max(1, Self.maximumBars / max(1, bars.count)))
    return passes.flatMap { pass in bars.compactMap { bar($0, in: pass) } }
  }

  private func bar(_ bar: TimelineRow.Bar, in pass: Pass) -> TimelineRow.Bar? {
    let length = timing.iterationDuration
    let ends = [bar.range.lowerBound, min(bar.range.upperBound, length)].compactMap {
      directedProgress(for: $0 / length).map { timing.time(ofProgress: $0, in: pass) }
    }
    guard ends.count == 2 else { return nil }
    let low = max(min(ends[0], ends[1]), pass.range.lowerBound)
    let high = min(max(ends[0], ends[1]), pass.range.upperBound)
    return low < high ? TimelineRow.Bar(kind: bar.kind, range: low...high) : nil
  }

  /// Of one row; groups that repeat inside groups that repeat would have as many as the product says.
  private static var maximumBars: Int { 500 }
}

extension MediaTiming {
  fileprivate var fillsBackwards: Bool { fillMode == .backwards || fillMode == .both }
  fileprivate var fillsForwards: Bool {
    (fillMode == .forwards || fillMode == .both) && !isRemovedOnCompletion
  }

  /// "2 s × 3.5, speed 2".
  fileprivate var detail: String {
    var parts = ["\(short(iterationDuration)) s" + (autoreverses ? " and back" : "")]
    let forever = Double(Float.greatestFiniteMagnitude)
    if repeatDuration > 0 {
      parts.append(repeatDuration < forever ? "for \(short(repeatDuration)) s" : "for ever")
    } else if repeatCount >= forever {
      parts.append("for ever")
    } else if repeatCount > 0, repeatCount != 1 {
      parts[0] += " \u{D7} \(short(repeatCount))"
    }
    if speed != 1 { parts.append("speed \(short(speed))") }
    if timeOffset != 0 { parts.append("timeOffset \(short(timeOffset))") }
    return parts.joined(separator: ", ")
  }
}

extension TimelineRow.Bar {
  /// The bar in the scene's time; several where a clock stood still or ran back.
  fileprivate func mapped(through time: LocalTime) -> [Self] {
    let spans = time.spans(of: range)
    return spans.enumerated().map { index, span in
      Self(kind: kind, range: span, isEndless: isEndless && index == spans.count - 1)
    }
  }
}

/// At most three digits after the point.
func short(_ number: Double) -> String {
  guard abs(number) < 1e9 else { return number.description }
  let thousandths = (number * 1000).rounded() / 1000
  let text = thousandths.description
  let plain = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  return plain.replacingMinus
}

extension String {
  fileprivate var replacingMinus: String { hasPrefix("-") ? "\u{2212}" + dropFirst() : self }
}
