package import RostrumBase
package import RostrumLayerTree
import RostrumTiming

/// One line of a timeline: a layer, or an animation under its layer or group.
struct TimelineRow: Sendable {
  let name: String
  /// Beside the name.
  let note: String
  let depth: Int
  /// `nil` for a layer alone.
  let life: AnimationLife?
  let isLayer: Bool
  /// The layer of the row; `nil` for a track.
  var layer: Layer?
  /// In place of an animation's bars.
  var track: PlotTrack?

  var bars: [AnimationLife.Stretch] { life?.stretches ?? [] }

  /// Durations and repeats, for the bar.
  func detail(_ words: FigureWords) -> String { life?.detail(words) ?? "" }
}

/// Bars for the animations of a scene, nested as the tree is, over the scene's time.
struct Timeline: Sendable {
  var rows: [TimelineRow]
  let range: ClosedRange<Double>
  /// How many times as far apart the rows are as they need to be.
  var stretch = 1.0
  /// The moving parts; `nil` for a static figure.
  var run: PlotRun?

  /// All layers with animations and their superlayers, or some layers; over the whole scene, or a
  /// part of it.
  init(
    _ scene: Scene, layers: [Layer] = [], over range: ClosedRange<Double>? = nil,
    names: [FigureDeclaration.RowName] = []
  ) {
    let range = range ?? 0...max(scene.clock.duration, 1e-6)
    self.range = range
    let chosen = Set(layers.map(\.index))
    let builder = TimelineBuilder(range: range, chosen: chosen, names: names)
    rows = scene.root.sublayers.flatMap { builder.rows($0, path: [scene.root], depth: 0) }
  }

  /// Adds a strip beneath the bars.
  mutating func append(_ track: PlotTrack) {
    rows.append(
      TimelineRow(name: track.name, note: "", depth: 0, life: nil, isLayer: false, track: track))
  }

  /// True when nothing is animated.
  var isEmpty: Bool { rows.allSatisfy(\.bars.isEmpty) }
}

private struct TimelineBuilder {
  let range: ClosedRange<Double>
  /// Indexes of layers; empty for all.
  let chosen: Set<Int>
  /// The author's.
  let names: [FigureDeclaration.RowName]

  private func name(of layer: Layer, in path: [Layer]) -> String {
    names.first { $0.layer == layer.index && $0.animationKey == nil }?.text
      ?? layer.shownName(among: path.dropLast().last?.inner ?? [])
  }

  private func name(of life: AnimationLife, on layer: Layer) -> String {
    let key = life.attached.key
    let own = names.first { $0.layer == layer.index && key != nil && $0.animationKey == key }
    return own?.text ?? life.animation.title
  }

  /// The rows of the layer and its sublayers; none when nothing in it is shown.
  func rows(_ layer: Layer, path: [Layer], depth: Int) -> [TimelineRow] {
    let path = path + [layer]
    let isShown = chosen.isEmpty || chosen.contains(layer.index)
    let lives = isShown ? AnimationLife.all(of: path, over: range) : []
    let own = lives.filter { !$0.stretches.isEmpty }
    let inner = layer.inner.flatMap { rows($0, path: path, depth: depth + 1) }
    guard !own.isEmpty || !inner.isEmpty || chosen.contains(layer.index) else { return [] }
    let note = layer.clockNote
    // A layer with one animation and its parent's clock is one line.
    if own.count == 1, note.isEmpty {
      return [
        TimelineRow(
          name: name(of: layer, in: path), note: name(of: own[0], on: layer), depth: depth,
          life: own[0],
          isLayer: true, layer: layer)
      ] + inner
    }
    let row = TimelineRow(
      name: name(of: layer, in: path), note: note, depth: depth, life: nil, isLayer: true,
      layer: layer)
    return [row]
      + own.map {
        TimelineRow(
          name: name(of: $0, on: layer), note: "", depth: depth + 1 + $0.depth, life: $0,
          isLayer: false, layer: layer)
      } + inner
  }
}

