extension FrameSelection {
  /// These frames, which are in ascending order, in as few words as ranges with steps allow: `0-9,20-40:2`.
  static func text(of numbers: [Int]) -> String {
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

  /// The shard's share of a list. The shards of one count together are the list, and their lengths differ by one at most.
  func part<Element>(of list: [Element]) -> ArraySlice<Element> {
    list[start(number - 1, list.count)..<start(number, list.count)]
  }

  private func start(_ number: Int, _ total: Int) -> Int {
    let (whole, rest) = total.quotientAndRemainder(dividingBy: count)
    return whole * number + min(number, rest)
  }
}
