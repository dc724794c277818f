import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree

extension LottieTrim {
  var tracks: [Track<[Double]>] { [start, end, offset] }

  var isAnimated: Bool { tracks.contains(where: \.isAnimated) }

  /// Whether the trim never leaves anything out.
  var isAlwaysWhole: Bool {
    start.values.allSatisfy { $0 == [0] } && end.values.allSatisfy { $0 == [100] }
      && offset.values.allSatisfy { $0 == [0] }
  }

  /// The part that is left, as shares of the length; its start is before its end.
  func range(at frame: Double) -> (start: Double, end: Double) {
    let turn = offset.number(at: frame) / 360
    func share(_ track: Track<[Double]>) -> Double {
      min(max(track.number(at: frame) / 100, 0), 1)
    }
    let (a, b) = (share(start), share(end))
    return (min(a, b) + turn, max(a, b) + turn)
  }

  /// The order of start and end.
  fileprivate enum Order {
    case startFirst, endFirst, changing
  }

  /// Between key frames too, where the easings of both may differ.
  fileprivate var order: Order {
    let frames: [Double] = (start.segments + end.segments).flatMap { [$0.start, $0.end] }
    let keys = Set(frames).union([0]).sorted()
    let between = zip(keys, keys.dropFirst()).flatMap { from, to -> [Double] in
      let step = (to - from) / 32
      return (1..<32).map { from + step * Double($0) }
    }
    let ways = (keys + between).map { end.number(at: $0) - start.number(at: $0) }
    if ways.allSatisfy({ $0 >= 0 }) { return .startFirst }
    return ways.allSatisfy { $0 <= 0 } ? .endFirst : .changing
  }
}

extension Motion {
  /// Shows the part of a line that a trim leaves. Returns how often the path has to be repeated, so
  /// that a part which goes around its end is one stretch.
  func trim(_ trim: LottieTrim, of draft: inout ImportedLayer) -> Int {
    let frames = Set(trim.tracks.flatMap { $0.segments.flatMap { [$0.start, $0.end] } })
    let moments = frames.isEmpty ? [0] : frames.sorted()
    let ranges = moments.flatMap { [trim.range(at: $0), trim.range(at: $0 - 1e-7)] }
    let lowest = ranges.map(\.start).min() ?? 0
    let highest = ranges.map(\.end).max() ?? 1
    // Easing may overshoot a little; a thousand times around is enough.
    let shift = lowest < 0 ? min((-lowest).rounded(.up), 1000) : 0
    let copies = min(max((highest + shift).rounded(.up), 1), 1000)
    func share(_ value: Double) -> Value {
      .number(min(max((value + shift) / copies, 0), 1))
    }
    let (start, end) = (AnimationKeyPath(.strokeStart), AnimationKeyPath(.strokeEnd))
    draft.values[.curveCut] = .length
    let before = (moments.first ?? 0) - 1
    start.set(share(trim.range(at: before).start), in: &draft.values)
    end.set(share(trim.range(at: before).end), in: &draft.values)
    let order = trim.order
    let isEven = order != .changing
    let both = [trim.start, trim.end]
    let sides = order == .endFirst ? [trim.end, trim.start] : both
    for (index, keyPath) in [start, end].enumerated() {
      let tracks = (isEven ? [sides[index]] : both) + [trim.offset]
      let change = animation(keyPath, of: tracks.map(\.timings), isEven: isEven) {
        let range = trim.range(at: $0)
        return share(index == 0 ? range.start : range.end)
      }
      if let change { draft.animations.append(change) }
    }
    return Int(copies)
  }
}

extension [Outline] {
  /// The paths with what all of their trims leave of them, the innermost trim first. One that takes
  /// paths in turn counts along all of them, end to end.
  func trimmedPaths(at frame: Double) -> [Path] {
    var paths = map { $0.path(at: frame) }
    var left = map { $0.trims[...] }
    // A trim's turn comes when nothing inside of it is left on any of its paths.
    func next() -> Int? {
      left.compactMap { $0.first?.id }.first { id in
        left.allSatisfy { trims in !trims.dropFirst().contains { $0.id == id } }
      }
    }
    while let id = next() {
      let places = left.indices.filter { left[$0].first?.id == id }
      guard let trim = places.first.flatMap({ left[$0].first?.trim }) else { break }
      paths.trim(places, by: trim, at: frame)
      for place in places { left[place].removeFirst() }
    }
    return paths
  }
}

extension [Path] {
  fileprivate mutating func trim(_ places: [Int], by trim: LottieTrim, at frame: Double) {
    let range = trim.range(at: frame)
    guard trim.isSequential, places.count > 1 else {
      for place in places {
        self[place] = self[place].trimmedAround(from: range.start, to: range.end)
      }
      return
    }
    let lengths = places.map { PathMeasure(self[$0], accuracy: 1e-3).length }
    let total = lengths.reduce(0, +)
    guard total > 0, range.end - range.start < 1 else { return }
    let turns = range.start.rounded(.down)
    let (low, high) = ((range.start - turns) * total, (range.end - turns) * total)
    var begin = 0.0
    for (place, length) in zip(places, lengths) {
      let path = self[place]
      // The stretch may go on behind the end of the last path.
      let parts = [0, total].flatMap { shift -> Path.Elements in
        let start = Swift.max(low - shift - begin, 0)
        let end = Swift.min(high - shift - begin, length)
        guard end > start, length > 0 else { return [] }
        return path.trimmed(from: start / length, to: end / length).elements
      }
      self[place] = Path(parts)
      begin += length
    }
  }
}

extension Path {
  /// The part between two shares of the length, which may go around the end.
  func trimmedAround(from start: Double, to end: Double) -> Path {
    guard end - start < 1 else { return self }
    let turns = start.rounded(.down)
    let (low, high) = (start - turns, end - turns)
    guard high > 1 else { return trimmed(from: low, to: high) }
    return Path(trimmed(from: low, to: 1).elements + trimmed(from: 0, to: high - 1).elements)
  }
}
