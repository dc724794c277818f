import RostrumBase

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
    scene=\(Escaping.shellWord(plan.scene))
    output=\(Escaping.shellWord(plan.output))

    if [ -z "${SLURM_JOB_ID:-}" ]; then
      export ROSTRUM=$rostrum
      array=$(sbatch --parsable "$0")
      sbatch --dependency="afterok:$array" --kill-on-invalid-dep=yes --array=1 "$0" join
    elif [ "${1:-}" = join ]; then
      exec "$rostrum" join "$output"\(join)
    else
      exec "$rostrum" render "$scene" --output "$output/" --no-fields --format png --frames \(Escaping.shellWord(plan.frames)) \\
        --shard "$SLURM_ARRAY_TASK_ID/\(plan.taskCount)" --skip-existing --progress plain\(renderArguments)
    fi

    """
  }

  private var join: String {
    " --frames " + Escaping.shellWord(plan.frames)
      + (plan.video.map { " --output \"$output\"/" + Escaping.shellWord($0) } ?? "")
      + plan.additions(of: "\"$scene\"")
  }

  private var renderArguments: String {
    plan.renderArguments.map { " " + Escaping.shellWord($0) }.joined()
  }
}

extension FarmPlan {
  /// The arguments of a join, as words of a shell, that take what the film holds beside its
  /// pictures from the scene. They come last.
  func additions(of scene: String) -> String {
    guard hasAdditions else { return "" }
    let start = " --scene \(scene)"
    guard !renderArguments.isEmpty else { return start }
    return start + " --rendered-with "
      + renderArguments.map(Escaping.shellWord).joined(separator: " ")
  }
}
