public import Foundation

/// A place or a length of a view or guide, as one side of a constraint.
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  /// `nil` for a guide that has no view any more.
  open private(set) weak var item: AnyObject?
  let attribute: NSLayoutConstraint.Attribute

  init(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
    (self.item, self.attribute) = (item, attribute)
    super.init()
  }

  func related(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor?,
    times multiplier: CGFloat = 1, _ constant: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      item: item as Any, attribute: attribute, relatedBy: relation, toItem: other?.item,
      attribute: other?.attribute ?? .notAnAttribute, multiplier: multiplier, constant: constant)
  }

  open func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { related(.equal, anchor, c) }
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { related(.greaterThanOrEqual, anchor, c) }
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { related(.lessThanOrEqual, anchor, c) }
}

/// The distance to the standard one between views, 8 points.
private let standardSpacing: CGFloat = 8

open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
  open func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { related(.equal, anchor, multiplier * standardSpacing) }
  open func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { related(.greaterThanOrEqual, anchor, multiplier * standardSpacing) }
}

open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  open func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { related(.equal, anchor, multiplier * standardSpacing) }
  open func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { related(.greaterThanOrEqual, anchor, multiplier * standardSpacing) }
}

open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
    related(.equal, nil, c)
  }
  open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    related(.greaterThanOrEqual, nil, c)
  }
  open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    related(.lessThanOrEqual, nil, c)
  }
  open func constraint(
    equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { related(.equal, anchor, times: m, c) }
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat,
    constant c: CGFloat = 0
  ) -> NSLayoutConstraint { related(.greaterThanOrEqual, anchor, times: m, c) }
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { related(.lessThanOrEqual, anchor, times: m, c) }
}

/// A rectangle that constraints place, and that shows nothing.
open class UILayoutGuide: NSObject {
  open internal(set) weak var owningView: UIView?
  open var identifier = ""
  /// In the space of the owning view.
  open internal(set) var layoutFrame = CGRect.zero
  /// The distances from the owning view, for a guide that a view has from the start.
  var insets: ((UIView) -> UIEdgeInsets)?

  public override init() { super.init() }

  /// There are no archives: always `nil`.
  public required init?(coder: NSCoder) { nil }

  convenience init(_ view: UIView, _ insets: ((UIView) -> UIEdgeInsets)? = nil) {
    self.init()
    (owningView, self.insets) = (view, insets)
  }
}

/// A view or a guide, whose places and lengths constraints relate.
public protocol _LayoutItem: AnyObject {}

extension _LayoutItem {
  public var leadingAnchor: NSLayoutXAxisAnchor { .init(self, .leading) }
  public var trailingAnchor: NSLayoutXAxisAnchor { .init(self, .trailing) }
  public var leftAnchor: NSLayoutXAxisAnchor { .init(self, .left) }
  public var rightAnchor: NSLayoutXAxisAnchor { .init(self, .right) }
  public var centerXAnchor: NSLayoutXAxisAnchor { .init(self, .centerX) }
  public var topAnchor: NSLayoutYAxisAnchor { .init(self, .top) }
  public var bottomAnchor: NSLayoutYAxisAnchor { .init(self, .bottom) }
  public var centerYAnchor: NSLayoutYAxisAnchor { .init(self, .centerY) }
  public var widthAnchor: NSLayoutDimension { .init(self, .width) }
  public var heightAnchor: NSLayoutDimension { .init(self, .height) }
}

extension UILayoutGuide: _LayoutItem {}

extension UIView: _LayoutItem {
  public var firstBaselineAnchor: NSLayoutYAxisAnchor { .init(self, .firstBaseline) }
  public var lastBaselineAnchor: NSLayoutYAxisAnchor { .init(self, .lastBaseline) }

  public var layoutGuides: [UILayoutGuide] { placement.guides.filter { $0.insets == nil } }

  public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
    layoutGuide.owningView = self
    placement.guides.append(layoutGuide)
  }

  public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
    placement.guides.removeAll { $0 === layoutGuide }
    layoutGuide.owningView = nil
  }

  /// The view without the bars of the system: all of it, in a film.
  public var safeAreaLayoutGuide: UILayoutGuide {
    guide("safe area") { $0.safeAreaInsets }
  }

  public var layoutMarginsGuide: UILayoutGuide { guide("margins") { $0.layoutMargins } }

  public var readableContentGuide: UILayoutGuide { layoutMarginsGuide }

  /// A guide that the view has from the start, made with its first use.
  func guide(_ name: String, _ insets: ((UIView) -> UIEdgeInsets)?) -> UILayoutGuide {
    if let known = placement.guides.first(where: { $0.identifier == name }) { return known }
    let guide = UILayoutGuide(self, insets)
    guide.identifier = name
    placement.guides.append(guide)
    return guide
  }
}
