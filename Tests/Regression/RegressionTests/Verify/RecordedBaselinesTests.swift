import RostrumImageDiff
import RostrumSceneFile
@testable import RostrumOutput
import Foundation
import RostrumRegression
import TestSupport
import Testing

/// A scene whose light is a parameter and whose spot moves, and runs against its baselines.
private struct Gallery {
  let folder: TemporaryFolder
  let scene: String

  init() throws {
    folder = try TemporaryFolder()
    scene = folder.path("Scenes/a.yaml")
    try write()
  }

  func write(spot: String = "red", to name: String = "a") throws {
    try folder.write(
      """
      size: [20, 20]
      duration: 2
      background: ${light}
      parameters: {light: {type: color, default: white}}
      layers:
        - {name: tile, backgroundColor: blue, bounds: [4, 4], position: [4, 4]}
        - name: spot
          backgroundColor: \(spot)
          bounds: [4, 4]
          position: [10, 10]
          animations: [{type: basic, keyPath: position.x, fromValue: 4, toValue: 16, duration: 2}]

      """, to: "Scenes/\(name).yaml")
  }

  /// Like the command, with the scene and the folder of baselines as its only arguments.
  func verify(
    _ scenes: [String]? = nil, _ update: VerifyOptions.Update = .none,
    _ change: (inout VerifyOptions) throws -> Void = { _ in }
  ) async throws -> DiffReport {
    var options = VerifyOptions(baselines: folder.path("Baselines"))
    options.update = update
    options.isContinuousIntegration = false
    try change(&options)
    return try await VerifyJob(scenes: scenes ?? [scene], options: options).run()
  }

  func moments(_ texts: String...) -> [SceneMoment] { texts.compactMap { SceneMoment($0) } }

  /// The path of the file with that name anywhere below the baselines.
  func baseline(_ name: String) throws -> String {
    let names = FileManager.default.enumerator(atPath: folder.path("Baselines"))
    let found = names?.compactMap { $0 as? String }.first { $0.hasSuffix(name) }
    return folder.path("Baselines/\(try #require(found))")
  }

  func remove(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(atPath: baseline(name)) }
  }
}

@Suite("What was recorded")
struct RecordedBaselinesTests {
  @Test(
    "What was recorded is checked by a run that does not say otherwise: the moments, and no other")
  func moments() async throws {
    let gallery = try Gallery()
    _ = try await gallery.verify(nil, .missing) { $0.moments = gallery.moments("0.3", "10%") }
    let same = try await gallery.verify()
    #expect(same.entries.map(\.name) == ["0.3", "10%"] && same.exitStatus == 0)
    _ = try await gallery.verify(nil, .missing) { $0.moments = gallery.moments("1e9", "0.7") }
    #expect(try await gallery.verify().entries.map(\.name).sorted() == ["0.3", "0.7", "10%"])
    try gallery.write(spot: "lime")
    #expect(try await gallery.verify().count(.different) == 3)
    let one = try await gallery.verify { $0.moments = gallery.moments("0.7") }
    #expect(one.entries.map(\.name) == ["0.7"])
  }

  @Test("What was recorded is missed when it is deleted, record and all")
  func deleted() async throws {
    let gallery = try Gallery()
    _ = try await gallery.verify(nil, .missing)
    try gallery.remove("25pct.png", "25pct.json")
    let report = try await gallery.verify()
    #expect(report.entries.map(\.verdict) == [.same, .missing, .same, .same, .same])
    #expect(report.entries[1].name == "25%" && report.exitStatus == 3)
  }

  @Test("What was recorded is checked with its variants, each with its scale and its parameters")
  func variants() async throws {
    let gallery = try Gallery()
    let dark: (inout VerifyOptions) throws -> Void = {
      $0.variant = "dark"
      $0.scale = 2
      $0.moments = gallery.moments("50%")
      $0.scene.parameters = try ParameterValues(assignments: ["light=#123"])
    }
    _ = try await gallery.verify(nil, .missing) { $0.moments = gallery.moments("0") }
    _ = try await gallery.verify(nil, .missing, dark)
    let same = try await gallery.verify()
    #expect(same.entries.map(\.name) == ["0", "50% dark"] && same.exitStatus == 0)
    #expect(same.entries[1].difference?.comparedPixels == 1600)
    let plain = try await gallery.verify(nil, .none) { $0.moments = gallery.moments("0") }
    #expect(plain.entries.map(\.name) == ["0"])
    let light = try await gallery.verify {
      $0.variant = "dark"
      $0.scene.parameters = try ParameterValues(assignments: ["light=white"])
    }
    #expect(light.entries.map(\.verdict) == [.different])
  }

