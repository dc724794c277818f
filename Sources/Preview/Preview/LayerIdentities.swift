import RostrumBase
import RostrumKit
import RostrumLayerTree
import RostrumSceneEditing
import RostrumSource

/// Numbers that stay a layer's own through every change of the file.
///
/// A layer is the one before that has its name; without a name, or with a new one, it is the one
/// beside the same others whose text is the same or much like its own.
struct LayerIdentities {
  /// By the layers' places in the order of the scene.
  private(set) var numbers: [Int: Int] = [:]
  private var nodes: [Node] = []
  private var count = 0

  /// The numbers in the order of the scene, for a page; `null` where there is no layer.
  var json: JSONValue {
    .array((0...(numbers.keys.max() ?? 0)).map { .integer(numbers[$0]) })
  }

  /// The place of a layer in the order of the scene; `nil` where it is gone.
  func index(ofNumber number: Int) -> Int? { numbers.first { $0.value == number }?.key }

  /// The numbers of a later scene. Where only values were changed, `isSameTree`, and there are as
  /// many layers, they are the same layers.
  func following(_ scene: Scene, _ text: EditableText?, isSameTree: Bool = false) -> Self {
    var next = self
    next.nodes = Node.all(of: scene, text)
    var pairs = LayerPairs(nodes, next.nodes)
    if isSameTree, nodes.count == next.nodes.count {
      pairs.pairInOrder()
    } else {
      pairs.pairByLikeness()
    }
    next.numbers = [:]
    for (place, node) in next.nodes.enumerated() {
      if let old = pairs.olds[place] {
        next.numbers[node.index] = numbers[nodes[old].index]
      } else {
        next.count += 1
        next.numbers[node.index] = next.count
      }
    }
    return next
  }

  /// The marks by which a layer is known.
  struct Node {
    let index: Int
    /// The place of the layer around it in the list of all.
    let parent: Int?
    /// `nil` for a layer that is called by its place.
    let name: String?
    /// The file's keys of the layer, without the layers in it.
    let text: String
    /// Whether several layers are made of this text.
    let isCopy: Bool

    /// All layers of a scene, each after the one around it.
    static func all(of scene: Scene, _ text: EditableText?) -> [Node] {
      let texts = text.map { LayerTexts(scene.layers.compactMap(\.place), $0) }
      var counts: [SourcePlace: Int] = [:]
      for place in scene.layers.compactMap(\.place) { counts[place, default: 0] += 1 }
      var (nodes, copies): ([Node], [SourcePlace: Int]) = ([], [:])
      func add(_ layer: Layer, in parent: Int?) {
        let all = layer.place.flatMap { counts[$0] } ?? 1
        var own = layer.place.flatMap { texts?.texts[$0] } ?? ""
        if all > 1, let place = layer.place {
          copies[place, default: 0] += 1
          own += "\n\(copies[place, default: 0]) of \(all)"
        }
        let isPlace = layer.name.contains("layers[") || layer.name.hasSuffix(".mask")
        nodes.append(
          Node(
            index: layer.index, parent: parent, name: isPlace ? nil : layer.name, text: own,
            isCopy: all > 1))
        let place = nodes.count - 1
        for inner in layer.sublayers + [layer.mask].compactMap(\.self) { add(inner, in: place) }
      }
      for layer in scene.root.sublayers { add(layer, in: nil) }
      return nodes
    }
  }
}

/// The texts of layers by their places, each up to the next layer or to a line outside of it.
private struct LayerTexts {
  private(set) var texts: [SourcePlace: String] = [:]

  init(_ places: [SourcePlace], _ text: EditableText) {
    let lines = text.source.text.split(separator: "\n", omittingEmptySubsequences: false)
    let sorted = Set(places).filter { $0.column != nil && (1...lines.count).contains($0.line) }
      .sorted { ($0.line, $0.column ?? 1) < ($1.line, $1.column ?? 1) }
    for (place, next) in zip(sorted, sorted.dropFirst().map(Optional.some) + [nil]) {
      let column = (place.column ?? 1) - 1
      var parts = [lines[place.line - 1].dropFirst(column)]
      if let next, next.line == place.line {
        parts = [parts[0].prefix(max((next.column ?? 1) - 1 - column, 0))]
      } else {
        let rest = lines[place.line..<(next?.line ?? lines.count + 1) - 1]
        parts += rest.prefix { line in
          line.prefix(column).allSatisfy(\.isWhitespace)
        }
      }
      texts[place] = parts.joined(separator: "\n").trimmed
    }
  }
}

/// The layers of a scene, matched with an earlier scene's.
private struct LayerPairs {
  private let old: [LayerIdentities.Node]
  private let new: [LayerIdentities.Node]
  /// For places in the new list those in the old one.
  private(set) var olds: [Int: Int] = [:]
  private var taken: Set<Int> = []

