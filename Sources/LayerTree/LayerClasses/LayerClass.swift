import Geometry
import Timing

/// One row of the table of layer classes: what a scene file may write after `class:`.
///
/// A new class is one file here with its properties and its row, one painter in `Rendering`, and its line in `all`.
public struct LayerClass: Sendable {
  /// As in a scene file: `CAShapeLayer` is `shape`.
  public let name: String
  /// Core Animation's own name.
  public let coreAnimationName: String
  /// One line for the documentation.
  public let summary: String
  /// The properties that this class adds to those of the plain layer.
  public let ownProperties: [Property]
  /// Where the class differs from the defaults of the plain layer.
  public let defaults: [(property: Property, value: Value)]
  /// True when a layer changes with time though nothing animates it.
  let changesWithoutAnimation: Bool
  /// Makes of the animated values what the class shows at a moment; `nil` for nothing more.
  let completion: (@Sendable (inout LayerValues, LayerMoment) -> Void)?

  init(
    name: String, coreAnimationName: String, summary: String, ownProperties: [Property],
    defaults: [(Property, Value)] = [], changesWithoutAnimation: Bool = false,
    completion: (@Sendable (inout LayerValues, LayerMoment) -> Void)? = nil
  ) {
    self.name = name
    self.coreAnimationName = coreAnimationName
    self.summary = summary
    self.ownProperties = ownProperties
    self.defaults = defaults.map { (property: $0.0, value: $0.1) }
    self.changesWithoutAnimation = changesWithoutAnimation
    self.completion = completion
  }

  /// In the order of the documentation.
  public static let all: [LayerClass] = [
    .plain, .shape, .text, .gradient, .replicator, .emitter, .transform, .scroll, .tiled, .video,
    .scene,
  ]

  /// What a layer of the class has before the scene gives it values.
  public var initialValues: LayerValues {
    var values = LayerValues()
    for (property, value) in defaults { values[property] = value }
    return values
  }

  public static func named(_ name: String) -> LayerClass? { all.first { $0.name == name } }

  /// Every property of the class, those of the plain layer first.
  public var properties: [Property] {
    name == LayerClass.plain.name
      ? ownProperties : LayerClass.plain.ownProperties + ownProperties
  }

  /// The property of that name, or `nil` when the class has none.
  public func property(named name: String) -> Property? {
    properties.first { $0.name == name }
  }

  /// Every key path of such a layer: each property, each component of it, and its clock.
  public var keyPaths: [AnimationKeyPath] {
    (properties + Self.clockProperties).flatMap { property in
      [AnimationKeyPath(property)]
        + ValueComponent.components(of: property.type).map { AnimationKeyPath(property, $0) }
    }
  }

  /// Those that an animation may name.
  public var animatableKeyPaths: [AnimationKeyPath] {
    keyPaths.filter(\.property.isAnimatable)
  }
}

extension LayerClass: Hashable {
  public static func == (a: LayerClass, b: LayerClass) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

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

/// The properties that say how a layer's finished picture is put together with what lies behind. Defaults: Apple's QuartzCore headers.
extension Property {
  public static let shadowColor = Property(
    "shadowColor", .color, default: .color(.black), "The colour of the shadow.")
  public static let shadowOpacity = Property(
    "shadowOpacity", .number(.unit), default: .number(0),
    "How opaque the shadow is; 0 is no shadow.")
  public static let shadowOffset = Property(
    "shadowOffset", .size, default: .size(Size(width: 0, height: -3)),
    "How far the shadow lies from the layer, in the layer's coordinates: it turns with the layer. As in Core Animation, the default lies above."
  )
  public static let shadowRadius = Property(
    "shadowRadius", .number(.zeroOrMore), default: .number(3),
    "The standard deviation of the shadow's Gaussian blur, in points.")
  public static let shadowPath = Property(
    "shadowPath", .path, default: .none, action: .none,
    "What casts the shadow; without it, all that the layer and its sublayers show.")
  public static let filters = Property(
    "filters", .filters, default: .none, isAnimatable: false, action: .crossFades,
    "What changes the layer's picture, one after the other. Key paths name what is in them, as in filters.blur.inputRadius."
  )
  public static let backgroundFilters = Property(
    "backgroundFilters", .filters, default: .none, isAnimatable: false, action: .crossFades,
    "What changes what lies behind, inside the layer's rounded bounds. Key paths as for filters.")
  public static let compositingFilter = Property(
    "compositingFilter", .word(["none"] + CompositingOperation.allCases.map(\.rawValue)),
    default: .text("none"), isAnimatable: false, action: .crossFades,
    "How the layer's picture is combined with what lies behind it in the nearest group.")
  public static let shouldRasterize = Property(
    "shouldRasterize", .boolean, default: .boolean(false), action: .none,
    "Whether the layer is drawn upright at rasterizationScale first, and that picture is shown.")
  public static let rasterizationScale = Property(
    "rasterizationScale", .number(.moreThanZero), default: .number(1),
    action: .none,
    "Pixels for each point of such a picture.")

  public static let effects: [Property] = [
    shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath, filters,
    backgroundFilters, compositingFilter, shouldRasterize, rasterizationScale,
  ]
}

/// The properties of a layer's clock that key paths can name. They stand beside the class's table: their values are the clock's, not
/// the layer's (see `Epoch.clock(at:)`). Defaults: Apple's `CAMediaTiming.h`.
extension Property {
  public static let timeOffset = Property(
    "timeOffset", .number(), default: .number(0), action: .none,
    "What the layer's own clock shows at its start. Its animations run in the superlayer's time.")
  public static let speed = Property(
    "speed", .number(), default: .number(1), isAnimatable: false,
    "How fast the layer's own clock runs.")
  public static let beginTime = Property(
    "beginTime", .number(), default: .number(0), isAnimatable: false,
    "When the layer's own clock starts, in its superlayer's time.")
}

extension LayerClass {
  /// What key paths can name of the clock of a layer of any class.
  public static let clockProperties: [Property] = [.timeOffset, .speed, .beginTime]
}
