import Geometry
import LayerTree
import Rendering
import TestSupport
import Timing

/// A random scene of nested, overlapping, turning, fading, masking layers, the same for the same seed.
struct GeneratedScene {
  let scene: Scene

  init(_ random: inout RandomSource) {
    var builder = Builder(random: random)
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

    mutating func layer(depth: Int) -> Layer {
      count += 1
      let index = count
      let isShape = flag(0.3)
      var values = LayerValues()
      values[.bounds] = .rect(Rect(x: 0, y: 0, width: number(5...40), height: number(5...40)))
      values[.position] = .point(point(-5...55))
      values[.backgroundColor] = flag(0.8) ? .color(color()) : .none
      decorate(&values)
      if isShape { outline(&values) }
      let sublayers = depth < 2 ? (0..<Int(number(0...3))).map { _ in layer(depth: depth + 1) } : []
      return Layer(
        index: index, name: "\(index)", layerClass: isShape ? .shape : .plain, values: values,
        animations: animations(), sublayers: sublayers)
    }

    private mutating func decorate(_ values: inout LayerValues) {
      if flag(0.4) { values[.opacity] = .number(number(0...1)) }
      if flag(0.2) { values[.allowsGroupOpacity] = .boolean(false) }
      if flag(0.4) { values[.cornerRadius] = .number(number(0...20)) }
      if flag(0.4) { values[.borderWidth] = .number(number(0...6)) }
      if flag(0.3) { values[.masksToBounds] = .boolean(true) }
      if flag(0.3) { values[.zPosition] = .number(number(-1...1)) }
      if flag(0.1) { values[.hidden] = .boolean(true) }
      if flag(0.3) { values[.transform] = .transform(.rotationZ(number(-3...3))) }
      if flag(0.2) {
        values[.sublayerTransform] = .transform(.scale(x: number(-2...2), y: number(-2...2)))
      }
    }

    private mutating func outline(_ values: inout LayerValues) {
      var path = Path()
      path.move(to: point(-10...30))
      path.line(to: point(-10...30))
      path.cubic(to: point(-10...30), control1: point(-10...30), control2: point(-10...30))
      values[.path] = .path(path)
      values[.strokeColor] = .color(color())
      values[.lineWidth] = .number(number(0...8))
      if flag(0.4) { values[.strokeEnd] = .number(number(0...1)) }
      if flag(0.4) { values[.lineDashPattern] = .numbers([number(1...6), number(1...6)]) }
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
      switch Int(number(0...9.99)) {
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
