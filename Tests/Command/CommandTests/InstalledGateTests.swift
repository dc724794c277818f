import Foundation
import TestSupport
import Testing

/// `rostrum verify` as teams install it: hooks, templates, the action. What a platform does to a
/// checkout is simulated here, by chmod, chown, mounts and Git.
@Suite("The gate where teams install it")
struct InstalledGateTests {
  private var command: Command
  private static let root = repository.path
  private static let git = "git -c user.name=Ada -c user.email=ada@example.org"

  init() async throws {
    command = try Command()
    command.environment = [
      "PRE_COMMIT_HOME": command.folder.path("cache"), "HOME": command.folder.path,
      "GIT_CONFIG_NOSYSTEM": "1",
    ]
    let files = [
      "rostrum.yaml": """
      baselines: Baselines
      paths: [Data]
      fonts: [Fonts]
      scenes: [{files: [Shots/*.yaml, Shots/*.json, "-h/*.yaml", "My Shots/*.yaml"], at: 0}]
      """,
      "Data/table.csv": "x\n4\n9\n",
      "Shots/mark.svg":
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='red'/></svg>",
      "Shots/words.srt": "1\n00:00:00,000 --> 00:00:01,000\nGood night\n",
      "Shots/all.yaml": """
      size: [60, 40]
      background: white
      parameters: {rows: {type: table, default: ../Data/table.csv}}
      captions: {file: words.srt, as: [layer]}
      layers:
        - {name: mark, contents: mark.svg, frame: [0, 0, 9, 9]}
        - {class: text, string: a, font: Rostrum Test, fontSize: 10, frame: [20, 0, 20, 20]}
        - {forEach: row, in: "${rows}", do: {backgroundColor: teal, frame: ["${row.x}", 20, 2, 9]}}
      """,
      "Shots/lottie.json": """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":20,"h":20,"assets":[],"layers":[{"ty":1,"nm":"a","ind":1,"ip":0,\
      "op":10,"st":0,"sw":20,"sh":20,"sc":"#ff0000","ks":{"o":{"k":100},"p":{"k":[10,10,0]},"a":{"k":[10,10,0]},\
      "s":{"k":[100,100,100]},"r":{"k":0}}}]}
      """,
      "-h/scene.yaml": "size: [9, 9]\nlayers: [{backgroundColor: red, frame: [0, 0, 5, 5]}]\n",
      "My Shots/a b'c é.yaml":
        "size: [9, 9]\nlayers: [{backgroundColor: red, frame: [0, 0, 5, 5]}]\n",
      ".gitignore": "Report\n",
    ]
    for (name, text) in files { try command.folder.write(text, to: "repo/\(name)") }
    let made = try await command.shell(
      """
      set -e; cd repo; mkdir Fonts; cp '\(Self.root)/Tests/Fixtures/Fonts/test.ttf' Fonts
      "$ROSTRUM" verify --update missing || [ $? = 3 ]; "$ROSTRUM" verify
      git init -qb main .; git add -A; \(Self.git) commit -qm project
      """)
    try #require(made.status == 0, "\(made)")
  }

  private func shell(_ text: String) async throws -> Command.Result {
    try await command.shell("PATH=\"$(dirname \"$ROSTRUM\"):$PATH\"; cd repo; exec 2>&1; " + text)
  }

  // MARK: pre-commit

  @Test(
    "The hooks see whatever a listed scene or its baselines depend on",
    .enabled(if: Checkers.areThere, Checkers.advice))
  func hooks() async throws {
    let prepared = try await command.shell(
      """
      set -e; mkdir hooks; cp '\(Self.root)/.pre-commit-hooks.yaml' hooks; cd hooks; git init -q; git add -A
      \(Self.git) commit -qm hooks; rev=$(git rev-parse HEAD); cd ../repo
      printf 'repos: [{repo: "file://%s", rev: %s, hooks: [{id: rostrum-check}, {id: rostrum-verify}]}]' \
        "$PWD/../hooks" "$rev" > .pre-commit-config.yaml
      git add -A; \(Self.git) commit -qm hooks
      """)
    try #require(prepared.status == 0, "\(prepared)")
    for (change, isRed) in [
      ("echo a > README", false), ("rm Data/table.csv", true),
      ("sed -i s/9/7/ Data/table.csv", true),
      ("rm Fonts/test.ttf", true), ("sed -i s/red/blue/ Shots/mark.svg", true),
      ("sed -i s/night/day/ Shots/words.srt", true),
      ("sed -i s/ff0000/00ff00/ Shots/lottie.json", true),
      ("rm Baselines/Shots/all/0s.png", true), ("git mv Shots/all.yaml Shots/new.yaml", true),
      ("git rm -q Shots/lottie.json", true), ("sed -i s/red/blue/ ./-h/scene.yaml", true),
      ("sed -i s/layers/leyers/ ./-h/scene.yaml", true), ("rm -r Baselines", true),
      ("sed -i s/red/blue/ \"My Shots/a b'c é.yaml\"", true),
      ("sed -i s/layers/leyers/ \"My Shots/a b'c é.yaml\"", true),
      ("git mv Data/table.csv Data/rows.csv", true), ("git mv 'My Shots' Mine", true),
      ("sed -i '1i<<<<<<< HEAD' rostrum.yaml", true),
    ] {
      let result = try await shell(
        "\(change); git add -A; '\(Checkers.program("pre-commit"))' run; s=$?; git reset -q --hard; exit $s"
      )
      #expect((result.status == 1) == isRed, "\(change): \(result)")
      #expect(!result.output.contains("USAGE"), "\(change): \(result)")
    }
  }

