import RostrumGeometry
import Testing

@Suite("Parts of affine maps")
struct AffinePartsTests {
  private func map(_ parts: AffineParts) -> AffineTransform {
    AffineTransform.scale(x: parts.across, y: parts.along)
      .concatenating(.skew(x: -parts.skew * .pi / 180, y: 0))
      .concatenating(.rotation(parts.turn * .pi / 180))
      .concatenating(.translation(x: parts.place.x, y: parts.place.y))
  }

  private func isClose(_ a: AffineTransform, _ b: AffineTransform) -> Bool {
    zip([a.a, a.b, a.c, a.d, a.tx, a.ty], [b.a, b.b, b.c, b.d, b.tx, b.ty])
      .allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test("Parts of affine maps make the map again, flipped and skewed too")
  func roundTrip() {
    for angle in [0.0, 1, -2, 3.1] {
      for (x, y) in [(1.0, 1.0), (-2, 0.5), (3, -1), (-1, -1)] {
        for skew in [0.0, 0.4, -0.9] {
          let original = AffineTransform.scale(x: x, y: y)
            .concatenating(.skew(x: skew, y: 0)).concatenating(.rotation(angle))
            .concatenating(.translation(x: 7, y: -3))
          #expect(isClose(map(AffineParts(original, after: AffineParts())), original))
        }
      }
    }
  }

  @Test("Turns go on beyond a whole one, and what flips does not turn")
  func continuity() {
    var parts = AffineParts()
    for step in 1...80 {
      let angle = Double(step) * 10
      parts = AffineParts(.rotation(angle * .pi / 180), after: parts)
      #expect(abs(parts.turn - angle) < 1e-9 && abs(parts.across - 1) < 1e-9)
    }
    parts = AffineParts()
    for width in [0.5, 0, -0.5] {
      parts = AffineParts(.scale(x: width, y: 1), after: parts)
      #expect(abs(parts.turn) < 1e-9 && abs(parts.across - width) < 1e-9)
    }
  }
}
