import TestSupport

/// A scene file with a few layers in which every line is followed through all changes, whoever
/// makes them: the model that a preview's file is compared with.
struct FollowedFile: Equatable {
  struct Line: Equatable {
    let id: Int
    /// The layer that begins with this line.
    var layer: Int?
    var text: String
  }

  private(set) var lines: [Line] = []
  private var count = 0

  init() {
    lines = [
      "size: [160, 100]", "fps: 10", "duration: 4", "background: \"#101820\"", "layers:",
    ].map { line($0) }
    for (name, x) in [("a", 40), ("b", 80), ("c", 120)] { lines += layer(name, x: x) }
  }

  var text: String { lines.map { $0.text + "\n" }.joined() }

  private mutating func line(_ text: String, layer: Int? = nil) -> Line {
    count += 1
    return Line(id: count, layer: layer, text: text)
  }

  private mutating func layer(_ name: String, x: Int) -> [Line] {
    let first = line("  - name: \(name)", layer: count + 1)
    return [first]
      + [
        "    bounds: [40, 20]", "    position: [\(x), 50] # of \(name)",
        "    backgroundColor: tomato", "    animations:",
        "      opacity: {beginTime: 0, fromValue: 0.5}",
      ].map { line($0) }
  }

  // MARK: Layers

  /// The lines of the layers, by the numbers of those.
  var layers: [(layer: Int, lines: Range<Int>)] {
    let starts = lines.indices.filter { lines[$0].layer != nil }
    return zip(starts, starts.dropFirst() + [lines.count]).map { start, end in
      (lines[start].layer ?? 0, start..<end)
    }
  }

  func range(of layer: Int) -> Range<Int>? { layers.first { $0.layer == layer }?.lines }

  func name(of layer: Int) -> String {
    range(of: layer).map { String(lines[$0.lowerBound].text.dropFirst("  - name: ".count)) } ?? ""
  }

  var names: [String] { layers.map { name(of: $0.layer) } }

  /// The line of a layer's key.
  func place(of key: String, in layer: Int) -> Int? {
    range(of: layer)?.first { lines[$0].text.contains(" \(key)") }
  }

  /// The numbers of a list of a layer.
  func numbers(of key: String, in layer: Int) -> [Int] {
    guard let place = place(of: key, in: layer) else { return [] }
    let text = lines[place].text
    return text.split { !"-0123456789".contains($0) }.prefix(2).compactMap { Int($0) }
  }

  // MARK: Changes

  mutating func set(_ key: String, _ index: Int, of layer: Int, to number: Int) {
    guard let place = place(of: key, in: layer) else { return }
    var numbers = numbers(of: key, in: layer)
    numbers[index] = number
    replace(
      place, lines[place].text.replacing(/\[.*\]/, with: "[\(numbers[0]), \(numbers[1])]"))
  }

  mutating func replace(_ place: Int, _ text: String) {
    lines[place] = line(text, layer: lines[place].layer)
  }

  mutating func replace(_ text: String, with other: String, in layer: Int) -> Bool {
    guard let place = range(of: layer)?.first(where: { lines[$0].text.contains(text) }) else {
      return false
    }
    replace(place, lines[place].text.replacing(text, with: other))
    return true
  }

  mutating func rename(_ layer: Int, to name: String) {
    if let range = range(of: layer) { replace(range.lowerBound, "  - name: \(name)") }
  }

  mutating func setDuration(_ seconds: Int) {
    guard let place = lines.firstIndex(where: { $0.text.hasPrefix("duration") }) else { return }
    replace(place, "duration: \(seconds)")
  }

  var duration: Int {
    lines.first { $0.text.hasPrefix("duration") }.flatMap { Int($0.text.dropFirst(10)) } ?? 0
  }

  mutating func addRemark() { lines.insert(line("# a remark"), at: 0) }

  mutating func addLayer(_ name: String, isFirst: Bool) {
    let first = layers.first?.lines.lowerBound ?? lines.count
    lines.insert(contentsOf: layer(name, x: 100), at: isFirst ? first : lines.count)
  }

  mutating func remove(_ layer: Int) { if let range = range(of: layer) { lines[range] = [] } }

  /// Puts a copy behind a layer; returns the copy's number.
  mutating func duplicate(_ layer: Int) -> Int? {
    guard let range = range(of: layer) else { return nil }
    let stem = name(of: layer).prefix { $0 != " " }
    let free = (2...99).first { !names.contains("\(stem) \($0)") } ?? 0
    let texts = lines[range].dropFirst().map(\.text)
    let first = line("  - name: \(stem) \(free)", layer: count + 1)
    let copy = [first] + texts.map { line($0) }
    lines.insert(contentsOf: copy, at: range.upperBound)
    return first.layer
  }

  /// Puts a layer before or behind another one.
  mutating func move(_ layer: Int, _ isBehind: Bool, _ other: Int) {
    guard let range = range(of: layer) else { return }
    let moved = lines[range]
    lines[range] = []
    guard let target = self.range(of: other) else { return }
    lines.insert(contentsOf: moved, at: isBehind ? target.upperBound : target.lowerBound)
  }

  // MARK: Steps

  /// The step between two states made in this one; `nil` where lines that it replaces are gone.
  func making(_ step: (from: FollowedFile, to: FollowedFile)) -> FollowedFile? {
    let (from, to) = (step.from.lines, step.to.lines)
    let first = zip(from, to).prefix { $0.text == $1.text }.count
    let last = zip(from[first...].reversed(), to[first...].reversed())
      .prefix { $0.text == $1.text }.count
    let gone = from[first..<from.count - last].map(\.id)
    func place(_ index: Int) -> Int? {
      from.indices.contains(index) ? lines.firstIndex { $0.id == from[index].id } : nil
    }
    let start = gone.isEmpty ? place(first - 1).map { $0 + 1 } ?? place(first) : place(first)
    guard let start, lines[start...].prefix(gone.count).map(\.id) == gone else { return nil }
    // The same text before and after may be another line.
    let pairs = zip(from[..<first] + from.suffix(last), to[..<first] + to.suffix(last))
    let same = Dictionary(uniqueKeysWithValues: pairs.map { ($0.id, $1) })
    var next = self
    next.lines = lines[..<start].map { same[$0.id] ?? $0 } + to[first..<to.count - last]
    next.lines += lines[(start + gone.count)...].map { same[$0.id] ?? $0 }
    return next
  }
}
