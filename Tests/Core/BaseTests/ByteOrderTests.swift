import RostrumBase
import Testing

@Suite("Numbers of bytes")
struct ByteOrderTests {
  private static let bytes: [UInt8] = [0xFF, 0x01, 0x02, 0x83, 0x04]

  @Test(
    "A number is read from any place of an array or a part of it, in either order",
    arguments: [
      (1, 1, 0x01, 0x01), (1, 2, 0x0201, 0x0102), (2, 3, 0x04_8302, 0x02_8304),
      (1, 4, 0x0483_0201, 0x0102_8304),
    ])
  func number(_ place: Int, _ count: Int, _ little: Int, _ big: Int) {
    #expect(Self.bytes.number(at: place, count: count) == little)
    #expect(Self.bytes[1...].number(at: place, count: count, .bigEndian) == big)
  }

  @Test("A number is written as its lowest bytes, the lowest first")
  func bytes() {
    #expect(0x0102_8304.bytes(3) == [0x04, 0x83, 0x02])
    #expect(5.bytes(4) == [5, 0, 0, 0])
  }
}