  // MARK: Checkouts

  /// The lines of GitLab's template that run rostrum, with the variables of its runners.
  private static let gitlab = """
    export CI=true GITLAB_CI=true CI_PROJECT_DIR="$PWD" CI_NODE_INDEX=1 CI_NODE_TOTAL=1 ROSTRUM_ARGUMENTS=
    sed -n 's/^    - \\(export ROSTRUM_T.*\\|set -f.*\\|rostrum verify.*\\)$/\\1/p' \
      '\(root)/.ci/templates/gitlab-ci.yml' > ../lines; grep -q trust ../lines -i && . ../lines
    """
  private static let github = """
    GITHUB_ACTIONS=true CI=true GITHUB_WORKSPACE="$PWD" COMMAND=verify REPORT=Report '\(root)/.ci/action/run'
    """

  @Test(
    "The templates' commands work in checkouts as platforms make them (simulated)",
    .enabled(if: geteuid() == 0, "this needs root"),
    arguments: [
      ("chmod -R a+rwX .", gitlab), ("chmod -R a+rwX .; umask 0", github),
      ("chown -R 1001:1001 .", github), ("chown -R 1001:1001 .", gitlab),
      ("git clone -q -c core.autocrlf=true \"file://$PWD\" ../crlf; cd ../crlf", github),
      ("git worktree add -q ../tree HEAD; cd ../tree", github),
      ("git clone -q --depth 1 \"file://$PWD\" ../shallow; cd ../shallow", github),
      (
        "git init -q ../whole; cd ../whole; git -c protocol.file.allow=always submodule --quiet add \"$OLDPWD\" part; cd part",
        github
      ),
      (
        "",
        "unshare -m sh -c 'mount --bind . . && mount -o remount,ro,bind . && cd \"$PWD\" && ! touch x && rostrum verify'"
      ),
      ("mkdir ../elsewhere; cd ../elsewhere; ln -s ../repo link; cd link", github),
    ])
  func checkouts(_ preparation: String, _ run: String) async throws {
    let prepared = "set -e; \(preparation.isEmpty ? ":" : preparation); set +e; "
    let green = try await shell(prepared + run)
    #expect(green.status == 0 && green.output.contains("same"), "\(green)")
    #expect(!green.output.contains("not obeyed"), "\(green)")
  }

  @Test("A baseline or a picture that Git LFS has not fetched is red")
  func largeFiles() async throws {
    for file in ["Baselines/Shots/all/0s.png", "Shots/mark.svg", "Fonts/test.ttf"] {
      let pointer = "version https://git-lfs.github.com/spec/v1\\noid sha256:00\\nsize 9\\n"
      let result = try await shell(
        "printf '\(pointer)' > \(file); \(Self.github); s=$?; git checkout -q .; exit $s")
      #expect(result.status != 0, "\(file): \(result)")
      #expect(result.output.contains("is a pointer of Git LFS"), "\(file): \(result)")
    }
  }

  // MARK: The action

  @Test("The action takes a folder called -h, and publishes nothing through a link")
  func action() async throws {
    let named = try await shell("SCENES=-h BASELINES=Baselines " + Self.github)
    #expect(named.status == 0 && named.output.contains("1 same"), "\(named)")
    for link in ["ln -s .. Report", "mkdir -p a; ln -s ../.. a/b"] {
      let report = link.hasSuffix("b") ? "a/b/Report" : "Report"
      let result = try await shell(
        "rm -rf Report; \(link); " + Self.github.replacing("=Report", with: "=" + report))
      #expect(result.status == 73, "\(link): \(result)")
    }
  }

