import Geometry
import LayerTree
import Timing

extension SceneContext {
  /// The whole file.
  func scene(_ root: YAMLNode) -> Scene? {
    if root.isNull {
      error(.emptyScene, "the file is empty", at: root, hint: "a scene starts with size and layers")
      return nil
    }
    guard let fields = MappingReader(parametrized(root), .scene, self) else { return nil }
    _ = fields.node(.parameters)
    let size = fields.required(.canvasSize).flatMap(canvasSize)
    let background = fields.node(.background).flatMap(color)
    let rate = frameRate(fields)
    let duration = fields.number(.sceneDuration).map { DurationGiven.value($0) }
    let isDurationThere = fields.node(.sceneDuration) != nil
    let physics = fields.node(.physics)
    let layers = layers(fields, sceneDuration: duration?.value)
    fields.reportUnknownKeys()
    checkEffectDepth(layers)
    if let physics, !isDurationThere { reportMissingDuration(at: physics) }
    guard let size, let rate, duration != nil || !isDurationThere else { return nil }
    guard let clock = clock(fields, rate, duration, layers) else { return nil }
    let moved =
      physics.map {
        simulated($0, in: PhysicsPlace(canvas: size, layers: layers, duration: clock.duration))
      } ?? layers
    return Scene(size: size, background: background?.color, clock: clock, layers: moved)
  }

  /// The layers with all that happens to them. What animations name is read before them.
  private func layers(_ fields: MappingReader, sceneDuration: Double?) -> [Layer] {
    clocks = fields.node(.clocks).map(readClocks) ?? [:]
    followedValues = fields.node(.followedValues).map(readFollowedValues) ?? [:]
    let declared = fields.list(.layers).map { layers($0, in: place) } ?? []
    return happened(fields.list(.events) ?? [], to: declared, sceneDuration: sceneDuration)
  }

  private func reportMissingDuration(at physics: YAMLNode) {
    error(
      .endless, "physics never ends, and the scene has no duration", at: physics,
      hint: "give the scene a duration")
  }

  private enum DurationGiven {
    case value(Double)

    var value: Double {
      switch self {
      case .value(let seconds): seconds
      }
    }
  }

  // MARK: The canvas

  /// Cairo's limit for one side of a picture, in pixels.
  private static let maximumSide = 32_767.0

  private func canvasSize(_ node: YAMLNode) -> Size? {
    let expectation = Grammar.canvasSize.expectation
    guard let list = numbers(node, counts: [2], expectation) else { return nil }
    for (value, place) in zip(list, node.items ?? []) where value <= 0 {
      error(.outOfRange, "the canvas needs a size above 0; found \(value.sceneText)", at: place)
    }
    guard list.allSatisfy({ $0 > 0 }) else { return nil }
    let size = Size(width: list[0], height: list[1])
    return isCanvas(size, at: node) ? size : nil
  }

  private func isCanvas(_ size: Size, at node: YAMLNode) -> Bool {
    let width = (size.width * options.scale).rounded(.up)
    let height = (size.height * options.scale).rounded(.up)
    let pixels = "\(width.sceneText) x \(height.sceneText) pixels"
    if width * height > Double(options.maximumPixels) {
      error(
        .canvasTooLarge,
        "the canvas has \(pixels), more than the limit of \(options.maximumPixels)", at: node,
        hint: "raise the limit with --max-pixels")
      return false
    }
    if max(width, height) > Self.maximumSide {
      error(
        .canvasTooLarge, "the canvas has \(pixels); a side has at most 32767", at: node)
      return false
    }
    return true
  }

  // MARK: The clock

  private func frameRate(_ fields: MappingReader) -> FrameRate? {
    let own = fields.node(.framesPerSecond).map { frameRate($0) } ?? FrameRate(numerator: 60)
    return own == nil ? nil : options.frameRate ?? own
  }

  func frameRate(_ node: YAMLNode) -> FrameRate? {
    let expectation = Grammar.frameRate.expectation
    guard let text = node.scalar?.text, let rate = FrameRate(text) else {
      let isNumber = node.scalar.map { NumberText($0.text) != .none } ?? false
      error(
        isNumber ? .outOfRange : .wrongType, "expected \(expectation); found \(node.description)",
        at: node)
      return nil
    }
    guard (1...1000).contains(rate.framesPerSecond) else {
      error(.outOfRange, "fps must lie in 1...1000; found \(text)", at: node)
      return nil
    }
    return rate
  }

  private func clock(
    _ fields: MappingReader, _ rate: FrameRate, _ given: DurationGiven?, _ layers: [Layer]
  ) -> FrameClock? {
    let duration: Double
    if case .value(let value) = given {
      duration = value
    } else {
      guard let end = endTime(of: layers, at: fields.node) else { return nil }
      duration = max(end, 0)
    }
    let clock = FrameClock(rate: rate, duration: duration)
    guard clock.frameCount > options.maximumFrames, !innerScenes.isInside else { return clock }
    error(
      .tooManyFrames,
      "the scene has \(clock.frameCount) frames, more than the limit of \(options.maximumFrames)",
      at: fields.node(.sceneDuration) ?? fields.node, hint: "raise the limit with --max-frames")
    return nil
  }

  private func endTime(of layers: [Layer], at node: YAMLNode) -> Double? {
    guard !collector.hasErrors else { return 0 }
    if innerScenes.isInside { return min(layers.innerEndTime.finiteOrZero, Self.maximumSeconds) }
    guard let last = layers.max(by: { $0.endTime < $1.endTime }) else { return 0 }
    if last.endTime == .infinity {
      error(
        .endless,
        "the animations of layer \(last.name.quoted) never end, and the scene has no duration",
        at: names[last.name] ?? node, hint: "give the scene a duration")
      return nil
    }
    guard last.endTime <= Self.maximumSeconds else {
      error(
        .outOfRange, "the animations of layer \(last.name.quoted) end later than 1000000 seconds",
        at: names[last.name] ?? node, hint: "give the scene a duration")
      return nil
    }
    return last.endTime
  }
}
