import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumFigures

@Suite("Angles in plots")
struct AngleTests {
  /// The angle as a matrix keeps it, without whole turns.
  private static func wrapped(_ angle: Double) -> Double { angle.remainder(dividingBy: 2 * .pi) }

  private static let ways: [(name: String, angle: @Sendable (Double) -> Double)] = [
    ("half a turn, just passed", { $0 * 3.2 }),
    ("nine turns", { $0 * 18 * .pi }),
    ("back", { -$0 * 40 }),
    ("sixty-four turns, one in each sample", { $0 * 128 * .pi }),
    ("two hundred and fifty-six turns", { $0 * 512 * .pi }),
    ("slow, fast, slow", { $0 * $0 * (3 - 2 * $0) * 300 }),
    ("to and fro", { 20 * ($0 - 0.5) * ($0 - 0.5) * ($0 - 0.2) * 30 }),
  ]

  @Test(
    "An angle goes on from turn to turn, and its velocity has no spikes", arguments: ways.indices)
  func smooth(_ index: Int) {
    let (name, angle) = Self.ways[index]
    let curve = Curve(domain: 0...1) { Self.wrapped(angle($0)) }.unwrapped()
    let offset = curve.value(0) - angle(0)
    let velocity = curve.differentiated()
    for step in 0...999 {
      let time = (Double(step) + 0.37) / 1000
      #expect(abs(curve.value(time) - angle(time) - offset) < 1e-9, "\(name) at \(time)")
      let slope = (angle(time + 1e-6) - angle(time - 1e-6)) / 2e-6
      #expect(abs(velocity.value(time) - slope) < 1e-3 * max(1, abs(slope)), "\(name) at \(time)")
    }
  }

  @Test("A hand that ticks goes on in steps, whatever the step")
  func ticks() {
    for degrees in [6.0, 30, 90, 120, 179] {
      let step = degrees * .pi / 180
      let seconds = (1..<30).map(Double.init)
      let curve = Curve(domain: 0...30, breaks: seconds) {
        Self.wrapped($0.rounded(.down) * step)
      }
      for second in 0..<30 {
        #expect(abs(curve.unwrapped().value(Double(second) + 0.5) - Double(second) * step) < 1e-9)
      }
    }
  }

  @Test("Where something else takes over, a large jump begins anew; a small one goes on")
  func restarts() {
    let cases = [(5 * Double.pi / 4, 0.0), (7 * Double.pi / 4, 2 * .pi), (6 * .pi, 6 * .pi)]
    for (angle, after) in cases {
      let curve = Curve(domain: 0...2, breaks: [1]) { Self.wrapped($0 < 1 ? $0 * angle : 0) }
      let found = curve.unwrapped(restarts: [1])
      #expect(abs(found.value(0.999_999_999) - angle) < 1e-6)
      #expect(abs(found.value(1.5) - after) < 1e-9)
    }
  }

  private static func rotation() throws -> AnimationKeyPath {
    try #require(LayerClass.plain.keyPaths.first { $0.name == "transform.rotation" })
  }

  private static func scene(_ layer: Layer) throws -> Scene {
    Scene(
      size: Size(width: 100, height: 100), background: nil,
      clock: FrameClock(rate: .standard, duration: 4), layers: [layer])
  }

  private static func scene(_ timing: MediaTiming) throws -> (Scene, AnimationKeyPath) {
    let path = try rotation()
    let turn = BasicAnimation(
      keyPath: path, ends: AnimationEnds(by: .number(2 * .pi)), timing: timing)
    let layer = Layer(
      index: 1, name: "hand", layerClass: .plain, values: LayerValues(), animations: [turn])
    return (try scene(layer), path)
  }

  @Test("A layer that turns again and again is plotted in degrees, with the unit at the numbers")
  func plot() throws {
    let (scene, path) = try Self.scene(MediaTiming(duration: 0.8, repeatCount: .infinity))
    let found = PropertyCurve(path, ofLayer: 1, in: scene, over: 0...4)
    let curve = try #require(found)
    for time in [0.1, 0.39, 0.41, 0.8, 1.3, 3.99] {
      #expect(abs(curve.curve.value(time) - 450 * time) < 1e-6, "\(time)")
      #expect(abs(curve.curve.differentiated().value(time) - 450) < 1e-3, "\(time)")
    }
    var plot = Plot(properties: [("hand", curve, .init(), 0)])
    plot.verticalLabel = path.name
    plot.derivatives = [.velocity]
    let figure = try plot.drawn(width: 380, Typesetter(PlotTests.fonts, .light))
    let texts = PlotTests.texts(figure.marks).map(\.string)
    #expect(texts.contains("0°") && texts.contains("720°"), "\(texts)")
    #expect(texts.contains("velocity, °/s"), "\(texts)")
    #expect(figure.marks.jumpCount == 0)
  }

  @Test("Between two steps of a simulation nothing moves, and the velocity has no spikes either")
  func simulation() throws {
    let count = 60
    let simulated = SimulatedAnimation(
      positions: Array(repeating: .zero, count: count),
      angles: (0..<count).map { Double($0) * 0.9 }, step: 1.0 / 30)
    let layer = Layer(
      index: 1, name: "body", layerClass: .plain, values: LayerValues(), animations: [simulated])
    let (scene, path) = (try Self.scene(layer), try Self.rotation())
    let found = PropertyCurve(path, ofLayer: 1, in: scene, over: 0...4)
    let curve = try #require(found).curve
    for step in 0..<count {
      let time = (Double(step) + 0.5) / 30
      #expect(abs(curve.value(time) - Double(step) * 0.9 * 180 / .pi) < 1e-6)
    }
    // Only rounding errors are left: a jump in the values would be millions.
    let velocities = curve.differentiated().visibleRange()
    #expect(max(abs(velocities.lowerBound), abs(velocities.upperBound)) < 1)
  }

  @Test("Beside numbers of another kind, the name of an angle says the unit")
  func mixed() throws {
    let (scene, path) = try Self.scene(MediaTiming(duration: 1))
    let opacity = AnimationKeyPath(.opacity)
    let curves = try [path, opacity].map {
      try #require(PropertyCurve($0, ofLayer: 1, in: scene, over: 0...4))
    }
    let plot = Plot(properties: [
      ("turn", curves[0], .init(), 0), ("opacity", curves[1], .init(), 0),
    ])
    #expect(plot.series.map(\.name) == ["turn, °", "opacity"])
    #expect(!plot.isInDegrees)
  }
}

extension [Artwork.Mark] {
  /// How many thin lines there are for jumps of a curve.
  fileprivate var jumpCount: Int {
    count { mark in
      guard case .stroke(let path, _, let style) = mark else { return false }
      return style.lineWidth == Theme.light.curveWidth / 2 && path.elements.count == 2
    }
  }
}
