import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import TestSupport
import Testing
import RostrumTiming

/// A layer from property values, for tests.
func layer(
  _ index: Int, _ layerClass: LayerClass = .plain, _ values: [Property: Value],
  animations: [any Animation] = [], sublayers: [Layer] = []
) -> Layer {
  var all = LayerValues()
  for (property, value) in values { all[any: property] = value }
  return Layer(
    index: index, name: "\(index)", layerClass: layerClass, values: all, animations: animations,
    sublayers: sublayers)
}

/// A square of `side` points with its top left corner at (`x`, `y`).
func square(
  _ index: Int, x: Double, y: Double, side: Double, _ color: Color,
  _ more: [Property: Value] = [:], sublayers: [Layer] = []
) -> Layer {
  let own: [Property: Value] = [
    .bounds: .rect(Rect(x: 0, y: 0, width: side, height: side)),
    .position: .point(Point(x: x + side / 2, y: y + side / 2)), .backgroundColor: .color(color),
  ]
  return layer(index, .plain, own.merging(more) { _, new in new }, sublayers: sublayers)
}

func scene(
  width: Double = 20, height: Double = 20, background: Color? = .white, _ layers: [Layer]
) -> Scene {
  Scene(
    size: Size(width: width, height: height), background: background,
    clock: FrameClock(rate: .standard, duration: 1), layers: layers)
}

/// One frame, drawn by a renderer that has drawn nothing before.
func frame(_ scene: Scene, at time: Double = 0, scale: Double = 1) throws -> Bitmap {
  let renderer = try FrameRenderer(
    RenderContext(scene: scene, scale: scale, assets: try TestPictures.assets.get()))
  try renderer.render(at: time)
  return renderer.bitmap
}

/// Expects premultiplied pixels at some places.
func expectPixels(
  _ bitmap: Bitmap, _ pixels: (x: Int, y: Int, color: UInt32)...,
  location: SourceLocation = #_sourceLocation
) {
  for (x, y, color) in pixels {
    #expect(bitmap[x, y] == color, "\(x), \(y)", sourceLocation: location)
  }
}

/// A picture of 24 by 24 pixels with a rim, loaded once.
enum TestPictures {
  static let panel = ImageReference(path: folder + "panel.png", width: 24, height: 24)
  static let folder =
    repository.path + "/Scenes/Layers/Assets/"

  static let assets = Result {
    let assets = SceneAssets()
    _ = try assets.imageSize(atPath: panel.path)
    return assets
  }
}

extension Color {
  static let red = Color(red: 1, green: 0, blue: 0)
  static let green = Color(red: 0, green: 1, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 1)
}

let redPixel: UInt32 = 0xFFFF_0000
let greenPixel: UInt32 = 0xFF00_FF00
let bluePixel: UInt32 = 0xFF00_00FF
let whitePixel: UInt32 = 0xFFFF_FFFF

/// Whether no channel differs by more than one level: Cairo rounds when it blends.
func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
  [0, 8, 16, 24].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= 1 }
}
