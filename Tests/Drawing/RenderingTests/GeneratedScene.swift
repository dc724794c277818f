import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import TestSupport
import RostrumTiming

/// A random scene of nested, overlapping, turning, fading, masking layers, the same for the same
/// seed.
struct GeneratedScene {
  let scene: Scene

  init(_ random: inout RandomSource) {
    var builder = Builder(random: random)
    let still = (0..<Int.random(in: 1...4, using: &builder.random)).map { _ in
      builder.layer(depth: 0)
    }
    let layers = (try? still.changed(by: builder.events())) ?? still
    random = builder.random
    scene = Scene(
      size: Size(width: 60, height: 50), background: Bool.random(using: &random) ? .white : nil,
      clock: FrameClock(rate: .standard, duration: 1), layers: layers)
  }

  /// Planes that turn in one space, hide and cut each other, and blend with their backdrop.
  init(planesOf random: inout RandomSource) {
    var builder = Builder(random: random)
    let space = builder.space()
    random = builder.random
    scene = Scene(
      size: Size(width: 60, height: 50), background: Bool.random(using: &random) ? .white : nil,
      clock: FrameClock(rate: .standard, duration: 1), layers: [space])
  }

  /// Layers of every class, many of them larger than the canvas. Backdrops are filtered pixel by
  /// pixel only: a blurred backdrop depends on the canvas's edge.
  init(varied random: inout RandomSource) {
    var builder = Builder(random: random, isVaried: true)
    let layers = (0..<Int.random(in: 1...4, using: &builder.random)).map { _ in
      builder.layer(depth: 0)
    }
    random = builder.random
    scene = Scene(
      size: Size(width: 60, height: 50), background: Bool.random(using: &random) ? .white : nil,
      clock: FrameClock(rate: .standard, duration: 1), layers: layers)
  }

  private struct Builder {
    var random: RandomSource
    var isVaried = false
    var count = 0

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      .random(in: range, using: &random)
    }

    mutating func flag(_ probability: Double = 0.5) -> Bool { number(0...1) < probability }

    mutating func color() -> Color {
      Color(
        red: number(0...1), green: number(0...1), blue: number(0...1),
        alpha: flag() ? 1 : number(0...1))
    }

    mutating func point(_ range: ClosedRange<Double>) -> Point {
      Point(x: number(range), y: number(range))
    }

    /// Things that happen to layers, with transitions between before and after.
    mutating func events() -> [Event] {
      (0..<Int(number(0...3))).map { _ in
        let layer = Int(number(1...Double(count)))
        let changes: [(Property, Value)] = [
          (.backgroundColor, .color(color())), (.hidden, .boolean(flag())),
          (.masksToBounds, .boolean(flag())), (.maskedCorners, .words(["minXMinY"])),
          (.bounds, .rect(Rect(x: number(-9...9), y: 0, width: number(5...40), height: 20))),
        ]
        let (property, value) = changes[Int(number(0...4.99))]
        let transition = TransitionAnimation(
          style: TransitionStyle.allCases.randomElement(using: &random) ?? .fade,
          direction: TransitionDirection.allCases.randomElement(using: &random),
          timing: MediaTiming(duration: number(0.1...0.8)))
        var actions = [
          Event.Action(layer: layer, .set(AnimationKeyPath(property), value))
        ]
        if flag() {
          let attached = AttachedAnimation(transition, key: TransitionAnimation.key)
          actions.append(.init(layer: layer, .add(attached, begin: .now(delay: 0))))
        }
        return Event(
          at: number(0...0.9), transaction: Transaction(animationDuration: 0.3), actions)
      }
    }

