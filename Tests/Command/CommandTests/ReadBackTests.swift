import Foundation
import TestSupport
import Testing

@testable import RostrumCanvas

/// Scenes as SVGs, Lotties and archives, which are read back.
@Suite("Exports that are read back")
struct ReadBackTests {
  static let scenes = {
    let folder = repository.appending(path: "Scenes")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).map(\.path).filter { $0.hasSuffix(".yaml") }
      .map { String($0.dropFirst(folder.path.count + 1)) }.sorted()
  }()

  /// Scenes that look otherwise once they are read back, with the reason.
  private static let others = [
    "Effects/rasterize.yaml": "no format has coarser pixels for a layer",
    "Transforms/edges.yaml": "no format has layers without smooth edges",
  ]

  /// The endings of what a scene is written as, with the file that is read.
  private static let formats = [("svg", "a.svg"), ("json", "a.json"), ("ca", "a.ca/main.caml")]

  /// Ten frames a second, so that a frame lies at half a second.
  @Test("What a scene is exported to shows the same once it is read back", arguments: scenes)
  func same(_ scene: String) async throws {
    let command = try Command()
    let path = repository.appending(path: "Scenes/\(scene)").path
    var original: Bitmap?
    for (ending, file) in Self.formats {
      let words =
        ending == "ca"
        ? ["export", path, "-o", "a.ca"]
        : ["render", path, "-o", file, "--frames", "0-5", "--no-manifest", "-q"]
      guard try await command.run(words + ["--fps", "10"]).status == 0 else { continue }
      if original == nil { original = try await picture(of: path, "original.png", command) }
      let copy = try await picture(of: command.folder.path + "/" + file, "\(ending).png", command)
      guard Self.others[scene] == nil, let original else { continue }
      let share = SVGCommandTests.share(of: original, differingFrom: copy, by: 24)
      #expect(share <= 0.005, "\(ending): \(share)")
    }
  }

  private func picture(of path: String, _ output: String, _ command: Command) async throws -> Bitmap
  {
    let result = try await command.run(
      ["render", path, "--at", "0.5", "-o", output, "--no-manifest", "-q"])
    #expect(result.status == 0, "\(path): \(result.errors)")
    return try PictureFile.decode(contentsOfFile: command.folder.path + "/" + output)
  }
}
