import Algorithms
import RostrumBase
public import RostrumLayerTree
import RostrumTiming

/// A selection of a scene's frames, in the grammar of render farms: `7,12-14,20-40:2`.
///
/// Parts are joined by commas. A part is a frame, an inclusive range, or a range with a step after
/// `:` or `x`. Blanks around a part do not matter. A frame that several parts name is taken once;
/// frames are taken in ascending order.
public struct FrameSelection: Hashable, Sendable {
  /// An inclusive range with a step.
  package struct Part: Hashable, Sendable {
    package let first: Int
    package let last: Int
    package let step: Int

    /// The last frame that the part names: `0-10:7` ends at 7.
    package var lastFrame: Int { first + (last - first) / step * step }

    /// How many frames it names, at most `Int.max`.
    package var count: Int {
      let (count, overflows) = ((last - first) / step).addingReportingOverflow(1)
      return overflows ? .max : count
    }

    package func contains(_ frame: Int) -> Bool {
      (first...last).contains(frame) && (frame - first) % step == 0
    }
  }

  package let parts: [Part]

  /// Whether it names one frame alone, as `7` does.
  var namesOne: Bool { parts.count == 1 && parts[0].count == 1 }

  /// Every frame of a scene.
  public static let all = FrameSelection(parts: [Part(first: 0, last: .max, step: 1)])

  /// A text that is no frame selection.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  init(parts: [Part]) { self.parts = parts }

  /// Reads the grammar above. Frames are counted from 0. Throws where a part is no frame and no
  /// range, or a range ends before it starts.
  public init(_ text: String) throws(SyntaxError) {
    var parts: [Part] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      parts.append(try Self.part(piece.trimmed))
    }
    self.init(parts: parts)
  }

  private static func part(_ text: String) throws(SyntaxError) -> Part {
    let pieces = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "x" }
    let ends = (pieces.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
    let numbers = ends.compactMap(Self.number)
    guard pieces.count <= 2, (1...2).contains(ends.count), numbers.count == ends.count else {
      throw SyntaxError(
        description:
          "'\(text)' is not a frame (7), a range (12-14) or a range with a step (20-40:2)")
    }
    guard let first = numbers.first, let last = numbers.last, first <= last else {
      throw SyntaxError(description: "the range '\(text)' ends before it starts")
    }
    return Part(first: first, last: last, step: try step(pieces, of: text))
  }

  private static func step(_ pieces: [Substring], of text: String) throws(SyntaxError) -> Int {
    guard pieces.count == 2 else { return 1 }
    guard let step = number(pieces[1]), step > 0 else {
      throw SyntaxError(description: "the step of '\(text)' is not a whole number above 0")
    }
    return step
  }

  /// Digits only: `Int` would also take a sign. A number that is too large for `Int` is past any
  /// end.
  private static func number(_ text: Substring) -> Int? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber ? Int(text) ?? .max : nil
  }

  /// The selected frames of a scene with `count` frames, in ascending order, and whether some that
  /// were asked for lie past its end. The work grows with the frames that there are, not with the
  /// numbers that were written.
  public func frames(of count: Int) -> (frames: [Int], isClamped: Bool) {
    let isClamped = self != .all && parts.contains { $0.lastFrame >= count }
    let parts = (isAscending ? parts : Array(Set(parts))).filter { $0.first < count }
    let lists = parts.map {
      stride(from: $0.first, through: min($0.last, count - 1), by: $0.step)
    }
    guard !isAscending else { return (lists.flatMap(\.self), isClamped) }
    var chosen = Set<Int>()
    for list in lists { chosen.formUnion(list) }
    return (chosen.sorted(), isClamped)
  }
}

extension FrameSelection {
  /// Whether each part begins after the end of the one before, as `text(of:)` writes them.
  var isAscending: Bool { zip(parts, parts.dropFirst()).allSatisfy { $0.last < $1.first } }

  /// The last frame of the last part.
  var lastFrame: Int? { parts.last?.lastFrame }

  /// How many frames the parts name, at most `Int.max`.
  var count: Int {
    parts.reduce(0) { sum, part in
      let (sum, overflows) = sum.addingReportingOverflow(part.count)
      return overflows ? .max : sum
    }
  }

  /// Whether a frame is selected, where the selection is ascending.
  func contains(_ frame: Int) -> Bool {
    let next = parts.partitioningIndex { $0.first > frame }
    return next > 0 && parts[next - 1].contains(frame)
  }
}

extension FrameSelection {
  /// These frames, which are in ascending order, in as few words as ranges with steps allow:
  /// `0-9,20-40:2`.
  package static func text(of numbers: [Int]) -> String {
    var parts: [String] = []
    var rest = numbers[...]
    while let first = rest.first {
      let step = rest.count > 1 ? rest[rest.startIndex + 1] - first : 1
      let run = rest.enumerated().prefix { $1 == first + $0 * step }
      // Two numbers with a gap are no shorter as a range.
      let count = run.count == 2 && step > 1 ? 1 : run.count
      parts.append(part(first, count, step))
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: ",")
  }

  private static func part(_ first: Int, _ count: Int, _ step: Int) -> String {
    guard count > 1 else { return "\(first)" }
    let range = "\(first)-\(first + (count - 1) * step)"
    return step > 1 ? "\(range):\(step)" : range
  }
}

/// One of several contiguous parts of the frames: the third of ten is `3/10`.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  /// `nil` unless `number` is within 1...`count`.
  public init?(number: Int, count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Reads `3/10`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let number = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(number: number, count: count)
  }

  public var description: String { "\(number)/\(count)" }

  /// The shard's share of a list. The shards of one count together are the list, and their lengths
  /// differ by one at most.
  package func part<Element>(of list: [Element]) -> ArraySlice<Element> {
    list[start(number - 1, list.count)..<start(number, list.count)]
  }

  private func start(_ number: Int, _ total: Int) -> Int {
    let (whole, rest) = total.quotientAndRemainder(dividingBy: count)
    return whole * number + min(number, rest)
  }
}

extension Scene {
  /// The doubt about times after the end; `nil` where none is later.
  public func noteOnTimes(_ times: [Double]) -> String? {
    guard let late = times.max(), late > clock.duration else { return nil }
    return "\(readable(seconds: late)) lies beyond the end, \(readable(seconds: clock.duration))"
  }
}
