/// Words of `CALayer`'s and `CAMediaTiming`'s that no scene file needs: why, and what does the same.
struct RefusedKey {
  let message: String
  let hint: String

  static func named(_ name: String) -> RefusedKey? {
    if ofAnimations.contains(name) {
      return RefusedKey(
        message: "a layer's clock neither ends nor repeats: \(name.quoted) belongs to animations",
        hint: "write it in the layer's animations")
    }
    return others[name]
  }

  /// Of `CAMediaTiming`'s, a layer has only what maps its time: `beginTime`, `speed` and `timeOffset`.
  private static let ofAnimations: Set<String> = [
    "duration", "repeatCount", "repeatDuration", "autoreverses", "fillMode",
  ]

  private static let others: [String: RefusedKey] = [
    "contentsFormat": always("pictures have 8 bits for each of red, green, blue and alpha"),
    "allowsEdgeAntialiasing": always("the edges of layers are smooth"),
    "edgeAntialiasingMask": always("all four edges of layers are smooth"),
    "opaque": always("layers are drawn as they are, and need no promise to be opaque"),
    "drawsAsynchronously": always("frames are drawn side by side"),
    "allowsFontSubpixelQuantization": always("letters stand where they belong, at no whole pixels"),
    "style": RefusedKey(
      message: "what layers share is written with YAML: 'style' is not needed",
      hint: "name a layer's mapping with &NAME, and pour it into others with <<: *NAME"),
  ]

  private static func always(_ reason: String) -> RefusedKey {
    RefusedKey(message: "nothing to choose here: \(reason)", hint: "leave it out")
  }
}
