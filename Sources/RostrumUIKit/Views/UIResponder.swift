public import Foundation

open class UIResponder: NSObject {
  open var next: UIResponder? { nil }
  /// Offline nobody types: never.
  open var isFirstResponder: Bool { false }
  @discardableResult open func becomeFirstResponder() -> Bool { false }
  @discardableResult open func resignFirstResponder() -> Bool { true }
  open var canBecomeFirstResponder: Bool { false }

  /// There are no files of interfaces: nothing calls it.
  open func awakeFromNib() {}
  open func prepareForInterfaceBuilder() {}

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
