import Foundation

/// A job in the words of the Open Job Description (`jobtemplate-2023-09` with its extension TASK_CHUNKING), for render farms that speak it.
/// Source: the specification's "Template Schemas" and its RFC 0001 on chunks.
struct OpenJobTemplate {
  let plan: FarmPlan

  /// As YAML. Each string is quoted, so no name can be taken for something else.
  var text: String {
    (head + parameters + ["steps:"] + renderStep + joinStep).joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    [
      "# Made by rostrum farm. Try it: openjd run \(plan.fileName) --step Join --run-dependencies",
      "specificationVersion: jobtemplate-2023-09", "extensions: [TASK_CHUNKING]",
      "name: \(quoted(plan.name))",
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
        "Frames", "STRING", ["default: \(quoted(plan.frames))"],
        "Which frames, such as 0-299 or 1,5,20-40:2.")
      + parameter(
        "Rostrum", "STRING", ["default: rostrum"], "The command, where it is not on the path.")
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
      + ["    description: \(quoted(description))"]
  }

  /// Defaults are relative to the template's folder; what cannot be written so has to be given with the job.
  private func pathDefault(_ path: String) -> [String] {
    plan.relativePath(path).map { ["default: \(quoted($0))"] } ?? []
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
        ["render", "{{Param.Scene}}", "--output", "{{Param.OutputFolder}}/"]
          + ["--format", "png", "--frames", "{{Task.Param.Frame}}", "--skip-existing"]
          + ["--progress", "openjd"] + plan.renderArguments)
  }

  /// Without a video the frames are only checked.
  private var joinStep: [String] {
    let videos = plan.video.map { ["--output", "{{Param.OutputFolder}}/\($0)"] } ?? []
    return ["  - name: Join", "    dependencies:", "      - dependsOn: Render"]
      + action(
        ["join", "{{Param.OutputFolder}}", "--frames", "{{Param.Frames}}"]
          + ["--progress", "openjd"] + videos)
  }

  private func action(_ arguments: [String]) -> [String] {
    [
      "    script:", "      actions:", "        onRun:",
      "          command: \"{{Param.Rostrum}}\"", "          args:",
    ] + arguments.map { "            - \(quoted($0))" } + [
      "          cancelation:", "            mode: NOTIFY_THEN_TERMINATE",
      "            notifyPeriodInSeconds: 10",
    ]
  }

  private func quoted(_ text: String) -> String { jsonString(text) }
}
