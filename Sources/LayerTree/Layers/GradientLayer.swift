import Geometry

/// What a gradient layer adds. Defaults: Apple's `CAGradientLayer.h`.
extension Property {
  public static let gradientType = Property(
    "type", .word(GradientType.allCases.map(\.rawValue)), default: .text("axial"),
    isAnimatable: false, "Whether the colours change along a line, outwards, or around a point.")
  public static let colors = Property(
    "colors", .colors, default: .none, "The colours, from start to end; a single one fills all.")
  public static let locations = Property(
    "locations", .locations, default: .none,
    "Where each colour stands between start (0) and end (1). Default: evenly.")
  public static let startPoint = Property(
    "startPoint", .point, default: .point(Point(x: 0.5, y: 0)),
    "Where the gradient starts, or its centre; [0, 0] is the top left of the bounds, [1, 1] the bottom right."
  )
  public static let endPoint = Property(
    "endPoint", .point, default: .point(Point(x: 0.5, y: 1)),
    "Where the gradient ends: of a radial one a corner of the box around the outer ellipse, of a conic one the direction of its first colour."
  )
}

extension LayerClass {
  public static let gradient = LayerClass(
    name: "gradient", coreAnimationName: "CAGradientLayer",
    summary: "Colours that run into each other, inside the rounded bounds.",
    ownProperties: [.gradientType, .colors, .locations, .startPoint, .endPoint])
}

/// How the colours of a gradient lie in the bounds.
public enum GradientType: String, CaseIterable, Hashable, Sendable {
  /// Along the line from start to end.
  case axial
  /// Outwards from the start, in ellipses.
  case radial
  /// Once around the start, from the direction of the end on, clockwise on screen.
  case conic
}
