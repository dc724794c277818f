import Foundation
import RostrumCanvas
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import TestSupport

extension TemporaryFolder {
  /// The folder, with links followed.
  var url: URL { URL(filePath: path).resolvingSymlinksInPath() }

  /// The book's scenes with their pictures.
  func copyOfBook() throws -> URL { try copy("Scenes/Book") }

  /// A copy of a folder of the package, under its own name.
  func copy(_ folder: String) throws -> URL {
    let original = FileManager.root.appending(path: folder)
    let copy = url.appending(path: original.lastPathComponent)
    try FileManager.default.copyItem(at: original, to: copy)
    return copy
  }
}

extension FileManager {
  /// The package's folder.
  static let root = repository

  /// The names of the folders in a folder of the package.
  func folders(in folder: String) -> [String] {
    let url = Self.root.appending(path: folder)
    let items = try? contentsOfDirectory(at: url, includingPropertiesForKeys: [.isDirectoryKey])
    return (items ?? []).filter(\.hasDirectoryPath).map(\.lastPathComponent).sorted()
  }

  /// The names of the scene files in a folder of the package.
  func scenes(in folder: String) -> [String] { scenes(at: Self.root.appending(path: folder)) }

  func scenes(at folder: URL) -> [String] {
    let names = (try? contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted()
  }
}

/// One frame of a scene, alone, as its pixels' bytes.
func picture(of opened: OpenedScene, at time: Double) throws -> [UInt8] {
  let renderer = try FrameRenderer(opened.context())
  try renderer.render(at: time)
  return Array(renderer.bitmap.bytes)
}
