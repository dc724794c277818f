import CPipeline
import Foundation
import Geometry
import LayerTree
import RostrumKit

extension Workload {
  /// What `make bench-peers` hands to other tools.
  private struct Table: Encodable {
    struct Shape: Encodable {
      let w, h, ax, ay, r, shadow: Double
      let rgba: [Double]
    }

    let name: String
    let width, height, frames: Int
    let shapes: [Shape]
    /// For each frame and shape x, y and the angle in radians.
    let poses: [[[Double]]]
    let label: String?
  }

  /// Writes the scene file, and the same as a table that needs no evaluation: `bc.yaml` and `bc.json`.
  func export(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scene = try SceneOpener().open(write(to: folder)).scene
    let table = Table(
      name: name, width: width, height: height, frames: frameCount,
      shapes: shapes.map { shape in
        Table.Shape(
          w: shape.size.width, h: shape.size.height, ax: shape.anchor.x, ay: shape.anchor.y,
          r: shape.radius, shadow: shape.shadow,
          rgba: [shape.color.red, shape.color.green, shape.color.blue, shape.color.alpha])
      },
      poses: (0..<frameCount).map { frame in
        poses(scene, frame: frame).map { [$0.x, $0.y, $0.angle] }
      }, label: label)
    try JSONEncoder().encode(table).write(to: folder.appending(path: name + ".json"))
  }
}
