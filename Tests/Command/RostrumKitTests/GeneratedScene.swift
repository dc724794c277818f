import RostrumGeometry
import RostrumLayerTree
import TestSupport
import RostrumTiming

/// A random scene for properties: nested layers with clocks of their own, every class of animation,
/// groups in groups, sums, timing functions of every kind, and, where wanted, layers that change at
/// a time. The same for the same seed.
struct GeneratedScene {
  private var random: RandomSource
  private let hasEvents: Bool
  /// Whether there are also transitions, copies and particles, which change more than values.
  private let isLively: Bool
  private var count = 0

  static func scene(seed: UInt64, hasEvents: Bool = false) -> Scene {
    var generator = GeneratedScene(seed: seed, hasEvents: hasEvents, isLively: false)
    return generator.scene { _, layers in layers }
  }

  /// One with transitions, copies that lag behind, particles, and events as a scene file has them.
  static func livelyScene(seed: UInt64) throws -> Scene {
    var generator = GeneratedScene(seed: seed, hasEvents: false, isLively: true)
    return try generator.scene { generator, layers in
      let all = layers.flatMap(\.subtree)
      let events = (0..<generator.whole(0...4)).map { _ in generator.event(all) }
      return try layers.changed(by: events)
    }
  }

  private mutating func scene(
    changing change: (inout GeneratedScene, [Layer]) throws -> [Layer]
  ) rethrows -> Scene {
    let layers = (0..<whole(1...3)).map { _ in layer(depth: 0) }
    let background: Color? = flag() ? .white : nil
    return Scene(
      size: Size(width: 60, height: 50), background: background,
      clock: FrameClock(rate: FrameRate(numerator: 24) ?? .standard, duration: 0.7),
      layers: try change(&self, layers))
  }

  private init(seed: UInt64, hasEvents: Bool, isLively: Bool) {
    random = RandomSource(seed: seed)
    self.hasEvents = hasEvents
    self.isLively = isLively
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &random)
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  mutating func flag(_ probability: Double = 0.5) -> Bool { number(0...1) < probability }

  mutating func one<T>(of items: [T]) -> T { items[whole(0...(items.count - 1))] }

  // MARK: Layers

  private mutating func layer(depth: Int) -> Layer {
    count += 1
    let index = count
    let layerClass = layerClass()
    var epochs = [epoch(-.infinity, layerClass)]
    if hasEvents, flag(0.4) { epochs.append(epoch(number(0...0.6), layerClass)) }
    let sublayers = depth < 2 ? (0..<whole(0...2)).map { _ in layer(depth: depth + 1) } : []
    return Layer(
      index: index, name: "layer \(index)", layerClass: layerClass, epochs: epochs,
      sublayers: sublayers, place: SourcePlace(line: index))
  }

  private mutating func layerClass() -> LayerClass {
    if isLively, flag(0.3) { return flag() ? .replicator : .emitter }
    return flag(0.4) ? .shape : .plain
  }

  private mutating func epoch(_ start: Double, _ layerClass: LayerClass) -> Epoch {
    var values = LayerValues()
    let properties = layerClass.properties.filter {
      $0.isAnimatable && value(for: $0.type) != nil
    }
    for property in properties where flag(0.3) {
      if let value = value(for: property.type) { values[any: property] = value }
    }
    if layerClass == .emitter { values[.emitterCells] = [cell()] }
    var animations = (0..<whole(0...3)).map { _ in attached(layerClass, depth: 0) }
    if isLively, flag(0.2) { animations.append(transition()) }
    return Epoch(startTime: start, values: values, clock: clock(), animations: animations)
  }

  private mutating func cell() -> EmitterCell {
    var values = LayerValues()
    values[EmitterCell.birthRate] = number(5...40)
    values[EmitterCell.lifetime] = number(0.1...0.6)
    values[EmitterCell.emissionRange] = 3
    values[EmitterCell.velocity] = number(10...90)
    return EmitterCell(name: "spark", values: values)
  }

  private mutating func clock() -> LayerClock {
    flag()
      ? LayerClock()
      : LayerClock(
        beginTime: number(-0.5...0.2), speed: one(of: [1, 2, 0.5, 0, -1]),
        timeOffset: number(-0.3...0.8))
  }

  // MARK: Values

  /// Within the type's rule; `nil` for types that are not generated.
  mutating func value(for type: ValueType) -> Value? {
    switch type {
    case .number(.any), .angle: .number(number(-9...9))
    case .number(.wholeNumber): .number(number(0...4).rounded())
    case .number: .number(number(0.01...1))
    case .boolean: .boolean(flag())
    case .point: .point(point())
    case .size: .size(Size(width: number(0...40), height: number(0...40)))
    case .rect: .rect(Rect(origin: point(), size: Size(width: number(0...40), height: 20)))
    case .color: flag(0.15) ? Value.none : .color(color())
    case .transform: .transform(transform())
    case .path: .path(path())
    case .colors: .colors([color(), color()])
    case .image, .font, .text, .attributedText, .word, .numbers, .locations, .emitterCells: nil
    case .filters, .fixedNumbers, .words: nil
    }
  }

  mutating func value(at keyPath: AnimationKeyPath) -> Value? {
    let isSide = keyPath.component == .sizeWidth || keyPath.component == .sizeHeight
    return value(for: isSide ? .number(.zeroOrMore) : keyPath.type)
  }

  private mutating func point() -> Point { Point(x: number(-20...60), y: number(-20...60)) }

  private mutating func color() -> Color {
    Color(
      red: number(0...1), green: number(0...1), blue: number(0...1),
      alpha: flag() ? 1 : number(0...1))
  }

