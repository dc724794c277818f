import RostrumImageDiff
import RostrumSceneFile
import RostrumSource
@testable import RostrumOutput
import Foundation
import RostrumRegression
import TestSupport
import Testing

/// A scene, its baselines, and runs against them.
private struct Studio {
  let folder: TemporaryFolder
  let scene: String

  init() throws {
    folder = try TemporaryFolder()
    scene = folder.path("Scenes/clock.yaml")
    try write()
  }

  func write(angle: Double = 1.57, color: String = "white", width: Int = 60) throws {
    try folder.write(
      """
      size: [\(width), 60]
      background: "\(color)"
      duration: 2
      layers:
        - {name: tile, backgroundColor: "#2040d0", bounds: [10, 10], position: [10, 50]}
        - name: hand
          backgroundColor: black
          bounds: [6, 26]
          position: [30, 30]
          anchorPoint: [0.5, 1]
          animations:
            - {type: basic, keyPath: transform.rotation.z, fromValue: 0, toValue: \(angle), duration: 2}
      """, to: "Scenes/clock.yaml")
  }

  func verify(
    _ update: VerifyOptions.Update = .none, _ change: (inout VerifyOptions) -> Void = { _ in }
  ) async throws -> DiffReport {
    var options = VerifyOptions(baselines: folder.path("Baselines"))
    options.moments = ["0", "50%"].compactMap { SceneMoment($0) }
    options.update = update
    options.isContinuousIntegration = false
    options.keptPictures = 10
    change(&options)
    return try await VerifyJob(scenes: [scene], options: options).run()
  }

  /// The names of all files of the baselines, sorted.
  var baselines: [String] { paths.map { URL(filePath: $0).lastPathComponent }.sorted() }

  private var paths: [String] {
    let found = FileManager.default.enumerator(
      at: URL(filePath: folder.path("Baselines")), includingPropertiesForKeys: [.isRegularFileKey])
    let urls = found?.compactMap { $0 as? URL } ?? []
    return urls.filter { ["png", "json"].contains($0.pathExtension) }.map(\.path)
  }

  func path(ofBaseline name: String) throws -> String {
    try #require(paths.first { $0.hasSuffix("/" + name) })
  }

  func fileNumber(ofBaseline name: String) throws -> UInt64 {
    let facts = try FileManager.default.attributesOfItem(atPath: path(ofBaseline: name))
    return (facts[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
  }
}

@Suite("Verifying scenes")
struct VerifyJobTests {
  @Test("A missing baseline fails, is recorded, and is the same from then on")
  func recording() async throws {
    let studio = try Studio()
    let missing = try await studio.verify()
    #expect(missing.count(.unrecorded) == 2 && missing.exitStatus == 6)
    #expect(missing.entries[0].pictures?.actual != nil)
    #expect(studio.baselines.isEmpty)
    let recorded = try await studio.verify(.missing)
    #expect(recorded.count(.recorded) == 2 && recorded.exitStatus == 3)
    #expect(studio.baselines == ["0s.json", "0s.png", "50pct.json", "50pct.png", "film.json"])
    let same = try await studio.verify()
    #expect(same.count(.same) == 2 && same.exitStatus == 0)
    #expect(same.entries[0].sentences == ["all 3600 pixels are equal"])
  }

  @Test("A change is told in the scene's own words, and `changed` touches only what failed")
  func change() async throws {
    let studio = try Studio()
    _ = try await studio.verify(.missing)
    let untouched = try studio.fileNumber(ofBaseline: "0s.png")
    try studio.write(angle: 2)
    let report = try await studio.verify()
    #expect(report.entries.map(\.verdict) == [.same, .different])
    #expect(report.exitStatus == 1)
    #expect(
      report.entries[1].sentences.contains("hand: transform.rotation.z 0.785 -> 1"))
    #expect(!report.entries[1].sentences.contains { $0.hasPrefix("tile:") })
    let updated = try await studio.verify(.changed)
    #expect(updated.entries.map(\.verdict) == [.same, .updated])
    #expect(updated.exitStatus == 1)
    let now = try studio.fileNumber(ofBaseline: "0s.png")
    #expect(now == untouched)
    #expect(try await studio.verify().exitStatus == 0)
  }

  @Test("An ignored layer's pixels do not count, where it was and where it is")
  func ignoredLayer() async throws {
    let studio = try Studio()
    _ = try await studio.verify(.missing)
    try studio.write(angle: 2)
    let report = try await studio.verify { $0.ignoredLayers = ["hand"] }
    #expect(report.exitStatus == 0)
    #expect(report.entries[1].difference?.ignoredPixels ?? 0 > 100)
    await #expect(throws: VerifyJob.Problem.self) {
      try await studio.verify { $0.ignoredLayers = ["hands"] }
    }
  }

