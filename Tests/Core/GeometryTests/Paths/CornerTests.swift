import RostrumGeometry
import Testing

@Suite("Rounded corners (section 11)")
struct CornerTests {
  private let square = Rect(x: 10, y: 20, width: 100, height: 100)

  private func ends(_ path: Path) -> [Point] {
    path.elements.compactMap {
      switch $0 {
      case .move(let p), .line(let p), .cubic(_, _, let p): p
      case .close: nil
      }
    }
  }

  @Test("A corner that is not rounded is sharp, and the others stay", arguments: Corner.allCases)
  func masked(corner: Corner) {
    let name = corner.rawValue.lowercased()
    let sharp = Point(
      x: name.contains("minx") ? square.minX : square.maxX,
      y: name.contains("miny") ? square.minY : square.maxY)
    let others = Set(Corner.allCases).subtracting([corner])
    let path = Path.roundedRect(square, radius: 20, corners: others)
    #expect(ends(path).contains(sharp))
    for point in square.corners where point != sharp { #expect(!ends(path).contains(point)) }
    let alone = Path.roundedRect(square, radius: 20, corners: [corner])
    #expect(!ends(alone).contains(sharp))
    #expect(square.corners.count { ends(alone).contains($0) } == 3)
  }

  @Test("A continuous corner goes through the published points")
  func continuous() {
    let path = Path.roundedRect(square, radius: 20, curve: .continuous)
    let expected = [
      (1.528665, 0.0), (0.63149, 0.07491), (0.07491, 0.63149), (0.0, 1.528665),
    ].map { Point(x: 110 - 20 * $0.0, y: 20 + 20 * $0.1) }
    for point in expected {
      #expect(ends(path).contains { ($0 - point).length < 1e-9 }, "\(point)")
    }
  }

  @Test("Without room a continuous corner is a circle", arguments: [50.0, 60, 1000])
  func noRoom(radius: Double) {
    let path = Path.roundedRect(square, radius: radius, curve: .continuous)
    let center = square.center
    for point in ends(path) { #expect(abs((point - center).length - 50) < 1e-9, "\(point)") }
    // Between the ends too: a cubic of a third of a quarter leaves the circle by less than a
    // millionth.
    for length in stride(from: 0.0, to: 1, by: 0.01) {
      let part = path.trimmed(from: length, to: length + 0.001)
      for point in ends(part) { #expect(abs((point - center).length - 50) < 1e-3) }
    }
  }

  @Test("Between a circle and a full one, a continuous corner begins where there is room for it")
  func someRoom() {
    let path = Path.roundedRect(square, radius: 40, curve: .continuous)
    #expect(ends(path).contains { ($0 - Point(x: 60, y: 20)).length < 1e-9 })
  }

  @Test("All corners and the circle are what they always were")
  func plain() {
    #expect(Path.roundedRect(square, radius: 0) == .rect(square))
    #expect(Path.roundedRect(square, radius: 9, corners: []) == .rect(square))
    #expect(Path.roundedRect(square, radius: 10).elements.count == 10)
  }
}
