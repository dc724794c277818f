import Foundation
import Synchronization

/// A relation of attributes of items: their sum with a number, and 0.
struct LayoutEquation {
  struct Term {
    let item: AnyObject
    let attribute: NSLayoutConstraint.Attribute
    let factor: Double
  }

  var terms: [Term]
  var constant = 0.0
  var relation = NSLayoutConstraint.Relation.equal
  var priority: Float = 1000
  /// In words, for warnings; `nil` for one that the library makes.
  var name: (() -> String)?
}

/// The places of the views of one tree, by their constraints.
///
/// Unknowns are the edges and lengths of views without `translatesAutoresizingMaskIntoConstraints`
/// and of guides, in the space of the outermost view. An inequality takes part as an equation once
/// the solution without it violates it. What nothing determines stays where it is.
struct LayoutEngine {
  /// The mark of a film that has constraints.
  private final class Mark {}
  private static let used = Atomic(false)

  /// Whether there ever was a constraint in this film, or outside of films.
  static var isUsed: Bool {
    guard FilmCode.isRunning else { return used.load(ordering: .relaxed) }
    return FilmCode.kept.contains { $0 is Mark }
  }

  static func use() {
    guard !isUsed else { return }
    if FilmCode.isRunning {
      FilmCode.keep(Mark())
    } else {
      used.store(true, ordering: .relaxed)
    }
  }

  private typealias Attribute = NSLayoutConstraint.Attribute

  private struct Ranked {
    let sum: LinearSum
    let relation: NSLayoutConstraint.Relation
    let priority: Float
    let name: (() -> String)?
  }

  private let root: UIView
  /// Whether the size of the outermost view is unknown too.
  private let isFitting: Bool
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var items: [AnyObject] = []
  private var ranked: [Ranked] = []
  private var values: [Double] = []
  private var conflicts: [() -> String] = []

  private init(_ root: UIView, isFitting: Bool) { (self.root, self.isFitting) = (root, isFitting) }

  /// Moves the views below the outermost one to their places.
  static func layOut(_ root: UIView) {
    var engine = LayoutEngine(root, isFitting: false)
    engine.solve()
    guard !engine.items.isEmpty else { return }
    engine.apply()
    for conflict in engine.conflicts {
      FilmCode.warn("constraints contradict each other; this one does not hold: \(conflict())")
    }
  }

  /// The solution for the size of a view.
  init(fitting view: UIView, in target: CGSize) {
    self.init(view, isFitting: true)
    _ = number(view)
    for (attribute, length) in [(Attribute.width, target.width), (.height, target.height)] {
      let term = LayoutEquation.Term(item: view, attribute: attribute, factor: 1)
      rank(LayoutEquation(terms: [term], constant: -Double(length), priority: 50))
    }
    solve()
  }

  var fittingSize: CGSize {
    CGSize(width: value(root, .width), height: value(root, .height))
  }

  // MARK: Unknowns

  /// The number of an item's first unknown. An item that is new brings its content's size along.
  private mutating func number(_ item: AnyObject) -> Int {
    if let known = numbers[ObjectIdentifier(item)] { return known }
    let number = items.count * 4
    numbers[ObjectIdentifier(item)] = number
    items.append(item)
    return number
  }

  private func isUnknown(_ item: AnyObject) -> Bool {
    guard let view = item as? UIView else { return (item as? UILayoutGuide)?.insets == nil }
    if view === root { return isFitting }
    return !view.translatesAutoresizingMaskIntoConstraints
  }

  /// The left or top edge and the length along it.
  private mutating func span(_ item: AnyObject, isAcross: Bool) -> (LinearSum, LinearSum) {
    if isUnknown(item) {
      let first = number(item) + (isAcross ? 0 : 1)
      return (LinearSum(factors: [first: 1]), LinearSum(factors: [first + 2: 1]))
    }
    if let guide = item as? UILayoutGuide, let view = guide.owningView {
      var (start, length) = span(view, isAcross: isAcross)
      let inset = guide.insets?(view) ?? .zero
      let (before, after) = isAcross ? (inset.left, inset.right) : (inset.top, inset.bottom)
      start.constant += Double(before)
      length.constant -= Double(before + after)
      return (start, length)
    }
    guard let view = item as? UIView else { return (LinearSum(), LinearSum()) }
    let frame = view.untransformedFrame
    let length = LinearSum(constant: Double(isAcross ? frame.width : frame.height))
    guard view !== root, let parent = view.superview else { return (LinearSum(), length) }
    var start = span(parent, isAcross: isAcross).0
    start.constant += Double(isAcross ? frame.minX : frame.minY)
    return (start, length)
  }

