import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let inPoint = Field(
    "in", .seconds,
    "When the layer comes on stage, in its superlayer's time: it is hidden before.")
  static let outPoint = Field(
    "out", .seconds,
    "When the layer leaves the stage, in its superlayer's time: it is hidden from then on.")
  static let stageDuration = Field(
    "duration", .duration,
    "For how many seconds the layer is on stage, from `in` or its turn in a sequence. There the default is until its content ends."
  )
}

extension LoweringPass {
  /// The time from which a layer is shown, and until when.
  static let timeOnStage = LoweringPass(
    keys: { _ in [Key.inPoint, Key.outPoint, Key.stageDuration] },
    [
      .declared: { draft in
        // The clock of what moves inside begins when the layer comes.
        if draft.fields.has(Key.inPoint) || draft.fields.has(Key.outPoint) {
          draft.showsClock = true
        }
      },
      .animated: { if !$0.isStagedAround { $0.comeOnStage() } },
    ])
}

extension LayerDraft {
  /// Adds the animations of `hidden` made from `in`, `out` and `duration`; a layer with `in` is
  /// hidden before.
  fileprivate mutating func comeOnStage() {
    let keys = [Key.inPoint.row, Key.outPoint.row, Key.stageDuration.row]
    guard let node = keys.compactMap({ fields.keyNode($0) }).first else { return }
    let (start, out, duration) = (
      fields[Key.inPoint], fields[Key.outPoint], fields[Key.stageDuration]
    )
    let end = out ?? duration.map { (start ?? 0) + $0 }
    guard clock.speed > 0 else {
      context.error(
        .conflict,
        "in and out need a layer whose clock runs forwards; its speed is "
          + clock.speed.sceneText, at: node)
      return
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
    animations += steps.animations
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
