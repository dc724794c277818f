import Geometry

/// The properties that every layer has, and the class that has no others. Defaults: Apple's QuartzCore headers.
extension Property {
  /// How a picture's pixels are combined: the closest one alone, or a mixture.
  private static let scalingFilters = ["nearest", "linear", "trilinear"]

  public static let bounds = Property(
    "bounds", .rect, default: .rect(.zero),
    "The layer's own rectangle: its origin scrolls what is inside, its size is the layer's.")
  public static let position = Property(
    "position", .point, default: .point(.zero),
    "Where the anchor point stands in the superlayer.")
  public static let zPosition = Property(
    "zPosition", .number(), default: .number(0),
    "How far the anchor point stands in front of the superlayer's plane. Orders siblings from back to front; equal ones stay in the order of the file."
  )
  public static let anchorPoint = Property(
    "anchorPoint", .point, default: .point(Point(x: 0.5, y: 0.5)),
    "The point of the bounds that position and transform refer to: [0, 0] is the top left, [1, 1] the bottom right."
  )
  public static let anchorPointZ = Property(
    "anchorPointZ", .number(), default: .number(0),
    "How far the point that position and transform refer to is in front of the layer, in points.")
  public static let transform = Property(
    "transform", .transform, default: .transform(.identity),
    "Turns, scales and moves the layer in space, about its anchor point.")
  public static let sublayerTransform = Property(
    "sublayerTransform", .transform, default: .transform(.identity),
    "Turns, scales and moves the sublayers about the layer's anchor point; the place for a perspective that they share."
  )
  public static let doubleSided = Property(
    "doubleSided", .boolean, default: .boolean(true), action: .none,
    "Whether the layer shows when its back is turned to the eye.")
  public static let geometryFlipped = Property(
    "geometryFlipped", .boolean, default: .boolean(false), action: .crossFades,
    "Turns the layer's own space upside down, about the middle of its bounds; pictures and text stay upright."
  )
  public static let hidden = Property(
    "hidden", .boolean, default: .boolean(false), action: .crossFades,
    "Leaves out the layer and its sublayers.")
  public static let opacity = Property(
    "opacity", .number(.unit), default: .number(1),
    "How opaque the layer and its sublayers are as a whole.")
  public static let allowsGroupOpacity = Property(
    "allowsGroupOpacity", .boolean, default: .boolean(true), isAnimatable: false,
    "Whether opacity applies to the layer and its sublayers as one picture, or to each of them alone."
  )
  public static let masksToBounds = Property(
    "masksToBounds", .boolean, default: .boolean(false), action: .crossFades,
    "Cuts contents and sublayers off at the rounded bounds.")
  public static let backgroundColor = Property(
    "backgroundColor", .color, default: .none, "Fills the rounded bounds.")
  public static let cornerRadius = Property(
    "cornerRadius", .number(.zeroOrMore), default: .number(0),
    "The radius of the corners of background and border, at most half the shorter side.")
  public static let maskedCorners = Property(
    "maskedCorners", .words(Corner.allCases.map(\.rawValue)),
    default: .words(Corner.allCases.map(\.rawValue)), isAnimatable: false, action: .crossFades,
    "The corners that are rounded, by their edges: minXMinY is the top left one.")
  public static let cornerCurve = Property(
    "cornerCurve", .word(CornerCurve.allCases.map(\.rawValue)), default: .text("circular"),
    isAnimatable: false,
    "How rounded corners bend: a quarter of a circle, or a curve that begins more softly.")
  public static let borderWidth = Property(
    "borderWidth", .number(.zeroOrMore), default: .number(0),
    "The width of the line inside the edge of the bounds, above the sublayers.")
  public static let borderColor = Property(
    "borderColor", .color, default: .color(.black), "The colour of that line.")
  public static let contents = Property(
    "contents", .image, default: .none, "A picture.")
  public static let contentsGravity = Property(
    "contentsGravity", .word(ContentsGravity.allCases.map(\.rawValue)), default: .text("resize"),
    isAnimatable: false,
    "How the picture lies in the bounds. As in Core Animation, top is the edge of largest y: the lower one on screen."
  )
  public static let contentsRect = Property(
    "contentsRect", .rect, default: .rect(Rect(x: 0, y: 0, width: 1, height: 1)),
    "The part of the picture that is shown: [0, 0, 1, 1] is all of it, from its top left. Outside the picture its edge goes on."
  )
  public static let contentsCenter = Property(
    "contentsCenter", .rect, default: .rect(Rect(x: 0, y: 0, width: 1, height: 1)),
    "The part of what is shown that stretches both ways when gravity resizes it. What lies beside it stretches one way; corners keep their size."
  )
  public static let contentsScale = Property(
    "contentsScale", .number(.moreThanZero), default: .number(1),
    "Pixels of the picture for each point.")
  public static let magnificationFilter = Property(
    "magnificationFilter", .word(scalingFilters), default: .text("linear"),
    isAnimatable: false, "How the picture is enlarged.")
  public static let minificationFilter = Property(
    "minificationFilter", .word(scalingFilters), default: .text("linear"),
    isAnimatable: false,
    "How the picture is reduced: linear averages up to 16 by 16 pixels, trilinear blends copies of half, a quarter ... of its size."
  )
  public static let minificationFilterBias = Property(
    "minificationFilterBias", .number(), default: .number(0),
    "For trilinear reduction: 1 takes copies of half the size, which is softer; -1 of double.")
}

extension LayerClass {
  public static let plain = LayerClass(
    name: "layer", coreAnimationName: "CALayer",
    summary: "A rectangle with a background, a border, a picture and sublayers.",
    ownProperties: [
      .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .sublayerTransform,
      .doubleSided, .geometryFlipped, .hidden, .opacity, .allowsGroupOpacity, .masksToBounds,
      .backgroundColor, .cornerRadius,
      .maskedCorners, .cornerCurve, .borderWidth, .borderColor, .contents, .contentsGravity,
      .contentsRect, .contentsCenter, .contentsScale, .magnificationFilter, .minificationFilter,
      .minificationFilterBias,
    ] + Property.effects)
}

/// How a picture lies in its layer's bounds.
public enum ContentsGravity: String, CaseIterable, Hashable, Sendable {
  case resize, resizeAspect, resizeAspectFill
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}
