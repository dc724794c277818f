import Foundation
import RostrumGeometry
import TestSupport
import Testing

@testable import RostrumCanvas

@Suite("Gaussian blur")
struct BlurTests {
  /// Alpha of a picture with a rectangle, a thin line, a dot and noise.
  private static func picture(_ frame: PixelRect) throws -> Picture {
    let picture = try Picture(frame: frame)
    var random = RandomSource(seed: 7)
    for y in frame.y..<frame.maxY {
      for x in frame.x..<frame.maxX {
        let isInside = (10..<28).contains(x) && (8..<20).contains(y) || x == 33 || (x, y) == (3, 4)
        let isNoise = x > 36 && UInt8.random(in: 0...3, using: &random) == 0
        let alpha: UInt32 = isInside ? 255 : isNoise ? .random(in: 0...255, using: &random) : 0
        picture.pixels.address(x, y).pointee = alpha << 24
      }
    }
    return picture
  }

  /// The sum over all pixels, weighed by the Gaussian of their distance, in double precision.
  private static func exact(
    _ picture: Picture, _ sigma: Double, _ offset: Point, x: Int, y: Int
  ) -> Double {
    func weights(_ center: Double, _ range: Range<Int>) -> [Double] {
      let reach = Int(8 * sigma + abs(center)) + 2
      func height(_ k: Int) -> Double { exp(-pow((Double(k) - center) / sigma, 2) / 2) }
      let sum = (Int(center) - reach...Int(center) + reach).reduce(0) { $0 + height($1) }
      return range.map { height($0) / sum }
    }
    let frame = picture.frame
    let columns = weights(Double(x) - offset.x, frame.x..<frame.maxX)
    let rows = weights(Double(y) - offset.y, frame.y..<frame.maxY)
    var sum = 0.0
    for (j, row) in rows.enumerated() {
      for (i, column) in columns.enumerated() {
        let alpha = picture.pixels.address(frame.x + i, frame.y + j).pointee >> 24
        sum += Double(alpha) * row * column
      }
    }
    return sum
  }

  private static let frame = PixelRect(x: 0, y: 0, width: 48, height: 30)

  @Test(
    "A shadow differs from the exact Gaussian by less than 2/255, wherever its offset puts it",
    arguments: [0.7, 1, 1.5, 3, 3.99, 4, 5, 7.9, 8, 13, 31], [Point.zero, Point(x: 2.3, y: -3.6)])
  func exactness(sigma: Double, offset: Point) throws {
    let source = try Self.picture(Self.frame)
    let blur = PictureBlur(GaussianBlur(sigma: sigma, offset: offset))
    let area = blur.outputs(of: Self.frame)
    let shadow = try Picture(frame: area)
    try shadow.shade(source, by: blur, with: .black, in: area, pool: PicturePool())
    var worst = 0.0
    for y in stride(from: area.y, to: area.maxY, by: max(area.height / 40, 1)) {
      for x in stride(from: area.x, to: area.maxX, by: max(area.width / 40, 1)) {
        let alpha = Double(shadow.pixels.address(x, y).pointee >> 24)
        worst = max(worst, abs(alpha - Self.exact(source, sigma, offset, x: x, y: y)))
      }
    }
    #expect(worst < 1.2)
  }

  @Test("Without a radius, the offset alone moves it: by whole pixels exactly, between them mixed")
  func offsets() throws {
    let source = try Picture(frame: PixelRect(x: 0, y: 0, width: 1, height: 1))
    source.pixels.address(0, 0).pointee = 0xFF00_0000
    let target = try Picture(frame: PixelRect(x: 0, y: 0, width: 6, height: 1))
    for (offset, expected) in [(3.0, [0, 0, 0, 255, 0, 0]), (2.25, [0, 0, 191, 64, 0, 0])] {
      let blur = PictureBlur(GaussianBlur(sigma: 0, offset: Point(x: offset, y: 0)))
      try target.shade(source, by: blur, with: .black, in: target.frame, pool: PicturePool())
      let row = (0..<6).map { Int(target.pixels.address($0, 0).pointee >> 24) }
      #expect(zip(row, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(row)")
    }
  }

