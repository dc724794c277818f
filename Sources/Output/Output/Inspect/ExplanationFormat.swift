import RostrumBase
public import RostrumLayerTree
import RostrumSceneFile
import RostrumTiming

/// How an explanation is written.
public enum ExplanationFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For scripts: an object that has every step with the scene file's line.
  case json

  /// `usesColor` is for text on a terminal.
  public func text(_ explanation: Explanation, usesColor: Bool = false) -> String {
    switch self {
    case .text: explanation.tree.text(usesColor: usesColor)
    case .json: explanation.json.text() + "\n"
    }
  }
}

extension Explanation {
  fileprivate var tree: TreeText {
    let title = "\(keyPath.name) of \(layer.name) at \(readable(seconds: sceneTime))"
    return TreeText(
      [.init(title, .strong), .init(readable(presentationValue), .good)],
      [clockTree] + stretchRows + [TreeText("model value", readable(modelValue))]
        + animations.map { $0.tree(keyPath) } + noAnimation
        + [TreeText("presentation value", readable(presentationValue), style: .good)])
  }

  private var noAnimation: [TreeText] {
    animations.isEmpty ? [TreeText("animations", "none writes \(keyPath.property.name)")] : []
  }

  private var clockTree: TreeText {
    let rows = clocks.dropFirst().map { step in
      TreeText(
        step.layer.name, readable(seconds: step.localTime), step.formula, readable(step.layer.place)
      )
    }
    return TreeText(
      [.init("time", .faint)], [TreeText("scene", readable(seconds: sceneTime))] + rows)
  }

  private var stretchRows: [TreeText] {
    guard epoch.count > 1 else { return [] }
    let start = epoch.startTime.isFinite ? readable(seconds: epoch.startTime) : "the start"
    let end = epoch.endTime.isFinite ? readable(seconds: epoch.endTime) : "the end"
    return [
      TreeText(
        "stretch of its life", "\(epoch.index + 1) of \(epoch.count), from \(start) to \(end)")
    ]
  }
}

extension Explanation.Clock {
  /// How the local time follows, with its numbers.
  fileprivate var formula: String {
    guard clock != LayerClock() else { return "as its superlayer" }
    return
      "(\(readable(parentTime)) - begin \(readable(clock.beginTime))) x speed \(readable(clock.speed)) + offset \(readable(clock.timeOffset))"
  }
}

extension AnimationExplanation {
  /// The result of each animation is shown at `keyPath`.
  fileprivate func tree(_ keyPath: AnimationKeyPath) -> TreeText {
    let animation = attached.animation
    let key = attached.key.map { " '\($0)'" } ?? ""
    let paths = animation.innerAnimations.isEmpty ? animation.keyPaths.map(\.name) : []
    let title = ([animation.className + key] + paths).joined(separator: " ")
    var rows = timingRows
    rows += stages.map(\.row)
    if let innerTime { rows.append(TreeText("time inside", readable(seconds: innerTime))) }
    rows += inner.map { $0.tree(keyPath) }
    rows.append(result(keyPath))
    return TreeText([.init(title, .strong), .init(readable(attached.place), .faint)], rows)
  }

  private var timingRows: [TreeText] {
    let timing = attached.animation.timing
    let active = "begins at \(readable(timing.beginTime)), \(timing.length)"
    var rows = [
      TreeText("phase", "\(sample.phase)", active),
      TreeText("elapsed", readable(seconds: parentTime - timing.beginTime)),
    ]
    if let time = sample.activeTime {
      let parts = timing.variations
      rows.append(TreeText("active time", readable(seconds: time), parts))
    }
    if let iteration = sample.iterationProgress, let directed = sample.directedProgress {
      rows.append(
        TreeText("iteration", "\(sample.iteration)", "progress \(readable(iteration))"))
      rows.append(TreeText("directed progress", readable(directed)))
    }
    if let transformedProgress {
      rows.append(
        TreeText(
          "eased progress", readable(transformedProgress),
          readable(attached.animation.timingFunction)))
    }
    return rows
  }

  private func result(_ keyPath: AnimationKeyPath) -> TreeText {
    guard transformedProgress != nil else {
      return TreeText("so far", readable(keyPath.value(in: after)), "no effect: " + reason)
    }
    let text = readable(keyPath.value(in: after))
    return TreeText("so far", text, "before: " + readable(keyPath.value(in: before)))
  }
}

extension AnimationExplanation {
  /// The reason why the animation has no effect.
  fileprivate var reason: String {
    switch sample.phase {
    case .before: "it does not fill backwards"
    case .active: "it does not apply"
    case .after:
      attached.animation.timing.isRemovedOnCompletion
        ? "it was removed on completion" : "it does not fill forwards"
    }
  }
}

extension MediaTiming {
  /// How long the animation is active.
  fileprivate var length: String {
    activeDuration < .infinity ? "\(readable(seconds: activeDuration)) long" : "for ever"
  }

  private var repetition: String {
    repeatDuration < .infinity ? "for \(readable(seconds: repeatDuration))" : "for ever"
  }

