import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let overlap = Field(
    "overlap", .seconds,
    "For how many seconds two children are on stage together; a negative number is a pause. Default: as long as the transition."
  )
  static let sequenceTransition = Field<SequenceTransition?>(
    "transition", .sequenceTransition,
    "In a sequence: how the layer, or on the sequence each child, takes the place of the one before it; none is a cut."
  )
  static let sequenceTransitionType = DefaultedField(
    "type", .word, default: SequenceTransition.Style.fade,
    "How one child takes the other's place: fade lets the new one appear over the old one, dissolve lets the old one disappear too; moveIn, push and reveal move, wipe and blinds uncover from a side, iris from the middle; zoom, flip, cube and blur change both."
  )
  static let sequenceTransitionSubtype = DefaultedField(
    "subtype", .word, default: TransitionDirection.fromLeft,
    "Where the new child comes from. As in Core Animation, the top is the edge of largest y: the lower one on screen."
  )
  static let sequenceTransitionDuration = DefaultedField(
    "duration", .duration, default: MediaTiming.defaultDuration, "Its length in seconds.")
}

extension Vocabulary {
  /// The keys of a transition between two children of a sequence.
  public static let sequenceTransition = Vocabulary(
    owner: "a transition of a sequence", definition: "sequence-transition",
    [
      Key.sequenceTransitionType, Key.sequenceTransitionSubtype, Key.sequenceTransitionDuration,
      Key.timingFunction,
    ], listsKeys: true)
}

/// The transition from the previous child of a sequence to a child.
struct SequenceTransition {
  enum Style: String, CaseIterable, Sendable {
    case fade, dissolve, moveIn, push, reveal, wipe, iris, blinds, zoom, flip, cube, blur
  }

  var style: Style
  var direction = TransitionDirection.fromLeft
  /// In seconds of the sequence's time.
  var duration = MediaTiming.defaultDuration
  var timingFunction: TimingFunction?
}

extension Reader where Content == SequenceTransition? {
  /// A word or a mapping. `.some(nil)` is a cut.
  static var sequenceTransition: Reader {
    let word = Reader<SequenceTransition.Style>.word
    let mapping = Reader<SequenceTransition>.mapping(.sequenceTransition, "a transition") {
      SequenceTransition(
        style: $0[Key.sequenceTransitionType], direction: $0[Key.sequenceTransitionSubtype],
        duration: $0[Key.sequenceTransitionDuration], timingFunction: $0[Key.timingFunction])
    }
    return Reader(
      "none, a transition's type or a mapping with keys", example: "none",
      schema: ["anyOf": [SchemaPart.none, word.schema, mapping.schema]]
    ) { node, context in
      if node.isNone { return .some(nil) }
      if node.entries != nil { return context.read(node, mapping).map { .some($0) } }
      return context.read(node, word).map { .some(SequenceTransition(style: $0)) }
    }
  }
}

/// The sequence keys of a child of a sequence.
private struct SequencePart {
  let node: YAMLNode
  /// In seconds of the sequence's time; `nil` when its content decides.
  let duration: Double?
  /// `nil` for the sequence's default, `.some(nil)` for a cut.
  let transition: SequenceTransition??
}

extension LoweringPass {
  /// Layers that follow each other, with transitions between them.
  static let sequence = LoweringPass(
    keys: { [Key.sequenceTransition] + ($0 == .sequence ? [Key.overlap] : []) },
    [
      .declared: { draft in
        if draft.layerClass == .sequence { draft.showsClock = true }
        if draft.isInSequence { draft.isStagedAround = true }
      },
      .animated: { $0.isInSequence ? $0.enterInSequence() : $0.refuseTransition() },
      .opened: { if $0.layerClass == .sequence { $0.modelClass = .plain } },
      .listed: { draft in
        guard draft.layerClass == .sequence else { return }
        draft.sublayers = draft.reader.sequence(
          draft.sublayerNodes, draft.fields, in: draft.inside)
      },
    ])
}

/// Marks the place of layers that follow each other.
private struct SequencePlace {}

extension LayerDraft {
  fileprivate var isInSequence: Bool { place.attachments[SequencePlace.self] != nil }

  fileprivate func refuseTransition() {
    guard layerClass != .sequence, let node = fields.keyNode(Key.sequenceTransition),
      fields[Key.sequenceTransition] ?? nil != nil
    else { return }
    context.error(
      .conflict, "only a sequence and its children have a transition", at: node,
      hint: "for a change of the layer itself, write an animation of type transition")
  }

