public import RostrumGeometry
import RostrumTiming

/// One row of the table of layer classes: what a scene file may write after `class:`.
///
/// A new class is one file here with its properties and its row, one painter in `Rendering`, and
/// its line in `all`.
public struct LayerClass: Sendable {
  /// As in a scene file: `CAShapeLayer` is `shape`.
  public let name: String
  /// Core Animation's own name.
  public let coreAnimationName: String
  /// One line for the documentation.
  public let summary: String
  /// The properties that this class adds to the plain layer's.
  public let ownProperties: [Property]
  /// Where the class differs from the defaults of the plain layer.
  public let defaults: [(property: Property, value: Value)]
  /// True when a layer changes with time though nothing animates it.
  let changesWithoutAnimation: Bool
  /// Changes the animated values to the ones that the class shows, given the model at the scene's
  /// start; `nil` where they are the same.
  let adjustment: (@Sendable (inout LayerValues, LayerValues) -> Void)?

  init(
    name: String, coreAnimationName: String, summary: String, ownProperties: [Property],
    defaults: [(Property, Value)] = [], changesWithoutAnimation: Bool = false,
    adjustment: (@Sendable (inout LayerValues, LayerValues) -> Void)? = nil
  ) {
    self.name = name
    self.coreAnimationName = coreAnimationName
    self.summary = summary
    self.ownProperties = ownProperties
    self.defaults = defaults.map { (property: $0.0, value: $0.1) }
    self.changesWithoutAnimation = changesWithoutAnimation
    self.adjustment = adjustment
  }

  /// In the order of the documentation.
  public static let all: [LayerClass] = [
    .plain, .shape, .text, .gradient, .replicator, .emitter, .transform, .scroll, .tiled, .video,
    .scene, .sequence,
  ]

  /// The values of a layer of the class before the scene gives it any.
  public var initialValues: LayerValues {
    var values = LayerValues()
    for (property, value) in defaults { values[any: property] = value }
    return values
  }

  public static func named(_ name: String) -> LayerClass? { all.first { $0.name == name } }

  /// Every property of the class, the plain layer's first.
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
    (properties + Property.clockProperties).flatMap { property in
      [AnimationKeyPath(property)]
        + ValueComponent.components(of: property.type).map { AnimationKeyPath(property, $0) }
    }
  }

  /// The key paths that an animation may name.
  public var animatableKeyPaths: [AnimationKeyPath] {
    keyPaths.filter(\.property.isAnimatable)
  }
}