  private mutating func transform() -> Transform3D {
    let turned = Transform3D.rotationZ(number(-3...3))
    return flag() ? turned : turned.concatenating(.scale(x: number(-2...2), y: number(0...2)))
  }

  private mutating func path() -> Path {
    var path = Path()
    path.move(to: point())
    path.line(to: point())
    if flag() { path.cubic(to: point(), control1: point(), control2: point()) }
    return path
  }

  // MARK: Animations

  mutating func attached(_ layerClass: LayerClass, depth: Int) -> AttachedAnimation {
    AttachedAnimation(
      animation(layerClass, depth: depth), place: SourcePlace(line: 100 + depth))
  }

  mutating func transition() -> AttachedAnimation {
    let ends = [number(0...1), number(0...1)].sorted()
    let animation = TransitionAnimation(
      style: one(of: TransitionStyle.allCases),
      direction: flag() ? nil : one(of: TransitionDirection.allCases), startProgress: ends[0],
      endProgress: ends[1], timing: timing(isInGroup: false), timingFunction: timingFunction())
    return AttachedAnimation(animation, key: TransitionAnimation.key)
  }

  private mutating func animation(_ layerClass: LayerClass, depth: Int) -> any Animation {
    if depth < 2, flag(0.2) {
      return AnimationGroup(
        attached: (0..<whole(1...3)).map { _ in attached(layerClass, depth: depth + 1) },
        timing: timing(isInGroup: depth > 0), timingFunction: timingFunction())
    }
    // A group cannot animate the clock together with other properties.
    let paths = layerClass.animatableKeyPaths.filter {
      value(at: $0) != nil && (depth == 0 || !$0.targetsClock)
    }
    return propertyAnimation(one(of: paths), timing(isInGroup: depth > 0))
  }

  private mutating func propertyAnimation(
    _ keyPath: AnimationKeyPath, _ timing: MediaTiming
  ) -> any Animation {
    let sums = keyPath.type.isAdditive
    let additive = sums && flag(0.3)
    let cumulative = keyPath.type.isCumulative && flag(0.3)
    switch whole(0...3) {
    case 0: return keyframes(keyPath, timing, additive, cumulative)
    case 1:
      return SpringAnimation(
        BasicAnimation(
          keyPath: keyPath, ends: ends(keyPath), timing: timing, timingFunction: timingFunction(),
          isAdditive: additive, isCumulative: cumulative), spring: spring())
    default:
      return BasicAnimation(
        keyPath: keyPath, ends: ends(keyPath), timing: timing, timingFunction: timingFunction(),
        isAdditive: additive, isCumulative: cumulative)
    }
  }

  private mutating func ends(_ keyPath: AnimationKeyPath) -> AnimationEnds {
    let (from, to) = (value(at: keyPath), value(at: keyPath))
    switch whole(0...4) {
    case 0: return AnimationEnds(from: from)
    case 1: return AnimationEnds(to: to)
    case 2 where keyPath.type.isAdditive: return AnimationEnds(by: to == Value.none ? from : to)
    default: return AnimationEnds(from: from, to: to)
    }
  }

  private mutating func keyframes(
    _ keyPath: AnimationKeyPath, _ timing: MediaTiming, _ additive: Bool, _ cumulative: Bool
  ) -> KeyframeAnimation {
    let values = (0..<whole(2...4)).compactMap { _ in value(at: keyPath) }
    let mode: CalculationMode = flag(0.7) ? .linear : .discrete
    let inner = (0..<(values.count - 2)).map { _ in number(0...1) }.sorted()
    return KeyframeAnimation(
      keyPath: keyPath, values: values,
      keyTimes: flag() || mode == .discrete ? nil : [0] + inner + [1],
      timingFunctions: flag() || mode == .discrete
        ? [] : (1..<values.count).map { _ in timingFunction() ?? .bezier(.linear) },
      calculationMode: mode, timing: timing, timingFunction: timingFunction(),
      isAdditive: additive, isCumulative: cumulative)
  }

  private mutating func timing(isInGroup: Bool) -> MediaTiming {
    MediaTiming(
      beginTime: flag() ? 0 : number(-0.3...0.5), duration: number(0.05...0.8),
      speed: one(of: [1, 1, 1, 2, 0.5, -1, 0]), timeOffset: flag(0.8) ? 0 : number(0...0.5),
      repeatCount: one(of: [0, 0, 2, 1.5, .infinity]), autoreverses: flag(0.3),
      fillMode: one(of: FillMode.allCases), isRemovedOnCompletion: !isInGroup && flag())
  }

  mutating func timingFunction() -> TimingFunction? {
    switch whole(0...4) {
    case 0: TimingFunction(name: one(of: TimingFunction.names))
    case 1:
      CubicBezier(x1: number(0...1), y1: number(-1...2), x2: number(0...1), y2: number(-1...2))
        .map(TimingFunction.bezier)
    case 2: .spring(spring())
    default: nil
    }
  }

  private mutating func spring() -> Spring {
    let physical = Spring(
      mass: number(0.5...2), stiffness: number(20...200), damping: number(1...40),
      initialVelocity: flag() ? 0 : number(-5...5))
    let perceptual = Spring(
      perceptualDuration: number(0.1...0.9), bounce: number(-0.6...0.9))
    return (flag() ? physical : perceptual) ?? .default
  }
}

extension PresentationLayer {
  /// This layer and all below it, in the order of the file.
  var subtree: [PresentationLayer] { [self] + sublayers.flatMap(\.subtree) }
}
