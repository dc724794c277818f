import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import Testing

/// What Apple's systems draw, with values from the formulas.
@Suite("As Apple draws it")
struct AppleDrawingTests {
  @Test("A shadow shows through a layer with opacity: inside it is 0.5 + 0.5 * 0.5 * 0.5")
  func shadowBelowOpacity() throws {
    let rect = Rect(x: 0, y: 0, width: 20, height: 20)
    for path in [Value.none, .path(.rect(rect))] {
      let values: [Property: Value] = [
        .opacity: .number(0.5), .shadowOpacity: .number(0.5), .shadowRadius: .number(0),
        .shadowOffset: .size(.zero), .shadowPath: path,
      ]
      let bitmap = try frame(
        scene(background: nil, [square(1, x: 0, y: 0, side: 20, .red, values)]))
      #expect(abs(Int(bitmap[10, 10] >> 24) - 159) <= 1)
    }
  }

  @Test("Edges that are not antialiased: a pixel is covered wholly where its middle is")
  func sampledEdges() throws {
    let sharp: [Property: Value] = [.allowsEdgeAntialiasing: .boolean(false)]
    let upright = try frame(
      scene(background: nil, [square(1, x: 3.3, y: 3.6, side: 10, .red, sharp)]))
    // Middles from 3.5 on lie in 3.3...13.3, from 4.5 on in 3.6...13.6.
    #expect(upright[3, 8] == redPixel && upright[12, 8] == redPixel && upright[13, 8] == 0)
    #expect(upright[8, 3] == 0 && upright[8, 4] == redPixel && upright[8, 13] == redPixel)
    let turn: [Property: Value] = [.transform: .transform(.rotationZ(0.5))]
    let turned = try frame(
      scene(background: nil, [square(1, x: 5, y: 5, side: 9, .red, sharp.merging(turn) { $1 })]))
    let smooth = try frame(
      scene(background: nil, [square(1, x: 5, y: 5, side: 9, .red, turn)]))
    var partial = 0
    for y in 0..<20 {
      for x in 0..<20 {
        #expect(turned[x, y] == redPixel || turned[x, y] == 0)
        if smooth[x, y] >> 24 > 0, smooth[x, y] >> 24 < 255 { partial += 1 }
        // Away from corners a pixel whose middle is covered is covered by half or more.
        if smooth[x, y] >> 24 > 200 { #expect(turned[x, y] == redPixel) }
      }
    }
    #expect(partial > 0)
  }

  @Test("One smooth edge of four")
  func edgeMask() throws {
    let values: [Property: Value] = [.edgeAntialiasingMask: .words(["minX"])]
    let bitmap = try frame(
      scene(background: nil, [square(1, x: 3.25, y: 3.25, side: 10, .red, values)]))
    #expect(abs(Int(bitmap[3, 8] >> 24) - 191) <= 1)
    #expect(bitmap[13, 8] == 0 && bitmap[8, 3] == redPixel && bitmap[8, 13] == 0)
  }

  private func line(_ path: Path, _ more: [Property: Value]) -> Layer {
    let own: [Property: Value] = [
      .path: .path(path), .fillColor: .none, .strokeColor: .color(.black), .lineWidth: .number(1),
    ]
    return layer(1, .shape, own.merging(more) { $1 })
  }

  @Test("Subpaths that lie across each other cover min(1, sum) of a pixel")
  func overlap() throws {
    let path = Path([
      .move(Point(x: 5, y: 0)), .line(Point(x: 5, y: 20)), .move(Point(x: 15, y: 0)),
      .line(Point(x: 15, y: 20)), .move(Point(x: 15, y: 0)), .line(Point(x: 15, y: 20)),
    ])
    // 0.75 wide about the border of two pixels: 0.375 in each, twice 0.75.
    let bitmap = try frame(scene(background: nil, [line(path, [.lineWidth: .number(0.75)])]))
    #expect(abs(Int(bitmap[5, 10] >> 24) - 96) <= 1 && abs(Int(bitmap[15, 10] >> 24) - 191) <= 2)
    let wide = try frame(scene(background: nil, [line(path, [.lineWidth: .number(1.5)])]))
    #expect(abs(Int(wide[5, 10] >> 24) - 191) <= 1 && wide[15, 10] >> 24 == 255)
  }

  @Test("The word strokeEnd cuts a curve at its parameter, or at its length where asked to")
  func curveCut() throws {
    // Half of the parameter ends in the middle of the control points' mean, (1 + 3 * 2) / 8 of 16.
    let path = Path([
      .move(Point(x: 0, y: 10)),
      .cubic(Point(x: 0, y: 10), Point(x: 0, y: 10), Point(x: 16, y: 10)),
    ])
    func end(_ cut: CurveCut) throws -> Int {
      let bitmap = try frame(
        scene(
          background: nil,
          [
            line(
              path,
              [
                .strokeEnd: .number(0.5), .curveCut: .text(cut.rawValue), .lineWidth: .number(2),
              ])
          ]))
      return (0..<20).count { bitmap[$0, 10] >> 24 == 255 }
    }
    #expect(try end(.parameter) == 2)
    #expect(try end(.length) == 8)
  }

  @Test("A stroke whose start has come within rounding of its end paints nothing, round or not")
  func noLength() throws {
    let path = Path([.move(Point(x: 2, y: 10)), .line(Point(x: 18, y: 10))])
    for cap in ["round", "square"] {
      let bitmap = try frame(
        scene(
          background: nil,
          [
            line(
              path,
              [
                .strokeStart: .number(0.5), .strokeEnd: .number(0.5 + 1e-8),
                .lineWidth: .number(6), .lineCap: .text(cap),
              ])
          ]))
      #expect(bitmap[10, 10] == 0)
    }
  }

  @Test("The last dash of a closed line is not joined to the first")
  func closedDashes() throws {
    let box = line(
      .rect(Rect(x: 4, y: 4, width: 12, height: 12)),
      [.lineWidth: .number(4), .lineDashPattern: .numbers([8, 4])])
    // 48 long: a dash begins at the start, and none ends there; with 20 and 8 one of each does.
    let joined = line(
      .rect(Rect(x: 4, y: 4, width: 12, height: 12)),
      [.lineWidth: .number(4), .lineDashPattern: .numbers([20, 8])])
    for layer in [box, joined] {
      let bitmap = try frame(scene(background: nil, [layer]))
      #expect(bitmap[2, 2] == 0)
    }
  }
}
