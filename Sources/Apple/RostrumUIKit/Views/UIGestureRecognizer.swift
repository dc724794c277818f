public import Foundation

/// The judge of whether a gesture comes to be. All methods are optional.
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    true
  }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool { true }
}

/// A gesture of scripted fingers.
///
/// A subclass sets `state` in `touchesBegan` and the like. Of the recognizers of a touch the first
/// one that recognizes wins, unless a delegate lets two go on at once.
open class UIGestureRecognizer: NSObject {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed

    public static let recognized = State.ended
  }

  open weak var delegate: (any UIGestureRecognizerDelegate)?
  open internal(set) weak var view: UIView?
  open var isEnabled = true { didSet { if !isEnabled { cancel() } } }
  open var cancelsTouchesInView = true
  open var delaysTouchesBegan = false
  open var delaysTouchesEnded = true
  open var name: String?
  private var actions: [(target: () -> AnyObject?, holdsTarget: Bool, selector: Selector)] = []
  private var requirements: [UIGestureRecognizer] = []
  private var dependents: [() -> UIGestureRecognizer?] = []
  private var current = State.possible
  /// The state that waits for others to fail.
  private var pending: State?
  private(set) var touches: [UITouch] = []

  public init(target: Any?, action: Selector?) {
    super.init()
    if let action, let target { addTarget(target, action: action) }
  }

  public override convenience init() { self.init(target: nil, action: nil) }

  /// There are no archives: always `nil`.
  public init?(coder: NSCoder) { nil }

  open func addTarget(_ target: Any, action: Selector) {
    let object = target as AnyObject
    actions.append(({ [weak object] in object }, false, action))
  }

  open func removeTarget(_ target: Any?, action: Selector?) {
    let object = target.map { $0 as AnyObject }
    actions.removeAll { entry in
      (object == nil || entry.target() === object) && (action == nil || entry.selector == action)
    }
  }

  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    requirements.append(otherGestureRecognizer)
    otherGestureRecognizer.dependents.append { [weak self] in self }
  }

  // MARK: Places

  open var numberOfTouches: Int { touches.count }

  /// The middle of the fingers.
  open func location(in view: UIView?) -> CGPoint {
    let places = touches.map { $0.location(in: view) }
    guard let first = places.first else { return UITouch.convert(lastPlace, lastWindow, view) }
    guard places.count > 1 else { return first }
    let sum = places.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
    return CGPoint(x: sum.x / CGFloat(places.count), y: sum.y / CGFloat(places.count))
  }

  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    touches.indices.contains(touchIndex)
      ? touches[touchIndex].location(in: view) : location(in: view)
  }

  private var lastPlace = CGPoint.zero
  private weak var lastWindow: UIWindow?

  // MARK: State

  open var state: State {
    get { current }
    set { change(to: newValue) }
  }

  /// Whether it still follows the touches.
  var isWatching: Bool { isEnabled && current != .failed && current != .cancelled }

  /// Whether it has recognized, and keeps the touches from the view.
  var takesTouches: Bool {
    cancelsTouchesInView && [.began, .changed, .ended].contains(current)
  }

  func receives(_ touch: UITouch) -> Bool {
    isEnabled && delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
  }

  private func change(to new: State) {
    switch new {
    case .began, .ended:
      if current == .possible { return recognize(new) }
      guard current == .began || current == .changed || new == .ended else { return }
      tell(new)
    case .changed: if [.began, .changed].contains(current) { tell(new) }
    case .cancelled: if [.began, .changed].contains(current) { tell(new) } else { fail() }
    case .failed: if current == .possible { fail() }
    case .possible: current = .possible
    }
  }

  private func tell(_ new: State) {
    current = new
    for action in actions { action.selector.send(to: action.target(), self) }
  }

  private func fail() {
    (current, pending) = (.failed, nil)
    for dependent in dependents { dependent()?.requirementHasFailed() }
  }

  private var waitsFor: [UIGestureRecognizer] {
    let others = (touches.first?.gestureRecognizers ?? []).filter { $0 !== self }
    let asked = others.filter { other in
      delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
        || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
    }
    return (requirements + asked).filter { $0.current == .possible && $0.isEnabled }
  }

  private func recognize(_ new: State) {
    let touched = sequence(first: touches.first?.view ?? view) {
      $0 === self.view ? nil : $0?.superview
    }
    guard touched.allSatisfy({ $0?.gestureRecognizerShouldBegin(self) ?? true }),
      delegate?.gestureRecognizerShouldBegin(self) ?? true
    else { return fail() }
    if requirements.contains(where: { [.began, .changed, .ended].contains($0.current) }) {
      return fail()
    }
    let others = touches.first?.gestureRecognizers ?? []
    let isBeaten = others.contains { other in
      other !== self && [.began, .changed, .ended].contains(other.current) && !goesWith(other)
    }
    if isBeaten { return fail() }
    if !waitsFor.isEmpty {
      pending = new
      return
    }
    tell(new)
    for dependent in dependents { dependent()?.change(to: .failed) }
  }

  private func goesWith(_ other: UIGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false
  }

  private func requirementHasFailed() {
    guard let pending, waitsFor.isEmpty else { return }
    self.pending = nil
    recognize(pending)
    if touches.isEmpty { startAnew() }
  }

  private func cancel() { change(to: .cancelled) }

  // MARK: Touches

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { add(touches) }
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { note(touches) }
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    note(touches)
    if endsWithTouches { state = state == .possible ? .failed : .ended }
  }
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { note(touches) }

  /// After a gesture, before the next one.
  open func reset() {}

  private func add(_ new: Set<UITouch>) {
    touches += new.filter { !touches.contains($0) }
    note(new)
  }

  private func note(_ touches: Set<UITouch>) {
    guard let touch = touches.first else { return }
    (lastPlace, lastWindow) = (touch.place, touch.window)
  }

  /// Whether it goes on as long as a finger is down.
  var endsWithTouches: Bool { false }

  /// Whether it waits for another touch.
  var waitsForTouch: Bool { false }

  func touchIsOver() {
    touches.removeAll { $0.phase == .ended || $0.phase == .cancelled }
    guard touches.isEmpty, !waitsForTouch, pending == nil else { return }
    if current == .possible { fail() }
    startAnew()
  }

  func startAnew() {
    reset()
    current = .possible
  }
}