extension LayerClass: Hashable {
  public static func == (a: LayerClass, b: LayerClass) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The properties that every layer has, and the class that has no others. Defaults: Apple's
/// QuartzCore headers.
extension Property {
  public static let bounds = TypedProperty(
    "bounds", .rect, default: .zero,
    "The layer's own rectangle: its origin scrolls the sublayers, its size is the layer's.")
  public static let position = TypedProperty(
    "position", .point, default: .zero,
    "The anchor point's place in the superlayer.")
  public static let zPosition = TypedProperty(
    "zPosition", .number(), default: 0,
    "How far the anchor point lies in front of the superlayer's plane. Orders siblings from back to front, equal ones as in the file."
  )
  public static let anchorPoint = TypedProperty(
    "anchorPoint", .point, default: Point(x: 0.5, y: 0.5),
    "The point of the bounds that position and transform refer to: [0, 0] is the top left, [1, 1] the bottom right."
  )
  public static let anchorPointZ = TypedProperty(
    "anchorPointZ", .number(), default: 0,
    "How far the point that position and transform refer to is in front of the layer, in points.")
  public static let transform = TypedProperty(
    "transform", .transform, default: .identity,
    "Transforms the layer in space, about its anchor point.")
  public static let sublayerTransform = TypedProperty(
    "sublayerTransform", .transform, default: .identity,
    "Transforms the sublayers about the layer's anchor point: a perspective that they share."
  )
  public static let doubleSided = TypedProperty(
    "doubleSided", .boolean, default: true, action: .none,
    "Whether the layer shows when its back is turned to the eye.")
  public static let geometryFlipped = TypedProperty(
    "geometryFlipped", .boolean, default: false, action: .crossFades,
    "Turns the layer's own space upside down, about the middle of its bounds; pictures and text stay upright."
  )
  public static let hidden = TypedProperty(
    "hidden", .boolean, default: false, action: .crossFades,
    "Leaves out the layer and its sublayers.")
  public static let opacity = TypedProperty(
    "opacity", .number(.unit), default: 1,
    "How opaque the layer and its sublayers are as a whole.")
  public static let allowsGroupOpacity = TypedProperty(
    "allowsGroupOpacity", .boolean, default: true, isAnimatable: false,
    "Whether opacity applies to the layer and its sublayers as one picture, or to each of them alone."
  )
  public static let allowsEdgeAntialiasing = TypedProperty(
    "allowsEdgeAntialiasing", .boolean, default: true, isAnimatable: false,
    "Whether the edges of the bounds are smooth, as on macOS. Otherwise a pixel shows the layer wholly where its middle does, as on iOS unless an app says otherwise."
  )
  public static let edgeAntialiasingMask = TypedProperty(
    "edgeAntialiasingMask", .words(), default: Set(RectSide.allCases), isAnimatable: false,
    "The edges that are smooth, by the coordinate that they have: minX is the left one, minY the upper one."
  )
  public static let masksToBounds = TypedProperty(
    "masksToBounds", .boolean, default: false, action: .crossFades,
    "Cuts contents and sublayers off at the rounded bounds.")
  public static let backgroundColor = TypedProperty(
    "backgroundColor", .color, default: nil, "Fills the rounded bounds.")
  public static let cornerRadius = TypedProperty(
    "cornerRadius", .number(.zeroOrMore), default: 0,
    "The radius of the corners of background and border, at most half the shorter side.")
  public static let maskedCorners = TypedProperty(
    "maskedCorners", .words(), default: Set(Corner.allCases), isAnimatable: false,
    action: .crossFades,
    "The corners that are rounded, by their edges: minXMinY is the top left one.")
  public static let cornerCurve = TypedProperty(
    "cornerCurve", .word, default: CornerCurve.circular,
    isAnimatable: false,
    "How rounded corners bend: a quarter of a circle, or a curve that begins more softly.")
  public static let borderWidth = TypedProperty(
    "borderWidth", .number(.zeroOrMore), default: 0,
    "The width of the line inside the edge of the bounds, above the sublayers.")
  public static let borderColor = TypedProperty(
    "borderColor", .color, default: .black, "The colour of that line.")
  public static let contents = TypedProperty(
    "contents", .image, default: nil, "A picture.")
  public static let contentsGravity = TypedProperty(
    "contentsGravity", .word, default: ContentsGravity.resize,
    isAnimatable: false,
    "How the picture lies in the bounds: resizeAspectFill covers them, resizeAspect fits into them. As in Core Animation, top is the edge of largest y: the lower one on screen."
  )
  public static let contentsRect = TypedProperty(
    "contentsRect", .rect, default: Rect(x: 0, y: 0, width: 1, height: 1),
    "The part of the picture that is shown, from its top left: [0, 0, 1, 1] is all. Beyond the picture its edge pixels are repeated."
  )
  public static let contentsCenter = TypedProperty(
    "contentsCenter", .rect, default: Rect(x: 0, y: 0, width: 1, height: 1),
    "The part that stretches both ways when gravity resizes the picture. Edges stretch one way, corners keep their size."
  )
  public static let contentsScale = TypedProperty(
    "contentsScale", .number(.moreThanZero), default: 1,
    "Pixels of the picture for each point.")
  public static let magnificationFilter = TypedProperty(
    "magnificationFilter", .word, default: ScalingFilter.linear,
    isAnimatable: false, "How the picture is enlarged.")
  public static let minificationFilter = TypedProperty(
    "minificationFilter", .word, default: ScalingFilter.linear,
    isAnimatable: false,
    "How the picture is reduced: linear averages up to 16 by 16 pixels, trilinear blends copies of half, a quarter ... of its size."
  )
  public static let minificationFilterBias = TypedProperty(
    "minificationFilterBias", .number(), default: 0,
    "For trilinear reduction: 1 takes copies of half the size, which is softer; -1 of double.")
}

extension LayerClass {
  public static let plain = LayerClass(
    name: "layer", coreAnimationName: "CALayer",
    summary: "A rectangle with a background, a border, a picture and sublayers.",
    ownProperties: [
      .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .sublayerTransform,
      .doubleSided, .geometryFlipped, .hidden, .opacity, .allowsGroupOpacity,
      .allowsEdgeAntialiasing,
      .edgeAntialiasingMask, .masksToBounds, .backgroundColor, .cornerRadius,
      .maskedCorners, .cornerCurve, .borderWidth, .borderColor, .contents, .contentsGravity,
      .contentsRect, .contentsCenter, .contentsScale, .magnificationFilter, .minificationFilter,
      .minificationFilterBias,
    ] + Property.effects)
}

/// How a picture's pixels are combined when it is shown in another size. Names: Apple's
/// `CALayerContentsFilter`.
public enum ScalingFilter: String, PropertyWord {
  /// The closest pixel alone.
  case nearest
  /// A mixture of the pixels around.
  case linear
  /// A mixture of pixels of copies that are half, a quarter ... as large.
  case trilinear
}

extension Corner: PropertyWord {}
extension RectSide: PropertyWord {}
extension CornerCurve: PropertyWord {}
extension CompositingOperation: PropertyWord {}

/// How a picture lies in its layer's bounds.
public enum ContentsGravity: String, PropertyWord {
  case resize, resizeAspect, resizeAspectFill
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}

/// The properties that say how a layer's finished picture is put together with what lies behind.
/// Defaults: Apple's QuartzCore headers.
extension Property {
  public static let shadowColor = TypedProperty(
    "shadowColor", .color, default: .black, "The colour of the shadow.")
  public static let shadowOpacity = TypedProperty(
    "shadowOpacity", .number(.unit), default: 0,
    "How opaque the shadow is; 0 is no shadow.")
  public static let shadowOffset = TypedProperty(
    "shadowOffset", .size, default: Size(width: 0, height: -3),
    "How far the shadow lies from the layer, in the layer's coordinates: it turns with the layer. As in Core Animation, the default lies above."
  )
  public static let shadowRadius = TypedProperty(
    "shadowRadius", .number(.zeroOrMore), default: 3,
    "How soft the shadow is, in points: the standard deviation of its Gaussian blur is 0.94 of this."
  )
  public static let shadowPath = TypedProperty(
    "shadowPath", .path, default: nil, action: .none,
    "What casts the shadow; without it, all that the layer and its sublayers show.")
  public static let filters = TypedProperty(
    "filters", .filters, default: [], isAnimatable: false, action: .crossFades,
    "Changes of the layer's picture. Key paths name their inputs, as in filters.blur.inputRadius."
  )
  public static let backgroundFilters = TypedProperty(
    "backgroundFilters", .filters, default: [], isAnimatable: false, action: .crossFades,
    "What changes what lies behind, inside the layer's rounded bounds. Key paths as for filters.")
  public static let compositingFilter = TypedProperty(
    "compositingFilter", .optionalWord(), default: CompositingOperation?.none, isAnimatable: false,
    action: .crossFades,
    "The blend mode: how the layer's picture is combined with what lies behind it in the nearest group."
  )
  public static let shouldRasterize = TypedProperty(
    "shouldRasterize", .boolean, default: false, action: .none,
    "Whether the layer is drawn upright at rasterizationScale first, and that picture is shown.")
  public static let rasterizationScale = TypedProperty(
    "rasterizationScale", .number(.moreThanZero), default: 1,
    action: .none,
    "Pixels for each point of such a picture.")

  public static let effects: [Property] = [
    shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath, filters,
    backgroundFilters, compositingFilter, shouldRasterize, rasterizationScale,
  ]
}
