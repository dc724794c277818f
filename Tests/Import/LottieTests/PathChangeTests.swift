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
      // At even parameters of a curve whose control points are its ends.
      let t = Double(index) / Double(count + 1)
      #expect(abs(point.x - 10 * t * t * (3 - 2 * t)) < 1e-9)
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
}
