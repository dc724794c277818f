import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import Testing
import RostrumTiming

@Suite("Shadows, masks and filters")
struct EffectTests {
  private func shadow(
    _ offset: Size, radius: Double = 0, opacity: Double = 1
  ) -> [Property: Value] {
    [
      .shadowOpacity: .number(opacity), .shadowRadius: .number(radius),
      .shadowOffset: .size(offset), .shadowColor: .color(.blue),
    ]
  }

  private func blur(_ radius: Double) -> LayerFilter {
    var values = LayerValues()
    values[FilterKind.inputRadius] = radius
    return LayerFilter(.gaussianBlur, values: values)
  }

  private func parts(_ pixel: UInt32) -> [Int] {
    [16, 8, 0].map { Int(pixel >> $0 & 255) }
  }

  private func expect(_ pixel: UInt32, _ red: Int, _ green: Int, _ blue: Int) {
    let near = zip(parts(pixel), [red, green, blue]).allSatisfy { abs($0 - $1) <= 2 }
    #expect(near, "\(parts(pixel))")
  }

  // MARK: Shadows

  @Test(
    "A shadow lies behind its layer, moved by its offset; without an offset of its own above it")
  func offset() throws {
    let cast = square(
      1, x: 6, y: 6, side: 8, .red, shadow(Size(width: 4, height: 3)))
    let bitmap = try frame(scene([cast]))
    expectPixels(
      bitmap, (8, 8, redPixel), (13, 13, redPixel), (16, 12, bluePixel), (12, 16, bluePixel),
      (18, 12, whitePixel), (7, 15, whitePixel))
    let plain = square(
      1, x: 6, y: 6, side: 8, .red, [.shadowOpacity: .number(1), .shadowRadius: .number(0)])
    let above = try frame(scene([plain]))
    expectPixels(above, (8, 4, 0xFF00_0000), (8, 15, whitePixel))
  }

  @Test("A shadow turns and grows with its layer")
  func turned() throws {
    var values = shadow(Size(width: 6, height: 0))
    values[.transform] = .transform(.rotationZ(.pi / 2))
    let bitmap = try frame(scene([square(1, x: 6, y: 4, side: 6, .red, values)]))
    expectPixels(bitmap, (8, 14, bluePixel), (15, 7, whitePixel))
    let large = try frame(
      scene([square(1, x: 4, y: 4, side: 4, .red, shadow(Size(width: 4, height: 0)))]), scale: 2)
    expectPixels(large, (20, 12, bluePixel), (25, 12, whitePixel))
  }

