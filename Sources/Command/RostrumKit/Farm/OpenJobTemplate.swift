import RostrumBase

/// A job in the words of the Open Job Description (`jobtemplate-2023-09` with its extension
/// TASK_CHUNKING), for render farms that speak it. Source: the specification's "Template Schemas"
/// and its RFC 0001 on chunks.
///
/// Double braces begin expressions there, and few control characters are allowed. What a parameter
/// has as its default is taken as it is, so names and arguments with such characters become
/// parameters.
struct OpenJobTemplate {
  /// How many characters a parameter's value may have.
  static let longestValue = 1024
  /// How many arguments become parameters at most: a job has 50 parameters, with those below.
  static let maximumArguments = 40
  /// How many characters a job's name may have.
  private static let longestName = 128

  private let plan: FarmPlan
  /// The values of parameters that hold what a template cannot say itself, by their names.
  private var held: [(name: String, value: String)] = []
  private var renderArguments: [String] = []
  private var video: String?

  /// Throws for what no parameter can hold.
  init(plan: FarmPlan) throws(FarmJob.Problem) {
    self.plan = plan
    guard plan.frames.utf8.count <= Self.longestValue else { throw .tooLong(plan.frames) }
    video = try plan.video.map { name throws(FarmJob.Problem) in
      try argument(name, heldBy: "Video")
    }
    for (index, text) in plan.renderArguments.enumerated() {
      renderArguments.append(try argument(text, heldBy: "Argument\(index + 1)"))
    }
    guard held.count <= Self.maximumArguments else { throw .tooManyArguments }
  }

  /// A text as an argument of a command.
  private mutating func argument(
    _ text: String, heldBy name: String
  ) throws(FarmJob.Problem) -> String {
    guard Escaping.needsJobParameter(text) else { return text }
    guard text.unicodeScalars.count <= Self.longestValue else { throw .tooLong(text) }
    held.append((name, text))
    return "{{Param.\(name)}}"
  }

  /// As YAML. Each string is quoted, so no name can be taken for something else.
  var text: String {
    (head + parameters + ["steps:"] + renderStep + joinStep).joined(separator: "\n")
      + "\n"
  }

  private var head: [String] {
    [
      "# Made by rostrum farm. Try it: openjd run \(plan.shownFile) --step Join --run-dependencies",
      "specificationVersion: jobtemplate-2023-09", "extensions: [TASK_CHUNKING]",
      "name: "
        + Escaping.yaml(Escaping.jobName(plan.name, maximumCount: Self.longestName)),
    ]
  }

  private var parameters: [String] {
    ["parameterDefinitions:"]
      + parameter(
        "Scene", "PATH", ["objectType: FILE", "dataFlow: IN"] + pathDefault(plan.scene),
        "The scene file.")
      + (plan.readsFiles ? folderParameter : [])
      + parameter(
        "OutputFolder", "PATH",
        ["objectType: DIRECTORY", "dataFlow: OUT"]
          + pathDefault(plan.output),
        "Where the frames go, and the video.")
      + parameter(
        "Frames", "STRING", ["default: \(Escaping.yaml(plan.frames))"],
        "Which frames, such as 0-299 or 1,5,20-40:2.")
      + parameter(
        "Rostrum", "STRING", ["default: rostrum"], "The command, where it is not on the path.")
      + held.flatMap {
        parameter(
          $0.name, "STRING", ["default: \(Escaping.yaml($0.value))"],
          "As rostrum farm was given it.")
      }
  }

  /// So that farms that copy inputs to their workers copy what the scene reads as well.
  private var folderParameter: [String] {
    parameter(
      "SceneFolder", "PATH",
      ["objectType: DIRECTORY", "dataFlow: IN"]
        + pathDefault(plan.sceneFolder),
      "The pictures, videos, fonts and scenes that the scene reads.")
  }

  private func parameter(
    _ name: String, _ type: String, _ lines: [String], _ description: String
  ) -> [String] {
    ["  - name: \(name)", "    type: \(type)"] + lines.map { "    " + $0 }
      + ["    description: \(Escaping.yaml(description))"]
  }

  /// Defaults are relative to the template's folder; what cannot be written so has to be given with
  /// the job.
  private func pathDefault(_ path: String) -> [String] {
    plan.defaultPath(path).map { ["default: \(Escaping.yaml($0))"] } ?? []
  }

  private var renderStep: [String] {
    [
      "  - name: Render", "    parameterSpace:", "      taskParameterDefinitions:",
      "        - name: Frame", "          type: CHUNK[INT]",
      "          range: \"{{Param.Frames}}\"", "          chunks:",
      "            defaultTaskCount: \(plan.chunk)",
      "            rangeConstraint: NONCONTIGUOUS",
    ]
      + action(
        ["render", "{{Param.Scene}}", "--output", "{{Param.OutputFolder}}/", "--no-fields"]
          + ["--format", "png", "--frames", "{{Task.Param.Frame}}", "--skip-existing"]
          + ["--progress", "openjd"] + renderArguments)
  }

  /// Without a video the frames are only checked. The sound is mixed here, for the whole film.
  private var joinStep: [String] {
    let videos = video.map { ["--output", "{{Param.OutputFolder}}/\($0)"] } ?? []
    return ["  - name: Join", "    dependencies:", "      - dependsOn: Render"]
      + action(
        ["join", "{{Param.OutputFolder}}", "--frames", "{{Param.Frames}}"]
          + ["--progress", "openjd"] + videos
          + additions)
  }

  private var additions: [String] {
    guard plan.hasAdditions else { return [] }
    return ["--scene", "{{Param.Scene}}"]
      + (renderArguments.isEmpty ? [] : ["--rendered-with"] + renderArguments)
  }

  private func action(_ arguments: [String]) -> [String] {
    [
      "    script:", "      actions:", "        onRun:",
      "          command: \"{{Param.Rostrum}}\"", "          args:",
    ] + arguments.map { "            - \(Escaping.yaml($0))" } + [
      "          cancelation:", "            mode: NOTIFY_THEN_TERMINATE",
      "            notifyPeriodInSeconds: 10",
    ]
  }
}
