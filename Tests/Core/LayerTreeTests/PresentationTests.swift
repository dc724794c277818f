import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@Suite("The presentation tree")
struct PresentationTests {
  private func layer(
    _ index: Int, _ animations: [any Animation] = [], clock: LayerClock = LayerClock(),
    sublayers: [Layer] = []
  ) -> Layer {
    Layer(
      index: index, name: "\(index)", layerClass: .plain, values: LayerValues(), clock: clock,
      animations: animations, sublayers: sublayers)
  }

  private let fade = BasicAnimation(
    keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
    timing: oneSecond)

  @Test("A subtree that nothing animates is the same object at every time")
  func constant() {
    let tree = layer(1, sublayers: [layer(2), layer(3, [fade]), layer(4)])
    let (a, b) = (tree.presentation(at: 0), tree.presentation(at: 0.5))
    #expect(a.sublayers[0] === b.sublayers[0])
    #expect(a.sublayers[1] !== b.sublayers[1])
    #expect(a.sublayers[2] === b.sublayers[2])
  }

  @Test("A layer's clock moves the time of everything below it")
  func clocks() {
    let inner = layer(2, [fade])
    let outer = layer(
      1, clock: LayerClock(beginTime: 1, speed: 2, timeOffset: 0.1), sublayers: [inner])
    let value = outer.presentation(at: 1.2).sublayers[0].values[.opacity]
    #expect(abs(value - 0.5) < 1e-12)
    #expect(abs(outer.endTime - 1.45) < 1e-12)
  }

  @Test("Speed 0 holds a whole subtree at its time offset, and so it never changes")
  func paused() {
    let outer = layer(
      1, clock: LayerClock(speed: 0, timeOffset: 0.25), sublayers: [layer(2, [fade])])
    for time in [0.0, 1, 100] {
      #expect(outer.presentation(at: time).sublayers[0].values[.opacity] == 0.25)
    }
    #expect(outer.endTime == -.infinity)
  }

  @Test("What is inside of layers that nobody sees is left out, where that is asked for")
  func unseen() {
    func tree(_ property: String, _ values: [Value]) -> Scene {
      let animation = KeyframeAnimation(
        keyPath: keyPath(property), values: values, timing: oneSecond)
      return Scene(
        size: Size(width: 10, height: 10), background: nil,
        clock: FrameClock(rate: .standard, duration: 1),
        layers: [layer(1, [animation], sublayers: [layer(2, [fade])])])
    }
    let vanishing = tree("opacity", [.number(0), .number(1)])
    let hiding = tree("hidden", [.boolean(true), .boolean(false), .boolean(false)])
    for (scene, time, isSeen) in [
      (vanishing, 0.0, false), (vanishing, 0.25, true), (hiding, 0.1, false), (hiding, 0.9, true),
    ] {
      let whole = scene.presentation(at: time).sublayers[0]
      let shown = scene.presentation(at: time, leavingOutUnseen: true).sublayers[0]
      #expect(whole.sublayers.count == 1)
      #expect(shown.sublayers.count == (isSeen ? 1 : 0), "\(time)")
      #expect(shown.values == whole.values)
    }
  }

  @Test("A frame alone equals the same frame in a sequence, in any order")
  func randomAccess() {
    var random = RandomSource(seed: 7)
    let tree = layer(1, [fade], sublayers: [layer(2, [fade])])
    let times = (0..<200).map { Double($0) / 150 }
    let inOrder = times.map { tree.presentation(at: $0).sublayers[0].values }
    for (time, expected) in zip(times, inOrder).shuffled(using: &random) {
      #expect(tree.presentation(at: time).sublayers[0].values == expected)
    }
  }

  @Test("Every class's properties have names of their own and defaults of their own type")
  func table() {
    for layerClass in LayerClass.all {
      let names = layerClass.properties.map(\.name)
      #expect(Set(names).count == names.count)
      let values = LayerValues()
      for path in layerClass.keyPaths { _ = path.value(in: values) }
      #expect(LayerClass.named(layerClass.name) == layerClass)
    }
  }

  @Test("Writing a component and reading it back gives the same value")
  func components() {
    for path in LayerClass.plain.keyPaths where path.component != nil {
      guard case .number = path.value(in: LayerValues()) else { continue }
      var values = LayerValues()
      path.set(.number(0.75), in: &values)
      #expect(abs(path.value(in: values).number - 0.75) < 1e-9, "\(path.name)")
    }
  }
}

@Suite("Typed properties")
struct TypedPropertyTests {
  /// A property, a value of it that is not the default, and how it is written.
  private func expect<Content: Equatable>(
    _ property: TypedProperty<Content>, _ content: Content, _ value: Value
  ) {
    var values = LayerValues()
    #expect(values[any: property] == property.defaultValue)
    values[property] = content
    #expect(values[any: property] == value, "\(property.name)")
    values[any: property] = value
    #expect(values[property] == content, "\(property.name)")
    #expect(value != property.defaultValue, "\(property.name)")
  }

  @Test("A property's content has its Swift type, and is one kind of value")
  func contents() {
    expect(.opacity, 0.5, .number(0.5))
    expect(.hidden, true, .boolean(true))
    expect(.position, Point(x: 1, y: 2), .point(Point(x: 1, y: 2)))
    expect(.borderColor, nil, .none)
    expect(.backgroundColor, .white, .color(.white))
    expect(.lineDashPattern, [1, 2], .numbers([1, 2]))
    expect(.contentsGravity, .topLeft, .text("topLeft"))
    expect(.compositingFilter, .xor, .text("xor"))
    expect(.maskedCorners, [.maxXMaxY, .minXMinY], .words(["minXMinY", "maxXMaxY"]))
    expect(.string, AttributedText("a"), .text("a"))
    expect(FilterKind.inputRadius, 3, .number(3))
  }

  @Test("What is missing and what is empty is no value")
  func missing() {
    var values = LayerValues()
    values[.shadowPath] = nil
    values[.filters] = []
    values[.compositingFilter] = nil
    #expect(values[any: .shadowPath] == .none)
    #expect(values[any: .filters] == .none)
    #expect(values[any: .compositingFilter] == .text("none"))
    #expect(values[.colors] == [])
  }

  @Test("A text with a style of its own stays a list of runs")
  func runs() {
    var styled = AttributedText("a")
    styled.runs[0].kern = 2
    expect(.string, styled, .attributedText(styled))
  }
}
