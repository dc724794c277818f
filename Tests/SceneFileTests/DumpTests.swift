import Foundation
import SceneFile
import Testing

@Test func dump() throws {
  for f in AnnotatedScene.all(in: "BadScenes") {
    let r = try f.load()
    let t = DiagnosticFormatter(style: .json).text(for: r.diagnostics, in: r.source)
    try t.write(
      toFile: "/tmp/dump/\(f.url.lastPathComponent).json", atomically: true, encoding: .utf8)
    let h = DiagnosticFormatter(style: .human).text(for: r.diagnostics, in: r.source)
    try h.write(
      toFile: "/tmp/dump/\(f.url.lastPathComponent).txt", atomically: true, encoding: .utf8)
  }
}
