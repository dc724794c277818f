package import RostrumLayerTree
import RostrumSceneFile

/// A change of what there is in a scene file: an item of a list, or a key of a mapping.
package struct StructureEdit: Sendable {
  package enum Kind: Sendable {
    /// Adds an item to the list at the steps, before the one at an index or last. A missing list is
    /// made.
    case add(NewItem, at: Int?)
    /// Removes the item or the key at the steps.
    case remove
    /// Puts a copy of the item at the steps behind it, with names of its own for the layers in it.
    case duplicate
    /// Exchanges the item at the steps with one before or after it.
    case move(by: Int)
    /// Takes the item at the steps, as it is written, into the list at other steps: before the item
    /// at an index, or last. A missing list is made.
    case put(into: [ValueStep], at: Int?)
  }

  /// Where a mapping begins; `nil` for the scene itself.
  package let owner: SourcePlace?
  package let steps: [ValueStep]
  package let kind: Kind

  package init(owner: SourcePlace?, steps: [ValueStep], kind: Kind) {
    (self.owner, self.steps, self.kind) = (owner, steps, kind)
  }
}

/// A value to be written into a scene file.
package indirect enum NewItem: Hashable, Sendable {
  /// A number, a word or another text, as the scene would read it.
  case scalar(String)
  case list([NewItem])
  case mapping([Entry])

  package struct Entry: Hashable, Sendable {
    package let name: String
    package let value: NewItem

    package init(name: String, value: NewItem) { (self.name, self.value) = (name, value) }
  }
}

/// The values of a scene file without their places, to be compared.
enum PlainTree: Hashable {
  case scalar(String)
  case list([PlainTree])
  case mapping([Entry])

  struct Entry: Hashable {
    let name: String
    var value: PlainTree
  }

  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): self = .scalar(scalar.text)
    case .sequence(let items): self = .list(items.map(PlainTree.init))
    case .mapping(let entries):
      self = .mapping(entries.map { Entry(name: $0.name, value: PlainTree($0.value)) })
    }
  }

  init(_ item: NewItem) {
    switch item {
    case .scalar(let text): self = .scalar(text)
    case .list(let items): self = .list(items.map(PlainTree.init))
    case .mapping(let entries):
      self = .mapping(entries.map { Entry(name: $0.name, value: PlainTree($0.value)) })
    }
  }

  subscript(step: ValueStep) -> PlainTree? {
    switch (self, step) {
    case (.list(let items), .index(let index)): items.indices.contains(index) ? items[index] : nil
    case (.mapping(let entries), .key(let name)): entries.first { $0.name == name }?.value
    default: nil
    }
  }

  /// Changes the value at the end of some steps; the last may be missing. False where there is no
  /// such place.
  mutating func change(
    _ steps: ArraySlice<ValueStep>, _ work: (inout PlainTree) -> Bool
  ) -> Bool {
    guard let first = steps.first else { return work(&self) }
    switch (self, first) {
    case (.list(var items), .index(let index)) where items.indices.contains(index):
      guard items[index].change(steps.dropFirst(), work) else { return false }
      self = .list(items)
    case (.mapping(var entries), .key(let name)):
      guard let index = entries.firstIndex(where: { $0.name == name }) else { return false }
      guard entries[index].value.change(steps.dropFirst(), work) else { return false }
      self = .mapping(entries)
    default: return false
    }
    return true
  }

  mutating func insert(_ item: PlainTree, at index: Int) -> Bool {
    guard case .list(var items) = self, (0...items.count).contains(index) else { return false }
    items.insert(item, at: index)
    self = .list(items)
    return true
  }

  mutating func remove(_ step: ValueStep) -> Bool {
    switch (self, step) {
    case (.list(var items), .index(let index)) where items.indices.contains(index):
      items.remove(at: index)
      self = .list(items)
    case (.mapping(let entries), .key(let name)):
      self = .mapping(entries.filter { $0.name != name })
    default: return false
    }
    return true
  }

  mutating func exchange(_ first: Int, _ second: Int) -> Bool {
    guard case .list(var items) = self, items.indices.contains(first),
      items.indices.contains(second)
    else { return false }
    items.swapAt(first, second)
    self = .list(items)
    return true
  }

  /// The same with the keys of mappings in one order, which has no meaning.
  var sorted: PlainTree {
    switch self {
    case .scalar: self
    case .list(let items): .list(items.map(\.sorted))
    case .mapping(let entries):
      .mapping(
        entries.map { Entry(name: $0.name, value: $0.value.sorted) }.sorted { $0.name < $1.name })
    }
  }
}
