import Canvas
import Geometry
public import LayerTree
import Synchronization

/// The pictures and typefaces that a scene names, each loaded once and shared by all renderers.
public final class SceneAssets: Sendable {
  private let bitmaps = Mutex<[String: Bitmap]>([:])
  private let fonts = FontBook()

  public init() {}

  /// Reads every picture of the scene, so that none is missing half way.
  public func load(for scene: Scene) throws {
    for layer in scene.layers {
      if let image = layer.values[.contents].image { _ = try load(image) }
    }
  }

  /// The decoded picture; `nil` when it cannot be read.
  func bitmap(for image: ImageReference) -> Bitmap? { try? load(image) }

  private func load(_ image: ImageReference) throws -> Bitmap {
    try bitmaps.withLock { loaded in
      if let bitmap = loaded[image.path] { return bitmap }
      let bitmap = try PNG.decode(contentsOfFile: image.path)
      loaded[image.path] = bitmap
      return bitmap
    }
  }
}
