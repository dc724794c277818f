import Foundation
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import Testing

/// Files and folders made for one test.
private struct Folder: ~Copyable {
  let url = FileManager.default.temporaryDirectory.appending(path: "scene-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: "scenes/inner"), withIntermediateDirectories: true)
    try Data("x".utf8).write(to: url.appending(path: "scenes/inner/in.png"))
    try Data("x".utf8).write(to: url.appending(path: "out.png"))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appending(path: name).path, withDestinationPath: target)
  }

  /// Loads a scene in `scenes` with one picture.
  func diagnostics(contents: String, allowed: [String] = []) -> [Diagnostic] {
    let options = SceneOptions(allowedPaths: allowed)
    let path = url.appending(path: "scenes/scene.yaml").path
    return SceneLoader(options: options, assets: InMemoryAssets())
      .load(text: "size: [1, 1]\nlayers: [{contents: \"\(contents)\"}]", path: path).diagnostics
  }
}

@Suite("Scene files and assets")
struct SceneFilesTests {
  private let loader = SceneLoader(assets: InMemoryAssets())

  @Test("Links are followed before a path is judged")
  func links() throws {
    let folder = try Folder()
    try folder.link("scenes/good.png", to: "inner/in.png")
    try folder.link("scenes/bad.png", to: "../out.png")
    try folder.link("scenes/away", to: "..")
    try folder.link("scenes/loop.png", to: "loop.png")
    #expect(folder.diagnostics(contents: "good.png").isEmpty)
    #expect(folder.diagnostics(contents: "inner/../inner/in.png").isEmpty)
    #expect(folder.diagnostics(contents: "bad.png").map(\.id) == ["outside-folder"])
    #expect(folder.diagnostics(contents: "away/out.png").map(\.id) == ["outside-folder"])
    #expect(folder.diagnostics(contents: "away/nothing.png").map(\.id) == ["outside-folder"])
    #expect(folder.diagnostics(contents: "loop.png").map(\.id) == ["missing-file"])
  }

  @Test("Paths that are allowed are allowed")
  func allowed() throws {
    let folder = try Folder()
    let out = folder.url.appending(path: "out.png").path
    #expect(folder.diagnostics(contents: "../out.png").map(\.id) == ["outside-folder"])
    #expect(folder.diagnostics(contents: "../out.png", allowed: [folder.url.path]).isEmpty)
    #expect(folder.diagnostics(contents: out, allowed: [out]).isEmpty)
    #expect(folder.diagnostics(contents: out, allowed: [out + "x"]).map(\.id) == ["outside-folder"])
    #expect(
      folder.diagnostics(contents: "../outer.png", allowed: [folder.url.path]).map(\.hint)
        == ["did you mean '../out.png'?"])
  }

  @Test("A pipe is refused, not waited for", .timeLimit(.minutes(20)))
  func pipe() throws {
    let folder = try Folder()
    #expect(mkfifo(folder.url.appending(path: "scenes/pipe.png").path, 0o600) == 0)
    #expect(folder.diagnostics(contents: "pipe.png").map(\.id) == ["not-a-file"])
    #expect(throws: SceneFileError.self) {
      try loader.load(path: folder.url.appending(path: "scenes/pipe.png").path)
    }
  }

  @Test("A file that is missing or no file is an error of its own kind")
  func missing() throws {
    let folder = try Folder()
    let path = folder.url.appending(path: "nothing.yaml").path
    #expect(throws: SceneFileError.missing(path: path)) { try loader.load(path: path) }
    #expect(throws: SceneFileError.notAFile(path: folder.url.path)) {
      try loader.load(path: folder.url.path)
    }
  }

  @Test("A file beyond 64 MiB is not read")
  func large() throws {
    let folder = try Folder()
    let path = folder.url.appending(path: "large.yaml").path
    try Data().write(to: URL(filePath: path))
    #expect(truncate(path, off_t(SceneFileError.maximumSize + 1)) == 0)
    #expect(throws: SceneFileError.tooLarge(path: path)) { try loader.load(path: path) }
  }

  @Test("Bytes that are not UTF-8 are found")
  func encoding() throws {
    let folder = try Folder()
    let url = folder.url.appending(path: "latin.yaml")
    try Data(Array("size: [1, 1]\nname: \"".utf8) + [0xE4] + Array("\"".utf8)).write(to: url)
    let diagnostics = try loader.load(path: url.path).diagnostics
    #expect(diagnostics.map(\.id) == ["bad-encoding"])
    #expect(diagnostics.map(\.range.line) == [2])
    #expect(diagnostics.map(\.range.column) == [8])
  }

  @Test("The limits of canvas, frames and layers can be moved")
  func limits() {
    let text = "size: [100, 10]\nduration: 1\nlayers: [{}, {}, {}]"
    #expect(load(text).scene != nil)
    #expect(load(text, options: SceneOptions(maximumPixels: 999)).scene == nil)
    #expect(load(text, options: SceneOptions(scale: 2, maximumPixels: 3999)).scene == nil)
    #expect(load(text, options: SceneOptions(scale: 2, maximumPixels: 4000)).scene != nil)
    #expect(load(text, options: SceneOptions(maximumFrames: 59)).scene == nil)
    #expect(load(text, options: SceneOptions(maximumFrames: 60)).scene != nil)
    #expect(load(text, options: SceneOptions(maximumLayers: 2)).scene == nil)
    #expect(load(text, options: SceneOptions(maximumLayers: 3)).scene != nil)
  }
}
