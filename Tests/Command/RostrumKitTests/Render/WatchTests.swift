import Foundation
import Synchronization
import TestSupport
import Testing

import RostrumFilePaths
@testable import RostrumKit
@testable import RostrumOutput

@Suite("Watching", .timeLimit(.minutes(20)))
struct WatchTests {
  private static let scene = """
    size: [8, 8]
    fps: 4
    duration: 1
    layers: [{class: scene, scene: inner.yaml}]
    """
  private static let inner = "size: [8, 8]\nbackground: red\nlayers: []\n"

  /// The events of a watch, one word for each.
  private final class Watch: Sendable {
    let folder: TemporaryFolder
    private let words: AsyncStream<String>
    private let task: Task<Void, any Error>

    init(_ folder: TemporaryFolder, _ scenes: [String], data: String? = nil, output: String = "out")
    {
      self.folder = folder
      var options = RenderOptions()
      options.output = folder.path(output)
      options.jobs = 2
      let job = RenderJob(
        scenes: scenes.map(folder.path), data: data.map(folder.path), options: options)
      let (words, say) = AsyncStream<String>.makeStream()
      self.words = words
      task = Task {
        try await WatchJob(job).run { event in
          switch event {
          case .finished(let item, _):
            say.yield(
              URL(filePath: item.path).lastPathComponent + (item.row.map { " \($0)" } ?? ""))
          case .failed: say.yield("failed")
          case .waiting: say.yield("waiting")
          default: break
          }
        }
      }
    }

    /// Everything up to the next time that it waits, sorted.
    func round() async -> [String] {
      var found: [String] = []
      for await word in words {
        if word == "waiting" { break }
        found.append(word)
      }
      return found.sorted()
    }

    func end() async {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await self.task.value }
    }
  }

  private func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "a.yaml": Self.scene, "inner.yaml": Self.inner,
      "b.yaml": Self.inner.replacing("red", with: "blue"),
    ])
  }

  @Test("A watch renders again what a changed file touches, and nothing else")
  func touched() async throws {
    let folder = try folder()
    let watch = Watch(folder, ["a.yaml", "b.yaml"])
    #expect(await watch.round() == ["a.yaml", "b.yaml"])
    let before = folder.data("out/a/frame_00000.png")
    try folder.write(Self.inner.replacing("red", with: "lime"), to: "inner.yaml")
    #expect(await watch.round() == ["a.yaml"])
    #expect(folder.data("out/a/frame_00000.png") != before)
    let other = folder.data("out/b/frame_00000.png")
    try folder.write(Self.inner, to: "b.yaml")
    #expect(await watch.round() == ["b.yaml"])
    #expect(folder.data("out/b/frame_00000.png") != other)
    await watch.end()
  }

  @Test("A watch survives broken and missing scenes")
  func broken() async throws {
    let folder = try folder()
    let watch = Watch(folder, ["a.yaml"])
    #expect(await watch.round() == ["a.yaml"])
    try folder.write("size: [", to: "inner.yaml")
    #expect(await watch.round() == ["failed"])
    try FileManager.default.removeItem(atPath: folder.path("inner.yaml"))
    #expect(await watch.round() == ["failed"])
    try folder.write(Self.inner, to: "inner.yaml")
    #expect(await watch.round() == ["a.yaml"])
    await watch.end()
  }

  @Test("A watch renders rows that were added")
  func data() async throws {
    let folder = try TemporaryFolder()
    let text = "size: [8, 8]\nduration: 0.1\nbackground: ${ink}\nparameters: {ink: {type: color}}\n"
    try folder.write(text, to: "c.yaml")
    try folder.write("ink\nred\n", to: "rows.csv")
    let watch = Watch(folder, ["c.yaml"], data: "rows.csv")
    #expect(await watch.round() == ["c.yaml 1"])
    try folder.write("ink\nred\nblue\n", to: "rows.csv")
    #expect(await watch.round() == ["c.yaml 1", "c.yaml 2"])
    try folder.write("ink\n\"red\n", to: "rows.csv")
    #expect(await watch.round() == ["failed"])
    try folder.write("ink\nlime\n", to: "rows.csv")
    #expect(await watch.round() == ["c.yaml 1"])
    await watch.end()
  }

  @Test("A watch cancels what is outdated")
  func outdated() async throws {
    let folder = try folder()
    // So much to draw that it is still running when this test continues, however busy the machine
    // is.
    let long = """
      size: [1000, 1000]
      fps: 4
      duration: 20000
      layers:
        - bounds: [0, 0, 700, 700]
          position: [500, 500]
          backgroundColor: red
          animations:
            - {type: basic, keyPath: transform.rotation.z, toValue: 30000, duration: 20000}
      """
    try folder.write(long, to: "a.yaml")
    let watch = Watch(folder, ["a.yaml"])
    let file = folder.path("out/frame_00003.png")
    while !FileManager.default.fileExists(atPath: file) {
      try await Task.sleep(for: .milliseconds(20))
    }
    try folder.write(Self.scene, to: "a.yaml")
    let words = await watch.round()
    #expect(words == ["a.yaml"])
    await watch.end()
  }

  @Test("A file that was written while it was read counts as changed")
  func race() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write("a", to: "a.yaml"))
    let files = WatchedFiles()
    files.add([path], readSince: Date(timeIntervalSinceNow: -5))
    #expect(files.changed == [path])
    files.accept([path])
    #expect(files.changed.isEmpty)
    let other = WatchedFiles()
    other.add([path, FilePath(folder.path("none"))], readSince: Date(timeIntervalSinceNow: 5))
    #expect(other.changed.isEmpty)
  }
}
