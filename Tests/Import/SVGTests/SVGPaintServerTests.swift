import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RealModule
import RostrumGeometry
import RostrumSVG
import RostrumLayerTree
import RostrumSource
import Testing

private func svg(_ content: String) -> String {
  "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(content)</svg>"
}

/// A place of a marker, with its direction in degrees.
private struct Mark: Equatable, CustomStringConvertible {
  let x, y, degrees: Double

  init(_ x: Double, _ y: Double, _ degrees: Double) {
    (self.x, self.y, self.degrees) = (x, y, degrees)
  }

  init(_ transform: Transform3D) {
    let turn = Double.atan2(y: transform.m12, x: transform.m11) * 180 / .pi
    self.init(transform.m41.rounded(), transform.m42.rounded(), turn.rounded())
  }

  var description: String { "(\(x), \(y), \(degrees))" }
}

@Suite("Markers and patterns of SVGs")
struct SVGPaintServerTests {
  /// Markers named `m`, whose layers carry their places.
  private func marks(_ path: String, _ properties: String, _ marker: String) throws -> [Mark] {
    let result = load(
      svg(
        """
        <marker id='m' markerWidth='1' markerHeight='1' \(marker)><rect width='1' height='1'/>\
        </marker><g stroke='red'><path d='\(path)' \(properties)/></g>
        """))
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let scene = try #require(result.scene)
    return scene.layers.filter { layer in
      layer.name == "m" || layer.name.hasPrefix("m ") && !layer.name.contains("content")
    }.compactMap { layer in
      scene.layer(layer.name, at: 0).map { Mark($0.values[.transform]) }
    }.filter { $0 != Mark(0, 0, 0) }
  }

  @Test(
    "A marker stands at each vertex, half way between both directions",
    arguments: [
      ("M10 10H50", "marker-end", [Mark(50, 10, 0)]),
      ("M10 10V50", "marker-start", [Mark(10, 10, 90)]),
      ("M10 10H50V50", "marker-mid", [Mark(50, 10, 45)]),
      ("M50 50H10V10", "marker-mid", [Mark(10, 50, -135)]),
      ("M10 10H50H10", "marker-mid", [Mark(50, 10, 90)]),
      // A closed part has a vertex where it closes, with the direction between its ends.
      ("M10 10H50V50Z", "marker-end", [Mark(10, 10, -68)]),
      ("M10 10H50V50Z", "marker-start", [Mark(10, 10, -68)]),
      (
        "M10 10H50V50H10Z", "marker-mid", [Mark(50, 10, 45), Mark(50, 50, 135), Mark(10, 50, -135)]
      ),
      // Only the first and the last vertex of all are no middle ones.
      ("M10 10H20M30 30H40", "marker-mid", [Mark(20, 10, 0), Mark(30, 30, 0)]),
      // Curves by their controls; controls at their ends do not count.
      ("M10 10C10 30 30 50 50 50", "marker-start", [Mark(10, 10, 90)]),
      ("M10 10C10 10 10 30 50 50", "marker-start", [Mark(10, 10, 90)]),
      ("M10 10C10 30 50 50 50 50", "marker-end", [Mark(50, 50, 27)]),
      // The joints of the curves that an arc becomes are no vertices.
      ("M10 50A20 20 0 1 1 50 50", "marker-mid", []),
      ("M10 50A20 20 0 1 1 50 50", "marker-start", [Mark(10, 50, -90)]),
      ("M10 50A20 20 0 0 1 50 50H60", "marker-mid", [Mark(50, 50, 45)]),
      // Parts without length take the direction of the one before, or else after.
      ("M10 10H50H50V90", "marker-mid", [Mark(50, 10, 0), Mark(50, 10, 45)]),
      ("M10 10H10V50", "marker-start", [Mark(10, 10, 90)]),
      ("M10 10z", "marker-end", [Mark(10, 10, 0)]),
    ] as [(String, String, [Mark])])
  fileprivate func vertices(_ path: String, _ property: String, _ expected: [Mark]) throws {
    #expect(try marks(path, "\(property)='url(#m)'", "orient='auto'") == expected)
  }

