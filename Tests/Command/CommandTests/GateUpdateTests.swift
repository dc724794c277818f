import Foundation
import TestSupport
import Testing

@Suite("Updating touches what was asked")
struct GateUpdateTests {
  private let recolour = "perl -pi -e 's/royalblue/crimson/' Shots/bar.yaml"
  private let regild = "perl -pi -e 's/: gold/: khaki/' Shots/stack.yaml"
  /// Changes a value that no pixel shows.
  private let lift = "printf '    zPosition: 1\\n' >> Shots/title.yaml"

  /// The files below `Baselines` that are not as they were committed, sorted.
  private func changes(_ command: Command) async throws -> [String] {
    let result = try await command.shell("git status --porcelain -uall Baselines")
    return result.lines.map { String($0.dropFirst(3)) }.sorted()
  }

  @Test("`changed` writes the scenes of the run and no others")
  func changed() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell("\(recolour); \(regild)")
    let one = try await command("verify", "Shots/bar.yaml", "--update", "changed")
    #expect(one.status == 1)
    let changes = try await changes(command)
    #expect(!changes.isEmpty && changes.allSatisfy { $0.hasPrefix("Baselines/Shots/bar/") })
    #expect(changes.contains("Baselines/Shots/bar/film.json"))
    #expect(try await command("verify", "Shots/bar.yaml").status == 0)
    #expect(try await command("verify").status == 1)
  }

  @Test("`missing` writes what is missing, byte for byte as it was")
  func missing() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell(
      "\(recolour); rm Baselines/Shots/stack/25pct.*")
    let result = try await command("verify", "--update", "missing")
    #expect(result.status == 3, "\(result)")
    #expect(try await changes(command) == [])
    _ = try await command.shell("rm Baselines/Shots/logo/film.json")
    #expect(try await command("verify", "Shots/logo.yaml", "--update", "missing").status == 3)
    #expect(try await command("verify", "Shots/logo.yaml").status == 0)
  }

  @Test("`all` of what is the same writes nothing, and passes")
  func all() async throws {
    let command = try await GateProject.copy()
    let result = try await command("verify", "--update", "all")
    #expect(result.status == 0, "\(result)")
    #expect(try await changes(command) == [])
  }

  @Test("Values of equal pictures are updated and approved by themselves")
  func values() async throws {
    for isApproved in [false, true] {
      let command = try await GateProject.copy()
      _ = try await command.shell("\(recolour); \(lift)")
      let told = try await command("verify", "--report", "report", "--pictures")
      #expect(told.output.contains("same, but values changed: Shots/title.yaml @ 0"), "\(told)")
      let result =
        isApproved
        ? try await command("approve", "report", "--values")
        : try await command("verify", "--update", "values")
      #expect(result.status == (isApproved ? 0 : 1), "\(result)")
      let changes = try await changes(command)
      #expect(
        !changes.isEmpty
          && changes.allSatisfy { $0.hasPrefix("Baselines/Shots/title/") && $0.hasSuffix(".json") },
        "\(changes)")
      let again = try await command("verify")
      #expect(again.status == 1 && !again.output.contains("values changed"), "\(again)")
    }
  }

  @Test("One moment, one variant, one film and one scene can be approved alone")
  func approval() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell(
      "\(recolour); perl -pi -e 's/purple/teal/' Wide/wide.yaml; "
        + "perl -pi -e 's/fps: 20/fps: 10/' Shots/bar.yaml")
    _ = try await command("verify", "--report", "report", "--pictures")
    let steps: [(name: String, files: [String])] = [
      ("Shots/bar.yaml@25%", ["Shots/bar/25pct.json", "Shots/bar/25pct.png"]),
      ("Wide/wide.yaml @ 0 large", ["Wide/wide/0s.large.json", "Wide/wide/0s.large.png"]),
      ("Shots/bar.yaml@film", ["Shots/bar/film.json"]),
    ]
    for step in steps {
      let result = try await command("approve", "report", step.name)
      #expect(result.status == 0, "\(result)")
      #expect(try await changes(command) == step.files.map { "Baselines/" + $0 }, "\(step.name)")
      _ = try await command.shell("git checkout -q Baselines")
    }
    let unknown = try await command("approve", "report", "Shots/bar.yaml@33%")
    #expect(unknown.status == 66 && unknown.errors.contains("nothing to approve of 'Shots/bar"))
    let variant = try await command("approve", "report", "Wide/wide.yaml@large")
    #expect(variant.status == 0 && variant.output.hasSuffix("look at them in the commit\n"))
    #expect(try await changes(command).allSatisfy { $0.contains("large") })
    _ = try await command.shell("git checkout -q Baselines")
    #expect(try await command("approve", "report").status == 0)
    let green = try await command("verify")
    #expect(green.status == 0, "\(green)")
  }

  @Test("Scenes are approved by folders and patterns too, in any spelling of a path")
  func spellings() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell(
      "\(recolour); \(regild); perl -pi -e 's/purple/teal/' Wide/wide.yaml")
    _ = try await command("verify", "--report", "report", "--pictures")
    let (bar, wide) = ("Shots/bar/", "Wide/wide/")
    let all = [bar, "Shots/stack/", wide]
    for (name, folders) in [
      ("./Shots//bar.yaml", [bar]), (command.folder.path("Shots/bar.yaml"), [bar]),
      ("Wide/../Shots/bar.yaml", [bar]), ("Shots", Array(all.prefix(2))),
      ("Shots/", Array(all.prefix(2))), (".", all), (command.folder.path, all),
      ("Shots/b*.yaml", [bar]), ("**/wide.yaml", [wide]), ("Wide@large", [wide]),
      ("*/*@25%", all), ("", []), ("@25%", []), ("Shots/none.yaml", []), ("Sho", []),
      ("Shots/n*", []),
    ] {
      let result = try await command("approve", "report", name)
      #expect((result.status == 0) == !folders.isEmpty, "\(name): \(result)")
      let changed = try await changes(command).map { $0.dropFirst("Baselines/".count) }
      let found = all.filter { folder in changed.contains { $0.hasPrefix(folder) } }
      #expect(found == folders, "\(name): \(changed)")
      _ = try await command.shell("git checkout -q Baselines")
    }
    let below = try await command.shell("cd Shots && $ROSTRUM approve ../report bar.yaml")
    #expect(below.status == 0, "\(below)")
    #expect(try await changes(command).allSatisfy { $0.contains(bar) })
  }

  @Test("Only `--prune` removes, and only baselines whose scene is gone")
  func pruning() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell("rm Shots/bar.yaml Baselines/Shots/stack/25pct.png")
    let updated = try await command("verify", "--update", "all")
    #expect(updated.status == 3 && command.folder.files.contains("Baselines/Shots/bar/0s.png"))
    _ = try await command.shell("git checkout -q Baselines; rm Baselines/Shots/stack/25pct.png")
    let pruned = try await command("verify", "--prune")
    #expect(pruned.status == 3 && pruned.output.contains("it was removed"), "\(pruned)")
    #expect(!command.folder.files.contains { $0.hasPrefix("Baselines/Shots/bar/") })
    // A record whose picture is lost is a missing baseline, not an orphan to be removed.
    #expect(command.folder.files.contains("Baselines/Shots/stack/25pct.json"))
    #expect(command.folder.files.contains("Baselines/Shots/title/0s.png"))
    _ = try await command.shell("git checkout -q Baselines/Shots/stack")
    #expect(try await command("verify").status == 0)
  }

  @Test("Baselines follow a renamed scene with `--move`, and nothing is written over")
  func moving() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell("mv Shots/bar.yaml Shots/beam.yaml")
    let moved = try await command("verify", "--move", "Shots/bar.yaml=Shots/beam.yaml")
    #expect(moved.status == 0, "\(moved)")
    #expect(command.folder.files.contains("Baselines/Shots/beam/film.json"))
    let again = try await command("verify", "--move", "Shots/bar.yaml=Shots/beam.yaml")
    #expect(again.status == 66 && again.errors.contains("has no baselines of 'Shots/bar.yaml'"))
    let taken = try await command("verify", "--move", "Shots/beam.yaml=Shots/stack.yaml")
    #expect(taken.status == 73, "\(taken)")
    let odd = try await command("verify", "--move", "Shots/beam.yaml")
    #expect(odd.status == 64)
  }

  @Test("`--list` says which moments there are and what they do not show")
  func list() async throws {
    let command = try await GateProject.copy()
    let all = try await command("verify", "--list")
    #expect(
      all.status == 0 && all.output.contains("Shots/logo.yaml @ 0, 25%, 50%, 1.2, 75%, last\n"))
    #expect(all.output.contains("Wide/wide.yaml large @ 0"), "\(all)")
    #expect(!all.output.contains("not seen"))
    let few = try await command("verify", "Shots/logo.yaml", "--list", "--at", "0")
    #expect(few.output.contains("  not seen: flash on stage, 1.12 s to 1.36 s\n"), "\(few)")
  }
}
