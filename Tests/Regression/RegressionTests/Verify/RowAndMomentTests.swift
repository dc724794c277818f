import RostrumImageDiff
import RostrumBase
import Foundation
@testable import RostrumRegression
@testable import RostrumOutput
import TestSupport
import Testing

/// A scene whose light is a parameter, a file of lights, and runs against baselines.
private struct Lights {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(duration: 1)
    try rows("red", "lime")
  }

  var scene: String { folder.path("Scenes/a.yaml") }
  var data: String { folder.path("rows.csv") }

  func write(duration: Double, fps: Int = 10, spot: String = "blue") throws {
    try folder.write(
      """
      size: [20, 20]
      duration: \(duration)
      fps: \(fps)
      background: ${light}
      parameters: {light: {type: color, default: white}}
      layers:
        - name: spot
          backgroundColor: \(spot)
          bounds: [4, 4]
          position: [10, 10]
          animations: [{type: basic, keyPath: position.x, fromValue: 4, toValue: 16, duration: 1}]

      """, to: "Scenes/a.yaml")
  }

  func rows(_ lights: String...) throws {
    try folder.write((["light"] + lights).joined(separator: "\n") + "\n", to: "rows.csv")
  }

  func verify(
    _ update: VerifyOptions.Update = .none,
    _ change: (inout VerifyOptions) throws -> Void = { _ in }
  ) async throws -> DiffReport {
    var options = VerifyOptions(baselines: folder.path("Baselines"))
    options.update = update
    options.isContinuousIntegration = false
    try change(&options)
    return try await VerifyJob(scenes: [scene], options: options).run()
  }

  /// The names of all files of the baselines, sorted.
  var baselines: [String] { files(below: folder.path("Baselines")).sorted() }
}

@Suite("Rows of data and rules of moments")
struct RowAndMomentTests {
  @Test("Each row has its baselines, and a run without options compares them again")
  func rows() async throws {
    let lights = try Lights()
    let recorded = try await lights.verify(.missing) {
      $0.data = lights.data
      $0.moments = ["0", "50%"].compactMap { SceneMoment($0) }
    }
    #expect(recorded.entries.map(\.name) == ["0 row 1", "50% row 1", "0 row 2", "50% row 2"])
    #expect(lights.baselines.count == 10 && lights.baselines[0].hasSuffix("/0s.row1.json"))
    let same = try await lights.verify()
    #expect(same.entries.map(\.name) == recorded.entries.map(\.name) && same.exitStatus == 0)
    try lights.rows("red", "#00fe00")
    let changed = try await lights.verify()
    #expect(changed.exitStatus == 0, "less than the threshold")
    try lights.rows("red", "yellow")
    #expect(
      try await lights.verify().entries.map(\.verdict) == [.same, .same, .different, .different])
  }

  @Test("A new row is missing until it is recorded, and one that is gone is an orphan")
  func changedRows() async throws {
    let lights = try Lights()
    let half = ["50%"].compactMap { SceneMoment($0) }
    _ = try await lights.verify(.missing) { ($0.data, $0.moments) = (lights.data, half) }
    try lights.rows("red", "lime", "blue")
    let more = try await lights.verify()
    #expect(more.entries.map(\.name) == ["50% row 1", "50% row 2", "50% row 3"])
    #expect(more.entries[2].verdict == .missing && more.exitStatus == 3)
    _ = try await lights.verify(.missing)
    #expect(try await lights.verify().exitStatus == 0)
    try lights.rows("red")
    let fewer = try await lights.verify()
    #expect(fewer.exitStatus == 3 && fewer.count(.orphaned) == 2)
    #expect(
      fewer.entries.first?.sentences == [
        "'\(lights.data)' has no row 2 any more; --prune removes its baselines"
      ])
    _ = try await lights.verify { $0.prunes = true }
    #expect(try await lights.verify().entries.map(\.verdict) == [.same])
    #expect(lights.baselines.count == 3)
  }

  @Test("Data that cannot be used fail the scene, with their mistakes")
  func wrongData() async throws {
    let lights = try Lights()
    _ = try await lights.verify(.missing) { $0.data = lights.data }
    try lights.folder.write("light\nred,blue\n", to: "rows.csv")
    let wrong = try await lights.verify()
    #expect(wrong.entries.map(\.verdict) == [.wrong] && wrong.exitStatus == 65)
    #expect(wrong.entries[0].sentences[0].contains("rows.csv:2:"))
    try FileManager.default.removeItem(atPath: lights.data)
    #expect(try await lights.verify().exitStatus == 66)
    try lights.rows("no colour")
    #expect(try await lights.verify().exitStatus == 65)
  }

  @Test(
    "The options --every and --frames follow each scene's own length and rate, and are remembered")
  func rules() async throws {
    let lights = try Lights()
    let every = try await lights.verify(.missing) { $0.rule = .every(0.3) }
    #expect(every.entries.map(\.name) == ["0", "0.3", "0.6", "0.9"])
    #expect(try await lights.verify().entries.map(\.verdict) == [.same, .same, .same, .same])
    try lights.write(duration: 1.3)
    #expect(
      try await lights.verify { $0.rule = .every(0.3) }.entries.map(\.name)
        == ["0", "0.3", "0.6", "0.9", "1.2", "film"])
    try lights.write(duration: 1)
    let frames = try await lights.verify(.missing) {
      $0.rule = .frames(try FrameSelection("2,8-20:2"))
      $0.variant = "frames"
    }
    #expect(frames.entries.map(\.name) == ["frame 2 frames", "frame 8 frames"])
    let all = try await lights.verify()
    #expect(all.count(.same) == 6 && all.exitStatus == 0)
    // Frame 8 of 20 frames a second is earlier.
    try lights.write(duration: 1, fps: 20)
    let faster = try await lights.verify()
    let moved = faster.entries.filter { $0.name.hasPrefix("frame ") }
    #expect(moved.map(\.verdict) == [.different, .different])
    #expect(faster.count(.filmDiffers) == 2)
    await #expect(throws: VerifyJob.Problem.tooManyMoments(scene: lights.scene)) {
      try await lights.verify { $0.rule = .every(1e-6) }
    }
  }

  @Test(
    "A moment and its set have one name each",
    arguments: [
      ("frame12", "frame 12", BaselineSet()), ("0.5s.row3", "0.5", BaselineSet(row: 3)),
      ("25pct.large.row12", "25%", BaselineSet(variant: "large", row: 12)),
      ("0.25s.dark", "0.25", BaselineSet(variant: "dark")),
    ])
  func names(_ name: String, _ text: String, _ set: BaselineSet) throws {
    let (moment, found) = try #require(SceneMoment.withSet(fileName: name))
    #expect(moment.text == text && found == set && moment.fileName + set.suffix == name)
    #expect(SceneMoment(recorded: text) == moment)
  }

  @Test(
    "Names of no moment are refused",
    arguments: ["frame", "frame-1", "frame01", "row3", "0.50s", "x.row2"])
  func noNames(_ name: String) { #expect(SceneMoment.withSet(fileName: name) == nil) }
}