  @Test("What was recorded names the baseline whose parameter the scene has no more")
  func lostParameter() async throws {
    let gallery = try Gallery()
    _ = try await gallery.verify(nil, .missing) {
      $0.moments = gallery.moments("0")
      $0.scene.parameters = try ParameterValues(assignments: ["light=#123"])
    }
    let text = try String(contentsOfFile: gallery.scene, encoding: .utf8)
    try gallery.folder.write(text.replacing("light", with: "lamp"), to: "Scenes/a.yaml")
    let report = try await gallery.verify()
    #expect(report.entries.map(\.verdict) == [.wrong])
    let sentence = try #require(report.entries[0].sentences.first)
    #expect(sentence.contains("0s.json:1:7: error: the scene has no parameter 'light'"))
  }

  @Test(
    "What was recorded leaves out what it was recorded without, unless the run leaves out something else"
  )
  func ignores() async throws {
    let gallery = try Gallery()
    _ = try await gallery.verify(nil, .missing) {
      $0.moments = gallery.moments("0", "50%")
      $0.ignoredLayers = ["spot"]
      $0.ignore(x: 0, y: 0, width: 2, height: 2)
    }
    try gallery.write(spot: "lime")
    let same = try await gallery.verify()
    #expect(same.exitStatus == 0)
    #expect(same.entries[0].difference?.ignoredPixels == 40)
    let other = try await gallery.verify { $0.ignoredLayers = ["tile"] }
    #expect(other.exitStatus == 1 && other.entries[1].difference?.ignoredPixels == 36)
    let rect = try await gallery.verify { $0.ignore(x: 0, y: 0, width: 20, height: 20) }
    #expect(rect.exitStatus == 3 && rect.entries[0].difference?.ignoredPixels == 400)
  }

  @Test(
    "What was recorded is damaged without a whole record beside each picture, which says how to record anew",
    arguments: [
      ("missing", "is missing"), ("empty", "is empty"), ("cut off", "cannot be understood"),
      ("newer", "is of format 2, and this version of rostrum reads format 1"),
    ])
  func record(_ damage: String, _ reason: String) async throws {
    let gallery = try Gallery()
    _ = try await gallery.verify(nil, .missing) { $0.moments = gallery.moments("0", "50%") }
    let path = try gallery.baseline("50pct.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    switch damage {
    case "missing": try FileManager.default.removeItem(atPath: path)
    case "empty": try Data().write(to: URL(filePath: path))
    case "newer":
      try Data(text.replacing("\"version\": 1", with: "\"version\": 2").utf8)
        .write(to: URL(filePath: path))
    default: try Data(text.utf8.dropLast(40)).write(to: URL(filePath: path))
    }
    let report = try await gallery.verify()
    #expect(report.entries.map(\.verdict) == [.same, .unreadable] && report.exitStatus == 66)
    #expect(report.entries[1].sentences[0].hasPrefix("'\(path)' \(reason)"))
    #expect(
      report.entries[1].sentences[0].hasSuffix("record the baseline anew with --update changed"))
    _ = try await gallery.verify(nil, .changed)
    #expect(try await gallery.verify().exitStatus == 0)
  }

  @Test("By name only is not checked, and says so")
  func otherNames() async throws {
    let gallery = try Gallery()
    _ = try await gallery.verify(nil, .missing) { $0.moments = gallery.moments("0") }
    let picture = try gallery.baseline("0s.png")
    for ending in ["png", "json"] {
      let from = String(picture.dropLast(3)) + ending
      try FileManager.default.copyItem(
        atPath: from, toPath: from.replacing("/0s.", with: "/start."))
    }
    let report = try await gallery.verify()
    #expect(report.entries.map(\.verdict) == [.same, .unchecked] && report.exitStatus == 3)
    #expect(report.summary == "1 same, 1 not checked")
  }

  @Test("What was recorded is orphaned only within the scenes that are named")
  func orphans() async throws {
    let gallery = try Gallery()
    try gallery.write(to: "b[1]")
    try gallery.write(to: "deep/c")
    let (b, c) = (
      gallery.folder.path("Scenes/b[1].yaml"), gallery.folder.path("Scenes/deep/c.yaml")
    )
    _ = try await gallery.verify([gallery.scene, b, c], .missing) {
      $0.moments = gallery.moments("0")
    }
    for path in [b, c] { try FileManager.default.removeItem(atPath: path) }
    func orphans(_ scenes: String...) async throws -> [String] {
      let report = try await gallery.verify(scenes.map { gallery.folder.path($0) })
      let orphans = report.entries.filter { $0.verdict == .orphaned }
      return orphans.map { URL(filePath: $0.group).deletingLastPathComponent().lastPathComponent }
    }
    #expect(try await orphans("Scenes/a.yaml") == [])
    #expect(try await orphans("Scenes") == ["b[1]"])
    #expect(try await orphans("Scenes/*.yaml") == ["b[1]"])
    #expect(try await orphans("Scenes/**/*.yaml") == ["b[1]", "c"])
    #expect(try await orphans("Scenes/a.yaml", "Scenes/*/c.y*ml") == ["c"])
    // A picture that is gone alone.
    try gallery.remove("a/0s.png")
    let report = try await gallery.verify()
    #expect(report.entries.map(\.verdict) == [.missing, .orphaned])
  }
}
