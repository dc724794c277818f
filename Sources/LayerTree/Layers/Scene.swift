public import Geometry
public import Timing

/// A scene that is resolved completely: what `SceneFile` makes of a file, and all that the renderer needs to know.
///
/// Guaranteed: every name, colour, path, unit and asset is resolved to a value of its property's type; every number is finite and
/// within its property's rule; the canvas has at least one pixel; the clock has at least one frame; pictures exist and are measured,
/// fonts exist and have every glyph of their text; layer names are unique; durations are above 0.
public struct Scene: Sendable {
  /// The canvas, in points.
  public let size: Size
  /// What lies behind all layers; `nil` is transparent.
  public let background: Color?
  /// Which frames there are, and when.
  public let clock: FrameClock
  /// The layer that holds the scene's layers. Its bounds are the canvas.
  public let root: Layer

  public init(size: Size, background: Color?, clock: FrameClock, layers: [Layer]) {
    self.size = size
    self.background = background
    self.clock = clock
    var values = LayerValues()
    values[.bounds] = .rect(Rect(origin: .zero, size: size))
    values[.position] = .point(Point(x: size.width / 2, y: size.height / 2))
    root = Layer(index: 0, name: "scene", layerClass: .plain, values: values, sublayers: layers)
  }

  /// Every layer of the scene in the order of the file, without the root.
  public var layers: [Layer] { Array(root.subtree.dropFirst()) }

  /// Every picture that a frame of the scene can show.
  public var images: [ImageReference] {
    layers.flatMap { layer in
      layer.epochs.compactMap { $0.values[.contents].image }
        + layer.epochs.flatMap { $0.values[.emitterCells].emitterCells.flatMap(\.images) }
        + layer.allAnimations.flatMap(\.images)
    }
  }

  /// True when no pixel of a frame can be translucent: the background covers the canvas.
  public var isOpaque: Bool { (background?.alpha ?? 0) >= 1 }

  /// What is shown at `time`, in seconds from the start of the scene. It depends on nothing else.
  public func presentation(at time: Double) -> PresentationLayer {
    root.presentation(at: time)
  }
}
