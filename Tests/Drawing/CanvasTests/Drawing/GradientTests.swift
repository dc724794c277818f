import RostrumCanvas
import RostrumGeometry
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
    let clear = Color(red: 1, green: 0, blue: 0, alpha: 0)
    let gradient = Gradient(
      .axial(start: .zero, end: Point(x: 4, y: 0)),
      stops: [.init(location: 0, color: .white), .init(location: 1, color: clear)])
    let bitmap = try picture(width: 4, height: 1) {
      try $0.fill(.rect(Rect(x: 0, y: 0, width: 4, height: 1)), with: gradient)
    }
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
    let bitmap = try picture(width: 40, height: 40) {
      try $0.fill(.rect(Rect(x: 0, y: 0, width: 40, height: 40)), with: gradient(0.5))
    }
    for (x, y) in [(30, 20), (10, 20), (20, 8), (0, 0)] {
      let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
      let expected = max(1 - gradient(0.5).progress(at: center), 0) * 255
      #expect(abs(Double(bitmap[x, y] & 0xFF) - expected) <= 0.51)
    }
  }

  private static let shapes: [Gradient.Shape] = [
    .axial(start: Point(x: 3, y: 5), end: Point(x: 61, y: 37)),
    .axial(start: Point(x: 0, y: 4), end: Point(x: 0, y: 40)),
    .axial(start: Point(x: 50, y: 0), end: Point(x: 10, y: 0)),
    .radial(center: Point(x: 30, y: 20), radii: Size(width: 40, height: 13)),
    .radial(
      center: Point(x: 30, y: 20), radii: Size(width: 40, height: 13),
      focalOffset: Point(x: 0.4, y: -0.5)),
    .conic(center: Point(x: 31.5, y: 20.5), angle: 0.3),
  ]

  private func gradient(_ shape: Gradient.Shape) -> Gradient {
    Gradient(
      shape,
      stops: [
        .init(location: 0.1, color: Color(red: 0.9, green: 0.1, blue: 0.3, alpha: 0.4)),
        .init(location: 0.35, color: Color(red: 0.2, green: 0.8, blue: 0.31, alpha: 1)),
        .init(location: 0.35, color: Color(red: 0, green: 0, blue: 1, alpha: 0.77)),
        .init(location: 0.9, color: Color(red: 1, green: 0.97, blue: 0.2, alpha: 0.03)),
      ])
  }

  private func drawn(
    _ gradient: Gradient, _ turn: AffineTransform, cache: GradientCache? = nil
  ) throws -> Bitmap {
    try picture(width: 67, height: 41) { drawing in
      drawing.gradients = cache
      drawing.transform = Homography(turn)
      try drawing.fill(
        .rect(Rect(x: -500, y: -500, width: 1000, height: 1000)), with: gradient, opacity: 0.83)
    }
  }

  @Test(
    "Each pixel is the exact colour at its centre, rounded", arguments: shapes.indices, [0, 0.3])
  func exact(index: Int, angle: Double) throws {
    let gradient = gradient(Self.shapes[index])
    let turn = AffineTransform.rotation(angle)
    let bitmap = try drawn(gradient, turn)
    let back = try #require(turn.inverted)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let place = back.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let color = try #require(gradient.color(at: gradient.progress(at: place)))
        let alpha = color.alpha * 0.83
        let wanted = [alpha, color.red * alpha, color.green * alpha, color.blue * alpha]
        let bytes = [24, 16, 8, 0].map { bitmap[x, y] >> $0 & 0xFF }
        #expect(bytes == wanted.map { UInt32($0 * 255 + 0.5) }, "\(x) \(y)")
      }
    }
  }

  @Test(
    "A gradient is kept from the second time on, with the same pixels", arguments: shapes.indices)
  func kept(index: Int) throws {
    let cache = GradientCache(capacity: 1 << 20)
    let gradient = gradient(Self.shapes[index])
    let turn = AffineTransform.rotation(0.2)
    let alone = try drawn(gradient, turn)
    for _ in 0..<4 {
      #expect(try drawn(gradient, turn, cache: cache).hasSamePixels(as: alone))
    }
    #expect(cache.keptCount == 1 && cache.hitCount == 2)
    _ = try drawn(gradient, .rotation(0.21), cache: cache)
    #expect(cache.keptCount == 1)
  }

  @Test("A shape that changes shows the same picture of its gradient")
  func changingShape() throws {
    let cache = GradientCache(capacity: 1 << 20)
    let whole = try drawn(gradient(Self.shapes[0]), .identity)
    for side in [10, 10, 12, 14, 16, 30, 8] as [Double] {
      let bitmap = try Bitmap(width: 67, height: 41)
      let drawing = Drawing(on: bitmap)
      drawing.gradients = cache
      let part = Rect(x: 20, y: 5, width: side, height: side)
      try drawing.fill(.rect(part), with: gradient(Self.shapes[0]), opacity: 0.83)
      try drawing.finish()
      for y in 0..<41 {
        for x in 0..<67 {
          let isInside = (20..<20 + Int(side)).contains(x) && (5..<5 + Int(side)).contains(y)
          #expect(bitmap[x, y] == (isInside ? whole[x, y] : 0))
        }
      }
    }
    // For the second, and with room for all others when the third is larger.
    #expect(cache.keptCount == 2 && cache.hitCount == 4 && cache.byteCount <= 67 * 41 * 8)
  }

  @Test("No more is kept than there is room for, and nothing without room")
  func room() throws {
    let cache = GradientCache(capacity: 1 << 17)
    for number in 0..<64 {
      let turn = AffineTransform.rotation(Double(number) / 100)
      for _ in 0..<3 { _ = try drawn(gradient(Self.shapes[0]), turn, cache: cache) }
    }
    #expect(cache.keptCount == 64 && cache.byteCount <= cache.capacity)
    let none = GradientCache(capacity: 0)
    for _ in 0..<3 { _ = try drawn(gradient(Self.shapes[0]), .identity, cache: none) }
    #expect(none.keptCount == 0 && none.byteCount == 0)
  }
}

extension Color {
  fileprivate var components: [Double] { [red, green, blue, alpha] }
}
