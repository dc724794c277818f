import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import TestSupport
import Testing
import RostrumTiming

@Suite("Exposure")
struct ExposureTests {
  private func picture(
    _ scene: Scene, at time: Double, _ exposure: Exposure, scale: Double = 1
  ) throws -> Bitmap {
    let renderer = try ExposedRenderer(
      RenderContext(scene: scene, scale: scale, assets: SceneAssets(), exposure: exposure))
    try renderer.render(at: time)
    return renderer.bitmap
  }

  /// A black square, 10 points wide, that moves 60 points in a second: a point in a frame.
  private func moving(background: Color? = .white, color: Color = .black) -> Scene {
    let run = BasicAnimation(
      keyPath: AnimationKeyPath(.position),
      ends: AnimationEnds(from: .point(Point(x: 10, y: 10)), to: .point(Point(x: 250, y: 10))),
      timing: MediaTiming(duration: 1))
    let mover = layer(
      1, .plain,
      [.bounds: .rect(Rect(x: 0, y: 0, width: 10, height: 10)), .backgroundColor: .color(color)],
      animations: [run])
    return scene(
      width: 100, background: background,
      [square(2, x: 0, y: 0, side: 3, .red, [.opacity: .number(0.5)]), mover])
  }

  @Test(
    "Without a shutter and supersampling a frame is the plain one", arguments: [0.0, 0.2, 0.31])
  func instant(time: Double) throws {
    let plain = try frame(moving(), at: time)
    #expect(try picture(moving(), at: time, .instant).hasSamePixels(as: plain))
    let closed = Exposure(shutterAngle: 0, sampleCount: 16)
    #expect(try picture(moving(), at: time, closed).hasSamePixels(as: plain))
  }

  @Test("Light is averaged, not its encoding: half black and half white is 188")
  func light() throws {
    // Four points in a frame; two moments, half a frame apart: the square's first two columns are
    // covered once.
    let blurred = try picture(moving(), at: 0, Exposure(shutterAngle: 360, sampleCount: 2))
    #expect(
      (0..<20).map { blurred[$0, 10] & 255 } == Array(repeating: 255, count: 5)
        + [188, 188] + Array(repeating: 0, count: 8) + [188, 188, 255, 255, 255])
  }

  @Test("A translucent picture keeps its colour; its alpha is averaged")
  func alpha() throws {
    let scene = moving(background: nil, color: .red)
    let blurred = try picture(scene, at: 0, Exposure(shutterAngle: 360, sampleCount: 2))
    #expect(blurred[5, 10] == 0x8080_0000 || blurred[5, 10] == 0x7F7F_0000)
    #expect(blurred[10, 10] == redPixel && blurred[3, 10] == 0)
  }

  @Test("The samples are the frames of those moments")
  func samples() throws {
    let count = 5
    let frames = try (0..<count).map {
      try frame(moving(), at: 0.1 + Double($0) / Double(count) / 60 / 2)
    }
    let blurred = try picture(moving(), at: 0.1, Exposure(shutterAngle: 180, sampleCount: count))
    for x in 0..<100 {
      let light = frames.map { linear(Double($0[x, 10] & 255) / 255) }.reduce(0, +) / Double(count)
      #expect(abs(linear(Double(blurred[x, 10] & 255) / 255) - light) < 0.006)
    }
  }

  private func linear(_ value: Double) -> Double {
    // An independent form: the curve as a table of powers of e would be, near enough for a byte.
    value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
  }

  /// The power of 2.4, as 12/5: bisected.
  private func power(_ base: Double) -> Double {
    let target = (0..<12).reduce(1.0) { product, _ in product * base }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if middle * middle * middle * middle * middle < target { low = middle } else { high = middle }
    }
    return low
  }

  @Test("What stands still is as without a shutter, byte for byte, and drawn once")
  func still() throws {
    let shapes = [
      square(1, x: 2.3, y: 3.7, side: 9.1, Color(red: 0.3, green: 0.7, blue: 0.1)),
      square(2, x: 6, y: 6, side: 9, .red, [.opacity: .number(0.37)]),
    ]
    let exposure = Exposure(shutterAngle: 360, sampleCount: 64)
    for background in [Color.white, nil] {
      let scene = scene(background: background, shapes)
      #expect(try picture(scene, at: 0.2, exposure).hasSamePixels(as: frame(scene, at: 0.2)))
    }
    let renderer = try ExposedRenderer(
      RenderContext(scene: scene(shapes), assets: SceneAssets(), exposure: exposure))
    #expect(try !renderer.render(at: 0).isEmpty)
    #expect(try renderer.render(at: 0.5).isEmpty)
    #expect(renderer.trees.count == 1)
    let blurred = try picture(moving(), at: 0.1, exposure)
    #expect(blurred[1, 1] == (try frame(moving(), at: 0.1))[1, 1])
  }

  @Test(
    "The pixels of a frame do not depend on the frames before it, nor does its damage miss any",
    arguments: [
      Exposure(shutterAngle: 180, sampleCount: 4),
      Exposure(shutterAngle: 360, sampleCount: 3, supersampling: 2),
      Exposure(shutterAngle: 0, supersampling: 3),
    ])
  func randomAccess(exposure: Exposure) throws {
    var random = RandomSource(seed: 5)
    let renderer = try ExposedRenderer(
      RenderContext(scene: moving(), scale: 1.3, assets: SceneAssets(), exposure: exposure))
    var before = try Bitmap(width: renderer.bitmap.width, height: renderer.bitmap.height)
    for round in 0..<25 {
      let time = round.isMultiple(of: 6) ? 3 : Double(Int.random(in: 0..<40, using: &random)) / 60
      let damage = try renderer.render(at: time)
      let alone = try picture(moving(), at: time, exposure, scale: 1.3)
      #expect(renderer.bitmap.hasSamePixels(as: alone), "\(time)")
      for y in 0..<alone.height {
        for x in 0..<alone.width where round > 0 && alone[x, y] != before[x, y] {
          #expect(damage.intersects(PixelRect(x: x, y: y, width: 1, height: 1)))
        }
      }
      before = alone
    }
  }

  @Test("Supersampling averages the pixels of a larger frame", arguments: [2, 3, 4])
  func supersampling(factor: Int) throws {
    let scene = moving()
    let small = try picture(scene, at: 0.013, Exposure(shutterAngle: 0, supersampling: factor))
    let large = try frame(scene, at: 0.013, scale: Double(factor))
    #expect(small.width == 100 && large.width == 100 * factor)
    for (x, y) in [(5, 5), (13, 10), (20, 15), (8, 4), (2, 2)] {
      var sum = 0
      for i in 0..<factor {
        for j in 0..<factor { sum += Int(large[x * factor + i, y * factor + j] & 255) }
      }
      #expect(abs(Double(small[x, y] & 255) - Double(sum) / Double(factor * factor)) <= 0.5)
    }
  }

  @Test("A canvas whose size is no whole number stays as large")
  func fraction() throws {
    let odd = scene(width: 20.3, height: 9.7, [square(1, x: 1, y: 1, side: 5, .red)])
    let picture = try picture(odd, at: 0, Exposure(shutterAngle: 0, supersampling: 2))
    #expect(picture.width == 20 && picture.height == 10)
  }
}