  /// More layers than these are not compared one by one, multiplied with one another.
  private static let maximumWork = 10_000

  init(_ old: [LayerIdentities.Node], _ new: [LayerIdentities.Node]) {
    (self.old, self.new) = (old, new)
  }

  mutating func pairInOrder() { for place in new.indices { pair(place, place) } }

  mutating func pairByLikeness() {
    pairEqual(old.indices, new.indices) { $0.name }
    let (oldInner, newInner) = (
      Dictionary(grouping: old.indices) { old[$0].parent ?? -1 },
      Dictionary(grouping: new.indices) { new[$0].parent ?? -1 }
    )
    pairInner(oldInner[-1] ?? [], newInner[-1] ?? [])
    // A layer comes after the one around it.
    for place in new.indices {
      guard let before = olds[place] else { continue }
      pairInner(oldInner[before] ?? [], newInner[place] ?? [])
    }
    pairEqual(freeOld(old.indices), freeNew(new.indices)) { $0.text.isEmpty ? nil : $0.text }
  }

  private mutating func pair(_ before: Int, _ after: Int) {
    olds[after] = before
    taken.insert(before)
  }

  private func freeOld(_ places: some Sequence<Int>) -> [Int] {
    places.filter { !taken.contains($0) }
  }

  private func freeNew(_ places: some Sequence<Int>) -> [Int] {
    places.filter { olds[$0] == nil }
  }

  /// Pairs layers by a text that one alone has in each list.
  private mutating func pairEqual(
    _ before: some Sequence<Int>, _ after: some Sequence<Int>,
    by key: (LayerIdentities.Node) -> String?
  ) {
    func unique(_ places: some Sequence<Int>, _ nodes: [LayerIdentities.Node]) -> [String: Int] {
      let pairs = places.compactMap { place in key(nodes[place]).map { ($0, place) } }
      return Dictionary(grouping: pairs, by: \.0).compactMapValues { all in
        all.count == 1 ? all[0].1 : nil
      }
    }
    let known = unique(before, old)
    for (text, place) in unique(after, new) {
      if let match = known[text] { pair(match, place) }
    }
  }

  /// Pairs the layers inside a layer that have no pair by their names.
  private mutating func pairInner(_ before: [Int], _ after: [Int]) {
    for isEnd in [false, true] {
      let (first, second) = (freeOld(before), freeNew(after))
      let both = zip(isEnd ? first.reversed() : first, isEnd ? second.reversed() : second)
      for (from, to) in both {
        guard old[from].text == new[to].text, old[from].name == nil, new[to].name == nil else {
          break
        }
        pair(from, to)
      }
    }
    pairEqual(freeOld(before), freeNew(after)) { $0.text.isEmpty ? nil : $0.text }
    pairLike(freeOld(before), freeNew(after))
  }

  /// Pairs layers that are more like one another than like any other.
  private mutating func pairLike(_ before: [Int], _ after: [Int]) {
    let (first, second) = (
      before.filter { !old[$0].isCopy }, after.filter { !new[$0].isCopy }
    )
    guard !first.isEmpty, first.count * second.count <= Self.maximumWork else { return }
    let likeness = first.map { from in
      second.map { to in Self.likeness(old[from].text, new[to].text) }
    }
    func isBest(_ value: Double, _ others: [Double]) -> Bool {
      value >= 0.5 && others.filter { $0 >= value }.count == 1
    }
    for (row, from) in first.enumerated() {
      for (column, to) in second.enumerated() {
        let value = likeness[row][column]
        if isBest(value, likeness[row]), isBest(value, likeness.map { $0[column] }) {
          pair(from, to)
        }
      }
    }
  }

  /// From 0, nothing in common, to 1: of the words as they are, and with all numbers alike.
  private static func likeness(_ a: String, _ b: String) -> Double {
    func words(_ text: String) -> [Substring] {
      text.split { $0.isWhitespace || ",:{}[]\"'".contains($0) }
    }
    func part(_ a: [String], _ b: [String]) -> Double {
      var counts: [String: Int] = [:]
      for word in a { counts[word, default: 0] += 1 }
      let common = b.count { word in
        counts[word, default: 0] -= 1
        return counts[word, default: 0] >= 0
      }
      return 2 * Double(common) / Double(max(a.count + b.count, 1))
    }
    let exact = part(words(a).map(String.init), words(b).map(String.init))
    func kind(_ word: Substring) -> String { Double(word) == nil ? String(word) : "0" }
    return (exact + part(words(a).map(kind), words(b).map(kind))) / 2
  }
}
