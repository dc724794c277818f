import RostrumLayerTree
import RostrumSceneEditing
import RostrumSource

/// The texts that a file has had, so that a page may name places of one that it has seen.
struct EarlierTexts {
  private struct Entry {
    /// The first reading that found the text.
    let reading: Int
    let text: EditableText
    /// Whether only values differ from the text before.
    let isSameTree: Bool
  }

  private var entries: [Entry] = []

  /// Older texts are forgotten.
  private static let most = 16

  var last: EditableText? { entries.last?.text }

  mutating func add(_ text: EditableText, at reading: Int, isSameTree: Bool) {
    guard text.source.bytes != last?.source.bytes else { return }
    entries.append(Entry(reading: reading, text: text, isSameTree: isSameTree))
    if entries.count > Self.most { entries.removeFirst() }
  }

  private func index(of reading: Int) throws(EditRefusal) -> Int {
    guard let index = entries.lastIndex(where: { $0.reading <= reading }) else {
      throw Self.refusal
    }
    return index
  }

  private static let refusal = EditRefusal("the file has changed meanwhile; nothing was written")

  /// Throws where more than values that a page has changed differ from the text of a reading.
  func requireSameTree(since reading: Int) throws(EditRefusal) {
    let first = try index(of: reading)
    guard entries[(first + 1)...].allSatisfy(\.isSameTree) else { throw Self.refusal }
  }

  /// A mapping's place and the steps in it, from the text of a reading, as they are in the last
  /// text. `layer` is the place that the mapping has now, where it is a layer that was followed.
  /// Throws where another program has changed the lines meant.
  func current(
    _ owner: SourcePlace?, _ steps: [ValueStep], at reading: Int, layer: SourcePlace? = nil
  ) throws(EditRefusal) -> (owner: SourcePlace?, steps: [ValueStep]) {
    let first = try index(of: reading)
    guard first < entries.count - 1 else { return (layer ?? owner, steps) }
    let start = entries[first].text
    var (place, rest) = start.innermostMapping(around: steps, in: owner)
    let isOfLayer = layer != nil && rest.count == steps.count
    var line = start.line(of: rest, in: place)
    for (old, new) in zip(entries[first...], entries[(first + 1)...])
    where place != nil || !isOfLayer {
      guard !new.isSameTree else {
        place = place.flatMap { old.text.place($0, in: new.text) }
        line = new.text.line(of: rest, in: place)
        continue
      }
      let lines = LineChange(from: old.text.source.bytes, to: new.text.source.bytes)
      if let known = place {
        place = lines.line(known.line).map { SourcePlace(line: $0, column: known.column) }
        guard place != nil || isOfLayer else { throw Self.refusal }
      }
      let kept = line.flatMap(lines.line)
      guard kept != nil || line == nil else { throw Self.refusal }
      if place == nil, isOfLayer { continue }
      line = new.text.line(of: rest, in: place)
      guard line == kept else { throw Self.refusal }
    }
    return (isOfLayer ? layer : place, rest)
  }
}
