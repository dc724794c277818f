import Foundation

/// Scenes that hold still for nine tenths of their frames: what such a frame costs, beside one that moves, and beside link(2) alone, which makes its
/// file.
///
/// Every run writes into a folder of its own: where files were just removed, ext4 takes several times as long for new ones.
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
