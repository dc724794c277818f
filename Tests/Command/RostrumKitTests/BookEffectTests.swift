import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumKit
import RostrumOutput
import RostrumRendering
import Testing

/// The book's chapters 4 to 6, and other visible effects: pixels whose colours follow from the
/// scenes' words, and numbers.
@Suite("Scenes of the book: chapters 4 to 6 by their pixels")
struct BookEffectTests {
  typealias Place = BookTimingTests.Place

  /// One frame of a scene, for reading its pixels.
  struct Frame {
    private let renderer: FrameRenderer

    init(_ name: String, at time: Double = 0) throws {
      let path = FileManager.root.appending(path: "Scenes/Book/\(name).yaml").path
      renderer = try FrameRenderer(SceneOpener().open(path).context())
      try renderer.render(at: time)
    }

    /// The pixel at a point as 0xRRGGBB.
    subscript(x: Int, y: Int) -> Int { Int(renderer.bitmap[x, y] & 0xFF_FFFF) }

    /// How many pixels are not of a colour.
    func count(not color: Int) -> Int {
      (0..<renderer.bitmap.height).reduce(0) { sum, y in
        sum + (0..<renderer.bitmap.width).count { self[$0, y] != color }
      }
    }

    /// Whether a pixel is so close to a colour, in each of its parts.
    func isAbout(_ color: Int, _ x: Int, _ y: Int, within tolerance: Int = 3) -> Bool {
      [16, 8, 0].allSatisfy { abs((self[x, y] >> $0 & 0xFF) - (color >> $0 & 0xFF)) <= tolerance }
    }
  }

  struct Look: CustomTestStringConvertible {
    let scene: String
    var time = 0.0
    let points: [(x: Int, y: Int, color: Int)]
    var tolerance = 0
    var testDescription: String { "\(scene) at \(time)" }
  }

  private static let (grey, white, red) = (0xD8D8D8, 0xFFFFFF, 0xFF0000)

  static let looks = [
    // The red layer reaches beyond the left one, and is clipped to the right one's corners.
    Look(
      scene: "4.1-rounded-corners",
      points: [
        (30, 30, red), (250, 30, grey), (290, 70, red), (271, 51, grey), (51, 208, grey),
        (130, 130, white),
      ]),
    // The border lies above the sublayer, also outside the bounds.
    Look(
      scene: "4.2-borders",
      points: [(30, 30, red), (52, 100, 0), (57, 100, red), (272, 100, 0), (250, 30, grey)]),
    // Half of black on grey inside of the square's path; nothing in the corner of the round one.
    Look(
      scene: "4.3-shadow-path", points: [(140, 60, 0x6C6C6C), (308, 52, grey), (20, 20, grey)],
      tolerance: 1),
    Look(scene: "5-backface", time: 2, points: [(270, 150, white)]),
    // The inner square of the left is upright again: its corners are where they would be untouched.
    Look(
      scene: "5.8",
      points: [(67, 72, 0xD03030), (123, 128, 0xD03030), (62, 72, 0xE8E8E8), (262, 100, 0xE8E8E8)]),
    Look(
      scene: "5.9", points: [(96, 90, 0x6C9CE0), (67, 161, 0x4878C0), (189, 247, 0x2C508C)]),
    // At 2 s the yellow has moved to the middle.
    Look(
      scene: "6.6-gradient", points: [(110, 110, 0x7F0080), (330, 110, 0x00FF00)], tolerance: 2),
    Look(scene: "6.6-gradient", time: 2, points: [(330, 110, 0xFEFF00)], tolerance: 2),
    // The first copy is white, the tenth has lost nine tenths of green and blue.
    Look(scene: "6.8-replicator", points: [(300, 100, white), (191, 131, 0xFF1919)], tolerance: 2),
    // 0.4 of the sky on white, upside down.
    Look(
      scene: "6.9-reflection", points: [(60, 11, 0x335577), (60, 410, 0xADBBC9)], tolerance: 2),
    Look(
      scene: "8.3-transition", time: 2.25, points: [(40, 200, 0xD7E8FA), (260, 200, 0xFAE8D7)]),
  ]