  @Test(
    "A part of a blur is what the whole has there, to the last bit", arguments: [0, 1.3, 6, 40])
  func parts(sigma: Double) throws {
    let source = try Self.picture(Self.frame)
    let blur = PictureBlur(GaussianBlur(sigma: sigma, offset: Point(x: 1.4, y: 0.3)))
    let area = blur.outputs(of: Self.frame)
    let pool = PicturePool()
    func colours(_ rect: PixelRect) throws -> Picture {
      let copy = try Picture(frame: source.frame)
      copy.copy(source.pixels, in: source.frame)
      return try [PixelFilter.blur(blur)].applied(to: copy, in: rect, within: area, pool: pool)
    }
    let whole = try colours(area)
    var random = RandomSource(seed: 3)
    for _ in 0..<12 {
      let rect = PixelRect(
        x: .random(in: area.x..<area.maxX, using: &random),
        y: .random(in: area.y..<area.maxY, using: &random), width: 9, height: 5
      ).intersection(area)
      let part = try colours(rect)
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
          #expect(part.pixels.address(x, y).pointee == whole.pixels.address(x, y).pointee)
        }
      }
    }
  }

  @Test("What a part depends on, and what depends on it, fit together", arguments: [0, 2, 5, 90])
  func reach(sigma: Double) {
    let blur = GaussianBlur(sigma: sigma, offset: Point(x: 7.5, y: -2))
    for x in -20..<20 {
      let pixel = PixelRect(x: x, y: 3 * x, width: 1, height: 1)
      let inputs = blur.inputs(of: pixel)
      for corner in [(inputs.x, inputs.y), (inputs.maxX - 1, inputs.maxY - 1)] {
        let outputs = blur.outputs(of: PixelRect(x: corner.0, y: corner.1, width: 1, height: 1))
        #expect(outputs.contains(pixel))
      }
    }
  }

  @Test("A uniform picture whose edges go on for ever stays as it is", arguments: [1.0, 6, 300])
  func extended(sigma: Double) throws {
    let frame = PixelRect(x: -3, y: 5, width: 20, height: 10)
    let source = try Picture(frame: frame)
    for y in frame.y..<frame.maxY {
      source.pixels.address(frame.x, y).update(repeating: 0x8040_2010, count: frame.width)
    }
    let target = try Picture(frame: frame)
    try BlurPass(
      source: source.pixels, blur: GaussianBlur(sigma: sigma), edge: .extended(frame)
    ).write(to: target.pixels, in: frame)
    for y in frame.y..<frame.maxY {
      for x in frame.x..<frame.maxX {
        #expect(target.pixels.address(x, y).pointee == 0x8040_2010)
      }
    }
  }

  @Test("In a plane that leans, a Gaussian is what the ellipse of its map says")
  func plane() throws {
    // A dot under a map that stretches by 3 along the diagonal: the blur spreads along it.
    let source = try Picture(frame: PixelRect(x: 0, y: 0, width: 60, height: 60))
    for y in 28..<32 {
      source.pixels.address(28, y).update(repeating: 0xFF00_0000, count: 4)
    }
    let map = AffineTransform.rotation(-.pi / 4).concatenating(.scale(x: 3, y: 1))
      .concatenating(.rotation(.pi / 4))
    let blur = try #require(
      PictureBlur(
        GaussianBlur(sigma: 3), inPlaneAt: Homography(map),
        limits: PixelRect(x: -200, y: -200, width: 400, height: 400)))
    let target = try Picture(frame: source.frame)
    try target.shade(source, by: blur, with: .black, in: target.frame, pool: PicturePool())
    func alpha(_ x: Int, _ y: Int) -> Int { Int(target.pixels.address(x, y).pointee >> 24) }
    #expect(alpha(29, 29) > 15)
    #expect(alpha(36, 36) > 3 * max(alpha(36, 22), 1))
    #expect(abs(alpha(36, 36) - alpha(23, 23)) <= 1)
  }

  @Test("The widest radius and the farthest offset take no time and no memory")
  func hostile() throws {
    let source = try Self.picture(Self.frame)
    for (sigma, offset) in [(1e300, 0.0), (1e9, 1e300), (0, -1e12), (.infinity, .nan)] {
      let blur = PictureBlur(GaussianBlur(sigma: sigma, offset: Point(x: offset, y: offset)))
      let target = try Picture(frame: Self.frame)
      try target.shade(source, by: blur, with: .black, in: target.frame, pool: PicturePool())
      _ = try [PixelFilter.blur(blur)].applied(
        to: Self.picture(Self.frame), in: Self.frame, within: Self.frame, pool: PicturePool())
      #expect(blur.outputs(of: Self.frame).width > 0)
    }
  }
}
