import Foundation
import TestSupport
import Testing

@Suite("A report of somebody else")
struct ForeignReportTests {
  /// A project with a scene that differs from its baseline, and a report with pictures beside.
  private func project() async throws -> ForeignProject {
    ForeignProject(command: try await Command(copying: Self.reported.value.command))
  }

  private static let reported = Task {
    let project = try ForeignProject()
    let made = try await project.shell(
      """
      mkdir config; echo '{"auths": "\(ForeignProject.secret)"}' > config/app.json
      cp config/app.json ../home/app.json
      "$ROSTRUM" verify s.yaml --baselines B --at 0 --update missing
      sed -i s/white/red/ s.yaml
      "$ROSTRUM" verify --baselines B --report ../R --pictures; cp -r ../R R
      """)
    try #require(made.status == 0, "\(made)")
    return project
  }

  /// The files of the project and of the user, without the report.
  private func files(_ project: ForeignProject) -> [String: Data] {
    let folder = project.command.folder
    let names = folder.files.filter { !$0.contains("/R/") && !$0.hasPrefix("R/") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.data($0)) })
  }

  @Test(
    "A report of somebody else replaces baselines of the folder that is named, and nothing else",
    arguments: [
      #""expected": "../home/app.png""#, #""expected": "config/app.png""#,
      #""expected": "/etc/app.png""#, #""expected": "B/../config/app.png""#,
      #""expected": "B/s/../../../home/0s.png""#, #""expected": "B/../\u0301/0s.png""#,
      #""expected": "B/s/app.png""#, #""expected": "B/s/0s.json""#, #""expected": "B/s/0s""#,
      #""expected": "B/0s.png""#, #""expected": "0s.png""#, #""expected": "B/s/0s.png\u0000.png""#,
      #""expected": "config/0s.png""#, #""expected": "B/link/0s.png""#,
      #""expected": "B/s/0s.png/""#, #""expected": """#,
    ])
  func expected(_ text: String) async throws {
    let project = try await project()
    _ = try await project.shell(
      """
      ln -s ../../home B/link
      sed -i 's#"expected": "B/s/0s.png"#\(text.replacing("\\", with: "\\\\"))#' R/report.json
      """)
    let before = files(project)
    for more in ["", "--baselines B"] {
      let result = try await project.shell("\"$ROSTRUM\" approve R \(more)")
      #expect([64, 66].contains(result.status), "\(result)")
      #expect(!result.errors.contains(ForeignProject.secret))
      #expect(files(project) == before)
    }
  }

  @Test(
    "A report of somebody else names pictures and records in its own folder alone",
    arguments: [
      "../home/s.png", "actual/../../../home/s.png", "/etc/passwd", "link/s.png", "actual/l.png",
      "report.json", "actual/s/0s.txt", #"..\/\u0301.png"#, "", "actual",
    ])
  func pictures(_ path: String) async throws {
    let project = try await project()
    _ = try await project.shell(
      """
      ln -s ../../home R/link; ln -s ../../../home/s.png R/actual/l.png
      cp R/actual/s/0s.png ../home/s.png; cp R/actual/s/0s.png R/actual/s/0s.txt
      sed -i 's#"actual/s/0s.png"#"\(path.replacing("\\", with: "\\\\"))"#' R/report.json
      """)
    let before = files(project)
    for line in ["approve R --baselines B", "report R --report M"] {
      let result = try await project.shell("\"$ROSTRUM\" \(line)")
      #expect(result.status == 66, "\(line): \(result)")
      #expect(files(project).filter { !$0.key.contains("/M/") } == before)
    }
  }

  @Test(
    "A report of somebody else counts where its folder of baselines is named, by the command line or the project, or is here",
    arguments: [
      ("approve R", 0, ""), ("approve R --baselines B", 0, ""),
      ("approve ../R --baselines B", 0, ""),
      ("approve ../R", 64, "name their folder with --baselines"),
      ("approve ../R --baselines config", 66, "which is no baseline in 'config'"),
    ] as [(String, Int32, String)])
  func naming(_ line: String, _ status: Int32, _ message: String) async throws {
    let project = try await project()
    let result = try await project.shell("\"$ROSTRUM\" \(line)")
    #expect(result.status == status && result.errors.contains(message) || status == 0, "\(result)")
    let again = try await project.shell("\"$ROSTRUM\" verify --baselines B")
    #expect(again.status == (status == 0 ? 0 : 1), "\(again)")
  }

  @Test(
    "A report of somebody else has no say about the project: the one of the current folder counts")
  func otherFolder() async throws {
    let project: ForeignProject = try await self.project()
    _ = try await project.shell("echo 'baselines: B' > ../R/rostrum.yaml; cp -r B ../R/B")
    let own = try await project.shell("\"$ROSTRUM\" approve ../R")
    #expect(own.status == 64, "\(own)")
    let named = try await project.shell(
      "echo 'baselines: B' > rostrum.yaml; \"$ROSTRUM\" approve ../R")
    #expect(named.status == 0, "\(named)")
  }
}

