public import RostrumGeometry
public import RostrumLayerTree
public import RostrumTiming

/// A layer of a scene that a program makes: what a scene file says of a layer, as a value.
///
/// Lengths are in points, angles in radians and times in seconds. Whatever is left out has the
/// model's default, and a property of another class of layers has no effect. Layers are numbered,
/// and named where they have no name, when a scene is made of them.
public struct LayerDeclaration: Sendable {
  public var name: String?
  public var layerClass: LayerClass
  public var values: LayerValues
  public var clock = LayerClock()
  public var animations: [AttachedAnimation] = []
  /// From back to front where their depths are equal.
  public var sublayers: [LayerDeclaration]
  private var masks: [LayerDeclaration] = []

  /// A layer with a frame in its superlayer, in points. A frame of no size at the origin is none.
  public init(
    _ name: String? = nil, class layerClass: LayerClass = .plain, frame: Rect = .zero,
    @LayerBuilder sublayers: () -> [LayerDeclaration] = { [] }
  ) {
    (self.name, self.layerClass, values) = (name, layerClass, layerClass.initialValues)
    self.sublayers = sublayers()
    if frame != .zero {
      values[.bounds] = Rect(origin: .zero, size: frame.size)
      values[.position] = frame.center
    }
  }

  /// Lets the layer show where the mask is opaque; the mask lies in the layer's coordinates.
  public var mask: LayerDeclaration? {
    get { masks.first }
    set { masks = newValue.map { [$0] } ?? [] }
  }

  /// The same layer with another value of a property.
  public func with<Content>(
    _ property: TypedProperty<Content>, _ content: Content
  ) -> LayerDeclaration {
    changed { $0.values[property] = content }
  }

  /// The same layer with a mask.
  public func masked(by mask: LayerDeclaration) -> LayerDeclaration { changed { $0.mask = mask } }

  /// The same layer with one more animation, which runs from the scene's start on.
  public func adding(_ animation: some Animation, key: String? = nil) -> LayerDeclaration {
    changed { $0.animations.append(AttachedAnimation(animation, key: key)) }
  }

  /// The same layer with a basic animation of a property, or of a part of one. Missing ends are the
  /// layer's own value; before it begins its start shows. Times are in seconds.
  public func animating(
    _ property: Property, _ component: ValueComponent? = nil, from: Value? = nil,
    to: Value? = nil, by: Value? = nil, beginTime: Double = 0, duration: Double,
    timingFunction: TimingFunction? = nil
  ) -> LayerDeclaration {
    adding(
      BasicAnimation(
        keyPath: AnimationKeyPath(property, component),
        ends: AnimationEnds(from: from, to: to, by: by),
        timing: MediaTiming(beginTime: beginTime, duration: duration, fillMode: .backwards),
        timingFunction: timingFunction))
  }

  private func changed(_ change: (inout LayerDeclaration) -> Void) -> LayerDeclaration {
    var result = self
    change(&result)
    return result
  }
}

/// Lists of layers as Swift writes them, with loops and conditions.
@resultBuilder
public enum LayerBuilder {
  public static func buildExpression(_ layer: LayerDeclaration) -> [LayerDeclaration] { [layer] }
  public static func buildExpression(_ layers: [LayerDeclaration]) -> [LayerDeclaration] { layers }
  public static func buildBlock(_ parts: [LayerDeclaration]...) -> [LayerDeclaration] {
    Array(parts.joined())
  }
  public static func buildArray(_ parts: [[LayerDeclaration]]) -> [LayerDeclaration] {
    Array(parts.joined())
  }
  public static func buildOptional(_ part: [LayerDeclaration]?) -> [LayerDeclaration] { part ?? [] }
  public static func buildEither(first part: [LayerDeclaration]) -> [LayerDeclaration] { part }
  public static func buildEither(second part: [LayerDeclaration]) -> [LayerDeclaration] { part }
}

extension Scene {
  /// A scene of layers that a program declares. `size` is in points, `duration` in seconds; without
  /// a duration it is one frame. `background` `nil` is transparent.
  public init(
    size: Size, background: Color? = .white, framesPerSecond rate: FrameRate = .standard,
    duration: Double = 0, @LayerBuilder layers: () -> [LayerDeclaration]
  ) {
    var numbering = LayerNumbering()
    self.init(
      size: size, background: background, clock: FrameClock(rate: rate, duration: duration),
      layers: numbering.layers(layers(), in: "layers"))
  }
}

/// Gives layers their indices, and names of their own.
private struct LayerNumbering {
  private var index = 0
  private var names: Set<String> = []

  mutating func layers(_ declarations: [LayerDeclaration], in place: String) -> [Layer] {
    declarations.enumerated().map { layer($1, at: "\(place)[\($0)]") }
  }

  private mutating func layer(_ declaration: LayerDeclaration, at place: String) -> Layer {
    index += 1
    let number = index
    let name = unique(declaration.name ?? place)
    let epoch = Epoch(
      values: declaration.values, clock: declaration.clock, animations: declaration.animations)
    let sublayers = layers(declaration.sublayers, in: place + ".sublayers")
    return Layer(
      index: number, name: name, layerClass: declaration.layerClass, epochs: [epoch],
      sublayers: sublayers, mask: declaration.mask.map { layer($0, at: place + ".mask") })
  }

  private mutating func unique(_ wanted: String) -> String {
    var (name, count) = (wanted, 1)
    while !names.insert(name).inserted {
      count += 1
      name = "\(wanted) \(count)"
    }
    return name
  }
}