  /// How an attribute lies along its span: the part of the length, and whether the start counts.
  private static let places: [NSLayoutConstraint.Attribute: (part: Double, hasStart: Bool)] = [
    .left: (0, true), .leading: (0, true), .top: (0, true), .leftMargin: (0, true),
    .leadingMargin: (0, true), .topMargin: (0, true), .firstBaseline: (0, true),
    .right: (1, true), .trailing: (1, true), .bottom: (1, true), .rightMargin: (1, true),
    .trailingMargin: (1, true), .bottomMargin: (1, true), .lastBaseline: (1, true),
    .centerX: (0.5, true), .centerY: (0.5, true), .centerXWithinMargins: (0.5, true),
    .centerYWithinMargins: (0.5, true), .width: (1, false), .height: (1, false),
  ]
  private static let down: Set<NSLayoutConstraint.Attribute> = [
    .top, .bottom, .height, .centerY, .topMargin, .bottomMargin, .centerYWithinMargins,
    .firstBaseline, .lastBaseline,
  ]
  private static let withinMargins: Set<NSLayoutConstraint.Attribute> = [
    .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
    .centerXWithinMargins, .centerYWithinMargins,
  ]

  private mutating func sum(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute)
    -> LinearSum
  {
    guard let (part, hasStart) = Self.places[attribute] else { return LinearSum() }
    let isInside = Self.withinMargins.contains(attribute)
    let owner = isInside ? (item as? UIView)?.layoutMarginsGuide ?? item : item
    let (start, length) = span(owner, isAcross: !Self.down.contains(attribute))
    var result = hasStart ? start : LinearSum()
    result.add(length, times: part)
    let font = (item as? UILabel)?.font
    if attribute == .firstBaseline { result.constant += Double(font?.ascender ?? 0) }
    if attribute == .lastBaseline { result.constant += Double(font?.descender ?? 0) }
    return result
  }

  private func value(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) -> Double {
    var copy = self
    let sum = copy.sum(item, attribute)
    return sum.factors.reduce(sum.constant) { $0 + $1.value * values[$1.key] }
  }

  // MARK: Equations

  private mutating func rank(_ equation: LayoutEquation) {
    var sum = LinearSum(constant: equation.constant)
    for term in equation.terms {
      let item = scrolledItem(term, of: equation)
      sum.add(self.sum(item, term.attribute), times: term.factor)
    }
    ranked.append(
      Ranked(
        sum: sum, relation: equation.relation, priority: equation.priority, name: equation.name))
  }

  /// For its descendants, the edges of a scroll view are its content's edges.
  private func scrolledItem(_ term: LayoutEquation.Term, of equation: LayoutEquation) -> AnyObject {
    guard let scroll = term.item as? UIScrollView, Self.places[term.attribute]?.hasStart == true,
      equation.terms.contains(where: {
        guard let view = NSLayoutConstraint.view(of: $0.item) else { return false }
        return $0.item !== scroll && view.isDescendant(of: scroll)
      })
    else { return term.item }
    return scroll.contentLayoutGuide
  }

  private mutating func collect(_ view: UIView) {
    for constraint in view.placement.constraints {
      guard let equation = constraint.equation,
        equation.terms.allSatisfy({
          NSLayoutConstraint.view(of: $0.item)?.isDescendant(of: root) == true
        })
      else { continue }
      rank(equation)
    }
    for equation in (view as? UIStackView)?.equations ?? [] { rank(equation) }
    for view in view.subviews { collect(view) }
  }

  /// The size of a view's content: it neither grows nor shrinks gladly.
  private mutating func rankContent(of view: UIView, size: CGSize) {
    let axes: [(NSLayoutConstraint.Axis, Attribute, CGFloat)] = [
      (.horizontal, .width, size.width), (.vertical, .height, size.height),
    ]
    for (axis, attribute, length) in axes where length != UIView.noIntrinsicMetric {
      let hugging = view.contentHuggingPriority(for: axis).rawValue
      let resistance = view.contentCompressionResistancePriority(for: axis).rawValue
      let term = LayoutEquation.Term(item: view, attribute: attribute, factor: 1)
      var equation = LayoutEquation(terms: [term], constant: -Double(length))
      equation.priority = min(hugging, resistance)
      rank(equation)
      equation.relation = hugging < resistance ? .greaterThanOrEqual : .lessThanOrEqual
      equation.priority = max(hugging, resistance)
      if hugging != resistance { rank(equation) }
    }
  }

  // MARK: Solution

