import Foundation
import TestSupport
import Testing

@Suite("Reports of the gate lie apart, and hold what they tell of")
struct GateReportTests {
  private let recolour = "perl -pi -e 's/royalblue/crimson/' Shots/bar.yaml"

  @Test(
    "A report that would write among what is compared is refused, and writes nothing",
    arguments: [
      ("mv Baselines expected", "verify --baselines expected --report ."),
      ("mkdir R; mv Baselines R/diff", "verify --baselines R/diff --report ./R//"),
      ("ln -s Baselines b", "verify --report b/Report"),
      ("cp -r Baselines expected; cp -r Baselines actual", "diff expected actual --report ."),
      ("cp -r Baselines expected", "diff expected Baselines --report expected/Report"),
      ("cp -r Shots actual", "diff Shots/logo.png actual/logo.png --report ."),
    ])
  func places(_ setup: String, _ run: String) async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell("\(recolour); \(setup)")
    let before = command.folder.files
    let result = try await command.shell("$ROSTRUM \(run) --pictures")
    let reasons = ["would write among", "which is read"]
    #expect(result.status == 64 && reasons.contains { result.errors.contains($0) }, "\(result)")
    #expect(command.folder.files == before)
  }

  @Test("A report over an older one has its own pictures alone, and leaves what others put there")
  func older() async throws {
    let command = try await GateProject.copy()
    let report = { try await command("verify", "--report", "report", "--pictures") }
    _ = try await command.shell("\(recolour); perl -pi -e 's/purple/teal/' Wide/wide.yaml")
    #expect(try await report().status == 1)
    _ = try await command.shell(
      "git checkout -q Wide; echo mine > report/actual/mine.txt; echo x > report/diff/Wide/wide/0s.png"
    )
    #expect(try await report().status == 1)
    var pictures = command.folder.files.filter { $0.hasPrefix("report/") && $0.hasSuffix(".png") }
    #expect(pictures.contains("report/diff/Shots/bar/0s.png"))
    #expect(pictures.filter { $0.contains("Wide") } == ["report/diff/Wide/wide/0s.png"])
    _ = try await command.shell("git checkout -q Shots")
    #expect(try await report().status == 0)
    pictures = command.folder.files.filter { $0.hasPrefix("report/") && $0.hasSuffix(".png") }
    #expect(pictures == ["report/diff/Wide/wide/0s.png"])
    #expect(command.folder.files.contains("report/actual/mine.txt"))
    #expect(!FileManager.default.fileExists(atPath: command.folder.path("report/expected")))
  }

  @Test("Sound that differs has its levels in the report, and can be heard")
  func sound() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell("cp other.wav Shots/tone.wav")
    let result = try await command("verify", "--report", "report", "--pictures")
    #expect(result.status == 1)
    let played = try await command.shell(
      "ffprobe -v error -show_entries format=duration -of csv=p=0 report/actual/Shots/tone/film.m4a"
    )
    #expect(
      try #require(Double(played.output.trimmingCharacters(in: .whitespacesAndNewlines))) > 0.4)
    struct Report: Decodable {
      struct Levels: Decodable { let expected, actual: [Double] }
      struct Entry: Decodable { let name: String, levels: Levels? }
      let entries: [Entry]
    }
    let data = command.folder.data("report/report.json")
    let entries = try JSONDecoder().decode(Report.self, from: data).entries
    let levels = try #require(entries.first { $0.levels != nil }?.levels)
    #expect(levels.expected.count == 5 && levels.actual.count == 5)
    #expect(levels.expected[2] != levels.actual[2])
    #expect(entries.filter { $0.levels != nil }.map(\.name) == ["film"])
    _ = try await command.shell("perl -0pi -e 's/audio:.*?layers/layers/s' Shots/tone.yaml")
    _ = try await command("verify", "--report", "report", "--pictures")
    #expect(!command.folder.files.contains("report/actual/Shots/tone/film.m4a"))
  }

  @Test("An animated PNG of 16 bits is compared frame by frame, those over others too")
  func animatedPNG() async throws {
    let command = try Command()
    let script = repository.appending(path: "Tests/Fixtures/Gate/apng.py").path
    for (name, color) in [
      ("a", "0,65535,0,32700"), ("same", "0,65535,0,32700"), ("other", "0,0,65535,32700"),
      ("near", "0,65500,0,32700"),
    ] {
      _ = try await command.shell("python3 '\(script)' \(name).png \(color)")
    }
    let same = try await command("diff", "a.png", "same.png")
    #expect(same.status == 0 && same.output.hasSuffix("\n3 same\n"), "\(same)")
    let other = try await command("diff", "a.png", "other.png")
    #expect(
      other.status == 1 && other.output.contains("different: other.png @ frame 1"), "\(other)")
    // The second frame is cleared; its picture over the first is seen in no other.
    #expect(other.output.hasSuffix("\n2 same, 1 different\n"), "\(other)")
    // Less than a step of 8 bits.
    #expect(try await command("diff", "a.png", "near.png").status == 0)
    let near = try await command("diff", "a.png", "near.png", "--threshold", "0", "--min-psnr", "0")
    #expect(near.status == 1 && near.output.hasSuffix("\n2 same, 1 different\n"), "\(near)")
    #expect(near.output.contains("compared in 16 bits a channel"), "\(near)")
  }

  @Test("The films of an older report go, and not those that others put there")
  func olderFilms() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell(recolour)
    _ = try await command("verify", "--report", "report", "--pictures", "--film")
    #expect(command.folder.files.contains("report/film/Shots/bar.mp4"))
    _ = try await command.shell("git checkout -q Shots; echo x > report/film/mine.mp4")
    #expect(try await command("verify", "--report", "report").status == 0)
    #expect(command.folder.files.filter { $0.hasPrefix("report/film") } == ["report/film/mine.mp4"])
  }

  @Test("What several moments have in common is told once, with their number")
  func once() async throws {
    let command = try await GateProject.copy()
    _ = try await command.shell("perl -pi -e 's/steelblue/gold/' Shots/stack.yaml")
    let result = try await command("verify")
    #expect(result.output.contains("  (the same changes in 4 more)\ndifferent: "))
    #expect(result.output.components(separatedBy: "blue: backgroundColor").count == 2)
    #expect(result.output.components(separatedBy: "different: Shots/stack.yaml @ ").count == 6)
    let verbose = try await command("verify", "--verbose")
    #expect(verbose.output.components(separatedBy: "blue: backgroundColor").count == 6)
  }
}
