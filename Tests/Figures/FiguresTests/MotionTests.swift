import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing
@testable import RostrumCanvas

@testable import RostrumFigures

@Suite("Animated figures")
struct MotionTests {
  private static func artwork(_ text: String, isAnimated: Bool = true) throws -> Artwork {
    try EmbeddingTests.artwork(text) { $0.isAnimated = isAnimated }
  }

  private static func motions(_ marks: [Artwork.Mark]) -> [Artwork.Motion] {
    marks.flatMap { mark -> [Artwork.Motion] in
      switch mark {
      case .moving(_, let motion): [motion]
      case .group(let inner, _, _), .fixedColors(let inner): motions(inner)
      default: []
      }
    }
  }

  /// Two squares of side 20, a line between them, and a layer that shows another scene.
  private static var connected: Scene {
    func square(_ index: Int, _ name: String, _ x: Double) -> Layer {
      var values = LayerValues()
      values[.bounds] = Rect(x: 0, y: 0, width: 20, height: 20)
      values[.position] = Point(x: x, y: 50)
      values[.backgroundColor] = .black
      return Layer(index: index, name: name, layerClass: .plain, values: values)
    }
    let line = Layer(index: 3, name: "line", layerClass: .shape, values: LayerValues())
      .changed(connection: Connection(from: "a", to: "b"))
    let inner = square(4, "inner", 10).changed(
      sceneReference: SceneReference(path: "/b.yaml", duration: 1))
    return Scene(
      size: Size(width: 100, height: 100), background: nil,
      clock: FrameClock(rate: .standard, duration: 1),
      layers: [square(1, "a", 20), square(2, "b", 80), line, inner])
  }

  @Test("A line alone keeps its ends, and what is left of a scene keeps its lines and scenes")
  func partsOfScenes() throws {
    let alone = Self.connected.isolating([3]).presentation(at: 0)
    #expect(alone.sublayers.map(\.name) == ["a", "b", "line"])
    #expect(alone.sublayers.prefix(2).allSatisfy { $0.values[.backgroundColor] == nil })
    let rest = Self.connected.hiding([4])
    for line in [alone.sublayers[2], rest.presentation(at: 0).sublayers[2]] {
      let box = try #require(line.values[.path]?.boundingBox)
      #expect(box.width == 40 && line.values[.position] == Point(x: 50, y: 50))
    }
    #expect(Self.connected.hiding([1]).layers.last?.sceneReference?.path == "/b.yaml")
  }

  @Test("The ball is where the curve is at its time, the one beside at the same height")
  func ball() throws {
    let artwork = try Self.artwork("type: functions\nfunctions: [linear]")
    let motions = Self.motions(artwork.marks)
    // A line at the time, a ball on the curve, a ball beside.
    #expect(motions.count == 3 && Set(motions.map(\.duration)) == [2.1])
    let (rule, curve, beside) = (motions[0], motions[1], motions[2])
    let side = curve.offset(at: 1.5)
    #expect(side.x > 200 && abs(side.x + side.y) < 1e-6, "the plot is a square: \(side)")
    for time in [0.3, 0.75, 1.2] {
      let place = curve.offset(at: time)
      #expect(abs(place.x - side.x * time / 1.5) < 0.1 && abs(place.y + place.x) < 1e-6)
      #expect(abs(rule.offset(at: time).x - place.x) < 1e-6 && rule.offset(at: time).y == 0)
      #expect(abs(beside.offset(at: time).y - place.y) < 1e-6 && beside.offset(at: time).x == 0)
    }
    // It rests at the end, then starts again.
    #expect(curve.offset(at: 2) == side && curve.offset(at: 2.1) == .zero)
  }

  @Test("A plot of a scene takes the scene's time")
  func seconds() throws {
    let text = "type: properties\nscene: ball.yaml\ncurves: [{layer: ball, keyPath: position.x}]"
    let artwork = try Self.artwork(text)
    #expect(abs(artwork.motionDuration - 2.6) < 1e-9)
  }

  @Test("An SVG moves by CSS alone, named by what it does; nothing else moves")
  func svg() throws {
    let text = EmbeddingTests.plots[0]
    let svg = try Self.artwork(text).svg()
    #expect(svg.contains("@keyframes move-") && svg.contains("prefers-reduced-motion"))
    #expect(!svg.contains("<animate") && !svg.contains("<script"))
    #expect(try Self.artwork(text).svg() == svg)
    for use in svg.matches(of: #/class="(move-[0-9a-f]+)"/#) {
      #expect(svg.components(separatedBy: "@keyframes \(use.1){").count == 2)
    }
    #expect(!(try Self.artwork(text, isAnimated: false).svg()).contains("@keyframes"))
  }

