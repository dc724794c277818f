/// The end of an animation, or of all that an event started, which another event follows
/// (`animationDidStop:finished:`, `setCompletionBlock:`, `completion:`).
public struct Completion: Hashable, Sendable {
  /// The thing whose end counts.
  public enum Subject: Hashable, Sendable {
    /// The first that ends of the animations under the key, on the layer of that index.
    case animation(key: String, layer: Int)
    /// Everything that the event at that place of the list adds: its transaction.
    case event(Int)
  }

  public let subject: Subject
  /// Whether the end has to be the animation's own (true), or has to come from being removed or
  /// replaced before (false); `nil` for either. An event's is true when all of its animations' are.
  public let finished: Bool?

  public init(_ subject: Subject, finished: Bool? = nil) {
    self.subject = subject
    self.finished = finished
  }
}

/// Whether an event happens, and when.
public enum EventOutcome: Hashable, Sendable {
  /// In seconds of the scene.
  case happened(at: Double)
  /// It never happens.
  case never(Reason)

  public enum Reason: Hashable, Sendable {
    /// The thing that it follows never begins.
    case neverBegins
    /// The thing that it follows has no end.
    case neverEnds
    /// The thing that it follows ends, but not as the event asks for.
    case endsOtherwise(finished: Bool)
    /// An animation of `timeOffset` moves the clock of the animation that it follows, so that its
    /// end is not known beforehand.
    case clockIsAnimated
  }

  /// In seconds of the scene; `nil` for an event that never happens.
  public var time: Double? { if case .happened(let time) = self { time } else { nil } }
}

/// How far what events follow has come: what runs, when it ends, and who waits for it.
struct CompletionTracker {
  /// A running animation that an event may wait for.
  struct Running {
    let attached: AttachedAnimation
    let layer: Int
    /// The event that added it; `nil` for one that the layer has from the start.
    let event: Int?
    /// When it ends, unless something happens to it or its clocks before.
    var end: End
  }

  /// The end of a running animation as currently known, in seconds of the scene.
  enum End: Hashable {
    case at(Double)
    case never
    case unknown

    var time: Double? { if case .at(let time) = self { time } else { nil } }
  }

  /// An event with the time at which it is due.
  struct Due: Comparable {
    let time: Double
    let index: Int

    static func < (a: Due, b: Due) -> Bool { (a.time, a.index) < (b.time, b.index) }
  }

  /// A group of animations that belong to one event.
  private struct Batch {
    /// The event itself counts too, until it has happened.
    var open = 1
    var finished = true
  }

  private let followed: [Completion.Subject: [Int]]
  private let finished: [Bool?]
  private var outcomes: [EventOutcome?]
  /// How each subject ended, in the order in which that happened.
  private var ends: [Completion.Subject: [Bool]] = [:]
  private var batches: [Int: Batch] = [:]
  /// By a number that counts up, so that the order is that of their additions.
  private(set) var running: [Int: Running] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var nextNumber = 0
  private(set) var due: Heap<Due>
  private var expected = Heap<Due>([])

  init(_ events: [Event]) {
    var followed: [Completion.Subject: [Int]] = [:]
    for (index, event) in events.enumerated() {
      if let subject = event.completion?.subject { followed[subject, default: []].append(index) }
    }
    self.followed = followed
    finished = events.map { $0.completion?.finished }
    outcomes = events.map { _ in nil }
    due = Heap(
      events.enumerated().compactMap { index, event in
        event.time.map { Due(time: $0, index: index) }
      })
  }

  /// Whether any event waits for anything.
  var isNeeded: Bool { !followed.isEmpty }

  func follows(_ subject: Completion.Subject) -> Bool { followed[subject] != nil }

  // MARK: Events

  mutating func nextDue() -> Due? { due.popFirst() }

  mutating func begin(_ event: Due) {
    outcomes[event.index] = .happened(at: event.time)
    if follows(.event(event.index)) { batches[event.index] = Batch() }
  }

  /// The event has done all that it does.
  mutating func finish(_ event: Due) { close(event.index, finished: true, at: event.time) }

