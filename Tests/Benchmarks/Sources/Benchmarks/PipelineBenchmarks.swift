import CPipeline
import Foundation
import RostrumCanvas
import RostrumKit
import RostrumLayerTree
import RostrumOutput

/// Whole commands: how long `rostrum render` takes from start to end, beside plain C that does the
/// same drawing and writing.
struct RenderBenchmark {
  private let command: String
  private let folder: URL
  private let rounds = 7
  private static let presets = ["medium", "veryfast", "ultrafast"]

  /// `command` is the path of `rostrum`, built in release.
  init(command: String) throws {
    self.command = command
    folder = FileManager.default.temporaryDirectory.appending(path: "rostrum-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func run() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    say(
      "\nRendering: frames a second from start to end, medians of \(rounds), in turn with plain C")
    say(row("workload", ["rostrum", "plain C", "ratio"]))
    for workload in [Workload.bounceClock, .heavy] {
      try comparePictures(workload)
      for preset in Self.presets { try compareVideos(workload, preset) }
    }
    try startUp()
  }

  private func comparePictures(_ workload: Workload) throws {
    let (path, scene) = try load(workload)
    let threads = Int32(ProcessInfo.processInfo.activeProcessorCount)
    try workload.withPipelineScene(scene) { table in
      try withUnsafePointer(to: table) { table in
        try compare(workload, "PNG") {
          try run(command, ["render", path, "-o", newFolder(), "--quiet"])
        } with: {
          guard cpipeline_write_png(table, try newFolder(), threads) == 0 else {
            throw Failure.plainC
          }
        }
      }
    }
  }

  /// For each run: where files were just removed, ext4 takes several times as long for new ones.
  private func newFolder() throws -> String {
    let new = folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
    return new.path
  }

  private func compareVideos(_ workload: Workload, _ preset: String) throws {
    let (path, scene) = try load(workload)
    let output = folder.appending(path: workload.name + ".mp4").path
    try workload.withPipelineScene(scene) { table in
      try withUnsafePointer(to: table) { table in
        try compare(workload, "MP4 \(preset)") {
          try run(
            command, ["render", path, "-o", output, "--quiet", "--preset", preset, "--no-verify"])
        } with: {
          try encode(table, workload, preset)
        }
      }
    }
  }

  /// Plain C into the same encoder.
  private func encode(
    _ table: UnsafePointer<cpipeline_scene>, _ workload: Workload, _ preset: String
  ) throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting.fileDescriptor
    // F_SETPIPE_SZ: 1 MiB, as ours.
    _ = fcntl(writing, 1031, 1 << 20)
    // Else the encoder holds the end open whose closing it waits for.
    _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
    let size = "\(workload.width)x\(workload.height)"
    let encoder = try Program(
      [
        "ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p",
        "-s", size,
      ]
        + ["-framerate", "60", "-i", "pipe:0", "-c:v", "libx264", "-preset", preset, "-crf", "18"]
        + ["-movflags", "+faststart", folder.appending(path: "c.mp4").path],
      input: pipe.fileHandleForReading.fileDescriptor)
    try pipe.fileHandleForReading.close()
    guard cpipeline_write_i420(table, writing) == 0 else { throw Failure.plainC }
    try pipe.fileHandleForWriting.close()
    try encoder.wait()
  }

  private func startUp() throws {
    let (path, _) = try load(.bounceClock)
    let output = folder.appending(path: "one.png").path
    let version = try median { try run(command, ["--version"]) }
    let frame = try median {
      try run(command, ["render", path, "-o", output, "--at", "0", "--quiet"])
    }
    say(
      "rostrum --version takes \(microseconds(version)); one frame of bc \(microseconds(frame))")
  }

  // MARK: Measuring

  /// In turn, so that what else the machine does hits both alike.
  private func compare(
    _ workload: Workload, _ what: String, _ ours: () throws -> Void, with limit: () throws -> Void
  ) throws {
    var times: (ours: [Double], limit: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.ours.append(try seconds(ours))
      times.limit.append(try seconds(limit))
    }
    let frames = Double(workload.frameCount)
    let (a, b) = (times.ours.sorted()[rounds / 2], times.limit.sorted()[rounds / 2])
    say(
      row(
        "\(workload.name), \(what)",
        [String(Int(frames / a)), String(Int(frames / b)), String(format: "%.2f", b / a)]))
  }

  private func median(_ body: () throws -> Void) throws -> Double {
    try (0..<rounds).map { _ in try seconds(body) }.sorted()[rounds / 2]
  }

  // MARK: Programs and files

  private enum Failure: Error { case plainC }

  private func load(_ workload: Workload) throws -> (path: String, scene: Scene) {
    let path = try workload.write(to: folder)
    return (path, try SceneOpener().open(path).scene)
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    try Program([program] + arguments).wait()
  }
}

/// Scenes that hold still for nine tenths of their frames: what such a frame costs, beside one that
/// moves, and beside link(2) alone, which makes its file.
///
/// Every run writes into a folder of its own: where files were just removed, ext4 takes several
/// times as long for new ones.
struct StillBenchmark {
  private let command: String
  private let folder: URL
  private let rounds = 7

  /// `command` is the path of `rostrum`, built in release.
  init(command: String) throws {
    self.command = command
    folder = FileManager.default.temporaryDirectory.appending(path: "rostrum-still-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func run() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    say("\nA frame that holds still, medians of \(rounds); link(2) alone: \(try link())")
    say(row("workload", ["still", "moving", "share"]))
    for workload in [Workload.clock, .bounceClock, .heavy] { try compare(workload.held) }
  }

  private func compare(_ workload: Workload) throws {
    let scene = try workload.write(to: folder)
    let (count, still) = (workload.frameCount, workload.frameCount / 10 * 9)
    var costs: (still: [Double], moving: [Double]) = ([], [])
    // In turn: what the machine does meanwhile would else be taken for the cost of a frame.
    for round in 0..<rounds {
      func take(_ frames: String) throws -> Double {
        let output = folder.appending(path: "\(workload.name)-\(round)-\(frames)").path
        return try seconds {
          try Program([command, "render", scene, "-o", output, "--quiet", "--frames", frames])
            .wait()
        }
      }
      let start = try take("0-0")
      costs.still.append((try take("0-\(still - 1)") - start) / Double(still - 1))
      costs.moving.append((try take("\(still)-\(count - 1)") - start) / Double(count - still - 1))
    }
    let costOfStill = costs.still.sorted()[rounds / 2]
    let costOfMoving = costs.moving.sorted()[rounds / 2]
    say(
      row(
        workload.name,
        [
          microseconds(costOfStill), microseconds(costOfMoving),
          String(format: "%.1f %%", costOfStill / costOfMoving * 100),
        ]))
  }

  /// Two thousand names for one file.
  private func link() throws -> String {
    let times = try (0..<rounds).map { round in
      let folder = folder.appending(path: "links-\(round)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "frame_00000.png").path
      try Data([1]).write(to: URL(filePath: file))
      let names = (1...2000).map {
        folder.appending(path: String(format: "frame_%05d.png", $0)).path
      }
      return seconds { for name in names { Foundation.link(file, name) } } / 2000
    }
    return microseconds(times.sorted()[rounds / 2])
  }
}
