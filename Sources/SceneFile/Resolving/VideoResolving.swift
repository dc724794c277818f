import Geometry
import LayerTree

extension Resolution {
  /// The video that a layer plays; `nil` after reporting.
  func video(_ fields: Fields) -> VideoReference? {
    let contents = fields.entries.first { $0.name == Property.contents.name }
    if let contents {
      error(
        .conflict, "the contents of a video layer are its video's frames", at: contents.key,
        hint: "put the picture on a layer of its own")
    }
    guard let node = fields.required(.videoFile),
      let path = assetPath(node, Grammar.videoFile.expectation)
    else { return nil }
    do throws(AssetProblem) {
      return try inspector.video(atPath: path)
    } catch {
      report(error, at: node, in: nil)
      return nil
    }
  }
}

extension VideoReference {
  /// What the video says of its layer: its size, and that its shape is kept, as AVPlayerLayer does.
  var layerValues: LayerValues {
    var values = LayerValues()
    values[.bounds] = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    values[.contentsGravity] = .resizeAspect
    return values
  }
}