  @Test("Frames differ where the ball is; a still picture has none")
  func frames() throws {
    let artwork = try Self.artwork(EmbeddingTests.plots[0])
    let pictures = try [0, 0.5, 0.5].map { try artwork.still(at: $0).bitmap(scale: 1) }
    func bytes(_ bitmap: Bitmap) -> [UInt8] {
      (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
    }
    #expect(bytes(pictures[0]) != bytes(pictures[1]))
    #expect(bytes(pictures[1]) == bytes(pictures[2]))
    #expect(bytes(try artwork.bitmap(scale: 1)) != bytes(pictures[0]))
  }

  @Test("What lies on a straight line needs no key frame of its own")
  func corners() {
    let line = Artwork.Motion(
      duration: 1, offsets: (0...100).map { Point(x: Double($0), y: $0 < 50 ? 0 : 9) })
    #expect(line.corners.map { Int(($0.part * 100).rounded()) } == [0, 49, 50, 100])
  }

  @Test(
    "Timelines and multiples move too; strobes and sheets say that they cannot",
    arguments: [
      (EmbeddingTests.plots[1], 1), (EmbeddingTests.plots[3], 6), (EmbeddingTests.plots[5], 0),
      (EmbeddingTests.plots[6], 0),
    ])
  func kinds(_ text: String, _ count: Int) throws {
    guard count > 0 else {
      #expect(throws: UnmovedFigure.self) { try Self.artwork(text) }
      return
    }
    #expect(Self.motions(try Self.artwork(text).marks).count == count)
  }

  // MARK: Strobes

  private static let shapes = """
    size: [200, 100]
    duration: 1
    layers:
      - {name: back, bounds: [200, 10], position: [100, 95], backgroundColor: "#ddd"}
      - name: ball
        class: shape
        path: M 0 10 A 10 10 0 0 1 20 10 A 10 10 0 0 1 0 10
        fillColor: red
        strokeColor: black
        bounds: [20, 20]
        position: [20, 50]
        animations: [{type: basic, keyPath: position.x, fromValue: 20, toValue: 180, duration: 1}]
        sublayers:
          - {bounds: [6, 6], position: [10, 10], cornerRadius: 2, borderWidth: 1, borderColor: blue}
      - name: box
        bounds: [20, 20]
        position: [20, 20]
        backgroundColor: green
        opacity: 0.5
        SHADOW
    """

  private static func strobe(_ layer: String, _ change: String = "") throws -> String {
    let folder = try TemporaryFolder(["a.yaml": shapes.replacing("SHADOW", with: change)])
    let result = FigureLoader(assets: NoAssets()).load(
      text: "type: strobe\nscene: a.yaml\nlayers: \(layer)\nevery: 0.5",
      path: folder.path + "/figure.yaml")
    let figure = try #require(result.figure, "\(result.diagnostics.map(\.message))")
    return try FigureJob(figure).artwork().svg()
  }

  @Test("A strobe of plain shapes is made of paths; a shadow makes it a picture")
  func vectors() throws {
    let svg = try Self.strobe("ball")
    #expect(!svg.contains("<image"), "the ball and what is behind it are paths")
    #expect(svg.components(separatedBy: ##"fill="#ff0000""##).count - 1 == 3)
    #expect(svg.components(separatedBy: ##"stroke="#0000ff""##).count - 1 == 3)
    #expect(svg.contains(##"fill="#008000""##) && svg.contains(#"opacity=".5""#))
    #expect(try Self.strobe("box", "shadowOpacity: 0.5").contains("<image"))
  }

  @Test("A strobe of a scene with nothing but what moves has no picture of the rest")
  func alone() throws {
    let scene =
      "size: [50, 20]\nduration: 1\nlayers: [{name: ball, bounds: [9, 9], backgroundColor: red, animations: {position.x: {toValue: 40}}}]"
    let folder = try TemporaryFolder(["a.yaml": scene])
    let result = FigureLoader(assets: NoAssets()).load(
      text: "{type: strobe, scene: a.yaml, layers: ball, every: 0.5}",
      path: folder.path + "/figure.yaml")
    let svg = try FigureJob(try #require(result.figure)).artwork().svg()
    #expect(!svg.contains("<image") && svg.contains(##"fill="#ff0000""##))
  }

  @Test("The paths of a strobe are where its pixels would be")
  func same() throws {
    let folder = try TemporaryFolder()
    func picture(_ change: String) throws -> Bitmap {
      try folder.write(Self.shapes.replacing("SHADOW", with: change), to: "a.yaml")
      let result = FigureLoader(assets: NoAssets()).load(
        text: "type: strobe\nscene: a.yaml\nlayers: [ball, box]\nevery: 0.5\nfading: 0",
        path: folder.path + "/figure.yaml")
      return try FigureJob(try #require(result.figure)).artwork().bitmap(scale: 1)
    }
    // A shadow far outside of the canvas makes pixels of the same figure.
    let paths = try picture("")
    let pixels = try picture("shadowOpacity: 1\n    shadowOffset: [5000, 0]")
    #expect(paths.width == pixels.width && paths.height == pixels.height)
    let differing = (0..<paths.height).reduce(0) { sum, row in
      sum + zip(paths.row(row), pixels.row(row)).count { abs(Int($0) - Int($1)) > 24 }
    }
    #expect(differing < paths.width * paths.height * 4 / 100, "\(differing) bytes differ")
  }
}
