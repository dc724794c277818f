import Foundation
import TestSupport
import Testing

/// A job for a farm, started by the Open Job Description's own runner.
@Suite("A farm's job")
struct FarmRunnerTests {
  /// Three tasks' worth of frames that take a while to draw: all of the picture turns.
  private static let wheel = """
    size: [64, 48]
    fps: 12
    duration: 5
    background: white
    layers:
      - class: gradient
        type: conic
        colors: [red, lime, blue, red]
        bounds: [120, 120]
        position: [32, 24]
        animations: [{type: basic, keyPath: transform.rotation.z, byValue: 6.28, duration: 5}]

    """

  private let command: Command
  /// A fake `rostrum`: records each start, and kills the second one in the middle of its frames.
  private let rostrum: String

  init() async throws {
    command = try Command()
    try command.folder.write(Self.wheel, to: "wheel.yaml")
    let (started, program) = (command.folder.path("started"), Command.executable.path)
    rostrum = try command.folder.script(
      "rostrum", "echo $$ >> '\(started)'", "if [ $(wc -l < '\(started)') -eq 2 ]; then",
      "  '\(program)' \"$@\" & task=$!",
      "  until [ -e '\(command.folder.path("out/frame_00022.png"))' ] || ! kill -0 $task",
      "  do sleep 0.01; done",
      "  kill -9 $task", "  wait $task", "  exit $?", "fi", "exec '\(program)' \"$@\"")
  }

  @Test(
    "A farm's job with a task that is killed in the middle and retried makes the bytes of one local run",
    .enabled(if: Runner.isThere, Comment(rawValue: Runner.advice)), .timeLimit(.minutes(60)))
  func killedTask() async throws {
    let job = try await command(
      "farm", "wheel.yaml", "-o", "job.yaml", "--chunk", "20", "--format", "mp4", "--folder", "out",
      "--", "--supersample", "8", "--jobs", "1")
    #expect(job.errors == "wheel.yaml: wrote job.yaml, 3 tasks\n")
    try await strikeSecondTask()
    let retried = try await command.shell(line("--step", "Render", "--task-param", "Frame=20-39"))
    #expect(retried.status == 0, "\(retried)")
    #expect(frames("out").count == 40)
    let all = try await command.shell(line("--step", "Join", "--run-dependencies"))
    #expect(all.status == 0, "\(all)")
    #expect(all.output.contains("openjd_progress: 100"))
    // Two at first, one again, then all three and the joining.
    #expect(starts == 7)
    try await expectWhatOneRunMakes()
  }

  @Test(
    "A farm's job renders what one local run does, whatever things are called",
    .enabled(if: Runner.isThere, Comment(rawValue: Runner.advice)), .timeLimit(.minutes(60)))
  func hostileNames() async throws {
    let names = try HostileNames()
    let written = try await names.command.run(names.farm([]))
    #expect(written.status == 0, "\(written)")
    let all = try await names.command.shell(
      "'\(Runner.python)' -m openjd run {*}/job* --extensions TASK_CHUNKING --step Join"
        + " --run-dependencies -p \"Rostrum=$ROSTRUM\"")
    #expect(all.status == 0, "\(all)")
    try await names.expectWhatOneRunMakes()
  }

  private func expectWhatOneRunMakes() async throws {
    let local = try await command(
      "render", "wheel.yaml", "-o", "local", "--format", "png,mp4", "--supersample", "8", "-q")
    #expect(local.status == 0, "\(local)")
    let names = frames("local") + ["wheel.mp4"]
    #expect(names.count == 61)
    #expect(command.folder.files.filter { $0.hasPrefix("out/") } == names.map { "out/" + $0 })
    for name in names {
      #expect(command.folder.data("out/" + name) == command.folder.data("local/" + name), "\(name)")
    }
  }

