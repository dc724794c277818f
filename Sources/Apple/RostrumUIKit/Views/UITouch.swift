public import Foundation

/// A finger of the film's script: `Stage.tap`, `Stage.drag` and `Stage.touch` make them.
open class UITouch: NSObject {
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled
  }

  public enum TouchType: Int, Sendable {
    case direct, indirect, pencil
  }

  open internal(set) var phase = Phase.began
  open internal(set) var timestamp: TimeInterval = 0
  open internal(set) var tapCount = 1
  open internal(set) var view: UIView?
  open internal(set) var gestureRecognizers: [UIGestureRecognizer]?
  open internal(set) weak var window: UIWindow?
  open var type: TouchType { .direct }
  open var force: CGFloat { 1 }
  open var maximumPossibleForce: CGFloat { 1 }
  open var majorRadius: CGFloat { 20 }
  /// In the window.
  var place = CGPoint.zero
  var previousPlace = CGPoint.zero

  open func location(in view: UIView?) -> CGPoint { Self.convert(place, window, view) }

  open func previousLocation(in view: UIView?) -> CGPoint {
    Self.convert(previousPlace, window, view)
  }

  open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }

  static func convert(_ point: CGPoint, _ window: UIWindow?, _ view: UIView?) -> CGPoint {
    guard let view, let window else { return point }
    return view.layer.convert(point, from: window.layer)
  }
}

/// The touches of one moment.
open class UIEvent: NSObject {
  public enum EventType: Int, Sendable {
    case touches, motion, remoteControl, presses
  }

  public enum EventSubtype: Int, Sendable {
    case none, motionShake
  }

  open var subtype: EventSubtype { .none }
  open internal(set) var allTouches: Set<UITouch>?
  open internal(set) var timestamp: TimeInterval = 0
  open var type: EventType { .touches }

  open func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }

  open func touches(for window: UIWindow) -> Set<UITouch>? {
    allTouches?.filter { $0.window === window }
  }

  open func coalescedTouches(for touch: UITouch) -> [UITouch]? { [touch] }
}

// MARK: Scripts

extension Stage {
  /// A finger that goes along points, at times of the film in seconds. Between two points it moves
  /// evenly, with the frames of the screen.
  public func touch(along path: [(time: Double, point: CGPoint)]) {
    guard let first = path.first, let last = path.last else { return }
    let finger = Finger(self, path)
    at(first.time) { finger.begin() }
    let interval = 1.0 / Double(UIScreen.main.maximumFramesPerSecond)
    var time = first.time + interval
    while time < last.time - 1e-9 {
      at(time) { finger.move() }
      time += interval
    }
    at(last.time) {
      finger.move()
      finger.end()
    }
  }

  /// A finger that comes down and leaves again a twentieth of a second later, `count` times.
  public func tap(_ point: CGPoint, at time: Double, count: Int = 1) {
    for number in 0..<max(count, 1) {
      let start = time + 0.15 * Double(number)
      touch(along: [(start, point), (start + 0.05, point)])
    }
  }

  /// The same in the middle of a view, wherever it is then.
  public func tap(_ view: UIView, at time: Double, count: Int = 1) {
    at(time) { [self] in
      let middle = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
      tap(layer.convert(middle, from: view.layer), at: time, count: count)
    }
  }

  public func press(_ point: CGPoint, at time: Double, for duration: Double) {
    touch(along: [(time, point), (time + duration, point)])
  }

  public func drag(from start: CGPoint, to end: CGPoint, at time: Double, for duration: Double) {
    touch(along: [(time, start), (time + duration, end)])
  }
}

/// A finger on the film's windows.
private final class Finger {
  private let stage: Stage
  private let path: [(time: Double, point: CGPoint)]
  private let touch = UITouch()
  private var isCancelled = false

  init(_ stage: Stage, _ path: [(time: Double, point: CGPoint)]) {
    (self.stage, self.path) = (stage, path)
  }

  private var place: CGPoint {
    let time = stage.time
    guard let next = path.firstIndex(where: { $0.time > time }) else {
      return path.last?.point ?? .zero
    }
    guard next > 0 else { return path[0].point }
    let (a, b) = (path[next - 1], path[next])
    let part = CGFloat((time - a.time) / (b.time - a.time))
    return CGPoint(
      x: a.point.x + (b.point.x - a.point.x) * part, y: a.point.y + (b.point.y - a.point.y) * part)
  }

  private func update(_ phase: UITouch.Phase) {
    (touch.phase, touch.timestamp) = (phase, stage.time)
    touch.previousPlace = touch.place
    touch.place = touch.window.map { $0.layer.convert(place, from: stage.layer) } ?? place
    if phase == .began { touch.previousPlace = touch.place }
  }

  private func event() -> UIEvent {
    let event = UIEvent()
    (event.allTouches, event.timestamp) = (Set(stage.touches.all), stage.time)
    return event
  }

  func begin() {
    for window in stage.windows.reversed() {
      let point = window.layer.convert(place, from: stage.layer)
      guard let view = window.hitTest(point, with: nil) else { continue }
      (touch.window, touch.view) = (window, view)
      break
    }
    update(.began)
    guard let view = touch.view else {
      FilmCode.warn("a finger touches no view at \(stage.time) seconds")
      return
    }
    stage.touches.all.append(touch)
    let chain = sequence(first: view) { $0.superview }.flatMap { $0.gestureRecognizers ?? [] }
    touch.gestureRecognizers = chain.filter { $0.receives(touch) }
    send({ $0.touchesBegan }, { $0.touchesBegan })
  }

  func move() {
    guard touch.view != nil else { return }
    update(.moved)
    guard touch.place != touch.previousPlace else { return }
    send({ $0.touchesMoved }, { $0.touchesMoved })
  }

  func end() {
    guard touch.view != nil else { return }
    update(.ended)
    send({ $0.touchesEnded }, { $0.touchesEnded })
    stage.touches.all.removeAll { $0 === touch }
    for gesture in touch.gestureRecognizers ?? [] { gesture.touchIsOver() }
  }

  /// Recognizers come first. One that has recognized takes the touch from the view.
  private func send(
    _ toGesture: (UIGestureRecognizer) -> (Set<UITouch>, UIEvent) -> Void,
    _ toView: (UIView) -> (Set<UITouch>, UIEvent?) -> Void
  ) {
    let event = event()
    for gesture in touch.gestureRecognizers ?? [] where gesture.isWatching {
      toGesture(gesture)([touch], event)
    }
    guard let view = touch.view, !isCancelled else { return }
    let isTaken = (touch.gestureRecognizers ?? []).contains(where: \.takesTouches)
    guard isTaken else { return toView(view)([touch], event) }
    isCancelled = true
    // A view that has not heard of the touch hears nothing of its end.
    if touch.phase == .began { return }
    touch.phase = .cancelled
    view.touchesCancelled([touch], with: event)
  }
}

/// The fingers that are down, and the windows of a film.
final class TouchState: NSObject {
  var all: [UITouch] = []
}

extension Stage {
  fileprivate var windows: [UIWindow] { kept.compactMap { $0 as? UIWindow } }

  fileprivate var touches: TouchState {
    if let known = kept.lazy.compactMap({ $0 as? TouchState }).first { return known }
    let new = TouchState()
    keep(new)
    return new
  }
}