  @Test("Another size is a result of its own")
  func size() async throws {
    let studio = try Studio()
    _ = try await studio.verify(.missing)
    try studio.write(width: 61)
    let report = try await studio.verify()
    #expect(report.entries.allSatisfy { $0.verdict == .sizesDiffer })
    #expect(report.exitStatus == 4)
    #expect(report.entries[0].sentences.first == "expected 60x60, got 61x60")
  }

  @Test("A difference that another environment may have made says so; an equal picture passes")
  func environment() async throws {
    let studio = try Studio()
    _ = try await studio.verify(.missing)
    for name in ["0s.json", "50pct.json"] {
      let path = try studio.path(ofBaseline: name)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing(/"cairo": "[^"]*"/, with: "\"cairo\": \"1.0.1\"")
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    let equal = try await studio.verify()
    #expect(equal.exitStatus == 0)
    #expect(equal.entries[0].sentences.contains { $0.hasPrefix("Cairo was 1.0.1 and is ") })
    try studio.write(color: "#ddeeff")
    let report = try await studio.verify()
    #expect(report.entries.allSatisfy { $0.verdict == .environmentDiffers })
    #expect(report.exitStatus == 5)
  }

  @Test("A baseline that names Cairo is read, one of the exact rasterizer has to be recorded anew")
  func rasterizer() async throws {
    let studio = try Studio()
    _ = try await studio.verify(.missing)
    for (name, rasterizer) in [("0s.json", "cairo"), ("50pct.json", "exact")] {
      let path = try studio.path(ofBaseline: name)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("\"fonts\": ", with: "\"rasterizer\": \"\(rasterizer)\", \"fonts\": ")
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    let report = try await studio.verify()
    #expect(report.entries.map(\.verdict) == [.same, .unreadable])
    let sentence = try #require(report.entries[1].sentences.first)
    #expect(
      sentence.hasSuffix(
        "was drawn with --rasterizer exact, which is gone; "
          + "record the baseline anew with --update changed"))
    #expect(try await studio.verify(.changed).entries.map(\.verdict) == [.same, .updated])
  }

  @Test("A damaged baseline fails alone, and can be recorded anew")
  func damaged() async throws {
    let studio = try Studio()
    _ = try await studio.verify(.missing)
    let path = try studio.path(ofBaseline: "0s.png")
    try Data("spoilt".utf8).write(to: URL(filePath: path))
    let report = try await studio.verify()
    #expect(report.entries.map(\.verdict) == [.unreadable, .same])
    #expect(report.exitStatus == 66 && report.summary == "1 same, 1 unreadable")
    #expect(report.entries[0].sentences[0].hasPrefix("cannot use '\(path)': "))
    #expect(report.entries[0].pictures?.actual != nil && report.entries[1].pictures == nil)
    #expect(try await studio.verify(.missing).exitStatus == 66)
    #expect(try await studio.verify(.changed).entries.map(\.verdict) == [.updated, .same])
    #expect(try await studio.verify().exitStatus == 0)
  }

