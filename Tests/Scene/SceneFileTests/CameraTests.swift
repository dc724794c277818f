import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

/// Where a camera shows the points of its layer.
@Suite("Cameras")
struct CameraTests {
  private static let car =
    "{name: car, bounds: [9, 9], position: [20, 30], animations: {position.x: {toValue: 80, duration: 2}}}"

  /// Where points of a layer of 100 by 50 with this camera appear at a time.
  private static func seen(
    _ camera: String, _ points: [Point], at time: Double, of layers: String = car
  ) throws -> [Point] {
    let result = load(
      "size: [100, 50]\nduration: 6\nlayers: [{frame: [0, 0, 100, 50], camera: \(camera), "
        + "sublayers: [\(layers)]}]")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let layer = try #require(result.scene).presentation(at: time).sublayers[0]
    let (transform, middle) = (layer.values[.sublayerTransform], Point(x: 50, y: 25))
    let placed = try #require(transform.flattened)
    return points.map { placed.apply(to: $0 - middle) + middle }
  }

  @Test(
    "A place comes to the middle, with what is around it as large as the zoom says",
    arguments: [
      ("{position: [30, 20], zoom: 2}", 0.0, 50.0, 25.0, 2.0),
      ("{position: [30, 20]}", 3, 50, 25, 1), ("{zoom: 3}", 1, -10, 10, 3),
      // Half way the zoom is the geometric mean.
      ("[{at: 1, duration: 1, position: [30, 20], zoom: 4}]", 0.5, 30, 20, 1),
      ("[{at: 1, duration: 1, position: [30, 20], zoom: 4}]", 1.5, 30, 20, 2),
      ("[{at: 1, duration: 1, position: [30, 20], zoom: 4}]", 2, 50, 25, 4),
      ("[{at: 1, duration: 1, position: [30, 20], zoom: 4}]", 5, 50, 25, 4),
      ("[{zoom: 2}, {at: 1, position: [30, 20]}]", 0.999, 10, 15, 2),
      ("[{zoom: 2}, {at: 1, position: [30, 20]}]", 1, 50, 25, 1),
      ("[{position: [30, 20]}, {at: 1, duration: 1}]", 3, 30, 20, 1),
    ])
  func places(
    _ camera: String, _ time: Double, _ x: Double, _ y: Double, _ zoom: Double
  ) throws {
    let points = [Point(x: 30, y: 20), Point(x: 31, y: 20)]
    let seen = try Self.seen(camera, points, at: time)
    #expect((seen[0] - Point(x: x, y: y)).length < 1e-6, "\(seen)")
    #expect(abs(seen[1].x - seen[0].x - zoom) < 1e-6, "\(seen)")
  }

  @Test(
    "A layer that is followed stays in the middle, until the next move",
    arguments: [
      ("{follow: car, zoom: 2}", 0.0, 20.0, 50.0), ("{follow: car, zoom: 2}", 1, 50, 50),
      ("{follow: car}", 5, 20, 50), ("[{follow: car}, {at: 1, position: [50, 25]}]", 1.5, 65, 65),
      ("[{at: 1, duration: 0.5, follow: car}]", 0.5, 35, 35),
      ("[{at: 1, duration: 0.5, follow: car}]", 1.75, 72.5, 50),
    ])
  func follows(_ camera: String, _ time: Double, _ car: Double, _ x: Double) throws {
    let seen = try Self.seen(camera, [Point(x: car, y: 30)], at: time)
    #expect(abs(seen[0].x - x) < 1e-6, "\(seen)")
  }

  @Test("A layer in a sublayer is followed too, and the warning of one that rests names it")
  func inner() throws {
    let trip = "{name: trip, position: [10, 5], transform: {scale: 0.5}, sublayers: [\(Self.car)]}"
    let seen = try Self.seen("{follow: car, zoom: 2}", [Point(x: 35, y: 20)], at: 1, of: trip)
    #expect((seen[0] - Point(x: 50, y: 25)).length < 1e-6, "\(seen)")
    let found = load("size: [100, 50]\nduration: 6\ncamera: {follow: trip}\nlayers: [\(trip)]")
      .diagnostics
    #expect(found.map(\.message) == ["the layer 'trip' stands still: what moves is in it"])
    #expect(found.map(\.hint) == ["write follow: car"])
  }

  @Test("Layers without names are called as they are without the scene's camera")
  func names() throws {
    let scene = try #require(
      load("size: [9, 9]\nduration: 1\ncamera: {zoom: 2}\nlayers: [{}, {sublayers: [{}]}]").scene)
    #expect(
      scene.layers[0].subtree.dropFirst().map(\.name)
        == ["layers[0]", "layers[1]", "layers[1].sublayers[0]"])
  }

  @Test("A camera of the scene shows all its layers")
  func wholeScene() throws {
    let result = load(
      "size: [100, 50]\nduration: 1\ncamera: {position: [30, 20], zoom: 2}\nlayers: [{name: a}]")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let layers = try #require(result.scene).layers
    #expect(layers[0].sublayers.map(\.name) == ["a"])
    #expect(layers[0].values[.sublayerTransform].m11 == 2)
  }

  @Test(
    "What a camera cannot do is said",
    arguments: [
      ("camera: {follow: cat}, sublayers: [{name: car}]", "no sublayer 'cat'"),
      ("camera: {follow: a, position: [1, 2]}, sublayers: [{name: a}]", "not both"),
      ("camera: {zoom: 0}", "a number above 0"), ("camera: {zom: 2}", "unknown key 'zom'"),
      ("camera: [{at: 1, duration: 2}, {at: 2}]", "before the one before it has ended, at 3"),
      ("camera: {zoom: 2}, sublayerTransform: {scale: 2}", "camera sets sublayerTransform"),
      ("camera: near", "expected a camera"),
      (
        "camera: {follow: a}, sublayers: [{name: a, animations: "
          + "{opacity: {toValue: 0, repeatCount: infinite}}}]", "never rests"
      ),
    ])
  func mistakes(_ keys: String, _ message: String) {
    let found = load("size: [9, 9]\nduration: 1\nlayers: [{bounds: [9, 9], \(keys)}]").diagnostics
    #expect(found.count == 1 && found[0].message.contains(message), "\(found)")
  }

  @Test("A camera needs a size, and says that it does not follow events")
  func others() {
    let small = load("size: [9, 9]\nduration: 1\nlayers: [{camera: {zoom: 2}}]").diagnostics
    #expect(small.map(\.message) == ["a camera needs to know how large its layer is"])
    let moved = load(
      "size: [9, 9]\nduration: 3\nlayers: [{bounds: [9, 9], camera: {follow: a}, sublayers: [{name: a}]}]\n"
        + "events: [{at: 1, set: {a: {position: [5, 5]}}}]"
    ).diagnostics
    #expect(moved.contains { $0.id == "no-effect" }, "\(moved)")
  }
}
