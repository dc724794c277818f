import Foundation
import RostrumGeometry
import RostrumLayerTree
import Testing

@testable import RostrumSceneFile

@Suite("Masks and filters in scenes")
struct EffectSceneTests {
  private func scene() throws -> Scene {
    let file = AnnotatedScene.all(in: "GoodScenes").first {
      $0.url.lastPathComponent == "effects.yaml"
    }
    let result = try #require(file).load()
    return try #require(result.scene, "\(result.diagnostics)")
  }

  @Test("A mask is a layer of the scene, after the sublayers of its owner, and named by its place")
  func masks() throws {
    let scene = try scene()
    let inner = "layers[0].mask.sublayers[0]"
    #expect(scene.layers.map(\.name) == ["card", "inside", "window", inner, "last"])
    #expect(scene.layers.map(\.index) == [1, 2, 3, 4, 5])
    let card = scene.layers[0]
    #expect(card.mask?.name == "window")
    #expect(card.sublayers.map(\.name) == ["inside"])
    #expect(scene.convert(time: 1, from: nil, to: scene.layers[3]) == 2)
  }

  @Test("A mask's animations run in its owner's time, and its events happen to it")
  func time() throws {
    let scene = try scene()
    func mask(at time: Double) throws -> PresentationLayer {
      try #require(scene.presentation(at: time).sublayers[0].mask)
    }
    let opacity = try mask(at: 0.75).sublayers[0].values[.opacity]
    #expect(abs(opacity - 0.5) < 1e-9)
    #expect(try mask(at: 0.5).values[.fillColor] != nil)
    #expect(try mask(at: 1).values[.fillColor] == nil)
    #expect(abs(scene.root.endTime - 1.5) < 1e-9)
  }

  @Test("Inputs of filters animate, and are set, by the filter's name")
  func filters() throws {
    let scene = try scene()
    func filters(_ property: TypedProperty<[LayerFilter]>, at time: Double) -> [LayerFilter] {
      scene.presentation(at: time).sublayers[0].values[property]
    }
    for (time, radius) in [(0.25, 5.0), (0.75, 2), (1.5, 3)] {
      #expect(filters(.filters, at: time)[0].effect == .blur(sigma: 0.97 * radius))
    }
    let color = filters(.filters, at: 0.25)[3].values[FilterKind.inputColor]
    #expect(color.map { abs($0.green - 0.25) < 0.01 } == true)
    #expect(filters(.backgroundFilters, at: 0.5)[0].effect == .colors(.contrast(3)))
    #expect(filters(.filters, at: 0)[1].effect == .colors(.saturation(0.5)))
    #expect(filters(.filters, at: 0)[2].effect == .colors(.hueRotation(.pi / 2)))
  }
}
