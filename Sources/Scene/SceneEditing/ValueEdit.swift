package import RostrumLayerTree
import RostrumSceneFile

/// A step from a value of a scene file to one inside it.
package enum ValueStep: Hashable, Sendable {
  case key(String)
  case index(Int)

  /// `nil` for an index.
  package var name: String? {
    if case .key(let name) = self { name } else { nil }
  }
}

/// A change of a value that is written in a scene file.
package struct ValueEdit: Sendable {
  /// A value without anything inside it, or a list of such values.
  package enum Content: Hashable, Sendable {
    /// A number, a word or another text, as the scene would read it.
    case scalar(String)
    case list([String])

    /// Whether it is calculated, or names a value.
    var isFormula: Bool {
      guard case .scalar(let text) = self else { return false }
      return CalculationText.isPossible(in: text) || PlaceholderText.isPossible(in: text)
    }
  }

  /// Where the mapping of a layer or an animation begins; `nil` for the scene itself.
  package let owner: SourcePlace?
  /// From the mapping to the value. Last keys that the file does not have are added.
  package let steps: [ValueStep]
  package let content: Content
  /// Whether all that shares the value through an anchor may change with it.
  package let isShared: Bool

  package init(
    owner: SourcePlace?, steps: [ValueStep], content: Content, isShared: Bool = false
  ) {
    (self.owner, self.steps, self.content, self.isShared) = (owner, steps, content, isShared)
  }
}

/// Why a value cannot be changed in the file.
package struct EditRefusal: Error, Hashable, CustomStringConvertible, Sendable {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// A value as a scene file writes it.
package struct WrittenValue: Sendable {
  package enum Content: Sendable {
    /// `isPlain` is true without quotes.
    case scalar(String, isPlain: Bool)
    /// The items of a list in brackets, all of them plain numbers.
    case numbers([String])
  }

  /// From the mapping that holds it.
  package let steps: [ValueStep]
  package let content: Content
  /// The first line is 1.
  package let line: Int
  /// Why it cannot be changed; `nil` where it can.
  package let refusal: EditRefusal?
  /// A remark about all that changes with it.
  package var note: String?
  /// The value in the scene, where it differs from the text; of lists as one line.
  package var shown: String?
  /// Where it is written, where the text is a placeholder.
  package var source: ValueSource?

  package init(
    steps: [ValueStep], content: Content, line: Int, refusal: EditRefusal?, note: String? = nil
  ) {
    (self.steps, self.content, self.note) = (steps, content, note)
    (self.line, self.refusal) = (line, refusal)
  }
}

/// The expected changes as a tree of values by their places.
struct ValueTree {
  var content: ValueEdit.Content?
  var children: [ValueStep: ValueTree] = [:]
  /// The values that may change because they share the text of one that is meant to.
  var shared: SharedValues?

  mutating func add(_ content: ValueEdit.Content, at steps: ArraySlice<ValueStep>) {
    guard let first = steps.first else {
      self.content = content
      return
    }
    children[first, default: ValueTree()].add(content, at: steps.dropFirst())
  }

  /// Whether `new` is `old` with these values in their places, and nothing else differs.
  func explainsAllChanges(from old: YAMLNode?, to new: YAMLNode) -> Bool {
    if let content { return content.isWritten(by: new) }
    guard let old else { return isAdded(as: new) }
    if children.isEmpty, let content = shared?.content(of: old) {
      return content.isWritten(by: new)
    }
    switch (old.content, new.content) {
    case (.scalar(let a), .scalar(let b)):
      return children.isEmpty && a.text == b.text && a.isPlain == b.isPlain
    case (.sequence(let a), .sequence(let b)):
      return a.count == b.count
        && a.indices.allSatisfy { next(.index($0)).explainsAllChanges(from: a[$0], to: b[$0]) }
    case (.scalar, .mapping): return isAdded(as: new)
    case (.mapping(let a), .mapping(let b)): return explainsAllChanges(from: a, to: b)
    default: return false
    }
  }

  private func isAdded(as new: YAMLNode) -> Bool {
    guard let entries = new.entries, entries.count == children.count, !entries.isEmpty else {
      return false
    }
    return entries.allSatisfy { next(.key($0.name)).explainsAllChanges(from: nil, to: $0.value) }
  }

  private func next(_ step: ValueStep) -> ValueTree {
    var tree = children[step] ?? ValueTree()
    tree.shared = shared
    return tree
  }

  /// Other keys than the added ones are the same, in the same order; a key that overrides a merged
  /// one may come before it.
  private func explainsAllChanges(from old: [YAMLNode.Entry], to new: [YAMLNode.Entry]) -> Bool {
    let changed = Set(children.keys.compactMap(\.name))
    let known = Set(old.map(\.name)).subtracting(changed)
    guard old.map(\.name).filter(known.contains) == new.map(\.name).filter(known.contains),
      Set(old.map(\.name)).isSubset(of: new.map(\.name))
    else { return false }
    let values = Dictionary(
      old.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    return new.allSatisfy {
      next(.key($0.name)).explainsAllChanges(from: values[$0.name], to: $0.value)
    }
      && children.keys.allSatisfy { step in new.contains { .key($0.name) == step } }
  }
}

extension ValueEdit.Content {
  fileprivate func isWritten(by node: YAMLNode) -> Bool {
    switch self {
    case .scalar(let text): node.scalar?.text == text
    case .list(let texts):
      node.items.map { $0.map(\.scalar?.text) == texts.map(Optional.some) } ?? false
    }
  }
}
