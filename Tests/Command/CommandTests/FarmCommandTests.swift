import Foundation
import TestSupport
import Testing

@Suite("Rendering on many machines")
struct FarmCommandTests {
  private func command() throws -> Command {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "a.yaml")
    return command
  }

  @Test("a job is a template of the Open Job Description")
  func template() async throws {
    let command = try command()
    let result = try await command(
      "farm", "a.yaml", "--chunk", "4", "-o", "job.yaml", "--format", "mp4", "--", "--scale", "2")
    #expect(result.status == 0, "\(result)")
    #expect(result.errors == "a.yaml: wrote job.yaml, 2 tasks\n")
    let text = String(decoding: command.folder.data("job.yaml"), as: UTF8.self)
    #expect(text == Self.job)
  }

  @Test("a task renders a hundred frames, unless --chunk says another number")
  func chunks() async throws {
    let command = try Command()
    for (frames, tasks) in [(100, "1 task"), (101, "2 tasks")] {
      try command.folder.write("size: [4,4]\nfps: 1\nduration: \(frames)\nlayers: []", to: "a.yaml")
      let result = try await command("farm", "a.yaml", "-o", "job.yaml")
      #expect(result.errors == "a.yaml: wrote job.yaml, \(tasks)\n")
    }
  }

  @Test("a job whose scene lies outside of its folder says what has to be given with it")
  func outside() async throws {
    let command = try command()
    let result = try await command("farm", "a.yaml", "-o", "jobs/job.yaml")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.errorLines.last
        == "jobs/job.yaml: what lies outside of its folder has to be given with it: -p Scene=...")
    let both = try await command("farm", "a.yaml", "-o", "jobs/job.yaml", "--folder", "out")
    #expect(both.errors.hasSuffix(": -p Scene=... -p OutputFolder=...\n"))
    let slurm = try await command("farm", "a.yaml", "-o", "jobs/job.sh", "--engine", "slurm")
    #expect(slurm.errorLines.count == 1)
  }

  /// A job that the standard's own checker has accepted; `FarmRunnerTests` runs such a job, and
  /// `make test-farm` runs the checker again.
  private static let job = #"""
    # Made by rostrum farm. Try it: openjd run job.yaml --step Join --run-dependencies
    specificationVersion: jobtemplate-2023-09
    extensions: [TASK_CHUNKING]
    name: "a"
    parameterDefinitions:
      - name: Scene
        type: PATH
        objectType: FILE
        dataFlow: IN
        default: "a.yaml"
        description: "The scene file."
      - name: OutputFolder
        type: PATH
        objectType: DIRECTORY
        dataFlow: OUT
        default: "Output/a"
        description: "Where the frames go, and the video."
      - name: Frames
        type: STRING
        default: "0-5"
        description: "Which frames, such as 0-299 or 1,5,20-40:2."
      - name: Rostrum
        type: STRING
        default: rostrum
        description: "The command, where it is not on the path."
    steps:
      - name: Render
        parameterSpace:
          taskParameterDefinitions:
            - name: Frame
              type: CHUNK[INT]
              range: "{{Param.Frames}}"
              chunks:
                defaultTaskCount: 4
                rangeConstraint: NONCONTIGUOUS
        script:
          actions:
            onRun:
              command: "{{Param.Rostrum}}"
              args:
                - "render"
                - "{{Param.Scene}}"
                - "--output"
                - "{{Param.OutputFolder}}/"
                - "--no-fields"
                - "--format"
                - "png"
                - "--frames"
                - "{{Task.Param.Frame}}"
                - "--skip-existing"
                - "--progress"
                - "openjd"
                - "--scale"
                - "2"
              cancelation:
                mode: NOTIFY_THEN_TERMINATE
                notifyPeriodInSeconds: 10
      - name: Join
        dependencies:
          - dependsOn: Render
        script:
          actions:
            onRun:
              command: "{{Param.Rostrum}}"
              args:
                - "join"
                - "{{Param.OutputFolder}}"
                - "--frames"
                - "{{Param.Frames}}"
                - "--progress"
                - "openjd"
                - "--output"
                - "{{Param.OutputFolder}}/a.mp4"
              cancelation:
                mode: NOTIFY_THEN_TERMINATE
                notifyPeriodInSeconds: 10

    """#

  @Test("a job for Slurm is a script whose words are quoted")
  func slurm() async throws {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "it's a scene.yaml")
    let result = try await command(
      "farm", "it's a scene.yaml", "--chunk", "4", "--engine", "slurm", "-o", "job.sh")
    #expect(result.status == 0, "\(result)")
    let text = String(decoding: command.folder.data("job.sh"), as: UTF8.self)
    #expect(text.contains("#SBATCH --array=1-2\n"))
    #expect(text.contains("it'\\''s a scene.yaml'\n"))
    // As one task of the array, and as the joining.
    let tasks = [
      "SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=2 bash job.sh",
      "SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=1 bash job.sh", "SLURM_JOB_ID=2 bash job.sh join",
    ]
    for task in tasks {
      let ran = try await command.shell(task)
      #expect(ran.status == 0, "\(ran)")
    }
    #expect(command.folder.files.filter { $0.hasSuffix(".png") }.count == 6)
  }

  @Test("whatever things are called, a script for Slurm renders what one local run does")
  func hostileNames() async throws {
    let names = try HostileNames()
    let command = names.command
    let written = try await command.run(names.farm(["--engine", "slurm"]))
    #expect(written.status == 0, "\(written)")
    for task in ["1", "2"] {
      let ran = try await command.shell("SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=\(task) bash {*}/job*")
      #expect(ran.status == 0, "\(ran)")
    }
    let joined = try await command.shell("SLURM_JOB_ID=1 bash {*}/job* join")
    #expect(joined.status == 0, "\(joined)")
    try await names.expectWhatOneRunMakes()
  }

  @Test(
    "braces in an output are fields, or what they are",
    arguments: [(["--fields"], "a/"), ([], "a/"), (["--no-fields"], "{scene}/")])
  func fields(_ options: [String], _ folder: String) async throws {
    let command = try command()
    let result = try await command.run(["render", "a.yaml", "-o", "{scene}/", "-q"] + options)
    #expect(result.status == 0, "\(result)")
    let frames = command.folder.files.filter { $0.hasSuffix(".png") }
    #expect(frames.count == 6 && frames.allSatisfy { $0.hasPrefix(folder) })
  }

  @Test("what a job of the Open Job Description cannot hold is refused by name")
  func tooLong() async throws {
    let command = try Command()
    let long = String(repeating: "{{x}}", count: 300)
    try command.folder.write(
      "size: [8, 8]\nduration: 60\nparameters: {t: {}}\nlayers: [{class: text, string: \"${t}\"}]\n",
      to: "a.yaml")
    let frames = stride(from: 0, to: 3600, by: 7).map { "\($0),\($0 + 3)" }.joined(separator: ",")
    let refused: [([String], String)] = [
      (["--", "--set", "t=" + long], "error: 't={{x}}"),
      (["--frames", frames, "--", "--set", "t=x"], "error: '0,3,7,10"),
      (["--"] + Array(repeating: ["--set", "t={{"], count: 41).joined(), "more than 40 arguments"),
    ]
    for (arguments, message) in refused {
      let result = try await command.run(["farm", "a.yaml", "-o", "job.yaml"] + arguments)
      #expect(result.status == 64 && result.errors.contains(message), "\(result)")
      #expect(command.folder.files == ["a.yaml"])
    }
  }

  @Test(
    "no job is written for what cannot be rendered",
    arguments: [
      (["farm", "a.yaml", "-o", "job.yaml", "--frames", "9-12"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--chunk", "0"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--", "--scale", "zero"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--format", "png"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--", "--frames", "1"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--", "-o", "elsewhere"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--", "--no-manifest"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--", "--no-fields"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--", "--watch"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--", "wrong.yaml"], 64),
      (["farm", "a.yaml", "-o", "job.yaml", "--", "--data", "rows.csv"], 64),
      (["farm", "wrong.yaml", "-o", "job.yaml"], 65),
      (["farm", "nowhere.yaml", "-o", "job.yaml"], 66),
    ] as [([String], Int32)])
  func refused(_ arguments: [String], _ status: Int32) async throws {
    let command = try command()
    try command.folder.write(Scenes.wrong, to: "wrong.yaml")
    let result = try await command.run(arguments)
    #expect(result.status == status, "\(result)")
    #expect(command.folder.files == ["a.yaml", "wrong.yaml"])
  }

  @Test("progress for a farm stands at the beginning of lines and never goes back")
  func progress() async throws {
    let command = try command()
    try command.folder.write(Scenes.moving, to: "b.yaml")
    // One worker takes the scenes one after the other.
    let result = try await command(
      "render", "a.yaml", "b.yaml", "--progress", "openjd", "--jobs", "1")
    #expect(result.status == 0, "\(result)")
    let numbers = result.lines.compactMap { line in
      line.hasPrefix("openjd_progress: ") ? Int(line.dropFirst(17)) : nil
    }
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == numbers.count)
    #expect(numbers.first == 0)
    #expect(numbers.contains(50))
    #expect(numbers.last == 100)
    let failed = try await command("render", "a.yaml", "--frames", "99", "--progress", "openjd")
    #expect(failed.status == 64)
    #expect(
      failed.lines == [
        "openjd_fail: a.yaml has 6 frames, 0 to 5: none of the frames asked for exist"
      ])
  }

  // MARK: Joining

  private func parts(_ command: Command, _ count: Int, _ more: String...) async throws {
    for number in 1...count {
      let result = try await command.run(
        ["render", "a.yaml", "-o", "part-\(number)", "--shard", "\(number)/\(count)", "-q"] + more)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("shards in folders of their own are joined to the frames, and the video, of one run")
  func join() async throws {
    let command = try command()
    try await parts(command, 3)
    _ = try await command("render", "a.yaml", "-o", "whole", "--format", "png,mp4", "-q")
    let folders = ["part-2", "part-3", "part-1"]
    let joined = try await command.run(["join"] + folders + ["-o", "joined/", "-q"])
    #expect(joined.status == 0, "\(joined)")
    for number in 0..<6 {
      let name = "frame_0000\(number).png"
      #expect(command.folder.data("joined/" + name) == command.folder.data("whole/" + name))
    }
    #expect(try await command("join", "joined", "-q").status == 0)
    let video = try await command.run(["join"] + folders + ["-o", "joined.mp4", "-q"])
    #expect(video.status == 0, "\(video)")
    #expect(command.folder.data("joined.mp4") == command.folder.data("whole/a.mp4"))
    // The joined folder can be gone on with.
    let again = try await command("render", "a.yaml", "-o", "joined", "--resume")
    #expect(again.errors.contains("0 of 6 frames are drawn"))
  }

  @Test("what is missing, outdated or changed is named")
  func refusedJoin() async throws {
    let command = try command()
    try await parts(command, 3)
    func errors(_ parts: String...) async throws -> String {
      let result = try await command.run(["join"] + parts + ["-o", "joined", "-q"])
      #expect(result.status == 66, "\(result)")
      #expect(!FileManager.default.fileExists(atPath: command.folder.path("joined")))
      return result.errors
    }
    #expect(try await errors("part-1", "part-3") == "error: frames are missing: 2-3\n")
    #expect(try await errors("part-1", ".").contains("nothing is known of '.'"))
    #expect(try await errors("part-1", "part-4") == "error: there is no 'part-4'\n")
    try command.folder.write(Scenes.moving.replacing("white", with: "red"), to: "a.yaml")
    _ = try await command("render", "a.yaml", "-o", "part-2", "--shard", "2/3", "-q")
    #expect(
      try await errors("part-1", "part-2", "part-3") == """
        error: frames are missing: 2-3
          2-3 are there, but of another version of a.yaml, or rendered with other values or options

        """)
    try command.folder.write(Scenes.moving, to: "a.yaml")
    _ = try await command("render", "a.yaml", "-o", "part-2", "--shard", "2/3", "-q")
    try command.folder.write("spoilt", to: "part-2/frame_00003.png")
    #expect(
      try await errors("part-1", "part-2", "part-3")
        == "error: 'part-2/frame_00003.png' is missing, or is not what was rendered\n")
  }

  @Test(
    "shards are of one scene when its values are the same, wherever they come from",
    arguments: [
      (["--set", "ink=red"], ["--set", "ink=blue"], false),
      (["--data", "red.csv"], ["--data", "blue.csv"], false),
      (["--data", "red.csv"], ["--set", "ink=red"], true),
      (["--set", "ink=lime"], [], true),
    ] as [([String], [String], Bool)])
  func values(_ first: [String], _ second: [String], _ isOne: Bool) async throws {
    let command = try Command()
    try command.folder.write(
      """
      size: [8, 8]
      fps: 2
      duration: 1
      background: ${ink}
      parameters: {ink: {type: color, default: lime}}
      layers: []

      """, to: "a.yaml")
    for color in ["red", "blue"] { try command.folder.write("ink\n\(color)\n", to: "\(color).csv") }
    for (number, values) in [(1, first), (2, second)] {
      let result = try await command.run(
        ["render", "a.yaml", "-o", "part-\(number)/f_%05d.png", "--shard", "\(number)/2", "-q"]
          + values)
      #expect(result.status == 0, "\(result)")
    }
    let joined = try await command("join", "part-1", "part-2", "-q")
    #expect(joined.status == (isOne ? 0 : 66), "\(joined)")
    #expect(joined.errors.contains("rendered with other values or options") == !isOne)
  }

  @Test(
    "videos of shards are joined as they are, with the same pictures, or not at all",
    arguments: ["mp4", "mov", "webm"])
  func videos(_ format: String) async throws {
    let command = try Command()
    try command.folder.write(
      Scenes.moving.replacing("duration: 0.5\n", with: "duration: 2\n"), to: "a.yaml")
    for number in 1...3 {
      let result = try await command(
        "render", "a.yaml", "-o", "\(number).\(format)", "--shard", "\(number)/3", "-q")
      #expect(result.status == 0, "\(result)")
    }
    let joined = try await command.run(
      ["join", "3.\(format)", "1.\(format)", "2.\(format)", "-o", "all.\(format)", "-q"])
    #expect(joined.status == 0, "\(joined)")
    let missing = try await command.run(
      ["join", "1.\(format)", "3.\(format)", "-o", "some.\(format)", "-q"])
    #expect(missing.status == 66)
    #expect(missing.errors == "error: frames are missing: 8-15\n")
    #expect(!FileManager.default.fileExists(atPath: command.folder.path("some.\(format)")))
  }

  @Test("videos that cannot be joined exactly are refused, and say why")
  func inexact() async throws {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "a.yaml")
    for number in 1...2 {
      _ = try await command(
        "render", "a.yaml", "-o", "\(number).gif", "--shard", "\(number)/2", "-q")
    }
    let joined = try await command("join", "1.gif", "2.gif", "-o", "all.gif", "-q")
    if joined.status != 0 {
      #expect(joined.status == 74, "\(joined)")
      #expect(joined.errors.contains("is not what was rendered"))
      #expect(!FileManager.default.fileExists(atPath: command.folder.path("all.gif")))
    }
  }

  @Test("nothing is written into the home folder, and nothing asked")
  func home() async throws {
    var command = try command()
    let home = try TemporaryFolder()
    let cache = try TemporaryFolder()
    // Fontconfig without a cache of the system's: it would write into the home folder.
    let fonts = try command.folder.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>

      """, to: "fonts.conf")
    command.environment = [
      "HOME": home.path, "XDG_CACHE_HOME": "", "FONTCONFIG_FILE": fonts, "TMPDIR": cache.path,
    ]
    try command.folder.write(
      "size: [40, 20]\nlayers: [{class: text, string: a, bounds: [40, 20], position: [20, 10]}]\n",
      to: "text.yaml")
    let result = try await command("render", "text.yaml", "--frames", "0", "--format", "png,mp4")
    #expect(result.status == 0, "\(result)")
    #expect(home.files.isEmpty)
  }
}
