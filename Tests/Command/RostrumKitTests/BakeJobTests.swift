import Foundation
import RostrumBase
import RostrumKit
import RostrumLayerTree
import RostrumMedia
import RostrumOutput
import RostrumSceneFile
import TestSupport
import Testing

@Suite("Writing baked scenes")
struct BakeJobTests {
  private let text = """
    size: [20, 20]
    duration: 0.2
    layers:
      - name: "a #1"
        bounds: [10, 10]
        contents: Assets/Ball.png
        animations: [{type: basic, keyPath: position.x, fromValue: 0, toValue: 10, duration: 0.2}]
    """

  @Test("The scene itself is never overwritten, by whatever path")
  func input() throws {
    let folder = try TemporaryFolder()
    let book = try folder.copyOfBook()
    let source = book.appending(path: "mine.yaml")
    try Data(text.utf8).write(to: source)
    let link = book.appending(path: "link.yaml")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: source)
    for output in [source.path, book.path + "/./mine.yaml", link.path] {
      #expect(throws: OutputIsInput.self) {
        try BakeJob(scene: source.path, output: output).run()
      }
    }
    #expect(try String(contentsOf: source, encoding: .utf8) == text)
  }

  @Test("A file that the new scene could not read is refused; --allow-path lets it through")
  func assets() throws {
    let folder = try TemporaryFolder()
    let book = try folder.copyOfBook()
    let source = book.appending(path: "mine.yaml").path
    try Data(text.utf8).write(to: URL(filePath: source))
    let output = folder.url.appending(path: "out/new.yaml").path
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out"), withIntermediateDirectories: true)
    #expect(throws: BakeJob.Problem.self) { try BakeJob(scene: source, output: output).run() }
    #expect(!FileManager.default.fileExists(atPath: output))
    let options = SceneOptions(allowedPaths: [book.path])
    try BakeJob(scene: source, output: output, options: options).run()
    let written = try String(contentsOfFile: output, encoding: .utf8)
    #expect(written.contains("../Book/Assets/Ball.png"))
    #expect(written.contains("\"a #1\""))
    #expect(try SceneOpener(options: options).check(output).scene != nil)
  }

  @Test("A scene with parameters is baked with the values that are given")
  func parameters() throws {
    let folder = try TemporaryFolder()
    let source = folder.url.appending(path: "scene.yaml").path
    let text = """
      size: [20, 20]
      duration: 0.2
      parameters: {to: {type: number, default: 5}}
      layers:
        - name: a
          animations: [{type: basic, keyPath: position.x, fromValue: 0, toValue: "${to}", duration: 0.2}]
      """
    try Data(text.utf8).write(to: URL(filePath: source))
    var options = SceneOptions()
    options.parameters = try ParameterValues(assignments: ["to=10"])
    let output = folder.url.appending(path: "baked.yaml").path
    try BakeJob(scene: source, output: output, options: options).run()
    let scene = try SceneOpener().open(output).scene
    let choice = SceneSampler.Choice(layers: ["a"], keyPaths: ["position.x"])
    let series = try SceneSampler(scene).series(choice, at: [0.1])
    #expect(series.map { $0.values.map(\.number) } == [[5]])
  }

  @Test("A folder that does not exist is an error, and nothing is left behind")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    let source = try folder.copyOfBook().appending(path: "10.6.yaml").path
    let options = SceneOptions(allowedPaths: [folder.url.path])
    for name in ["no/x.yaml", "Book", "Book/10.6.yaml/x.yaml"] {
      let error = #expect(throws: MediaError.self) {
        try BakeJob(
          scene: source, output: folder.url.appending(path: name).path, options: options
        ).run()
      }
      #expect(error?.isCreationFailure == true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Book"])
  }
}
