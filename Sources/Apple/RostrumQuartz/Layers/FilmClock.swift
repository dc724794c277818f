import Dispatch
import Foundation
import RostrumLayerTree
import RostrumTiming

/// The virtual time of a film: the code that is still to run in it, and the layers that changed.
///
/// Code runs at a moment, and time does not advance meanwhile. After it comes the commit: what
/// changed becomes epochs of the layers. Then the clock goes on to the next end of an animation, or
/// to the next code, whichever comes first; an end before code of the same moment.
final class FilmClock: @unchecked Sendable {
  // Sendable in name only: `current` gives it to the one thread that runs the film's code, and to
  // the tasks of this code, which run in it too.

  /// Each thread's own place for the film whose code it runs.
  private static let place: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "there are no more places in threads")
    return key
  }()

  /// The clock of the film whose code runs in this thread.
  static var current: FilmClock? {
    pthread_getspecific(place).map {
      Unmanaged<FilmClock>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Runs code with this clock.
  func whileCurrent(_ body: () -> Void) {
    let outer = pthread_getspecific(Self.place)
    pthread_setspecific(Self.place, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.place, outer) }
    body()
  }

  /// The most callbacks of one film.
  static let maximumCallbacks = 1_000_000
  /// The most callbacks at one time.
  static let maximumCallbacksAtOneTime = 10_000
  /// How many animations all epochs may hold together, as for the events of a scene file.
  static let maximumAttachments = 1_000_000
  /// The most readings of the time by one piece of code.
  static let maximumTimeReads = 1_000_000

  /// Code that is due.
  private struct Due: Comparable {
    let time: Double
    let number: Int

    static func < (a: Due, b: Due) -> Bool { (a.time, a.number) < (b.time, b.number) }
  }

  let root: CALayer
  let rate: FrameRate
  /// The ticks of the screen, and what goes wrong with them and with the run loop.
  var ticks: TickSchedule
  let transactions = TransactionStack()
  /// The block of view-style animation that runs.
  var viewBlock: ViewBlock?
  /// The enclosing blocks of the blocks that `beginAnimations` has begun.
  var openBlocks: [ViewBlock?] = []
  /// In seconds of the film; nothing has happened yet before it begins.
  private(set) var now = 0.0
  private(set) var hasBegun = false
  private(set) var problem: FilmProblem?
  /// The calls without an effect, each mistake once.
  private(set) var warnings: [FilmWarning] = []

  /// When the code that runs began, in the computer's time.
  private(set) var turnStart = DispatchTime.now()
  private var queue = Heap<Due>([])
  private var bodies: [Int: () -> Void] = [:]
  /// Objects that live until the film is made, such as windows.
  var kept: [AnyObject] = []
  /// The checks of values that are observed; one that is over says `false`.
  private var observers: [() -> Bool] = []
  /// A method of an object that is to be called.
  typealias Perform = (target: ObjectIdentifier, selector: Selector, number: Int)
  var performs: [Perform] = []
  /// The state of the film's generator of chance.
  var chance: UInt64 = 0
  private var nextNumber = 0
  private var timeReadCount = 0
  private var callbackCount = 0
  private var callbacksAtThisTime = 0
  private var changed: [ObjectIdentifier: CALayer] = [:]
  private var order: [ObjectIdentifier] = []
  private var clocksChanged = false
  /// The animations whose ends matter, on their layers, in the order of their additions.
  private var animations: [(layer: CALayer, animation: RunningAnimation)] = []
  private var attachmentCount = 0

  init(root: CALayer, rate: FrameRate) {
    (self.root, self.rate) = (root, rate)
    ticks = TickSchedule(pace: .rate(rate))
  }

  /// The film's time, for code.
  func readTime() -> Double {
    timeReadCount += 1
    precondition(
      timeReadCount <= Self.maximumTimeReads,
      "code asks for the time without end: a film's time stands still while its code runs")
    return now
  }

  func warn(_ warning: FilmWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Ends the film where a program on a Mac ends.
  func fail(_ warning: FilmWarning) { problem = problem ?? .raised(warning) }

  // MARK: Code

  /// Runs code at a time; at this moment, after what runs now, for one that has passed.
  @discardableResult
  func schedule(at time: Double? = nil, _ body: @escaping () -> Void) -> Int {
    nextNumber += 1
    queue.insert(Due(time: max(snapped(time ?? now), now), number: nextNumber))
    bodies[nextNumber] = body
    return nextNumber
  }

  func cancel(_ number: Int) { bodies[number] = nil }

  /// Whether code is still to run.
  func isDue(_ number: Int) -> Bool { bodies[number] != nil }

  /// A time that only rounding keeps off a frame's is that frame's.
  private func snapped(_ time: Double) -> Double {
    let frame = (time * Double(rate.numerator) / Double(rate.denominator)).rounded()
    guard abs(frame) < 1e15 else { return time }
    let exact = frame * Double(rate.denominator) / Double(rate.numerator)
    return abs(exact - time) <= 1e-9 ? exact : time
  }

  /// Runs the code that sets up the film, and then all that is due up to its end.
  func run(until end: Double, _ setup: () -> Void) {
    // Code that never ran holds on to this clock.
    defer { (bodies, kept, performs, observers) = ([:], [], [], []) }
    runCallback(setup)
    hasBegun = true
    while problem == nil {
      let next = nextDue
      let stop = animations.lazy.compactMap(\.animation.end).min()
      if let stop, stop <= (next?.time ?? .infinity) + 1e-9 {
        guard stop <= end else { return }
        go(to: max(now, min(stop, next?.time ?? stop)))
        finishAnimations()
      } else if let next, next.time <= end {
        _ = queue.popFirst()
        go(to: next.time)
        if let body = bodies.removeValue(forKey: next.number) { runCallback(body) }
      } else {
        return
      }
    }
  }

  func observe(_ check: @escaping () -> Bool) { observers.append(check) }

  /// A check may begin to observe something else.
  private func tellObservers() {
    guard !observers.isEmpty else { return }
    let checks = observers
    observers = []
    observers = checks.filter { $0() } + observers
  }

  private var nextDue: Due? {
    while let first = queue.first, bodies[first.number] == nil { _ = queue.popFirst() }
    return queue.first
  }

  private func go(to time: Double) {
    if time > now { callbacksAtThisTime = 0 }
    now = snapped(time)
  }

  private func runCallback(_ body: () -> Void) {
    (callbackCount, callbacksAtThisTime, timeReadCount) = (
      callbackCount + 1, callbacksAtThisTime + 1, 0
    )
    if callbackCount > Self.maximumCallbacks || callbacksAtThisTime > Self.maximumCallbacksAtOneTime
    {
      problem = .neverEnds(at: now, isAtOnce: callbacksAtThisTime > Self.maximumCallbacksAtOneTime)
      return
    }
    turnStart = .now()
    body()
    tellObservers()
    transactions.reset()
    commit()
    tellStarts()
  }

  // MARK: Commits

  /// A layer has changed.
  func note(_ layer: CALayer, changesClock: Bool = false) {
    clocksChanged = clocksChanged || changesClock
    let id = ObjectIdentifier(layer)
    if changed.updateValue(layer, forKey: id) == nil { order.append(id) }
  }

  /// Shows the changes on the screen.
  func commit() {
    layOutAndDisplay()
    while !order.isEmpty {
      let layers = order.compactMap { changed[$0] }
      (order, changed) = ([], [:])
      // Superlayers first: what comes into the tree has its own commit after them.
      for layer in layers where isInTree(layer) { commit(layer) }
    }
    if clocksChanged {
      clocksChanged = false
      for entry in animations { expect(entry.animation, on: entry.layer) }
    }
  }

  /// The time of an epoch that begins now: the first moment has no beginning.
  private var epochTime: Double { hasBegun ? now : -.infinity }

  private func commit(_ layer: CALayer) {
    let life = layer.life
    let gone =
      life.keep(children: layer.children, at: epochTime)
      + life.keep(mask: layer.maskLayer, at: epochTime)
    for layer in gone where !isInTree(layer) { layer.leaveScreen() }
    let isNew = life.epochs.isEmpty
    life.isShown = true
    let moment = moment(of: layer)
    let time = layer.clock.localTime(parentTime: moment.parentTime)
    for animation in layer.running where !animation.isSettled {
      animation.settle(on: layer, now: time, moment, isFirst: !hasBegun)
      animations.append((layer, animation))
      drawFrames(of: animation, on: layer)
      clocksChanged = clocksChanged || animation.targetsClock
      expect(animation, on: layer)
    }
    let epoch = Epoch(
      startTime: isNew ? -.infinity : epochTime, values: layer.committedValues, clock: layer.clock,
      animations: layer.running.compactMap(\.attached))
    life.keep(epoch)
    attachmentCount += epoch.animations.count
    if attachmentCount > Self.maximumAttachments { problem = .tooManyAnimations(at: now) }
  }

  func isInTree(_ layer: CALayer) -> Bool { layer.ancestry.last === root }

  // MARK: Clocks

  private func parentTime(of layer: CALayer) -> Double {
    layer.superlayer.map { localTime(of: $0) } ?? now
  }

  /// The time on a layer's own clock now. `committed` says that only layers on the screen have one.
  func localTime(of layer: CALayer, committed: Bool) -> Double? {
    committed && !layer.life.isShown ? nil : localTime(of: layer)
  }

  private func localTime(of layer: CALayer) -> Double {
    let parentTime = parentTime(of: layer)
    let clock =
      layer.life.epochs.last.map { epoch in
        epoch.clock == layer.clock ? epoch.clock(at: parentTime) : layer.clock
      } ?? layer.clock
    return clock.localTime(parentTime: parentTime)
  }

  private func moment(of layer: CALayer) -> Moment {
    let rate = layer.ancestry.dropFirst().reversed().reduce(1) { $0 * $1.clock.speed }
    return Moment(sceneTime: now, parentTime: parentTime(of: layer), rate: rate)
  }

  /// When an animation begins and ends by the current clocks.
  private func expect(_ animation: RunningAnimation, on layer: CALayer) {
    guard let model = animation.attached?.animation ?? animation.idle else {
      (animation.start, animation.end) = (nil, now)
      return
    }
    let clocks = layer.ancestry.dropFirst(animation.targetsClock ? 1 : 0).map(\.clock)
    animation.start = clocks.reduce(Optional(model.timing.beginTime)) { time, clock in
      time.flatMap(clock.parentTime)
    }
    animation.end = model.end(inside: clocks, from: now)
  }

  // MARK: Starts and ends

  /// Calls the delegates of animations that have begun; of later ones when they do.
  private func tellStarts() {
    for (_, animation) in animations where animation.animation.delegate != nil {
      guard let start = animation.start, !animation.hasStarted else { continue }
      if start <= now { animation.tellStart() } else { scheduleStart(animation, start) }
    }
  }

  private func scheduleStart(_ animation: RunningAnimation, _ time: Double) {
    guard !animation.isStartScheduled else { return }
    animation.isStartScheduled = true
    schedule(at: time) { [weak animation] in
      animation?.isStartScheduled = false
      guard let animation, !animation.hasStopped, let start = animation.start else { return }
      if start <= self.now + 1e-9 { animation.tellStart() }
    }
  }

  /// Ends all animations that are over now.
  private func finishAnimations() {
    let over = animations.filter { entry in
      entry.animation.end.map { $0 <= now + 1e-9 } ?? false
    }
    animations.removeAll { entry in over.contains { $0.animation === entry.animation } }
    for (layer, animation) in over {
      if layer.draws(animation) { layer.setNeedsDisplay() }
      if animation.animation.isRemovedOnCompletion {
        // Nothing shows that it has gone: its effect is over.
        layer.running.removeAll { $0 === animation }
      }
    }
    runCallback { for (_, animation) in over { animation.tellStop(finished: true) } }
  }

  /// Forgets an animation that was removed.
  func forget(_ animation: RunningAnimation) {
    animations.removeAll { $0.animation === animation }
  }
}

/// Why the code of a film was not run to its end.
enum FilmProblem: Hashable, Sendable {
  case neverEnds(at: Double, isAtOnce: Bool)
  case tooManyAnimations(at: Double)
  case raised(FilmWarning)
}

/// A block of view-style animation that runs.
struct ViewBlock {
  let animation: ViewAnimation
  let batch: CompletionBatch
  /// Whether the block moves a layer.
  let moves: (CALayer) -> Bool
  /// In place of the animation's curve.
  var timingFunction: CAMediaTimingFunction?
  /// Takes what the block sets, for animations of key frames.
  var keyframes: KeyframeCollection?
}
