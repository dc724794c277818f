import LayerTree
import SceneFile
import Timing

extension Explanation {
  /// Every step, with stable keys.
  var json: JSONText {
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
  fileprivate var json: JSONText {
    .object([
      ("layer", .string(layer.name)), ("line", .integer(layer.place?.line)),
      ("parentTime", .number(parentTime)), ("beginTime", .number(clock.beginTime)),
      ("speed", .number(clock.speed)), ("timeOffset", .number(clock.timeOffset)),
      ("localTime", .number(localTime)),
    ])
  }
}

extension Explanation.EpochSpan {
  fileprivate var json: JSONText {
    .object([
      ("index", .integer(index)), ("count", .integer(count)), ("startTime", .number(startTime)),
      ("endTime", .number(endTime)),
    ])
  }
}

extension AnimationExplanation {
  fileprivate func json(_ keyPath: AnimationKeyPath) -> JSONText {
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
  fileprivate var json: JSONText {
    .object([("stage", .string(name))] + parts.map { ($0.name, $0.quantity.json) })
  }
}

extension EvaluationStage.Quantity {
  fileprivate var json: JSONText {
    switch self {
    case .number(let number): .number(number)
    case .count(let count): .integer(count)
    case .value(let value): .value(value)
    case .function(let function): .string(function?.sceneText)
    case .text(let text): .string(text)
    }
  }
}
