import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let values = Field(
    "values",
    Reader.items("a list of two or more values of the key path", example: "[0, 1]", of: [:])
      .describing([
        "type": "array", "minItems": 1,
        // A single item may be a repetition, which yields many.
        "anyOf": [
          ["minItems": 2],
          ["contains": ["type": "object", "required": [.string(Key.forEach.name)]]],
        ],
      ]),
    "The values to pass through. Needed unless there is a path.")
  static let path = Field(
    "path", Reader.path.orNone,
    "What a point moves along, instead of values. Each line and curve is a segment, and so is the line that a close draws, but in discrete mode."
  )
  static let keyTimes = Field(
    "keyTimes",
    Reader.number(.any, "a key time").list("a list of numbers"),
    "When each value is reached, from 0 (the start) to 1 (the end). Before the first time the first value holds, after the last one the last. Default: evenly."
  )
  static let timingFunctions = Field(
    "timingFunctions",
    Reader.items(
      "a list of timing functions", example: "[easeIn]", of: Reader.timingFunction.schema
    ).describing(
      ["anyOf": [Reader.timingFunction.schema, SchemaPart.list(Reader.timingFunction.schema)]]),
    "Eases each step between two values: one timing function for all, or a list of one for each.")
  static let calculationMode = DefaultedField(
    "calculationMode", .word, default: CalculationMode.linear,
    "Whether it moves between values or jumps, straight or on a curve, and at which pace.")
  static let pathMorph = DefaultedField(
    "pathMorph", .word, default: PathMorph.handles,
    "Between paths: whether the handles of curves turn, as in Core Animation, or control points go straight, as in After Effects."
  )
  static let rotationMode = Field<RotationMode>(
    "rotationMode", .word,
    "Turns the layer with its path: auto points its x axis forwards, autoReverse backwards."
  )
  static let tensionValues = Field(
    "tensionValues", .numbers(), shownDefault: "0 for each",
    "For cubic modes, how tight the curve is at each value: 1 is a corner, -1 a wide turn.")
  static let continuityValues = Field(
    "continuityValues", .numbers(), shownDefault: "0 for each",
    "For cubic modes, how sharp a corner the curve has at each value: 0 is none.")
  static let biasValues = Field(
    "biasValues", .numbers(), shownDefault: "0 for each",
    "For cubic modes, where the curve overshoots: 1 after each value, -1 before it.")
}

extension AnimationType {
  static let keyframe = AnimationType(
    "keyframe", "CAKeyframeAnimation", "Through a list of values, or along a path.",
    keys: Vocabulary.propertyAnimation() + [
      Key.values, Key.path, Key.keyTimes, Key.timingFunctions, Key.calculationMode,
      Key.rotationMode, Key.pathMorph, Key.tensionValues, Key.continuityValues, Key.biasValues,
    ],
    rule: SchemaPart.exactlyOne("values", "path")
  ) { $0.keyframeAnimation() }
}

extension AnimationReader {
  fileprivate func keyframeAnimation() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    let mode = fields.checked(Key.calculationMode)
    let draft = PropertyAnimationDraft(self)
    let frames = KeyframeDraft(self, draft, mode)
    guard let timing, let function, let draft, let frames else { return nil }
    switch frames.source {
    case .values(let values):
      return KeyframeAnimation(
        keyPath: draft.keyPath, values: values, keyTimes: frames.keyTimes,
        timingFunctions: frames.timingFunctions, calculationMode: frames.mode,
        shape: frames.shape, pathMorph: frames.pathMorph, valueFunction: draft.valueFunction,
        timing: timing,
        timingFunction: function, isAdditive: draft.isAdditive, isCumulative: draft.isCumulative)
    case .path(let path):
      return KeyframeAnimation(
        keyPath: draft.keyPath, path: path, rotationMode: frames.rotationMode,
        keyTimes: frames.keyTimes, timingFunctions: frames.timingFunctions,
        calculationMode: frames.mode, timing: timing, timingFunction: function,
        isAdditive: draft.isAdditive, isCumulative: draft.isCumulative)
    }
  }
}

/// The values or the path of a keyframe animation, with its times.
private struct KeyframeDraft {
  enum Source {
    case values([Value])
    case path(Path)
  }

  let source: Source
  let mode: CalculationMode
  let keyTimes: [Double]?
  let timingFunctions: [TimingFunction]
  let shape: SplineShape
  let rotationMode: RotationMode?
  let pathMorph: PathMorph

