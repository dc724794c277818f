import Foundation
import TestSupport
import Testing

/// Jobs for Kubernetes and AWS Batch: their files are checked against the published schemas, and
/// the commands of their tasks are run here.
@Suite("Jobs whose tasks run in containers")
struct ContainerJobTests {
  private let command: Command

  init() async throws {
    command = try Command()
    try command.folder.write(Scenes.moving, to: "it's/a scene.yaml")
    let local = try await command("render", "it's/a scene.yaml", "-o", "local", "-q")
    try #require(local.status == 0)
  }

  private var frames: [String] {
    command.folder.files.filter { $0.hasPrefix("local/") && $0.hasSuffix(".png") }
      .map { String($0.dropFirst(6)) }
  }

  /// Runs a task's command with the folder of the job in the place of the container's.
  private func run(_ line: String, _ variable: String? = nil, _ index: Int = 0) async throws {
    let name = URL(filePath: command.folder.path("it's")).path.replacing("'", with: "'\\''")
    let here = line.replacing("/work/", with: name + "/").replacing("/work ", with: name + " ")
    let set = variable.map { "export \($0)=\(index); " } ?? ""
    let result = try await command.shell(
      set + "PATH=\"$(dirname \"$ROSTRUM\"):$PATH\"; " + here)
    #expect(result.status == 0, "\(result)")
  }

  private func expectFrames() {
    #expect(frames.count == 6)
    for name in frames {
      let drawn = command.folder.data("it's/Output/a scene/\(name)")
      #expect(drawn == command.folder.data("local/\(name)"), "\(name)")
    }
    #expect(command.folder.files.contains("it's/Output/a scene/a scene.mp4"))
  }

  private func job(_ engine: String, _ more: String...) async throws -> String {
    let arguments = ["--engine", engine, "--chunk", "2", "--format", "mp4"] + more
    let result = try await command.run(
      ["farm", "it's/a scene.yaml", "-o", "it's/job"] + arguments + ["--", "--jobs", "1"])
    #expect(result.errors == "it's/a scene.yaml: wrote it's/job, 3 tasks\n", "\(result)")
    return String(decoding: command.folder.data("it's/job"), as: UTF8.self)
  }

  /// The last word of each `command` of the YAML.
  private func commands(in text: String) throws -> [String] {
    try text.matches(of: /command: (\[.*\])/).map { match in
      let words = try JSONDecoder().decode([String].self, from: Data(match.output.1.utf8))
      return try #require(words.last)
    }
  }

  @Test("Kubernetes gets an Indexed Job that its schema takes, and that draws what one run does")
  func kubernetes() async throws {
    let text = try await job("kubernetes", "--image", "host/rostrum:1", "--volume", "films")
    #expect(text.contains("completionMode: Indexed") && text.contains("completions: 3"))
    #expect(text.contains("image: \"host/rostrum:1\"") && text.contains("claimName: \"films\""))
    let lines = try commands(in: text)
    try #require(lines.count == 2)
    for index in [2, 0, 1] { try await run(lines[0], "JOB_COMPLETION_INDEX", index) }
    try await run(lines[1])
    expectFrames()
  }

  @Test("The schema of Kubernetes takes the job", .enabled(if: Checkers.areThere, Checkers.advice))
  func kubernetesSchema() async throws {
    _ = try await job("kubernetes")
    let result = try await command.shell(
      "'\(Checkers.program("kubernetes-validate"))' --strict -k 1.33.0 \"it's/job\"")
    #expect(result.status == 0, "\(result)")
    // Mistakes are found.
    let text = String(decoding: command.folder.data("it's/job"), as: UTF8.self)
    try command.folder.write(
      text.replacing("completions: 3", with: "completion: 3"), to: "wrong.yaml")
    let wrong = try await command.shell(
      "'\(Checkers.program("kubernetes-validate"))' --strict -k 1.33.0 wrong.yaml")
    #expect(wrong.status != 0)
  }

  @Test("AWS Batch gets an array job and one that waits for it, which draw what one run does")
  func batch() async throws {
    let requests = try await submitted(try await job("aws-batch"))
    try #require(requests.count == 3)
    let array = requests[1]
    #expect((array["arrayProperties"] as? [String: Int]) == ["size": 3])
    #expect(array["jobQueue"] as? String == "films" && array["jobDefinition"] as? String == "id-1")
    let earlier = requests[2]["dependsOn"] as? [[String: String]]
    #expect(earlier == [["jobId": "id-2"]])
    for index in [1, 2, 0] { try await run(line(of: array), "AWS_BATCH_JOB_ARRAY_INDEX", index) }
    try await run(line(of: requests[2]))
    expectFrames()
  }

