import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumGeometry
import RostrumLottie
import RostrumLayerTree
import RostrumSource
import Testing

/// Expected values are worked out by hand.
@Suite("Changes of outlines in a Lottie")
struct PathChangeTests {
  private static let stretch =
    #"{"ty": "sh", "ks": {"k": {"c": false, "v": [[0, 0], [10, 0]], "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}}}"#

  private static func box(_ items: String, at frame: Double = 0) throws -> Rect {
    let values = try ShapeTests.layer(items + "," + red, "fill", at: frame)
    return try #require(values[.path]?.boundingBox)
  }

  private static func isNear(_ a: Rect, _ b: Rect, _ bound: Double = 1e-6) -> Bool {
    abs(a.minX - b.minX) < bound && abs(a.minY - b.minY) < bound && abs(a.maxX - b.maxX) < bound
      && abs(a.maxY - b.maxY) < bound
  }

  @Test(
    "Changes of outlines in a Lottie have the boxes that their numbers say",
    arguments: [
      // Corners at 2.5, control points at 7.5: the middle of a side is at (2.5 + 3 * 7.5) / 4.
      (square + #", {"ty": "pb", "a": {"k": 50}}"#, 0, 6.25),
      (square + #", {"ty": "pb", "a": {"k": -50}}"#, 0, 7.5),
      (square + #", {"ty": "pb", "a": {"k": 0}}"#, 0, 5),
      (square + #", {"ty": "pb"}"#, 0, 5),
      (
        square
          + #", {"ty": "pb", "a": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 10, "s": [100]}]}}"#, 5,
        6.25
      ),
      (square + #", {"ty": "op", "a": {"k": 2}, "lj": 1}"#, 0, 7),
      (square + #", {"ty": "op", "a": {"k": 2}, "lj": 2}"#, 0, 7),
      (square + #", {"ty": "op", "a": {"k": -2}}"#, 0, 3),
      (square + #", {"ty": "op", "a": {"k": 0}}"#, 0, 5),
      (
        square + #", {"ty": "op", "a": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 10, "s": [4]}]}}"#,
        5, 7
      ),
      // In the order of the file: grown, then twice as large.
      (
        #"{"ty": "gr", "it": [\#(square), {"ty": "op", "a": {"k": 2}}, {"ty": "tr", "s": {"k": [200, 200]}}]}"#,
        0, 14
      ),
      (square + #", {"ty": "op", "a": {"k": 2}}, {"ty": "op", "a": {"k": -3}}"#, 0, 4),
    ] as [(String, Double, Double)])
  func boxes(_ items: String, _ frame: Double, _ side: Double) throws {
    let box = try Self.box(items, at: frame)
    let expected = Rect(x: -side, y: -side, width: 2 * side, height: 2 * side)
    #expect(Self.isNear(box, expected, 0.01), "\(box)")
  }

  @Test("Ridges are by turns on both sides, as high as they say", arguments: [1, 2, 5])
  func ridges(_ count: Int) throws {
    let change = #"{"ty": "zz", "s": {"k": 2}, "r": {"k": \#(count)}, "pt": {"k": 1}}"#
    let values = try ShapeTests.layer("\(Self.stretch), \(change), \(line)", "line")
    let path = try #require(values[.path])
    let points = [path.segments[0].start] + path.segments.map(\.end)
    #expect(points.count == count + 2)
    for (index, point) in points.enumerated() {
      // Evenly, though the control points are the ends.
      #expect(abs(point.x - 10 * Double(index) / Double(count + 1)) < 1e-9)
      #expect(abs(point.y - (index.isMultiple(of: 2) ? 2 : -2)) < 1e-9)
    }
  }

  @Test("Smooth ridges have handles of half the distance between them")
  func waves() throws {
    let change = #"{"ty": "zz", "s": {"k": 2}, "r": {"k": 1}, "pt": {"k": 2}}"#
    let values = try ShapeTests.layer("\(Self.stretch), \(change), \(line)", "line")
    guard case .cubic(let first) = try #require(values[.path]?.segments.first) else {
      Issue.record("expected a curve")
      return
    }
    #expect(first.control1 == Point(x: 2.5, y: 2))
    #expect(first.control2 == Point(x: 2.5, y: -2))
  }

  @Test("Changes of outlines in a Lottie that take very long are refused")
  func limits() {
    let points = (0..<3000).map { "[\($0 % 97), \($0 % 89)]" }.joined(separator: ",")
    let zeros = Array(repeating: "[0, 0]", count: 3000).joined(separator: ",")
    let path =
      #"{"ty": "sh", "ks": {"k": {"c": true, "v": [\#(points)], "i": [\#(zeros)], "o": [\#(zeros)]}}}"#
    let change =
      #"{"ty": "op", "a": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 1000, "s": [9]}]}}"#
    let result = load(lottie(shapeLayer("\(path), \(change), \(red)")))
    #expect(result.diagnostics.map(\.id) == ["too-large"])
  }

  private static func shape(_ isClosed: Bool, _ points: String, _ ins: String, _ outs: String)
    -> String
  {
    #"{"ty": "sh", "ks": {"k": {"c": \#(isClosed), "v": [\#(points)], "i": [\#(ins)], "o": [\#(outs)]}}}"#
  }

  /// A right angle and a quarter of a circle of 10 points, open and closed, with their lengths.
  private static let outlines: [String: (json: String, length: Double)] = {
    let (angle, flat) = ("[0, 0], [10, 0], [10, 10]", "[0, 0], [0, 0], [0, 0]")
    let (ends, ins, outs) = ("[0, 0], [10, 10]", "[0, 0], [0, -5.5228]", "[5.5228, 0], [0, 0]")
    let (arc, chord) = (15.7109, 200.0.squareRoot())
    return [
      "open straight": (shape(false, angle, flat, flat), 20),
      "closed straight": (shape(true, angle, flat, flat), 20 + chord),
      "open curved": (shape(false, ends, ins, outs), arc),
      "closed curved": (shape(true, ends, ins, outs), arc + chord),
    ]
  }()

  /// The share of its length that each modifier leaves of an outline.
  @Test(
    "Modifiers leave of each outline what their numbers say",
    arguments: [
      (#""ty": "tm", "s": {"k": 0}, "e": {"k": 100}"#, 1.0),
      (#""ty": "tm", "s": {"k": 0}, "e": {"k": 0}"#, 0),
      (#""ty": "tm", "s": {"k": 100}, "e": {"k": 100}"#, 0),
      (#""ty": "tm", "s": {"k": 75}, "e": {"k": 25}"#, 0.5),
      (#""ty": "tm", "s": {"k": 50}, "e": {"k": 100}, "o": {"k": 90}"#, 0.5),
      (
        #""ty": "tm", "s": {"k": 0}, "e": {"k": 50}}, {"ty": "tm", "s": {"k": 50}, "e": {"k": 100}"#,
        0.25
      ),
      (#""ty": "tm", "s": {"k": 0}, "e": {"k": 50}}, {"ty": "rd", "r": {"k": 0}"#, 0.5),
      (#""ty": "tm", "s": {"k": 50}, "e": {"k": 0}, "m": 2"#, 0.5),
      (#""ty": "rd", "r": {"k": 0}"#, 1), (#""ty": "pb", "a": {"k": 0}"#, 1),
      (#""ty": "op", "a": {"k": 0}"#, 1), (#""ty": "mm", "mm": 1"#, 1),
      (#""ty": "mm", "mm": 4"#, 1), (#""ty": "rp", "c": {"k": 0}"#, 0),
      (#""ty": "rp", "c": {"k": 1}"#, 1), (#""ty": "rp", "c": {"k": 3}"#, 3),
    ] as [(String, Double)])
  func modifiers(_ modifier: String, _ share: Double) throws {
    for (name, outline) in Self.outlines {
      let layer = try ShapeTests.scene("\(outline.json), {\(modifier)}, \(red)").layer(
        "fill", at: 0)
      let length = layer?.values[.path]?.length() ?? 0
      #expect(abs(length - share * outline.length) < 0.01, "\(name): \(length)")
    }
  }

  @Test(
    "Points without tangents are rounded, and no others",
    arguments: [
      // Half of both sides stays, with a quarter of a circle of 5 points between them.
      ("open straight", 1000.0, 17.8556), ("open straight", 2, 19.1422),
      ("open curved", 2, 15.7109), ("closed curved", 2, 15.7109 + 14.1421),
    ])
  func rounding(_ name: String, _ radius: Double, _ length: Double) throws {
    let outline = try #require(Self.outlines[name]).json
    let items = #"\#(outline), {"ty": "rd", "r": {"k": \#(radius)}}, \#(red)"#
    let path = try #require(try ShapeTests.layer(items, "fill")[.path])
    #expect(abs(path.length() - length) < 0.01, "\(path.length())")
  }

  @Test("A corner between a line and a curve is rounded")
  func roundingBesideCurves() throws {
    let bent = Self.shape(
      false, "[0, 0], [10, 0], [10, 10]", "[0, 0], [0, 0], [9, 0]", "[0, 0], [0, 0], [0, 0]")
    let items = #"\#(bent), {"ty": "rd", "r": {"k": 2}}, \#(red)"#
    let path = try #require(try ShapeTests.layer(items, "fill")[.path])
    #expect(
      path.segments.map(\.end) == [Point(x: 8, y: 0), Point(x: 10, y: 2), Point(x: 10, y: 10)])
    guard case .cubic(let last) = path.segments[2] else {
      Issue.record("expected a curve")
      return
    }
    #expect(last.control2 == Point(x: 19, y: 10))
  }

  @Test("A change after a trim changes what the trim leaves")
  func orderOfTrims() throws {
    let half = #"{"ty": "tm", "s": {"k": 0}, "e": {"k": 50}}"#
    let ridge = #"{"ty": "zz", "s": {"k": 2}, "r": {"k": 1}, "pt": {"k": 1}}"#
    let path = try #require(
      try ShapeTests.layer("\(Self.stretch), \(half), \(ridge), \(line)", "line")[.path])
    #expect(path.segments.map(\.end) == [Point(x: 2.5, y: -2), Point(x: 5, y: 2)])
  }

  // MARK: Letters

  private static func text(_ alignment: Int, _ animator: String) throws -> Scene {
    let layer =
      #"{"ty": 5, "nm": "t", "ip": 0, "op": 20, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"s": 20, "f": "F", "t": "ab", "j": \#(alignment), "fc": [1, 0, 0]}}]}, "a": [\#(animator)]}}"#
    let font =
      #""fonts": {"list": [{"fName": "F", "fFamily": "sans-serif", "fStyle": "Regular"}]},"#
    let result = load(lottie(layer, font))
    #expect(result.diagnostics.isEmpty)
    return try #require(result.scene)
  }

  /// Letters are 10 points wide: the text begins at 0, -20 or -10.
  @Test(
    "Tracking makes room between letters, and a line stays where its alignment says",
    arguments: [(0, 0.0, 16.0), (1, -26, -10), (2, -13, 3)])
  func tracking(_ alignment: Int, _ first: Double, _ second: Double) throws {
    let scene = try Self.text(
      alignment, #"{"s": {"t": 0, "b": 1}, "a": {"t": {"k": 6}}}"#)
    for (index, expected) in [first, second].enumerated() {
      let letter = try #require(scene.layer("t text letter \(index + 1)", at: 0))
      #expect(abs(letter.values[.transform].m41 - expected) < 1e-9)
    }
  }

  @Test("A blur of letters has the deviation of the effect")
  func blur() throws {
    let scene = try Self.text(0, #"{"s": {"t": 0, "b": 1}, "a": {"bl": {"k": [8, 8]}}}"#)
    let letter = try #require(scene.layer("t text letter 1", at: 0))
    let radius = try #require(letter.values[.filters].first).values[FilterKind.inputRadius]
    #expect(abs(radius * LayerFilter.sigmaOfInputRadius - 2) < 1e-9)
  }

  @Test("Letters in an order by chance are all of the letters, and the same each time")
  func random() throws {
    let animator =
      #"{"s": {"t": 0, "b": 1, "rn": 1, "e": {"k": 50}}, "a": {"o": {"k": 0}}}"#
    func opacities() throws -> [Double] {
      let scene = try Self.text(0, animator)
      return try (1...2).map {
        try #require(scene.layer("t text letter \($0)", at: 0)).values[.opacity]
      }
    }
    #expect(try opacities().sorted() == [0, 1])
    #expect(try opacities() == opacities())
  }

  // MARK: Styles

  @Test("A glow is a shadow that falls nowhere, and a colour overlay fills")
  func styles() throws {
    let glow =
      #""sy": [{"ty": 3, "c": {"k": [0, 1, 0, 1]}, "o": {"k": 75}, "s": {"k": 8}}],"#
    let layer = try #require(try ShapeTests.scene(square + "," + red, glow).layer("shape", at: 0))
    #expect(layer.values[.shadowOffset] == .zero)
    #expect(layer.values[.shadowOpacity] == 0.75)
    #expect(layer.values[.shadowRadius] == 4)
    let overlay = #""sy": [{"ty": 7, "c": {"k": [0, 1, 0, 1]}, "so": {"k": 100}}],"#
    let filled = try #require(
      try ShapeTests.scene(square + "," + red, overlay).layer("shape", at: 0))
    let matrix = try #require(filled.values[.filters].first).values[FilterKind.inputColorMatrix]
    #expect(matrix.elements == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
  }

  @Test(
    "The opacity of a fill effect is that of its colour, that of a colour overlay mixes it",
    arguments: [
      (
        #""ef": [{"ty": 21, "ef": [{}, {}, {"v": {"k": [0, 1, 0]}}, {}, {}, {}, {"v": {"k": 0.5}}]}],"#,
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, 0]
      ),
      (
        #""sy": [{"ty": 7, "c": {"k": [0, 1, 0]}, "so": {"k": 50}}],"#,
        [0.5, 0, 0, 0, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 0, 0, 0, 1, 0]
      ),
    ] as [(String, [Double])])
  func fills(_ effect: String, _ expected: [Double]) throws {
    let scene = try ShapeTests.scene(square + "," + red, effect)
    let filters = try #require(scene.layer("shape", at: 0)).values[.filters]
    let matrix = try #require(filters.first).values[FilterKind.inputColorMatrix]
    #expect(matrix.elements == expected)
  }
}
