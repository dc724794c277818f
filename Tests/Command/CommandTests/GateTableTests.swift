import Foundation
import TestSupport
import Testing

@Suite("A table of breaks and of harmless changes of forty scenes")
struct GateTableTests {
  /// A change of a scene or of a file that it reads: another text, or another file in its place.
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let scene: String
    let file: String?
    let from: String?
    let to: String?
    let copy: String?
    /// The expected text of the cause; `nil` for a change without visible effect.
    let words: String?
    /// Whether the cause is in the lines that changed.
    let hasLine: Bool?

    var path: String { file ?? "Scenes/\(scene).yaml" }
    var testDescription: String { "\(scene): \(from ?? path) -> \(to ?? copy ?? "")" }

    /// What shows the change too.
    var scenes: Set<String> {
      let readers = [
        "Scenes/mark.svg": ["spray", "picture"], "Scenes/box.yaml": ["inner", "box"],
        "rostrum.yaml": ["rostrum.yaml"],
      ]
      return Set([scene, path] + readers[path, default: []])
    }
  }

  static let rows: [Row] = (try? GateProject.rows("forty.json")) ?? []
  private static let breaks = rows.filter { $0.words != nil }
  private static let harmless = rows.filter { $0.words == nil }

  @Test("The table has 40 scenes, 100 breaks and 100 harmless changes")
  func table() {
    #expect(Set(Self.rows.map(\.scene)).count >= 40)
    #expect(Self.breaks.count >= 100 && Self.harmless.count >= 100)
    #expect(Set(Self.rows.map { "\($0.testDescription)" }).count == Self.rows.count)
  }

  @Test(
    "Each break is red, with its cause and its line; no other scene is", arguments: runs(breaks))
  func red(_ rows: [Row]) async throws {
    let (status, entries, lines) = try await verified(rows)
    #expect(status != 0)
    let touched = Set(rows.flatMap(\.scenes))
    for entry in entries where !touched.contains(entry.scene) {
      #expect(entry.verdict == "same", "\(entry)")
    }
    for row in rows {
      let own = entries.filter { $0.scene == row.scene && $0.verdict != "same" }
      let named = own.filter { entry in
        ["different", "film-differs", "sizes-differ"].contains(entry.verdict)
          && entry.sentences.contains { $0.contains(row.words ?? "") }
      }
      #expect(!named.isEmpty, "\(row): \(own)")
      guard row.hasLine ?? true else { continue }
      let isFound = named.contains { entry in
        entry.source == row.path && lines[row.testDescription]?.contains(entry.line ?? 0) ?? false
      }
      #expect(isFound, "\(row): \(named)")
    }
  }

  @Test("What nobody sees is green", arguments: runs(harmless))
  func green(_ rows: [Row]) async throws {
    let (status, entries, _) = try await verified(rows)
    #expect(status == 0 && entries.allSatisfy { $0.verdict == "same" }, "\(entries)")
  }

  // MARK: Running

  private struct Entry: Decodable {
    let group, name, verdict: String
    let source: String?
    let line: Int?
    let sentences: [String]
    var scene: String { (group as NSString).deletingPathExtension.replacing("Scenes/", with: "") }
  }

  /// Rows that go together: one of each scene.
  private static func runs(_ rows: [Row]) -> [[Row]] {
    var runs: [(scenes: Set<String>, rows: [Row])] = []
    for row in rows {
      let place = runs.firstIndex { $0.scenes.isDisjoint(with: row.scenes) } ?? runs.count
      if place == runs.count { runs.append(([], [])) }
      runs[place].scenes.formUnion(row.scenes)
      runs[place].rows.append(row)
    }
    return runs.map(\.rows)
  }

  private static let recorded = Task {
    let command = try Command()
    let folder = repository.appending(path: "Tests/Fixtures")
    let text = try String(contentsOf: folder.appending(path: "Gate/forty.txt"), encoding: .utf8)
    for part in text.components(separatedBy: "== ").dropFirst() {
      let lines = part.split(separator: "\n", maxSplits: 1)
      try command.folder.write(String(lines[1]), to: String(lines[0]))
    }
    let made = try await command.shell(
      """
      set -e; mkdir Fonts; cp '\(folder.path)/Fonts/test.ttf' Fonts
      ffmpeg -v error -f lavfi -i color=0x3366cc:s=16x16:d=1 -frames:v 1 Scenes/logo.png
      ffmpeg -v error -f lavfi -i color=0xcc3366:s=16x16:d=1 -frames:v 1 other.png
      ffmpeg -v error -f lavfi -i sine=440:d=1 Scenes/tone.wav
      ffmpeg -v error -f lavfi -i sine=880:d=1 other.wav
      $ROSTRUM verify --update missing > x.txt || [ $? = 3 ]; $ROSTRUM verify > x.txt
      """)
    try #require(made.status == 0, "\(made)")
    return command
  }

  /// A run over the changed project, and the lines that each row changed.
  private func verified(
    _ rows: [Row]
  ) async throws -> (status: Int32, entries: [Entry], lines: [String: ClosedRange<Int>]) {
    let command = try await Command(copying: Self.recorded.value)
    var lines: [String: ClosedRange<Int>] = [:]
    for row in rows {
      if let copy = row.copy {
        try command.folder.data(copy).write(to: URL(filePath: command.folder.path(row.path)))
        continue
      }
      let old = String(decoding: command.folder.data(row.path), as: UTF8.self)
      let range = try #require(old.range(of: row.from ?? ""), "\(row)")
      let new = old.replacingCharacters(in: range, with: row.to ?? "")
      try command.folder.write(new, to: row.path)
      lines[row.testDescription] = Self.changed(old, new)
    }
    let result = try await command("verify", "--json")
    struct Report: Decodable { let entries: [Entry] }
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    return (result.status, report.entries, lines)
  }

  /// The lines of a text that another does not have.
  private static func changed(_ old: String, _ new: String) -> ClosedRange<Int> {
    let (a, b) = (old.components(separatedBy: "\n"), new.components(separatedBy: "\n"))
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
    return start + 1...max(start + 1, b.count - end)
  }
}
