import LayerTree

extension AnimationFields {
  /// The key path that the animation names.
  func keyPath() -> AnimationKeyPath? {
    if let keyPath = place.setKeyPath, fields.node(.keyPath) == nil { return keyPath }
    guard let node = fields.required(.keyPath),
      let name = resolution.text(node, Grammar.keyPath.expectation)
    else { return nil }
    let words = LayerWords.of(place.layerClass)
    if let found = words.keyPaths[name] { return found }
    if let inside = EmitterKeyPath(name, place.layerClass, place.values) {
      return inside.resolved(mustAnimate: true, at: node, resolution)
    }
    if let inside = FilterKeyPath(name, place.values) {
      return inside.resolved(at: node, resolution)
    }
    KeyPathProblem(name, place.layerClass, words).report(at: node, resolution)
    return nil
  }
}

/// Why a key path cannot be animated.
private struct KeyPathProblem {
  private let id: DiagnosticID
  private let message: String
  private let hint: String?

  init(_ name: String, _ layerClass: LayerClass, _ words: LayerWords) {
    let head = String(name.prefix { $0 != "." })
    if head == "frame" {
      self.init(.notAnimatable, "'frame' is derived", "animate position and bounds")
    } else if let property = words.properties[head] {
      self.init(name, property, words)
    } else if let property = Property.clockProperties.first(where: { $0.name == head }) {
      self.init(name, ofClock: property, words)
    } else if words.keyPaths["transform." + name] != nil {
      self.init(
        .unknownKeyPath, "unknown key path \(name.quoted)", "did you mean 'transform.\(name)'?")
    } else if let owner = LayerClass.all.first(where: { $0.property(named: head) != nil }) {
      self.init(
        .unknownKeyPath,
        "\(head.quoted) belongs to layers of class '\(owner.name)'; this one is a '\(layerClass.name)'",
        "write class: \(owner.name) for the layer")
    } else {
      let found = Self.suggestion(name, words)
      self.init(
        .unknownKeyPath, "unknown key path \(name.quoted)", found.map { "did you mean '\($0)'?" })
    }
  }

  private init(_ id: DiagnosticID, _ message: String, _ hint: String?) {
    (self.id, self.message, self.hint) = (id, message, hint)
  }

  /// The property exists: it does not animate, or has no such component.
  private init(_ name: String, _ property: Property, _ words: LayerWords) {
    guard property.isAnimatable else {
      self.init(.notAnimatable, "\(property.name.quoted) cannot be animated", nil)
      return
    }
    let parts = ValueComponent.components(of: property.type)
      .map { AnimationKeyPath(property, $0).name }
    let part = String(name.dropFirst(property.name.count + 1))
    let found = parts.count > 2 ? closest(to: name, among: parts) : nil
    let list = parts.isEmpty ? nil : "it has " + parts.joined(separator: ", ")
    self.init(
      .unknownKeyPath, "\(property.name.quoted) has no component \(part.quoted)",
      found.map { "did you mean '\($0)'?" } ?? list)
  }

  /// Of a clock only the time offset animates.
  private init(_ name: String, ofClock property: Property, _ words: LayerWords) {
    guard !property.isAnimatable else {
      self.init(name, property, words)
      return
    }
    self.init(
      .notAnimatable, "the \(property.name) of a layer's clock cannot be animated",
      "give the layer speed: 0 and animate timeOffset, which then is its time")
  }

  private static func suggestion(_ name: String, _ words: LayerWords) -> String? {
    let known: (String) -> Bool = { words.keyPaths[$0] != nil }
    return ForeignNames.match(name, in: foreignKeyPaths, known: known)
      ?? ForeignNames.match(name, in: ForeignNames.keys, known: known)
      ?? closest(to: name, among: words.keyPaths.keys.sorted())
  }

  private static let foreignKeyPaths: [String: [String]] = [
    "x": ["position.x"], "y": ["position.y"], "left": ["position.x"], "top": ["position.y"],
    "width": ["bounds.size.width"], "height": ["bounds.size.height"], "size": ["bounds.size"],
    "rotate": ["transform.rotation"], "angle": ["transform.rotation"],
    "rotatex": ["transform.rotation.x"], "rotatey": ["transform.rotation.y"],
    "rotatez": ["transform.rotation.z"], "translate": ["transform.translation"],
    "translatex": ["transform.translation.x"], "translatey": ["transform.translation.y"],
    "scalex": ["transform.scale.x"], "scaley": ["transform.scale.y"],
  ]

  func report(at node: YAMLNode, _ resolution: Resolution) {
    resolution.error(id, message, at: node, hint: hint)
  }
}

extension Resolution {
  /// What an event sets: a key path of a layer, also one that cannot be animated, and its value.
  func setting(_ entry: YAMLNode.Entry, of layer: Layer) -> (AnimationKeyPath, Value)? {
    if entry.name == Key.frame.name {
      error(
        .unknownKeyPath, "'frame' is derived", at: entry.key, hint: "set position and bounds")
      return nil
    }
    if let inside = EmitterKeyPath(entry.name, layer.layerClass, layer.values) {
      return inside.resolved(mustAnimate: false, at: entry.key, self).flatMap { keyPath in
        value(entry.value, of: keyPath).map { (keyPath, $0) }
      }
    }
    if let inside = FilterKeyPath(entry.name, layer.values) {
      return inside.resolved(at: entry.key, self).flatMap { keyPath in
        value(entry.value, of: keyPath).map { (keyPath, $0) }
      }
    }
    return settable(entry.name, layer.layerClass, at: entry.key).flatMap { keyPath in
      value(entry.value, of: keyPath).map { (keyPath, $0) }
    }
  }

  /// A key path of the class itself, also one that cannot be animated; `nil` after reporting why not.
  func settable(
    _ name: String, _ layerClass: LayerClass, at node: YAMLNode
  ) -> AnimationKeyPath? {
    let words = LayerWords.of(layerClass)
    guard let keyPath = words.settableKeyPaths[name] else {
      KeyPathProblem(name, layerClass, words).report(at: node, self)
      return nil
    }
    return keyPath
  }

  private func value(_ node: YAMLNode, of keyPath: AnimationKeyPath) -> Value? {
    switch keyPath.component {
    case .sizeWidth, .sizeHeight: return value(node, .number(.zeroOrMore))
    case .size: return size(node, allowsNegative: false).map(Value.size)
    default:
      let value = value(node, keyPath.type)
      if keyPath.property == .lineDashPattern, let value { checkDashes(value, at: node) }
      return value
    }
  }
}
