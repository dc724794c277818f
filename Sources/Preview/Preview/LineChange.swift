import RostrumSceneEditing

/// The step from one text to another, by whole lines.
struct LineChange {
  private typealias Lines = ArraySlice<ArraySlice<UInt8>>

  private let old: Lines
  private let new: Lines
  /// The replaced lines of the old text.
  private let range: Range<Int>

  /// For each old line the new one that it is.
  private let kept: [Int?]

  init(from old: [UInt8], to new: [UInt8]) {
    (self.old, self.new) = (Self.lines(old), Self.lines(new))
    kept = Self.kept(self.old, self.new)
    let ends = Self.commonEnds(self.old, self.new)
    range = ends.first..<self.old.count - ends.last
  }

  /// The step made in another text that came from the old one. Throws where lines that it replaces
  /// are no longer there.
  func applied(to text: [UInt8]) throws(EditRefusal) -> [UInt8] {
    let lines = Self.lines(text)
    let kept = Self.kept(old, lines)
    guard let start = place(kept) else {
      let before = old.indices.prefix(range.lowerBound).last { kept[$0] != nil }
      let line = (before.flatMap { kept[$0] } ?? -1) + 2
      throw EditRefusal("line \(line) has changed meanwhile and is in the way; nothing was written")
    }
    let inserted = new[range.lowerBound..<new.count - (old.count - range.upperBound)]
    return Array(
      (lines[..<start] + inserted + lines[(start + range.count)...]).joined())
  }

  /// The line of the new text, counted from 1, that a line of the old one is; `nil` for none.
  func line(_ line: Int) -> Int? {
    guard old.indices.contains(line - 1) else { return nil }
    return kept[line - 1].map { $0 + 1 }
  }

  /// The first of the lines to be replaced in the other text.
  private func place(_ kept: [Int?]) -> Int? {
    if range.isEmpty {
      if range.lowerBound > 0, let before = kept[range.lowerBound - 1] { return before + 1 }
      if range.lowerBound < old.count { return kept[range.lowerBound] }
      return old.isEmpty ? 0 : nil
    }
    guard let start = kept[range.lowerBound] else { return nil }
    let isWhole = range.allSatisfy { kept[$0] == start + $0 - range.lowerBound }
    return isWhole ? start : nil
  }

  /// With their ends.
  private static func lines(_ text: [UInt8]) -> Lines {
    var (lines, start): (Lines, Int) = ([], 0)
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }

  /// How many lines two texts have in common at their beginnings and at their ends.
  private static func commonEnds(_ a: Lines, _ b: Lines) -> (first: Int, last: Int) {
    let first = zip(a, b).prefix { $0 == $1 }.count
    let last = zip(a.dropFirst(first).reversed(), b.dropFirst(first).reversed())
      .prefix { $0 == $1 }.count
    return (first, last)
  }

  /// For each line of the old text the one that it is in the new text.
  private static func kept(_ old: Lines, _ new: Lines) -> [Int?] {
    var kept = [Int?](repeating: nil, count: old.count)
    for (from, to) in pairs(old, new) { kept[from] = to }
    return kept
  }

  /// The common lines of two texts by patience diff: the longest common subsequence of the unique
  /// lines, and the common lines between its members likewise. Source: Bram Cohen's patience diff.
  private static func pairs(_ old: Lines, _ new: Lines) -> [(Int, Int)] {
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let anchors = ascending(single(old, new))
    guard !anchors.isEmpty else { return difference(old, new) }
    var (pairs, start) = (anchors, (old.startIndex, new.startIndex))
    for end in anchors + [(old.endIndex, new.endIndex)] {
      pairs += Self.pairs(old[start.0..<end.0], new[start.1..<end.1])
      start = (end.0 + 1, end.1 + 1)
    }
    return pairs
  }

  /// The lines that each of two texts has once, in the order of the first.
  private static func single(_ a: Lines, _ b: Lines) -> [(Int, Int)] {
    func places(_ lines: Lines) -> [ArraySlice<UInt8>: Int] {
      Dictionary(grouping: lines.indices) { lines[$0] }.compactMapValues { all in
        all.count == 1 ? all[0] : nil
      }
    }
    let (first, second) = (places(a), places(b))
    return first.compactMap { line, place in second[line].map { (place, $0) } }
      .sorted { $0.0 < $1.0 }
  }

  /// The longest part of some pairs in which the second numbers ascend too.
  private static func ascending(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    // The last pairs of the best chains of each length, and for each pair the one before it.
    var (ends, before): ([Int], [Int?]) = ([], [])
    for (index, pair) in pairs.enumerated() {
      let length = ends.lastIndex { pairs[$0].1 < pair.1 }.map { $0 + 1 } ?? 0
      before.append(length > 0 ? ends[length - 1] : nil)
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    return sequence(state: ends.last) { next -> (Int, Int)? in
      defer { next = next.flatMap { before[$0] } }
      return next.map { pairs[$0] }
    }.reversed()
  }

  /// More lines than these are not compared one by one, multiplied with one another.
  private static let maximumWork = 4_000_000

  private static func difference(_ old: Lines, _ new: Lines) -> [(Int, Int)] {
    let (first, last) = commonEnds(old, new)
    let (a, b) = (old.dropFirst(first).dropLast(last), new.dropFirst(first).dropLast(last))
    let ends =
      Array(zip(old.indices.prefix(first), new.indices))
      + zip(a.endIndex..<old.endIndex, b.endIndex..<new.endIndex)
    guard a.count * b.count <= maximumWork else { return ends }
    let difference = Array(b).difference(from: Array(a))
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    return ends
      + zip(
        a.indices.filter { !removed.contains($0 - a.startIndex) },
        b.indices.filter { !inserted.contains($0 - b.startIndex) })
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
