import RostrumCanvas

/// A small picture of a frame: the mean colours of 16 x 16 parts of it, in 64ths of 255 steps.
struct FrameSignature: Sendable {
  private let colors: [UInt16]
  private static let side = 16
  /// Samples a part, in each direction.
  private static let samples = 4

  init(_ bitmap: Bitmap) {
    let count = Self.side * Self.samples
    let columns = (0..<count).map { (2 * $0 + 1) * bitmap.width / (2 * count) }
    var sums = [SIMD4<UInt16>](repeating: SIMD4(), count: Self.side * Self.side)
    for row in 0..<count {
      let pixels = bitmap.row((2 * row + 1) * bitmap.height / (2 * count))
        .assumingMemoryBound(to: SIMD4<UInt8>.self)
      let start = row / Self.samples * Self.side
      for (index, column) in columns.enumerated() {
        sums[start + index / Self.samples] &+= SIMD4<UInt16>(truncatingIfNeeded: pixels[column])
      }
    }
    // 16 samples a part: four times the sum are 64ths.
    colors = sums.flatMap { [$0.x &* 4, $0.y &* 4, $0.z &* 4, $0.w &* 4] }
  }

  /// The mean difference of two frames, 0 to 255.
  func distance(to other: FrameSignature) -> Double {
    var sum = 0
    for index in colors.indices { sum += abs(Int(colors[index]) - Int(other.colors[index])) }
    return Double(sum) / Double(64 * colors.count)
  }
}

/// Finds out which frames of two films belong together: the alignment of least cost, where a pair
/// costs the distance of its frames, and a frame without a partner as much as one and a half usual
/// steps from frame to frame.
///
/// Source: Needleman and Wunsch (1970), within a band around the diagonal.
struct FilmAlignment {
  private let expected: [FrameSignature]
  private let actual: [FrameSignature]
  private let gap: Double
  /// How far from the diagonal is looked, in frames.
  private let reach: Int

  /// Up to this distance, frames look the same: the noise of a lossy encoder.
  static let noise = 0.5
  /// The maximum number of inserted or dropped frames.
  private static let furthest = 300

  init(_ expected: [FrameSignature], _ actual: [FrameSignature]) {
    (self.expected, self.actual) = (expected, actual)
    let steps = zip(expected, expected.dropFirst()).map { $0.distance(to: $1) }
      .filter { $0 > Self.noise }.sorted()
    gap = max(1.5 * Self.noise, 1.5 * (steps.isEmpty ? 0 : steps[steps.count / 2]))
    reach = min(abs(expected.count - actual.count) + 32, Self.furthest)
  }

  /// `nil` where films differ by more frames than are looked at.
  func steps() -> [FilmStep]? {
    guard abs(expected.count - actual.count) < reach else { return nil }
    return named(merged(path()))
  }

  private enum Move: UInt8 { case pair, drop, add }

  /// The moves of the least cost, from the first frames to the last.
  private func path() -> [Move] {
    let (rows, columns) = (expected.count + 1, actual.count + 1)
    let width = 2 * reach + 1
    var moves = [Move](repeating: .pair, count: rows * width)
    var above = [Double](repeating: .infinity, count: width)
    for row in 0..<rows {
      var costs = [Double](repeating: .infinity, count: width)
      for place in 0..<width {
        let column = row + place - reach
        guard (0..<columns).contains(column) else { continue }
        if row == 0, column == 0 {
          costs[place] = 0
          continue
        }
        if row > 0, column > 0, above[place] < .infinity {
          costs[place] = above[place] + expected[row - 1].distance(to: actual[column - 1])
        }
        if row > 0, place + 1 < width, above[place + 1] + gap <= costs[place] {
          costs[place] = above[place + 1] + gap
          moves[row * width + place] = .drop
        }
        if column > 0, place > 0, costs[place - 1] + gap <= costs[place] {
          costs[place] = costs[place - 1] + gap
          moves[row * width + place] = .add
        }
      }
      above = costs
    }
    return traced(moves, width)
  }

  private func traced(_ moves: [Move], _ width: Int) -> [Move] {
    var (row, column) = (expected.count, actual.count)
    var path: [Move] = []
    while row > 0 || column > 0 {
      let move = moves[row * width + column - row + reach]
      path.append(move)
      if move != .add { row -= 1 }
      if move != .drop { column -= 1 }
    }
    return path.reversed()
  }

  /// Frames that are gone and others in their place are pairs that differ.
  private func merged(_ moves: [Move]) -> [Move] {
    var result: [Move] = []
    var (dropped, added) = (0, 0)
    func settle() {
      let pairs = min(dropped, added)
      result += Array(repeating: .pair, count: pairs)
      result += Array(repeating: .drop, count: dropped - pairs)
      result += Array(repeating: .add, count: added - pairs)
      (dropped, added) = (0, 0)
    }
    for move in moves {
      switch move {
      case .drop: dropped += 1
      case .add: added += 1
      case .pair:
        settle()
        result.append(.pair)
      }
    }
    settle()
    return result
  }

  private func named(_ moves: [Move]) -> [FilmStep] {
    var (old, new) = (0, 0)
    return moves.map { move in
      defer {
        if move != .add { old += 1 }
        if move != .drop { new += 1 }
      }
      switch move {
      case .pair: return .pair(expected: old, actual: new)
      case .drop: return .dropped(old)
      case .add:
        let isDouble = new > 0 && actual[new].distance(to: actual[new - 1]) <= Self.noise
        return isDouble ? .doubled(new) : .added(new)
      }
    }
  }

  /// Whether a frame of the actual film shows the frame before its own again, where the expected
  /// film goes on.
  func isRepeated(expected old: Int, actual new: Int) -> Bool {
    guard old > 0, new > 0, old < expected.count, new < actual.count else { return false }
    return actual[new].distance(to: actual[new - 1]) <= Self.noise
      && actual[new].distance(to: expected[old - 1]) <= Self.noise
      && expected[old].distance(to: expected[old - 1]) > Self.noise
  }
}