  @Test(
    "0.94 of the radius is the standard deviation: an edge falls off as the normal distribution does"
  )
  func radius() throws {
    let cast = layer(
      1, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 60, height: 60)),
        .position: .point(Point(x: 0, y: 30)), .backgroundColor: .color(.black),
        .shadowOpacity: .number(1), .shadowRadius: .number(5 / 0.94), .shadowOffset: .size(.zero),
      ])
    let bitmap = try frame(scene(width: 60, height: 60, [cast]))
    // Beyond x = 30: 1 - Phi((x + 1/2 - 30) / 5), here at half a pixel, one and two deviations.
    for (x, share) in [(30, 0.4602), (34, 0.1841), (39, 0.0287)] {
      let expected = Int((255 * (1 - share)).rounded())
      #expect(abs(parts(bitmap[x, 30])[0] - expected) <= 2, "\(x) \(parts(bitmap[x, 30]))")
    }
  }

  @Test("Sublayers cast the shadow too, and the layer's opacity fades all of it")
  func groups() throws {
    let inner = square(2, x: 10, y: 0, side: 4, .green)
    let parent = square(
      1, x: 2, y: 2, side: 4, .red, shadow(Size(width: 0, height: 8)), sublayers: [inner])
    let bitmap = try frame(scene([parent]))
    expectPixels(
      bitmap, (13, 3, greenPixel), (13, 11, bluePixel), (4, 11, bluePixel), (8, 11, whitePixel))
    var values = shadow(Size(width: 0, height: 8))
    values[.opacity] = .number(0.5)
    let faded = try frame(scene([square(1, x: 2, y: 2, side: 4, .red, values)]))
    expect(faded[4, 11], 128, 128, 255)
    expect(faded[4, 4], 255, 128, 128)
  }

  @Test(
    "The word masksToBounds cuts the shadow off; a shadowPath takes the place of the layer's shape")
  func cutAndPath() throws {
    var values = shadow(Size(width: 0, height: 8))
    values[.masksToBounds] = .boolean(true)
    #expect(try frame(scene([square(1, x: 2, y: 2, side: 4, .red, values)]))[4, 11] == whitePixel)
    values = shadow(.zero)
    values[.shadowPath] = .path(.rect(Rect(x: 6, y: 6, width: 5, height: 5)))
    let bitmap = try frame(scene([square(1, x: 2, y: 2, side: 4, .red, values)]))
    expectPixels(bitmap, (4, 4, redPixel), (10, 10, bluePixel), (6, 6, whitePixel))
    values[.opacity] = .number(0.5)
    let faded = try frame(scene([square(1, x: 2, y: 2, side: 4, .red, values)]))
    expect(faded[10, 10], 128, 128, 255)
    values[.allowsGroupOpacity] = .boolean(false)
    let apart = try frame(scene([square(1, x: 2, y: 2, side: 4, .red, values)]))
    expect(apart[10, 10], 128, 128, 255)
  }

  @Test("A translucent layer shows its own shadow")
  func translucent() throws {
    let color = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    let bitmap = try frame(scene([square(1, x: 4, y: 4, side: 8, color, shadow(.zero))]))
    // The shadow is half opaque as well: white, half blue, half red.
    expect(bitmap[8, 8], 192, 64, 128)
  }

  // MARK: Masks

  private func masked(_ mask: Layer, _ more: [Property: Value] = [:]) -> Layer {
    let base = square(1, x: 4, y: 4, side: 12, .red, more)
    return Layer(
      index: 1, name: "1", layerClass: .plain, values: base.values,
      sublayers: [square(2, x: 8, y: 0, side: 4, .green)], mask: mask)
  }

  @Test("A layer shows where its mask is opaque, in the layer's coordinates, with its sublayers")
  func masks() throws {
    let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
    let mask = square(
      3, x: 6, y: 0, side: 6, half, sublayers: [square(4, x: 0, y: 0, side: 3, .blue)])
    let bitmap = try frame(scene([masked(mask)]))
    expectPixels(bitmap, (5, 5, whitePixel), (10, 5, redPixel), (12, 5, greenPixel))
    expect(bitmap[12, 9], 255, 128, 128)
    expect(bitmap[14, 5], 128, 255, 128)
    #expect(bitmap[12, 12] == whitePixel)
  }

  @Test("A mask turns with its layer, and one that is hidden hides all")
  func turnedMask() throws {
    let mask = square(3, x: 0, y: 0, side: 6, .black)
    let turned = masked(mask, [.transform: .transform(.rotationZ(.pi / 2))])
    let bitmap = try frame(scene([turned]))
    expectPixels(bitmap, (14, 5, redPixel), (5, 5, whitePixel))
    let none = try frame(
      scene([masked(square(3, x: 0, y: 0, side: 6, .black, [.hidden: .boolean(true)]))]))
    expectPixels(none, (5, 5, whitePixel), (14, 14, whitePixel))
  }

  @Test("A mask's animations run in the time of the layer that it masks")
  func animatedMask() throws {
    let slide = BasicAnimation(
      keyPath: AnimationKeyPath(.position, .x),
      ends: AnimationEnds(from: .number(-6), to: .number(6)),
      timing: MediaTiming(duration: 1, fillMode: .both))
    let mask = layer(
      3, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 12, height: 12)),
        .position: .point(Point(x: 6, y: 6)),
        .backgroundColor: .color(.black),
      ], animations: [slide])
    let owner = Layer(
      index: 1, name: "1", layerClass: .plain, values: square(1, x: 4, y: 4, side: 12, .red).values,
      clock: LayerClock(speed: 2), mask: mask)
    #expect(try frame(scene([owner]), at: 0.25)[9, 8] == redPixel)
    #expect(try frame(scene([owner]), at: 0.25)[11, 8] == whitePixel)
    #expect(try frame(scene([owner]), at: 0.499)[14, 8] == redPixel)
  }

  @Test("A shadow is masked with its layer")
  func maskedShadow() throws {
    let mask = square(3, x: 0, y: 0, side: 12, .black)
    let bitmap = try frame(scene([masked(mask, shadow(Size(width: 0, height: 4)))]))
    expectPixels(bitmap, (8, 15, redPixel), (8, 17, whitePixel))
  }

  // MARK: Filters

  @Test("Filters change the layer's picture with its sublayers, in their order")
  func filters() throws {
    let inner = square(2, x: 0, y: 0, side: 4, .green)
    let parent = square(
      1, x: 4, y: 4, side: 12, .red, [.filters: .filters([LayerFilter(.colorInvert)])],
      sublayers: [inner])
    let bitmap = try frame(scene([parent]))
    expectPixels(bitmap, (12, 12, 0xFF00_FFFF), (5, 5, 0xFFFF_00FF), (2, 2, whitePixel))
    var dim = LayerValues()
    dim[FilterKind.brightnessAmount] = -1
    let ordered: [(filters: [LayerFilter], color: UInt32)] = [
      ([LayerFilter(.colorInvert), LayerFilter(.colorBrightness, values: dim)], 0xFF00_0000),
      ([LayerFilter(.colorBrightness, values: dim), LayerFilter(.colorInvert)], whitePixel),
    ]
    for (filters, color) in ordered {
      let values: [Property: Value] = [.filters: .filters(filters)]
      #expect(try frame(scene([square(1, x: 4, y: 4, side: 12, .red, values)]))[9, 9] == color)
    }
  }

  @Test(
    "A blur reaches beyond the layer's edges, and what it blurs in comes from outside of the canvas too"
  )
  func blurs() throws {
    let soft = square(1, x: 6, y: 6, side: 8, .black, [.filters: .filters([blur(2)])])
    let bitmap = try frame(scene([soft]))
    let edge = (parts(bitmap[5, 10])[0], parts(bitmap[6, 10])[0])
    #expect(edge.0 > 128 && edge.1 < 128 && edge.0 + edge.1 >= 250 && edge.0 + edge.1 <= 280)
    let cut = square(1, x: -20, y: -20, side: 60, .black, [.filters: .filters([blur(4)])])
    #expect(try frame(scene([cut]))[0, 10] == 0xFF00_0000)
  }

  @Test("An input of a filter animates under the filter's name")
  func animatedFilter() throws {
    let path = AnimationKeyPath(
      .filters, .filter(FilterComponent(filter: "gaussianBlur", property: FilterKind.inputRadius)))
    let grow = BasicAnimation(
      keyPath: path, ends: AnimationEnds(from: .number(0), to: .number(8)),
      timing: MediaTiming(duration: 1, fillMode: .both))
    let base = square(1, x: 6, y: 6, side: 8, .black, [.filters: .filters([blur(0)])])
    let soft = Layer(
      index: 1, name: "1", layerClass: .plain, values: base.values, animations: [grow])
    #expect(try frame(scene([soft]), at: 0)[5, 10] == whitePixel)
    let later = parts(try frame(scene([soft]), at: 0.5)[5, 10])[0]
    #expect(later > 100 && later < 250)
  }

  @Test("Background filters change what lies behind, inside the rounded bounds and nowhere else")
  func backgroundFilters() throws {
    let glass = square(
      2, x: 5, y: 5, side: 10, Color(red: 0, green: 0, blue: 0, alpha: 0),
      [.backgroundFilters: .filters([LayerFilter(.colorInvert)]), .cornerRadius: .number(5)])
    let bitmap = try frame(scene([square(1, x: 0, y: 0, side: 10, .red), glass]))
    expectPixels(
      bitmap, (8, 8, 0xFF00_FFFF), (12, 12, 0xFF00_0000), (5, 5, redPixel), (3, 3, redPixel))
    let group = square(
      3, x: 0, y: 0, side: 20, .white, [.opacity: .number(0.999), .backgroundColor: .none],
      sublayers: [glass])
    #expect(try frame(scene([square(1, x: 0, y: 0, side: 10, .red), group]))[8, 8] == redPixel)
  }

  // MARK: Compositing

  @Test("A compositing filter mixes with what lies behind in the nearest group")
  func compositing() throws {
    let yellow = Color(red: 1, green: 1, blue: 0)
    let top = square(
      2, x: 5, y: 5, side: 10, Color(red: 0, green: 1, blue: 1),
      [.compositingFilter: .text("multiplyBlendMode")])
    let behind = square(1, x: 0, y: 0, side: 10, yellow)
    let bitmap = try frame(scene([behind, top]))
    expectPixels(bitmap, (8, 8, greenPixel), (12, 12, 0xFF00_FFFF))
    let group = square(
      3, x: 0, y: 0, side: 20, .white, [.opacity: .number(0.999), .backgroundColor: .none],
      sublayers: [top])
    expect(try frame(scene([behind, group]))[8, 8], 0, 255, 255)
  }

  @Test("The word masksToBounds does not keep a compositing filter from seeing what lies behind")
  func compositingInside() throws {
    for radius in [0.0, 5] {
      let top = square(
        2, x: 0, y: 0, side: 30, Color(red: 0, green: 1, blue: 1),
        [.compositingFilter: .text("multiplyBlendMode")])
      let card = square(
        1, x: 5, y: 5, side: 10, Color(red: 1, green: 1, blue: 0),
        [.masksToBounds: .boolean(true), .cornerRadius: .number(radius)], sublayers: [top])
      let bitmap = try frame(scene([card]))
      expectPixels(bitmap, (10, 10, greenPixel), (3, 3, whitePixel))
    }
  }

  @Test("Operations that act where the layer is transparent do so inside its bounds")
  func bounded() throws {
    let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
    let inner = square(3, x: 0, y: 0, side: 5, .green)
    for (name, inside, outside) in [
      ("copy", 0, redPixel), ("destIn", 0, redPixel), ("sourceOver", redPixel, redPixel),
    ] {
      let top = square(
        2, x: 5, y: 5, side: 10, clear, [.compositingFilter: .text(name)], sublayers: [inner])
      let bitmap = try frame(
        scene(background: nil, [square(1, x: 0, y: 0, side: 20, .red), top]))
      #expect(bitmap[12, 12] == inside, "\(name)")
      #expect(bitmap[2, 2] == outside)
      #expect(bitmap[7, 7] == (name == "destIn" ? redPixel : greenPixel))
    }
  }

  @Test("Beyond the bounds operations act as far as something is drawn")
  func unbounded() throws {
    for (name, over, beside) in [
      ("sourceIn", greenPixel, 0), ("sourceOut", 0, greenPixel), ("copy", greenPixel, greenPixel),
      ("destIn", redPixel, 0), ("destAtop", redPixel, greenPixel), ("clear", 0, 0),
    ] as [(String, UInt32, UInt32)] {
      let top = layer(
        2, .plain, [.compositingFilter: .text(name)],
        sublayers: [square(3, x: 5, y: 0, side: 10, .green)])
      let bitmap = try frame(
        scene(background: nil, [square(1, x: 0, y: 0, side: 10, .red), top]))
      #expect(bitmap[7, 5] == over, "\(name)")
      #expect(bitmap[12, 5] == beside, "\(name)")
      #expect(bitmap[2, 5] == redPixel, "\(name)")
    }
  }

  // MARK: Rasterizing

  @Test("Rasterizing shows only where the picture's pixels are not the canvas's")
  func rasterizing() throws {
    let plain = square(1, x: 4, y: 4, side: 8, .red, [.cornerRadius: .number(3)])
    let raster: [Property: Value] = [.cornerRadius: .number(3), .shouldRasterize: .boolean(true)]
    let same = square(1, x: 4, y: 4, side: 8, .red, raster)
    #expect(try frame(scene([same])).hasSamePixels(as: try frame(scene([plain]))))
    let between = try frame(scene([square(1, x: 4.5, y: 4, side: 8, .red, raster)]))
    expect(between[4, 8], 255, 128, 128)
    let coarse = try frame(scene([same]), scale: 4)
    let edge = (14..<19).map { parts(coarse[$0, 32])[1] }
    #expect(edge[0] > edge[1] && edge[1] > edge[2] && edge[2] > edge[3], "\(edge)")
    var fine = raster
    fine[.rasterizationScale] = .number(4)
    let sharp = try frame(scene([square(1, x: 4, y: 4, side: 8, .red, fine)]), scale: 4)
    expectPixels(sharp, (15, 32, whitePixel), (16, 32, redPixel))
  }

  // MARK: Limits

  @Test("A layer is rasterized from end to end on a canvas that is too wide for its scale")
  func wideCanvas() throws {
    let fine: [Property: Value] = [
      .shouldRasterize: .boolean(true), .rasterizationScale: .number(4),
    ]
    let bitmap = try frame(
      scene(width: 9_000, height: 3, [square(1, x: 0, y: 0, side: 9_000, .red, fine)]))
    #expect([4, 4_500, 8_995].map { bitmap[$0, 1] } == [redPixel, redPixel, redPixel])
  }

  @Test(
    "A wide blur is the Gaussian's, though what it brings in lies far beside the canvas",
    arguments: [20.0, 33, 100, 400, 1500])
  func wide(sigma: Double) throws {
    let values: [Property: Value] = [
      .filters: .filters([blur(sigma / LayerFilter.sigmaOfInputRadius)]),
      .transform: .transform(.rotationZ(.pi / 2)),
    ]
    let side = 16 * sigma
    // The left side is at 10, far from all others.
    let layer = square(1, x: 10, y: 10 - side / 2, side: side, .red, values)
    let bitmap = try frame(scene(width: 60, height: 20, background: nil, [layer]))
    for x in [0, 9, 10, 30, 59] {
      let distance = (Double(x) + 0.5 - 10) / sigma
      let exact: Double = 127.5 * (1 + erf(distance / 2.0.squareRoot()))
      #expect(abs(Double(bitmap[x, 10] >> 24) - exact) <= 1.5, "alpha at \(x)")
    }
  }

  @Test(
    "The largest numbers that a scene may write are drawn in bounded time and memory",
    arguments: [1e7, 1e4, 300])
  func hostile(size: Double) throws {
    var values = shadow(Size(width: size, height: -size), radius: size)
    values[.filters] = .filters([blur(size), LayerFilter(.colorInvert), blur(size)])
    values[.backgroundFilters] = .filters([blur(size)])
    values[.shouldRasterize] = .boolean(true)
    values[.rasterizationScale] = .number(size)
    values[.transform] = .transform(
      .rotationZ(0.3).concatenating(.scale(x: size / 100, y: 1 / size)))
    let mask = square(4, x: -size, y: -size, side: size, .black)
    let base = square(1, x: 0, y: 0, side: size, .red, values)
    let owner = Layer(
      index: 1, name: "1", layerClass: .plain, values: base.values,
      sublayers: [square(2, x: 0, y: 0, side: size, .green, values)], mask: mask)
    _ = try frame(scene([square(5, x: 0, y: 0, side: 9, .blue), owner]))
    _ = try frame(scene([square(1, x: 0, y: 0, side: 0, .red, values)]))
  }
}
