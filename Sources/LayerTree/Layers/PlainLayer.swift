import Geometry

/// The properties that every layer has, and the class that has no others. Defaults: Apple's QuartzCore headers.
extension Property {
  /// How a picture's pixels are combined: the closest one alone, or a mixture.
  private static let scalingFilters = ["nearest", "linear"]

  public static let bounds = Property(
    "bounds", .rect, default: .rect(.zero),
    "The layer's own rectangle: its origin scrolls what is inside, its size is the layer's.")
  public static let position = Property(
    "position", .point, default: .point(.zero),
    "Where the anchor point stands in the superlayer.")
  public static let zPosition = Property(
    "zPosition", .number(), default: .number(0),
    "Orders siblings from back to front; equal ones stay in the order of the file.")
  public static let anchorPoint = Property(
    "anchorPoint", .point, default: .point(Point(x: 0.5, y: 0.5)),
    "The point of the bounds that position and transform refer to: [0, 0] is the top left, [1, 1] the bottom right."
  )
  public static let transform = Property(
    "transform", .transform, default: .transform(.identity),
    "Turns, scales and moves the layer about its anchor point.")
  public static let sublayerTransform = Property(
    "sublayerTransform", .transform, default: .transform(.identity),
    "Turns, scales and moves the sublayers about the layer's anchor point.")
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
  public static let contentsScale = Property(
    "contentsScale", .number(.moreThanZero), default: .number(1),
    "Pixels of the picture for each point.")
  public static let magnificationFilter = Property(
    "magnificationFilter", .word(scalingFilters), default: .text("linear"),
    isAnimatable: false, "How the picture is enlarged.")
  public static let minificationFilter = Property(
    "minificationFilter", .word(scalingFilters), default: .text("linear"),
    isAnimatable: false, "How the picture is reduced.")
}

extension LayerClass {
  public static let plain = LayerClass(
    name: "layer", coreAnimationName: "CALayer",
    summary: "A rectangle with a background, a border, a picture and sublayers.",
    ownProperties: [
      .bounds, .position, .zPosition, .anchorPoint, .transform, .sublayerTransform, .hidden,
      .opacity, .allowsGroupOpacity, .masksToBounds, .backgroundColor, .cornerRadius, .borderWidth,
      .borderColor, .contents, .contentsGravity, .contentsScale, .magnificationFilter,
      .minificationFilter,
    ])
}

/// How a picture lies in its layer's bounds.
public enum ContentsGravity: String, CaseIterable, Hashable, Sendable {
  case resize, resizeAspect, resizeAspectFill
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}
