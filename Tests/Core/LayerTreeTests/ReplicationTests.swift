import RostrumGeometry
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumLayerTree

@Suite("Copies of a replicator layer (section 12)")
struct ReplicationTests {
  private let moving: Layer = {
    let animation = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: MediaTiming(duration: 10))
    return Layer(
      index: 2, name: "moving", layerClass: .plain, values: LayerValues(),
      animations: [animation])
  }()

  private func replicator(_ values: [Property: Value], _ sublayers: [Layer]) -> Layer {
    var all = LayerValues()
    all[.bounds] = Rect(x: 10, y: 20, width: 100, height: 60)
    for (property, value) in values { all[any: property] = value }
    return Layer(
      index: 1, name: "r", layerClass: .replicator, values: all, sublayers: sublayers)
  }

  @Test("Copy k: the transform k times about the middle of the bounds, the time k delays earlier")
  func copies() throws {
    let layer = replicator(
      [
        .instanceCount: .number(4), .instanceDelay: .number(0.5),
        .instanceTransform: .transform(.translation(x: 3, y: 4)),
      ], [moving])
    let shown = layer.presentation(at: 5)
    try #require(shown.sublayers.count == 4)
    #expect(Set(shown.sublayers.map(\.identity)).count == 4)
    for (k, copy) in shown.sublayers.enumerated() {
      #expect(copy.values[.position] == Point(x: 60, y: 50))
      #expect(copy.values[.bounds] == shown.values[.bounds])
      let k = Double(k)
      #expect(copy.values[.transform] == .translation(x: 3 * k, y: 4 * k))
      let opacity = copy.sublayers[0].values[.opacity]
      #expect(abs(opacity - (5 - 0.5 * k) / 10) < 1e-12)
    }
  }

  @Test("Colours: instanceColor, plus k times the offsets, within 0...1; alpha fades the copy")
  func colors() {
    let layer = replicator(
      [
        .instanceCount: .number(3),
        .instanceColor: .color(Color(red: 1, green: 0.5, blue: 0.25, alpha: 0.9)),
        .instanceRedOffset: .number(-0.25), .instanceGreenOffset: .number(0.4),
        .instanceAlphaOffset: .number(-0.5),
      ], [moving])
    let copies = layer.presentation(at: 0).sublayers
    let tints = copies.map { $0.values[.instanceTint] }
    #expect(
      tints == [
        Color(red: 1, green: 0.5, blue: 0.25), Color(red: 0.75, green: 0.9, blue: 0.25),
        Color(red: 0.5, green: 1, blue: 0.25),
      ])
    #expect(copies.map { $0.values[.opacity] } == [0.9, 0.4, 0])
  }

  @Test("No copies at 0; too many stop at the limit, in nested replicators too")
  func counts() {
    func count(_ number: Double) -> Int {
      replicator([.instanceCount: .number(number)], [moving]).presentation(at: 0).sublayers.count
    }
    #expect(count(0) == 0)
    #expect(count(-3) == 0)
    #expect(count(2.9) == 2)
    #expect(count(1e9) == LayerClass.maximumReplicas / 2)
    let inner = replicator([.instanceCount: .number(1e9)], [moving])
    let outer = replicator([.instanceCount: .number(1000)], [inner]).presentation(at: 0)
    #expect(outer.sublayers.count == 1000)
    #expect(outer.sublayers[0].sublayers[0].sublayers.count == 50)
  }

  @Test("A scene without a duration lasts until the last copy has ended")
  func endTime() {
    let layer = replicator(
      [.instanceCount: .number(5), .instanceDelay: .number(0.5)], [moving])
    #expect(layer.endTime == 12)
    let ahead = replicator(
      [.instanceCount: .number(5), .instanceDelay: .number(-0.5)], [moving])
    #expect(ahead.endTime == 10)
  }

  @Test("A scroll layer scrolls only where its mode lets it")
  func scrolling() {
    let animation = BasicAnimation(
      keyPath: AnimationKeyPath(.bounds, .origin),
      ends: AnimationEnds(from: .point(.zero), to: .point(Point(x: 40, y: 20))),
      timing: MediaTiming(duration: 1))
    let expected: [(ScrollMode, Point)] = [
      (.none, .zero), (.vertically, Point(x: 0, y: 10)), (.horizontally, Point(x: 20, y: 0)),
      (.both, Point(x: 20, y: 10)),
    ]
    for (mode, origin) in expected {
      var values = LayerClass.scroll.initialValues
      values[.scrollMode] = mode
      let layer = Layer(
        index: 1, name: "s", layerClass: .scroll, values: values, animations: [animation])
      let shown = layer.presentation(at: 0.5).values
      #expect(shown[.bounds].origin == origin)
      #expect(shown[.masksToBounds])
    }
  }
}
