public import Foundation

/// A class whose instances get their looks together. Here each one gets its own.
public protocol UIAppearance: NSObjectProtocol {}

/// A class whose initializer a metatype may call, as `_CreatableLayer` is one of layers.
open class _CreatableView: UIView {
  public required override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  @inline(never)
  fileprivate static func make(_ type: UIView.Type) -> UIView {
    unsafeBitCast(type, to: _CreatableView.Type.self).init(frame: .zero)
  }
}

extension UIView: UIAppearance {}

extension UIAppearance where Self: UIView {
  /// A view that stands for all of its class. What is set there shows nowhere, with a warning.
  public static func appearance() -> Self {
    FilmCode.warn("what is set by \(Self.self).appearance() has no effect: set it in views")
    guard let view = _CreatableView.make(Self.self) as? Self else {
      preconditionFailure("a view of another class than \(Self.self)")
    }
    return view
  }

  public static func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearance.Type]
  ) -> Self { appearance() }
}

extension UIView {
  /// The part of the picture of a view that lies in a rectangle of it. Caps stretch too.
  public func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? {
    let picture = UIGraphicsImageRenderer(bounds: rect).image { layer.render(in: $0.cgContext) }
    let view = UIImageView(image: picture)
    view.frame = CGRect(origin: .zero, size: rect.size)
    return view
  }

  public var hasAmbiguousLayout: Bool { false }
  public var alignmentRectInsets: UIEdgeInsets { .zero }
  public func alignmentRect(forFrame frame: CGRect) -> CGRect { frame }
  public func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect { alignmentRect }
}
