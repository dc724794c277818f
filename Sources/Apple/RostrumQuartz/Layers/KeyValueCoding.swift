import RostrumBase
import Foundation
import RostrumLayerTree

/// The key paths of the model's classes, by their names.
enum KeyPathTable {
  private static let tables = Dictionary(
    uniqueKeysWithValues: LayerClass.all.map { layerClass in
      (
        layerClass.name,
        Dictionary(
          layerClass.keyPaths.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      )
    })

  static func keyPath(_ name: String, of layerClass: LayerClass) -> AnimationKeyPath? {
    tables[layerClass.name]?[name]
  }
}

extension CALayer {
  /// The key path of that name; `nil` when the model has none.
  func keyPath(named name: String) -> AnimationKeyPath? {
    KeyPathTable.keyPath(name, of: Self.modelClass) ?? inner(name)
  }

  /// A key path into a filter or an emitter cell, by its name.
  private func inner(_ name: String) -> AnimationKeyPath? {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 2, let property = Self.modelClass.property(named: parts[0]),
      let last = parts.last
    else { return nil }
    switch values[any: property] {
    case .filters(let filters) where parts.count == 3:
      return filters.first { $0.name == parts[1] }?.kind.input(named: last).map {
        AnimationKeyPath(property, .filter(FilterComponent(filter: parts[1], property: $0)))
      }
    case .emitterCells(let cells):
      let names = Array(parts.dropFirst().dropLast())
      guard cells.namePaths.contains(names),
        let input = EmitterCell.properties.first(where: { $0.name == last })
      else { return nil }
      return AnimationKeyPath(
        property, .emitterCell(EmitterCellComponent(names: names, property: input)))
    default: return nil
    }
  }

  /// Whether a key path is the program's own: one that has a value, or that the class draws.
  func isOwnKey(_ name: String) -> Bool {
    others[name] != nil || type(of: self).needsDisplay(forKey: name)
      || type(of: self).defaultValue(forKey: name) != nil || declaredValue(forKey: name) != nil
  }

  /// Whether a key path leads into a structure, and to nothing there.
  func raises(_ path: String) -> Bool {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, keyPath(named: path) == nil else { return false }
    return switch keyPath(named: parts[0])?.type {
    case .point, .size, .rect, .transform: true
    default: false
    }
  }

  /// The sublayer that `sublayers.NAME.rest` names, and the rest.
  func namedSublayer(_ path: String) -> (layer: CALayer, rest: String)? {
    let parts = path.split(separator: ".", maxSplits: 2).map(String.init)
    guard parts.count == 3, parts[0] == "sublayers",
      let layer = children.first(where: { $0.name == parts[1] })
    else { return nil }
    return (layer, parts[2])
  }

  /// The layer that an animation of `sublayers.NAME.rest` is for, and the animation for it.
  func innerTarget(of animation: CAAnimation) -> (CALayer, CAAnimation)? {
    guard let moved = animation as? CAPropertyAnimation, let path = moved.keyPath,
      let (layer, rest) = namedSublayer(path)
    else { return nil }
    moved.keyPath = rest
    return (layer, moved)
  }

  /// The keys whose values are `Float`s on a Mac.
  private static let floatKeys: Set<String> = [
    "opacity", "shadowOpacity", "minificationFilterBias", "instanceRedOffset",
    "instanceGreenOffset", "instanceBlueOffset", "instanceAlphaOffset", "birthRate", "lifetime",
    "velocity", "scale", "spin",
  ]

  /// The keys that are no properties of the model.
  nonisolated(unsafe) private static let plainKeys:
    [String: (get: (CALayer) -> Any?, set: (CALayer, Any?) -> Void)] = [
      "frame": ({ Boxed.object($0.frame) }, { if let frame = $1 as? CGRect { $0.frame = frame } }),
      "name": (\.name, { $0.name = $1 as? String }),
      "sublayers": (\.sublayers, { $0.sublayers = $1 as? [CALayer] }),
      "mask": (\.mask, { $0.mask = $1 as? CALayer }), "superlayer": (\.superlayer, { _, _ in }),
      "delegate": (\.delegate, { $0.delegate = $1 as? any CALayerDelegate }),
      "actions": (\.actions, { $0.actions = $1 as? [String: any CAAction] }),
      "style": (\.style, { $0.style = $1 as? [AnyHashable: Any] }),
      "beginTime": (
        { Boxed.object($0.beginTime) }, { $0.beginTime = $1.flatMap(Value.number) ?? 0 }
      ),
      "speed": ({ Boxed.object($0.speed) }, { $0.speed = Float($1.flatMap(Value.number) ?? 1) }),
      "timeOffset": (
        { Boxed.object($0.timeOffset) }, { $0.timeOffset = $1.flatMap(Value.number) ?? 0 }
      ),
    ]

  func coded(_ path: String) -> Any? {
    if let key = Self.plainKeys[path] { return key.get(self) }
    if let (layer, rest) = namedSublayer(path) { return layer.value(forKeyPath: rest) }
    guard let keyPath = keyPath(named: path) else {
      if raises(path) { FilmWarnings.tell(.raising(path, type(of: self))) }
      let own = others[path] ?? type(of: self).defaultValue(forKey: path)
      return (own ?? declaredValue(forKey: path)).map(Boxed.object)
    }
    if path == "compositingFilter" { return compositingFilter }
    let value = keyPath.value(in: values).any(images)
    if Self.floatKeys.contains(path), let number = value as? Double {
      return NSNumber(value: Float(number))
    }
    return value.map(Boxed.object)
  }

  func code(_ value: Any?, _ path: String) {
    if let key = Self.plainKeys[path] {
      key.set(self, value)
    } else if let (layer, rest) = namedSublayer(path) {
      layer.setValue(value, forKeyPath: rest)
    } else if let keyPath = keyPath(named: path) {
      if let text = self as? CATextLayer, path == "string" { text.string = value }
      setAny(keyPath, value)
    } else {
      setOwn(value, path)
    }
  }

  /// A value of the program's own. A key path into a missing value is reported.
  private func setOwn(_ value: Any?, _ path: String) {
    if raises(path) { return FilmWarnings.tell(.raising(path, type(of: self))) }
    if path.contains("."), !isOwnKey(path) {
      FilmWarnings.tell(.unknownPlace(path, type(of: self)))
    }
    let isKnown = presented == nil && !TransactionStack.current.top.disableActions
    let action = isKnown ? action(forKey: path) : nil
    others[path] = value
    if type(of: self).needsDisplay(forKey: path) { setNeedsDisplay() }
    action?.run(forKey: path, object: self, arguments: nil)
  }

  /// Zero and nothing are `nil`, but for what is false; of the clock, `duration` has no end.
  static func initialValue(forKey key: String) -> Any? {
    if key == "duration" { return NSNumber(value: Double.infinity) }
    guard let keyPath = KeyPathTable.keyPath(key, of: modelClass) else { return nil }
    let value = keyPath.value(in: modelClass.initialValues)
    switch value {
    case .text("none") where key == "compositingFilter": return nil
    case .text: return value.any([:])
    case .boolean(let flag): return NSNumber(value: flag)
    default: return value == keyPath.type.emptyValue ? nil : value.any([:]).map(Boxed.object)
    }
  }
}
