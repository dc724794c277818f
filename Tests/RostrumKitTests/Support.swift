import Canvas
import Foundation
import LayerTree
import Rendering
import RostrumKit
import TestSupport

extension TemporaryFolder {
  /// The folder, with links followed.
  var url: URL { URL(filePath: path).resolvingSymlinksInPath() }

  /// The book's scenes with their pictures.
  func copyOfBook() throws -> URL {
    let copy = url.appending(path: "Book")
    try FileManager.default.copyItem(at: FileManager.root.appending(path: "Scenes/Book"), to: copy)
    return copy
  }
}

extension FileManager {
  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The names of the scene files that stand in a folder of the package.
  func scenes(in folder: String) -> [String] {
    let names = (try? contentsOfDirectory(atPath: Self.root.appending(path: folder).path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted()
  }
}

/// One frame of a scene, alone, as its pixels' bytes.
func picture(of opened: OpenedScene, at time: Double) throws -> [UInt8] {
  let renderer = FrameRenderer(scene: opened.scene, scale: 1, assets: opened.assets)
  try renderer.render(at: time)
  return Array(renderer.bitmap.bytes)
}