  fileprivate func enterInSequence() {
    for field in [Key.inPoint.row, Key.outPoint.row, AnyField(Property.hidden)] {
      guard let node = fields.keyNode(field) else { continue }
      context.error(
        .conflict, "the sequence says when its children are on stage", at: node,
        hint: "write duration for how long")
    }
    registry[SequencePart.self, of: number] = SequencePart(
      node: fields.node, duration: fields[Key.stageDuration],
      // A nested sequence speaks of its own children.
      transition: layerClass == .sequence ? nil : fields.ifGiven(Key.sequenceTransition) ?? nil)
  }
}

// MARK: Reading

extension LayerReader {
  /// The children of a sequence, each with its place in time, from back to front.
  fileprivate func sequence(_ nodes: [YAMLNode], _ fields: MappingReader, in place: LayerPlace)
    -> [Layer]
  {
    let usual = fields[Key.sequenceTransition] ?? nil
    let overlap = fields[Key.overlap]
    guard isWithinLimit(nodes) else { return [] }
    var inside = place
    inside.attachments[SequencePlace.self] = SequencePlace()
    // A layer that is revealed lies below the one before.
    var order: [Int] = []
    for (index, node) in nodes.enumerated() {
      let isRevealed = index > 0 && (ownTransition(of: node) ?? usual)?.style == .reveal
      order.insert(index, at: isRevealed ? order.count - 1 : order.count)
    }
    var children = [SequenceChild?](repeating: nil, count: nodes.count)
    for index in order {
      guard let layer = layer(nodes[index], named: place.name(ofLayer: index), in: inside),
        let part = registry[SequencePart.self, of: layer.index]
      else { continue }
      let transition = index == 0 ? nil : part.transition ?? usual
      children[index] = SequenceChild(
        layer: layer, node: part.node, duration: part.duration, transition: transition)
    }
    let size = sequenceSize(fields)
    let placed = placed(children.compactMap(\.self), overlap: overlap, size: size)
    let byIndex = Dictionary(
      uniqueKeysWithValues: zip(children.compactMap(\.self), placed).map { ($0.layer.index, $1) })
    return order.compactMap { children[$0].flatMap { byIndex[$0.layer.index] } }
  }

  /// The child's own transition, read before the child itself.
  private func ownTransition(of node: YAMLNode) -> SequenceTransition?? {
    node.entries?.first { $0.name == Key.sequenceTransition.name }
      .flatMap { context.read($0.value, Key.sequenceTransition.reader) }
  }

  /// The distance by which children move in and out.
  private func sequenceSize(_ fields: MappingReader) -> Size {
    if let frame = fields[Key.frame] { return frame.size }
    let bounds = fields.entries.first { $0.name == Property.bounds.name }?.value
    let found = bounds.flatMap { context.read($0, Property.bounds.type.reader()) }
    if case .rect(let rect)? = found { return rect.size }
    return canvas
  }
}

/// A child of a sequence that was read, and how it comes in.
private struct SequenceChild {
  let layer: Layer
  let node: YAMLNode
  let duration: Double?
  let transition: SequenceTransition?
  /// In seconds of the sequence's time.
  var start = 0.0
  /// `nil` for a layer that stays visible.
  var end: Double?

  /// When its content ends, if it does and something happens in it.
  var ownLength: Double? {
    let end = layer.endTime
    return end > 0 && end < .infinity ? end : nil
  }
}

// MARK: The places in time

extension LayerReader {
  private func placed(
    _ children: [SequenceChild], overlap: Double?, size: Size
  ) -> [Layer] {
    var children = children
    for index in children.indices {
      let length = children[index].duration ?? children[index].ownLength
      if index > 0 {
        guard let start = start(of: children[index], after: children[..<index], overlap) else {
          return children.map(\.layer)
        }
        children[index].start = start
      }
      children[index].end = length.map { children[index].start + $0 }
      guard length != nil || index == children.count - 1 else {
        reportMissingLength(children[index])
        return children.map(\.layer)
      }
    }
    return children.indices.map { index in
      let next = index + 1 < children.count ? children[index + 1] : nil
      return placed(children[index], before: next, size: size)
    }
  }

  private func reportMissingLength(_ child: SequenceChild) {
    let reason = child.layer.endTime == .infinity ? "never ends" : "has nothing that ends"
    context.error(
      .endless,
      "layer \(child.layer.name.quoted) \(reason), so that the sequence cannot go on after it",
      at: child.node, hint: "give it a duration")
  }

