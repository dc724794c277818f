public import Foundation

/// The receiver of events, one of a chain.
///
/// A responder is the first one from the call of `becomeFirstResponder()` on. A film has no
/// keyboard.
open class UIResponder: NSObject {
  open var next: UIResponder? { nil }
  open var isFirstResponder: Bool { FirstResponder.current === self }
  open var canBecomeFirstResponder: Bool { false }
  open var canResignFirstResponder: Bool { true }

  @discardableResult open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    if let other = FirstResponder.current, other !== self, !other.resignFirstResponder() {
      return false
    }
    FirstResponder.current = self
    return true
  }

  @discardableResult open func resignFirstResponder() -> Bool {
    guard canResignFirstResponder else { return false }
    if isFirstResponder { FirstResponder.current = nil }
    return true
  }

  // Accessibility: nothing reads it in a film.
  open var isAccessibilityElement = false
  open var accessibilityLabel: String?
  open var accessibilityHint: String?
  open var accessibilityValue: String?
  open var accessibilityIdentifier: String?
  open var accessibilityTraits = UIAccessibilityTraits.none
  open var accessibilityElementsHidden = false
  open var accessibilityViewIsModal = false
  open var accessibilityFrame = CGRect.zero
  open var accessibilityElements: [Any]?
  open func accessibilityIncrement() {}
  open func accessibilityDecrement() {}
  open func accessibilityActivate() -> Bool { false }

  /// Hears of changes that `addObserver(_:forKeyPath:options:context:)` observes.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  // There are no files of interfaces: nothing calls them.
  open func awakeFromNib() {}
  open func prepareForInterfaceBuilder() {}

  /// There are no archives.
  open func encode(with coder: NSCoder) {}

  // A responder passes touches on to the next one.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesBegan(touches, with: event)
  }
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesMoved(touches, with: event)
  }
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesEnded(touches, with: event)
  }
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
}

/// The first responder of a film. A film runs in one thread.
private final class FirstResponder {
  weak var responder: UIResponder?

  static var current: UIResponder? {
    get { holder?.responder }
    set {
      if holder == nil { FilmCode.keep(FirstResponder()) }
      holder?.responder = newValue
    }
  }

  private static var holder: FirstResponder? {
    FilmCode.kept.lazy.compactMap { $0 as? FirstResponder }.first
  }
}