extension Layer {
  /// Its name. A layer without one is called by its picture's file, its text or its class, with a
  /// number where several layers beside it are called the same.
  fileprivate func shownName(among siblings: [Layer]) -> String {
    guard isUnnamed else { return name }
    let same = siblings.filter { $0.isUnnamed && $0.content == content }
    guard same.count > 1, let place = same.firstIndex(where: { $0.index == index }) else {
      return content
    }
    return "\(content) \(place + 1)"
  }

  /// Whether the layer has its place as name, as in `layers[2].sublayers[0]` and `ball.mask`.
  private var isUnnamed: Bool { name.hasSuffix("]") || name.hasSuffix(".mask") }

  private func has(_ property: String) -> Bool {
    layerClass.properties.contains { $0.name == property }
  }

  /// The layer's contents in few words.
  private var content: String {
    let values = epochs[0].values
    if has("contents"), let picture = values[.contents] {
      return picture.path.lastPathComponent.deletingPathExtension
    }
    let words = has("string") ? values[.string].string : ""
    guard let line = words.split(whereSeparator: \.isNewline).first else { return layerClass.name }
    return line.count > 24 ? line.prefix(23) + "\u{2026}" : String(line)
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
  /// The name of the first property that the animation changes; for a group, or when there is none,
  /// the name of its class.
  var title: String {
    let names = innerAnimations.isEmpty ? keyPaths.map(\.name) : []
    return names.first ?? className
  }
}

extension AnimationLife {
  /// Its timing, and the effect of an event on it: "2 s, removed at 1.75 s".
  func detail(_ words: FigureWords) -> String {
    let timing = animation.timing.detail(words)
    guard let cut else { return timing }
    let time = words.seconds(cut.time)
    let end = cut.isReplacement ? words.replaced(at: time) : words.removed(at: time)
    return timing + words.comma + end
  }
}

extension MediaTiming {
  /// "2 s × 3.5, speed 2".
  fileprivate func detail(_ words: FigureWords) -> String {
    let duration = words.seconds(iterationDuration)
    var parts = [autoreverses ? words.andBack(duration) : duration]
    let forever = Double(Float.greatestFiniteMagnitude)
    if repeatDuration > 0 {
      let isEndless = repeatDuration >= forever
      parts.append(isEndless ? words.forEver : words.lasting(words.seconds(repeatDuration)))
    } else if repeatCount >= forever {
      parts.append(words.forEver)
    } else if repeatCount > 0, repeatCount != 1 {
      parts[0] += " \u{D7} \(short(repeatCount))"
    }
    if speed != 1 { parts.append("speed \(short(speed))") }
    if timeOffset != 0 { parts.append("timeOffset \(short(timeOffset))") }
    return parts.joined(separator: words.comma)
  }
}

// MARK: - For programs

extension Scene {
  /// The names of the layers in a timeline, by their indexes.
  package var shownNames: [Int: String] {
    var names: [Int: String] = [:]
    func add(_ layers: [Layer]) {
      for layer in layers {
        names[layer.index] = layer.shownName(among: layers)
        add(layer.inner)
      }
    }
    add(root.inner)
    return names
  }

  /// The rows of the scene's timeline, top down, each an object with `name`, `note`, `detail`,
  /// `depth`, `layer` (its index), `isLayer`, `line`, `bars`, `edit` and a `refusal` to move them;
  /// times are in seconds of the scene. If an animation is written at its own place in the file,
  /// `edit` has this place, its `beginTime` and `duration` in its layer's time, the rate of that
  /// time to the scene's, the length of a `pass` in layer seconds, and the `keyTimes` that can be
  /// moved. Below them is a row for each clock of timers and display links: its `ticks` with times
  /// and outcomes, and when it was `tracking` a drag.
  package var timelineRows: JSONValue {
    var timeline = Timeline(self)
    let builder = TimeTrackBuilder(
      scene: self, layers: [], range: timeline.range, words: FigureWords())
    for track in builder.tracks([.ticks]) { timeline.append(track) }
    return .array(timeline.rows.map { $0.json(edit: edit($0), refusal: refusal($0)) })
  }

