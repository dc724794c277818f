import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumTiming
import TestSupport
import Testing

/// The book's chapters 1 to 3 and 7, and its completion blocks, by numbers that follow from the
/// scenes' words.
@Suite("Scenes of the book: chapters 1 to 3, 7 and completion")
struct BookChapterTests {
  typealias Place = BookTimingTests.Place

  private static func scene(_ name: String) throws -> Scene {
    try SceneOpener().open(FileManager.root.appending(path: "Scenes/Book/\(name).yaml").path).scene
  }

  // MARK: Where things are

  /// Measured on macOS, at half the time of the curve of transactions without one.
  private static let byDefault = 0.8024034

  private static let geometry = [
    Place("1-layer-tree", "layerView", "position.x", [(0.4, 150), (1.5, 170)]),
    Place("1-layer-tree", "layerView", "transform.rotation", [(1, 90 * byDefault), (1.5, 90)]),
    Place("1-layer-tree", "layerView", "opacity", [(2.5, 1 - 0.5 * byDefault), (3, 0.5)]),
    Place("1-layer-tree", "blueLayer", "hidden", [(3.2, 0), (3.5, 1), (3.8, 0)]),
    // frame [50, 50, 100, 100]: the middle is at 100.
    Place("1-layer-tree", "blueLayer", "position.x", [(0, 100), (1, 100)]),
    Place(
      "2.1-contents-rect", "walking", "contentsRect.origin.x",
      [(0, 0), (0.3, 0.25), (0.5, 0.5), (0.99, 0.75)]),
    Place("2.1-contents-center", "button", "bounds.size.width", [(0, 60), (0.5, 160), (1, 260)]),
    Place("3.1-layout", "by frame", "position.x", [(0, 80)]),
    Place("3.1-layout", "by frame", "bounds.size.height", [(1, 70)]),
    Place("3.1-layout", "by bounds and position", "transform.rotation", [(0.25, 22.5), (1, 45)]),
    Place("3.2-anchor-point", "minute hand", "transform.rotation", [(1, 90), (3, 270)]),
    Place("3.2-anchor-point", "hour hand", "transform.rotation", [(0, 90), (2, 105)]),
    Place("3.3-coordinates", "red", "zPosition", [(0.9, 0), (1, 1)]),
  ]

  private static let chapter7 = [
    Place(
      "7.1-transactions", "colorLayer", "backgroundColor.red",
      [(0.5, 0), (0.625, byDefault), (0.75, 1), (2, 1 - byDefault), (2.5, 0)]),
    Place("7.2-completion", "colorLayer", "backgroundColor.red", [(1, byDefault), (1.5, 1)]),
    // It begins when the colour has arrived, and takes a quarter of a second. The reverse animation
    // starts at 3 s, where the second change is replaced.
    Place(
      "7.2-completion", "colorLayer", "transform.rotation",
      [
        (1.49, 0), (1.5, 0), (1.625, 90 * byDefault), (1.75, 90), (3, 90),
        (3.125, 90 - 90 * byDefault), (3.25, 0),
      ]),
    Place("7.3-actions", "usual", "backgroundColor.red", [(0.4, 0), (1, 0.5), (1.5, 1)]),
    Place("7.3-actions", "pushed", "backgroundColor.red", [(0.4, 0), (0.51, 1)]),
    Place("7.3-actions", "view", "backgroundColor.red", [(0.49, 0), (0.5, 1)]),
    Place("7.4-presentation", "colorLayer", "position.x", [(0.5, 80), (2.5, 200), (4.5, 320)]),
    Place("7.4-presentation", "model", "position.x", [(0.49, 80), (0.5, 320)]),
  ]

  private static let completion = [
    // A turn and a half: 0.25 s is a quarter of a turn. It is removed at 3.5 s, after half a turn.
    Place(
      "9.1-completion", "ship", "transform.rotation",
      [(0.75, 90), (2, 180), (2.01, 0), (3.25, 90), (3.5, 0), (4, 0)]),
    Place(
      "9.1-completion", "button", "opacity",
      [(0.4, 1), (0.5, 0.25), (1.99, 0.25), (2, 1), (3, 0.25), (3.49, 0.25), (3.5, 1)]),
    Place(
      "9.1-completion", "lamp", "backgroundColor.red",
      [(1.99, 0.8), (2, 31 / 255.0), (3, 0.8), (3.5, 216 / 255.0)]),
    Place(
      "10.2-completion", "colorView", "position.x",
      [(0.5, 70 + 160 * 0.6846432), (1, 230), (1.75, 230), (2.125, 150), (2.5, 70)]),
    Place(
      "10.2-completion", "colorView", "position.y", [(1, 70), (1.25, 150), (1.5, 230), (2.5, 230)]),
    Place("10.2-completion", "colorView", "backgroundColor.red", [(3.49, 1), (3.5, 31 / 255.0)]),
  ]

