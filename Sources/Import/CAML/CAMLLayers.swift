import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// Turns the layers of an archive into drafts.
struct CAMLLayers {
  let context: ImportContext
  let values: CAMLValues

  /// The kind of layer of an element; `nil` for other elements.
  static func layerClass(of element: XMLElement) -> LayerClass? {
    guard element.name.hasPrefix("CA") else { return nil }
    let known: [LayerClass] = [
      .plain, .shape, .text, .gradient, .replicator, .emitter, .transform, .scroll,
    ]
    return known.first { $0.coreAnimationName == element.name }
  }

  func layer(_ element: XMLElement, _ layerClass: LayerClass) -> ImportedLayer {
    context.budget.add(1, .layers)
    var draft = ImportedLayer(element["name"] ?? element["id"] ?? element.name, layerClass)
    draft.line = context.line(ofByte: element.bytes.lowerBound)
    draft.id = element["id"]
    draft.values = layerClass.initialValues
    // A transform is written whole, and its parts again.
    let attributes = element.attributes.sorted { $0.name == "transform" && $1.name != "transform" }
    for (name, text) in attributes { set(name, text, element, &draft) }
    for child in element.children { add(child, to: &draft) }
    return draft
  }

  /// Attributes that change nothing in a rendering without a screen.
  private static let idle: Set<String> = [
    "id", "name", "allowsEdgeAntialiasing", "allowsGroupBlending", "contentsFormat", "xmlns",
    "nuggetOffset", "",
  ]

  private func set(
    _ name: String, _ text: String, _ element: XMLElement, _ draft: inout ImportedLayer
  ) {
    guard !Self.idle.contains(name), !name.hasPrefix("caplay"), !name.hasPrefix("mica") else {
      return
    }
    switch name {
    case "speed": draft.clock.speed = clockNumber(name, text, element) ?? 1
    case "beginTime": draft.clock.beginTime = clockNumber(name, text, element) ?? 0
    case "timeOffset": draft.clock.timeOffset = clockNumber(name, text, element) ?? 0
    case "autoreverses", "duration", "repeatCount", "repeatDuration", "fillMode":
      context.unsupported(.keyPaths, name, at: context.place(of: name, in: element))
    default: setAttribute(name, text, element, &draft)
    }
  }

  private func clockNumber(_ name: String, _ text: String, _ element: XMLElement) -> Double? {
    values.value(text, .number(), name, in: element)?.number
  }

  private func setAttribute(
    _ name: String, _ text: String, _ element: XMLElement, _ draft: inout ImportedLayer
  ) {
    guard let keyPath = draft.layerClass.keyPaths.first(where: { $0.name == name }) else {
      return context.unsupported(.keyPaths, name, at: context.place(of: name, in: element))
    }
    guard let value = values.value(text, keyPath.type, name, in: element) else { return }
    if keyPath.value(in: draft.values) != value { keyPath.set(value, in: &draft.values) }
  }

  private func add(_ child: XMLElement, to draft: inout ImportedLayer) {
    switch child.name {
    case "sublayers": draft.sublayers += child.children.compactMap { sublayer($0) }
    case "mask":
      draft.mask = child.children.compactMap { sublayer($0) }.prefix(1).map(\.self)
    case "animations":
      let reader = CAMLAnimations(context: context, values: values)
      for element in child.children {
        draft.animations += reader.attached(element, of: draft.layerClass)
      }
    case "colors" where draft.layerClass == .gradient:
      draft.values[.colors] = child.children.compactMap { values.value(of: $0, .color)?.color }
    case "locations" where draft.layerClass == .gradient:
      draft.values[.locations] = child.children.compactMap { element in
        values.value(of: element, .number(.unit))?.number
      }
    case "emitterCells" where draft.layerClass == .emitter:
      draft.values[.emitterCells] = child.children.compactMap { cell($0, depth: 0) }
    case "filters": draft.values[.filters] = child.children.compactMap(filter)
    case "backgroundFilters":
      draft.values[.backgroundFilters] = child.children.compactMap(filter)
    case "font":
      if let family = child["value"], draft.layerClass == .text {
        // Core Animation says weights in the names of fonts; exports of Rostrum say them apart.
        let weight = child["weight"].flatMap { Int($0) } ?? 400
        draft.values[.font] = FontReference(
          .family(family), weight: min(max(weight, 1), 1000), isItalic: child["italic"] == "1")
      }
    // States are read before; the rest is what editors keep for themselves.
    case "states", "stateTransitions", "modules": break
    // A colour that multiplies nothing.
    case "contentsMultiplyColor" where child["opacity"] == "0": break
    case "scriptComponents", "scriptObject":
      if !child.children.isEmpty || child.name == "scriptObject" {
        context.unsupported(.scripts, child.name, at: child.bytes)
      }
    default: setChild(child, &draft)
    }
  }

