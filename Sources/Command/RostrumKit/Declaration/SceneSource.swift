public import RostrumLayerTree
public import RostrumOutput
public import RostrumRendering
import RostrumSceneFile
import RostrumSource

/// Something that a scene can be made of, such as a film that code describes.
public protocol SceneSource {
  func openedScene() throws -> OpenedScene
}

extension OpenedScene: SceneSource {
  public func openedScene() -> OpenedScene { self }
}

extension OpenedScene {
  /// A scene made by a program. `name` replaces the path in messages, and names the outputs.
  ///
  /// Throws `PictureError` for a picture that cannot be read, and `InvalidScene` for a text that
  /// its font cannot write. Pictures that are no files have to be among the `assets` before.
  public init(
    _ scene: Scene, named name: String = "scene", assets: SceneAssets = SceneAssets()
  ) throws {
    var result = LoadResult(scene, source: SourceText("", path: name))
    for image in scene.images where image.frame == nil && !SceneAssets.isInMemory(image) {
      _ = try assets.imageSize(atPath: image.path)
    }
    for layer in scene.layers {
      for epoch in layer.epochs {
        guard let problem = assets.problem(ofTextIn: epoch.values) else { continue }
        let problemOfAsset = AssetProblem(problem)
        result = result.failing(
          problemOfAsset.id, "layer '\(layer.name)': \(problemOfAsset.message)", at: nil)
        throw InvalidScene(result: result)
      }
    }
    self.init(path: name, scene: scene, assets: assets, result: result)
  }
}
