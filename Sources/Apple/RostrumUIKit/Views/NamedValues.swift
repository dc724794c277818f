import Foundation
import RostrumQuartz

// The names of the values of views that code observes by strings.

extension UIResponder: KeyPathObserver {}

extension UIView: KeyPathHolder {
  private static let values: [String: @Sendable (UIView) -> Any?] = [
    "frame": { $0.frame }, "bounds": { $0.bounds }, "center": { $0.center }, "alpha": { $0.alpha },
    "hidden": { $0.isHidden }, "transform": { $0.transform }, "tag": { $0.tag },
    "backgroundColor": { $0.backgroundColor }, "superview": { $0.superview },
    "text": { ($0 as? UILabel)?.text ?? ($0 as? UITextField)?.text },
    "image": { ($0 as? UIImageView)?.image },
    "selected": { ($0 as? UIControl)?.isSelected },
    "highlighted": { ($0 as? UIControl)?.isHighlighted },
    "enabled": { ($0 as? UIControl)?.isEnabled },
    "contentOffset": { ($0 as? UIScrollView)?.contentOffset },
    "contentSize": { ($0 as? UIScrollView)?.contentSize },
    "contentInset": { ($0 as? UIScrollView)?.contentInset },
    "panGestureRecognizer.state": { ($0 as? UIScrollView)?.panGestureRecognizer.state.rawValue },
  ]

  package func namedValue(_ keyPath: String) -> Any?? {
    if let value = Self.values[keyPath] { return .some(value(self)) }
    guard keyPath.hasPrefix("layer.") else { return nil }
    return layer.namedValue(String(keyPath.dropFirst(6)))
  }
}