  private func setChild(_ child: XMLElement, _ draft: inout ImportedLayer) {
    guard let property = draft.layerClass.property(named: child.name) else {
      return context.unsupported(.elements, child.name, at: child.bytes)
    }
    guard let value = values.value(of: child, property.type) else { return }
    draft.values[any: property] = value
  }

  private static let deepestCell = 8

  private func cell(_ element: XMLElement, depth: Int) -> EmitterCell? {
    guard element.name == "CAEmitterCell", depth < Self.deepestCell else {
      return context.leavingOut(.elements, element.name, at: element.bytes)
    }
    context.budget.add(1, .layers)
    var cell = EmitterCell(name: element["name"] ?? "", values: LayerValues())
    let properties = EmitterCell.properties
    for (name, text) in element.attributes where name != "name" && name != "id" {
      guard !name.hasPrefix("caplay"), !name.hasPrefix("mica") else { continue }
      guard let property = properties.first(where: { $0.name == name }) else {
        context.unsupported(.keyPaths, name, at: context.place(of: name, in: element))
        continue
      }
      guard let value = values.value(text, property.type, name, in: element) else { continue }
      cell.values[any: property] = value
    }
    for child in element.children {
      if child.name == "emitterCells" {
        cell.cells = child.children.compactMap { self.cell($0, depth: depth + 1) }
      } else if let property = properties.first(where: { $0.name == child.name }) {
        guard let value = values.value(of: child, property.type) else { continue }
        cell.values[any: property] = value
      } else {
        context.unsupported(.elements, child.name, at: child.bytes)
      }
    }
    return cell
  }

  /// `nil` for one that is off or of another kind, which is reported.
  private func filter(_ element: XMLElement) -> LayerFilter? {
    guard element["enabled"] != "0", element["enabled"] != "false" else { return nil }
    let type = element["filter"] ?? element["type"] ?? ""
    guard let kind = FilterKind.named(type) else {
      return context.leavingOut(.effects, type.isEmpty ? element.name : type, at: element.bytes)
    }
    var filter = LayerFilter(kind, name: element["name"])
    for (name, text) in element.attributes where name.hasPrefix("input") {
      guard let input = kind.input(named: name) else {
        // How exactly to draw is no part of the picture.
        if !["inputQuality", "inputNormalizeEdges", "inputHardEdges"].contains(name) {
          context.unsupported(.keyPaths, name, at: context.place(of: name, in: element))
        }
        continue
      }
      guard let value = values.value(text, input.type, name, in: element) else { continue }
      filter.values[any: input] = value
    }
    return filter
  }

  private func sublayer(_ element: XMLElement) -> ImportedLayer? {
    guard let layerClass = Self.layerClass(of: element) else {
      return context.leavingOut(.layerTypes, element.name, at: element.bytes)
    }
    guard context.isWithinBudget(at: element.bytes) else { return nil }
    return layer(element, layerClass)
  }
}

/// A value that a state gives a layer.
struct CAMLChange {
  let target: String
  let keyPath: AnimationKeyPath
  let value: Value
}
