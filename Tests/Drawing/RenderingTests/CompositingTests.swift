import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import Testing

@Suite("Compositing (section 11)")
struct CompositingTests {
  @Test("A layer stands where its anchor point and position put it")
  func placement() throws {
    let moved = square(
      1, x: 0, y: 0, side: 4, .red,
      [.anchorPoint: .point(.zero), .position: .point(Point(x: 10, y: 6))])
    let bitmap = try frame(scene([moved]))
    expectPixels(
      bitmap, (10, 6, redPixel), (13, 9, redPixel), (9, 6, whitePixel), (14, 9, whitePixel))
  }

  @Test("The origin of the bounds scrolls the sublayers")
  func scrolling() throws {
    let parent = square(
      1, x: 2, y: 2, side: 16, .white,
      [.bounds: .rect(Rect(x: 5, y: 0, width: 16, height: 16))],
      sublayers: [square(2, x: 8, y: 0, side: 4, .red)])
    let bitmap = try frame(scene([parent]))
    expectPixels(bitmap, (5, 2, redPixel), (4, 2, whitePixel), (9, 2, whitePixel))
  }

  @Test("The border lies above the sublayers and inside the bounds")
  func border() throws {
    let parent = square(
      1, x: 2, y: 2, side: 16, .white,
      [.borderWidth: .number(3), .borderColor: .color(.blue)],
      sublayers: [square(2, x: 0, y: 0, side: 16, .red)])
    let bitmap = try frame(scene([parent]))
    expectPixels(
      bitmap, (2, 10, bluePixel), (4, 10, bluePixel), (5, 10, redPixel), (1, 10, whitePixel))
  }

  @Test("What lies under an edge does not shine through it", arguments: [false, true])
  func edges(_ clips: Bool) throws {
    /// Rotated, so that its edges cover parts of pixels. Returned on a transparent picture, over a
    /// backdrop of one of two colours.
    func card(_ below: Color) throws -> Bitmap {
      let more: [Property: Value] = [
        .transform: .transform(.rotationZ(0.3)), .cornerRadius: .number(4),
        .masksToBounds: .boolean(clips), .borderColor: .color(.blue),
        .borderWidth: .number(clips ? 0 : 2),
      ]
      let cover = square(2, x: -5, y: -5, side: 40, .blue)
      let card = square(1, x: 10, y: 10, side: 20, below, more, sublayers: clips ? [cover] : [])
      return try frame(scene(width: 40, height: 40, background: nil, [card]))
    }
    let (red, green) = (try card(.red), try card(.green))
    var partly = 0
    for y in 0..<40 {
      for x in 0..<40 where (1...254).contains(red[x, y] >> 24) {
        partly += 1
        #expect(red[x, y] == green[x, y])
        #expect(red[x, y] & 0xFF == red[x, y] >> 24)
      }
    }
    #expect(partly > 60)
  }

  @Test("Siblings are ordered by zPosition, equal ones by the file")
  func depth() throws {
    let back = square(1, x: 0, y: 0, side: 10, .red)
    let front = square(2, x: 0, y: 0, side: 10, .green)
    #expect(try frame(scene([back, front]))[5, 5] == greenPixel)
    let raised = square(1, x: 0, y: 0, side: 10, .red, [.zPosition: .number(1)])
    #expect(try frame(scene([raised, front]))[5, 5] == redPixel)
  }

  @Test("Opacity fades a layer and its sublayers as one picture")
  func groupOpacity() throws {
    let parent = square(
      1, x: 0, y: 0, side: 20, .blue, [.opacity: .number(0.5)],
      sublayers: [square(2, x: 0, y: 0, side: 10, .red)])
    let bitmap = try frame(scene([parent]))
    #expect(bitmap[5, 5] == 0xFFFF_7F7F || bitmap[5, 5] == 0xFFFF_8080)
    #expect(bitmap[15, 15] == 0xFF7F_7FFF || bitmap[15, 15] == 0xFF80_80FF)
  }