  @Test("A scene with mistakes, and one that is not there, fail alone")
  func wrongScenes() async throws {
    let studio = try Studio()
    let wrong = try studio.folder.write("size: [4, 4]\nlayers: []\ncolour: red\n", to: "wrong.yaml")
    let nowhere = studio.folder.path("nowhere.yaml")
    var mistakes: [String] = []
    func run(_ scenes: [String], _ update: VerifyOptions.Update) async throws -> DiffReport {
      var options = VerifyOptions(baselines: studio.folder.path("Baselines"))
      options.moments = ["0", "50%"].compactMap { SceneMoment($0) }
      options.update = update
      options.isContinuousIntegration = false
      return try await VerifyJob(scenes: scenes, options: options).run {
        mistakes += $0.diagnostics.map(\.id)
      }
    }
    let recorded = try await run([wrong, studio.scene, nowhere], .missing)
    #expect(recorded.entries.map(\.verdict) == [.wrong, .recorded, .recorded, .unreadable])
    #expect(recorded.exitStatus == 65 && mistakes == ["unknown-key"])
    #expect(recorded.entries[0].sentences[0].contains("wrong.yaml:3:1: error: "))
    #expect(recorded.entries[3].sentences == ["there is no scene file '\(nowhere)'"])
    let verified = try await run([studio.scene, nowhere], .none)
    #expect(verified.entries.map(\.verdict) == [.same, .same, .unreadable])
    #expect(verified.exitStatus == 66)
  }

  @Test("Nothing is recorded in continuous integration", arguments: ["true", "1", "TRUE"])
  func continuousIntegration(_ value: String) async throws {
    let studio = try Studio()
    for update in [VerifyOptions.Update.missing, .changed, .all] {
      await #expect(throws: VerifyJob.Problem.recordingForbidden) {
        try await studio.verify(update) { $0.isContinuousIntegration = true }
      }
    }
    #expect(try await studio.verify { $0.isContinuousIntegration = true }.exitStatus == 6)
    #expect(studio.baselines.isEmpty)
  }

  @Test("Baselines without a scene are found, and removed where that is asked for")
  func orphans() async throws {
    let studio = try Studio()
    _ = try await studio.verify(.missing)
    try studio.folder.write("size: [4, 4]\nduration: 1\nlayers: []\n", to: "Scenes/b.yaml")
    let job = { (update: VerifyOptions.Update, prunes: Bool) in
      var options = VerifyOptions(baselines: studio.folder.path("Baselines"))
      options.moments = ["0"].compactMap { SceneMoment($0) }
      (options.update, options.prunes) = (update, prunes)
      options.isContinuousIntegration = false
      return try await VerifyJob(scenes: [studio.folder.path("Scenes")], options: options).run()
    }
    _ = try await job(.missing, false)
    #expect(try await job(.none, false).exitStatus == 0)
    try FileManager.default.removeItem(atPath: studio.scene)
    let report = try await job(.none, false)
    #expect(report.count(.orphaned) == 2 && report.exitStatus == 3)
    #expect(report.failures[0].sentences[0] == "its scene '\(studio.scene)' is gone")
    _ = try await job(.all, false)
    #expect(studio.baselines.count == 8)
    _ = try await job(.none, true)
    #expect(studio.baselines == ["0s.json", "0s.png", "film.json"])
    #expect(try await job(.none, false).exitStatus == 0)
  }

  @Test("Variants stand beside the plain baselines")
  func variants() async throws {
    let studio = try Studio()
    _ = try await studio.verify(.missing)
    _ = try await studio.verify(.missing) {
      $0.variant = "large"
      $0.scale = 2
    }
    #expect(studio.baselines.contains("50pct.large.png") && studio.baselines.count == 10)
    let large = try await studio.verify {
      $0.variant = "large"
      $0.scale = 2
    }
    #expect(large.exitStatus == 0)
    #expect(large.entries[0].difference?.comparedPixels == 14400)
    let both = try await studio.verify()
    #expect(both.exitStatus == 0)
    #expect(both.entries.map(\.name) == ["0", "50%", "0 large", "50% large"])
  }

  @Test(
    "Times are seconds or shares",
    arguments: [
      ("0", 0.0, "0s"), ("0.5", 0.5, "0.5s"), ("25%", 1.0, "25pct"), ("100%", 4.0, "100pct"),
      ("last", 4 - 1.0 / 60, "last"),
    ])
  func moments(_ text: String, _ time: Double, _ name: String) throws {
    let moment = try #require(SceneMoment(text))
    #expect(abs(moment.time(in: 4) - time) < 1e-12)
    #expect(moment.fileName == name)
  }

  @Test("Other texts are no times", arguments: ["", "%", "-1", "nan", "101%", "1e3", "a", "1,2"])
  func noMoments(_ text: String) { #expect(SceneMoment(text) == nil) }
}