@Suite("Drawing again")
struct RepetitionTests {
  @Test("Every picture is the same each time, in all orders, and the report says so")
  func identical() async throws {
    let lights = try Lights()
    _ = try await lights.verify(.missing) { $0.data = lights.data }
    let report = try await lights.verify { $0.repetition = Repetition(count: 20, seed: 7) }
    #expect(report.exitStatus == 0)
    let note = try #require(report.notes.first)
    #expect(
      note.hasPrefix("10 pictures drawn 20 times") && note.contains("byte-identical each time"))
    #expect(note.contains("--seed 7") && report.json.contains("byte-identical each time"))
  }

  @Test("One that comes out otherwise once is found, with the round that made it")
  func flake() async throws {
    let bad = Repetition(count: 9, seed: 1).rounds[4].seed
    var entries = ["a", "b"].map { name in
      var entry = DiffReport.Entry(
        group: name, name: "0", verdict: .same, expected: name, actual: name)
      entry.digest = Digest(of: name)
      return entry
    }
    let note = try await Repetition(count: 9, seed: 1).check(&entries, of: ["a", "b"]) {
      path, seed in
      [FilePath(path): Digest(of: path == "b" && seed == bad ? "c" : path)]
    }
    #expect(entries.map(\.verdict) == [.same, .unstable])
    #expect(entries[1].sentences[0].hasPrefix("drawing 6, with "))
    #expect(note.contains("1 not byte-identical each time"))
    #expect(DiffReport(title: "", tolerance: .standard, entries: entries).exitStatus == 70)
  }

  @Test("Orders differ, and come again with the seed")
  func orders() {
    let rounds = Repetition(count: 20, seed: 5).rounds
    #expect(rounds == Repetition(count: 20, seed: 5).rounds && rounds.count == 19)
    #expect(Set(rounds.map(\.jobs)).count > 3 && Set(rounds.map(\.shardCount)).count > 3)
    #expect(rounds.contains { $0.shards.map(\.number) != $0.shards.map(\.number).sorted() })
    #expect(rounds != Repetition(count: 20, seed: 6).rounds)
  }
}

