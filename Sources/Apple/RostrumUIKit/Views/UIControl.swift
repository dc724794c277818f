public import Foundation

/// Something that a finger of the film's script uses, or `sendActions(for:)` at a time.
open class UIControl: UIView {
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let touchDown = Self(rawValue: 1)
    public static let touchDownRepeat = Self(rawValue: 1 << 1)
    public static let touchDragInside = Self(rawValue: 1 << 2)
    public static let touchDragOutside = Self(rawValue: 1 << 3)
    public static let touchDragEnter = Self(rawValue: 1 << 4)
    public static let touchDragExit = Self(rawValue: 1 << 5)
    public static let touchUpInside = Self(rawValue: 1 << 6)
    public static let touchUpOutside = Self(rawValue: 1 << 7)
    public static let touchCancel = Self(rawValue: 1 << 8)
    public static let valueChanged = Self(rawValue: 1 << 12)
    public static let primaryActionTriggered = Self(rawValue: 1 << 13)
    public static let editingDidBegin = Self(rawValue: 1 << 16)
    public static let editingChanged = Self(rawValue: 1 << 17)
    public static let editingDidEnd = Self(rawValue: 1 << 18)
    public static let allTouchEvents = Self(rawValue: 0xfff)
    public static let allEvents = Self(rawValue: .max)
  }

  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal: Self = []
    public static let highlighted = Self(rawValue: 1)
    public static let disabled = Self(rawValue: 2)
    public static let selected = Self(rawValue: 4)
    public static let focused = Self(rawValue: 8)
  }

  public enum ContentHorizontalAlignment: Int, Sendable {
    case center, left, right, fill, leading, trailing
  }

  public enum ContentVerticalAlignment: Int, Sendable {
    case center, top, bottom, fill
  }

  private struct Handler {
    let events: Event
    weak var target: AnyObject?
    let hasTarget: Bool
    var selector: Selector?
    let call: (UIControl, UIEvent?) -> Void
  }

  private var handlers: [Handler] = []
  open private(set) var isTracking = false
  open private(set) var isTouchInside = false
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
    didSet { setNeedsLayout() }
  }
  open var contentVerticalAlignment = ContentVerticalAlignment.center {
    didSet { setNeedsLayout() }
  }
  open var isEnabled = true { didSet { setNeedsLayout() } }
  open var isSelected = false { didSet { setNeedsLayout() } }
  open var isHighlighted = false { didSet { setNeedsLayout() } }

  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  // MARK: Actions

  /// A tap on a button or a switch is not one on the views around it.
  open override func gestureRecognizerShouldBegin(
    _ gestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    let isTap = (gestureRecognizer as? UITapGestureRecognizer)?.numberOfTapsRequired == 1
    let keepsTaps = self is UIButton || self is UISwitch
    return !isTap || gestureRecognizer.view === self || !keepsTaps || !isEnabled
  }

  open func addAction(_ action: UIAction, for controlEvents: Event) {
    handlers.append(
      Handler(events: controlEvents, hasTarget: false) { _, _ in action.handler(action) })
  }

  open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    handlers.append(
      Handler(
        events: controlEvents, target: object, hasTarget: object != nil, selector: action,
        call: { [weak object] sender, event in action.send(to: object ?? sender, sender, event) }))
  }

  /// A method of the target's class, as in `Controller.tapped`, in place of a selector.
  open func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for controlEvents: Event
  ) { addTarget(target, action: Selector(action), for: controlEvents) }

  open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    handlers.removeAll { handler in
      (object == nil || handler.target === object) && (action == nil || handler.selector == action)
        && !handler.events.isDisjoint(with: controlEvents)
    }
  }

  open var allTargets: Set<AnyHashable> {
    Set(handlers.compactMap { $0.target as? NSObject }.map(AnyHashable.init))
  }

  open var allControlEvents: Event {
    handlers.reduce(into: Event()) { $0.formUnion($1.events) }
  }

  /// The names of a target's methods.
  open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
    let object = target.map { $0 as AnyObject }
    let found = handlers.filter {
      $0.target === object && !$0.events.isDisjoint(with: controlEvent)
    }
    return found.isEmpty ? nil : found.compactMap { $0.selector?.description }
  }

  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    action.send(to: target, self, event)
  }

  open func sendActions(for controlEvents: Event) { sendActions(for: controlEvents, nil) }

  private func sendActions(for events: Event, _ event: UIEvent?) {
    guard isEnabled else { return }
    for handler in handlers where !handler.events.isDisjoint(with: events) {
      if handler.hasTarget, handler.target == nil { continue }
      handler.call(self, event)
    }
  }

  // MARK: Touches

  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  open func cancelTracking(with event: UIEvent?) {}

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEnabled, let touch = touches.first else { return }
    isTracking = beginTracking(touch, with: event)
    guard isTracking else { return }
    (isTouchInside, isHighlighted) = (true, true)
    sendActions(for: .touchDown, event)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking, let touch = touches.first else { return }
    let wasInside = isTouchInside
    // A finger has 70 points around the control before it counts as outside.
    isTouchInside = bounds.insetBy(dx: -70, dy: -70).contains(touch.location(in: self))
    if isTouchInside != wasInside {
      isHighlighted = isTouchInside
      sendActions(for: isTouchInside ? .touchDragEnter : .touchDragExit, event)
    }
    sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside, event)
    isTracking = continueTracking(touch, with: event)
    if !isTracking { isHighlighted = false }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking else { return }
    endTracking(touches.first, with: event)
    (isTracking, isHighlighted) = (false, false)
    sendActions(for: isTouchInside ? .touchUpInside : .touchUpOutside, event)
    isTouchInside = false
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking else { return }
    cancelTracking(with: event)
    (isTracking, isHighlighted, isTouchInside) = (false, false, false)
    sendActions(for: .touchCancel, event)
  }
}

open class UIAction: NSObject {
  public let title: String
  let handler: (UIAction) -> Void

  public init(title: String = "", handler: @escaping (UIAction) -> Void) {
    (self.title, self.handler) = (title, handler)
    super.init()
  }
}