  private mutating func solve() {
    collect(root)
    guard !ranked.isEmpty else { return }
    let given = ranked
    var widths: [ObjectIdentifier: CGFloat] = [:]
    // The second time lines of text are as wide as the first solution says.
    for _ in 0..<2 {
      ranked = given
      for item in items {
        if let guide = item as? UILayoutGuide, let scroll = guide.owningView as? UIScrollView,
          guide === scroll.contentLayoutGuide
        {
          rankStart(of: guide, in: scroll)
        }
        guard let view = item as? UIView else { continue }
        var size = view.intrinsicContentSize
        if let width = widths[ObjectIdentifier(view)] {
          size.height = view.sizeThatFits(CGSize(width: width, height: .infinity)).height
        }
        rankContent(of: view, size: size)
      }
      // A length without a constraint is not negative.
      for index in items.indices {
        for unknown in [index * 4 + 2, index * 4 + 3] {
          ranked.append(
            Ranked(
              sum: LinearSum(factors: [unknown: 1]), relation: .greaterThanOrEqual, priority: 999.5,
              name: nil))
        }
      }
      values = solution()
      let labels = items.compactMap { $0 as? UILabel }.filter { $0.numberOfLines != 1 }
      if labels.isEmpty { return }
      for label in labels { widths[ObjectIdentifier(label)] = CGFloat(value(label, .width)) }
    }
  }

  private mutating func rankStart(of guide: UILayoutGuide, in scroll: UIScrollView) {
    for attribute in [Attribute.left, .top] {
      var sum = self.sum(guide, attribute)
      sum.add(self.sum(scroll, attribute), times: -1)
      ranked.append(Ranked(sum: sum, relation: .equal, priority: 1000, name: nil))
    }
  }

  /// The unknowns' values, as they are where nothing determines them.
  private mutating func solution() -> [Double] {
    let order = ranked.indices.sorted { (ranked[$1].priority, $0) < (ranked[$0].priority, $1) }
    var active = Set(order.filter { ranked[$0].relation == .equal })
    let present = items.flatMap(presentValues)
    // Lengths first: a view that nothing places keeps its size.
    let stays = present.indices.sorted { (1 - $0 / 2 % 2, $0) < (1 - $1 / 2 % 2, $1) }
    while true {
      var system = LinearSystem()
      conflicts = []
      for index in order where active.contains(index) {
        let equation = ranked[index]
        guard case .contradictory = system.add(equation.sum), equation.priority >= 1000,
          let name = equation.name
        else { continue }
        conflicts.append(name)
      }
      for unknown in stays {
        _ = system.add(LinearSum(factors: [unknown: 1], constant: -present[unknown]))
      }
      // Of the highest priority, the one that is violated most.
      let violated = order.filter { !active.contains($0) }.compactMap { index in
        let error = system.reduced(ranked[index].sum).constant
        let amount = -error * Double(ranked[index].relation.rawValue)
        return amount > 1e-6 ? (index, ranked[index].priority, amount) : nil
      }
      guard let worst = violated.max(by: { ($0.1, $0.2) < ($1.1, $1.2) }) else {
        return present.indices.map { system.reduced(LinearSum(factors: [$0: 1])).constant }
      }
      active.insert(worst.0)
    }
  }

  private func presentValues(_ item: AnyObject) -> [Double] {
    if let guide = item as? UILayoutGuide {
      let frame = guide.layoutFrame
      return [frame.minX, frame.minY, frame.width, frame.height].map(Double.init)
    }
    guard let view = item as? UIView else { return [0, 0, 0, 0] }
    let frame = view.untransformedFrame
    var (x, y) = (frame.minX, frame.minY)
    let around = sequence(first: view) { $0.superview }.dropFirst()
    for parent in around.prefix(while: { $0 !== root }) {
      x += parent.untransformedFrame.minX
      y += parent.untransformedFrame.minY
    }
    return [x, y, frame.width, frame.height].map(Double.init)
  }

  // MARK: Results

  private func apply() {
    for item in items {
      let owner = (item as? UIView)?.superview ?? (item as? UILayoutGuide)?.owningView
      guard let owner, item !== root else { continue }
      let frame = CGRect(
        x: value(item, .left) - value(owner, .left), y: value(item, .top) - value(owner, .top),
        width: value(item, .width), height: value(item, .height))
      if let view = item as? UIView { view.place(frame) }
      guard let guide = item as? UILayoutGuide else { continue }
      guide.layoutFrame = frame
      guard let scroll = owner as? UIScrollView, guide === scroll.contentLayoutGuide else {
        continue
      }
      scroll.contentSize = frame.size
    }
  }
}
