import Geometry
import LayerTree
import Import
import Source
import Testing

@Suite("Shapes in a Lottie")
struct ShapeTests {
  static func scene(_ items: String, _ more: String = "") throws -> Scene {
    let result = load(lottie(shapeLayer(items, more)))
    return try #require(result.scene, "\(result.diagnostics)")
  }

  static func layer(_ items: String, _ name: String, at frame: Double = 0) throws -> LayerValues {
    try #require(try scene(items).layer(name, at: frame / 10)).values
  }

  static let group = #"{"ty": "gr", "nm": "group", "it": [\#(square), \#(line), {"ty": "tr"}]}"#
  static func trim(_ keys: String) -> String { "{\"ty\": \"tm\", \(keys)}" }

  @Test(
    "Outlines have the boxes that their numbers say",
    arguments: [
      (square, Rect(x: -5, y: -5, width: 10, height: 10)),
      (
        #"{"ty": "el", "p": {"k": [1, 2]}, "s": {"k": [4, 6]}}"#,
        Rect(x: -1, y: -1, width: 4, height: 6)
      ),
      (
        #"{"ty": "sr", "sy": 2, "pt": {"k": 4}, "p": {"k": [0, 0]}, "r": {"k": 0}, "or": {"k": 3}, "os": {"k": 0}}"#,
        Rect(x: -3, y: -3, width: 6, height: 6)
      ),
      (
        #"{"ty": "sh", "ks": {"k": {"c": true, "v": [[0, 0], [4, 0], [4, 2]], "i": [[0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0]]}}}"#,
        Rect(x: 0, y: 0, width: 4, height: 2)
      ),
      (
        "\(square), {\"ty\": \"rp\", \"c\": {\"k\": 3}, \"tr\": {\"p\": {\"k\": [20, 0]}, \"s\": {\"k\": [100, 100]}}}",
        Rect(x: -5, y: -5, width: 50, height: 10)
      ),
      (
        "{\"ty\": \"gr\", \"it\": [\(square), {\"ty\": \"tr\", \"s\": {\"k\": [200, 100]}}]}",
        Rect(x: -10, y: -5, width: 20, height: 10)
      ),
    ] as [(String, Rect)])
  func boxes(_ items: String, _ expected: Rect) throws {
    let values = try Self.layer(items + "," + red, "fill")
    let box = try #require(values[.path]?.boundingBox)
    #expect(abs(box.minX - expected.minX) < 1e-6 && abs(box.minY - expected.minY) < 1e-6)
    #expect(abs(box.maxX - expected.maxX) < 1e-6 && abs(box.maxY - expected.maxY) < 1e-6)
  }

