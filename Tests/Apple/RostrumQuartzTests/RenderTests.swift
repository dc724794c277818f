import BookFilms
import Foundation
import RostrumKit
import RostrumOutput
import RostrumQuartz
import RostrumRegression
import RostrumSceneFile
import RostrumSource
import Testing

@Suite("A film is rendered as a scene file is")
struct RenderTests {
  private static func film(to x: Double = 70) -> Film {
    Film(size: CGSize(width: 80, height: 60), fps: 30, duration: 0.5) { stage in
      let layer = CALayer()
      layer.name = "box"
      layer.frame = CGRect(x: 0, y: 20, width: 20, height: 20)
      layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      stage.layer.addSublayer(layer)
      stage.at(0.1) { layer.position.x = x }
    }
  }

  private func files(in folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".png") }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: folder.appending(path: $0)))
      })
  }

  @Test("Jobs and shards give the frames of one job, and the file's")
  func frames() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func render(_ name: String, _ change: (inout RenderOptions) -> Void) async throws {
      var options = RenderOptions()
      change(&options)
      try await Self.film().render(to: folder.appending(path: name).path, options: options)
    }
    try await render("whole") { $0.jobs = 1 }
    try await render("checked") { ($0.jobs, $0.verifiesDamage) = (3, true) }
    for index in 1...2 {
      try await render("parts") { $0.shard = Shard("\(index)/2") }
    }
    let film = folder.appending(path: "film.yaml").path
    try Self.film().write(to: film)
    var options = RenderOptions()
    options.output = folder.appending(path: "file").path
    try await RenderJob(scenes: [film], options: options).run { _ in }
    let whole = try files(in: folder.appending(path: "whole"))
    #expect(whole.count == 15)
    for name in ["checked", "parts", "file"] {
      #expect(try files(in: folder.appending(path: name)) == whole, "\(name)")
    }
  }

  @Test("A film becomes a video, is explained and baked")
  func uses() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "film.mp4").path
    let summary = try await Self.film().render(to: path)
    #expect(summary.failures.isEmpty && FileManager.default.fileExists(atPath: path))
    let scene = try Self.film().scene
    let explanation = try SceneSampler(scene).explanation(
      layer: "box", keyPath: "position.x", at: 0.2)
    #expect("\(explanation)".contains("position"))
    let baked = BakedScene(scene)
    #expect(baked.unbaked.isEmpty)
    try expectSamePixels(OpenedScene(baked.scene), Self.film().openedScene())
  }

  @Test("A film is verified against its own pictures, and the change of a place is seen")
  func verified() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "film.yaml").path
    func verify(_ update: VerifyOptions.Update) async throws -> Bool {
      var options = VerifyOptions(baselines: folder.appending(path: "baselines").path)
      (options.update, options.isContinuousIntegration) = (update, false)
      return try await VerifyJob(scenes: [path], options: options).run().exitStatus == 0
    }
    try Self.film().write(to: path)
    _ = try await verify(.all)
    #expect(try await verify(.none))
    try Self.film(to: 60).write(to: path)
    #expect(try await !verify(.none))
  }

  @Test("A picture or a letter that is not there is an error with its layer")
  func missing() throws {
    let film = Film(size: CGSize(width: 80, height: 60), duration: 0) { stage in
      let text = CATextLayer()
      (text.name, text.string, text.font) = ("title", "Hello", "No Such Family")
      stage.layer.addSublayer(text)
    }
    let error = #expect(throws: InvalidScene.self) { try film.openedScene() }
    let message = error?.result.diagnostics.first?.message ?? ""
    #expect(message.contains("title") && message.contains("No Such Family"))
  }
}
