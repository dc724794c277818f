import LayerTree

extension SceneContext {
  /// What a layer wants to run when its key paths are set, by their names; `nil` for nothing. What is wrong is reported and left out.
  func readActions(_ node: YAMLNode, in place: AnimationPlace) -> [String: YAMLNode?] {
    guard let entries = node.entries else {
      mismatch(Grammar.actions.expectation, at: node)
      return [:]
    }
    var actions: [String: YAMLNode?] = [:]
    for entry in entries {
      guard let keyPath = settable(entry.name, place.layerClass, at: entry.key) else { continue }
      if entry.value.isNull || entry.value.scalar?.text == "none" {
        actions[entry.name] = .some(nil)
      } else {
        // Its mistakes are found here, also when nothing ever sets the key path.
        var place = place
        (place.setKeyPath, place.transaction) = (keyPath.implicit, Transaction())
        if action(entry.value, in: place) != nil { actions[entry.name] = entry.value }
      }
    }
    return actions
  }

  /// The animation of an action, read once for each kind of transaction that sets what it is for.
  func action(_ node: YAMLNode, in place: AnimationPlace) -> Event.Addition? {
    let reading = ActionReading(node: ObjectIdentifier(node), place: place)
    if let known = readActions[reading] { return known }
    let found = newAction(node, in: place)
    readActions[reading] = .some(found)
    return found
  }

  /// Without a key of its own it hangs on the layer under the name of what is set.
  private func newAction(_ node: YAMLNode, in place: AnimationPlace) -> Event.Addition? {
    guard let found = addedAnimations([node], in: place).first else { return nil }
    let animation = found.animation
    let key = animation.key ?? place.setKeyPath?.name
    return Event.Addition(
      AttachedAnimation(animation.animation, key: key, place: animation.place),
      begin: found.begin)
  }
}

/// What the animation of an action follows from.
struct ActionReading: Hashable {
  let node: ObjectIdentifier
  let place: AnimationPlace
}