  @Test("Without group opacity, each layer is faded alone and overlaps show")
  func separateOpacity() throws {
    let parent = square(
      1, x: 0, y: 0, side: 20, .blue,
      [.opacity: .number(0.5), .allowsGroupOpacity: .boolean(false)],
      sublayers: [square(2, x: 0, y: 0, side: 10, .red)])
    let pixel = try frame(scene([parent]))[5, 5]
    // Blue over white, then red over that, each by one half.
    #expect(abs(Int(pixel >> 16 & 255) - 191) <= 1)
    #expect(abs(Int(pixel >> 8 & 255) - 64) <= 1)
    #expect(abs(Int(pixel & 255) - 128) <= 1)
  }

  @Test("The word masksToBounds cuts sublayers off at the rounded bounds, and nothing else does")
  func masking() throws {
    let inside = square(2, x: -4, y: -4, side: 30, .red)
    let open = square(1, x: 5, y: 5, side: 10, .white, sublayers: [inside])
    #expect(try frame(scene([open]))[3, 3] == redPixel)
    let masked = square(
      1, x: 5, y: 5, side: 10, .white,
      [.masksToBounds: .boolean(true), .cornerRadius: .number(5)], sublayers: [inside])
    let bitmap = try frame(scene([masked]))
    expectPixels(bitmap, (3, 3, whitePixel), (5, 5, whitePixel), (10, 10, redPixel))
  }

  @Test("Hidden and fully transparent layers leave nothing, nor do their sublayers")
  func hidden() throws {
    for values: [Property: Value] in [[.hidden: .boolean(true)], [.opacity: .number(0)]] {
      let parent = square(
        1, x: 0, y: 0, side: 20, .blue, values,
        sublayers: [square(2, x: 0, y: 0, side: 20, .red)])
      #expect(try frame(scene([parent]))[5, 5] == whitePixel)
    }
  }

  @Test("A scene without a background is transparent")
  func transparency() throws {
    let bitmap = try frame(scene(background: nil, [square(1, x: 0, y: 0, side: 5, .red)]))
    expectPixels(bitmap, (2, 2, redPixel), (10, 10, 0))
  }

  @Test(
    "A transform turns the layer about its anchor point; sublayerTransform acts about the parent's")
  func transforms() throws {
    let turned = layer(
      1, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 16, height: 4)),
        .position: .point(Point(x: 10, y: 10)), .backgroundColor: .color(.red),
        .transform: .transform(.rotationZ(.pi / 2)),
      ])
    let bitmap = try frame(scene([turned]))
    expectPixels(bitmap, (10, 3, redPixel), (3, 10, whitePixel))
    let parent = square(
      1, x: 0, y: 0, side: 20, .white,
      [.sublayerTransform: .transform(.scale(x: 2, y: 2))],
      sublayers: [square(2, x: 8, y: 8, side: 4, .red)])
    let scaled = try frame(scene([parent]))
    expectPixels(scaled, (6, 6, redPixel), (13, 13, redPixel), (5, 5, whitePixel))
  }

  @Test("A shape fills under its stroke, and strokeEnd cuts only the stroke")
  func shapes() throws {
    var path = Path()
    path.move(to: Point(x: 2, y: 10))
    path.line(to: Point(x: 18, y: 10))
    let line = layer(
      1, .shape,
      [
        .path: .path(path), .fillColor: .none, .strokeColor: .color(.red),
        .lineWidth: .number(4), .strokeEnd: .number(0.5),
      ])
    let bitmap = try frame(scene([line]))
    expectPixels(bitmap, (5, 10, redPixel), (12, 10, whitePixel))
  }

  @Test("The option --scale draws the same scene with more pixels")
  func scale() throws {
    let bitmap = try frame(scene([square(1, x: 5, y: 5, side: 10, .red)]), scale: 2)
    #expect(bitmap.width == 40)
    expectPixels(bitmap, (10, 10, redPixel), (29, 29, redPixel), (30, 30, whitePixel))
  }
}
