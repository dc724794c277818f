import Canvas
import Geometry
import RealModule
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

  /// Circles of radius t around focus * (1 - t), all touching the line through the focal point as
  /// SVG 1.1, 13.2.3 and Cairo's radial patterns have them.
  @Test(
    "From a focal point colours run to the ellipse, in all directions",
    arguments: [Point.zero, Point(x: 0.5, y: 0), Point(x: -0.3, y: 0.6), Point(x: 0, y: -0.9)])
  func focalPoints(_ offset: Point) {
    let (center, radii) = (Point(x: 7, y: -2), Size(width: 20, height: 5))
    let gradient = Gradient(
      .radial(center: center, radii: radii, focalOffset: offset),
      stops: [.init(location: 0, color: .white), .init(location: 1, color: .black)])
    for direction in stride(from: 0.0, to: 360, by: 30) {
      let onCircle = Point(
        x: Double.cos(direction * .pi / 180), y: Double.sin(direction * .pi / 180))
      for progress in [0, 0.25, 0.5, 1, 1.5] {
        let unit = offset * (1 - progress) + onCircle * progress
        let point = Point(x: center.x + unit.x * radii.width, y: center.y + unit.y * radii.height)
        #expect(abs(gradient.progress(at: point) - progress) < 1e-9)
      }
    }
  }

  @Test("A focal point outside is drawn in to 0.99 of the radius, and pixels follow it")
  func limits() throws {
    func gradient(_ x: Double) -> Gradient {
      Gradient(
        .radial(
          center: Point(x: 20, y: 20), radii: Size(width: 20, height: 20),
          focalOffset: Point(x: x, y: 0)),
        stops: [.init(location: 0, color: .white), .init(location: 1, color: .black)])
    }
    #expect(gradient(3).progress(at: .zero) == gradient(0.99).progress(at: .zero))
    let bitmap = try Bitmap(width: 40, height: 40)
    let drawing = Drawing(on: bitmap)
    try drawing.fill(.rect(Rect(x: 0, y: 0, width: 40, height: 40)), with: gradient(0.5))
    try drawing.finish()
    for (x, y) in [(30, 20), (10, 20), (20, 8), (0, 0)] {
      let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
      let expected = max(1 - gradient(0.5).progress(at: center), 0) * 255
      #expect(abs(Double(bitmap[x, y] & 0xFF) - expected) <= 0.51)
    }
  }
}

extension Color {
  fileprivate var components: [Double] { [red, green, blue, alpha] }
}
