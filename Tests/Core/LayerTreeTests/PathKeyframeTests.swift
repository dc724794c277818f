import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@Suite("Key frames along a path (sections 5.1, 5.5 and 5.6)")
struct PathKeyframeTests {
  static let corner = Path([
    .move(.zero), .line(Point(x: 10, y: 0)), .line(Point(x: 10, y: 90)),
  ])
  static let arch = Path([
    .move(.zero),
    .cubic(Point(x: 0, y: 100), Point(x: 100, y: 100), Point(x: 100, y: 0)),
  ])

  private func animation(
    _ path: Path, _ mode: CalculationMode = .linear, keyTimes: [Double]? = nil,
    rotation: RotationMode? = nil
  ) -> KeyframeAnimation {
    KeyframeAnimation(
      keyPath: keyPath("position"), path: path, rotationMode: rotation, keyTimes: keyTimes,
      calculationMode: mode, timing: oneSecond)
  }

  private func position(_ animation: KeyframeAnimation, at time: Double) -> Point {
    value(of: keyPath("position"), after: animation, at: time).point
  }

  static let golden: [(Path, CalculationMode, [Double]?, Double, Point, Double)] = [
    (corner, .linear, nil, 0.25, Point(x: 5, y: 0), 1e-12),
    (corner, .paced, nil, 0.25, Point(x: 10, y: 15), 1e-9),
    (corner, .paced, nil, 0.5, Point(x: 10, y: 40), 1e-9),
    (corner, .linear, [0, 0.8, 1], 0.25, Point(x: 3.125, y: 0), 1e-12),
    (corner, .discrete, nil, 0.75, Point(x: 10, y: 0), 1e-12),
    (arch, .linear, nil, 0.25, Point(x: 15.625, y: 56.25), 1e-12),
    (arch, .paced, nil, 0.25, Point(x: 10.648, y: 48.460), 0.15),
    // A path is the curve already.
    (arch, .cubic, nil, 0.25, Point(x: 15.625, y: 56.25), 1e-12),
    (corner, .cubicPaced, nil, 0.5, Point(x: 10, y: 40), 1e-9),
  ]

  @Test("The published values (Semantics, Values of key frames)", arguments: golden)
  func published(
    _ path: Path, _ mode: CalculationMode, _ keyTimes: [Double]?, _ time: Double, _ expected: Point,
    _ tolerance: Double
  ) {
    let found = position(animation(path, mode, keyTimes: keyTimes), at: time)
    #expect(found.distance(to: expected) < tolerance, "\(found)")
  }

