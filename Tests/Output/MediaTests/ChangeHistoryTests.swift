import RostrumCanvas
import RostrumGeometry
@testable import RostrumMedia
import TestSupport
import Testing

@Suite("What changed between frames")
struct ChangeHistoryTests {
  private func region(_ x: Int) -> DamageRegion {
    DamageRegion(PixelRect(x: x, y: 0, width: 1, height: 1))
  }

  @Test("What changed between frames sums up between any two of the latest frames")
  func sum() {
    var history = ChangeHistory()
    for index in 1...5 {
      history.append(FrameChanges(since: index - 1, region: region(10 * index)), at: index)
    }
    #expect(history.changes(from: 5, to: 5) == DamageRegion())
    #expect(history.changes(from: 4, to: 5) == region(50))
    var both = region(40)
    both.formUnion(region(50))
    #expect(history.changes(from: 3, to: 5) == both)
  }

  @Test(
    "What changed between frames is unknown from a frame that was forgotten, after a gap, and from nothing"
  )
  func unknown() {
    var history = ChangeHistory()
    history.append(nil, at: 0)
    #expect(history.changes(from: nil, to: 0) == nil)
    for index in 1...20 {
      history.append(FrameChanges(since: index - 1, region: region(index)), at: index)
    }
    #expect(history.changes(from: 3, to: 20) == nil)
    #expect(history.changes(from: 19, to: 20) == region(20))
    history.append(FrameChanges(since: 18, region: region(0)), at: 21)
    #expect(history.changes(from: 20, to: 21) == nil)
  }

  /// Converting a part of a picture at odd coordinates must give the same result as converting
  /// everything.
  @Test("A frame's memory that is brought up to date equals a new one", arguments: 0..<30)
  func partial(_ seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let size = PixelSize(
      width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
    for pixels in [
      PipedPixels.planar(I420Layout(size, isEven: true), Flattening(background: .white)),
      .planar(I420Layout(size, isEven: false), Flattening(background: .black)),
      .straight(.rgb, size),
      .straight(.rgba, size),
    ] {
      let frame = try Bitmap(width: size.width, height: size.height)
      var bytes = [UInt8](repeating: 0, count: pixels.byteCount)
      bytes.withUnsafeMutableBytes { pixels.write(frame, nil, into: $0) }
      var region = DamageRegion()
      for _ in 0..<3 { region.insert(paint(frame, &random)) }
      bytes.withUnsafeMutableBytes { pixels.write(frame, region, into: $0) }
      var fresh = [UInt8](repeating: 0, count: pixels.byteCount)
      fresh.withUnsafeMutableBytes { pixels.write(frame, nil, into: $0) }
      #expect(bytes == fresh)
    }
  }

  /// Fills a random rectangle with a random opaque colour.
  private func paint(_ frame: Bitmap, _ random: inout RandomSource) -> PixelRect {
    let x = Int.random(in: 0..<frame.width, using: &random)
    let y = Int.random(in: 0..<frame.height, using: &random)
    let rect = PixelRect(
      x: x, y: y, width: .random(in: 1...frame.width - x, using: &random),
      height: .random(in: 1...frame.height - y, using: &random))
    let color = UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        frame.row(y).storeBytes(of: color, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return rect
  }
}