  @Test(
    "A marker turns by its orient, and lies by its reference",
    arguments: [
      ("orient='auto-start-reverse'", [Mark(10, 10, 180), Mark(50, 10, 0)]),
      ("orient='30'", [Mark(10, 10, 30), Mark(50, 10, 30)]),
      ("orient='.25turn'", [Mark(10, 10, 90), Mark(50, 10, 90)]),
      ("", [Mark(10, 10, 0), Mark(50, 10, 0)]),
      ("refX='2' refY='3'", [Mark(8, 7, 0), Mark(48, 7, 0)]),
      (
        "viewBox='0 0 10 10' refX='right' refY='center' markerUnits='userSpaceOnUse'",
        [Mark(9, 10, 0), Mark(49, 10, 0)]
      ),
      ("refX='2' orient='auto' markerUnits='strokeWidth'", [Mark(8, 10, 0), Mark(48, 10, 0)]),
    ] as [(String, [Mark])])
  fileprivate func turns(_ marker: String, _ expected: [Mark]) throws {
    #expect(try marks("M10 10H50", "style='marker: url(#m)'", marker) == expected)
  }

  /// The colours of shapes from back to front: of their insides, then of their lines.
  private func colors(_ content: String) throws -> [String] {
    let result = load(svg(content))
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let scene = try #require(result.scene)
    let names = ["red", "lime", "blue", "gold"]
    return scene.layers.flatMap { layer -> [String] in
      guard layer.layerClass == .shape, let shown = scene.layer(layer.name, at: 0) else {
        return []
      }
      return [shown.values[.fillColor], shown.values[.strokeColor]].compactMap { color in
        names.first { Color(css: $0) == color }
      }
    }
  }

  @Test(
    "Paint order decides which part lies on top",
    arguments: [
      ("normal", ["red", "blue", "lime"]), ("markers", ["lime", "red", "blue"]),
      ("stroke", ["blue", "red", "lime"]), ("fill markers", ["red", "lime", "blue"]),
      ("stroke markers", ["blue", "lime", "red"]),
      ("markers stroke", ["lime", "blue", "red"]),
    ])
  func paintOrder(_ order: String, _ expected: [String]) throws {
    let shown = try colors(
      """
      <marker id='m'><rect width='1' height='1' fill='lime'/></marker>
      <path d='M0 0L9 9' fill='red' stroke='blue' paint-order='\(order)' marker-end='url(#m)'/>
      """)
    #expect(shown == expected)
  }

  @Test(
    "Shapes take the paints of what uses or marks with them",
    arguments: [
      // By an element that is used, and by one that is used in turn.
      (
        "<rect id='a' width='9' height='9' fill='context-stroke' stroke='context-fill'/>",
        "<use href='#a' fill='red' stroke='blue'/>", ["blue", "red"]
      ),
      (
        "<rect id='a' width='9' height='9' fill='context-fill'/><g id='b'><use href='#a' fill='context-stroke'/></g>",
        "<use href='#b' fill='red' stroke='blue'/>", ["blue", "blue"]
      ),
      // The colour of the element that has the paint.
      (
        "<rect id='a' width='9' height='9' fill='context-fill' color='blue'/>",
        "<use href='#a' fill='currentColor' color='red'/>", ["red"]
      ),
      (
        "<marker id='m'><rect width='1' height='1' fill='context-stroke'/></marker>",
        "<path d='M0 0H9' fill='none' stroke='blue' marker-end='url(#m)'/>", ["blue", "blue"]
      ),
      // Without such an element there is no paint.
      ("", "<rect width='9' height='9' fill='context-fill' stroke='red'/>", ["red"]),
    ])
  func context(_ definitions: String, _ content: String, _ expected: [String]) throws {
    #expect(try colors("<defs>\(definitions)</defs>\(content)") == expected)
  }

