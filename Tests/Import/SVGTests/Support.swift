import ImportTestSupport
import RostrumCanvas
import RostrumRendering
import RostrumSVG
import RostrumSceneImport
import Testing

func load(
  _ text: String, ignoring ignored: Set<UnsupportedFeature> = [], values: [String: String] = [:]
) -> ImportResult {
  SVGImporter().load(text, ignoring: ignored, values: values)
}

/// The frames of an SVG at some times.
func frames(_ text: String, at times: [Double]) throws -> [Bitmap] {
  let result = load(text)
  let scene = try #require(result.scene, "\(result.diagnostics)")
  return try times.map { time in
    let renderer = try FrameRenderer(RenderContext(scene: scene, assets: SceneAssets()))
    try renderer.render(at: time)
    return renderer.bitmap
  }
}
