import Geometry

/// What a shape layer adds. Defaults: Apple's `CAShapeLayer.h`.
extension Property {
  public static let path = Property(
    "path", .path, default: .none, action: .none,
    "The outline, in the layer's coordinates. The bounds do not cut it off.")
  public static let fillColor = Property(
    "fillColor", .color, default: .color(.black), "What the inside is filled with.")
  public static let fillRule = Property(
    "fillRule", .word(FillRule.allCases.map(\.rawValue)), default: .text("non-zero"),
    isAnimatable: false, "Which parts count as inside when outlines overlap.")
  public static let strokeColor = Property(
    "strokeColor", .color, default: .none, "What the line along the path is drawn with.")
  public static let strokeStart = Property(
    "strokeStart", .number(.unit), default: .number(0),
    "Where along the whole path the line starts.")
  public static let strokeEnd = Property(
    "strokeEnd", .number(.unit), default: .number(1),
    "Where along the whole path the line ends.")
  public static let lineWidth = Property(
    "lineWidth", .number(.zeroOrMore), default: .number(1), "The width of the line.")
  public static let miterLimit = Property(
    "miterLimit", .number(.zeroOrMore), default: .number(10),
    "How pointed a mitred corner may be before it is cut off, as a ratio to the line's width.")
  public static let lineCap = Property(
    "lineCap", .word(StrokeStyle.LineCap.allCases.map(\.rawValue)), default: .text("butt"),
    isAnimatable: false,
    "How the ends of the line look.")
  public static let lineJoin = Property(
    "lineJoin", .word(StrokeStyle.LineJoin.allCases.map(\.rawValue)), default: .text("miter"),
    isAnimatable: false, "How the corners of the line look.")
  public static let lineDashPattern = Property(
    "lineDashPattern", .numbers, default: .none, isAnimatable: false,
    "Lengths of dashes and gaps in turn; an odd list is used twice.")
  public static let lineDashPhase = Property(
    "lineDashPhase", .number(), default: .number(0), "How far into the pattern the line starts.")
}

extension LayerClass {
  public static let shape = LayerClass(
    name: "shape", coreAnimationName: "CAShapeLayer",
    summary: "A path, filled and stroked.",
    ownProperties: [
      .path, .fillColor, .fillRule, .strokeColor, .strokeStart, .strokeEnd, .lineWidth,
      .miterLimit, .lineCap, .lineJoin, .lineDashPattern, .lineDashPhase,
    ])
}
