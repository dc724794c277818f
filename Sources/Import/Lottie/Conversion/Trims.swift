import Geometry
import LayerTree

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
    let (a, b) = (start.number(at: frame) / 100, end.number(at: frame) / 100)
    return (min(a, b) + turn, max(a, b) + turn)
  }

  /// The order of start and end.
  fileprivate enum Order {
    case startFirst, endFirst, changing
  }

  fileprivate var order: Order {
    let frames = Set((start.segments + end.segments).flatMap { [$0.start, $0.end] }).union([0])
    let ways = frames.map { end.number(at: $0) - start.number(at: $0) }
    if ways.allSatisfy({ $0 >= 0 }) { return .startFirst }
    return ways.allSatisfy { $0 <= 0 } ? .endFirst : .changing
  }
}

extension Motion {
  /// Shows the part of a line that a trim leaves. Returns how often the path has to be repeated, so
  /// that a part which goes around its end is one stretch.
  func trim(_ trim: LottieTrim, of draft: inout Draft) -> Int {
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

extension Motion {
  /// Shows the part of a line that two trims leave, one after the other. Returns 1.
  ///
  /// The second one counts along what the first one left. Where that goes around the end of the
  /// path, it is cut there.
  func trim(_ inner: LottieTrim, inside outer: LottieTrim, of draft: inout Draft) -> Int {
    func range(_ frame: Double) -> (start: Double, end: Double) {
      let (first, second) = (inner.range(at: frame), outer.range(at: frame))
      let length = first.end - first.start
      let (start, end) = (max(second.start, 0), min(second.end, 1))
      return (first.start + start * length, first.start + end * length)
    }
    let timings = (inner.tracks + outer.tracks).map(\.timings)
    draft.values[.curveCut] = .length
    let first = timings.compactMap { $0.first?.start }.min() ?? 0
    for (property, isStart) in [(Property.strokeStart, true), (Property.strokeEnd, false)] {
      func share(_ frame: Double) -> Value {
        let range = range(frame)
        return .number(min(max(isStart ? range.start : range.end, 0), 1))
      }
      let keyPath = AnimationKeyPath(property)
      keyPath.set(share(first - 1), in: &draft.values)
      let change = animation(keyPath, of: timings, isEven: false, share)
      if let change { draft.animations.append(change) }
    }
    return 1
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
