import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import Testing

@testable import RostrumSceneFile

/// Ends are worked out by hand: layers are squares of side 20.
@Suite("Connections of layers")
struct ConnectionTests {
  private static func load(_ layers: String, _ more: String = "") -> LoadResult {
    SceneLoader(assets: InMemoryAssets()).load(
      text: "size: [200, 200]\nduration: 2\n\(more)layers:\n" + layers, path: "a.yaml")
  }

  private static let box = "bounds: [20, 20]"
  private static let still = """
    - {name: a, \(box), position: [30, 50]}
    - {name: b, \(box), position: [130, 50]}

    """
  private static let line = "- {name: line, class: shape, connect: {from: a, to: b}}\n"

  /// The ends of the line in the coordinates of the layer around it.
  private static func ends(_ scene: Scene, at time: Double, _ name: String = "line") throws
    -> [Point]
  {
    let layer = try #require(find(name, in: scene.presentation(at: time)))
    let path = try #require(layer.values[.path])
    let (first, last) = (path.segments.first?.start, path.segments.last?.end)
    return try [#require(first), #require(last)].map { $0 + layer.values[.position] }
  }

  private static func find(_ name: String, in layer: PresentationLayer) -> PresentationLayer? {
    layer.name == name ? layer : layer.inner.lazy.compactMap { find(name, in: $0) }.first
  }

  private static func close(_ a: [Point], _ b: [Point]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.distance(to: $1) < 1e-6 }
  }

  private static let moving = """
    - {name: a, \(box), position: [30, 50]}
    - name: b
      \(box)
      position: [130, 50]
      animations: [{type: basic, keyPath: position.x, fromValue: 90, toValue: 190, duration: 2}]

    """
  private static let inside = """
    - {name: a, \(box), position: [30, 50]}
    - name: group
      bounds: [100, 100]
      position: [130, 50]
      transform: {scale: 2}
      sublayers: [{name: b, bounds: [10, 10], position: [50, 50]}]

    """
  private static let turned = """
    - {name: a, \(box), position: [30, 50]}
    - {name: b, \(box), position: [130, 50], transform: {rotation: 45deg}}

    """
  private static let later = """
    - {name: a, \(box), position: [30, 50]}
    - name: clock
      speed: 0.5
      sublayers:
        - name: b
          \(box)
          position: [130, 50]
          animations: [{type: basic, keyPath: position.x, fromValue: 90, toValue: 190, duration: 2}]

    """

  @Test(
    "Connections of layers follow the layers",
    arguments: [
      (still, 0.0, 120.0), (moving, 0, 80), (moving, 1, 130), (moving, 1.5, 155),
      (inside, 0, 120),
      // Half of the diagonal is 14.142 136.
      (turned, 0, 130 - 14.142_135_623_730_951), (later, 1, 105),
    ] as [(String, Double, Double)])
  func following(_ layers: String, _ time: Double, _ end: Double) throws {
    let result = Self.load(layers + Self.line)
    let scene = try #require(result.scene, "\(result.diagnostics)")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let ends = try Self.ends(scene, at: time)
    #expect(Self.close(ends, [Point(x: 40, y: 50), Point(x: end, y: 50)]), "\(ends)")
  }

  @Test(
    "Connections of layers lie in the coordinates of the layer around them, and about their middle")
  func coordinates() throws {
    let layers =
      Self.still + """
        - name: group
          bounds: [100, 100]
          position: [50, 150]
          transform: {scale: 2}
          sublayers:
            - {name: line, class: shape, connect: {from: a, to: b}, sublayers: [{name: label, \(Self.box)}]}

        """
    let scene = try #require(Self.load(layers).scene)
    // The group's corner is at (-50, 50), and a point in it is two of the canvas.
    let ends = try Self.ends(scene, at: 0)
    #expect(Self.close(ends, [Point(x: 45, y: 0), Point(x: 85, y: 0)]), "\(ends)")
    let line = try #require(Self.find("line", in: scene.presentation(at: 0)))
    #expect(line.values[.position].distance(to: Point(x: 65, y: 0)) < 1e-9)
    #expect(line.values[.bounds] == .zero)
  }

