import Foundation
import RostrumImporters
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumTiming
import TestSupport
import Testing

/// The answers of the page on how things are done, drawn.
@Suite("Answers")
struct AnswerTests {
  private static let folder = FileManager.root.appending(
    path: "Sources/Command/RostrumKit/RostrumKit.docc")

  /// The questions with their scenes.
  static let answers: [(question: String, scene: String)] = {
    let page = try? String(contentsOf: folder.appending(path: "HowDoI.md"), encoding: .utf8)
    return (page ?? "").components(separatedBy: "\n### ").dropFirst().compactMap { section in
      let scene = section.firstMatch(of: /(?ms)^```yaml\n(.*?)^```$/)?.output.1
      return scene.map { (String(section.prefix { $0 != "\n" }), String($0)) }
    }
  }()

  @Test("There are sixty answers") func count() { #expect(Self.answers.count >= 60) }

  @Test(
    "Each answer draws something, at more than one moment where it moves",
    arguments: answers.indices)
  func drawn(_ index: Int) throws {
    let (question, text) = Self.answers[index]
    let folder = try TemporaryFolder(["Book/shown.yaml": text])
    let scenes = FileManager.root.appending(path: "Scenes")
    for name in ["Book/Assets", "Cookbook", "Layers", "Sound"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: name), withDestinationURL: scenes.appending(path: name))
    }
    let options = SceneOptions(allowedPaths: [scenes.path], importers: .all)
    let opened = try SceneOpener(options: options).open(folder.url.path + "/Book/shown.yaml")
    let duration = opened.scene.clock.duration
    let pictures = try [0.1, 0.35, 0.6, 0.95].map { try picture(of: opened, at: duration * $0) }
    let isPlain = pictures.allSatisfy { picture in
      picture.indices.allSatisfy { picture[$0] == pictures[0][$0 % 4] }
    }
    #expect(!isPlain, "\(question) draws nothing")
    let moves = text.contains("animations:") || text.contains("events:")
    #expect(!moves || Set(pictures).count > 1, "\(question) stands still")
  }
}
