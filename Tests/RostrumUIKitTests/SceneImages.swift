import Foundation
import RostrumKit
import RostrumQuartz

/// The pictures of a scene file.
struct SceneImages {
  private let scene: OpenedScene

  init(_ path: String) throws { scene = try SceneOpener().open(path) }

  func images(at times: [Double]) throws -> [CGImage] {
    try times.map { try scene.image(at: $0) }
  }
}