  @Test("Pixels have the colours that follow from the scene", arguments: looks)
  func look(_ look: Look) throws {
    let frame = try Frame(look.scene, at: look.time)
    for point in look.points {
      #expect(
        frame.isAbout(point.color, point.x, point.y, within: look.tolerance),
        "(\(point.x), \(point.y)) is \(String(frame[point.x, point.y], radix: 16))")
    }
  }

  private static func ball(_ column: Int, _ y: Double) -> Place {
    Place("10.6-moments", "layers[\(column)].sublayers[0]", "position.y", [(0, y), (3, y)])
  }

  static let places = [
    Place("4.4-mask", "piece", "position.x", [(0, 60), (0.5, 125), (1, 190), (2, 60)]),
    Place("5.1", "turned", "transform.rotation", [(0, 45)]),
    Place("5.1", "combined", "transform.rotation", [(0, 30)]),
    Place("5.1", "combined", "transform.scale.x", [(0, 0.5)]),
    // 80 points along the turned axis, at half the size.
    Place("5.1", "combined", "transform.translation.x", [(0, 40 * 0.8660254)]),
    Place("5.1", "combined", "transform.translation.y", [(0, 20)]),
    Place("6.5", "left", "transform.rotation.y", [(0, 0), (0.5, 45)]),
    Place("6.10-scroll", "window", "bounds.origin.x", [(0, 0), (1.5, 120), (2.5, 60), (3.5, 0)]),
    Place("6.10-scroll", "window", "bounds.origin.y", [(1, 15), (2.5, 150)]),
    Place("6.9-reflection", "ball", "position.y", [(0.75, 170), (1.5, 40), (2.25, 170)]),
    Place("9.2", "door", "transform.rotation.y", [(0, 0), (1, -45), (4, 0), (5, -45)]),
    ball(0, 32), ball(2, 268), ball(4, 140), ball(6, 268),
  ]

  @Test("Layers are where the scene's words put them", arguments: places)
  func place(_ place: Place) throws { try BookTimingTests.check(place) }

  @Test("4.3: what is cut off casts no shadow, so another layer casts it")
  func shadows() throws {
    let frame = try Frame("4.3-shadows")
    #expect(frame[340, 214] == Self.grey)
    // The edge lies at 215 and falls off as the normal distribution with sigma 0.94 * 5 does:
    // black of 0.5 over 216 leaves 216 (1 - 0.5 Phi(0.5 / 4.7)).
    let level = 216 * (1 - 0.25 * (1 + erf(0.5 / 4.7 / 2.0.squareRoot())))
    for pixel in [frame[130, 214], frame[550, 214]] {
      #expect(abs(Double(pixel & 255) - level) <= 2)
    }
  }

  @Test("4.4: the piece shows what it lies on")
  func mask() throws {
    for (time, shown, hidden) in [(0.0, 80, 210), (1.0, 210, 80)] {
      let frame = try Frame("4.4-mask", at: time)
      #expect(frame[shown, 110] != Self.white && frame[hidden, 110] == Self.white)
    }
  }

  @Test("4.5: nearest shows squares, linear mixes")
  func filters() throws {
    let frame = try Frame("4.5-scaling-filters")
    let steps = { (columns: Range<Int>) in columns.count { frame[$0, 110] != frame[$0 + 1, 110] } }
    #expect(steps(230..<390) < 70)
    #expect(steps(20..<180) > steps(230..<390))
  }

  @Test("4.6: a group fades as one, its parts alone show through each other")
  func group() throws {
    let frame = try Frame("4.6-group-opacity")
    #expect(frame.isAbout(0xC0C0C0, 35, 60, within: 1))
    #expect(frame[35, 60] == frame[60, 56])
    #expect(frame[270, 56] > frame[245, 60])
  }

  @Test("5.5 and 5.6: perspective makes near edges taller; two doors share their vanishing point")
  func perspective() throws {
    let one = try Frame("5.5")
    // Without it the door is 128 cos 45° = 90.5 points wide, and 256 high everywhere.
    #expect(one[43, 150] == Self.white && one[47, 150] != Self.white)
    #expect(one[88, 19] == Self.white && one[88, 24] != Self.white)
    // With it the left edge is 256 / (1 - 45.25 / 500) = 281.5 high, the right one 234.8.
    #expect(one[214, 14] != Self.white && one[298, 27] == Self.white && one[298, 36] != Self.white)
    let two = try Frame("5.6")
    for x in stride(from: 5, to: 175, by: 10) {
      for y in [5, 15, 25, 35, 150, 265, 275, 285, 295] {
        #expect((two[x, y] == Self.white) == (two[359 - x, y] == Self.white), "(\(x), \(y))")
      }
    }
    #expect(two[90, 150] != Self.white)
  }

  @Test("6.13: sparks leave the middle no faster than they may, and explode at their time")
  func emitters() throws {
    let fire = try Frame("6.13-emitter", at: 0.5)
    #expect(fire[250, 250] != 0)
    // 75 points a second at most: 38 points, and half of a spark.
    #expect(fire[250, 150] == 0 && fire[350, 250] == 0 && fire.count(not: 0) > 1000)
    #expect(try Frame("6.13-explosion", at: 0.2).count(not: 0) == 0)
    #expect(try Frame("6.13-explosion", at: 0.5).count(not: 0) > 1000)
  }
}
