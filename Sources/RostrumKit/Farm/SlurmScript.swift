import Base

/// A job array for Slurm, as a shell script: a task for each chunk of frames, then one that joins
/// them.
struct SlurmScript {
  let plan: FarmPlan

  /// Paths are absolute: the nodes share a file system.
  var text: String {
    """
    #!/bin/bash
    # Made by rostrum farm. `bash \(plan.shownFile)` hands in the array and the joining of its frames; `sbatch \(plan.shownFile)` only the array.
    #SBATCH --job-name=\(plan.label(allowing: "-_."))
    #SBATCH --array=1-\(plan.taskCount)
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
        --shard "$SLURM_ARRAY_TASK_ID/\(plan.taskCount)" --skip-existing --progress plain\(renderArguments)
    fi

    """
  }

  private var join: String {
    " --frames " + shellQuoted(plan.frames)
      + (plan.video.map { " --output \"$output\"/" + shellQuoted($0) } ?? "")
      + plan.additions(of: "\"$scene\"")
  }

  private var renderArguments: String {
    plan.renderArguments.map { " " + shellQuoted($0) }.joined()
  }
}

extension FarmPlan {
  /// The arguments of a join, as words of a shell, that take what the film holds beside its
  /// pictures from the scene. They come last.
  func additions(of scene: String) -> String {
    guard hasAdditions else { return "" }
    let start = " --scene \(scene)"
    guard !renderArguments.isEmpty else { return start }
    return start + " --rendered-with " + renderArguments.map(shellQuoted).joined(separator: " ")
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

/// A text as a string of YAML. JSON's strings are YAML's, but for a few characters that YAML takes
/// for line breaks, or for none.
func yamlQuoted(_ text: String) -> String {
  jsonString(text).unicodeScalars.map { scalar in
    switch scalar.value {
    case 0x7F...0x9F, 0x2028...0x2029, 0xFEFF, 0xFFFE...0xFFFF:
      "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
    default: String(scalar)
    }
  }.joined()
}
