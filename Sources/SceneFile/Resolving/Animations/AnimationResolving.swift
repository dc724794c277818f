import LayerTree

extension SceneContext {
  /// The animations of a list; what is wrong with one is reported and leaves it out.
  func animations(_ nodes: [YAMLNode], in place: AnimationPlace) -> [AttachedAnimation] {
    var keys: [String: YAMLNode] = [:]
    return nodes.compactMap { node in
      guard let type = animationType(of: node),
        let fields = MappingReader(node, type.vocabulary, self)
      else { return nil }
      checkKey(fields, type, &keys, place)
      let animation = type.resolve(
        AnimationFields(fields: fields, place: place, context: self))
      fields.reportUnknownKeys { explain($0, type) }
      return animation.map {
        AttachedAnimation(
          $0, key: type.fixedKey ?? fields.node(.animationKey)?.scalar?.text,
          place: SourcePlace(line: node.mark.line))
      }
    }
  }

  private func animationType(of node: YAMLNode) -> AnimationType? {
    if options.recordsKeys { askedKeys.insert(.animationType) }
    guard let entries = node.entries else {
      mismatch("an animation: a mapping with keys", at: node)
      return nil
    }
    let expectation = Grammar.animationType.expectation
    guard let value = entries.first(where: { $0.name == Key.animationType.name })?.value else {
      error(.missingKey, "an animation needs 'type'", at: node, hint: "type: \(expectation)")
      return nil
    }
    guard let name = text(value, expectation) else { return nil }
    return AnimationType.named(name) ?? guessUnknownType(name, at: value)
  }

  /// After reporting the type, the one that is meant most likely, so that what else is wrong is found too; or `nil`.
  private func guessUnknownType(_ name: String, at node: YAMLNode) -> AnimationType? {
    let known = AnimationType.all.first { $0.coreAnimationName == name }
    let guess =
      known ?? closest(to: name, among: AnimationType.all.map(\.name)).flatMap(AnimationType.named)
    error(
      .unknownType,
      "unknown animation type \(name.quoted); expected \(Grammar.animationType.expectation)",
      at: node, hint: guess.map { "did you mean '\($0.name)'?" })
    return guess
  }

  /// Core Animation replaces an animation when another one is added under its key.
  private func checkKey(
    _ fields: MappingReader, _ type: AnimationType, _ keys: inout [String: YAMLNode],
    _ place: AnimationPlace
  ) {
    let given = fields.node(.animationKey).flatMap { text($0, "a name") }
    guard let key = type.fixedKey ?? given, !place.isInGroup else { return }
    let node = given == nil ? fields.node : fields.node(.animationKey) ?? fields.node
    if let given, given != key {
      warning(
        .noEffect, "an animation of type '\(type.name)' has the key '\(key)' always", at: node)
    }
    guard let first = keys[key] else { return keys[key] = node }
    let mark = DiagnosticCollector.Place(mark: first.mark, extent: .value)
    error(
      .duplicateName,
      "duplicate animation key \(key.quoted): it would replace the earlier animation",
      at: node, related: [.init(message: "first given here", place: mark)])
  }

  private func explain(_ entry: YAMLNode.Entry, _ type: AnimationType) -> Bool {
    if NotYetAvailable.animationKeys.contains(entry.name) {
      error(
        .notAvailable, "\(entry.name.quoted) is not available yet in an animation", at: entry.key)
      return true
    }
    let owners = AnimationType.all.filter { $0.vocabulary.key(named: entry.name) != nil }
    guard !owners.isEmpty else { return false }
    let names = owners.map { "'\($0.name)'" }.joined(separator: ", ")
    error(
      .unknownKey,
      "\(entry.name.quoted) belongs to animations of type \(names); this one is a '\(type.name)'",
      at: entry.key)
    return true
  }
}
