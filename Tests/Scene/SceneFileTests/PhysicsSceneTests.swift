import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import Testing

@Suite("Physics in scenes")
struct PhysicsSceneTests {
  @Test("A rod lies between its ends, and points from the fixed one to the body")
  func rod() throws {
    let scene = try #require(
      load(
        """
        size: [100, 100]
        duration: 1
        layers:
          - {name: bob, bounds: [4, 4], position: [70, 50]}
          - {name: rod, bounds: [2, 20], position: [0, 0]}
        physics:
          gravity: [0, 0]
          bodies: [{layer: bob}]
          joints: [{body: bob, point: [50, 50], layer: rod}]

        """
      ).scene)
    let rod = try #require(scene.presentation(at: 0.5).sublayers.last)
    let middle = rod.values[.position]
    #expect(abs(middle.x - 60) < 0.01 && abs(middle.y - 50) < 0.01)
    // A rod that hangs straight down is not turned; here its lower end points to the right.
    let expected = Transform3D.rotationZ(-.pi / 2).elements
    let difference = zip(rod.values[.transform].elements, expected).map { abs($0 - $1) }
    #expect(difference.allSatisfy { $0 < 0.01 }, "\(rod.values[.transform])")
  }
}
