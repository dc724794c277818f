import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumLottie
import RostrumSource
import Testing
import RostrumTiming

@Suite("Motion in a Lottie")
struct MotionTests {
  static func scene(_ transform: String, _ more: String = "") throws -> Scene {
    let result = load(lottie(shapeLayer(square + "," + red, transform: transform, more)))
    return try #require(result.scene, "\(result.diagnostics)")
  }

  static func value(
    _ transform: String, _ property: Property, at frame: Double
  ) throws -> Value {
    let scene = try scene(transform)
    return try #require(scene.layer("shape", at: frame / 10)).values[any: property]
  }

  static let linear = animated((0, "[0, 0]", ""), (10, "[100, 50]", ""))
  static let eased = animated(
    (0, "[0, 0]", #", "o": {"x": 0.4, "y": 0}, "i": {"x": 0.6, "y": 1}"#), (10, "[100, 0]", ""))
  static let held = animated(
    (0, "[1, 0]", #", "h": 1"#), (7, "[2, 0]", #", "h": 1"#), (9, "[3, 0]", ""))
  static let old =
    #"{"k": [{"t": 0, "s": [0, 0], "e": [10, 0]}, {"t": 10, "s": [20, 0], "e": [30, 0]}, {"t": 20}]}"#
  static let curved = animated(
    (0, "[0, 0]", #", "to": [0, 60], "ti": [0, 60]"#), (10, "[80, 0]", ""))

  @Test(
    "A position is what the key frames say",
    arguments: [
      (linear, -1.0, Point(x: 0, y: 0)), (linear, 5, Point(x: 50, y: 25)),
      (linear, 30, Point(x: 100, y: 50)), (eased, 5, Point(x: 50, y: 0)),
      (held, 6.9999, Point(x: 1, y: 0)), (held, 7, Point(x: 2, y: 0)),
      (held, 6.9999999999, Point(x: 2, y: 0)), (held, 9, Point(x: 3, y: 0)),
      (old, 5, Point(x: 5, y: 0)), (old, 15, Point(x: 25, y: 0)),
      // The middle of the curve by its length, too.
      (curved, 5, Point(x: 40, y: 45)),
      (#"{"s": true, "x": {"k": 3}, "y": {"k": 4}}"#, 0, Point(x: 3, y: 4)),
    ] as [(String, Double, Point)])
  func position(_ track: String, _ frame: Double, _ expected: Point) throws {
    let point = try Self.value("\"p\": \(track)", .position, at: frame).point
    #expect(point.distance(to: expected) < 1e-6, "\(point)")
  }

  @Test("A scene takes from the first to the last frame, which need not begin at 0")
  func duration() throws {
    let text = lottie(shapeLayer(square + "," + red))
      .replacingOccurrences(of: #""ip": 0, "op": 20, "w""#, with: #""ip": 5, "op": 20, "w""#)
    #expect(try #require(load(text).scene).clock.duration == 1.5)
  }

  @Test(
    "A film has the whole frames between its points, whatever noise is in them",
    arguments: [
      ("0", "30", 30), ("0", "30.0000012", 30), ("0", "29.9999988", 30), ("0", "30.5", 30),
      ("0", "29.97", 29), ("2.0000004", "30.0000012", 28), ("0.5", "30", 29), ("0", "0.4", 1),
      ("5", "5", 1), ("9", "5", 1), ("0", "1798.2000732", 1798), ("0", "17982.0007324", 17982),
    ])
  func frames(_ first: String, _ end: String, _ count: Int) throws {
    let text =
      #"{"v": "5", "fr": 29.9700012207, "ip": \#(first), "op": \#(end), "w": 9, "h": 9, "layers": []}"#
    let clock = try #require(load(text).scene).clock
    #expect(clock.frameCount == count)
    #expect(abs(clock.duration * 29.9700012207 - Double(count)) < 0.01 || count == 1)
  }

  @Test(
    "A layer ends, and a key frame holds, on the whole frame that noise keeps it off",
    arguments: ["30", "30.0000012", "29.9999988"])
  func wholeFrames(_ frame: String) throws {
    let moves = #""p": {"k": [{"t": 0, "s": [1, 0], "h": 1}, {"t": \#(frame), "s": [2, 0]}]}"#
    let moving = shapeLayer(square + "," + red, transform: moves)
    let ending = moving.replacing("\"op\": 20", with: "\"op\": \(frame)")
      .replacing("\"shape\"", with: "\"ending\"")
    let staying = moving.replacing("\"op\": 20", with: "\"op\": 60")
    let text = lottie("\(ending), \(staying)").replacing(
      "\"op\": 20, \"w\"", with: "\"op\": 60, \"w\"")
    let scene = try #require(load(text).scene)
    #expect(try #require(scene.layer("shape", at: 2.9)).values[.position].x == 1)
    #expect(try #require(scene.layer("shape", at: 3)).values[.position].x == 2)
    func isHidden(_ time: Double) throws -> Bool {
      try #require(scene.layer("ending", at: time)).values[.hidden]
    }
    #expect(try !isHidden(2.9) && isHidden(3))
  }

  @Test(
    "The axis of a skew turns as the specification says, or as lottie-ios turns it",
    arguments: [("ae", -1.0), ("ios", 1.0)])
  func skewAxis(_ profile: String, _ sign: Double) throws {
    let text = lottie(
      shapeLayer(square + "," + red, transform: #""sk": {"k": 45}, "sa": {"k": 45}"#))
    var options = ImportOptions()
    options.settings["lottie-profile"] = profile
    let matrix = try #require(
      LottieImporter().load(Array(text.utf8), options).scene?.layer("shape", at: 0)
    ).values[.transform]
    // A shear along a diagonal makes one side longer by a half, and the other as much shorter.
    #expect(abs(matrix.m11 - (1 + sign / 2)) < 1e-9 && abs(matrix.m22 - (1 - sign / 2)) < 1e-9)
  }

  @Test("A solid is a layer of its size and colour")
  func solid() throws {
    let layer = ##"{"ty": 1, "nm": "a", "sw": 30, "sh": 20, "sc": "#ff0000", "ks": {}, "op": 20}"##
    let scene = try #require(load(lottie(layer)).scene)
    let values = try #require(scene.layer("a colour", at: 0)).values
    #expect(values[.bounds] == Rect(x: 0, y: 0, width: 30, height: 20))
    #expect(values[.position] == Point(x: 15, y: 10))
    #expect(values[.backgroundColor] == Color(red: 1, green: 0, blue: 0, alpha: 1))
  }

  @Test("A shadow falls away from its light; of several numbers for one the first counts")
  func shadow() throws {
    let style = #"{"ty": 1, "c": {"k": [1, 0, 0]}, "o": {"k": [50, 20]}, "a": {"k": 90}"#
    let scene = try Self.scene("", #""sy": [\#(style), "d": {"k": 8}, "s": {"k": 6}}],"#)
    let values = try #require(scene.layer("shape", at: 0)).values
    #expect(values[.shadowOpacity] == 0.5 && values[.shadowRadius] == 3)
    let offset = values[.shadowOffset]
    #expect(abs(offset.width) < 1e-9 && abs(offset.height - 8) < 1e-9, "\(offset)")
  }

  @Test("A position and a scale ease by dimension")
  func dimensions() throws {
    let apart = #", "o": {"x": [0, 0.9], "y": [0, 0]}, "i": {"x": [1, 1], "y": [1, 0.1]}"#
    let scale = animated((0, "[100, 100]", apart), (10, "[200, 200]", ""))
    let matrix = try Self.value("\"s\": \(scale)", .transform, at: 5).transform
    #expect(abs(matrix.m11 - 1.5) < 1e-6 && matrix.m22 < 1.3)
    let position = animated((0, "[0, 0]", apart), (10, "[100, 100]", ""))
    let point = try Self.value("\"p\": \(position)", .position, at: 5).point
    #expect(abs(point.x - 50) < 1e-6 && point.y < 30, "\(point)")
  }

  @Test(
    "A point goes through anchor, scale, turn and position in this order",
    arguments: [
      #""r": {"k": 90}, "s": {"k": [200, 300]}"#,
      #""r": {"a": 1, "k": [{"t": 0, "s": [90]}, {"t": 9, "s": [90]}]}, "s": {"k": [200, 300]}"#,
      #""r": {"k": 90}, "s": {"a": 1, "k": [{"t": 0, "s": [200, 300]}, {"t": 9, "s": [200, 300]}]}"#,
    ])
  func order(_ linear: String) throws {
    let scene = try Self.scene(#""a": {"k": [5, 5]}, "p": {"k": [50, 60]}, \#(linear)"#)
    let layer = try #require(scene.layer("shape", at: 0.3))
    let matrix = layer.values[.transform]
    // (6, 5) is one to the right of the anchor: two down after scale and turn.
    #expect(layer.values[.bounds].origin == Point(x: 5, y: 5))
    #expect(layer.values[.position] == Point(x: 50, y: 60))
    #expect(abs(matrix.m11) < 1e-9 && abs(matrix.m12 - 2) < 1e-9)
    #expect(abs(matrix.m21 + 3) < 1e-9 && abs(matrix.m22) < 1e-9)
  }

  @Test("A turn of more than half a circle is not shortened")
  func turn() throws {
    let turns = animated((0, "[0]", ""), (10, "[720]", ""))
    let matrix = try Self.value("\"r\": \(turns)", .transform, at: 1.25).transform
    #expect(abs(matrix.m11) < 1e-9 && abs(matrix.m12 - 1) < 1e-9)
  }

  @Test(
    "A layer shows from its in point until its out point, and the last layers to the end",
    arguments: [
      (0.0, 10.0, 0.0, true), (0, 10, 9.9, true), (0, 10, 10, false), (5, 20, 4.9, false),
      (5, 20, 5, true), (5, 20, 20, true), (5, 19, 19, false),
    ] as [(Double, Double, Double, Bool)])
  func visibility(_ start: Double, _ end: Double, _ frame: Double, _ isShown: Bool) throws {
    let layer =
      "{\"ty\": 4, \"nm\": \"shape\", \"ip\": \(start), \"op\": \(end), \"ks\": {}, \"shapes\": [\(square), \(red)]}"
    let scene = try #require(load(lottie(layer)).scene)
    #expect(scene.layer("shape", at: frame / 10)?.values[.hidden] == !isShown)
  }

  @Test("Parents move their children, and their opacity does not count")
  func parents() throws {
    let child = shapeLayer(square + "," + red, transform: #""p": {"k": [1, 2]}"#, #""parent": 7,"#)
    let parent =
      #"{"ty": 3, "ind": 7, "nm": "parent", "ip": 0, "op": 20, "ks": {"p": {"k": [10, 20]}, "o": {"k": 0}}}"#
    let scene = try #require(load(lottie(child + "," + parent)).scene)
    let outer = try #require(scene.layer("parent of shape", at: 0))
    #expect(outer.values[.position] == Point(x: 10, y: 20))
    #expect(outer.values[.opacity] == 1)
    #expect(outer.find("shape")?.values[.position] == Point(x: 1, y: 2))
  }

  static let stretched = #""st": 4, "sr": 2"#
  static let remapped = #""st": 0, "tm": {"a": 1, "k": [{"t": 0, "s": [1]}, {"t": 10, "s": [0]}]}"#

  @Test(
    "A composition inside has its own time",
    arguments: [(stretched, 4.0, 0.0), (stretched, 14, 50), (remapped, 0, 100), (remapped, 5, 50)]
      as [(String, Double, Double)])
  func time(_ keys: String, _ frame: Double, _ expected: Double) throws {
    let inner = shapeLayer(square + "," + red, transform: "\"p\": \(Self.linear)")
    let asset = "\"assets\": [{\"id\": \"c\", \"layers\": [\(inner)]}],"
    let outer =
      "{\"ty\": 0, \"refId\": \"c\", \"nm\": \"outer\", \"w\": 100, \"h\": 100, \"ip\": 0, \"op\": 20, \(keys), \"ks\": {}}"
    let result = load(lottie(outer, asset))
    let scene = try #require(result.scene, "\(result.diagnostics)")
    let x = try #require(scene.layer("shape", at: frame / 10)).values[.position].x
    #expect(abs(x - expected) < 1e-6)
  }
}
