import RostrumCanvas
import RostrumGeometry
import TestSupport
import Testing

@testable import RostrumMedia

@Suite("Conversion to 4:2:0")
struct I420Tests {
  /// ITU-R BT.709-6 in double precision, rounded at the end; limited range.
  struct Reference {
    let frame: Bitmap
    let background: VideoSettings.Background

    /// Red, green, blue; the last row and column are repeated beyond the picture.
    private func color(_ x: Int, _ y: Int) -> [Double] {
      let pixel = background.under(frame[min(x, frame.width - 1), min(y, frame.height - 1)])
      return [16, 8, 0].map { Double(pixel >> UInt32($0) & 255) }
    }

    private func luma(_ color: [Double]) -> Double {
      0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
    }

    func luma(_ x: Int, _ y: Int) -> Double { 16 + 219 * luma(color(x, y)) / 255 }

    func chroma(_ x: Int, _ y: Int) -> (blue: Double, red: Double) {
      let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { color(2 * x + $0.0, 2 * y + $0.1) }
      let mean = (0..<3).map { channel in four.reduce(0) { $0 + $1[channel] } / 4 }
      let blue = 128 + 224 * (mean[2] - luma(mean)) / 1.8556 / 255
      return (blue, 128 + 224 * (mean[0] - luma(mean)) / 1.5748 / 255)
    }
  }

  private func converted(
    _ frame: Bitmap, _ layout: I420Layout, _ background: VideoSettings.Background
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: layout.byteCount)
    let whole = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    bytes.withUnsafeMutableBytes {
      layout.write(frame, whole, Flattening(background: background), into: $0)
    }
    return bytes
  }

  @Test(
    "Every plane is the nearest byte to BT.709 in double precision",
    arguments: [(1, 1), (2, 2), (3, 5), (64, 48), (101, 57)], [true, false])
  func reference(_ size: (Int, Int), _ isEven: Bool) throws {
    var random = RandomSource(seed: UInt64(size.0))
    let frame = try Bitmap(width: size.0, height: size.1)
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let alpha = UInt32.random(in: 0...1, using: &random) * 127 + 128
        let colors = (0..<3).map { _ in UInt32.random(in: 0...alpha, using: &random) }
        frame[x, y] = alpha << 24 | colors[0] << 16 | colors[1] << 8 | colors[2]
      }
    }
    for background in [VideoSettings.Background.black, .white] {
      check(frame, I420Layout(PixelSize(width: size.0, height: size.1), isEven: isEven), background)
    }
  }

  private func check(
    _ frame: Bitmap, _ layout: I420Layout, _ background: VideoSettings.Background
  ) {
    let bytes = converted(frame, layout, background)
    let reference = Reference(frame: frame, background: background)
    // A tie may fall either way.
    func expectNear(_ byte: UInt8, _ exact: Double) {
      #expect(abs(Double(byte) - exact) <= 0.5001)
    }
    for y in 0..<layout.coded.height {
      for x in 0..<layout.coded.width {
        expectNear(bytes[y * layout.coded.width + x], reference.luma(x, y))
      }
    }
    let blue = layout.coded.width * layout.coded.height
    let red = blue + layout.chroma.width * layout.chroma.height
    for y in 0..<layout.chroma.height {
      for x in 0..<layout.chroma.width {
        let chroma = reference.chroma(x, y)
        expectNear(bytes[blue + y * layout.chroma.width + x], chroma.blue)
        expectNear(bytes[red + y * layout.chroma.width + x], chroma.red)
      }
    }
  }

  @Test("Every grey has a chroma of exactly 128, and white and black are 235 and 16")
  func greys() throws {
    for grey in UInt32(0)...255 {
      let frame = try Bitmap(width: 2, height: 2)
      for x in 0..<2 { for y in 0..<2 { frame[x, y] = 0xFF00_0000 | grey * 0x01_0101 } }
      let layout = I420Layout(PixelSize(width: 2, height: 2), isEven: true)
      let bytes = converted(frame, layout, .black)
      #expect(bytes[4...5] == [128, 128])
      if grey == 0 { #expect(bytes[0] == 16) }
      if grey == 255 { #expect(bytes[0] == 235) }
    }
  }

  @Test("Sizes are even numbers for H.264, and rounded-up halves for VP9")
  func layouts() {
    let size = PixelSize(width: 101, height: 57)
    #expect(I420Layout(size, isEven: true).coded == PixelSize(width: 102, height: 58))
    #expect(I420Layout(size, isEven: false).coded == size)
    #expect(I420Layout(size, isEven: false).chroma == PixelSize(width: 51, height: 29))
    #expect(I420Layout(size, isEven: false).byteCount == 101 * 57 + 2 * 51 * 29)
  }
}
