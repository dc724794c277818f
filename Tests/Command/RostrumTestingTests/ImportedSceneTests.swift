import Foundation
import RostrumCanvas
import RostrumImporters
import RostrumKit
import RostrumOutput
import RostrumRegression
import RostrumSceneFile
import RostrumTesting
import TestSupport
import Testing

/// A small file for each construct of the imported formats, under Tests/Fixtures. The scene
/// imported from it is under Tests/Fixtures/Imported, its picture under Tests/Baselines.
/// `ROSTRUM_UPDATE=changed swift test --filter ImportedSceneTests` replaces the ones that an
/// intended change affects.
@Suite("Imported files become the scenes that they became")
struct ImportedSceneTests {
  private static let tests = repository.appending(path: "Tests")
  private static let isUpdating =
    ProcessInfo.processInfo.environment["ROSTRUM_UPDATE"] == "changed"

  /// Paths below Tests/Fixtures.
  static let files: [String] = ["Lottie", "SVG", "CAML"].flatMap { folder in
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: tests.appending(path: "Fixtures/\(folder)").path)
    return (names ?? [])
      .filter { ["json", "svg", "caml"].contains(URL(filePath: $0).pathExtension) }
      .map { "\(folder)/\($0)" }.sorted()
  }

  @Test("Every format has files") func formats() {
    let counts = ["Lottie", "SVG", "CAML"].map { folder in
      Self.files.count { $0.hasPrefix(folder) }
    }
    #expect(counts[0] >= 15 && counts[1] >= 6 && counts[2] >= 1)
  }

  @Test("The scene is the same, and renders the same pixels", arguments: files)
  func scene(_ file: String) throws {
    // A scene can only read files beside it.
    let folder = try TemporaryFolder()
    let fixtures = Self.tests.appending(path: "Fixtures")
    try FileManager.default.copyItem(
      atPath: fixtures.appending(path: file).deletingLastPathComponent().path,
      toPath: folder.path("files"))
    let name = URL(filePath: file).lastPathComponent
    let path = folder.path("files/\(name)")
    let output = folder.path("files/scene.yaml")
    let options = SceneOptions(importers: .all)
    try BakeJob(scene: path, output: output, options: options, form: .imported).run()
    let text = try Self.withoutComments(String(contentsOfFile: output, encoding: .utf8))
    let golden = fixtures.appending(path: "Imported/\(file).yaml").path
    if Self.isUpdating { try text.write(toFile: golden, atomically: true, encoding: .utf8) }
    #expect(text == (try? String(contentsOfFile: golden, encoding: .utf8)))
    for time in [0, 0.55] {
      #expect(try Self.pixels(of: path, at: time) == Self.pixels(of: output, at: time))
    }
  }

  private static func pixels(of scene: String, at time: Double) throws -> [UInt8] {
    let picture = try RenderedMoment(
      SceneOpener(options: SceneOptions(importers: .all)).open(scene), at: time
    ).picture
    return Array(picture.bytes)
  }

  /// The comments name the file, by a path of this machine.
  private static func withoutComments(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("#") }.joined(separator: "\n")
  }

  @Test("The picture is the same", arguments: files)
  func picture(_ file: String) throws {
    let picture = try render(Self.tests.appending(path: "Fixtures/\(file)").path, at: 0.5)
    try expectBaseline("Fixtures/\(file)", of: picture)
  }
}