@Suite(
  "A repository of somebody else", .enabled(if: InstalledTool.path("git") != nil, "there is no git")
)
struct ForeignRepositoryTests {
  @Test(
    "A repository of somebody else starts none of the programs that its settings name",
    arguments: [
      "config core.fsmonitor \"$PWD/evil\"", "config core.pager \"$PWD/evil\"",
      "config pager.blame true", "config core.hooksPath \"$PWD\"",
      "config diff.external \"$PWD/evil\"",
      "config diff.x.textconv \"$PWD/evil\"; echo '*.yaml diff=x' > .gitattributes",
      "config diff.x.command \"$PWD/evil\"; echo '*.yaml diff=x' > .gitattributes",
      "config filter.x.clean \"$PWD/evil\"; echo '*.yaml filter=x' > .gitattributes",
      "config filter.x.process \"$PWD/evil\"; echo '*.yaml filter=x' > .gitattributes",
      "config filter.x.smudge \"$PWD/evil\"; echo '*.yaml filter=x' > .git/info/attributes",
      "config gpg.program \"$PWD/evil\"; git config log.showSignature true",
      "config core.sshCommand \"$PWD/evil\"", "config credential.helper \"$PWD/evil\"",
      "config alias.blame '!./evil'", "config alias.cat-file '!./evil'",
      "config include.path ../other; printf '[core]\\nfsmonitor = %s/evil\\n' \"$PWD\" > other",
      """
      config extensions.partialClone o; git config remote.o.promisor true
      git config remote.o.url "ext::$PWD/evil"; git config protocol.ext.allow always
      find .git/objects -type f -delete
      """,
    ])
  func programs(_ setting: String) async throws {
    let command = try Command(["s.yaml": Scenes.moving])
    let made = try await command.shell(
      """
      printf '#!/bin/sh\\ntouch "%s/started"\\ncat "$@"\\n' "$PWD" > evil; chmod +x evil
      for name in post-index-change post-checkout pre-auto-gc; do cp evil $name; done
      git init -q . && git config user.email a@b && git config user.name Ada
      "$ROSTRUM" verify s.yaml --baselines B --at 0 --update missing > /dev/null
      git add s.yaml && git commit -qm First
      sed -i s/white/red/ s.yaml && git commit -qam Second
      git \(setting)
      rm -f started
      "$ROSTRUM" verify s.yaml --baselines B
      """)
    #expect(made.status == 1, "\(made)")
    #expect(!command.folder.names.contains("started"), "\(made)")
    let isGone = setting.contains("-delete")
    #expect(made.output.contains("was last changed by ") != isGone, "\(made)")
  }

  @Test("A repository among the files of another counts for nothing")
  func bareRepository() async throws {
    let command = try Command(["bare/s.yaml": Scenes.moving])
    let made = try await command.shell(
      """
      printf '#!/bin/sh\\ntouch "%s/started"\\n' "$PWD" > evil; chmod +x evil
      git init -q . && git config user.email a@b && git config user.name Ada
      git add . && git commit -qm First && git clone -q --bare . b && cp -r b/. bare && rm -r b
      git -C bare config core.fsmonitor "$PWD/evil"; git -C bare config core.worktree "$PWD/bare"
      cd bare; "$ROSTRUM" verify s.yaml --baselines ../B --at 0 --update missing > /dev/null
      sed -i s/white/red/ s.yaml; rm -f ../started
      "$ROSTRUM" verify s.yaml --baselines ../B
      """)
    #expect(made.status == 1, "\(made)")
    #expect(!command.folder.names.contains("started"), "\(made)")
  }

  @Test(
    "A repository tells who changed a line, also of a file with changes and with odd names",
    arguments: ["s.yaml", "-s.yaml", "é ü.yaml", ":(top)s.yaml", "a*.yaml", "HEAD.yaml"])
  func history(_ name: String) async throws {
    let command = try Command([name: Scenes.moving])
    let made = try await command.shell(
      """
      git init -q . && git config user.email a@b && git config user.name Ada
      git add -- './\(name)' && git commit -qm First
      "$ROSTRUM" verify --baselines B --at 0 --update missing -- './\(name)' > /dev/null
      sed -i s/white/red/ './\(name)' && git add -- './\(name)' && git commit -qm 'Paint it'
      printf '# one\\n# two\\n' | cat - './\(name)' > n && mv n './\(name)'
      "$ROSTRUM" verify --baselines B -- './\(name)'
      """)
    #expect(made.status == 1, "\(made)")
    #expect(made.output.contains("yaml:9 was last changed by "), "\(made)")
    #expect(made.output.contains("Ada: Paint it"), "\(made)")
  }
}
