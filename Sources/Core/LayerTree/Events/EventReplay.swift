import RostrumTiming

/// More animations at more moments than a scene may have (`EventReplay.maximumAttachments`).
public struct TooManyAnimations: Error, Hashable, Sendable {
  /// The place of the event in the list that was replayed.
  public let event: Int

  public init(event: Int) { self.event = event }
}

/// Layers to which events have happened.
public struct ReplayedEvents: Sendable {
  /// The layers with the lives that the events give them.
  public let layers: [Layer]
  /// Whether each event happens, and when, in the order of the list.
  public let outcomes: [EventOutcome]
}

extension [Layer] {
  /// The layers of a scene's top level with the lives that the events give them.
  public func changed(by events: [Event]) throws(TooManyAnimations) -> [Layer] {
    try replaying(events).layers
  }

  /// The same, with when each event happened.
  ///
  /// Events happen in the order of their times; at equal times, in the order given. What ends
  /// at the time of an event has ended before it. Every event must name layers of this list or
  /// below, and an event of this list where it follows one.
  public func replaying(_ events: [Event]) throws(TooManyAnimations) -> ReplayedEvents {
    try replaying(events, arrangements: [])
  }

  /// The same; what the events change in these layouts moves the layers in them.
  package func replaying(
    _ events: [Event], arrangements: [Arrangement]
  ) throws(TooManyAnimations) -> ReplayedEvents {
    guard !events.isEmpty else { return ReplayedEvents(layers: self, outcomes: []) }
    var replay = EventReplay(self, events, arrangements)
    let outcomes = try replay.run(events)
    return ReplayedEvents(layers: map(replay.layer), outcomes: outcomes)
  }
}

/// Goes through the events once and writes down what changes.
struct EventReplay {
  /// How many animations all epochs that come from events may hold together.
  static let maximumAttachments = 1_000_000

  /// The count towards that limit so far.
  var attachmentCount = 0
  private(set) var epochs: [Int: [Epoch]] = [:]
  private(set) var superlayers: [Int: Int] = [:]
  /// The layers whose time may go backwards, so that animations that have ended may be seen again.
  private var reversible: Set<Int> = []
  /// The ends that events wait for.
  var completions: CompletionTracker
  var layouts: LayoutTracker

  init(_ layers: [Layer], _ events: [Event], _ arrangements: [Arrangement] = []) {
    completions = CompletionTracker(events)
    layouts = LayoutTracker(arrangements)
    let reversed = events.flatMap(\.actions).filter(\.change.reversesTime).map(\.layer)
    for layer in layers { register(layer, inside: nil, reversed: Set(reversed)) }
  }

  private mutating func register(_ layer: Layer, inside parent: Int?, reversed: Set<Int>) {
    epochs[layer.index] = layer.epochs
    superlayers[layer.index] = parent
    let isReversible =
      parent.map(reversible.contains) == true || reversed.contains(layer.index)
      || layer.epochs.contains { $0.clock.speed < 0 || $0.writesClock }
    if isReversible { reversible.insert(layer.index) }
    for sublayer in layer.inner {
      register(sublayer, inside: layer.index, reversed: reversed)
    }
  }

  /// The layer with its new life.
  func layer(_ old: Layer) -> Layer {
    old.changed(
      epochs: epochs[old.index] ?? old.epochs, sublayers: old.sublayers.map(layer),
      mask: old.mask.map(layer))
  }

  /// False, somewhere in the event, when there are too many.
  mutating func apply(_ event: Event, _ index: Int, at time: Double) -> Bool {
    for action in event.actions {
      if layouts.isNeeded {
        layouts.note(action, isHidden: latestEpoch(of: action.layer).values[.hidden])
      }
      guard apply(action, event.transaction, index, at: time) else { return false }
    }
    return arrange(event.transaction, index, at: time)
      && attachmentCount <= Self.maximumAttachments
  }

  mutating func apply(
    _ action: Event.Action, _ transaction: Transaction, _ index: Int, at time: Double
  ) -> Bool {
    if case .layout = action.change { return true }
    let moment = moment(of: action.layer, at: time)
    let old = epoch(of: action.layer, from: time, moment.parentTime)
    var epoch = old
    epoch.apply(action, transaction, at: moment)
    attachmentCount += epoch.animations.count
    keep(epoch, of: action.layer)
    if attachmentCount > Self.maximumAttachments { return false }
    noteEnds(from: old, to: epoch, of: action.layer, event: index, at: time)
    return true
  }

  /// The moment of an event as the layer's superlayer sees it.
  private func moment(of layer: Int, at sceneTime: Double) -> Moment {
    var rate = 1.0
    var above = superlayers[layer]
    while let superlayer = above {
      rate *= latestEpoch(of: superlayer).clock.speed
      above = superlayers[superlayer]
    }
    let parentTime = superlayers[layer].map { localTime(of: $0, at: sceneTime) } ?? sceneTime
    return Moment(sceneTime: sceneTime, parentTime: parentTime, rate: rate)
  }