  /// The numbers by which active time becomes progress, as far as they are not the defaults.
  fileprivate var variations: String {
    var parts = ["duration \(readable(iterationDuration))"]
    if speed != 1 { parts.append("speed \(readable(speed))") }
    if timeOffset != 0 { parts.append("offset \(readable(timeOffset))") }
    if repeatCount > 0 { parts.append("repeats \(readable(repeatCount))") }
    if repeatDuration > 0 { parts.append("repeats \(repetition)") }
    if autoreverses { parts.append("autoreverses") }
    if fillMode != .removed { parts.append("fills \(fillMode.rawValue)") }
    return parts.joined(separator: ", ")
  }
}

extension EvaluationStage {
  fileprivate var row: TreeText {
    if parts.count == 1, let only = parts.first {
      return TreeText(name, only.quantity.readableText)
    }
    return TreeText(
      name, parts.map { "\($0.name.spaced) \($0.quantity.readableText)" }.joined(separator: ", "))
  }
}

extension EvaluationStage.Quantity {
  fileprivate var readableText: String {
    switch self {
    case .number(let number): readable(number)
    case .count(let count): String(count)
    case .value(let value): readable(value)
    case .function(let function): readable(function)
    case .text(let text): text
    }
  }
}

extension String {
  /// `fromKeyTime` as `from key time`.
  fileprivate var spaced: String {
    map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
  }
}

extension SceneSampler {
  /// The steps by which the key path of the layer gets its value at a time of the scene. Throws
  /// `UnknownName`.
  public func explanation(
    layer name: String, keyPath path: String, at time: Double
  ) throws(UnknownName) -> Explanation {
    let layers = scene.layers
    guard let layer = layers.first(where: { $0.name == name }) else {
      throw UnknownName(kind: .layer, name: name, candidates: layers.map(\.name))
    }
    guard let keyPath = layer.keyPath(named: path),
      let explanation = scene.explanation(ofLayer: layer.index, keyPath: keyPath, at: time)
    else {
      throw UnknownName(
        kind: .keyPath, name: path, candidates: layer.keyPaths.map(\.name))
    }
    return explanation
  }
}

extension Explanation {
  /// Every step, with stable keys.
  var json: JSONValue {
    .object([
      ("layer", .string(layer.name)), ("line", .integer(layer.place?.line)),
      ("keyPath", .string(keyPath.name)), ("sceneTime", .number(sceneTime)),
      ("clocks", .array(clocks.map(\.json))), ("stretch", epoch.json),
      ("modelValue", .value(modelValue)),
      ("animations", .array(animations.map { $0.json(keyPath) })),
      ("presentationValue", .value(presentationValue)),
    ])
  }
}

extension Explanation.Clock {
  fileprivate var json: JSONValue {
    .object([
      ("layer", .string(layer.name)), ("line", .integer(layer.place?.line)),
      ("parentTime", .number(parentTime)), ("beginTime", .number(clock.beginTime)),
      ("speed", .number(clock.speed)), ("timeOffset", .number(clock.timeOffset)),
      ("localTime", .number(localTime)),
    ])
  }
}

extension Explanation.EpochSpan {
  fileprivate var json: JSONValue {
    .object([
      ("index", .integer(index)), ("count", .integer(count)), ("startTime", .number(startTime)),
      ("endTime", .number(endTime)),
    ])
  }
}

extension AnimationExplanation {
  fileprivate func json(_ keyPath: AnimationKeyPath) -> JSONValue {
    let timing = attached.animation.timing
    return .object([
      ("type", .string(attached.animation.className)), ("key", .string(attached.key)),
      ("line", .integer(attached.place?.line)),
      ("keyPaths", .array(attached.animation.keyPaths.map { .string($0.name) })),
      ("parentTime", .number(parentTime)), ("beginTime", .number(timing.beginTime)),
      ("elapsed", .number(parentTime - timing.beginTime)), ("phase", .string("\(sample.phase)")),
      ("activeTime", .number(sample.activeTime)), ("iteration", .integer(sample.iteration)),
      ("iterationProgress", .number(sample.iterationProgress)),
      ("directedProgress", .number(sample.directedProgress)),
      ("timingFunction", .string(attached.animation.timingFunction?.sceneText)),
      ("transformedProgress", .number(transformedProgress)),
      ("stages", .array(stages.map(\.json))), ("innerTime", .number(innerTime)),
      ("animations", .array(inner.map { $0.json(keyPath) })),
      ("before", .value(keyPath.value(in: before))), ("after", .value(keyPath.value(in: after))),
    ])
  }
}

extension EvaluationStage {
  fileprivate var json: JSONValue {
    .object([("stage", .string(name))] + parts.map { ($0.name, $0.quantity.json) })
  }
}

extension EvaluationStage.Quantity {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .count(let count): .integer(count)
    case .value(let value): .value(value)
    case .function(let function): .string(function?.sceneText)
    case .text(let text): .string(text)
    }
  }
}
