import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumGeometry
import RostrumLayerTree
import RostrumLottie
import RostrumSource
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
    ] as [(String, Double, Double, Int)])
  func trims(_ items: String, _ start: Double, _ end: Double, _ copies: Int) throws {
    let values = try Self.layer(items, "line")
    #expect(abs(values[.strokeStart] - start) < 1e-9)
    #expect(abs(values[.strokeEnd] - end) < 1e-9)
    #expect(values[.path]?.subpaths.count == copies)
  }

  @Test("A trim whose start passes its end between key frames shows what lies between them")
  func swappedTrims() throws {
    func side(_ ease: Double) -> String {
      animated(
        (0, "[100]", #", "o": {"x": [\#(ease)], "y": [0]}, "i": {"x": [\#(ease)], "y": [1]}"#),
        (20, "[0]", ""))
    }
    for (start, end) in [(0.7, 0.3), (0.3, 0.7)] {
      let items = "\(square), \(Self.trim("\"s\": \(side(start)), \"e\": \(side(end))")), \(line)"
      for frame in [5.0, 15] {
        let values = try Self.layer(items, "line", at: frame)
        #expect(values[.strokeEnd] - values[.strokeStart] > 0.05, "\(start), \(frame)")
      }
    }
  }

  @Test(
    "Colours little above 1 are cut there, and whole numbers up to 255 are divided",
    arguments: [
      ("[1.0001, 0.5, 0]", Color(red: 1, green: 0.5, blue: 0)),
      ("[2, -0.5, 0.25]", Color(red: 1, green: 0, blue: 0.25)),
      ("[255, 51, 0]", Color(red: 1, green: 0.2, blue: 0)),
    ] as [(String, Color)])
  func colors(_ numbers: String, _ expected: Color) throws {
    let fill = red.replacing("[1, 0, 0, 1]", with: numbers)
    #expect(try Self.layer(square + "," + fill, "fill")[.fillColor] == expected)
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

  @Test("A gradient whose start is its end has the last colour all over")
  func pointGradient() throws {
    let fill =
      #"{"ty": "gf", "nm": "gradient", "t": 1, "s": {"k": [3, 1]}, "e": {"k": [3, 1]}, "g": {"p": 2, "k": {"k": [0, 1, 0, 0, 1, 0, 0, 1]}}}"#
    let values = try Self.layer(square + "," + fill, "gradient")
    #expect(values[.colors].last == Color(red: 0, green: 0, blue: 1))
    #expect(values[.startPoint].x < values[.endPoint].x && values[.endPoint].x < 0)
  }

  @Test(
    "Groups, fills and strokes blend with what lies behind",
    arguments: [(group.replacing("gr\"", with: "gr\", \"bm\": 1"), "group"), (red, "fill")])
  func blends(_ items: String, _ name: String) throws {
    let items = square + "," + items.replacing("fl\"", with: "fl\", \"bm\": 1")
    #expect(try Self.layer(items, name)[.compositingFilter] == .multiplyBlendMode)
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

  @Test("A mask's expansion through zero takes away first, and then adds", arguments: [5.0, 15])
  func expansion(_ frame: Double) throws {
    let expansion = animated((0, "[-10]", ""), (20, "[10]", ""))
    let masks = "\"masksProperties\": [{\"pt\": \(Self.outline), \"x\": \(expansion)}],"
    let scene = try Self.scene(square + "," + red, masks)
    let mask = try #require(scene.layer("shape", at: frame / 10)?.mask)
    let widths = ["inner edge", "edge"].map {
      mask.find("shape mask 1 \($0)")?.values[.lineWidth].rounded()
    }
    #expect(widths == (frame < 10 ? [10, 0] : [0, 10]))
  }

  @Test(
    "Paths are put together: the topmost is the first",
    arguments: [(2, 150.0), (3, 50), (4, 50), (5, 100)])
  func merges(_ mode: Int, _ area: Double) throws {
    let right = square.replacing("[0, 0]", with: "[5, 0]")
    let values = try Self.layer(
      "\(square), \(right), {\"ty\": \"mm\", \"mm\": \(mode)}, \(red)", "fill")
    let path = try #require(values[.path])
    #expect(abs(abs(path.area) - area) < 0.01)
    // Of the upper square its left half stays.
    if mode == 3 { #expect(path.boundingBox == Rect(x: -5, y: -5, width: 5, height: 10)) }
  }

  @Test(
    "Paths of a group are put together one by one, unless the group merges them",
    arguments: [
      // Two rectangles of opposite directions clip as one of them does.
      ("", 4, 100.0), (", {\"ty\": \"mm\", \"mm\": 1}", 4, 0), ("", 3, 0),
      (", {\"ty\": \"mm\", \"mm\": 1}", 3, 100), ("", 2, 400),
    ])
  func clips(_ merge: String, _ mode: Int, _ area: Double) throws {
    let outer = square.replacing("[10, 10]", with: "[20, 20]")
    let back = outer.replacing("\"rc\"", with: "\"rc\", \"d\": 3")
    let clip = "{\"ty\": \"gr\", \"it\": [\(outer), \(back)\(merge)]}"
    let values = try Self.layer(
      "\(square), \(clip), {\"ty\": \"mm\", \"mm\": \(mode)}, \(red)", "fill")
    #expect(abs(abs(try #require(values[.path]).area) - area) < 0.01)
  }

  @Test("A path that is put together moves with its parts, and is trimmed after that")
  func movingMerges() throws {
    let right = square.replacing(
      "{\"k\": [0, 0]}", with: animated((0, "[5, 0]", ""), (10, "[20, 0]", "")))
    let items = "\(square), \(right), {\"ty\": \"mm\", \"mm\": 4}, \(red)"
    let widths = try [0.0, 2, 8].map { frame in
      try Self.layer(items, "fill", at: frame)[.path]?.boundingBox?.width ?? 0
    }
    #expect(abs(widths[0] - 5) < 1e-5 && abs(widths[1] - 2) < 1e-5 && widths[2] == 0)
    let half =
      "\(square), \(square), {\"ty\": \"mm\", \"mm\": 2}, \(Self.trim("\"s\": {\"k\": 0}, \"e\": {\"k\": 50}")), \(line)"
    let values = try Self.layer(half, "line")
    #expect(values[.strokeEnd] == 0.5 && values[.path]?.length() ?? 0 > 39.99)
  }

  @Test("Fills follow trims that move, and dashes lengths that change")
  func trimsAndDashes() throws {
    let end = animated((0, "[0]", ""), (10, "[100]", ""))
    let trimmed = "\(square), \(Self.trim("\"s\": {\"k\": 0}, \"e\": \(end)")), \(red)"
    let boxes = try [0.0, 5, 10].map {
      try Self.layer(trimmed, "fill", at: $0)[.path]?.length() ?? 0
    }
    #expect(boxes[0] == 0 && abs(boxes[1] - 20) < 1e-6 && abs(boxes[2] - 40) < 1e-6)
    let length = animated((0, "[1]", ""), (10, "[4]", ""))
    let dashes = "\"d\": [{\"n\": \"d\", \"v\": \(length)}, {\"n\": \"g\", \"v\": {\"k\": 1}}]"
    let dashed = "\(square), \(line.dropLast()), \(dashes)}"
    let shares = try [0.0, 10].map { try Self.layer(dashed, "line", at: $0)[.path]?.length() ?? 0 }
    // One of two points, then four of five.
    #expect(abs(shares[0] - 20) < 1e-3 && abs(shares[1] - 32) < 1e-3)
  }

  @Test("Layers turn out of the plane, seen from the front")
  func depth() throws {
    let turn = #""rx": {"k": 60}, "or": {"k": [0, 0, 90]}, "p": {"k": [50, 50]}"#
    let scene = try #require(
      load(lottie(shapeLayer("\(square), \(red)", transform: turn, #""ddd": 1,"#))).scene)
    let transform = try #require(scene.layer("shape", at: 0)).values[.transform]
    // The orientation acts after the turn: heights are halved, then lie along x.
    #expect(abs(transform.m12 - 1) < 1e-9 && abs(transform.m21 + 0.5) < 1e-9)
    #expect(abs(transform.m11) < 1e-9 && abs(transform.m22) < 1e-9)
  }

  @Test("Letters that the file does not bring are an installed font's")
  func family() throws {
    let text =
      #"{"ty": 5, "nm": "t", "ip": 0, "op": 20, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"s": 20, "f": "F", "t": "ab", "j": 0, "fc": [1, 0, 0]}}]}}}"#
    func load(_ family: String) -> ImportResult {
      LottieTests.load(
        lottie(
          text, #""fonts": {"list": [{"fName": "F", "fFamily": "\#(family)", "fStyle": "Bold"}]},"#)
      )
    }
    let path = try #require(load("sans-serif").scene?.layer("t text fill", at: 0)?.values[.path])
    // Squares of half the size.
    #expect(path.boundingBox == Rect(x: 0, y: -10, width: 20, height: 10))
    let replaced = load("none")
    #expect(replaced.diagnostics.map(\.id) == ["missing-file"])
    #expect(replaced.scene?.layer("t text fill", at: 0)?.values[.path] == path)
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

  @Test(
    "What mattes cut blends as a whole",
    arguments: ["", #""ef": [{"ty": 28, "ef": [{"v": {"k": 1}}]}],"#])
  func blendedMattes(_ second: String) throws {
    let matte = shapeLayer(square + "," + red, #""td": 1, "ind": 1,"#)
    let layer = shapeLayer(square + "," + red, #""tt": 1, "bm": 1, \#(second)"#)
    let scene = try #require(load(lottie(matte + "," + layer)).scene)
    let outer = try #require(scene.presentation(at: 0).sublayers.first)
    #expect(outer.mask != nil && outer.values[.compositingFilter] == .multiplyBlendMode)
    #expect(outer.sublayers.allSatisfy { $0.values[.compositingFilter] == nil })
  }

  @Test(
    "Letters are set from the outlines in the file, in a line for each break",
    arguments: [
      // Twice 50 hundredths of 200 points wide, to the left of the point.
      ("AA", Rect(x: -200, y: 0, width: 118, height: 18)),
      (#"A\rA"#, Rect(x: -100, y: 0, width: 18, height: 48)),
      (#"A\nA"#, Rect(x: -100, y: 0, width: 18, height: 48)),
      (#"A\r\nA"#, Rect(x: -100, y: 0, width: 18, height: 48)),
      (#"A\u0003\rA"#, Rect(x: -100, y: 0, width: 18, height: 78)),
    ])
  func text(_ text: String, _ box: Rect) throws {
    let glyph =
      "{\"ch\": \"A\", \"fFamily\": \"F\", \"style\": \"R\", \"w\": 50, \"data\": {\"shapes\": [{\"ty\": \"sh\", \"ks\": \(Self.outline)}]}}"
    let more =
      "\"fonts\": {\"list\": [{\"fName\": \"F-R\", \"fFamily\": \"F\", \"fStyle\": \"R\"}]}, \"chars\": [\(glyph)],"
    let layer =
      #"{"ty": 5, "nm": "t", "ip": 0, "op": 20, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"s": 200, "f": "F-R", "t": "\#(text)", "lh": 30, "j": 1, "fc": [1, 0, 0]}}]}, "a": []}}"#
    let result = load(lottie(layer, more))
    let scene = try #require(result.scene, "\(result.diagnostics)")
    let outline = try #require(scene.layer("t text fill", at: 0)?.values[.path]?.boundingBox)
    #expect(outline == box)
  }
}

extension Path {
  /// The area inside lines, with the sign of their direction.
  fileprivate var area: Double {
    subpaths.reduce(0) { sum, subpath in
      subpath.segments.reduce(sum) {
        $0 + ($1.start.x * $1.end.y - $1.end.x * $1.start.y) / 2
      }
    }
  }
}