@Suite("Why a picture changed")
struct CauseTests {
  /// Runs git in a folder, with a test user's name and address.
  private func git(_ folder: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    process.arguments = ["git", "-C", folder] + who + arguments
    process.standardOutput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging([
      "GIT_AUTHOR_DATE": "2026-03-04T05:06:07Z", "GIT_CONFIG_GLOBAL": "/dev/null",
    ]) { $1 }
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test("The commit of the line that changed is named, and a change that is not committed is too")
  func blame() async throws {
    let lights = try Lights()
    _ = try await lights.verify(.missing)
    try git(lights.folder.path, "init", "-q", ".")
    try git(lights.folder.path, "add", "Scenes")
    try git(lights.folder.path, "commit", "-q", "-m", "Begin")
    try lights.write(duration: 1, spot: "yellow")
    let open = try await lights.verify()
    let place = "\(lights.scene):8"
    #expect(open.entries[0].sentences.last == "\(place) was changed and is not committed")
    try git(lights.folder.path, "commit", "-q", "-a", "-m", "Turn on the sun")
    let sentence = try await lights.verify().entries[0].sentences.last ?? ""
    #expect(sentence.hasPrefix("\(place) was last changed by "))
    #expect(sentence.hasSuffix(", 2026-03-04, Ada: Turn on the sun"), "\(sentence)")
    // A line further in belongs to the animation that changed.
    let text = String(decoding: lights.folder.data("Scenes/a.yaml"), as: UTF8.self)
    let inner = text.replacing("yellow", with: "blue").replacing(
      "[{type: basic, keyPath: position.x, fromValue: 4, toValue: 16, duration: 1}]",
      with: "\n      - type: basic\n        keyPath: position.x\n        fromValue: 4\n"
        + "        toValue: 12\n        duration: 1")
    try lights.folder.write(inner, to: "Scenes/a.yaml")
    try git(lights.folder.path, "commit", "-q", "-a", "-m", "Spread out")
    try lights.folder.write(
      inner.replacing("toValue: 12", with: "toValue: 8"), to: "Scenes/a.yaml")
    try git(
      lights.folder.path, "commit", "-q", "-a", "-m", "Stay near", "--date", "2026-03-05T00:00:00Z")
    let moved = try await lights.verify().entries[1].sentences.last ?? ""
    #expect(moved.hasPrefix("\(lights.scene):15 was last changed by "), "\(moved)")
    #expect(moved.hasSuffix(", 2026-03-05, Ada: Stay near"), "\(moved)")
    try FileManager.default.removeItem(atPath: lights.folder.path(".git"))
    let nowhere = try await lights.verify()
    #expect(!nowhere.entries[0].sentences.contains { $0.contains("changed by") })
  }

  private func layer(_ values: [String: String]) -> RecordedLayer {
    RecordedLayer(name: "x", bounds: [], ownBounds: [], values: values)
  }

  @Test("Where only the environment differs, the library that draws the layer is named")
  func library() throws {
    let lights = try Lights()
    let stamp = RenderingStamp(try SceneOpener().open(lights.scene).scene)
    func cause(_ values: [[String: String]], _ change: (inout RenderingStamp) -> Void) -> String? {
      var (old, new) = (stamp, stamp)
      (old.fonts, new.fonts) = (["Lato": "1"], ["Lato": "1"])
      change(&old)
      return RenderingStamp.cause(of: new.changes(from: old), in: values.map(layer))
    }
    let text = ["string": "Hi", "font": "Lato"]
    let both: (inout RenderingStamp) -> Void = { ($0.cairo, $0.freeType) = ("1", "2") }
    let letters = "nothing in the scene changed, and only letters differ: "
    #expect(cause([text]) { $0.freeType = "2" } == letters + "FreeType did it")
    #expect(
      cause([text]) {
        $0.fonts["Lato"] = "0"; $0.pango = "1"
      } == letters + "the font Lato did it")
    #expect(cause([text], both) == letters + "one of Cairo, FreeType did it")
    #expect(cause([text, [:]], both) == "nothing in the scene changed: Cairo did it")
    #expect(cause([[:]]) { $0.freeType = "2" } == nil)
    #expect(cause([], both) == nil && cause([text]) { _ in } == nil)
  }
}
