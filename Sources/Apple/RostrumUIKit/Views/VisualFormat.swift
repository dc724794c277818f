import Foundation

extension NSLayoutConstraint {
  public struct FormatOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let alignAllLeft = Self(rawValue: 1 << 1)
    public static let alignAllRight = Self(rawValue: 1 << 2)
    public static let alignAllTop = Self(rawValue: 1 << 3)
    public static let alignAllBottom = Self(rawValue: 1 << 4)
    public static let alignAllLeading = Self(rawValue: 1 << 5)
    public static let alignAllTrailing = Self(rawValue: 1 << 6)
    public static let alignAllCenterX = Self(rawValue: 1 << 9)
    public static let alignAllCenterY = Self(rawValue: 1 << 10)
    public static let directionLeadingToTrailing: Self = []
    public static let directionLeftToRight = Self(rawValue: 1 << 16)
    public static let directionRightToLeft = Self(rawValue: 2 << 16)

    private static let attributes: [(Self, Attribute)] = [
      (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top),
      (.alignAllBottom, .bottom), (.alignAllLeading, .leading), (.alignAllTrailing, .trailing),
      (.alignAllCenterX, .centerX), (.alignAllCenterY, .centerY),
    ]

    fileprivate var aligned: [Attribute] {
      Self.attributes.filter { contains($0.0) }.map(\.1)
    }
  }

  /// The constraints of a line such as `H:|-8-[title(>=40)]-[icon(20@750)]|`. One that cannot be
  /// read has none, with a warning. The direction has no effect: views lie from left to right.
  public class func constraints(
    withVisualFormat format: String, options opts: FormatOptions = [],
    metrics: [String: Any]? = nil, views: [String: Any]
  ) -> [NSLayoutConstraint] {
    var reader = VisualFormat(format, metrics ?? [:], views)
    guard reader.read() else {
      FilmCode.warn("the layout '\(format)' is not read")
      return []
    }
    let aligned = zip(reader.named, reader.named.dropFirst()).flatMap { a, b in
      opts.aligned.map {
        NSLayoutConstraint(
          item: b, attribute: $0, relatedBy: .equal, toItem: a, attribute: $0, multiplier: 1,
          constant: 0)
      }
    }
    return reader.result + aligned
  }
}

/// A reader of one line of Auto Layout's visual format.
private struct VisualFormat {
  private typealias Attribute = NSLayoutConstraint.Attribute

  /// A length, or a view that is as long.
  private struct Predicate {
    var relation = NSLayoutConstraint.Relation.equal
    var value: CGFloat = 0
    var view: UIView?
    var priority: Float = 1000
  }

  private var rest: Substring
  private let metrics: [String: Any]
  private let views: [String: Any]
  private var isAcross = true
  private(set) var named: [UIView] = []
  private(set) var result: [NSLayoutConstraint] = []

  init(_ format: String, _ metrics: [String: Any], _ views: [String: Any]) {
    rest = Substring(format.filter { !$0.isWhitespace })
    (self.metrics, self.views) = (metrics, views)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }

  private mutating func word() -> String {
    let word = rest.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
    rest.removeFirst(word.count)
    return String(word)
  }

  mutating func read() -> Bool {
    isAcross = !skip("V:")
    _ = skip("H:")
    var before: UIView?
    var isAtStart = skip("|")
    while !rest.isEmpty {
      guard let distances = readDistances(isEdge: isAtStart || rest.hasSuffix("|")) else {
        return false
      }
      if skip("|") {
        guard rest.isEmpty, let before, let parent = before.superview else { return false }
        relate(parent, isAcross ? .trailing : .bottom, before, distances, isEnd: true)
        return true
      }
      guard skip("["), let view = views[word()] as? UIView, readLengths(of: view), skip("]") else {
        return false
      }
      if let before {
        relate(view, isAcross ? .leading : .top, before, distances, isEnd: true)
      } else if isAtStart, let parent = view.superview {
        relate(view, isAcross ? .leading : .top, parent, distances, isEnd: false)
      }
      isAtStart = false
      named.append(view)
      before = view
    }
    return true
  }

  private mutating func relate(
    _ item: UIView, _ attribute: NSLayoutConstraint.Attribute, _ other: UIView,
    _ distances: [Predicate], isEnd: Bool
  ) {
    let (first, last): (Attribute, Attribute) =
      isAcross ? (.leading, .trailing) : (.top, .bottom)
    for distance in distances {
      add(item, attribute, distance, other, isEnd ? last : first)
    }
  }

  private mutating func add(
    _ item: UIView, _ attribute: NSLayoutConstraint.Attribute, _ predicate: Predicate,
    _ other: UIView?, _ otherAttribute: NSLayoutConstraint.Attribute
  ) {
    let constraint = NSLayoutConstraint(
      item: item, attribute: attribute, relatedBy: predicate.relation, toItem: other,
      attribute: other == nil ? .notAnAttribute : otherAttribute, multiplier: 1,
      constant: predicate.value)
    constraint.priority = UILayoutPriority(predicate.priority)
    result.append(constraint)
  }

  /// `-`, `-8-`, `-(>=8@250)-`, or nothing.
  private mutating func readDistances(isEdge: Bool) -> [Predicate]? {
    guard skip("-") else { return [Predicate()] }
    if rest.hasPrefix("[") || rest.hasPrefix("|") { return [Predicate(value: 8)] }
    guard let distances = readPredicates(), skip("-") else { return nil }
    return distances
  }

  private mutating func readLengths(of view: UIView) -> Bool {
    guard rest.hasPrefix("(") else { return true }
    guard let lengths = readPredicates() else { return false }
    let attribute: Attribute = isAcross ? .width : .height
    for length in lengths { add(view, attribute, length, length.view, attribute) }
    return true
  }

  private mutating func readPredicates() -> [Predicate]? {
    guard skip("(") else { return readPredicate().map { [$0] } }
    var found: [Predicate] = []
    repeat {
      guard let predicate = readPredicate() else { return nil }
      found.append(predicate)
    } while skip(",")
    return skip(")") ? found : nil
  }

  private mutating func readPredicate() -> Predicate? {
    var predicate = Predicate()
    if skip("<=") { predicate.relation = .lessThanOrEqual }
    if skip(">=") { predicate.relation = .greaterThanOrEqual }
    _ = skip("==")
    let sign: CGFloat = skip("-") ? -1 : 1
    let name = word()
    if let number = number(name) {
      predicate.value = sign * number
    } else if let view = views[name] as? UIView {
      predicate.view = view
    } else {
      return nil
    }
    if skip("@") {
      guard let priority = number(word()) else { return nil }
      predicate.priority = Float(priority)
    }
    return predicate
  }

  private func number(_ word: String) -> CGFloat? {
    if let number = Double(word) { return CGFloat(number) }
    guard let metric = metrics[word] else { return nil }
    return metric as? CGFloat ?? (metric as? Double).map { CGFloat($0) }
      ?? (metric as? Int).map { CGFloat($0) }
      ?? (metric as? NSNumber).map { CGFloat($0.doubleValue) }
  }
}