  @Test("Any frame alone is as in sequence, seen or unseen")
  func alone() throws {
    let hidden = Self.moving.replacing("name: b", with: "name: b\n  hidden: true")
    for layers in [Self.moving, hidden, Self.later] {
      let scene = try #require(Self.load(layers + Self.line).scene)
      for time in [0.0, 0.7, 1.3] {
        let all = try #require(Self.find("line", in: scene.presentation(at: time)))
        let seen = try #require(
          Self.find("line", in: scene.presentation(at: time, leavingOutUnseen: true)))
        #expect(all.isSame(as: seen))
      }
    }
  }

  @Test("Connections of layers of a component and of a scene inside belong to their own layers")
  func components() throws {
    let definitions = """
      components:
        pair:
          layer:
            bounds: [200, 100]
            anchorPoint: [0, 0]
            sublayers:
              - {name: a, \(Self.box), position: [30, 50]}
              - {name: b, \(Self.box), position: [130, 50]}
              - {name: line, class: shape, connect: {from: a, to: b}}
              - {name: out, class: shape, connect: {from: a, to: target}}

      """
    let layers = """
      - {name: target, \(Self.box), position: [30, 150]}
      - {use: pair, name: first}
      - {use: pair, name: second, position: [0, 10]}

      """
    let scene = try Self.load(layers, definitions).loaded()
    for name in ["first", "second"] {
      let ends = try Self.ends(scene, at: 0, "\(name)/line")
      #expect(Self.close(ends, [Point(x: 40, y: 50), Point(x: 120, y: 50)]), "\(name): \(ends)")
    }
    let ends = try Self.ends(scene, at: 0, "second/out")
    #expect(Self.close(ends, [Point(x: 30, y: 60), Point(x: 30, y: 130)]), "\(ends)")
  }

  @Test(
    "Connections of layers that cannot be are errors at their place",
    arguments: [
      ("connect: {from: a, to: c}", "there is no layer 'c'"),
      ("connect: {from: a, to: a}", "a line connects two layers"),
      ("connect: {from: line, to: b}", "'line' is a line between layers itself"),
      ("connect: {from: a}", "'to'"),
      ("connect: {from: a, to: b, route: bent}", "bent"),
      ("connect: {from: a, to: b, gap: wide}", "a number"),
      ("connect: {from: a, to: b}, path: M0 0L9 9", "'path' follows from the layers"),
      ("connect: {from: a, to: b}, position: [1, 2]", "'position' follows from the layers"),
      ("connect: {from: a, to: b}, frame: [1, 2, 3, 4]", "'frame' follows from the layers"),
      ("connect: {from: a, to: b}, position: center", "'position' follows from the layers"),
      ("connect: {from: a, to: b}, sizeToFit: false", "'sizeToFit' follows from the layers"),
      (
        "connect: {from: a, to: b}, animations: {position.x: {toValue: 9, duration: 1}}",
        "'position' follows from the layers that 'connect' names, and cannot be changed"
      ),
    ])
  func mistakes(_ keys: String, _ message: String) {
    let result = Self.load(Self.still + "- {name: line, class: shape, \(keys)}\n")
    #expect(result.scene == nil)
    #expect(
      result.diagnostics.contains { $0.message.contains(message) && $0.range.line == 6 },
      "\(result.diagnostics)")
    #expect(result.diagnostics.count == 1, "\(result.diagnostics.map(\.message))")
  }

  @Test(
    "Connections of layers that an event moves, or that show a sound too, are errors",
    arguments: [
      ("events: [{at: 1, set: {line: {position: [1, 2]}}}]", "", "cannot be changed"),
      ("events: [{at: 1, set: {line: {path: M0 0L9 9}}}]", "", "cannot be changed"),
      ("", ", waveform: {audio: m}", "'waveform' follows from the layers"),
    ])
  func twoAtOnce(_ more: String, _ keys: String, _ message: String) {
    let line = Self.line.replacing("to: b}", with: "to: b}\(keys)")
    let result = Self.load(Self.still + line, more.isEmpty ? "" : more + "\n")
    #expect(result.diagnostics.contains { $0.message.contains(message) }, "\(result.diagnostics)")
  }

  @Test("Connections of layers are written as they were read")
  func writing() throws {
    let keys = "fromSide: top, route: elbow, heads: both, headLength: 7, bendRadius: 3, gap: 2"
    let line = Self.line.replacing("to: b", with: "to: b, \(keys)")
    let scene = try #require(Self.load(Self.moving + line).scene)
    let text = try SceneWriter().text(scene)
    let again = try #require(
      SceneLoader(assets: InMemoryAssets()).load(text: text, path: "b.yaml").scene, "\(text)")
    #expect(again.layers.map(\.connection) == scene.layers.map(\.connection))
    #expect(try Self.ends(again, at: 1.5) == Self.ends(scene, at: 1.5))
  }
}