  /// Why a row's bars cannot be moved; `nil` where they can, and for a row of another kind.
  private func refusal(_ row: TimelineRow) -> String? {
    guard let life = row.life, let layer = row.layer else { return nil }
    if ancestry(of: layer).dropLast().contains(where: { $0.sceneReference != nil }) {
      return "it belongs to another scene file"
    }
    if life.depth > 0 { return "it is a part of a group: the group moves with all that is in it" }
    if life.attached.place?.column == nil { return "it is not written at a place of its own" }
    return nil
  }

  private func edit(_ row: TimelineRow) -> JSONValue {
    guard let life = row.life, refusal(row) == nil, let layer = row.layer,
      let place = life.attached.place, let column = place.column,
      let begin = row.bars.first?.range.lowerBound
    else { return .null }
    let step = 1e-3
    let span = localTime(of: layer, at: begin + step) - localTime(of: layer, at: begin)
    let timing = life.animation.timing
    let first = row.bars.first { $0.kind == .pass || $0.kind == .wayBack }?.range.lowerBound
    let start = first.map { localTime(of: layer, at: $0) } ?? 0
    let isWhole = timing.beginTime == 0 || abs(start - timing.beginTime) < 1e-6
    let keyTimes = isWhole ? life.animation.movableKeyTimes : nil
    return .object([
      ("owner", .array([.integer(place.line), .integer(column)])),
      ("beginTime", .number(timing.beginTime)), ("duration", .number(timing.iterationDuration)),
      ("rate", .number((span / step * 1e6).rounded() / 1e6)),
      ("pass", .number(timing.iterationDuration * step / max(span * timing.speed, 1e-12))),
      ("keyTimes", keyTimes.map { .array($0.map { .number($0) }) } ?? .null),
    ])
  }
}

extension Animation {
  /// The times of the key frames as parts of a pass, where each is given alone: not in paced modes,
  /// in which they follow from the values, and not with a `timeOffset`, which shifts passes.
  fileprivate var movableKeyTimes: [Double]? {
    guard let animation = self as? KeyframeAnimation, !animation.calculationMode.isPaced,
      timing.timeOffset == 0, timing.speed > 0
    else { return nil }
    return animation.keyTimes
  }
}

extension TimelineRow {
  fileprivate func json(edit: JSONValue, refusal: String?) -> JSONValue {
    var (ticks, tracking): (JSONValue, JSONValue) = (.null, .null)
    if case .ticks(let all, let spans) = track?.content {
      ticks = .array(all.map(\.json))
      tracking = .array(
        spans.map { .array([.number($0.lowerBound), .number($0.upperBound)]) })
    }
    return .object([
      ("name", .string(name)), ("note", .string(note)), ("detail", .string(detail(FigureWords()))),
      ("depth", .integer(depth)), ("layer", .integer(layer?.index)), ("isLayer", .flag(isLayer)),
      ("line", .integer((life?.attached.place ?? layer?.place)?.line)),
      ("cut", .number(life?.cut?.time)), ("bars", .array(bars.map(\.json))), ("edit", edit),
      ("refusal", .string(refusal)),
      ("ticks", ticks), ("tracking", tracking),
    ])
  }
}

extension PlotTrack.ClockTick {
  /// The time in seconds, and `onTime`, `late`, `dropped` or `lost`.
  fileprivate var json: JSONValue {
    let time = fired.flatMap { $0.isFinite ? $0 : nil } ?? due
    let state = isLost ? "lost" : fired == nil ? "dropped" : isLate ? "late" : "onTime"
    return .array([.number(time), .string(state)])
  }
}

extension AnimationLife.Stretch {
  fileprivate var json: JSONValue {
    .object([
      ("kind", .string("\(kind)")), ("from", .number(range.lowerBound)),
      ("to", .number(range.upperBound)), ("isEndless", .flag(isEndless)),
    ])
  }
}
