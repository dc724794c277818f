public import Foundation

/// Views in a row or a column, by constraints that the stack makes.
///
/// Distances between baselines are those between edges.
open class UIStackView: UIView {
  public enum Distribution: Int, Sendable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  public enum Alignment: Int, Sendable {
    case fill, leading, firstBaseline, center, trailing, lastBaseline

    public static let top = Self.leading
    public static let bottom = Self.trailing
  }

  open private(set) var arrangedSubviews: [UIView] = []
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { noteConstraints() } }
  open var distribution = Distribution.fill { didSet { noteConstraints() } }
  open var alignment = Alignment.fill { didSet { noteConstraints() } }
  open var spacing: CGFloat = 0 { didSet { noteConstraints() } }
  open var isLayoutMarginsRelativeArrangement = false { didSet { noteConstraints() } }
  open var isBaselineRelativeArrangement = false
  private var spacings: [ObjectIdentifier: CGFloat] = [:]

  /// The distance that `customSpacing(after:)` has where none is set.
  public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
  public static let spacingUseSystem: CGFloat = 8

  public override init(frame: CGRect) { super.init(frame: frame) }

  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  public required init(coder: NSCoder) {
    super.init(frame: .zero)
    FilmCode.warn("there are no archives: a stack is empty")
  }

  open func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(view, at: arrangedSubviews.filter { $0 !== view }.count)
  }

  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    arrangedSubviews.insert(view, at: min(max(stackIndex, 0), arrangedSubviews.count))
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.superview !== self { addSubview(view) }
    noteConstraints()
  }

  /// The view stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    noteConstraints()
  }

  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    spacings[ObjectIdentifier(arrangedSubview)] =
      spacing == Self.spacingUseDefault ? nil : spacing
    noteConstraints()
  }

  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    spacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { systemLayoutSizeFitting(size) }

  // MARK: Constraints

  private typealias Term = LayoutEquation.Term
  private typealias Side = NSLayoutConstraint.Attribute
  private typealias Sides = (start: Side, center: Side, end: Side, length: Side)

  private static let across: Sides = (.left, .centerX, .right, .width)
  private static let down: Sides = (.top, .centerY, .bottom, .height)

  /// The relations between the views that show.
  var equations: [LayoutEquation] {
    let views = arrangedSubviews.filter { !$0.isHidden }
    guard let first = views.first, let last = views.last else { return [] }
    let isRow = axis == .horizontal
    let (along, side) = isRow ? (Self.across, Self.down) : (Self.down, Self.across)
    let frame: AnyObject = isLayoutMarginsRelativeArrangement ? layoutMarginsGuide : self
    var result = [
      Self.difference((first, along.start), (frame, along.start)),
      Self.difference((last, along.end), (frame, along.end)),
    ]
    for index in views.indices.dropFirst() {
      result += distribute(views, index, along)
    }
    for view in views { result += align(view, with: first, in: frame, side) }
    // The stack is no larger across than its views.
    result.append(
      LayoutEquation(
        terms: [Term(item: self, attribute: side.length, factor: 1)], priority: 49))
    return result
  }

  private static func difference(
    _ a: (AnyObject, NSLayoutConstraint.Attribute), _ b: (AnyObject, NSLayoutConstraint.Attribute),
    _ constant: CGFloat = 0, _ relation: NSLayoutConstraint.Relation = .equal
  ) -> LayoutEquation {
    LayoutEquation(
      terms: [
        Term(item: a.0, attribute: a.1, factor: 1), Term(item: b.0, attribute: b.1, factor: -1),
      ], constant: -Double(constant), relation: relation)
  }

  /// The relations of a view to the one before.
  private func distribute(_ views: [UIView], _ index: Int, _ along: Sides) -> [LayoutEquation] {
    let (before, view) = (views[index - 1], views[index])
    let distance = spacings[ObjectIdentifier(before)] ?? spacing
    func gap(
      _ a: UIView, _ b: UIView, _ end: Side, _ start: Side, _ factor: Double
    ) -> [Term] {
      [
        Term(item: b, attribute: start, factor: factor),
        Term(item: a, attribute: end, factor: -factor),
      ]
    }
    let isLoose = distribution == .equalSpacing || distribution == .equalCentering
    var result = [
      Self.difference(
        (view, along.start), (before, along.end), distance,
        isLoose ? .greaterThanOrEqual : .equal)
    ]
    switch distribution {
    case .fill: break
    case .fillEqually: result.append(Self.difference((view, along.length), (before, along.length)))
    case .fillProportionally:
      let lengths = [before, view].map { view in
        let size = view.intrinsicContentSize
        return Double(max(along.length == .width ? size.width : size.height, 1))
      }
      result.append(
        LayoutEquation(terms: [
          Term(item: view, attribute: along.length, factor: lengths[0]),
          Term(item: before, attribute: along.length, factor: -lengths[1]),
        ]))
    case .equalSpacing, .equalCentering:
      guard index > 1 else { break }
      let (end, start) =
        distribution == .equalSpacing ? (along.end, along.start) : (along.center, along.center)
      result.append(
        LayoutEquation(
          terms: gap(before, view, end, start, 1) + gap(views[0], views[1], end, start, -1)))
    }
    return result
  }

  private func align(
    _ view: UIView, with first: UIView, in frame: AnyObject, _ side: Sides
  ) -> [LayoutEquation] {
    let baselines: [Alignment: Side] = [
      .firstBaseline: .firstBaseline, .lastBaseline: .lastBaseline,
    ]
    if let baseline = baselines[alignment], view !== first, side.start == .top {
      return [Self.difference((view, baseline), (first, baseline))]
    }
    let places: [Alignment: [Side]] = [
      .fill: [side.start, side.end], .center: [side.center], .trailing: [side.end],
    ]
    let held = places[alignment] ?? [side.start]
    return held.map { Self.difference((view, $0), (frame, $0)) } + [
      Self.difference((view, side.start), (frame, side.start), 0, .greaterThanOrEqual),
      Self.difference((view, side.end), (frame, side.end), 0, .lessThanOrEqual),
    ]
  }
}
