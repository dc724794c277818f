import Geometry

/// What a scroll layer adds. Defaults: Apple's `CAScrollLayer.h`.
extension Property {
  public static let scrollMode = Property(
    "scrollMode", .word(ScrollMode.allCases.map(\.rawValue)), default: .text("both"),
    isAnimatable: false,
    "In which directions the origin of the bounds may leave its first value: that is what scrolls.")
}

extension LayerClass {
  public static let scroll = LayerClass(
    name: "scroll", coreAnimationName: "CAScrollLayer",
    summary: "A window on its sublayers: the origin of its bounds is the point at the corner.",
    ownProperties: [.scrollMode],
    defaults: [(.masksToBounds, .boolean(true))],
    completion: { values, moment in
      guard let mode = ScrollMode(rawValue: values[.scrollMode].text), mode != .both else { return }
      let rest = moment.layer.values[.bounds].rect.origin
      var bounds = values[.bounds].rect
      if mode != .horizontally { bounds.origin.x = rest.x }
      if mode != .vertically { bounds.origin.y = rest.y }
      values[.bounds] = .rect(bounds)
    })
}

/// The directions in which a scroll layer scrolls.
public enum ScrollMode: String, CaseIterable, Hashable, Sendable {
  case none, vertically, horizontally, both
}
