public import Foundation

/// The rank of a constraint: the ones with more come first.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  public let rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.init(rawValue: rawValue) }

  public static let required = Self(1000)
  public static let defaultHigh = Self(750)
  public static let defaultLow = Self(250)
  public static let fittingSizeLevel = Self(50)
}

/// A relation between places or lengths of two views or guides, or of one and a number.
///
/// Relations are solved before `layoutSubviews()` of the view around all others, the ones with a
/// higher priority first. Of two that contradict each other, the one that came first holds; where
/// both are required, a warning says so. Right-to-left languages are not there.
open class NSLayoutConstraint: NSObject {
  public enum Attribute: Int, Sendable {
    case notAnAttribute, left, right, top, bottom, leading, trailing, width, height, centerX
    case centerY, lastBaseline, firstBaseline, leftMargin, rightMargin, topMargin, bottomMargin
    case leadingMargin, trailingMargin, centerXWithinMargins, centerYWithinMargins
  }

  public enum Relation: Int, Sendable {
    case lessThanOrEqual = -1
    case equal = 0
    case greaterThanOrEqual = 1
  }

  public enum Axis: Int, Sendable {
    case horizontal, vertical
  }

  open private(set) weak var firstItem: AnyObject?
  open private(set) weak var secondItem: AnyObject?
  open private(set) var firstAttribute = Attribute.notAnAttribute
  open private(set) var secondAttribute = Attribute.notAnAttribute
  open private(set) var relation = Relation.equal
  open private(set) var multiplier: CGFloat = 1
  open var constant: CGFloat = 0 {
    didSet { if constant != oldValue { holder?.noteConstraints() } }
  }
  open var priority = UILayoutPriority.required {
    didSet { if priority != oldValue { holder?.noteConstraints() } }
  }
  open var identifier: String?
  open var shouldBeArchived = false
  /// Whether it names a second item.
  private var needsSecond = false
  /// The view that has it among its constraints.
  private(set) weak var holder: UIView?

  public override init() { super.init() }

  public convenience init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation,
    toItem view2: Any?, attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    self.init()
    (firstItem, firstAttribute) = (view1 as AnyObject, attr1)
    (secondItem, secondAttribute) = (view2.map { $0 as AnyObject }, attr2)
    needsSecond = view2 != nil
    (self.relation, self.multiplier, constant) = (relation, multiplier, c)
  }

  /// A constraint that is active belongs to the nearest view around both of its items.
  open var isActive: Bool {
    get { holder != nil }
    set {
      guard newValue != isActive else { return }
      guard newValue else { return hold(by: nil) }
      guard let view = Self.view(of: firstItem) else { return }
      let other = Self.view(of: secondItem) ?? view
      guard let common = view.nearestView(with: other) else {
        return FilmCode.warn("a constraint's views are not in one tree: \(description)")
      }
      hold(by: common)
    }
  }

  func hold(by view: UIView?) {
    holder?.placement.constraints.removeAll { $0 === self }
    holder?.noteConstraints()
    holder = view
    view?.placement.constraints.append(self)
    view?.noteConstraints()
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  static func view(of item: AnyObject?) -> UIView? {
    item as? UIView ?? (item as? UILayoutGuide)?.owningView
  }

  /// `nil` where an item is gone.
  var equation: LayoutEquation? {
    guard let firstItem, !needsSecond || secondItem != nil else { return nil }
    var terms = [LayoutEquation.Term(item: firstItem, attribute: firstAttribute, factor: 1)]
    if let secondItem, secondAttribute != .notAnAttribute {
      terms.append(
        .init(item: secondItem, attribute: secondAttribute, factor: -Double(multiplier)))
    }
    return LayoutEquation(
      terms: terms, constant: -Double(constant), relation: relation,
      priority: priority.rawValue, name: { self.description })
  }

  open override var description: String {
    let signs: [Relation: String] = [.lessThanOrEqual: "<=", .greaterThanOrEqual: ">="]
    let first = firstItem.map { "\(type(of: $0)).\(firstAttribute)" } ?? "nothing"
    let second = secondItem.map { "\(type(of: $0)).\(secondAttribute) * \(multiplier) + " } ?? ""
    let name = identifier.map { "'\($0)' " } ?? ""
    return "\(name)\(first) \(signs[relation] ?? "==") \(second)\(constant)"
  }
}

extension UIView {
  /// The nearest view that has both inside, or is one of them.
  func nearestView(with other: UIView) -> UIView? {
    sequence(first: self) { $0.superview }.first { other.isDescendant(of: $0) }
  }

  /// The layout of the tree is due.
  func noteConstraints() {
    LayoutEngine.use()
    outermost.layer.setNeedsLayout()
  }

  var outermost: UIView {
    var view = self
    while let next = view.superview { view = next }
    return view
  }

  public var constraints: [NSLayoutConstraint] { placement.constraints }

  public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.hold(by: self) }

  public func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }

  public func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { constraint.hold(by: nil) }
  }

  public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    placement.hugging[axis] ?? .defaultLow
  }

  public func setContentHuggingPriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    placement.hugging[axis] = priority
    noteConstraints()
  }

  public func contentCompressionResistancePriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority { placement.resistance[axis] ?? .defaultHigh }

  public func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    placement.resistance[axis] = priority
    noteConstraints()
  }

  /// The smallest size that the constraints inside allow, near to another one.
  public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    LayoutEngine(fitting: self, in: targetSize).fittingSize
  }

  public func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    let size = systemLayoutSizeFitting(targetSize)
    return CGSize(
      width: withHorizontalFittingPriority == .required ? targetSize.width : size.width,
      height: verticalFittingPriority == .required ? targetSize.height : size.height)
  }

  public static var layoutFittingCompressedSize: CGSize { .zero }
  public static var layoutFittingExpandedSize: CGSize { CGSize(width: 10_000, height: 10_000) }
}

/// A view's part in layout by constraints.
struct Placement {
  var constraints: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
  var resistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
}

extension UIView {
  /// The rectangle of the bounds' size around the centre: the frame of a view that no transform and
  /// no other anchor point moves. iOS lays out by the centre, so both move the view from its place.
  var untransformedFrame: CGRect {
    let size = bounds.size
    return CGRect(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }

  func place(_ frame: CGRect) {
    func differ(_ a: CGFloat, _ b: CGFloat) -> Bool { abs(a - b) > 1e-6 }
    if differ(bounds.width, frame.width) || differ(bounds.height, frame.height) {
      bounds.size = frame.size
    }
    let middle = CGPoint(x: frame.midX, y: frame.midY)
    if differ(middle.x, center.x) || differ(middle.y, center.y) { center = middle }
  }
}
