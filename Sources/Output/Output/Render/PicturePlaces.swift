import RostrumBase
import RostrumLayerTree
import RostrumRendering
import RostrumSceneFile

extension OpenedScene {
  /// An error of drawing, with the place in the scene where one is about a picture.
  func placed(_ error: any Error) -> any Error {
    guard let error = error as? UndrawnPicture, error.exitStatus == .wrongScene else {
      return error
    }
    let layer = scene.layers.first { $0.images.contains { $0.path == error.path } }
    return InvalidScene(
      result: result.failing("unreadable-image", error.description, at: layer?.place))
  }

  package func placingPictures<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw placed(error)
    }
  }
}
