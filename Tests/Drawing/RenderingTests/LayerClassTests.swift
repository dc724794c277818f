import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import TestSupport
import Testing
import RostrumTiming

@Suite("Gradient, replicator, tiled and emitter layers on pixels")
struct LayerClassTests {
  private static let size = (width: 60.0, height: 30.0)

  private func gradient(_ values: [Property: Value]) -> Layer {
    let own: [Property: Value] = [
      .bounds: .rect(Rect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)),
      .position: .point(Point(x: Self.size.width / 2, y: Self.size.height / 2)),
    ]
    return layer(1, .gradient, own.merging(values) { _, new in new })
  }

  private func drawn(_ layer: Layer) throws -> Bitmap {
    try frame(scene(width: Self.size.width, height: Self.size.height, background: nil, [layer]))
  }

  /// Red, green, blue, alpha.
  private let ends = ([1, 0.2, 0, 1], [0, 0.6, 1, 0.25])

  private static func color(_ parts: [Double]) -> Color {
    Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }

  /// The difference of a pixel from the straight colour at the fraction `p` between both ends.
  private func error(_ pixel: UInt32, _ p: Double) -> Int {
    let straight = zip(ends.0, ends.1).map { $0 + ($1 - $0) * p }
    let expected = [0, 1, 2].map { straight[$0] * straight[3] * 255 } + [straight[3] * 255]
    let found = [16, 8, 0, 24].map { Int(pixel >> UInt32($0) & 0xFF) }
    return zip(found, expected).map { abs($0 - Int($1.rounded())) }.max() ?? 0
  }

  private func expectColors(
    _ bitmap: Bitmap, _ progress: (_ x: Double, _ y: Double) -> Double
  ) {
    var worst = 0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let p = min(max(progress(Double(x) + 0.5, Double(y) + 0.5), 0), 1)
        worst = max(worst, error(bitmap[x, y], p))
      }
    }
    #expect(worst <= 1)
  }

  private var colors: Value { .colors([Self.color(ends.0), Self.color(ends.1)]) }

  @Test("Axial: straight colours along the projection in the unit square")
  func axial() throws {
    let bitmap = try drawn(
      gradient([
        .colors: colors, .startPoint: .point(Point(x: 0.1, y: 0)),
        .endPoint: .point(Point(x: 0.8, y: 1)),
      ]))
    expectColors(bitmap) { x, y in
      ((x / 60 - 0.1) * 0.7 + y / 30) / (0.7 * 0.7 + 1)
    }
  }

  @Test("Radial: ellipses with the half axes from start to end")
  func radial() throws {
    let bitmap = try drawn(
      gradient([
        .colors: colors, .gradientType: .text("radial"), .startPoint: .point(Point(x: 0.5, y: 0.5)),
        .endPoint: .point(Point(x: 0.9, y: 0.1)),
      ]))
    expectColors(bitmap) { x, y in
      let (u, v) = ((x - 30) / 24, (y - 15) / 12)
      return (u * u + v * v).squareRoot()
    }
  }

  @Test("Conic: one turn from the direction of the end in the unit square, clockwise on screen")
  func conic() throws {
    let bitmap = try drawn(
      gradient([
        .colors: colors, .gradientType: .text("conic"), .startPoint: .point(Point(x: 0.5, y: 0.5)),
        .endPoint: .point(Point(x: 1, y: 0.25)),
      ]))
    let start = atan2(-0.25, 0.5)
    expectColors(bitmap) { x, y in
      let turn = (atan2((y - 15) / 30, (x - 30) / 60) - start) / (2 * .pi)
      return turn < 0 ? turn + 1 : turn
    }
  }

  @Test("Locations: hard steps, and ends that go on")
  func locations() throws {
    let bitmap = try drawn(
      gradient([
        .colors: .colors([.red, .red, .blue, .blue]), .locations: .numbers([0, 0.5, 0.5, 0.75]),
        .startPoint: .point(.zero), .endPoint: .point(Point(x: 1, y: 0)),
      ]))
    #expect(bitmap[0, 3] == redPixel && bitmap[29, 3] == redPixel)
    #expect(bitmap[30, 3] == bluePixel && bitmap[59, 20] == bluePixel)
  }

  @Test(
    "Nothing between start and end, one colour, or fewer locations than colours: nothing is drawn")
  func degenerate() throws {
    let still = try drawn(
      gradient([.colors: colors, .endPoint: .point(Point(x: 0.5, y: 0))]))
    #expect(still[30, 15] == 0)
    let flat = try drawn(
      gradient([
        .colors: colors, .gradientType: .text("radial"), .endPoint: .point(Point(x: 0.5, y: 1)),
      ]))
    #expect(flat[30, 15] == 0)
    #expect(try drawn(gradient([.colors: .colors([.blue])]))[59, 29] == 0)
    let short: [Property: Value] = [.colors: colors, .locations: .numbers([0.5])]
    #expect(try drawn(gradient(short))[30, 15] == 0)
    #expect(try drawn(gradient([:]))[30, 15] == 0)
  }

  @Test("A replicator's copies stand where the transform puts them, in the multiplied colour")
  func replicator() throws {
    let replicator = layer(
      1, .replicator,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 40, height: 10)),
        .position: .point(Point(x: 20, y: 5)), .instanceCount: .number(3),
        .instanceTransform: .transform(.translation(x: 12, y: 0)),
        .instanceColor: .color(Color(red: 1, green: 0.5, blue: 1)),
        .instanceBlueOffset: .number(-0.5),
      ],
      sublayers: [
        square(2, x: 0, y: 0, side: 10, .white, sublayers: [square(3, x: 2, y: 2, side: 4, .red)])
      ])
    let bitmap = try frame(scene(width: 40, height: 10, background: .white, [replicator]))
    expectPixels(
      bitmap, (8, 8, 0xFFFF_80FF), (20, 8, 0xFFFF_8080), (32, 8, 0xFFFF_8000), (27, 4, redPixel))
    #expect(bitmap[11, 5] == whitePixel && bitmap[39, 5] == whitePixel)
  }

  @Test("Frames of copies and particles drawn in any order equal frames drawn alone")
  func anyOrder() throws {
    let assets = try Self.assets()
    var random = RandomSource(seed: 8)
    for _ in 0..<8 {
      let generated = Self.generated(&random, assets.image)
      let loaded = SceneAssets()
      try loaded.load(for: generated)
      let renderer = try FrameRenderer(RenderContext(scene: generated, scale: 1.5, assets: loaded))
      for _ in 0..<8 {
        let time = Double.random(in: 0...2, using: &random)
        try renderer.render(at: time)
        let alone = try FrameRenderer(RenderContext(scene: generated, scale: 1.5, assets: loaded))
        try alone.render(at: time)
        #expect(renderer.bitmap.hasSamePixels(as: alone.bitmap), "at \(time)")
      }
    }
  }

  /// A picture of 16 x 16 pixels with a soft left edge, in a file.
  private static func assets() throws -> (image: ImageReference, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    let bitmap = try Bitmap(width: 16, height: 16)
    for y in 0..<16 {
      for x in 0..<16 {
        let a = UInt32(min(x * 40, 255))
        bitmap[x, y] = a << 24 | a << 16 | (a / 2) << 8
      }
    }
    let path = folder.path("spark.png")
    try Data(PNGEncoder().encode(bitmap)).write(to: URL(filePath: path))
    return (ImageReference(path: path, width: 16, height: 16), folder)
  }

  private static func generated(_ random: inout RandomSource, _ image: ImageReference) -> Scene {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var cell = LayerValues()
    cell[EmitterCell.contents] = image
    cell[EmitterCell.birthRate] = number(5...40)
    cell[EmitterCell.lifetime] = number(0.2...1)
    cell[EmitterCell.velocity] = number(0...60)
    cell[EmitterCell.emissionRange] = 6
    cell[EmitterCell.spin] = number(-5...5)
    cell[EmitterCell.scale] = number(0.05...1.5)
    let emitter = layer(
      1, .emitter,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 30, height: 20)),
        .position: .point(Point(x: 25, y: 20)), .emitterPosition: .point(Point(x: 15, y: 10)),
        .emitterCells: .emitterCells([EmitterCell(values: cell)]),
        .renderMode: .text(Bool.random(using: &random) ? "additive" : "unordered"),
        .masksToBounds: .boolean(Bool.random(using: &random)),
        .opacity: .number(Bool.random(using: &random) ? 1 : 0.6),
        .cornerRadius: .number(number(0...8)), .backgroundColor: .color(.blue),
      ])
    let turning = BasicAnimation(
      keyPath: AnimationKeyPath(.instanceTransform, .transform(.rotationZ)),
      ends: AnimationEnds(by: .number(number(-2...2))), timing: MediaTiming(duration: 1.5))
    let blinking = BasicAnimation(
      keyPath: AnimationKeyPath(.instanceCount),
      ends: AnimationEnds(from: .number(1), to: .number(7)), timing: MediaTiming(duration: 1))
    let shading = BasicAnimation(
      keyPath: AnimationKeyPath(.endPoint), ends: AnimationEnds(to: .point(Point(x: 0, y: 0.4))),
      timing: MediaTiming(duration: 1))
    let ball = layer(
      3, .gradient,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 14, height: 9)),
        .position: .point(Point(x: 9, y: 8)), .cornerRadius: .number(4),
        .colors: .colors([.red, .blue, .white]),
      ], animations: [shading])
    let replicator = layer(
      2, .replicator,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 60, height: 50)),
        .position: .point(Point(x: 30, y: 25)), .instanceDelay: .number(number(-0.2...0.2)),
        .instanceTransform: .transform(.translation(x: 7, y: 3)),
        .instanceRedOffset: .number(-0.2), .instanceAlphaOffset: .number(number(-0.2...0)),
      ], animations: [turning, blinking], sublayers: [ball])
    return scene(width: 60, height: 50, background: nil, [emitter, replicator])
  }

  @Test("A tiled layer shows what a plain one shows; shrunk, nearly so from a smaller copy")
  func tiled() throws {
    let assets = try Self.assets()
    func shown(_ layerClass: LayerClass, scale: Double, levels: Double) throws -> Bitmap {
      let picture = layer(
        1, layerClass,
        [
          .bounds: .rect(Rect(x: 0, y: 0, width: 16, height: 16)),
          .position: .point(Point(x: 10, y: 10)), .contents: .image(assets.image),
          .transform: .transform(.scale(x: scale, y: scale)),
          .levelsOfDetail: .number(levels),
        ])
      let tiles = scene(background: nil, [picture])
      let loaded = SceneAssets()
      try loaded.load(for: tiles)
      let renderer = try FrameRenderer(RenderContext(scene: tiles, assets: loaded))
      try renderer.render(at: 0)
      return renderer.bitmap
    }
    for scale in [0.25, 0.7, 1.3] {
      let (plain, tiled) = (
        try shown(.plain, scale: scale, levels: 1), try shown(.tiled, scale: scale, levels: 1)
      )
      #expect(plain.hasSamePixels(as: tiled))
    }
    let (plain, tiled) = (
      try shown(.plain, scale: 0.25, levels: 1), try shown(.tiled, scale: 0.25, levels: 4)
    )
    for y in 0..<20 {
      for x in 0..<20 {
        let parts = [0, 8, 16, 24].map {
          abs(Int(plain[x, y] >> $0 & 0xFF) - Int(tiled[x, y] >> $0 & 0xFF))
        }
        #expect((parts.max() ?? 0) <= 24, "(\(x), \(y))")
      }
    }
  }
}
