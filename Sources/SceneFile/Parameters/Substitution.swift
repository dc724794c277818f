/// Puts values where a scene file names parameters.
///
/// A value takes the place of its placeholder, so that a mistake is shown in the scene; the value's
/// own place goes along as a note.
struct Substitution {
  /// How many bytes all texts with placeholders may have together.
  static let maximumTextSize = 16 << 20

  let bindings: [String: BoundParameter]
  let context: SceneContext
  private(set) var used: Set<String> = []
  /// Branches that aliases share stay shared.
  private var done: [ObjectIdentifier: YAMLNode] = [:]
  private var nodeCount = 0
  private var textSize = 0

  init(bindings: [String: BoundParameter], context: SceneContext) {
    (self.bindings, self.context) = (bindings, context)
  }

  /// The whole file but for what stands after one of its keys.
  mutating func apply(to root: YAMLNode, leaving key: String) -> YAMLNode {
    guard root.hasPlaceholders, let entries = root.entries else { return root }
    return YAMLNode(.mapping(withValues(in: entries, leaving: key)), mark: root.mark)
  }

  private mutating func apply(to node: YAMLNode) -> YAMLNode {
    guard node.hasPlaceholders else { return node }
    if let known = done[ObjectIdentifier(node)] { return known }
    let result: YAMLNode
    switch node.content {
    case .scalar(let scalar): result = value(of: scalar.text, at: node)
    case .sequence(let items):
      result = YAMLNode(.sequence(items.map { apply(to: $0) }), mark: node.mark)
    case .mapping(let entries):
      result = YAMLNode(.mapping(withValues(in: entries)), mark: node.mark)
    }
    done[ObjectIdentifier(node)] = result
    return result
  }

  private mutating func withValues(
    in entries: [YAMLNode.Entry], leaving left: String? = nil
  ) -> [YAMLNode.Entry] {
    var names: [String: YAMLNode] = [:]
    return entries.compactMap { entry in
      if entry.name == left { return entry }
      guard let named = self.named(entry) else { return nil }
      guard entry.key.hasPlaceholders || names[named.name] != nil else {
        names[named.name] = named.key
        return named
      }
      if let first = names.updateValue(named.key, forKey: named.name) {
        context.error(
          .duplicateKey, "duplicate key \(named.name.quoted)", at: named.key,
          related: [.init(message: "first given here", place: first.place())])
        return nil
      }
      return named
    }
  }

  private mutating func named(_ entry: YAMLNode.Entry) -> YAMLNode.Entry? {
    let value = apply(to: entry.value)
    guard entry.key.hasPlaceholders else {
      return YAMLNode.Entry(name: entry.name, key: entry.key, value: value)
    }
    let key = text(PlaceholderText(entry.name), at: entry.key)
    guard let name = key.scalar, !name.isBroken else { return nil }
    return YAMLNode.Entry(name: name.text, key: key, value: value)
  }

  // MARK: One scalar

  private mutating func value(of text: String, at node: YAMLNode) -> YAMLNode {
    let parts = PlaceholderText(text)
    guard let name = parts.wholeName else { return self.text(parts, at: node) }
    guard let binding = binding(name, at: node, offset: nil), !binding.node.isBroken else {
      return .broken
    }
    nodeCount += binding.node.weight
    guard nodeCount <= context.options.maximumNodes else {
      return tooLarge("more than \(context.options.maximumNodes) values", at: node)
    }
    return binding.node.moved(to: node.mark, origins: binding.origin.map { [$0] } ?? [])
  }

  /// A text, also when its parts look like a number together.
  private mutating func text(_ parts: PlaceholderText, at node: YAMLNode) -> YAMLNode {
    var result = ""
    var origins: [Diagnostic.Related] = []
    var isBroken = false
    for piece in parts.pieces {
      guard let text = text(of: piece, at: node, &origins) else {
        isBroken = true
        continue
      }
      result += text
      textSize += text.utf8.count
      guard textSize <= Self.maximumTextSize else {
        return tooLarge("texts of more than 16 MiB", at: node)
      }
    }
    guard !isBroken else { return .broken }
    return YAMLNode(
      .scalar(.init(text: result, isPlain: false)), mark: node.mark, origins: origins)
  }

  private mutating func text(
    of piece: PlaceholderText.Piece, at node: YAMLNode, _ origins: inout [Diagnostic.Related]
  ) -> String? {
    switch piece {
    case .text(let text): return text
    case .broken(let offset):
      report(
        .badPlaceholder, "expected the name of a parameter, as in ${title}", at: node,
        offset: offset, hint: "write $${ for the two characters themselves")
      return nil
    case .parameter(let name, let offset):
      guard let binding = binding(name, at: node, offset: offset) else { return nil }
      if let origin = binding.origin { origins.append(origin) }
      if let scalar = binding.node.scalar { return scalar.isBroken ? nil : scalar.text }
      report(
        .badPlaceholder,
        "\(binding.node.description) cannot stand inside a text; the parameter \(name.quoted) is one",
        at: node, offset: offset)
      return nil
    }
  }

  private mutating func binding(
    _ name: String, at node: YAMLNode, offset: Int?
  ) -> BoundParameter? {
    if let found = bindings[name] {
      used.insert(name)
      return found
    }
    report(
      .unknownParameter, "unknown parameter \(name.quoted)", at: node, offset: offset,
      hint: context.similar(to: name, among: bindings.keys.sorted())
        .map { "did you mean '\($0)'?" }
        ?? "declare it under parameters, or write $${ for the two characters themselves")
    return nil
  }

  // MARK: Reports

  private func report(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode, offset: Int?,
    hint: @autoclosure () -> String? = nil
  ) {
    var extent = DiagnosticCollector.Extent.value
    if let offset, let text = node.scalar?.text { extent = .offset(offset, in: text) }
    context.collector.add(
      .error, id.rawValue, message, at: node.place(extent), hint: hint())
  }

  private func tooLarge(_ what: String, at node: YAMLNode) -> YAMLNode {
    context.error(.tooLarge, "the parameters of this file make \(what)", at: node)
    return .broken
  }
}

extension YAMLNode {
  /// A node in place of something that was already reported.
  static let broken = YAMLNode(
    .scalar(.init(text: "", isPlain: true, isBroken: true)), mark: .start)

  /// The same value at another place.
  fileprivate func moved(to mark: YAMLMark, origins: [Diagnostic.Related]) -> YAMLNode {
    let moved: Content =
      switch content {
      case .scalar: content
      case .sequence(let items): .sequence(items.map { $0.moved(to: mark, origins: origins) })
      case .mapping(let entries):
        .mapping(
          entries.map {
            Entry(
              name: $0.name, key: $0.key.moved(to: mark, origins: origins),
              value: $0.value.moved(to: mark, origins: origins))
          })
      }
    return YAMLNode(moved, mark: mark, origins: origins)
  }
}
