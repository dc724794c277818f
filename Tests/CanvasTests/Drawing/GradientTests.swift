import Canvas
import Geometry
import Testing

/// The reference: `CAGradientLayer.h` says that stops blend without premultiplied alpha, in the
/// output's colour space. So between two stops each straight component changes evenly.
@Suite("Gradients")
struct GradientTests {
  @Test(
    "Between colours of different alphas the straight components change evenly",
    arguments: [
      ("white", "rgb(255 255 255 / 0)", 0.25, "rgb(255 255 255 / 75%)"),
      ("white", "rgb(255 0 0 / 0)", 0.5, "rgb(255 127.5 127.5 / 50%)"),
      ("white", "transparent", 0.5, "rgb(127.5 127.5 127.5 / 50%)"),
      ("rgb(255 0 0 / 20%)", "rgb(0 0 255 / 60%)", 0.25, "rgb(191.25 0 63.75 / 30%)"),
      ("black", "white", 0.5, "rgb(127.5 127.5 127.5)"),
    ])
  func alphas(_ first: String, _ last: String, _ progress: Double, _ between: String) throws {
    let colors = try [first, last, between].map { try #require(Color(css: $0)) }
    let gradient = Gradient(
      .axial(start: .zero, end: Point(x: 1, y: 0)),
      stops: [.init(location: 0, color: colors[0]), .init(location: 1, color: colors[1])])
    let found = try #require(gradient.color(at: progress))
    for (a, b) in zip(found.components, colors[2].components) { #expect(abs(a - b) < 1e-12) }
  }

  @Test("Pixels have the premultiplied form of exactly these colours")
  func pixels() throws {
    let bitmap = try Bitmap(width: 4, height: 1)
    let clear = Color(red: 1, green: 0, blue: 0, alpha: 0)
    let gradient = Gradient(
      .axial(start: .zero, end: Point(x: 4, y: 0)),
      stops: [.init(location: 0, color: .white), .init(location: 1, color: clear)])
    let drawing = Drawing(on: bitmap)
    try drawing.fill(.rect(Rect(x: 0, y: 0, width: 4, height: 1)), with: gradient)
    try drawing.finish()
    let alphas = [0.875, 0.625, 0.375, 0.125]
    for (x, alpha) in alphas.enumerated() {
      let pixel = bitmap[x, 0]
      let bytes = [24, 16, 8, 0].map { Double(pixel >> $0 & 0xFF) / 255 }
      // Straight red stays 1; straight green falls as alpha does.
      let expected = [alpha, alpha, alpha * alpha, alpha * alpha]
      for (found, wanted) in zip(bytes, expected) { #expect(abs(found - wanted) <= 0.6 / 255) }
    }
  }
}

extension Color {
  fileprivate var components: [Double] { [red, green, blue, alpha] }
}
