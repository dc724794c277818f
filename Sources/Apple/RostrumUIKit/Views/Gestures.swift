public import Foundation

extension CGPoint {
  fileprivate func distance(to other: CGPoint) -> CGFloat {
    hypot(x - other.x, y - other.y)
  }
}

/// Taps of one finger. The next one comes within 0.35 seconds.
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1
  open var numberOfTouchesRequired = 1
  private var taps = 0
  private var start = CGPoint.zero

  override var waitsForTouch: Bool { state == .possible && taps > 0 && taps < numberOfTapsRequired }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    start = location(in: nil)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    if location(in: nil).distance(to: start) > 10 { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesEnded(touches, with: event)
    guard state == .possible else { return }
    taps += 1
    if taps >= numberOfTapsRequired {
      state = .ended
      return
    }
    let count = taps
    FilmCode.after(0.35) { [weak self] in
      guard let self, taps == count, waitsForTouch, self.touches.isEmpty else { return }
      state = .failed
      startAnew()
    }
  }

  open override func reset() { taps = 0 }
}

/// A finger that stays.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  override var endsWithTouches: Bool { true }
  open var numberOfTapsRequired = 0
  open var numberOfTouchesRequired = 1
  open var minimumPressDuration: TimeInterval = 0.5
  open var allowableMovement: CGFloat = 10
  private var start = CGPoint.zero
  private var number = 0

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    start = location(in: nil)
    number += 1
    let press = number
    FilmCode.after(minimumPressDuration) { [weak self] in
      guard let self, number == press, state == .possible, !self.touches.isEmpty else { return }
      state = .began
    }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    if state == .possible {
      if location(in: nil).distance(to: start) > allowableMovement { state = .failed }
    } else {
      state = .changed
    }
  }

  open override func reset() { number += 1 }
}

/// A finger that moves, after 10 points.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  override var endsWithTouches: Bool { true }
  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max
  private var start = CGPoint.zero
  /// The last two places, in the window.
  private var places: [(time: TimeInterval, point: CGPoint)] = []

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    guard numberOfTouches == 1 else { return }
    start = location(in: nil)
    places = [(event.timestamp, start)]
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    let point = location(in: nil)
    places = places.suffix(1) + [(event.timestamp, point)]
    if state == .possible {
      if begins(at: point) { state = .began }
    } else {
      state = .changed
    }
  }

  /// Whether the finger has gone far enough.
  func begins(at point: CGPoint) -> Bool { point.distance(to: start) >= 10 }

  /// In the window's points, turned and scaled as the view is.
  private func vector(_ dx: CGFloat, _ dy: CGFloat, in view: UIView?) -> CGPoint {
    guard let view, let window = view.window else { return CGPoint(x: dx, y: dy) }
    let (a, b) = (
      view.layer.convert(CGPoint.zero, from: window.layer),
      view.layer.convert(CGPoint(x: dx, y: dy), from: window.layer)
    )
    return CGPoint(x: b.x - a.x, y: b.y - a.y)
  }

  /// From where the finger came down.
  open func translation(in view: UIView?) -> CGPoint {
    let point = places.last?.point ?? start
    return vector(point.x - start.x, point.y - start.y, in: view)
  }

  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    let point = places.last?.point ?? start
    start = CGPoint(x: point.x - translation.x, y: point.y - translation.y)
  }

  /// In points a second, by the last two frames.
  open func velocity(in view: UIView?) -> CGPoint {
    guard places.count == 2, places[1].time > places[0].time else { return .zero }
    let (a, b) = (places[0], places[1])
    let seconds = CGFloat(b.time - a.time)
    return vector((b.point.x - a.point.x) / seconds, (b.point.y - a.point.y) / seconds, in: view)
  }
}

/// A finger that comes from an edge of the window.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  open var edges: UIRectEdge = []

  override func begins(at point: CGPoint) -> Bool {
    guard super.begins(at: point), let bounds = view?.window?.bounds else { return false }
    let move = translation(in: nil)
    let (x, y) = (point.x - move.x, point.y - move.y)
    return edges.contains(.left) && x < 20 || edges.contains(.right) && x > bounds.width - 20
      || edges.contains(.top) && y < 20 || edges.contains(.bottom) && y > bounds.height - 20
  }
}

/// A finger that moves 50 points in a direction within half a second.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let right = Self(rawValue: 1)
    public static let left = Self(rawValue: 2)
    public static let up = Self(rawValue: 4)
    public static let down = Self(rawValue: 8)
  }

  open var direction = Direction.right
  open var numberOfTouchesRequired = 1
  private var start = CGPoint.zero
  private var startTime: TimeInterval = 0

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    (start, startTime) = (location(in: nil), event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    guard state == .possible else { return }
    guard event.timestamp - startTime <= 0.5 else { return state = .failed }
    let point = location(in: nil)
    let (dx, dy) = (point.x - start.x, point.y - start.y)
    let isFlat = abs(dx) > 2 * abs(dy)
    let isSteep = abs(dy) > 2 * abs(dx)
    let ways: [(Direction, Bool)] = [
      (.right, isFlat && dx >= 50), (.left, isFlat && dx <= -50), (.down, isSteep && dy >= 50),
      (.up, isSteep && dy <= -50),
    ]
    if ways.contains(where: { direction.contains($0.0) && $0.1 }) { state = .ended }
  }
}

/// Two fingers of which the distance counts.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  override var endsWithTouches: Bool { true }
  open var scale: CGFloat = 1 { didSet { base = spread / max(scale, 1e-6) } }
  open private(set) var velocity: CGFloat = 0
  private var base: CGFloat = 0

  private var spread: CGFloat {
    touches.count < 2 ? base : touches[0].place.distance(to: touches[1].place)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    if self.touches.count == 2 { scale = 1 }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    guard self.touches.count >= 2, base > 0 else { return }
    let (start, now) = (base, spread / base)
    guard state != .possible || abs(spread - start) >= 10 else { return }
    velocity = (now - scale) * CGFloat(UIScreen.main.maximumFramesPerSecond)
    scale = now
    base = start
    state = state == .possible ? .began : .changed
  }
}

/// Two fingers of which the direction counts.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  override var endsWithTouches: Bool { true }
  open var rotation: CGFloat = 0
  open private(set) var velocity: CGFloat = 0
  private var last: CGFloat = 0

  private var angle: CGFloat {
    guard touches.count >= 2 else { return last }
    return atan2(
      touches[1].place.y - touches[0].place.y, touches[1].place.x - touches[0].place.x)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    if self.touches.count == 2 { (rotation, last) = (0, angle) }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    guard self.touches.count >= 2 else { return }
    // The shorter way round.
    let turn = remainder(angle - last, 2 * .pi)
    last = angle
    rotation += turn
    velocity = turn * CGFloat(UIScreen.main.maximumFramesPerSecond)
    guard state != .possible || abs(rotation) > 0.1 else { return }
    state = state == .possible ? .began : .changed
  }
}