  @Test("Paced is the exact arc length: the same as measuring the path by small steps")
  func arcLength() {
    let paced = animation(Self.arch, .paced)
    let linear = animation(Self.arch)
    // The length up to each of many parameters, by adding up chords.
    let points = (0...100_000).map { position(linear, at: Double($0) / 100_000) }
    var ways = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      ways.append((ways.last ?? 0) + a.distance(to: b))
    }
    let total = ways.last ?? 0
    for index in stride(from: 0, through: 100_000, by: 5000) {
      let place = position(paced, at: ways[index] / total)
      #expect(place.distance(to: points[index]) < 1e-4)
    }
  }

  @Test("A close is a segment; from one subpath to the next it jumps in no time")
  func subpaths() {
    let square = Path([
      .move(.zero), .line(Point(x: 10, y: 0)), .line(Point(x: 10, y: 10)),
      .line(Point(x: 0, y: 10)), .close,
    ])
    #expect(animation(square).keyTimes == [0, 0.25, 0.5, 0.75, 1])
    #expect(position(animation(square), at: 0.875) == Point(x: 0, y: 5))

    let two = Path([
      .move(.zero), .line(Point(x: 10, y: 0)), .move(Point(x: 0, y: 50)),
      .line(Point(x: 30, y: 50)),
    ])
    #expect(position(animation(two), at: 0.25) == Point(x: 5, y: 0))
    #expect(position(animation(two), at: 0.5) == Point(x: 0, y: 50))
    #expect(position(animation(two, .paced), at: 0.2) == Point(x: 8, y: 0))
    #expect(position(animation(two, .paced), at: 0.25) == Point(x: 0, y: 50))
    #expect(position(animation(two), at: 1) == Point(x: 30, y: 50))
  }

  @Test("Auto turns by the tangent, before the model's transform; autoReverse by half a turn more")
  func rotation() {
    let down = Path([.move(.zero), .line(Point(x: 0, y: 10))])
    var model = LayerValues()
    model[.transform] = .scale(x: 2, y: 3)
    let path = keyPath("transform")
    let auto = value(
      of: path, model: model, after: animation(down, rotation: .auto), at: 0.5
    ).transform
    #expect([auto.m11, auto.m12, auto.m21, auto.m22] == [0, 3, -2, 0])
    let reverse = value(
      of: path, model: model, after: animation(down, rotation: .autoReverse), at: 0.5
    ).transform
    #expect([reverse.m11, reverse.m12, reverse.m21, reverse.m22] == [0, -3, 2, 0])
    let none = value(of: path, model: model, after: animation(down), at: 0.5).transform
    #expect(none == .scale(x: 2, y: 3))
    #expect(animation(down, rotation: .auto).keyPaths.map(\.name) == ["position", "transform"])
  }

  @Test(
    "Where a path stands still, the rotation before stays",
    arguments: [CalculationMode.linear, .paced, .discrete])
  func standstill(_ mode: CalculationMode) {
    let path = Path([
      .move(.zero), .line(Point(x: 0, y: 10)), .line(Point(x: 0, y: 10)),
      .line(Point(x: 10, y: 10)),
    ])
    let turned = value(
      of: keyPath("transform.rotation"), after: animation(path, mode, rotation: .auto), at: 0.5)
    // By length, the corner is already the start of the last line.
    #expect(abs(turned.number - (mode == .paced ? 0 : .pi / 2)) < 1e-12)
    let point = Path([.move(.zero), .line(.zero)])
    let still = value(
      of: keyPath("transform"), after: animation(point, mode, rotation: .auto), at: 0.5)
    #expect(still.transform == .identity)
  }

  @Test("A path that begins standing still turns the way it will go")
  func standstillAtStart() {
    let path = Path([.move(.zero), .line(.zero), .line(Point(x: 0, y: -5))])
    let turned = value(
      of: keyPath("transform.rotation"), after: animation(path, rotation: .auto), at: 0.2)
    #expect(abs(turned.number + .pi / 2) < 1e-12)
  }

  @Test("Additive adds the path's points to the model, cumulative repeats from its end")
  func sums() {
    var model = LayerValues()
    model[.position] = Point(x: 100, y: 100)
    let path = keyPath("position")
    let animation = KeyframeAnimation(
      keyPath: path, path: Self.corner, timing: MediaTiming(duration: 1, repeatCount: 3),
      isAdditive: true, isCumulative: true)
    #expect(
      value(of: path, model: model, after: animation, at: 0.25).point == Point(x: 105, y: 100))
    let third = value(of: path, model: model, after: animation, at: 2.25).point
    #expect(third.distance(to: Point(x: 125, y: 280)) < 1e-9)
  }

  @Test("Generated paths, with every mode, give finite points and turns at any progress")
  func generated() {
    var random = RandomSource(seed: 5)
    for _ in 0..<1500 {
      var path = Path([.move(.zero)])
      func point() -> Point {
        let all = [-1e7, -10, 0, 0, 1, 10, 1e7]
        return Point(
          x: all.randomElement(using: &random) ?? 0, y: all.randomElement(using: &random) ?? 0)
      }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0...3, using: &random) {
        case 0: path.cubic(to: point(), control1: point(), control2: point())
        case 1: path.move(to: point())
        default: path.line(to: point())
        }
      }
      guard !path.segments.isEmpty else { continue }
      let mode = CalculationMode.allCases.randomElement(using: &random) ?? .linear
      let animation = animation(path, mode, rotation: .auto)
      for _ in 0..<4 {
        let progress = Double.random(in: -0.3...1.3, using: &random)
        var values = LayerValues()
        let place = animation.value(at: progress, underlying: .point(.zero))?.point
        #expect(place?.isFinite == true, "\(path) \(mode) \(progress)")
        animation.applyRotation(to: &values, at: progress)
        let matrix = values[.transform]
        #expect(abs(matrix.determinant - 1) < 1e-9)
      }
    }
  }
}
