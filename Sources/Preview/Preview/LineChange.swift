import RostrumSceneEditing

/// The step from one text to another, by whole lines.
struct LineChange {
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
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
  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var (lines, start): ([ArraySlice<UInt8>], Int) = ([], 0)
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }

  /// How many elements two lists have in common at their beginnings and at their ends.
  private static func commonEnds<Element: Equatable>(
    _ a: [Element], _ b: [Element]
  ) -> (first: Int, last: Int) {
    let first = zip(a, b).prefix { $0 == $1 }.count
    let last = zip(a[first...].reversed(), b[first...].reversed()).prefix { $0 == $1 }.count
    return (first, last)
  }

  /// More lines than these are not compared one by one, multiplied with one another.
  private static let maximumWork = 4_000_000

  /// For each line of the old text the one that it is in the new text.
  private static func kept(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Int?] {
    var kept = [Int?](repeating: nil, count: old.count)
    let (first, last) = commonEnds(old, new)
    for index in 0..<first { kept[index] = index }
    for index in 0..<last { kept[old.count - 1 - index] = new.count - 1 - index }
    let middles = (old[first..<old.count - last], new[first..<new.count - last])
    guard middles.0.count * middles.1.count <= maximumWork else { return kept }
    let difference = Array(middles.1).difference(from: Array(middles.0))
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    let same = (
      middles.0.indices.filter { !removed.contains($0 - first) },
      middles.1.indices.filter { !inserted.contains($0 - first) }
    )
    for (from, to) in zip(same.0, same.1) { kept[from] = to }
    return kept
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