  private mutating func close(_ event: Int, finished: Bool, at time: Double) {
    guard var batch = batches[event] else { return }
    batch.open -= 1
    batch.finished = batch.finished && finished
    batches[event] = batch
    if batch.open == 0 { tell(.event(event), finished: batch.finished, at: time) }
  }

  /// Makes due every event that waits for such an end. Each happens once.
  private mutating func tell(_ subject: Completion.Subject, finished: Bool, at time: Double) {
    guard let waiting = followed[subject] else { return }
    ends[subject, default: []].append(finished)
    for index in waiting where outcomes[index] == nil {
      guard self.finished[index] == nil || self.finished[index] == finished else { continue }
      outcomes[index] = .happened(at: time)
      due.insert(Due(time: time, index: index))
    }
  }

  // MARK: Animations

  mutating func add(_ animation: Running) {
    let key = animation.attached.key.map { follows(.animation(key: $0, layer: animation.layer)) }
    let event = animation.event.map { follows(.event($0)) } ?? false
    guard key == true || event else { return }
    nextNumber += 1
    running[nextNumber] = animation
    numbers[animation.attached.id] = nextNumber
    if event, let index = animation.event { batches[index]?.open += 1 }
    expect(nextNumber, animation.end)
  }

  private mutating func expect(_ number: Int, _ end: End) {
    if let time = end.time { expected.insert(Due(time: time, index: number)) }
  }

  /// The ends of everything that runs, after a clock has changed.
  mutating func update(_ end: (Running) -> End) {
    expected = Heap([])
    for number in running.keys.sorted() {
      guard var animation = running[number] else { continue }
      animation.end = end(animation)
      running[number] = animation
      expect(number, animation.end)
    }
  }

  /// The next end, at `time` or before; `nil` when there is none.
  mutating func nextEnd(before time: Double) -> Due? {
    while let first = expected.first {
      if running[first.index] != nil { return first.time <= time ? first : nil }
      _ = expected.popFirst()
    }
    return nil
  }

  /// The animation of that number has reached its end.
  mutating func end(_ number: Int, at time: Double) {
    _ = expected.popFirst()
    stop(number, finished: true, at: time)
  }

  /// An animation was removed or replaced.
  mutating func remove(_ attached: AttachedAnimation, at time: Double) {
    numbers[attached.id].map { stop($0, finished: false, at: time) }
  }

  private mutating func stop(_ number: Int, finished: Bool, at time: Double) {
    guard let animation = running.removeValue(forKey: number) else { return }
    numbers[animation.attached.id] = nil
    if let key = animation.attached.key {
      tell(.animation(key: key, layer: animation.layer), finished: finished, at: time)
    }
    if let event = animation.event { close(event, finished: finished, at: time) }
  }

  // MARK: What became of the events

  func outcomes(_ events: [Event]) -> [EventOutcome] {
    var open: [Completion.Subject: [End]] = [:]
    for animation in running.values {
      if let key = animation.attached.key {
        open[.animation(key: key, layer: animation.layer), default: []].append(animation.end)
      }
      if let event = animation.event { open[.event(event), default: []].append(animation.end) }
    }
    return zip(outcomes, events).map { outcome, event in
      if let outcome { return outcome }
      guard let subject = event.completion?.subject else { return .never(.neverBegins) }
      if open[subject]?.contains(.unknown) == true { return .never(.clockIsAnimated) }
      if open[subject] != nil { return .never(.neverEnds) }
      return .never(ends[subject]?.last.map { .endsOtherwise(finished: $0) } ?? .neverBegins)
    }
  }
}

/// A list that gives its smallest element first.
package struct Heap<Element: Comparable> {
  private var elements: [Element]

  package init(_ elements: [Element]) { self.elements = elements.sorted() }

  package var first: Element? { elements.first }

  package mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[child] < elements[(child - 1) / 2] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  package mutating func popFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return first }
    elements[0] = last
    var parent = 0
    while let child = smallestChild(of: parent), elements[child] < elements[parent] {
      elements.swapAt(child, parent)
      parent = child
    }
    return first
  }

  private func smallestChild(of parent: Int) -> Int? {
    let left = 2 * parent + 1
    guard left < elements.count else { return nil }
    let right = left + 1
    return right < elements.count && elements[right] < elements[left] ? right : left
  }
}
