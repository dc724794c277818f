import Foundation
import TestSupport
import Testing

@testable import RostrumMedia

/// A folder of its own for one test, removed with all it holds.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "rostrum-media-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  /// Sorted, hidden ones too.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: path(name)).map { Array($0) } ?? []
  }

  /// Makes a file by ffmpeg's `arguments`, and returns its path.
  func make(_ arguments: [String], _ name: String) async throws -> String {
    try await ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: ["-v", "error", "-y"] + arguments + [path(name)], doing: "write", path: path(name)
    ).run()
    return path(name)
  }

  /// Writes a shell script that replaces ffmpeg.
  func script(_ name: String, _ lines: String...) throws -> String {
    try TemporaryFolder.writeScript(lines, to: path(name))
    return path(name)
  }
}
