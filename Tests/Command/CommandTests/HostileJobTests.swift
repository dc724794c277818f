import Foundation
import TestSupport
import Testing

/// Jobs of every farm for scenes with hostile names: the templates and scripts are read by the
/// parsers, and their commands are run.
@Suite("Jobs of hostile names")
struct HostileJobTests {
  @Test(
    "Jobs of every farm are read by their parsers and do what one run does",
    arguments: HostileNameTests.names)
  func farms(_ name: String) async throws {
    let work = try await HostileNameTests.Work(name)
    let value = "word=\(name)"
    let engines = ["openjd", "slurm", "kubernetes", "aws-batch"]
    for engine in engines {
      let written = try await work.command.run(
        ["farm", work.scene, "--engine", engine, "-o", "work/job-\(engine)", "--chunk", "3"]
          + ["--format", "mp4", "--", "--set", value])
      #expect(written.status == 0, "\(engine): \(written)")
    }
    // Each replaces the program of its farm, and prints its arguments.
    try command(work, "sbatch", "echo 1")
    try command(work, "aws", "shift $(($# - 1)); printf '%s\\0' \"$1\" >> requests; echo id")
    let slurm = try await work.command.shell(
      "bash -n work/job-slurm && PATH=$PWD/bin:$PATH bash work/job-slurm && for i in 1 2; do"
        + " SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=$i ROSTRUM=$ROSTRUM bash work/job-slurm || exit; done;"
        + " SLURM_JOB_ID=1 ROSTRUM=$ROSTRUM bash work/job-slurm join")
    #expect(slurm.status == 0, "\(slurm)")
    let made = "work/Output/\(name)/\(name).mp4"
    #expect(!(try work.data(made)).isEmpty)
    let batch = try await work.command.shell(
      "bash -n work/job-aws-batch && PATH=$PWD/bin:$PATH QUEUE=q FILE_SYSTEM=fs-1"
        + " bash work/job-aws-batch")
    #expect(batch.status == 0, "\(batch)")
    let requests = try work.data("requests").split(separator: 0).map {
      try JSONSerialization.jsonObject(with: $0) as? [String: Any]
    }
    #expect(requests.count == 3)
    for request in requests.dropFirst() {
      let overrides = request?["containerOverrides"] as? [String: [String]]
      try await runInContainer(overrides?["command"] ?? [], work)
    }
    let yaml = try await work.command.shell(
      """
      python3 -c 'import yaml' 2>/dev/null || exit 77
      python3 - <<'END'
      import json, yaml
      load = lambda name: list(yaml.safe_load_all(open("work/job-" + name, newline="")))
      commands = [one["spec"]["template"]["spec"]["containers"][0]["command"] for one in load("kubernetes")]
      print(json.dumps({"commands": commands, "jobs": len(load("openjd"))}))
      END
      """)
    if yaml.status != 77 {
      let found = try JSONSerialization.jsonObject(with: Data(yaml.output.utf8)) as? [String: Any]
      let commands = try #require(found?["commands"] as? [[String]], "\(yaml)")
      #expect(commands.count == 2 && found?["jobs"] as? Int == 1)
      for command in commands { try await runInContainer(command.map(Self.expanded), work) }
    }
    work.expectNothingElse(beside: ["bin", "requests"])
  }

  private func command(_ work: HostileNameTests.Work, _ name: String, _ line: String) throws {
    try FileManager.default.createDirectory(
      atPath: work.command.folder.path("bin"), withIntermediateDirectories: true)
    _ = try work.command.folder.script("bin/\(name)", line)
  }

  /// An argument after Kubernetes' expansion, where no variable of its name is set.
  private static func expanded(_ text: String) -> String {
    var (result, isPaired) = ([UInt8](), false)
    for byte in text.utf8 {
      isPaired = byte == UInt8(ascii: "$") && result.last == byte && !isPaired
      if !isPaired { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Runs the last word of a container's command, which calls a program that checks its arguments:
  /// paths of the scene and the output, and the value.
  private func runInContainer(_ words: [String], _ work: HostileNameTests.Work) async throws {
    #expect(words.prefix(2) == ["/bin/sh", "-c"])
    try command(work, "rostrum", "for word; do printf '%s\\0' \"$word\"; done > \"$SEEN\"")
    try work.command.folder.write(words.last ?? "", to: "work/line")
    let result = try await work.command.shell(
      "PATH=$PWD/bin:$PATH SEEN=$PWD/work/seen JOB_COMPLETION_INDEX=0 dash work/line")
    #expect(result.status == 0, "\(result)")
    let seen = try work.data("work/seen").split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
    let isRender = seen.first == "render"
    #expect(seen.contains { $0.utf8.elementsEqual("/work/\(work.name).yaml".utf8) }, "\(seen)")
    let set = seen.contains { $0.utf8.elementsEqual("word=\(work.name)".utf8) }
    #expect(set && (isRender || seen.first == "join"), "\(seen)")
  }
}
