import Geometry
import LayerTree
import Timing

/// How an inspection is written.
public enum InspectionFormat: String, CaseIterable, Sendable {
  /// For people.
  case tree
  /// For scripts: an object with `time`, `size`, `fps`, `duration` and `layers`.
  case json

  /// `usesColor` is for the tree on a terminal.
  public func text(_ inspection: Inspection, usesColor: Bool = false) -> String {
    switch self {
    case .tree: inspection.tree.text(usesColor: usesColor)
    case .json: inspection.json.text() + "\n"
    }
  }
}

// MARK: For people

extension Inspection {
  fileprivate var tree: TreeText {
    let size = "\(readable(scene.size.width)) x \(readable(scene.size.height)) points"
    let rate = "\(scene.clock.rate.description) fps, \(readable(seconds: scene.clock.duration))"
    return TreeText(
      [.init("scene", .strong), .init("\(size), \(rate); at \(readable(seconds: time))", .faint)],
      layers.map(\.tree))
  }
}

extension Inspection.LayerState {
  fileprivate var tree: TreeText {
    let kind = [layer.layerClass.name, readable(layer.place)].filter { !$0.isEmpty }
    return TreeText(
      [.init(layer.name, .strong), .init(kind.joined(separator: ", "), .faint)],
      clockRows + properties.map(\.row) + animations.map(\.row) + sublayers.map(\.tree))
  }

  private var clockRows: [TreeText] {
    guard clock.clock != LayerClock() else { return [] }
    let numbers = clock.clock
    let text =
      "begin \(readable(numbers.beginTime)), speed \(readable(numbers.speed)), offset \(readable(numbers.timeOffset))"
    return [TreeText("local time", readable(seconds: clock.localTime), text)]
  }
}

extension Inspection.PropertyState {
  fileprivate var row: TreeText {
    presentation == model
      ? TreeText(property.name, readable(model))
      : TreeText(property.name, readable(presentation), "model " + readable(model))
  }
}

extension Inspection.AnimationState {
  fileprivate var row: TreeText {
    let key = attached.key.map { " '\($0)'" } ?? ""
    let paths = inner.isEmpty ? attached.animation.keyPaths.map(\.name) : []
    let label = ([attached.animation.className + key] + paths.prefix(3)).joined(separator: " ")
    let texts: [TreeText.Cell] = [
      .init("▸ " + label), .init(standing.rawValue, standing == .active ? .good : .faint),
      .init(
        [span, progressText, readable(attached.place)].filter { !$0.isEmpty }.joined(
          separator: ", ")),
    ]
    return TreeText(texts, inner.map(\.row))
  }

  private var span: String {
    let range = sceneInterval ?? interval
    let text =
      range.upperBound < .infinity
      ? "\(readable(range.lowerBound)) to \(readable(seconds: range.upperBound))"
      : "from \(readable(seconds: range.lowerBound)) for ever"
    return sceneInterval == nil ? text + " of its own clock" : text
  }

  private var progressText: String {
    guard let progress = transformedProgress else { return "no effect" }
    let result = value.map { " -> " + readable($0) } ?? ""
    return "iteration \(sample.iteration), progress \(readable(progress))\(result)"
  }
}

// MARK: For scripts

extension Inspection {
  fileprivate var json: JSONText {
    .object([
      ("time", .number(time)),
      ("size", .array([.number(scene.size.width), .number(scene.size.height)])),
      ("fps", .string(scene.clock.rate.description)), ("duration", .number(scene.clock.duration)),
      ("layers", .array(layers.map(\.json))),
    ])
  }
}

extension Inspection.LayerState {
  fileprivate var json: JSONText {
    .object([
      ("name", .string(layer.name)), ("class", .string(layer.layerClass.name)),
      ("line", .integer(layer.place?.line)), ("localTime", .number(clock.localTime)),
      ("clock", clock.clock.json),
      ("model", .object(properties.map { ($0.property.name, .value($0.model)) })),
      ("presentation", .object(properties.map { ($0.property.name, .value($0.presentation)) })),
      ("animations", .array(animations.map(\.json))), ("sublayers", .array(sublayers.map(\.json))),
    ])
  }
}

extension LayerClock {
  var json: JSONText {
    .object([
      ("beginTime", .number(beginTime)), ("speed", .number(speed)),
      ("timeOffset", .number(timeOffset)),
    ])
  }
}

extension Inspection.AnimationState {
  fileprivate var json: JSONText {
    .object([
      ("type", .string(attached.animation.className)), ("key", .string(attached.key)),
      ("line", .integer(attached.place?.line)),
      ("keyPaths", .array(attached.animation.keyPaths.map { .string($0.name) })),
      ("phase", .string(standing.rawValue)), ("interval", json(interval)),
      ("sceneInterval", json(sceneInterval)), ("activeTime", .number(sample.activeTime)),
      ("iteration", .integer(sample.iteration)), ("progress", .number(transformedProgress)),
      ("value", value.map { .value($0) } ?? .null), ("animations", .array(inner.map(\.json))),
    ])
  }

  private func json(_ range: ClosedRange<Double>?) -> JSONText {
    range.map { .array([.number($0.lowerBound), .number($0.upperBound)]) } ?? .null
  }
}