  /// `nil` after reporting why. Everything is read, so that every mistake is found.
  init?(_ animation: AnimationReader, _ draft: PropertyAnimationDraft?, _ mode: CalculationMode?) {
    let reader = KeyframeReader(animation, mode)
    let source = reader.source(draft)
    let count = reader.count(source)
    let keyTimes = reader.keyTimes(count)
    let functions = reader.timingFunctions(count)
    let shape = reader.shape(count)
    let rotation = reader.rotationMode()
    let morph = reader.fields.checked(Key.pathMorph)
    if let draft, draft.keyPath.type != .path, let key = reader.fields.keyNode(Key.pathMorph) {
      reader.context.warning(
        .noEffect, "\(draft.keyPath.name.quoted) is no path, so pathMorph does nothing", at: key)
    }
    guard let source, let mode, let keyTimes, let functions, let shape, let rotation, let morph
    else {
      return nil
    }
    self.source = source
    self.mode = mode
    self.keyTimes = keyTimes
    timingFunctions = functions
    self.shape = shape
    rotationMode = rotation
    pathMorph = morph
  }
}

/// Reads the keys of a keyframe animation one by one.
struct KeyframeReader {
  let fields: MappingReader
  let context: SceneContext
  /// `nil` when it was wrong.
  let mode: CalculationMode?

  fileprivate init(_ animation: AnimationReader, _ mode: CalculationMode?) {
    fields = animation.fields
    context = animation.context
    self.mode = mode
  }

  var isAlongPath: Bool { fields.node(Key.path) != nil }

  // MARK: Values or path

  fileprivate func source(_ draft: PropertyAnimationDraft?) -> KeyframeDraft.Source? {
    let nodes = fields[Key.values]
    guard let path = fields.node(Key.path) else {
      guard fields.node(Key.values) != nil else {
        return context.failure(
          .missingKey, "an animation of type 'keyframe' needs 'values' or 'path'", at: fields.node,
          hint: "values: \(Key.values.expectation)")
      }
      guard let draft, let nodes else { return nil }
      return values(nodes, draft).map(KeyframeDraft.Source.values)
    }
    guard !hasBoth(), let draft, isMovable(draft) else { return nil }
    return self.path(at: path).map(KeyframeDraft.Source.path)
  }

  private func hasBoth() -> Bool {
    guard let key = fields.keyNode(Key.values) else { return false }
    context.error(
      .conflict, "a path replaces values; give one of them", at: key,
      hint: "remove values or path")
    return true
  }

  private func isMovable(_ draft: PropertyAnimationDraft) -> Bool {
    guard !draft.keyPath.movesAlongPaths, let key = fields.keyNode(Key.path) else { return true }
    return context.failure(
      .conflict, "only points move along a path; \(draft.keyPath.name.quoted) is none", at: key,
      hint: "give values, or animate position")
  }

  private func path(at node: YAMLNode) -> Path? {
    guard let value = fields[Key.path] else { return nil }
    if let path = value, !path.segments.isEmpty {
      if mode?.isCubic == true, let key = fields.node(Key.calculationMode) {
        context.warning(
          .noEffect, "a path is a curve already: cubic modes follow it like the others", at: key,
          hint: "write \(mode == .cubic ? "linear" : "paced")")
      }
      return path
    }
    return context.failure(.badPath, "a path to move along needs a line or a curve", at: node)
  }

  private func values(_ nodes: [YAMLNode], _ draft: PropertyAnimationDraft) -> [Value]? {
    guard nodes.count >= 2, let list = fields.node(Key.values) else {
      return context.failure(
        .wrongCount, "a keyframe animation needs two values or more; found \(nodes.count)",
        at: fields.node(Key.values) ?? fields.node)
    }
    let values = nodes.compactMap { draft.value($0) }
    guard values.count == nodes.count, haveEqualCounts(values, at: list) else { return nil }
    if mode != .discrete {
      for index in 1..<values.count {
        context.checkInterpolation(values[index - 1], values[index], at: nodes[index])
      }
    }
    return values
  }

  /// Lists of numbers only move into lists of the same length.
  private func haveEqualCounts(_ values: [Value], at node: YAMLNode) -> Bool {
    let counts = Set(
      values.map { value -> Int in if case .numbers(let list) = value { list.count } else { 0 } })
    guard counts.count > 1 else { return true }
    return context.failure(.wrongCount, "the lists of numbers have different lengths", at: node)
  }

  /// The number of key values: of a path the ends of its segments and its start, in discrete mode
  /// without the closing segments'. `nil` when it is not known.
  fileprivate func count(_ source: KeyframeDraft.Source?) -> Int? {
    if case .path(let path) = source {
      return (mode == .discrete ? path.withoutCloses : path).segments.count + 1
    }
    return isAlongPath ? nil : fields.node(Key.values)?.items?.count
  }

  // MARK: Interpolation