    /// Layers with effects are slow, so they are few; masks have no effects.
    mutating func layer(depth: Int, isMask: Bool = false) -> Layer {
      count += 1
      let index = count
      let isShape = flag(0.3)
      let isSpace = !isShape && depth < 2 && flag(0.2)
      let special = isVaried && !isShape && !isSpace && flag() ? special() : nil
      var values = special?.values ?? LayerValues()
      values[.bounds] = Rect(x: 0, y: 0, width: number(5...40), height: number(5...40))
      values[.position] = point(-5...55)
      values[.backgroundColor] = flag(0.8) ? color() : nil
      decorate(&values)
      if flag(0.3) { picture(&values) }
      if flag(0.3) { turnInSpace(&values) }
      if isShape { outline(&values) }
      if !isMask, flag(0.25) { addEffects(&values) }
      if isVaried { vary(&values) }
      let sublayers = depth < 2 ? (0..<Int(number(0...3))).map { _ in layer(depth: depth + 1) } : []
      let mask = !isMask && flag(0.12) ? layer(depth: 2, isMask: true) : nil
      return Layer(
        index: index, name: "\(index)",
        layerClass: special?.layerClass ?? (isShape ? .shape : isSpace ? .transform : .plain),
        values: values, animations: animations() + effectAnimations(values), sublayers: sublayers,
        mask: mask)
    }

    /// A layer around planes: with a depth of its own, or flat.
    mutating func space() -> Layer {
      count += 1
      let index = count
      var values = LayerValues()
      values[.bounds] = Rect(x: 0, y: 0, width: 60, height: 50)
      values[.position] = Point(x: 30, y: 25)
      values[.sublayerTransform] = .perspective(distance: number(60...200))
      let isSpace = flag(0.3)
      if !isSpace, flag(0.3) {
        values[.masksToBounds] = true
        values[.cornerRadius] = 20
      }
      let planes = (0..<Int(number(2...5.99))).map { _ in plane(depth: 0) }
      return Layer(
        index: index, name: "\(index)", layerClass: isSpace ? .transform : .plain, values: values,
        sublayers: planes)
    }

    private mutating func plane(depth: Int) -> Layer {
      count += 1
      let index = count
      var values = LayerValues()
      values[.bounds] = Rect(x: 0, y: 0, width: number(15...45), height: number(15...45))
      values[.position] = depth == 0 ? point(20...35) : point(0...30)
      values[.backgroundColor] = flag(0.9) ? color() : nil
      if flag(0.7) {
        let axis = Vector3(x: number(-1...1), y: number(-1...1), z: number(-0.2...0.2))
        values[.transform] = .rotation(number(-2...2), about: axis)
      }
      values[.zPosition] = number(-10...10)
      if flag(0.4) { values[.borderWidth] = number(0...6) }
      if flag(0.3) { values[.cornerRadius] = number(0...20) }
      if flag(0.3) { values[.opacity] = number(0.3...1) }
      if flag(0.3) { values[.backgroundFilters] = filters() }
      if flag(0.5), let operation = CompositingOperation.allCases.randomElement(using: &random) {
        values[.compositingFilter] = operation
      }
      if flag(0.1) { values[.shadowOpacity] = 0.6 }
      let isSpace = depth == 0 && flag(0.2)
      let inner = depth == 0 ? (0..<Int(number(0...2.5))).map { _ in plane(depth: 1) } : []
      return Layer(
        index: index, name: "\(index)", layerClass: isSpace ? .transform : .plain, values: values,
        animations: animations(), sublayers: inner)
    }

    private mutating func addEffects(_ values: inout LayerValues) {
      if flag(0.5) {
        values[.shadowOpacity] = number(0.2...1)
        values[.shadowRadius] = flag(0.2) ? 0 : number(0...6)
        values[.shadowOffset] = Size(width: number(-8...8), height: number(-8...8))
        if flag(0.4) {
          values[.shadowPath] = .rect(Rect(x: 2, y: -3, width: 20, height: 12))
        }
      }
      if flag(0.4) { values[.filters] = filters() }
      if flag(0.2) { values[.backgroundFilters] = filters() }
      if flag(0.3), let operation = CompositingOperation.allCases.randomElement(using: &random) {
        values[.compositingFilter] = operation
      }
      if flag(0.2) {
        values[.shouldRasterize] = true
        values[.rasterizationScale] = number(0.5...2)
      }
      if flag(0.2) {
        values[.transform] = .rotationZ(number(-1...1)).concatenating(
          .scale(x: number(0.5...2), y: 1))
      }
    }

