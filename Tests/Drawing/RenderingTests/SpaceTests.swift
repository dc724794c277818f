import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RealModule
import RostrumRendering
import TestSupport
import Testing
import RostrumTiming

@Suite("Layers in space")
struct SpaceTests {
  /// The six faces of a cube around the origin.
  private func faces(
    _ side: Double, _ colors: [Color], _ more: [Property: Value] = [:]
  ) -> [Layer] {
    let h = side / 2
    let places: [Transform3D] = [
      .translation(x: 0, y: 0, z: h),
      .rotationY(.pi / 2).concatenating(.translation(x: h, y: 0, z: 0)),
      .rotationX(.pi / 2).concatenating(.translation(x: 0, y: -h, z: 0)),
      .rotationX(-.pi / 2).concatenating(.translation(x: 0, y: h, z: 0)),
      .rotationY(-.pi / 2).concatenating(.translation(x: -h, y: 0, z: 0)),
      .rotationY(.pi).concatenating(.translation(x: 0, y: 0, z: -h)),
    ]
    return zip(places, colors).enumerated().map { index, face in
      let values: [Property: Value] = [
        .bounds: .rect(Rect(x: 0, y: 0, width: side, height: side)),
        .transform: .transform(face.0), .backgroundColor: .color(face.1),
      ]
      return layer(10 + index, .plain, values.merging(more) { $1 })
    }
  }

