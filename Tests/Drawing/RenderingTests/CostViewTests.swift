import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import Testing

@testable import RostrumRendering

@Suite("Frames that show a cost")
struct CostViewTests {
  @Test("A layer that is blended reddens a pixel by 135 in 255, each one more by 45 more")
  func blends() throws {
    let bitmap = try Bitmap(width: 6, height: 1)
    for x in 0..<6 { bitmap[x, 0] = 0xFFFF_FFFF }
    var cost = FrameCost(canvas: PixelRect(x: 0, y: 0, width: 6, height: 1))
    (cost.depths, cost.blends) = ([0, 1, 1, 2, 4, 9], [0, 0, 1, 2, 3, 4])
    bitmap.showBlends(of: cost)
    // White fades to F0F0F0. 1F9D4D lies over it with an alpha of 120, D8262C with the others.
    #expect(
      (0..<6).map { bitmap[$0, 0] }
        == [0xFFF0_F0F0, 0xFF8E_C9A3, 0xFFE3_8588, 0xFFDF_6166, 0xFFDB_3E43, 0xFFD8_262C])
  }

  @Test("What layers draw counts, and not what their masks do")
  func masks() throws {
    let behind = square(1, x: 0, y: 0, side: 10, .red)
    let mask = square(3, x: 5, y: 5, side: 5, .black)
    let masked = Layer(
      index: 2, name: "2", layerClass: .plain, epochs: behind.epochs, mask: mask)
    let shown = scene([behind, masked, square(4, x: 12, y: 0, side: 5, .blue)])
    let renderer = try FrameRenderer(RenderContext(scene: shown, assets: SceneAssets()))
    try renderer.render(at: 0)
    let cost = try renderer.cost()
    #expect(cost.drawnPixels == 225 && cost.deepest == 2, "\(cost.drawnPixels)")
    #expect(cost.passCounts == [.mask: 1])
  }
}
