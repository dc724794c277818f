import Foundation
import TestSupport
import Testing

/// Scenes whose names a command line takes for something else, from every door but those of
/// `Tests/Python`.
@Suite("Scenes that are called like options")
struct OptionLikeNameTests {
  private static let names = ["-h", "--", "-h.yaml", "--output=x.yaml", "@file.yaml"]

  private static let root = repository.path

  /// What runs the scene "$N", and how that ends where the scene is right. Then it has run.
  private static let doors: [(line: String, status: Int32)] = [
    ("rostrum render --at 0 -o o.png -- \"$N\" && [ -s o.png ]", 0),
    ("rostrum render -q \"--output=$N.mp4\" -- \"$N\" && [ -s \"./$N.mp4\" ]", 0),
    (
      "rostrum render -q \"--output=$N.frames/\" -- \"$N\" && rostrum diff -- \"$N.frames\" \"$N.frames\"",
      0
    ),
    ("rostrum bake -o o.yaml -- \"$N\" && rostrum check o.yaml", 0),
    ("rostrum verify --update missing -- \"$N\"", 3),
    ("rostrum verify -- \"$N\" && rostrum verify", 0),
    // The hook for pre-commit.
    ("$(sed -n 's/^  entry: \\(.* --\\)$/\\1/p' \(root)/.pre-commit-hooks.yaml) \"$N\"", 0),
    // The action of GitHub, and the line of GitLab's template.
    ("COMMAND=check SCENES=$N REPORT=Report \(root)/.ci/action/run", 0),
    ("COMMAND=verify SCENES=$N REPORT=Report \(root)/.ci/action/run", 0),
    ("mkdir p; mv Report \"p/$N\"; COMMAND=report PARTS=p REPORT=Report \(root)/.ci/action/run", 0),
    (
      """
      export CI_PROJECT_DIR="$PWD" CI_NODE_INDEX=1 CI_NODE_TOTAL=1 ROSTRUM_ARGUMENTS=
      eval "$(sed -n 's/^    - \\(rostrum verify.*\\)$/\\1/p' \(root)/.ci/templates/gitlab-ci.yml)"
      """, 0
    ),
    // A farm's job.
    (
      """
      rostrum farm "./$N" --engine slurm -o job.sh && export SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=1
      bash job.sh && bash job.sh join
      """, 0
    ),
    // Blocks that name it, and the module for Python.
    (
      """
      printf 'type: sheet\\nscene: "%s"\\ncount: 1\\n' "$N" > figure.yaml && rostrum figure figure.yaml -o o.svg
      """, 0
    ),
    (
      """
      command -v pandoc >/dev/null || exit 0
      printf '``` {.rostrum alt=x}\\ntype: sheet\\nscene: "%s"\\ncount: 1\\n```\\n' "$N" > a.md
      pandoc a.md --lua-filter \(root)/Scenes/Papers/rostrum.lua -o o.html
      """, 0
    ),
    (
      """
      PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=\(root)/Sources/Python python3 -c '
      import os, rostrum
      name = os.environ["N"]
      rostrum.film(name, name + ".webm"); rostrum.render(name, at=[0, 0.1]); rostrum.verify(name, baselines=name + ".b", update="all")
      assert os.path.getsize(name + ".webm") and not rostrum.check(name)'
      """, 0
    ),
  ]

  @Test("A scene that is called like an option is a scene, whoever names it", arguments: names)
  func doors(_ name: String) async throws {
    var command = try Command()
    try command.folder.write(
      "size: [8, 8]\nduration: 0.2\nfps: 10\nlayers: [{name: a, backgroundColor: red, frame: [0, 0, 8, 8]}]\n",
      to: "work/\(name)")
    try command.folder.write(
      "scenes: [{files: [\"./\(name)\"], at: 0}]\nbaselines: Baselines\n", to: "work/rostrum.yaml")
    command.environment["N"] = name
    let prepared =
      "PATH=\"$(dirname \"$ROSTRUM\"):$PATH\" GITHUB_WORKSPACE=\"$PWD\"; export PATH GITHUB_WORKSPACE"
    for (line, status) in Self.doors {
      let result = try await command.shell("\(prepared); cd work; exec 2>&1; \(line)")
      #expect(result.status == status, "\(line): \(result)")
      #expect(!result.output.contains("USAGE"), "\(line): \(result)")
    }
    // What follows -- is named all the same: its folder's project counts.
    try command.folder.write("commands: {render: {scale: 2}}\n", to: "work/rostrum.yaml")
    let result = try await command.shell(
      "$ROSTRUM render --at 0 -o o.png -q -- \"work/$N\" && od -An -tu1 -j19 -N1 o.png")
    #expect(result.output.filter(\.isNumber) == "16", "\(result)")
  }
}
