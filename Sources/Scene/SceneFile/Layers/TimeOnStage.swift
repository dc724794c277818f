import RostrumLayerTree
import RostrumTiming

// MARK: Time on stage

extension Key {
  static let inPoint = Field(
    "in", .seconds,
    "When the layer comes on stage, in its superlayer's time: it is hidden before.")
  static let outPoint = Field(
    "out", .seconds,
    "When the layer leaves the stage, in its superlayer's time: it is hidden from then on.")
  static let stageDuration = Field(
    "duration", .duration,
    "For how many seconds of its superlayer's time the layer is on stage, from `in` or from its turn in a sequence. In a sequence the default is until its content ends."
  )
}

extension LayerReader {
  /// The animations of `hidden` made from `in`, `out` and `duration`; a layer with `in` is hidden
  /// before. In a sequence, the sequence decides the times.
  func timeOnStage(
    _ fields: MappingReader, _ clock: LayerClock, _ number: Int, in place: LayerPlace,
    _ values: inout LayerValues
  ) -> [AttachedAnimation] {
    let duration = fields[Key.stageDuration]
    guard !place.isInSequence else {
      enterInSequence(fields, number, duration)
      return []
    }
    let transition = fields[Key.sequenceTransition] ?? nil
    if transition != nil, fields.vocabulary.key(named: Key.overlap.name) == nil,
      let node = fields.keyNode(Key.sequenceTransition)
    {
      context.error(
        .conflict, "only a sequence and its children have a transition", at: node,
        hint: "for a change of the layer itself, write an animation of type transition")
    }
    return stageSteps(fields, clock, duration, &values)
  }

  private func enterInSequence(_ fields: MappingReader, _ number: Int, _ duration: Double?) {
    for field in [Key.inPoint.row, Key.outPoint.row, AnyField(Property.hidden)] {
      guard let node = fields.keyNode(field) else { continue }
      context.error(
        .conflict, "the sequence says when its children are on stage", at: node,
        hint: "write duration for how long")
    }
    table.sequenceParts[number] = SequencePart(
      node: fields.node, duration: duration,
      // A nested sequence speaks of its own children.
      transition: fields.vocabulary.key(named: Key.overlap.name) == nil
        ? fields.ifGiven(Key.sequenceTransition) ?? nil : nil)
  }

  private func stageSteps(
    _ fields: MappingReader, _ clock: LayerClock, _ duration: Double?,
    _ values: inout LayerValues
  ) -> [AttachedAnimation] {
    let keys = [Key.inPoint.row, Key.outPoint.row, Key.stageDuration.row]
    let (start, out) = (fields[Key.inPoint], fields[Key.outPoint])
    let end = out ?? duration.map { (start ?? 0) + $0 }
    guard let node = keys.lazy.compactMap({ fields.keyNode($0) }).first else { return [] }
    guard clock.speed > 0 else {
      context.error(
        .conflict,
        "in and out need a layer whose clock runs forwards; its speed is "
          + clock.speed.sceneText, at: node)
      return []
    }
    if out != nil, duration != nil, let node = fields.keyNode(Key.stageDuration) {
      context.error(
        .conflict, "both out and duration say when the layer leaves", at: node,
        hint: "remove one")
    }
    if let start, let out, start >= out, let node = fields.node(Key.outPoint) {
      context.error(
        .outOfRange, "out has to lie after in, which is \(start.sceneText)", at: node)
    }
    if let node = fields.keyNode(AnyField(Property.hidden)) {
      context.error(
        .conflict, "in and out say when the layer is hidden", at: node, hint: "remove one")
    }
    if start != nil { values[.hidden] = true }
    var steps = StageSteps(clock: clock, line: node.mark.line)
    if let start { steps.setHidden(false, at: start) }
    if let end { steps.setHidden(true, at: end) }
    return steps.animations
  }
}

/// The animations that show and hide a layer, in its own time.
struct StageSteps {
  let clock: LayerClock
  /// The line of the keys in the scene file.
  let line: Int
  private(set) var animations: [AttachedAnimation] = []

  init(clock: LayerClock, line: Int) { (self.clock, self.line) = (clock, line) }

  /// From a time of the superlayer on.
  mutating func setHidden(_ isHidden: Bool, at time: Double) {
    add(
      KeyframeAnimation(
        keyPath: AnimationKeyPath(.hidden), values: [.boolean(isHidden), .boolean(isHidden)],
        timing: MediaTiming(
          beginTime: clock.localTime(parentTime: time), duration: Limit.minimumDuration,
          fillMode: .forwards, isRemovedOnCompletion: false)))
  }

  mutating func add(_ animation: any Animation) {
    animations.append(AttachedAnimation(animation, place: SourcePlace(line: line)))
  }
}
