extension UIView {
  /// The parts of a view's frame that change with its superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let flexibleLeftMargin = Self(rawValue: 1)
    public static let flexibleWidth = Self(rawValue: 2)
    public static let flexibleRightMargin = Self(rawValue: 4)
    public static let flexibleTopMargin = Self(rawValue: 8)
    public static let flexibleHeight = Self(rawValue: 16)
    public static let flexibleBottomMargin = Self(rawValue: 32)
  }

  /// Changes the size, and with it that of subviews which follow it.
  func resizing(_ change: () -> Void) {
    let old = bounds.size
    change()
    let new = bounds.size
    guard autoresizesSubviews, old != new else { return }
    for view in subviews where !view.autoresizingMask.isEmpty {
      let mask = view.autoresizingMask
      let frame = view.untransformedFrame
      let (x, width) = Self.resized(
        frame.minX, frame.width, old.width, new.width,
        [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin].map(mask.contains))
      let (y, height) = Self.resized(
        frame.minY, frame.height, old.height, new.height,
        [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin].map(mask.contains))
      view.place(CGRect(x: x, y: y, width: width, height: height))
    }
  }

  /// The flexible ones of a start, a length and the rest share the change, by their sizes.
  private static func resized(
    _ start: CGFloat, _ length: CGFloat, _ old: CGFloat, _ new: CGFloat, _ isFlexible: [Bool]
  ) -> (start: CGFloat, length: CGFloat) {
    var parts = [start, length, old - start - length]
    let flexible = parts.indices.filter { isFlexible[$0] }
    guard !flexible.isEmpty else { return (start, length) }
    let sum = flexible.reduce(0) { $0 + parts[$1] }
    for index in flexible {
      let share = sum > 0 ? parts[index] / sum : 1 / CGFloat(flexible.count)
      parts[index] += (new - old) * share
    }
    return (parts[0], parts[1])
  }
}