  @Test("Layers are where the scene's words put them", arguments: geometry + chapter7 + completion)
  func place(_ place: Place) throws { try BookTimingTests.check(place) }

  // MARK: When events happen

  @Test(
    "Events follow ends at these times",
    arguments: [
      ("003-easing", [1.2]), ("7.2-completion", [0.5, 1.5, 2.5, 3, 3]),
      ("9.1-completion", [0.5, 2, 3, 3.5, 3.5]), ("10.2-completion", [0, 1, 1.5, 2.5, 3.5]),
    ])
  func events(_ name: String, _ times: [Double]) throws {
    let found = try Self.scene(name).events.map { $0.time ?? .infinity }
    #expect(found.count == times.count)
    for (time, expected) in zip(found, times) { #expect(abs(time - expected) < 1e-9) }
  }

  @Test("The command inspect lists events with what they follow, for people and for scripts")
  func inspected() throws {
    let inspection = Inspection(try Self.scene("9.1-completion"), at: 2.5)
    let lines = InspectionFormat.tree.text(inspection).split(separator: "\n")
    let events = lines.filter { $0.contains("◆ event") }
    #expect(events.count == 5)
    #expect(
      events[1].contains("at 2 s") && events[1].contains("'rotateAnimation' of ship finished"))
    #expect(events[4].contains("after event 'start again' was removed"))
    let json = try JSONSerialization.jsonObject(
      with: Data(InspectionFormat.json.text(inspection).utf8))
    let list = try #require((json as? [String: Any])?["events"] as? [[String: Any]])
    #expect(list.compactMap { $0["time"] as? Double } == [0.5, 2, 3, 3.5, 3.5])
    let after = try #require(list[1]["after"] as? [String: Any])
    #expect(after["layer"] as? String == "ship" && after["finished"] as? Bool == true)
  }

  @Test(
    "A scene whose events follow ends is baked as it is",
    arguments: [
      "7.2-completion", "9.1-completion", "10.2-completion",
    ])
  func baked(_ name: String) throws {
    let scene = try Self.scene(name)
    let folder = try TemporaryFolder()
    let copy = try folder.copyOfBook().appending(path: "baked.yaml")
    let text = try SceneWriter(namingAssets: { $0 }).text(scene)
    try text.write(to: copy, atomically: true, encoding: .utf8)
    let again = try SceneOpener(options: Self.everywhere).open(copy.path).scene
    for frame in stride(from: 0.0, to: scene.clock.duration, by: 1 / 16.0) {
      for (one, other) in zip(
        scene.presentation(at: frame).sublayers, again.presentation(at: frame).sublayers)
      {
        for property in one.layerClass.properties {
          #expect(one.values[any: property] == other.values[any: property], "at \(frame)")
        }
      }
    }
  }

  private static var everywhere: SceneOptions { SceneOptions(allowedPaths: ["/"]) }

  // MARK: Layers under a point

  private struct Hit: CustomTestStringConvertible {
    let scene: String
    let x: Double
    let y: Double
    let time: Double
    let lines: [String]
    var testDescription: String { "\(scene) at (\(x), \(y))" }
  }

  private static let hits = [
    Hit(
      scene: "3.4-hit-testing", x: 150, y: 150, time: 0,
      lines: ["blueLayer  (50, 50)  hitTest", "layerView  (100, 100)"]),
    Hit(scene: "3.4-hit-testing", x: 70, y: 150, time: 0, lines: ["layerView  (20, 100)  hitTest"]),
    Hit(scene: "3.4-hit-testing", x: 20, y: 20, time: 0, lines: ["nothing at (20, 20), 0 s"]),
    // The corner of the box of 60 about (255, 255), which the turned square does not reach.
    Hit(scene: "3.4-hit-testing", x: 282, y: 282, time: 0, lines: ["nothing at (282, 282), 0 s"]),
    // On the turned square's diagonal, 40 points above its middle.
    Hit(
      scene: "3.4-hit-testing", x: 255, y: 215, time: 0,
      lines: ["turned  (1.715729, 1.715729)  hitTest"]),
    Hit(
      // 1.9 of 4 seconds between 80 and 320: the middle is at 194.
      scene: "7.4-presentation", x: 200, y: 80, time: 2.4,
      lines: ["colorLayer  (46, 40)  hitTest"]),
    Hit(scene: "7.4-presentation", x: 90, y: 80, time: 2.4, lines: ["nothing at (90, 80), 2.4 s"]),
  ]

  @Test("The option --hit of inspect names the layers under a point, front first", arguments: hits)
  private func hit(_ hit: Hit) throws {
    let text = InspectionFormat.tree.hits(
      try Self.scene(hit.scene), x: hit.x, y: hit.y, at: hit.time)
    #expect(text.split(separator: "\n").map(String.init) == hit.lines)
  }

  @Test("A zPosition changes what is in front, and not what hitTest: names")
  func order() throws {
    let scene = try Self.scene("3.3-coordinates")
    let names = { (time: Double) in
      scene.layers(under: Point(x: 90, y: 100), at: time).map(\.layer.name)
    }
    #expect(names(0.5) == ["green", "red"])
    #expect(names(1) == ["red", "green"])
  }

