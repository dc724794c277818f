import LayerTree

extension Key {
  static let layerName = Key(
    "name", .layerName,
    "How scripts and messages call the layer; unique in the scene. Default: where it stands, as in layers[2]."
  )
  static let layerClass = Key("class", .layerClass, default: "layer", "The kind of layer.")
  static let frame = Key(
    "frame", .frame, "Where the layer lies in its superlayer: sets bounds and position.")
  static let layerBeginTime = Key(
    "beginTime", .time, default: "0", "When the layer's own clock starts, in its superlayer's time."
  )
  static let layerSpeed = Key(
    "speed", .value(.number()), default: "1", "How fast the layer's own clock runs.")
  static let layerTimeOffset = Key(
    "timeOffset", .time, default: "0",
    "What the layer's own clock shows at its start. With speed 0 it is the layer's time; animate it to scrub."
  )
  static let sublayers = Key("sublayers", .layers, "Layers inside this one, from back to front.")
  static let mask = Key(
    "mask", .layer,
    "A layer in this one's coordinates and time: this one shows where the mask is opaque.")
  static let layerAnimations = Key(
    "animations", .animations, "What changes over time, in the order in which it applies.")

  static let actions = Key(
    "actions", .actions,
    "What runs instead of the usual animation when an event sets a key path: an animation, which may leave out keyPath and values, or none."
  )

  static let sceneFile = Key(
    "scene", .sceneFile, isRequired: true,
    "The path of the other scene file, relative to this one. Its layers are called NAME/LAYER here."
  )

  static let videoFile = Key(
    "video", .videoFile, isRequired: true,
    "The path of the video file, relative to the scene file.")

  /// What layers of one class may say besides what all layers may, and their properties.
  static func ownKeys(of layerClass: LayerClass) -> [Key] {
    switch layerClass {
    case .scene: [.sceneFile, .givenParameters]
    case .video: [.videoFile]
    default: []
    }
  }

  /// What a layer of any class may say besides its properties.
  static let layerKeys: [Key] = [
    .layerName, .layerClass, .frame, .layerBeginTime, .layerSpeed, .layerTimeOffset, .sublayers,
    .mask, .layerAnimations, .actions,
  ]
}
