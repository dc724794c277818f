import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumTiming
import Testing

@testable import RostrumSceneFile

/// The transitions of a sequence that change a layer around each child.
@Suite("Transitions of a sequence that turn, scale, blur or uncover")
struct SequenceStageTests {
  /// The layers around `a` and `b` at a time. The transition lasts from 1 s to 2 s.
  private func stages(
    _ transition: String, at time: Double = 1.25
  ) throws -> (old: PresentationLayer?, new: PresentationLayer?) {
    let result = load(
      """
      size: [100, 50]
      layers:
        - class: sequence
          transition: {\(transition), duration: 1}
          sublayers:
            - {name: a, frame: [0, 0, 100, 50], duration: 2}
            - {name: b, frame: [0, 0, 100, 50], duration: 2}
      """)
    #expect(result.diagnostics.isEmpty)
    let all = try #require(result.scene).presentation(at: time).sublayers[0].sublayers
    func stage(_ name: String) -> PresentationLayer? {
      all.first { $0.name == name + ".transition" }
    }
    return (stage("a"), stage("b"))
  }

  @Test(
    "The outline that uncovers the new child",
    arguments: [
      ("type: wipe", Rect(x: 0, y: 0, width: 25, height: 50)),
      ("type: wipe, subtype: fromRight", Rect(x: 75, y: 0, width: 25, height: 50)),
      ("type: wipe, subtype: fromTop", Rect(x: 0, y: 37.5, width: 100, height: 12.5)),
      ("type: wipe, subtype: fromBottom", Rect(x: 0, y: 0, width: 100, height: 12.5)),
      // Twelve slats, of which the last begins at 11/12 of the width.
      ("type: blinds", Rect(x: 0, y: 0, width: 100 * (11.25 / 12), height: 50)),
    ])
  func outlines(_ transition: String, _ expected: Rect) throws {
    let (old, new) = try stages(transition)
    #expect(old == nil)
    let box = try #require(new?.mask?.values[.path]?.boundingBox)
    for (found, value) in zip(
      [box.minX, box.minY, box.width, box.height],
      [expected.minX, expected.minY, expected.width, expected.height])
    { #expect(abs(found - value) < 1e-9, "\(box)") }
    let after = try #require(try stages(transition, at: 2.5).new?.mask?.values[.path]?.boundingBox)
    #expect(after.width >= 100 && after.height >= 50)
  }

  @Test("An iris reaches the corners at the end")
  func iris() throws {
    let box = try #require(try stages("type: iris").new?.mask?.values[.path]?.boundingBox)
    // A quarter of half the diagonal of 100 x 50.
    let radius = 12_500.0.squareRoot() / 8
    #expect(abs(box.width - 2 * radius) < 1e-9 && abs(box.minX - (50 - radius)) < 1e-9)
  }

  @Test("A zoom scales both about the middle, and fades from one to the other")
  func zoom() throws {
    let (old, new) = try stages("type: zoom")
    #expect(old?.values[.opacity] == 0.75 && new?.values[.opacity] == 0.25)
    let scales = [old, new].map { $0?.values[.transform][.scaleX] ?? 0 }
    #expect(abs(scales[0] - 1.125) < 1e-9 && abs(scales[1] - 0.625) < 1e-9)
    #expect(old?.values[.position] == Point(x: 50, y: 25))
    #expect(try stages("type: zoom", at: 3).new?.values[.transform] == Transform3D())
  }

  @Test("A blur is strongest where the old child ends")
  func blur() throws {
    let (old, new) = try stages("type: blur")
    let radii = [old, new].map { $0?.values[.filters].first?.values[FilterKind.inputRadius] }
    #expect(radii == [0.75, 2.25])
    #expect(old?.values[.opacity] == 1 && new?.values[.opacity] == 0.25)
  }

  @Test(
    "The faces of a cube meet at its edge, and a card is turned by half of a right angle",
    arguments: ["fromLeft", "fromRight", "fromTop", "fromBottom"])
  func turns(_ side: String) throws {
    let (old, new) = try stages("type: cube, subtype: \(side)", at: 1.5)
    // Half way: both faces are turned by 45 degrees, their common edge is nearest to the eye.
    let (half, far): (Point, Point) =
      switch side {
      case "fromLeft": (Point(x: 50, y: 0), Point(x: -50, y: 0))
      case "fromRight": (Point(x: -50, y: 0), Point(x: 50, y: 0))
      case "fromTop": (Point(x: 0, y: -25), Point(x: 0, y: 25))
      default: (Point(x: 0, y: 25), Point(x: 0, y: -25))
      }
    // The new child comes from `side`: its edge there is far, the opposite one is shared.
    let shared = try #require((new?.values[.transform]).flatMap { Homography($0).apply(to: half) })
    let sharedOfOld = try #require(
      (old?.values[.transform]).flatMap { Homography($0).apply(to: far) })
    #expect(abs(shared.x - sharedOfOld.x) < 1e-6 && abs(shared.y - sharedOfOld.y) < 1e-6)
    #expect(abs(shared.x) < 1e-6 && abs(shared.y) < 1e-6)
    let (turnedOld, turnedNew) = try stages("type: flip, subtype: \(side)", at: 1.25)
    let axis: TransformComponent =
      side == "fromLeft" || side == "fromRight" ? .rotationY : .rotationX
    #expect(abs(abs(turnedOld?.values[.transform][axis] ?? 0) - .pi / 4) < 1e-6)
    #expect(abs(abs(turnedNew?.values[.transform][axis] ?? 0) - .pi / 2) < 1e-6)
  }

  @Test("A child that comes in by one style and goes out by another has one layer around it")
  func both() throws {
    let result = load(
      """
      size: [100, 50]
      layers:
        - class: sequence
          sublayers:
            - {name: a, duration: 2}
            - {name: b, duration: 3, transition: {type: iris, duration: 1}}
            - {name: c, duration: 2, transition: {type: zoom, duration: 1}}
      """)
    let scene = try #require(result.scene)
    #expect(result.diagnostics.isEmpty && scene.clock.duration == 5)
    let names = scene.presentation(at: 0).sublayers[0].sublayers.map(\.name)
    #expect(names == ["a", "b.transition", "c.transition"])
    let stage = scene.presentation(at: 3.5).sublayers[0].sublayers[1]
    #expect(stage.values[.opacity] == 0.5 && stage.mask != nil)
  }
}