  @Test(
    "The comment replaces none but ours, and speaks to nobody",
    .enabled(if: InstalledTool.path("node") != nil, "there is no node"))
  func comment() async throws {
    try command.folder.write(
      """
      const { comment, body } = require(process.argv[2] + "/.ci/action/comment.js");
      const assert = require("assert"), fs = require("fs");
      const mark = "<!-- rostrum: it_s_ -->\\n", bot = { login: "github-actions[bot]" };
      const sent = async (comments, file) => {
        const done = [];
        const rest = { issues: {
          updateComment: async (one) => done.push(["update", one.comment_id, one.body]),
          createComment: async (one) => done.push(["create", one.issue_number, one.body]) } };
        const github = { rest, paginate: async () => comments };
        const context = { serverUrl: "https://x", repo: { owner: "o", repo: "r" }, runId: 1, issue: { number: 5 } };
        await comment({ github, context, process: { env: { SUMMARY: file, ARTIFACT: "it's`", GITHUB_WORKSPACE: "." } } });
        return done.map(([word, number]) => word + number).join();
      };
      (async () => {
        fs.writeFileSync("summary.md", "hello @ada\\n");
        for (const [comments, expected] of [
          [[], "create5"], [[{ id: 7, body: mark + "old", user: bot }], "update7"],
          [[{ id: 7, body: mark.replace("\\n", "\\r\\n") + "old", user: bot }], "update7"],
          [[{ id: 7, body: mark + "old", user: { login: "eve" } }], "create5"], [[{ id: 7, body: mark, user: null }], "create5"],
          [[{ id: 7, body: "<!-- rostrum: it_s_ --> x", user: bot }, { id: 8, body: null, user: bot }], "create5"],
        ]) assert.strictEqual(await sent(comments, "summary.md"), expected);
        fs.symlinkSync("/etc/hostname", "link"); fs.mkdirSync("folder");
        for (const file of ["link", "folder", "none", "/etc/hostname"]) assert.strictEqual(await sent([], file), "", file);
        assert(body("hello @ada <@eve> a@b.c", "a", "r").match(/@\\w/g) === null);
        assert(!body("x", "--> @ada", "r").slice(0, -1).includes("@") && body("x", "-->", "r").startsWith("<!-- rostrum: __ -->"));
        for (const long of ["x".repeat(99999), "<details>\\n" + "row\\n".repeat(30000), "\\u{1F600}".repeat(40000)]) {
          const text = body(long, "a", "r");
          assert(text.length < 65536 && text.includes("Pictures: artifact") && text.isWellFormed());
          assert.strictEqual(text.split("<details>").length, text.split("</details>").length);
        }
      })().catch((error) => { console.error(error); process.exit(1); });
      """, to: "try.js")
    let result = try await command.shell("node try.js '\(Self.root)' 2>&1")
    #expect(result.status == 0, "\(result)")
  }

  @Test(
    "A commit of a release needs no address of a tarball, and takes no other",
    arguments: [true, false])
  func release(_ isRight: Bool) async throws {
    let result = try await command.shell(
      """
      exec 2>&1; mkdir -p ci bundle/bin path; cp '\(Self.root)/.ci/setup' ci
      printf '#!/bin/sh\\necho it starts' > bundle/bin/rostrum; printf '#!/bin/sh\\n' > path/apt-get
      chmod +x bundle/bin/rostrum path/apt-get; tar -cJf it.tar.xz bundle
      export PREFIX="$PWD/installed" PATH="$PWD/path:$PATH" TARBALL=
      bash ci/setup; [ $? = 64 ] || exit 9
      echo "$PWD/it.tar.xz $(sha256sum it.tar.xz\(isRight ? "" : " | tr 0-9 1-90") | cut -d ' ' -f 1)" > ci/release-$(uname -m)
      bash ci/setup
      """)
    #expect((result.status == 0) == isRight && result.status != 9, "\(result)")
    #expect(result.output.contains("it starts") == isRight, "\(result)")
  }

  // MARK: Five minutes

  @Test("The commands of the page guard a fresh repository")
  func page() async throws {
    let file = Self.root + "/Sources/Command/RostrumKit/RostrumKit.docc/FiveMinuteGuard.md"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let blocks = text.matches(of: #/(?s)```(yaml)?\n(.*?)```/#)
    try command.folder.write("# Films\n", to: "fresh/README.md")
    func run(_ text: String) async throws -> Command.Result {
      try await command.shell(
        "PATH=\"$(dirname \"$ROSTRUM\"):$PATH\"; cd fresh; exec 2>&1; \(text)")
    }
    _ = try await run(
      "git init -qb main; git config user.name A; git config user.email a@example.org")
    var statuses: [Int32] = []
    for block in blocks {
      if block.output.1 == "yaml" {
        try command.folder.write(String(block.output.2), to: "fresh/.github/workflows/pictures.yml")
        continue
      }
      for line in block.output.2.split(separator: "\n") where !line.contains("push") {
        let result = try await run(String(line))
        statuses.append(result.status)
        #expect([0, 3].contains(result.status), "\(line): \(result)")
      }
    }
    #expect(statuses.filter { $0 == 3 }.count == 1 && statuses.count >= 5)
    #expect(try await run("git status --porcelain; git ls-files").output.contains("pictures.yml"))
    let green = try await run(Self.github)
    #expect(green.status == 0, "\(green)")
    let red = try await run("sed -i 's/220, 120/230, 120/' regression.yaml; " + Self.github)
    #expect(red.status == 1 && red.output.contains("card: bounds.size.width 220 -> 230"), "\(red)")
    guard Checkers.areThere else { return }
    let check = "'\(Checkers.program("check-jsonschema"))' --builtin-schema vendor.github-workflows"
    let valid = try await run("\(check) .github/workflows/pictures.yml")
    #expect(valid.status == 0, "\(valid)")
  }
}
