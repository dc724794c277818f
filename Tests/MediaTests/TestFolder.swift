import Foundation
import TestSupport
import Testing

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

  /// Writes a shell script that replaces ffmpeg.
  func script(_ name: String, _ lines: String...) throws -> String {
    try TemporaryFolder.writeScript(lines, to: path(name))
    return path(name)
  }
}