  // MARK: Visible pixels

  /// The colours of pixels, as `#rrggbb`.
  private static func colors(_ name: String, at time: Double, _ points: [(Int, Int)]) throws
    -> [String]
  {
    let path = FileManager.root.appending(path: "Scenes/Book/\(name).yaml").path
    let opened = try SceneOpener().open(path)
    let renderer = try FrameRenderer(opened.context())
    try renderer.render(at: time)
    return points.map { x, y in
      let digits = String(renderer.bitmap[x, y] & 0xFFFFFF, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  private struct Look: CustomTestStringConvertible {
    let scene: String
    let time: Double
    let points: [(x: Int, y: Int, color: String)]
    var testDescription: String { "\(scene) at \(time)" }
  }

  private static let (grey, white, blue, red) = ("#d0d0d4", "#ffffff", "#0000ff", "#ff0000")

  private static let looks = [
    Look(
      scene: "1-layer-tree", time: 0, points: [(20, 20, grey), (60, 60, white), (150, 150, blue)]),
    // Turned by a quarter about (170, 170): squares stay squares.
    Look(
      scene: "1-layer-tree", time: 1.75,
      points: [(60, 60, grey), (80, 80, white), (170, 170, blue)]),
    Look(scene: "1-layer-tree", time: 3.5, points: [(170, 170, "#e8e8ea")]),
    // The ellipse's line of 10 is cut at the bounds: 5 points are left inside, at (30..35, 80).
    Look(
      scene: "2.2-custom-drawing", time: 0,
      points: [
        (28, 80, grey), (32, 80, red), (37, 80, blue), (32, 32, blue), (168, 80, grey),
        (172, 80, red), (177, 80, blue),
      ]),
    Look(scene: "3.3-coordinates", time: 0.5, points: [(90, 100, "#1f9d4d"), (50, 60, red)]),
    Look(scene: "3.3-coordinates", time: 1.5, points: [(90, 100, red)]),
    // The dots: 20 points below the upper edge, and 20 above the lower edge.
    Look(
      scene: "3.3-coordinates", time: 0,
      points: [(210, 40, "#2b2b33"), (210, 160, "#2b2b33"), (210, 130, "#e6e6ec")]),
    Look(scene: "7.4-presentation", time: 2, points: [(170, 80, red), (320, 80, white)]),
    Look(scene: "7.4-presentation", time: 3, points: [(230, 80, "#2f6fde")]),
    // Half way the new colour has pushed half of the old one out, from the left.
    Look(scene: "7.3-actions", time: 1, points: [(130, 70, red), (190, 70, blue), (260, 70, red)]),
  ]

  @Test("Pixels have the colours that follow from the scene", arguments: looks)
  private func look(_ look: Look) throws {
    let found = try Self.colors(look.scene, at: look.time, look.points.map { ($0.x, $0.y) })
    #expect(found == look.points.map(\.color))
  }

  @Test("A hand turns about its anchor point: the pin's place in it stays where it is")
  func anchor() throws {
    let clock = try Self.scene("3.2-anchor-point").presentation(at: 1).sublayers[1]
    let hand = try #require(clock.sublayers.first { $0.name == "minute hand" })
    // 0.9 of 60 points down the hand is 54; a quarter of a turn puts its tip on the right.
    let tip = hand.values[.anchorPoint].y * hand.values[.bounds].height
    #expect(tip == 54)
    let points = [(70 + 50, 70), (70 + 56, 70), (70 - 8, 70)]
    let found = try Self.colors("3.2-anchor-point", at: 1, points.map { ($0.0 + 165, $0.1 + 15) })
    #expect(found == ["#d8262c", Self.white, Self.white])
  }

  @Test("A contentsGravity puts the picture where the word says")
  func gravity() throws {
    // The ship's hull covers the middle of its picture, its corners are clear.
    let middle = try Self.colors(
      "2.1-contents-gravity", at: 0, [(80, 50), (220, 50), (80, 130), (220, 130), (220, 210)])
    #expect(!middle.contains(Self.white))
    // Outside the pictures of resizeAspect, center and left, the box is white: 60, 64 and 64 points
    // wide.
    let beside = try Self.colors(
      "2.1-contents-gravity", at: 0, [(165, 50), (275, 50), (165, 130), (275, 130), (130, 210)])
    #expect(beside == Array(repeating: Self.white, count: 5))
  }

  @Test("A contentsCenter leaves corners their size")
  func center() throws {
    // The dots of the corners: where they are before and after the button has grown by 100 on
    // both sides.
    let before = try Self.colors(
      "2.1-contents-center", at: 0, [(123, 118), (126, 121), (121, 125)])
    let after = try Self.colors("2.1-contents-center", at: 1, [(23, 118), (26, 121), (21, 125)])
    #expect(before == after)
  }
}
