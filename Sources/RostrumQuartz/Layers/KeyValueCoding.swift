import Foundation
import LayerTree

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

  /// The value at a key path of the model, such as `transform.rotation.z`, or under a key of the
  /// program's own; `nil` for none.
  public func value(forKeyPath path: String) -> Any? {
    switch path {
    case "frame": return frame
    case "name": return name
    case "sublayers": return sublayers
    case "mask": return mask
    case "superlayer": return superlayer
    case "delegate": return delegate
    case "actions": return actions
    case "style": return style
    case "beginTime": return beginTime
    case "speed": return speed
    case "timeOffset": return timeOffset
    case "compositingFilter": return compositingFilter
    default: return keyPath(named: path)?.value(in: values).any(images) ?? others[path]
    }
  }

  /// A value of another kind than the key path's changes nothing.
  public func setValue(_ value: Any?, forKeyPath path: String) {
    switch path {
    case "frame": if let frame = value as? CGRect { self.frame = frame }
    case "name": name = value as? String
    case "sublayers": sublayers = value as? [CALayer]
    case "mask": mask = value as? CALayer
    case "actions": actions = value as? [String: any CAAction]
    case "style": style = value as? [AnyHashable: Any]
    case "beginTime": beginTime = value.flatMap(Value.number) ?? 0
    case "speed": speed = Float(value.flatMap(Value.number) ?? 1)
    case "timeOffset": timeOffset = value.flatMap(Value.number) ?? 0
    default:
      guard let keyPath = keyPath(named: path) else {
        others[path] = value
        return
      }
      setAny(keyPath, value)
    }
  }
}