  /// Runs the whole job until its second task is killed. If the task was over before the kill, it
  /// starts again.
  private func strikeSecondTask() async throws {
    for _ in 0..<5 {
      for path in ["out", "started"] {
        try? FileManager.default.removeItem(atPath: command.folder.path(path))
      }
      let result = try await command.shell(line("--step", "Join", "--run-dependencies"))
      guard result.status != 0, (21..<40).contains(frames("out").count) else { continue }
      // Whatever a task's exit status, the runner's is 1.
      #expect(result.status == 1)
      return
    }
    Issue.record("the second task was never caught in the middle")
  }

  /// A line of shell: the runner with the job.
  private func line(_ arguments: String...) -> String {
    let words = [Runner.python, "-m", "openjd", "run", "job.yaml", "--extensions", "TASK_CHUNKING"]
    return (words + arguments + ["-p", "Rostrum=" + rostrum]).map { "'\($0)'" }
      .joined(separator: " ")
  }

  private func frames(_ folder: String) -> [String] {
    command.folder.files.filter { $0.hasPrefix(folder + "/frame_") }
      .map { String($0.dropFirst(folder.count + 1)) }
  }

  private var starts: Int {
    String(decoding: command.folder.data("started"), as: UTF8.self).split(separator: "\n").count
  }
}

/// A scene, its folder, its job and the value of its parameter, with names that templates, shells
/// and YAML would misread.
struct HostileNames {
  let command: Command
  /// Only this value is a right one.
  private let value =
    "{{Param.Frames}} {x} it's\u{301} $(touch spoilt) `touch spoilt`;\n--help \"\\\t\u{2028}"
  private let folder = "{title}"
  private let name = "{{{Param.Scene}}\n'\u{301}$(touch spoilt)"

  init() throws {
    command = try Command()
    let quoted = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    try command.folder.write(
      Scenes.moving
        + "parameters: {title: {default: x, allowedValues: [y, \(quoted)]}}\n"
        .replacing("default: x, ", with: ""), to: scene)
  }

  private var scene: String { "\(folder)/\(name).yaml" }

  /// The arguments that write a job, called `job*`, beside the scene.
  func farm(_ options: [String]) -> [String] {
    ["farm", scene, "-o", "\(folder)/job\nname: x.yaml", "--chunk", "4", "--format", "mp4"]
      + options
      + ["--", "--set", "title=" + value]
  }

  /// Compares with one local run, and looks whether anything else has happened.
  func expectWhatOneRunMakes() async throws {
    let local = try await command.run(
      ["render", scene, "-o", "local", "--format", "png,mp4", "-q", "--set", "title=" + value])
    #expect(local.status == 0, "\(local)")
    let names = (0..<6).map { "frame_0000\($0).png" } + [name + ".mp4"]
    let made = "\(folder)/Output/\(name)/"
    for name in names {
      #expect(!command.folder.data("local/" + name).isEmpty)
      #expect(command.folder.data(made + name) == command.folder.data("local/" + name))
    }
    let files = Set(command.folder.files)
    let expected = Set(names.flatMap { ["local/" + $0, made + $0] })
    let others = files.subtracting(expected).subtracting([scene, "\(folder)/job\nname: x.yaml"])
    #expect(others.isEmpty, "\(others)")
  }
}

/// The runner, openjd-cli, where `make test` installs it: `.ci/deps`.
private enum Runner {
  private static let folder = repository.appending(path: ".build-test/openjd")

  static let python = folder.appending(path: "bin/python").path
  private static let reason = folder.appending(path: "missing").path

  static var isThere: Bool {
    FileManager.default.isExecutableFile(atPath: python)
      && !FileManager.default.fileExists(atPath: reason)
  }

  /// Why the test is left out.
  static var advice: String {
    let text = try? String(contentsOfFile: reason, encoding: .utf8)
    return text?.trimmingCharacters(in: .newlines)
      ?? "openjd-cli is not there: `make test` installs it from PyPI"
  }
}