  @Test(
    "A pattern is as many tiles as cover the shape",
    arguments: [
      ("patternUnits='userSpaceOnUse' width='10' height='20'", [4, 3], [20, 0]),
      ("patternUnits='userSpaceOnUse' width='10' height='10' x='5' y='-3'", [5, 5], [15, 7]),
      ("width='.5' height='.25'", [2, 4], [20, 10]),
      (
        "patternUnits='userSpaceOnUse' width='5' height='5' patternTransform='scale(2)'", [4, 4],
        [10, 5]
      ),
    ] as [(String, [Double], [Double])])
  func tiles(_ pattern: String, _ counts: [Double], _ origin: [Double]) throws {
    let result = load(
      svg(
        """
        <pattern id='p' \(pattern)><rect x='1' y='1' width='2' height='2'/></pattern>
        <rect x='20' y='10' width='40' height='40' fill='url(#p)'/>
        """))
    #expect(result.diagnostics.allSatisfy { $0.id == "programs-differ" }, "\(result.diagnostics)")
    let scene = try #require(result.scene)
    let copies = ["p row", "p rows"].map { scene.layer($0, at: 0)?.values[.instanceCount] ?? 1 }
    #expect(copies == counts)
    #expect(scene.layer("p tile", at: 0)?.values[.position] == Point(x: origin[0], y: origin[1]))
  }

  @Test(
    "Patterns that paint nothing",
    arguments: [
      "<pattern id='p' width='10' height='10'/>",
      "<pattern id='p' width='0' height='1'><rect width='1' height='1'/></pattern>",
      "<pattern id='p' height='1'><rect width='1' height='1'/></pattern>",
      "<pattern id='p' href='#p' width='1' height='1'/>",
      "<pattern id='p' width='1' height='1'><rect width='5' height='5' fill='url(#p)'/></pattern>",
    ])
  func empty(_ pattern: String) throws {
    let scene = try #require(
      load(svg("\(pattern)<rect id='r' width='40' height='40' fill='url(#p)'/>")).scene)
    #expect(scene.layers.allSatisfy { $0.layerClass != .shape })
  }

  @Test("The tiles of a file are limited together, and one message says so")
  func limit() {
    let rects = String(repeating: "<rect width='100' height='100' fill='url(#p)'/>", count: 30)
    let result = load(
      svg(
        """
        <pattern id='p' width='2' height='2' patternUnits='userSpaceOnUse'><rect width='1' \
        height='1'/></pattern>\(rects)
        """))
    #expect(result.diagnostics.map(\.id) == [UnsupportedFeature.patterns.name])
    #expect(result.diagnostics.first?.message.contains("too many tiles") == true)
  }

  @Test("A paint order that is none is ignored, and the one around it holds")
  func wrongOrder() throws {
    let result = load(
      svg(
        """
        <g paint-order='stroke'><path d='M0 0L9 9' fill='red' stroke='blue' \
        paint-order='fill none'/></g>
        """))
    #expect(result.diagnostics.map(\.id) == ["wrong-type"])
    let names = try #require(result.scene).layers.map(\.name)
    #expect(names.suffix(2) == ["path stroke", "path fill"], "\(names)")
  }

  @Test("A shape without area has no line, whether the line scales or not")
  func withoutArea() {
    let result = load(
      svg(
        """
        <g transform='scale(0)'><path d='M0 0H5V5' stroke='red' \
        vector-effect='non-scaling-stroke'/></g>
        """))
    #expect(result.diagnostics.isEmpty && result.scene != nil)
  }

  @Test("A line that does not scale has its width in pixels of the picture")
  func unscaled() throws {
    let result = load(
      svg(
        """
        <g transform='scale(4 2)'><path id='a' d='M0 0H5V5' fill='none' stroke='red' \
        stroke-width='3' vector-effect='non-scaling-stroke'/></g>
        """))
    #expect(result.diagnostics.isEmpty)
    let line = try #require(result.scene?.layer("a", at: 0))
    #expect(line.values[.path]?.boundingBox == Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(line.values[.transform] == Transform3D(.scale(x: 0.25, y: 0.5)))
    #expect(line.values[.lineWidth] == 3)
  }
}
