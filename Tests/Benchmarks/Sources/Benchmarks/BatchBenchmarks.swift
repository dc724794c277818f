import Foundation

/// Many scenes with many rows: one command for all, beside a process for each, as many side by side
/// as there are cores.
///
/// 200 scenes with 10 rows take about a minute on two cores; `BATCH=20x5 make bench` is soon done.
/// Memory is that of the one command: for all rows, and for a quarter of them.
struct BatchBenchmark {
  private let command: String
  private let folder: URL
  private let scenes: Int
  private let rows: Int

  /// `command` is the path of `rostrum`, built in release.
  init(command: String) throws {
    self.command = command
    let size = (ProcessInfo.processInfo.environment["BATCH"] ?? "200x10").split(separator: "x")
      .compactMap { Int($0) }
    guard size.count == 2, size[0] > 0, size[1] > 1 else { throw Failure.badSize }
    (scenes, rows) = (size[0], size[1])
    folder = FileManager.default.temporaryDirectory.appending(path: "rostrum-batch-\(getpid())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Scenes"), withIntermediateDirectories: true)
  }

  func run() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try writeScenes()
    say("\nA batch of \(scenes) scenes x \(rows) rows: renders a second")
    let (whole, peak) = try inOne(rows: rows, "whole")
    let (_, partPeak) = try inOne(rows: max(1, rows / 4), "part")
    let apart = try inManyProcesses()
    let count = Double(scenes * rows)
    say(row("", ["one command", "a process each", "ratio"]))
    let columns = [count / whole, count / apart].map { String(format: "%.1f", $0) }
    say(row("6 frames of 160x90", columns + [String(format: "%.1f", apart / whole)]))
    say(
      "Peak memory of the one command: \(mebibytes(peak)), with a quarter of the rows \(mebibytes(partPeak))"
    )
    try compareWithFrames(scenes * rows)
  }

  /// Compares `count` scenes of one frame with one scene of `count` frames and the same pictures: a
  /// photograph that moves below shapes and a line of text.
  private func compareWithFrames(_ count: Int) throws {
    try Photograph(number: 0, width: 1600, height: 1000, grain: 3)
      .write(to: folder.appending(path: "photograph.png"))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Single"), withIntermediateDirectories: true)
    for index in 0..<count {
      let x = 320 - 300 * Double(index) / Double(count)
      try write(still(frames: 1, "position: [\(x), 180]"), "Single/s\(index).yaml")
    }
    let move =
      "position: [320, 180], animations: {position.x: {fromValue: 320, toValue: 20, duration: \(count)}}"
    try write(still(frames: count, move), "frames.yaml")
    var times: (many: [Double], one: [Double]) = ([], [])
    for round in 0..<3 {
      times.many.append(
        try seconds {
          try start([
            folder.appending(path: "Single").path, "--allow-path", folder.path,
            "-o", folder.appending(path: "many-\(round)/{scene}").path,
          ]).wait()
        })
      times.one.append(
        try seconds {
          try start([
            folder.appending(path: "frames.yaml").path,
            "-o", folder.appending(path: "one-\(round)").path,
          ]).wait()
        })
    }
    let (many, one) = (times.many.sorted()[1], times.one.sorted()[1])
    say(row("", ["\(count) scenes", "\(count) frames", "ratio"]))
    let columns = [many, one, many / one].map { String(format: "%.2f", $0) }
    say(row("seconds, a frame of 640x360 each", columns))
  }

  private func still(frames: Int, _ place: String) -> String {
    let shapes = (0..<20).map { index in
      """
        - {bounds: [60, 60], cornerRadius: 12, backgroundColor: "hsl(\(index * 18), 70%, 60%)",
           position: [\(40 + index % 10 * 62), \(80 + index / 10 * 120)]}
      """
    }
    return """
      size: [640, 360]
      fps: 1
      duration: \(frames)
      layers:
        - {contents: \(folder.appending(path: "photograph.png").path),
           contentsGravity: resizeAspectFill, bounds: [1300, 400], \(place)}
      \(shapes.joined(separator: "\n"))
        - {class: text, string: The last light of the year, fontSize: 30, frame: [20, 300, 400, 40],
           font: {family: Liberation Sans}, foregroundColor: white}

      """
  }

  private func mebibytes(_ bytes: Double) -> String {
    String(format: "%.1f MiB", bytes / 1_048_576)
  }

  private func writeScenes() throws {
    for index in 0..<scenes {
      let text = """
        size: [160, 90]
        background: ${paper}
        fps: 6
        duration: 1
        parameters: {title: {}, paper: {type: color, default: white}}
        layers:
          - {class: text, string: "${title} \(index)", fontSize: 18, bounds: [150, 30], position: [80, 30], foregroundColor: black}
          - name: ball
            bounds: [20, 20]
            position: [20, 70]
            cornerRadius: 10
            backgroundColor: orangered
            animations: [{type: basic, keyPath: position.x, toValue: 140, duration: 1}]
        """
      try write(text, "Scenes/s\(index).yaml")
    }
    for (name, count) in [("whole", rows), ("part", max(1, rows / 4))] {
      let lines = (0..<count).map { "Row \($0),hsl(\($0 * 37), 60%, 90%)" }
      let quoted = lines.map { $0.replacing("hsl", with: "\"hsl") + "\"" }
      try write((["title,paper"] + quoted).joined(separator: "\n") + "\n", "\(name).csv")
    }
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// In seconds and in bytes.
  private func inOne(rows: Int, _ name: String) throws -> (seconds: Double, peak: Double) {
    let start = ContinuousClock.now
    let process = try self.start([
      folder.appending(path: "Scenes").path, "--data", folder.appending(path: name + ".csv").path,
      "-o", folder.appending(path: name + "/{scene}-{row}").path,
    ])
    let peak = try process.wait().peakMemory
    return ((ContinuousClock.now - start) / .seconds(1), peak)
  }

  private func inManyProcesses() throws -> Double {
    let start = ContinuousClock.now
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let all = (0..<scenes).flatMap { scene in (0..<rows).map { (scene, $0) } }
    var running: [Program] = []
    for (scene, row) in all {
      if running.count == cores { try running.removeFirst().wait() }
      running.append(
        try self.start([
          folder.appending(path: "Scenes/s\(scene).yaml").path, "--set", "title=Row \(row)",
          "--set", "paper=hsl(\(row * 37), 60%, 90%)", "--jobs", "1",
          "-o", folder.appending(path: "apart/s\(scene)-\(row)").path,
        ]))
    }
    for program in running { try program.wait() }
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private enum Failure: Error { case badSize }

  private func start(_ arguments: [String]) throws -> Program {
    try Program([command, "render", "--quiet"] + arguments)
  }
}

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