  func localTime(of layer: Int, at sceneTime: Double) -> Double {
    let parentTime = superlayers[layer].map { localTime(of: $0, at: sceneTime) } ?? sceneTime
    return latestEpoch(of: layer).clock(at: parentTime).localTime(parentTime: parentTime)
  }

  func latestEpoch(of layer: Int) -> Epoch {
    guard let latest = epochs[layer]?.last else {
      preconditionFailure("an event names layer \(layer), which the scene does not have")
    }
    return latest
  }

  /// The epoch that begins at the event, with the values that hold there.
  private func epoch(of layer: Int, from time: Double, _ parentTime: Double) -> Epoch {
    var epoch = latestEpoch(of: layer)
    guard epoch.startTime < time else { return epoch }
    epoch.startTime = time
    if !reversible.contains(layer) {
      epoch.leaveOutCompleted(at: epoch.clock(at: parentTime).localTime(parentTime: parentTime))
    }
    return epoch
  }

  /// Several changes at one moment make one epoch.
  private mutating func keep(_ epoch: Epoch, of layer: Int) {
    guard var life = epochs.removeValue(forKey: layer), let last = life.indices.last else { return }
    if life[last].startTime == epoch.startTime { life[last] = epoch } else { life.append(epoch) }
    epochs[layer] = life
  }
}

extension Event.Change {
  /// Whether the layer's time may go backwards afterwards.
  fileprivate var reversesTime: Bool {
    switch self {
    case .setSpeed(let speed): speed < 0
    case .add(let attached, _): attached.writesClock
    case .set(let keyPath, _), .animate(let keyPath, _, _): keyPath.targetsClock
    case .setWithAction(let keyPath, _, let action):
      keyPath.targetsClock || action?.animation.writesClock == true
    case .removeAnimation, .removeAllAnimations, .layout: false
    }
  }
}

extension Epoch {
  fileprivate mutating func apply(
    _ action: Event.Action, _ transaction: Transaction, at moment: Moment
  ) {
    let parentTime = moment.parentTime
    let now = clock.localTime(parentTime: parentTime)
    switch action.change {
    case .set(let keyPath, let value):
      let from = keyPath.implicit.value(in: presentationValues(at: now))
      let animation =
        transaction.implicitTransition(
          of: keyPath.property, from: keyPath.value(in: values), to: value, at: now, moment)
        ?? transaction.implicitAnimation(of: keyPath.implicit, from: from, at: now)
      set(keyPath, to: value, animation?.placed(action.place))
    case .animate(let keyPath, let value, let block):
      let before = block.beginsFromCurrentState ? presentationValues(at: now) : values
      let from = keyPath.implicit.value(in: before)
      let animation = block.animation(of: keyPath.implicit, from: from, at: now)
      set(keyPath, to: value, animation?.placed(action.place))
    case .setWithAction(let keyPath, let value, let action):
      // An action may animate a part of the value, or something else.
      let moved = (action?.animation.animation as? any PropertyAnimation)?.keyPath
      let from = (moved ?? keyPath.implicit).value(in: presentationValues(at: now))
      let running = action.map { $0.animation.begun($0.begin.resolved(now: now), from, moment) }
      set(keyPath, to: value, running)
    case .add(let attached, let begin):
      add(attached.begun(begin.resolved(now: now), nil, moment))
    case .removeAnimation(let key): animations.removeAll { $0.key == key }
    case .removeAllAnimations: animations = []
    case .layout: break
    case .setSpeed(let speed): clock = clock.changed(toSpeed: speed, atParentTime: parentTime)
    }
  }

  private mutating func set(
    _ keyPath: AnimationKeyPath, to value: Value, _ animation: AttachedAnimation?
  ) {
    keyPath.set(value, in: &values)
    if let animation { add(animation) }
  }

  private mutating func add(_ attached: AttachedAnimation) {
    if let key = attached.key { animations.removeAll { $0.key == key } }
    animations.append(attached)
  }

  /// Core Animation removes them too; here it only keeps the list short, since they have no effect
  /// any more.
  fileprivate mutating func leaveOutCompleted(at localTime: Double) {
    animations.removeAll {
      let timing = $0.animation.timing
      return timing.isRemovedOnCompletion && timing.sample(at: localTime).phase == .after
    }
  }
}

extension AttachedAnimation {
  /// From now on. One that names no values begins at `start`, where one is given.
  fileprivate func begun(_ time: Double, _ start: Value?, _ moment: Moment) -> AttachedAnimation {
    var animation = animation
    animation.timing.beginTime = time
    if var transition = animation as? TransitionAnimation {
      transition.addedAt = moment
      animation = transition
    }
    if let start, var moving = animation as? any BasicAnimationFamily, moving.ends.declared.isEmpty
    {
      moving.basic.ends.fromValue = start
      animation = moving
    }
    return AttachedAnimation(animation, key: key, place: place)
  }

  fileprivate func placed(_ place: SourcePlace?) -> AttachedAnimation {
    AttachedAnimation(animation, key: key, place: place)
  }
}
