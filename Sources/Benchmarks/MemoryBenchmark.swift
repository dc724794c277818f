import Foundation

/// The peak of memory of whole renders: it must not grow with the number of frames.
struct MemoryBenchmark {
  let command: String

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "rostrum-memory-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let scene = folder.appending(path: "long.yaml").path
    try Self.text.write(toFile: scene, atomically: true, encoding: .utf8)
    say("\nPeak memory in MB, of 320 x 240 points, one worker")
    let one = try peak([scene, "-o", folder.path + "/one", "--frames", "0-0"])
    let many = try peak([scene, "-o", folder.path + "/many", "--frames", "0-9999"])
    say(row("1 frame", [megabytes(one)]))
    say(row("10,000 frames", [megabytes(many), String(format: "x %.2f", many / one)]))
  }

  private static let text = """
    size: [320, 240]
    background: white
    fps: 60
    duration: 200
    layers:
      - name: ball
        bounds: [20, 20]
        cornerRadius: 10
        backgroundColor: red
        animations: [{type: basic, keyPath: position, fromValue: [10, 10], toValue: [310, 230], duration: 200}]
    """

  private func megabytes(_ bytes: Double) -> String { String(format: "%.1f", bytes / 1e6) }

  /// In bytes.
  private func peak(_ arguments: [String]) throws -> Double {
    try Program([command, "render"] + arguments + ["--quiet", "--jobs", "1"]).wait().peakMemory
  }
}