    /// Values of some classes only.
    private mutating func special() -> (layerClass: LayerClass, values: LayerValues) {
      var values = LayerValues()
      switch Int(number(0...3.99)) {
      case 0:
        values[.colors] = [color(), color(), color()]
        values[.gradientType] = flag() ? .axial : flag() ? .radial : .conic
        values[.startPoint] = point(0...1)
        values[.endPoint] = point(0...1)
        return (.gradient, values)
      case 1:
        values[.string] = AttributedText(flag() ? "Rg&8" : "A long line of small letters")
        values[.fontSize] = number(5...60)
        values[.foregroundColor] = color()
        values[.wrapped] = flag()
        return (.text, values)
      case 2:
        values[.instanceCount] = number(1...4).rounded()
        values[.instanceTransform] = .rotationZ(number(-1...1))
          .concatenating(.translation(x: number(-20...20), y: number(-9...9)))
        if flag() { values[.instanceColor] = color() }
        return (.replicator, values)
      default:
        var cell = LayerValues()
        cell[EmitterCell.contents] = TestPictures.panel
        cell[EmitterCell.birthRate] = number(5...20)
        cell[EmitterCell.lifetime] = 0.6
        cell[EmitterCell.emissionRange] = 6
        cell[EmitterCell.velocity] = number(10...90)
        cell[EmitterCell.scale] = number(0.1...1.5)
        cell[EmitterCell.spin] = number(-3...3)
        values[.emitterCells] = [EmitterCell(name: "spark", values: cell)]
        values[.renderMode] = flag() ? .additive : .unordered
        return (.emitter, values)
      }
    }

    /// Whole points and halves are as common in scenes as layers that are larger than the canvas.
    private mutating func vary(_ values: inout LayerValues) {
      let bounds = values[.bounds]
      let factor = flag(0.4) ? number(1...4) : 1
      var size = Size(width: bounds.width * factor, height: bounds.height * factor)
      let isWhole = flag()
      if isWhole { size = Size(width: size.width.rounded(), height: size.height.rounded()) }
      values[.bounds] = Rect(origin: flag(0.2) ? point(-20...20) : .zero, size: size)
      if isWhole {
        let place = values[.position]
        values[.position] = Point(x: place.x.rounded(), y: place.y.rounded())
        values[.cornerRadius] = values[.cornerRadius].rounded()
        values[.borderWidth] = values[.borderWidth].rounded()
      }
      if flag(0.3) { values[.borderColor] = color() }
      if flag(0.1) { values[.lineCap] = .round }
      if flag(0.1) { values[.lineJoin] = flag() ? .round : .bevel }
      if flag(0.1) { values[.fillRule] = .evenOdd }
      if !values[.backgroundFilters].isEmpty {
        values[.backgroundFilters] = [LayerFilter(.colorInvert)]
      }
    }

    private mutating func filters() -> [LayerFilter] {
      var blur = LayerValues()
      blur[FilterKind.inputRadius] = number(0...5)
      let filters = [LayerFilter(.gaussianBlur, values: blur), LayerFilter(.colorInvert)]
      return flag() ? [filters[0]] : flag() ? filters : filters.reversed()
    }

    private mutating func effectAnimations(_ values: LayerValues) -> [any Animation] {
      guard values[.shadowOpacity] > 0, flag(0.5) else { return [] }
      return [
        BasicAnimation(
          keyPath: AnimationKeyPath(flag() ? .shadowRadius : .shadowOpacity),
          ends: AnimationEnds(to: .number(number(0...1))), timing: MediaTiming(duration: 0.7))
      ]
    }

    private mutating func decorate(_ values: inout LayerValues) {
      if flag(0.4) { values[.opacity] = number(0...1) }
      if flag(0.2) { values[.allowsGroupOpacity] = false }
      if flag(0.4) { values[.cornerRadius] = number(0...20) }
      if flag(0.2) { values[.maskedCorners] = [.maxXMinY, .minXMaxY] }
      if flag(0.2) { values[.cornerCurve] = .continuous }
      if flag(0.4) { values[.borderWidth] = number(0...6) }
      if flag(0.3) { values[.masksToBounds] = true }
      if flag(0.3) { values[.zPosition] = number(-1...1) }
      if flag(0.1) { values[.hidden] = true }
      if flag(0.3) { values[.transform] = .rotationZ(number(-3...3)) }
      if flag(0.2) {
        values[.sublayerTransform] = .scale(x: number(-2...2), y: number(-2...2))
      }
    }

