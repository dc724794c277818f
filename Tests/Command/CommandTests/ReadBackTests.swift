import Browser
import Foundation
import TestSupport
import Testing

@testable import RostrumCanvas

/// Scenes as SVGs, Lotties and archives, which are read back.
@Suite("Exports that are read back")
struct ReadBackTests {
  /// The scenes of each folder, by paths from `Scenes`; figures are no scenes.
  static let folders = {
    let folder = repository.appending(path: "Scenes")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let scenes = (all?.compactMap { $0 as? URL } ?? []).map(\.path)
      .filter { $0.hasSuffix(".yaml") && !$0.contains("/Figures/") }
      .map { String($0.dropFirst(folder.path.count + 1)) }.sorted()
    return Dictionary(grouping: scenes) { ($0 as NSString).deletingLastPathComponent }
      .sorted { $0.key < $1.key }.map(\.value)
  }()

  /// Scenes that look otherwise once they are read back, with the reason.
  private static let others = [
    "Effects/rasterize.yaml": "no format has coarser pixels for a layer",
    "Transforms/edges.yaml": "no format has layers without smooth edges",
  ]

  /// Ten frames a second, so that a frame lies at half a second.
  @Test("What a scene is exported to shows the same once it is read back", arguments: folders)
  func same(_ scenes: [String]) async throws {
    let command = try Command()
    let paths = scenes.map { repository.appending(path: "Scenes/\($0)").path }
    for format in ["svg", "lottie"] {
      let words = ["-o", "made", "--format", format, "--frames", "0-5", "--fps", "10"]
      _ = try await command.run(["render"] + paths + words + ["--no-manifest", "-q"])
    }
    for (scene, path) in zip(scenes, paths) {
      _ = try await command.run(["export", path, "-o", "made/\(name(scene)).ca", "--fps", "10"])
    }
    let originals = try await pictures(of: paths, "original", command)
    let made = try names("made", command)
    #expect(!made.isEmpty)
    let copies = try await pictures(of: made.map { "made/\($0)" }, "copy", command)
    for (scene, original) in zip(scenes, originals) where Self.others[scene] == nil {
      for (file, copy) in zip(made, copies) where name(file) == name(scene) {
        let share = original.share(differingFrom: copy, by: 24)
        #expect(share <= 0.005, "\(scene), \(file): \(share)")
      }
    }
  }

  private func name(_ path: String) -> String {
    ((path as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  private func names(_ folder: String, _ command: Command) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: command.folder.path(folder)).sorted()
  }

  /// The frame of each file at half a second.
  private func pictures(
    of paths: [String], _ folder: String, _ command: Command
  ) async throws -> [Bitmap] {
    let result = try await command.run(
      ["render"] + paths + ["--at", "0.5", "-o", "\(folder)/{index}.png", "--no-manifest", "-q"])
    #expect(result.status == 0, "\(result.errors)")
    let names = try names(folder, command)
    #expect(names.count == paths.count)
    return try names.map {
      try PictureFile.decode(contentsOfFile: command.folder.path("\(folder)/\($0)"))
    }
  }
}
