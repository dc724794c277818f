public import SceneFile

/// What happens during a render, for progress displays and logs.
public enum RenderEvent: Sendable {
  /// The scene can be rendered, but the file has doubtful places.
  case diagnosed(LoadResult)
  /// A scene begins: its file, its size in pixels, and how many frames will be made.
  case started(scene: String, width: Int, height: Int, frames: Int)
  /// Before the scene begins: so many of its frames are kept as an earlier run has left them.
  case kept(scene: String, frames: Int, of: Int)
  /// So many of the scene's frames are finished.
  case progressed(scene: String, finished: Int, of: Int)
  /// Something that the user should know, though the result is complete.
  case warned(scene: String, message: String)
  /// A scene is finished, checked, and stands where the paths say.
  case finished(scene: String, outputs: [String])
}
