import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import Testing

/// A fake of the picture decoder and the fonts: the properties of a file follow from its name.
struct InMemoryAssets: AssetInspector {
  func imageSize(atPath path: String) throws(AssetProblem) -> (width: Int, height: Int) {
    if path.hasSuffix("Broken.png") {
      throw AssetProblem(id: "bad-image", message: "this is not a PNG file")
    }
    if path.hasSuffix("Huge.png") {
      throw AssetProblem(
        id: "image-too-large", message: "the picture is too large", hint: "reduce it")
    }
    return (64, 48)
  }

  func video(atPath path: String) throws(AssetProblem) -> VideoReference {
    if path.hasSuffix("Broken.mp4") {
      throw AssetProblem(id: "unreadable-video", message: "this is no video")
    }
    var video = VideoReference(
      path: path, width: 32, height: 24, times: [0, 0.25, 0.5, 0.75], duration: 1, tolerance: 1e-4,
      audio: AudioReference(path: path, duration: 1, channelCount: 2))
    video.hasOwnTimes = !path.hasSuffix(".avi")
    return video
  }

  func audio(atPath path: String) throws(AssetProblem) -> AudioReference {
    if path.hasSuffix("Broken.wav") {
      throw AssetProblem(id: "unreadable-audio", message: "this is no sound")
    }
    return AudioReference(path: path, duration: 10, channelCount: 1)
  }

  /// Silence, and a second of noise after the first.
  func audioLevels(
    atPath path: String, band: ClosedRange<Double>?
  ) throws(AssetProblem) -> [Double] {
    (0..<1000).map { (100..<200).contains($0) ? (band == nil ? 1 : 0.5) : 0 }
  }

  func inspectText(_ values: LayerValues) throws(AssetProblem) {
    if case .family("Nosuch") = values[.font].source {
      throw AssetProblem(
        id: "unknown-font", message: "no font family 'Nosuch' is installed",
        hint: "did you mean 'Nunito'?")
    }
    let text = values[.string].string
    if let index = text.firstIndex(of: "\u{2603}") {
      throw AssetProblem(
        id: "missing-glyph", message: "the font has no glyph for U+2603",
        offset: text.utf8.distance(from: text.startIndex, to: index))
    }
  }

  /// Each letter is 10 points wide and 20 high.
  func textSize(_ values: LayerValues) throws(AssetProblem) -> Size {
    Size(width: 10 * Double(values[.string].string.count), height: 20)
  }

  /// Three quarters of the font's size below the top.
  func textBaseline(_ values: LayerValues) throws(AssetProblem) -> Double {
    values[.bounds].minY + 0.75 * values[.fontSize]
  }

  /// A black box for each letter that is no blank; a line around it where the layer has one.
  func textPieces(
    _ values: LayerValues, by split: TextSplit
  ) throws(AssetProblem) -> [TextPiece] {
    values[.string].string.enumerated().compactMap { index, letter in
      let box = Rect(x: 10 * Double(index), y: 0, width: 10, height: 20)
      let path = Path.rect(box)
      let fill = TextPiece.Shape(path: path, color: .black, stroke: nil)
      let line = values[.strokeColor].map {
        TextPiece.Shape(path: path, color: $0, stroke: StrokeStyle(lineWidth: values[.lineWidth]))
      }
      if letter == " " { return nil }
      return TextPiece(box: box, shapes: [line, fill].compactMap(\.self))
    }
  }
}

/// Loads a scene with the fake assets.
func load(_ text: String, options: SceneOptions = SceneOptions()) -> LoadResult {
  SceneLoader(options: options, assets: InMemoryAssets()).load(text: text, path: "test.yaml")
}

extension LoadResult {
  /// The scene, which has no errors.
  func loaded(_ place: SourceLocation = #_sourceLocation) throws -> Scene {
    try #require(scene, "\(diagnostics)", sourceLocation: place)
  }
}
