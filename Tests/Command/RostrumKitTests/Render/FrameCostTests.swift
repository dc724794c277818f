import Foundation
import RenderTestSupport
import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumKit
import RostrumOutput
import RostrumRendering
import TestSupport
import Testing

/// The costs of frames, counted by hand: rectangles with edges at whole pixels.
@Suite("The cost of a frame")
struct FrameCostTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    /// The layers of a canvas of 20 by 20 points.
    let layers: String
    let drawn: Int
    let blended: Int
    let deepest: Int
    var passes: [FrameCost.Cause: Int] = [:]
    var testDescription: String { name }
  }

  private static let a = "frame: [0, 0, 10, 10], backgroundColor: red"
  private static let b = "frame: [5, 5, 10, 10], backgroundColor: lime"

  static let cases = [
    Case(name: "nothing", layers: "{}", drawn: 0, blended: 0, deepest: 0),
    Case(name: "one above the other", layers: "{\(a)}, {\(b)}", drawn: 200, blended: 0, deepest: 2),
    Case(
      name: "a translucent colour",
      layers: "{\(a)}, {frame: [5, 5, 10, 10], backgroundColor: rgb(0 255 0 / 0.5)}",
      drawn: 200, blended: 100, deepest: 2),
    Case(
      name: "a faded layer alone is no group", layers: "{\(a), opacity: 0.5}", drawn: 100,
      blended: 100, deepest: 1),
    Case(
      name: "a faded group", layers: "{\(a), opacity: 0.5, sublayers: [{\(b)}]}", drawn: 200,
      blended: 200, deepest: 2, passes: [.groupOpacity: 1]),
    Case(
      name: "without group opacity",
      layers: "{\(a), opacity: 0.5, allowsGroupOpacity: false, sublayers: [{\(b)}]}",
      drawn: 200, blended: 200, deepest: 2),
    Case(
      name: "cut off at the bounds: 5 by 5 of the inner layer are left",
      layers: "{\(a), masksToBounds: true, sublayers: [{\(b)}]}", drawn: 125, blended: 0, deepest: 2
    ),
    Case(
      name: "beside the canvas", layers: "{frame: [15, 15, 10, 10], backgroundColor: red}",
      drawn: 25, blended: 0, deepest: 1),
    Case(name: "hidden", layers: "{\(a), hidden: true}", drawn: 0, blended: 0, deepest: 0),
    Case(
      name: "a border of a point that is the layer's own",
      layers: "{frame: [0, 0, 10, 10], borderWidth: 1, borderColor: black}", drawn: 36, blended: 0,
      deepest: 1),
    Case(
      name: "a shadow", layers: "{\(a), shadowOpacity: 1, shadowRadius: 2}", drawn: 100, blended: 0,
      deepest: 1, passes: [.shadow: 1]),
    Case(
      name: "a mask, whose own pixels are not the frame's",
      layers: "{\(a), mask: {frame: [0, 0, 5, 10], backgroundColor: black}}", drawn: 100,
      blended: 0,
      deepest: 1, passes: [.mask: 1]),
    Case(
      name: "a mask with a shadow inside",
      layers: "{\(a), mask: {frame: [0, 0, 5, 5], backgroundColor: black, shadowOpacity: 1}}",
      drawn: 100, blended: 0, deepest: 1, passes: [.mask: 1, .shadow: 1]),
    Case(
      name: "filters of three kinds",
      layers: """
        {\(a), filters: [{type: gaussianBlur, inputRadius: 1}]}, \
        {\(b), backgroundFilters: [{type: gaussianBlur, inputRadius: 1}]}, \
        {\(a), compositingFilter: multiply}
        """, drawn: 300, blended: 100, deepest: 3, passes: [.filter: 3]),
    Case(
      name: "all at once",
      layers: """
        {\(a), shouldRasterize: true, shadowOpacity: 1, filters: [{type: gaussianBlur, inputRadius: 1}], \
        mask: {frame: [0, 0, 10, 10], backgroundColor: black}}
        """, drawn: 100, blended: 0, deepest: 1,
      passes: [.mask: 1, .shadow: 1, .filter: 1, .rasterize: 1]),
    Case(
      name: "inside a rasterized layer that is twice as large",
      layers:
        "{frame: [0, 0, 5, 5], anchorPoint: [0, 0], transform: {scale: 2}, shouldRasterize: true, sublayers: [{frame: [0, 0, 5, 5], backgroundColor: red}]}",
      drawn: 100, blended: 0, deepest: 1, passes: [.rasterize: 1]),
  ]

  private static func opened(_ layers: String, _ rest: String = "") throws -> OpenedScene {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "size: [20, 20]\nbackground: white\nduration: 1\nfps: 10\nlayers: [\(layers)]\n\(rest)",
      to: "scene.yaml")
    return try SceneOpener().open(path)
  }

  @Test("Passes and pixels are those that one counts by hand", arguments: cases)
  func counted(_ one: Case) throws {
    let renderer = try FrameRenderer(try Self.opened(one.layers).context())
    try renderer.render(at: 0)
    let cost = try renderer.cost()
    #expect(cost.drawnPixels == one.drawn)
    #expect(cost.blendedPixels == one.blended)
    #expect(cost.deepest == one.deepest)
    #expect(cost.passCounts == one.passes)
  }

  @Test("Chapter 15's scene has one pass of each cause, and as many pixels as its layers are large")
  func book() throws {
    let path = FileManager.root.appending(path: "Scenes/Book/15-passes.yaml").path
    let renderer = try FrameRenderer(try SceneOpener().open(path).context())
    try renderer.render(at: 0.5)
    let cost = try renderer.cost()
    let passes: [FrameCost.Cause] = [.mask, .shadow, .groupOpacity, .filter, .rasterize]
    #expect(cost.passes.map(\.cause) == passes)
    let names = ["masked", "shadowed", "faded", "filtered", "rasterized"]
    #expect(cost.passes.map(\.layer) == names)
    // Five squares of 48 with one of 24, three panes of 60 and one of 90 by 30, and the ball.
    let layers = 5 * 48 * 48 + 24 * 24 + 3 * 60 * 60 + 90 * 30
    #expect(cost.drawnPixels - layers > 440 && cost.drawnPixels - layers < 500)
    // The panes, the faded group, and the ball's edge.
    let blended = 48 * 48 + 24 * 24 + 3 * 60 * 60 + 90 * 30
    #expect(cost.blendedPixels - blended > 40 && cost.blendedPixels - blended < 100)
    // Two panes that overlap by half lie below the fourth.
    #expect(cost.deepest == 3)
    #expect(cost.depths[114 * 320 + 60] == 3 && cost.depths[90 * 320 + 60] == 2)
  }

  @Test("A transition is a pass while it lasts")
  func transition() throws {
    let opened = try Self.opened(
      "{name: a, \(Self.a)}",
      "events: [{at: 0.2, set: {a: {backgroundColor: blue}}, add: {a: {type: transition, duration: 0.4}}}]"
    )
    for (time, count) in [(0.1, 0), (0.4, 1), (0.8, 0)] {
      let renderer = try FrameRenderer(opened.context())
      try renderer.render(at: time)
      #expect(try renderer.cost().passCounts[.transition, default: 0] == count, "at \(time)")
    }
  }

  // MARK: Pictures

  /// Pixels of a frame that shows a cost, as 0xRRGGBB.
  private static func pixels(
    _ view: CostView, of opened: OpenedScene, at time: Double, _ points: [(Int, Int)],
    after earlier: [Double] = []
  ) throws -> [UInt32] {
    var context = opened.context()
    context.view = view
    let renderer = try ExposedRenderer(context)
    for time in earlier { try renderer.render(at: time) }
    #expect(try renderer.render(at: time).area == 400)
    return points.map { renderer.bitmap[$0.0, $0.1] & 0xFF_FFFF }
  }

  private static let (red, green, blue) = (UInt32(0xD8262C), UInt32(0x1F9D4D), UInt32(0x244F8F))

  @Test("Overdraw shows how many layers there are on a pixel, from none to five and more")
  func overdraw() throws {
    let layers = (0..<6).map { "{frame: [\($0), 0, 10, 10], backgroundColor: red}" }
    let opened = try Self.opened(layers.joined(separator: ", "))
    let found = try Self.pixels(
      .overdraw, of: opened, at: 0,
      [(0, 15), (0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (14, 5), (15, 5)])
    #expect(
      found == [
        0x0F1115, Self.blue, Self.green, 0xF2B134, 0xE8702A, Self.red, Self.red, Self.blue,
        0x0F1115,
      ])
  }

  @Test("Blended shows opaque layers green and translucent ones red, the more the redder")
  func blended() throws {
    let clear = "backgroundColor: rgb(0 0 0 / 0.1)"
    let opened = try Self.opened(
      "{\(Self.a)}, {frame: [5, 0, 10, 10], \(clear)}, {frame: [10, 0, 10, 10], \(clear)}")
    let found = try Self.pixels(.blended, of: opened, at: 0, [(2, 5), (12, 5), (17, 5), (2, 15)])
    // Green outweighs red where all is opaque; red grows; nothing at all is grey.
    #expect(found[0] >> 8 & 0xFF > found[0] >> 16)
    #expect(found[1] >> 16 > found[1] >> 8 & 0xFF && found[2] >> 16 > found[2] >> 8 & 0xFF)
    #expect(found[1] >> 8 & 0xFF < found[2] >> 8 & 0xFF)
    #expect(found[3] == 0xF0F0F0)
  }

  @Test("Offscreen puts a rim in the colour of the cause around each pass")
  func offscreen() throws {
    let opened = try Self.opened(
      "{\(Self.a), mask: {frame: [0, 0, 10, 10], backgroundColor: black}}, {frame: [12, 12, 6, 6], backgroundColor: red}"
    )
    let area = try #require(
      try FrameRenderer(opened.context()).rendered(at: 0).cost().passes.first?.area)
    let found = try Self.pixels(
      .offscreen, of: opened, at: 0, [(area.maxX - 1, 4), (area.maxX, 4), (19, 19)])
    #expect(found == [0x8A5CF5, 0xF0F0F0, 0xF0F0F0])
  }

  @Test("Damage is what the frame before did not show, also of a frame alone")
  func damage() throws {
    let opened = try Self.opened(
      "{name: a, frame: [0, 0, 5, 5], backgroundColor: red}",
      "events: [{at: 0.5, transaction: {disableActions: true}, set: {a: {position: [12.5, 12.5]}}}]"
    )
    let points = [(0, 0), (4, 4), (14, 14), (19, 1), (1, 19)]
    // All of the first frame; nothing where nothing happens; the old place and the new one.
    let first = try Self.pixels(.damage, of: opened, at: 0, [(0, 0), (19, 19), (0, 10)])
    #expect(first == [Self.red, Self.red, Self.red])
    #expect(
      try Self.pixels(.damage, of: opened, at: 0.4, [(10, 10), (19, 1)]) == [0xF0F0F0, 0xF0F0F0])
    let alone = try Self.pixels(.damage, of: opened, at: 0.5, points)
    #expect(alone == (try Self.pixels(.damage, of: opened, at: 0.5, points, after: [0, 0.9, 0.4])))
    #expect(alone[3] == 0xF0F0F0 && alone[4] == 0xF0F0F0)
    #expect(!alone[..<3].contains(0xF0F0F0))
    #expect(try Self.pixels(.damage, of: opened, at: 0.6, [(14, 14)]) != [alone[2]])
  }

  @Test("A profile sums the costs of all frames, and says what they are on average")
  func profile() async throws {
    let scenes = try TestScenes()
    let profile = Profile(countsCosts: true)
    let text =
      "size: [20, 20]\nduration: 0.4\nfps: 10\nlayers: [{\(Self.a), shadowOpacity: 1}, {name: b, \(Self.b), opacity: 0.5}]\n"
      + "events: [{at: 0.2, transaction: {disableActions: true}, set: {b: {hidden: true}}}]"
    try await scenes.render(text, to: "out") { $0.profile = profile }
    let record = profile.record
    // 200 pixels in the first two frames, 100 of them blended, and 100 in the others.
    let cost = try #require(record.cost)
    #expect(record.costCount == 4 && cost.pixels == 1600)
    #expect(cost.drawnPixels == 600 && cost.blendedPixels == 200 && cost.deepest == 2)
    #expect(cost.passes == ["shadow": 4])
    let lines = record.text.split(separator: "\n").map(String.init)
    #expect(lines[2] == "1.00 off-screen passes a frame (shadow 1.00)")
    #expect(lines[3] == "0.38 layers on a pixel, 2 at most; 33.33 % of their pixels is blended")
  }
}

extension FrameRenderer {
  fileprivate func rendered(at time: Double) throws -> FrameRenderer {
    try render(at: time)
    return self
  }
}