    private mutating func picture(_ values: inout LayerValues) {
      values[.contents] = TestPictures.panel
      values[.contentsGravity] = ContentsGravity.allCases.randomElement(using: &random) ?? .resize
      values[.minificationFilter] = ScalingFilter.allCases.randomElement(using: &random) ?? .linear
      values[.magnificationFilter] = [.nearest, .linear].randomElement(using: &random) ?? .linear
      if flag() {
        values[.contentsRect] = Rect(
          x: number(-0.5...0.5), y: number(-0.5...0.5), width: number(0...2), height: 1)
      }
      if flag() {
        values[.contentsCenter] = Rect(
          x: number(0...0.5), y: number(0...0.5), width: number(0...0.5), height: 0.3)
      }
    }

    private mutating func turnInSpace(_ values: inout LayerValues) {
      let axis = Vector3(x: number(-1...1), y: number(-1...1), z: number(-1...1))
      let turn = Transform3D.rotation(number(-3...3), about: axis)
      let eye = flag() ? Transform3D.perspective(distance: number(20...200)) : .identity
      if flag() { values[.transform] = turn.concatenating(eye) }
      if flag(0.3) { values[.sublayerTransform] = turn.concatenating(eye) }
      if flag(0.2) { values[.doubleSided] = false }
      if flag(0.2) { values[.geometryFlipped] = true }
      if flag(0.2) { values[.anchorPointZ] = number(-20...20) }
    }

    private mutating func outline(_ values: inout LayerValues) {
      var path = Path()
      path.move(to: point(-10...30))
      path.line(to: point(-10...30))
      path.cubic(to: point(-10...30), control1: point(-10...30), control2: point(-10...30))
      values[.path] = path
      values[.strokeColor] = color()
      values[.lineWidth] = number(0...8)
      if flag(0.4) { values[.strokeEnd] = number(0...1) }
      if flag(0.4) { values[.lineDashPattern] = [number(1...6), number(1...6)] }
    }

    private mutating func animations() -> [any Animation] {
      (0..<Int(number(0...3))).map { _ in
        let (name, ends) = change()
        let path = LayerClass.plain.keyPaths.first { $0.name == name }
        return BasicAnimation(
          keyPath: path ?? AnimationKeyPath(.opacity), ends: ends,
          timing: MediaTiming(
            beginTime: number(0...0.5), duration: number(0.1...1), autoreverses: flag(),
            fillMode: flag() ? .both : .removed, isRemovedOnCompletion: flag()))
      }
    }

    private mutating func change() -> (String, AnimationEnds) {
      switch Int(number(0...11.99)) {
      case 10: ("transform.rotation.y", AnimationEnds(by: .number(number(-6...6))))
      case 11: ("sublayerTransform.rotation.x", AnimationEnds(by: .number(number(-6...6))))
      case 0: ("position", AnimationEnds(to: .point(point(-20...80))))
      case 1: ("transform.rotation.z", AnimationEnds(by: .number(number(-6...6))))
      case 2: ("transform.scale", AnimationEnds(from: .number(number(-1...2))))
      case 3: ("opacity", AnimationEnds(from: .number(0), to: .number(1.2)))
      case 4: ("backgroundColor", AnimationEnds(from: .color(color()), to: .color(color())))
      case 5: ("hidden", AnimationEnds(from: .boolean(true), to: .boolean(false)))
      case 7: ("cornerRadius", AnimationEnds(from: .number(0), to: .number(15)))
      case 8: ("borderWidth", AnimationEnds(from: .number(0), to: .number(9)))
      case 6: ("zPosition", AnimationEnds(from: .number(-2), to: .number(2)))
      default: ("bounds.size.width", AnimationEnds(to: .number(number(0...60))))
      }
    }
  }
}