  /// Layers in a space that is turned, in the middle of a picture of 100 by 100.
  private func stage(
    _ turn: Transform3D, isFlat: Bool = false, eye: Double? = 300, _ layers: [Layer]
  ) -> Scene {
    let space = layer(
      2, isFlat ? .plain : .transform,
      [
        .position: .point(Point(x: 50, y: 50)),
        isFlat ? .sublayerTransform : .transform: .transform(turn),
      ], sublayers: layers)
    let perspective = eye.map { Transform3D.perspective(distance: $0) } ?? .identity
    let stage = layer(
      1, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 100, height: 100)),
        .position: .point(Point(x: 50, y: 50)), .sublayerTransform: .transform(perspective),
      ], sublayers: [space])
    return scene(width: 100, height: 100, [stage])
  }

  private static let turns: [Transform3D] = (0..<24).map { number in
    let step = Double(number)
    return Transform3D.rotationY(0.26 * step + 0.1)
      .concatenating(.rotationX(0.7 * .sin(step) + 0.3)).concatenating(.rotationZ(0.11 * step))
  }

  @Test(
    "Nothing shines through where the faces of a cube meet, with borders neither",
    arguments: 0..<24, [0.0, 3.0])
  func noSeams(number: Int, borderWidth: Double) throws {
    let border: [Property: Value] = [
      .borderWidth: .number(borderWidth), .borderColor: .color(.red),
    ]
    let cube = stage(Self.turns[number], faces(50, Array(repeating: .red, count: 6), border))
    let picture = try frame(cube)
    for y in 1..<99 {
      for x in 1..<99 where picture[x, y] != redPixel {
        // Only at the outline: the background is next to it.
        let isAtOutline = (-1...1).contains { dy in
          (-1...1).contains { dx in picture[x + dx, y + dy] == whitePixel }
        }
        #expect(isAtOutline, "\(x), \(y): \(String(picture[x, y], radix: 16))")
      }
    }
  }

  @Test("Where faces of two colours meet there are only these two, mixed", arguments: 0..<24)
  func mixtures(number: Int) throws {
    let colors: [Color] = [.red, .blue, .blue, .red, .blue, .red]
    let picture = try frame(stage(Self.turns[number], faces(50, colors)))
    for y in 1..<99 {
      for x in 1..<99 {
        let around = (-1...1).flatMap { dy in (-1...1).map { picture[x + $0, y + dy] } }
        guard !around.contains(whitePixel) else { continue }
        let pixel = picture[x, y]
        #expect(pixel >> 8 & 0xFF <= 1, "\(x), \(y): \(String(pixel, radix: 16))")
        #expect((254...256).contains((pixel >> 16 & 0xFF) + (pixel & 0xFF)))
      }
    }
  }

  @Test("A cube shows the faces that are turned to the eye, in whatever order they stand")
  func facesOfCube() throws {
    let colors: [Color] = [.red, .green, .blue, .black, .black, .black]
    // From the right and above: the second face is on the right, the third on top.
    let turn = Transform3D.rotationY(-.pi / 4).concatenating(.rotationX(-.pi / 6))
    for order in [faces(50, colors), faces(50, colors).reversed()] {
      let picture = try frame(stage(turn, order))
      expectPixels(picture, (50, 27, bluePixel), (35, 55, redPixel), (65, 55, greenPixel))
    }
  }

  @Test(
    "Planes that go through each other are cut; in a plain layer too", arguments: [false, true])
  func intersecting(isFlat: Bool) throws {
    func plane(_ index: Int, _ turn: Double, _ color: Color) -> Layer {
      layer(
        index, .plain,
        [
          .bounds: .rect(Rect(x: 0, y: 0, width: 60, height: 60)),
          .transform: .transform(.rotationY(turn)), .backgroundColor: .color(color),
        ])
    }
    let crossing = stage(
      .identity, isFlat: isFlat, [plane(3, .pi / 4, .red), plane(4, -.pi / 4, .blue)])
    let picture = try frame(crossing)
    // The right half of the red plane turns away from the eye, of the blue plane towards it.
    #expect(picture[40, 50] == redPixel || picture[40, 50] == bluePixel)
    #expect(picture[40, 50] != picture[60, 50])
    for y in 35..<65 {
      for x in 45..<55 {
        let pixel = picture[x, y]
        #expect((254...256).contains((pixel >> 16 & 0xFF) + (pixel & 0xFF)))
        #expect(pixel >> 8 & 0xFF <= 1)
      }
    }
  }

  @Test("Over something opaque, sourceAtop is sourceOver; also where faces meet", arguments: 0..<24)
  func readingFaces(number: Int) throws {
    let colors: [Color] = [.red, .blue, .green, .black, .blue, .red]
    let plain = try frame(stage(Self.turns[number], faces(50, colors)))
    let atop: [Property: Value] = [.compositingFilter: .text("sourceAtop")]
    let reading = try frame(stage(Self.turns[number], faces(50, colors, atop)))
    for y in 0..<100 {
      for x in 0..<100 {
        let (a, b) = (plain[x, y], reading[x, y])
        let distance = [0, 8, 16, 24].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }.max()
        #expect(distance ?? 0 <= 3, "\(x), \(y): \(String(a, radix: 16)) \(String(b, radix: 16))")
      }
    }
  }

  @Test(
    "A plane is combined with what lies behind it, whatever the file's order; not with what is in front"
  )
  func reading() throws {
    let size: Value = .rect(Rect(x: 0, y: 0, width: 60, height: 60))
    let yellow = Color(red: 1, green: 1, blue: 0)
    let cyan = Color(red: 0, green: 1, blue: 1)
    let wall = layer(3, .plain, [.bounds: size, .backgroundColor: .color(yellow)])
    let pane = layer(
      4, .plain,
      [
        .bounds: size, .backgroundColor: .color(cyan),
        .compositingFilter: .text("multiplyBlendMode"),
        .transform: .transform(.rotationY(.pi / 4)),
      ])
    let window = layer(
      5, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 10, height: 60)),
        .backgroundFilters: .filters([LayerFilter(.colorInvert)]),
        .transform: .transform(.translation(x: -10, y: 0, z: 60)),
      ])
    for layers in [[wall, pane, window], [window, pane, wall]] {
      let picture = try frame(stage(.identity, layers))
      // The pane's left half is in front of the wall: yellow times cyan. Its right half is behind.
      expectPixels(picture, (46, 50, greenPixel), (56, 50, 0xFFFF_FF00), (75, 50, 0xFFFF_FF00))
      // Through the window, inverted.
      expectPixels(picture, (38, 50, 0xFFFF_00FF), (38, 15, 0xFF00_0000))
    }
  }

  @Test("Of planes that lie in one plane the later of the file is in front", arguments: turns)
  func level(turn: Transform3D) throws {
    let colors: [Color] = [.red, .green, .blue]
    let layers = colors.enumerated().map { index, color in
      square(3 + index, x: -20, y: -20, side: 40, color)
    }
    for order in [layers, layers.reversed(), [layers[1], layers[2], layers[0]]] {
      let picture = try frame(stage(turn, order))
      let alone = try frame(stage(turn, order.suffix(1)))
      #expect(picture[50, 50] == alone[50, 50] && alone[50, 50] != whitePixel)
    }
  }

  @Test("A flattened layer's sublayers cannot leave its plane")
  func flattening() throws {
    let inner = square(4, x: 0, y: 0, side: 40, .red, [.zPosition: .number(500)])
    let outer = layer(
      3, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 40, height: 40)),
        .backgroundColor: .color(.blue),
      ], sublayers: [inner])
    let picture = try frame(stage(.identity, [outer]))
    #expect(picture[50, 50] == redPixel)
    #expect(picture[29, 50] == whitePixel && picture[31, 50] == redPixel)
  }

  @Test("In a transform layer zPosition brings a layer nearer to the eye, so it appears larger")
  func nearer() throws {
    let near = square(3, x: -20, y: -20, side: 40, .red, [.zPosition: .number(150)])
    let picture = try frame(stage(.identity, [near]))
    // Half as far as the plane: twice as large.
    #expect(picture[11, 50] == redPixel && picture[9, 50] == whitePixel)
  }

  @Test(
    "The back of a layer that is not double-sided is not drawn", arguments: [0.3, 1.5, 1.7, 3, -2])
  func backs(angle: Double) throws {
    let card = square(
      3, x: -20, y: -20, side: 40, .red,
      [.doubleSided: .boolean(false), .transform: .transform(.rotationY(angle))])
    let picture = try frame(stage(.identity, eye: nil, [card]))
    let isSeen = picture[50, 50] != whitePixel
    #expect(isSeen == (Double.cos(angle) > 0))
  }

  /// W3C CSS Transforms 2, `backface-visibility`: the third component of the normal counts.
  @Test("A mirror image has not turned its back; one that is turned has")
  func mirrors() throws {
    let rows: [(Transform3D, Bool)] = [
      (.scale(x: -1, y: 1), true), (.scale(x: 1, y: -1), true), (.scale(x: -1, y: -1), true),
      (.scale(x: 1, y: 1, z: -1), false), (.scale(x: -1, y: 1).concatenating(.rotationY(3)), false),
      (.scale(x: -1, y: 1).concatenating(.rotationY(0.3)), true),
    ]
    for (transform, isFront) in rows {
      let card = square(
        3, x: -20, y: -20, side: 40, .red,
        [.doubleSided: .boolean(false), .transform: .transform(transform)])
      let picture = try frame(stage(.identity, eye: nil, [card]))
      #expect((picture[50, 50] != whitePixel) == isFront, "\(transform)")
    }
  }

  @Test("A transform layer fades each of its sublayers by itself")
  func opacity() throws {
    let layers = [
      square(3, x: -20, y: -20, side: 40, .red), square(4, x: -20, y: -20, side: 40, .red),
    ]
    let space = layer(
      2, .transform, [.position: .point(Point(x: 50, y: 50)), .opacity: .number(0.5)],
      sublayers: layers)
    let picture = try frame(scene(width: 100, height: 100, [space]))
    // A quarter of the white background is left.
    #expect(abs(Int(picture[50, 50] & 0xFF) - 64) <= 1)
  }

  @Test("A flipped space turns upside down about the middle of its bounds; two cancel out")
  func flipped() throws {
    let mark = square(3, x: 0, y: 0, side: 10, .red)
    func picture(_ inner: Bool, _ outer: Bool) throws -> Bitmap {
      let frame: [Property: Value] = [
        .bounds: .rect(Rect(x: 0, y: 0, width: 20, height: 20)),
        .position: .point(Point(x: 10, y: 10)),
      ]
      let middle = layer(
        2, .plain, frame.merging([.geometryFlipped: .boolean(inner)]) { $1 }, sublayers: [mark])
      let all = layer(
        1, .plain, frame.merging([.geometryFlipped: .boolean(outer)]) { $1 }, sublayers: [middle])
      return try RenderingTests.frame(scene([all]))
    }
    let plain = try picture(false, false)
    #expect(plain[5, 5] == redPixel && plain[5, 15] == whitePixel)
    for (inner, outer) in [(true, false), (false, true)] {
      let turned = try picture(inner, outer)
      #expect(turned[5, 5] == whitePixel && turned[5, 15] == redPixel)
    }
    #expect(try picture(true, true).hasSamePixels(as: plain))
  }

  @Test("The anchor's depth is the radius of the swing")
  func anchorDepth() throws {
    let card = square(
      3, x: -10, y: -10, side: 20, .red,
      [.anchorPointZ: .number(-30), .transform: .transform(.rotationY(.pi / 3))])
    let picture = try frame(stage(.identity, eye: nil, [card]))
    // Its middle is 30·sin 60° to the right of the axis.
    let middle = 50 + 30 * Double.sin(.pi / 3)
    expectPixels(picture, (Int(middle), 50, redPixel), (50, 50, whitePixel))
  }

  @Test("Matrices of every kind neither crash nor hang, and give the same frame twice")
  func hostile() throws {
    var random = RandomSource(seed: 31)
    let numbers: [Double] = [0, 0, 0, 1, 1, -1, 0.002, -0.002, 1e-9, 1e7, -1e7]
    for number in 0..<60 {
      func matrix() -> Value {
        .transform(
          Transform3D(
            elements: (0..<16).map { _ in numbers.randomElement(using: &random) ?? 0 }))
      }
      let layers = (3..<9).map { index in
        square(
          index, x: -20, y: -20, side: 40, .red,
          [.transform: matrix(), .cornerRadius: .number(6), .masksToBounds: .boolean(true)],
          sublayers: [square(100 + index, x: 5, y: 5, side: 60, .blue, [.transform: matrix()])])
      }
      let hostile = stage(number.isMultiple(of: 2) ? .identity : .rotationY(0.4), layers)
      let picture = try frame(hostile)
      #expect(try picture.hasSamePixels(as: frame(hostile)))
    }
  }

  @Test("Hundreds of planes that all cut each other take a bounded time and memory")
  func manyPlanes() throws {
    let planes = (0..<300).map { number in
      layer(
        3 + number, .plain,
        [
          .bounds: .rect(Rect(x: 0, y: 0, width: 60, height: 60)),
          .transform: .transform(
            .rotation(
              0.01 + Double(number) * 0.02, about: Vector3(x: Double(number % 7) - 3, y: 1, z: 0.2))
          ),
          .backgroundColor: .color(number.isMultiple(of: 2) ? .red : .blue),
        ])
    }
    let picture = try frame(stage(.rotationX(0.2), planes))
    #expect(picture[50, 50] != whitePixel)
  }
}