  @Test("Corners are rounded, and the rest of an outline stays")
  func corners() throws {
    let values = try Self.layer(
      square + #", {"ty": "rd", "r": {"k": 2}}, "# + red, "fill")
    let path = try #require(values[.path])
    #expect(path.boundingBox == Rect(x: -5, y: -5, width: 10, height: 10))
    #expect(path.subpaths.first?.segments.count == 8)
  }

  @Test(
    "A trim shows a part of a line, wherever it stands",
    arguments: [
      ("\(square), \(trim(#""s": {"k": 10}, "e": {"k": 60}"#)), \(line)", 0.1, 0.6, 1),
      ("\(square), \(line), \(trim(#""s": {"k": 60}, "e": {"k": 10}"#))", 0.1, 0.6, 1),
      ("\(group), \(trim(#""s": {"k": 10}, "e": {"k": 60}"#))", 0.1, 0.6, 1),
      // Around the end, on two copies of the path.
      ("\(group), \(trim(#""s": {"k": 50}, "e": {"k": 90}, "o": {"k": 90}"#))", 0.375, 0.575, 2),
      (
        "\(group), \(trim(#""s": {"k": 50}, "e": {"k": 100}"#)), \(trim(#""s": {"k": 0}, "e": {"k": 50}"#))",
        0.5, 0.75, 1
      ),
    ] as [(String, Double, Double, Int)])
  func trims(_ items: String, _ start: Double, _ end: Double, _ copies: Int) throws {
    let values = try Self.layer(items, "line")
    #expect(abs(values[.strokeStart] - start) < 1e-9)
    #expect(abs(values[.strokeEnd] - end) < 1e-9)
    #expect(values[.path]?.subpaths.count == copies)
  }

  @Test("Opacities of a gradient become colours between its own")
  func gradient() throws {
    let fill =
      #"{"ty": "gf", "nm": "gradient", "t": 1, "o": {"k": 100}, "s": {"k": [-5, 0]}, "e": {"k": [5, 0]}, "g": {"p": 2, "k": {"k": [0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0.5, 0]}}}"#
    let scene = try Self.scene(square + "," + fill)
    let layer = try #require(scene.layer("gradient", at: 0))
    #expect(layer.layerClass == .gradient)
    #expect(layer.values[.locations] == [0, 0, 0.5, 1])
    #expect(layer.values[.colors].map(\.alpha) == [1, 1, 0, 0])
    #expect(layer.values[.colors].map(\.red) == [0, 0, 0.5, 1])
    #expect(layer.mask?.layerClass == .shape)
  }

  static let outline =
    #"{"k": {"c": true, "v": [[0, 0], [9, 0], [9, 9]], "i": [[0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0]]}}"#

  @Test(
    "Masks are put together by their modes",
    arguments: [
      ("a", CompositingOperation?.none, 1), ("s", .destOut, 2), ("i", .destIn, 2),
    ] as [(String, CompositingOperation?, Int)])
  func masks(_ mode: String, _ operation: CompositingOperation?, _ count: Int) throws {
    let masks =
      "\"masksProperties\": [{\"mode\": \"\(mode)\", \"pt\": \(Self.outline), \"o\": {\"k\": 50}}],"
    let scene = try Self.scene(square + "," + red, masks)
    let mask = try #require(scene.layer("shape", at: 0)?.mask)
    #expect(mask.sublayers.count == count)
    #expect(mask.sublayers.last?.values[.compositingFilter] == operation)
    #expect(mask.sublayers.last?.values[.opacity] == 0.5)
  }

  @Test("A matte cuts the layer behind it, and is not seen itself", arguments: [1, 2, 3, 4])
  func mattes(_ type: Int) throws {
    let matte = shapeLayer(square + "," + red, #""td": 1,"#).replacing("\"shape\"", with: "\"m\"")
    let layer = shapeLayer(square + "," + red, "\"tt\": \(type),")
    let scene = try #require(load(lottie(matte + "," + layer)).scene)
    #expect(scene.root.sublayers.count == 1)
    let mask = try #require(scene.presentation(at: 0).sublayers[0].mask)
    #expect(mask.find("m") != nil)
    #expect(mask.values[.filters].isEmpty == (type < 3))
  }

  @Test("Letters are set from the outlines in the file")
  func text() throws {
    let glyph =
      "{\"ch\": \"A\", \"fFamily\": \"F\", \"style\": \"R\", \"w\": 50, \"data\": {\"shapes\": [{\"ty\": \"sh\", \"ks\": \(Self.outline)}]}}"
    let more =
      "\"fonts\": {\"list\": [{\"fName\": \"F-R\", \"fFamily\": \"F\", \"fStyle\": \"R\"}]}, \"chars\": [\(glyph)],"
    let layer =
      #"{"ty": 5, "nm": "t", "ip": 0, "op": 20, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"s": 200, "f": "F-R", "t": "AA", "j": 1, "fc": [1, 0, 0]}}]}, "a": []}}"#
    let result = load(lottie(layer, more))
    let scene = try #require(result.scene, "\(result.diagnostics)")
    let box = try #require(scene.layer("t text fill", at: 0)?.values[.path]?.boundingBox)
    // Twice 50 hundredths of 200 points wide, to the left of the point.
    #expect(box == Rect(x: -200, y: 0, width: 118, height: 18))
  }
}
