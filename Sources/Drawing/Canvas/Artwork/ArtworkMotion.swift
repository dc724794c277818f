public import RostrumGeometry

extension Artwork {
  /// How marks move, over and over: in SVG by CSS, in videos frame by frame. PDF and PNG leave them
  /// out.
  public struct Motion: Hashable, Sendable {
    /// In seconds.
    public var duration: Double
    /// The displacement of the marks, at even times from the start to the end.
    public var offsets: [Point]

    /// `duration` is above 0, and there are two offsets at least.
    public init(duration: Double, offsets: [Point]) {
      (self.duration, self.offsets) = (duration, offsets)
    }

    /// The offset at a time in seconds, on a straight line between two.
    public func offset(at time: Double) -> Point {
      guard offsets.count > 1, duration > 0, time.isFinite else { return offsets.first ?? .zero }
      let turns = time / duration
      let place = (turns - turns.rounded(.down)) * Double(offsets.count - 1)
      let index = min(Int(place), offsets.count - 2)
      let (a, b) = (offsets[index], offsets[index + 1])
      return a + (b - a) * (place - Double(index))
    }

    /// The offsets that matter, each with its part of the time: between two of them lies everything
    /// on a straight line within a hundredth of a point.
    var corners: [(part: Double, offset: Point)] {
      let last = offsets.count - 1
      guard last > 0 else { return offsets.map { (0, $0) } }
      var kept = [0]
      var index = 1
      while index <= last {
        let start = kept[kept.count - 1]
        if index < last, isStraight(from: start, to: index + 1) {
          index += 1
          continue
        }
        kept.append(index)
        index += 1
      }
      return kept.map { (Double($0) / Double(last), offsets[$0]) }
    }

    private func isStraight(from start: Int, to end: Int) -> Bool {
      let (a, b) = (offsets[start], offsets[end])
      return (start + 1..<end).allSatisfy { index in
        let part = Double(index - start) / Double(end - start)
        let line = a + (b - a) * part
        return max(abs(line.x - offsets[index].x), abs(line.y - offsets[index].y)) <= 0.01
      }
    }
  }

  /// Whether something in it moves.
  public var moves: Bool { motionDuration > 0 }

  /// The period of the longest motion, in seconds; 0 without motion.
  public var motionDuration: Double { marks.reduce(0) { max($0, $1.motionDuration) } }

  /// The artwork at a time in seconds, with moving marks at their places.
  public func still(at time: Double) -> Artwork {
    var artwork = self
    artwork.marks = marks.map { $0.still(at: time) }
    return artwork
  }
}

extension Artwork.Mark {
  fileprivate var motionDuration: Double {
    switch self {
    case .moving(_, let motion): motion.duration
    case .group(let marks, _, _), .fixedColors(let marks):
      marks.reduce(0) { max($0, $1.motionDuration) }
    case .fill, .stroke, .text, .image: 0
    }
  }

  fileprivate func still(at time: Double) -> Artwork.Mark {
    switch self {
    case .moving(let marks, let motion):
      let offset = motion.offset(at: time)
      return .group(marks.map { $0.moved(by: offset) }, clip: nil, opacity: 1)
    case .group(let marks, let clip, let opacity):
      return .group(marks.map { $0.still(at: time) }, clip: clip, opacity: opacity)
    case .fixedColors(let marks): return .fixedColors(marks.map { $0.still(at: time) })
    case .fill, .stroke, .text, .image: return self
    }
  }
}