  /// `nil` after reporting that there is no time for the overlap.
  private func start(
    of child: SequenceChild, after earlier: ArraySlice<SequenceChild>, _ overlap: Double?
  ) -> Double? {
    guard let before = earlier.last, let end = before.end else { return nil }
    let needed = child.transition?.duration ?? 0
    let overlap = overlap ?? needed
    let node =
      child.node.entries?.first { $0.name == Key.sequenceTransition.name }?.value ?? child.node
    guard overlap >= needed || needed == 0 else {
      return context.failure(
        .outOfRange,
        "the transition takes \(needed.shownSeconds) s, longer than the overlap of "
          + "\(overlap.shownSeconds) s", at: node)
    }
    let start = end - overlap
    let earliest = max(before.start, earlier.dropLast().last?.end ?? before.start)
    guard start >= earliest - Limit.minimumDuration else {
      return context.failure(
        .outOfRange,
        "layer \(before.layer.name.quoted) is on stage for "
          + "\((end - before.start).shownSeconds) s, too short for the overlaps at its ends",
        at: node)
    }
    return start
  }

  private func placed(
    _ child: SequenceChild, before next: SequenceChild?, size: Size
  ) -> Layer {
    let clock = child.layer.epochs[0].clock.delayed(by: child.start)
    guard clock.speed > 0 else {
      context.error(
        .conflict,
        "a child of a sequence needs a clock that runs forwards; its speed is "
          + clock.speed.sceneText, at: child.node)
      return child.layer
    }
    var steps = StageSteps(clock: clock, line: child.node.mark.line)
    steps.setHidden(false, at: child.start)
    var stage = SequenceStage(size: size, line: child.node.mark.line)
    if let transition = child.transition {
      steps.comeIn(transition, at: child.start, size)
      stage.add(transition, at: child.start, isIncoming: true)
    }
    if let end = child.end {
      if let transition = next?.transition, let start = next?.start {
        steps.goOut(transition, at: start, size)
        stage.add(transition, at: start, isIncoming: false)
      }
      steps.setHidden(true, at: end)
    }
    var values = child.layer.values
    values[.hidden] = true
    let epoch = Epoch(
      values: values, clock: clock,
      animations: child.layer.epochs[0].animations + steps.animations)
    let layer = child.layer.changed(
      epochs: [epoch], sublayers: child.layer.sublayers, mask: child.layer.mask)
    return stage.isEmpty ? layer : stage.layer(around: layer) { enter($0, at: child.node) }
  }
}

extension StageSteps {
  fileprivate mutating func comeIn(_ transition: SequenceTransition, at time: Double, _ size: Size)
  {
    let timing = timing(transition, at: time, .backwards)
    switch transition.style {
    case .fade, .dissolve: fade(AnimationEnds(from: .number(0)), timing, transition)
    case .moveIn, .push:
      let start = transition.direction.start(in: size)
      move(AnimationEnds(from: .point(start), to: .point(.zero)), timing, transition)
    default: break
    }
  }

  fileprivate mutating func goOut(_ transition: SequenceTransition, at time: Double, _ size: Size) {
    let timing = timing(transition, at: time, .forwards)
    switch transition.style {
    case .dissolve: fade(AnimationEnds(to: .number(0)), timing, transition)
    case .push, .reveal:
      let start = transition.direction.start(in: size)
      let end = Point(x: -start.x, y: -start.y)
      move(AnimationEnds(from: .point(.zero), to: .point(end)), timing, transition)
    default: break
    }
  }

  private func timing(
    _ transition: SequenceTransition, at time: Double, _ fillMode: FillMode
  ) -> MediaTiming {
    MediaTiming(
      beginTime: clock.localTime(parentTime: time), duration: transition.duration * clock.speed,
      fillMode: fillMode, isRemovedOnCompletion: fillMode == .backwards)
  }

  /// The end that is missing is the layer's own opacity at that time.
  private mutating func fade(
    _ ends: AnimationEnds, _ timing: MediaTiming, _ transition: SequenceTransition
  ) {
    add(
      BasicAnimation(
        keyPath: AnimationKeyPath(.opacity), ends: ends, timing: timing,
        timingFunction: transition.timingFunction))
  }

  private mutating func move(
    _ ends: AnimationEnds, _ timing: MediaTiming, _ transition: SequenceTransition
  ) {
    add(
      BasicAnimation(
        keyPath: AnimationKeyPath(.position), ends: ends, timing: timing,
        timingFunction: transition.timingFunction, isAdditive: true))
  }
}

extension TransitionDirection {
  /// The start position of an incoming layer, relative to its end.
  fileprivate func start(in size: Size) -> Point {
    switch self {
    case .fromLeft: Point(x: -size.width, y: 0)
    case .fromRight: Point(x: size.width, y: 0)
    case .fromTop: Point(x: 0, y: size.height)
    case .fromBottom: Point(x: 0, y: -size.height)
    }
  }
}

extension Double {
  /// Seconds for a message, to the microsecond.
  fileprivate var shownSeconds: String { ((self * 1e6).rounded() / 1e6).sceneText }
}
