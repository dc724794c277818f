import Geometry

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

extension Layer {
  /// Whether the layer is a picture of its own at some time, or may be: it has a mask, or one of the properties above is set or animated.
  public var hasEffects: Bool {
    mask != nil || epochs.contains { Property.effects.contains(where: $0.values.sets) }
      || allAnimations.contains { $0.keyPaths.contains { Property.effects.contains($0.property) } }
  }
}
