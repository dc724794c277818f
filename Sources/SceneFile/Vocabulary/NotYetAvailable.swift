/// Core Animation's words that this version does not know yet: they get a message of their own instead of "unknown".
enum NotYetAvailable {
  static let layerClasses: [String: String] = [
    "transform": "CATransformLayer", "player": "AVPlayerLayer", "AVPlayer": "AVPlayerLayer",
  ]

  static let layerKeys: Set<String> = [
    "mask", "shadowColor", "shadowOpacity", "shadowOffset", "shadowRadius", "shadowPath",
    "contentsRect", "contentsCenter", "contentsFormat", "minificationFilterBias",
    "compositingFilter", "filters", "backgroundFilters", "maskedCorners", "cornerCurve",
    "doubleSided", "geometryFlipped", "shouldRasterize", "rasterizationScale", "anchorPointZ",
    "allowsEdgeAntialiasing", "edgeAntialiasingMask", "opaque", "drawsAsynchronously", "actions",
    "style", "duration", "repeatCount", "repeatDuration", "autoreverses", "fillMode",
    "allowsFontSubpixelQuantization",
  ]

  static let animationKeys: Set<String> = ["delegate"]
}
