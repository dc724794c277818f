import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing

@testable import RostrumCanvas
@testable import RostrumRendering

@Suite("Memory of pictures inside each other")
struct PictureMemoryTests {
  /// Squares as large as the canvas, each with the next one inside; a group of 8192 x 8192 pixels
  /// takes a quarter of a gibibyte.
  private func nested(_ depth: Int, _ values: [Property: Value]) -> Scene {
    var inner = square(1, x: 0, y: 0, side: 8192, .red)
    for index in 2..<(depth + 2) {
      inner = square(index, x: 0, y: 0, side: 8192, .blue, values, sublayers: [inner])
    }
    return scene(width: 8192, height: 8192, [inner])
  }

  private func tree(_ scene: Scene) throws -> DisplayNode {
    let renderer = try FrameRenderer(RenderContext(scene: scene, assets: SceneAssets()))
    return try #require(renderer.displayTree(at: 0))
  }

  private static let kinds: [([Property: Value], Int)] = [
    ([.opacity: .number(0.5)], 16), ([.masksToBounds: .boolean(true)], 16),
    ([.opacity: .number(0.5), .masksToBounds: .boolean(true)], 8),
    ([.shadowOpacity: .number(1)], 3),
  ]

  @Test("Groups, masks and effects in each other have four gibibytes", arguments: kinds)
  func limit(_ values: [Property: Value], _ most: Int) throws {
    try tree(nested(most, values)).checkPictures()
    let error = try #require(throws: PicturesTooLarge.self) {
      try tree(nested(most + 1, values)).checkPictures()
    }
    #expect(error.layer == "\(most + 2)")
    #expect(error.description.contains("need 5 GiB at once; the limit is 4 GiB"))
  }

  @Test(
    "A blur in a layer's own plane takes no more pixels, however the layer is stretched",
    arguments: [
      AffineTransform(a: -14_000, b: 0, c: 0.6, d: 0.8, tx: 0, ty: 0),
      AffineTransform(a: 1e7, b: 3, c: 1e-3, d: 1e-3, tx: 5, ty: 5),
      AffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0),
    ])
  func planes(_ map: AffineTransform) throws {
    for radius in [0.1, 4, 1000, 1e7] {
      let fitting = BlurFitting(
        transform: Homography(map), bounds: Rect(x: 0, y: 0, width: 50, height: 50),
        content: PixelRect(x: 0, y: 0, width: 260, height: 140))
      let blur = fitting.blur(radius: radius, offset: Size(width: 0, height: 14))
      // Sixteen million pixels, and the margin of wide blurs, which grows in large steps.
      #expect(blur.limits.area < 40_000_000, "\(radius)")
    }
  }

  @Test("A frame beyond is refused before anything is drawn; siblings share the memory")
  func refused() throws {
    let deep = nested(40, [.opacity: .number(0.5)])
    #expect(throws: PicturesTooLarge.self) { try frame(deep) }
    let children = (2..<60).map {
      square($0, x: 0, y: 0, side: 8192, .blue, [.opacity: .number(0.5)])
    }
    let flat = scene(width: 8192, height: 8192, children)
    try tree(flat).checkPictures()
  }
}