  @Test("The model of AWS takes the requests", .enabled(if: Checkers.areThere, Checkers.advice))
  func batchModel() async throws {
    _ = try await submitted(try await job("aws-batch"))
    try command.folder.write(
      """
      import json, sys
      from botocore.session import Session
      from botocore.validate import ParamValidator
      model = Session().get_service_model("batch")
      for operation, path in [("RegisterJobDefinition", "1"), ("SubmitJob", "2"), ("SubmitJob", "3")]:
          request = json.load(open(f"request-{path}.json"))
          report = ParamValidator().validate(request, model.operation_model(operation).input_shape)
          if report.has_errors():
              sys.exit(f"{path}: {report.generate_report()}")

      """, to: "check.py")
    let result = try await command.shell("'\(Checkers.program("python"))' check.py")
    #expect(result.status == 0, "\(result)")
    let text = String(decoding: command.folder.data("request-2.json"), as: UTF8.self)
    try command.folder.write(text.replacing("jobQueue", with: "queue"), to: "request-2.json")
    let wrong = try await command.shell("'\(Checkers.program("python"))' check.py")
    #expect(wrong.status != 0 && wrong.errors.contains("jobQueue"), "\(wrong)")
  }

  private func line(of request: [String: Any]) throws -> String {
    let overrides = try #require(request["containerOverrides"] as? [String: [String]])
    return try #require(overrides["command"]?.last)
  }

  /// Submits the job to a fake of AWS's program, and returns the requests that it got.
  private func submitted(_ script: String) async throws -> [[String: Any]] {
    _ = try command.folder.script(
      "aws", "n=$(($(ls request-*.json 2>/dev/null | wc -l) + 1))",
      "while [ \"$1\" != --cli-input-json ]; do shift; done",
      "printf %s \"$2\" > request-$n.json", "echo id-$n")
    let result = try await command.shell(
      "PATH=\"$PWD:$PATH\" QUEUE=films FILE_SYSTEM=fs-1 bash \"it's/job\"")
    #expect(result.status == 0 && result.output == "id-3\n", "\(result)")
    return try (1...3).map { number in
      let data = command.folder.data("request-\(number).json")
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
  }

  @Test("What a container does not see is refused", arguments: ["kubernetes", "aws-batch"])
  func outside(_ engine: String) async throws {
    let result = try await command(
      "farm", "it's/a scene.yaml", "-o", "elsewhere/job", "--engine", engine)
    #expect(result.status == 64 && result.errors.contains("lies outside of the job's folder"))
    #expect(!command.folder.files.contains("elsewhere/job"))
  }
}

/// The files that others copy for their continuous integration.
@Suite("Templates", .enabled(if: Checkers.areThere, Checkers.advice))
struct TemplateTests {
  @Test(
    "Templates are what the published schemas take",
    arguments: [
      ("github-actions", ".ci/action/action.yml"), ("github-workflows", ".ci/templates/verify.yml"),
      ("gitlab-ci", ".ci/templates/gitlab-ci.yml"),
    ])
  func schema(_ schema: String, _ path: String) async throws {
    let check = "'\(Checkers.program("check-jsonschema"))' --builtin-schema vendor.\(schema)"
    let command = try Command()
    let result = try await command.shell("\(check) '\(Checkers.root)/\(path)'")
    #expect(result.status == 0, "\(result)")
    try command.folder.write("on: {nothing: {}}\nstages: 1\njobs: 2\nruns: 3\n", to: "wrong.yml")
    #expect(try await command.shell("\(check) wrong.yml").status != 0)
  }

  @Test("Pre-commit takes the hooks")
  func hooks() async throws {
    let check = "'\(Checkers.program("pre-commit"))' validate-manifest"
    let result = try await Command().shell("\(check) '\(Checkers.root)/.pre-commit-hooks.yaml'")
    #expect(result.status == 0, "\(result)")
  }

  @Test("Templates run commands that there are")
  func commands() async throws {
    let command = try Command()
    for path in [".ci/action/run", ".ci/templates/gitlab-ci.yml", ".pre-commit-hooks.yaml"] {
      let text = try String(contentsOfFile: "\(Checkers.root)/\(path)", encoding: .utf8)
      let lines = text.matches(
        of: /(?m)^.*(?:run|entry|-): (rostrum .*)$|^ *(?:- |words=\()(rostrum .*)$/)
      #expect(!lines.isEmpty, "\(path)")
      for line in lines {
        let words = (line.output.1 ?? line.output.2 ?? "").split(separator: " ").map(String.init)
        let help = try await command(words[1], "--help").output
        for word in words where word.hasPrefix("--") {
          #expect(help.contains(word), "\(path): \(words.joined(separator: " "))")
        }
      }
    }
  }
}

/// Programs of PyPI that check published schemas or play Lotties, as `.ci/deps test` installs them.
enum Checkers {
  static let root = repository.path

  static func program(_ name: String) -> String { "\(root)/.build-test/checkers/bin/\(name)" }

  static var areThere: Bool {
    !FileManager.default.fileExists(atPath: "\(root)/.build-test/checkers/missing")
      && FileManager.default.isExecutableFile(atPath: program("kubernetes-validate"))
  }

  /// They do not exist for every machine.
  static var haveLottiePlayers: Bool {
    areThere && FileManager.default.fileExists(atPath: "\(root)/.build-test/checkers/players")
  }

  static let advice: Comment = "make test installs the programs of PyPI into .build-test/checkers"
}
