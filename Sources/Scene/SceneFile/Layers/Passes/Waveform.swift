import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  static let waveform = Field(
    "waveform", .waveform,
    "A sound's levels as the path, from the left edge of the bounds to the right one: {audio: NAME}."
  )
  static let waveformBars = Field(
    "bars", Reader<Int>.whole(1, 10_000, "a whole number from 1 to 10000"),
    "How many bars show the levels, each the loudest of its time. Default: one outline.")
}

extension Vocabulary {
  /// The keys of a waveform.
  public static let waveform = Vocabulary(
    owner: "a waveform", definition: "waveform",
    [Key.followedTrack, Key.band, Key.waveformBars], listsKeys: true)
}

/// The levels of a sound, as a layer shows them.
struct Waveform {
  /// At equal distances, 0 to 1.
  let levels: [Double]
  let bars: Int?

  /// The width of a bar, as a part of the way from one to the next.
  private static let barWidth = 0.6
  /// The least height of a bar, as a part of the whole.
  private static let leastLevel = 0.02

  /// The outline about the middle of a rectangle, which silence is.
  func path(in box: Rect) -> Path {
    let middle = box.minY + box.height / 2
    guard let bars else {
      let columns = loudest(min(levels.count, max(Int(box.width.rounded(.up)), 1)))
      let step = box.width / Double(max(columns.count - 1, 1))
      let upper = columns.enumerated().map { index, level in
        Point(x: box.minX + Double(index) * step, y: middle - level * box.height / 2)
      }
      let lower = upper.reversed().map { Point(x: $0.x, y: 2 * middle - $0.y) }
      var path = Path([.move(upper[0])])
      for point in upper.dropFirst() + lower { path.line(to: point) }
      path.close()
      return path
    }
    let pitch = box.width / Double(bars)
    let rects = loudest(bars).enumerated().map { index, level in
      let height = max(level, Self.leastLevel) * box.height
      return Path.rect(
        Rect(
          x: box.minX + (Double(index) + (1 - Self.barWidth) / 2) * pitch, y: middle - height / 2,
          width: pitch * Self.barWidth, height: height))
    }
    return Path(rects.flatMap(\.elements))
  }

  /// The largest levels of as many equal parts of the time.
  private func loudest(_ count: Int) -> [Double] {
    (0..<count).map { index in
      let first = index * levels.count / count
      let last = max((index + 1) * levels.count / count, first + 1)
      return levels[min(first, levels.count - 1)..<min(last, levels.count)].max() ?? 0
    }
  }
}

extension Reader where Content == Waveform {
  fileprivate static var waveform: Reader {
    .mapping(.waveform, "a waveform: {audio: NAME}") { fields in
      let reader = LevelsReader(fields: fields, context: fields.context)
      let (bars, band) = (fields[Key.waveformBars], reader.band())
      if !fields.has(Key.followedTrack) {
        fields.context.error(
          .missingKey, "a waveform needs 'audio'", at: fields.node,
          hint: "audio: \(Key.followedTrack.expectation)")
      }
      guard let track = reader.track(), let band, let levels = reader.levels(of: track, band)
      else { return nil }
      return Waveform(levels: levels, bars: bars)
    }
  }
}

extension LoweringPass {
  /// A shape that shows a sound's levels.
  static let waveform = LoweringPass(
    keys: { $0 == .shape ? [Key.waveform] : [] }, [.placed: { $0.drawWaveform() }])
}

extension LayerDraft {
  fileprivate mutating func drawWaveform() {
    guard layerClass == .shape, let key = fields.keyNode(Key.waveform),
      let waveform = fields[Key.waveform]
    else {
      return
    }
    if let path = fields.entries.first(where: { $0.name == Property.path.name }) {
      context.error(.conflict, "waveform sets the path; give either", at: path.key)
    }
    guard !values[.bounds].isEmpty else {
      context.error(
        .conflict, "the waveform needs bounds that it fills", at: key,
        hint: "give bounds: [width, height]")
      return
    }
    values[.path] = waveform.path(in: values[.bounds])
  }
}