  /// `.some(nil)` if the key is missing, `nil` after reporting an error.
  func rotationMode() -> RotationMode?? {
    if !isAlongPath, let key = fields.keyNode(Key.rotationMode) {
      context.warning(.noEffect, "rotationMode does nothing without a path", at: key)
    }
    return fields.ifGiven(Key.rotationMode)
  }

  /// `nil` after reporting wrong numbers.
  func shape(_ count: Int?) -> SplineShape? {
    let lists = [Key.tensionValues, Key.continuityValues, Key.biasValues].map { numbers($0, count) }
    guard let tension = lists[0], let continuity = lists[1], let bias = lists[2] else {
      return nil
    }
    return SplineShape(tensionValues: tension, continuityValues: continuity, biasValues: bias)
  }

  private func numbers(_ key: Field<[Double]>, _ count: Int?) -> [Double]? {
    guard let node = fields.node(key) else { return [] }
    guard let list = fields[key] else { return nil }
    if let mode, !mode.isCubic || isAlongPath, let place = fields.keyNode(key) {
      let found = isAlongPath ? "along a path" : "in \(mode.rawValue) mode"
      context.warning(.noEffect, "\(key.name) do nothing \(found)", at: place)
    } else if let count, list.count != count {
      return context.failure(
        .wrongCount, "expected \(count) \(key.name), one for each value; found \(list.count)",
        at: node)
    }
    return list
  }
}

/// The rules of key times and of the segments' timing functions, mode by mode. `count` is the
/// number of key values.
extension KeyframeReader {
  /// `.some(nil)` without any, `nil` after reporting wrong ones.
  func keyTimes(_ count: Int?) -> [Double]?? {
    guard let list = fields.node(Key.keyTimes) else { return .some(nil) }
    guard let times = fields[Key.keyTimes], let nodes = list.items else { return nil }
    if let mode, mode.isPaced, let key = fields.keyNode(Key.keyTimes) {
      context.warning(.noEffect, "keyTimes do nothing in \(mode.rawValue) mode", at: key)
      return .some(nil)
    }
    let areCounted = areCounted(times, of: count, at: list)
    let areOrdered = areOrdered(times, nodes)
    if let last = times.indices.last, times[last] > 1, areOrdered {
      context.warning(
        .noEffect, "key times are shares of the duration: what comes after 1 is not shown",
        at: nodes[last], hint: "the last one is 1, half of the duration 0.5")
    }
    return areCounted && areOrdered ? .some(times) : nil
  }

  private func areCounted(_ times: [Double], of count: Int?, at node: YAMLNode) -> Bool {
    guard let count, let mode, count >= 2 else { return true }
    // A path's last point never holds.
    let frames = isAlongPath ? count - 1 : count
    let allowed = mode == .discrete ? [frames, frames + 1] : [count]
    if allowed.contains(times.count), times.count >= 2 { return true }
    let expected = allowed.filter { $0 >= 2 }.map(String.init).joined(separator: " or ")
    let owner = isAlongPath ? "a path with \(count - 1) segments" : "\(count) values"
    return context.failure(
      .wrongCount, "expected \(expected) key times for \(owner); found \(times.count)", at: node)
  }

  private func areOrdered(_ times: [Double], _ nodes: [YAMLNode]) -> Bool {
    guard times.count > 1 else { return true }
    for index in 1..<times.count where times[index] < times[index - 1] {
      let (time, before) = (times[index].sceneText, times[index - 1].sceneText)
      return context.failure(
        .badKeyTimes, "key times must not fall; found \(time) after \(before)", at: nodes[index])
    }
    return true
  }

  /// `nil` after reporting wrong ones.
  func timingFunctions(_ count: Int?) -> [TimingFunction]? {
    guard let list = fields.node(Key.timingFunctions) else { return [] }
    let isOne = list.items == nil && !list.isNull
    guard let nodes = isOne ? [list] : fields[Key.timingFunctions] else { return nil }
    if let mode, !mode.usesTimingFunctions, let key = fields.keyNode(Key.timingFunctions) {
      context.warning(
        .noEffect, "timingFunctions do nothing in \(mode.rawValue) mode", at: key)
    } else if !isOne, let count, count >= 2, nodes.count != count - 1 {
      let steps =
        isAlongPath ? "of the path" : "between \(count) values"
      return context.failure(
        .wrongCount,
        "expected \(count - 1) timing functions, one for each step \(steps); found \(nodes.count)",
        at: list,
        hint: nodes.contains { Double($0.scalar?.text ?? "") == nil }
          ? nil : "the four numbers of a curve are a list of their own, also in do: [[...]]")
    }
    let functions = nodes.compactMap { context.read($0, .timingFunction) }
    guard functions.count == nodes.count else { return nil }
    return isOne ? Array(repeating: functions[0], count: max((count ?? 2) - 1, 1)) : functions
  }
}
