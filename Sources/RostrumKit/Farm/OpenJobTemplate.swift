import Base
import Foundation

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
    guard Self.needsParameter(text) else { return text }
    guard text.unicodeScalars.count <= Self.longestValue else { throw .tooLong(text) }
    held.append((name, text))
    return "{{Param.\(name)}}"
  }

  private static func needsParameter(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    let areDoubled = zip(scalars, scalars.dropFirst()).contains {
      $0 == $1 && ($0 == "{" || $0 == "}")
    }
    return areDoubled || scalars.contains { $0.properties.generalCategory == .control }
  }

  /// As YAML. Each string is quoted, so no name can be taken for something else.
  var text: String {
    (head + parameters + ["steps:"] + renderStep + joinStep).joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    [
      "# Made by rostrum farm. Try it: openjd run \(plan.shownFile) --step Join --run-dependencies",
      "specificationVersion: jobtemplate-2023-09", "extensions: [TASK_CHUNKING]",
      "name: \(quoted(label))",
    ]
  }

  /// The job's name for people, on one line, with single braces.
  private var label: String {
    var scalars = String.UnicodeScalarView()
    for scalar in plan.name.unicodeScalars.prefix(Self.longestName) {
      let isDoubled = scalar == scalars.last && (scalar == "{" || scalar == "}")
      let isControl = scalar.properties.generalCategory == .control
      if !isDoubled { scalars.append(isControl ? " " : scalar) }
    }
    return String(scalars)
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
      + held.flatMap {
        parameter(
          $0.name, "STRING", ["default: \(quoted($0.value))"], "As rostrum farm was given it.")
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
      + ["    description: \(quoted(description))"]
  }

  /// Defaults are relative to the template's folder; what cannot be written so has to be given with
  /// the job.
  private func pathDefault(_ path: String) -> [String] {
    plan.defaultPath(path).map { ["default: \(quoted($0))"] } ?? []
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

  /// Without a video the frames are only checked.
  private var joinStep: [String] {
    let videos = video.map { ["--output", "{{Param.OutputFolder}}/\($0)"] } ?? []
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

  /// JSON's strings are YAML's, but for a few characters that YAML takes for line breaks, or for
  /// none.
  private func quoted(_ text: String) -> String {
    jsonString(text).unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x7F...0x9F, 0x2028...0x2029, 0xFEFF, 0xFFFE...0xFFFF:
        "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: String(scalar)
      }
    }.joined()
  }
}

/// A job array for Slurm, as a shell script: a task for each chunk of frames, then one that joins
/// them.
struct SlurmScript {
  let plan: FarmPlan

  private var taskCount: Int { max(1, (plan.frameCount + plan.chunk - 1) / plan.chunk) }

  /// Paths are absolute: the nodes share a file system.
  var text: String {
    """
    #!/bin/bash
    # Made by rostrum farm. `bash \(plan.shownFile)` hands in the array and the joining of its frames; `sbatch \(plan.shownFile)` only the array.
    #SBATCH --job-name=\(shellWord("rostrum-" + plan.name))
    #SBATCH --array=1-\(taskCount)
    #SBATCH --requeue
    set -eu

    rostrum=${ROSTRUM:-rostrum}
    scene=\(shellQuoted(plan.scene))
    output=\(shellQuoted(plan.output))

    if [ -z "${SLURM_JOB_ID:-}" ]; then
      export ROSTRUM=$rostrum
      array=$(sbatch --parsable "$0")
      sbatch --dependency="afterok:$array" --kill-on-invalid-dep=yes --array=1 "$0" join
    elif [ "${1:-}" = join ]; then
      exec "$rostrum" join "$output"\(join)
    else
      exec "$rostrum" render "$scene" --output "$output/" --no-fields --format png --frames \(shellQuoted(plan.frames)) \\
        --shard "$SLURM_ARRAY_TASK_ID/\(taskCount)" --skip-existing --progress plain\(renderArguments)
    fi

    """
  }

  private var join: String {
    " --frames " + shellQuoted(plan.frames)
      + (plan.video.map { " --output \"$output\"/" + shellQuoted($0) } ?? "")
  }

  private var renderArguments: String {
    plan.renderArguments.map { " " + shellQuoted($0) }.joined()
  }

  /// The text with a hyphen for every character that a job's name may not have.
  private func shellWord(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
  }
}

/// The text as one word of a shell.
func shellQuoted(_ text: String) -> String {
  let plain = text.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "-_./,:=+@%".contains($0))
  }
  if plain, !text.isEmpty { return text }
  // A quote is one to a shell whatever marks follow it, which belong to the same character here.
  return "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}
