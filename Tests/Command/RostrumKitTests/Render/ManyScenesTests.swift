import Foundation
import RenderTestSupport
import RostrumMedia
import RostrumSceneFile
import Synchronization
import TestSupport
import Testing

import RostrumSource
@testable import RostrumKit
@testable import RostrumOutput

@Suite("Render jobs of many scenes")
struct ManyScenesTests {
  private static let banner = """
    size: [24, 16]
    fps: 4
    duration: 1
    parameters:
      ink: {type: color, default: white}
      shift: {type: number, default: 8}
    layers:
      - name: square
        backgroundColor: ${ink}
        bounds: [6, 6]
        position: [4, 8]
        animations: [{type: basic, keyPath: position.x, byValue: "${shift}", duration: 1}]
    """

  private final class Log: Sendable {
    private let events = Mutex<[RenderEvent]>([])
    func add(_ event: RenderEvent) { events.withLock { $0.append(event) } }
    var all: [RenderEvent] { events.withLock(\.self) }
    var failed: [RenderItem] {
      all.compactMap { if case .failed(let item, _) = $0 { item } else { nil } }
    }
  }

  private func job(
    _ folder: TemporaryFolder, _ scenes: [String], data: String? = nil, output: String = "out",
    jobs: Int = 2, isFailFast: Bool = false
  ) -> RenderJob {
    var options = RenderOptions()
    options.output = folder.path(output)
    options.jobs = jobs
    options.video.preset = .ultrafast
    options.video.isVerified = false
    return RenderJob(
      scenes: scenes.map(folder.path), data: data.map(folder.path), options: options,
      isFailFast: isFailFast)
  }

  @Test(
    "Rows give the same files as single runs with their values, for any number of places",
    arguments: [1, 2, 5])
  func rows(_ jobs: Int) async throws {
    let folder = try TemporaryFolder([
      "a.yaml": Self.banner, "rows.csv": "ink,shift,id\nred,2,one\nblue,-3,two\n,,three\n",
    ])
    let several = job(folder, ["a.yaml"], data: "rows.csv", output: "out/{id}", jobs: jobs)
    let summary = try await several.run { _ in }
    #expect(summary.rendered == 3 && summary.failures.isEmpty && summary.frames == 12)
    for (id, values) in [
      ("one", ["ink=red", "shift=2"]), ("two", ["ink=blue", "shift=-3"]), ("three", []),
    ] {
      var single = job(folder, ["a.yaml"], output: "single/\(id)").options
      single.scene.parameters = try ParameterValues(assignments: values)
      try await RenderJob(scenes: [folder.path("a.yaml")], options: single).run { _ in }
      for frame in TestScenes.names(0..<4) {
        #expect(folder.data("out/\(id)/\(frame)") == folder.data("single/\(id)/\(frame)"))
        #expect(!folder.data("out/\(id)/\(frame)").isEmpty)
      }
    }
  }

  @Test("A bad scene, a bad row and a scene that is not there stop no other")
  func failures() async throws {
    let folder = try TemporaryFolder([
      "a.yaml": Self.banner, "b.yaml": "size: [0, 1]\nlayers: []\n",
      "rows.csv": "ink\nred\nrde\nblue\n",
    ])
    let log = Log()
    let all = job(folder, ["a.yaml", "b.yaml", "c.yaml"], data: "rows.csv")
    let error = await #expect(throws: IncompleteRender.self) { try await all.run { log.add($0) } }
    let summary = try #require(error).summary
    #expect(summary.count == 9 && summary.rendered == 2 && summary.skipped == 0)
    #expect(summary.failures.map(\.item.index) == [1, 3, 4, 5, 6, 7, 8])
    #expect(log.failed.map(\.index) == [1, 3, 4, 5, 6, 7, 8])
    #expect(summary.failures.first?.error is InvalidScene)
    #expect(
      summary.failures.last?.error as? SceneFileError == .missing(path: folder.path("c.yaml")))
    #expect(folder.files.filter { $0.hasPrefix("out/") }.count == 8)
  }

  @Test("What ends in any order is told in the order of the several")
  func order() {
    var buffer = ReorderBuffer<Int>()
    let told = [2, 0, 1, 5, 4].map { buffer.add($0, at: $0) }
    #expect(told == [[], [0], [1, 2], [], []])
    #expect(buffer.rest == [4, 5])
  }

  @Test("What rows have in common is told once")
  func toldOnce() async throws {
    let folder = try TemporaryFolder([
      "a.yaml": Self.banner + "\ncolour: red\n", "rows.csv": "ink\nred\nblue\ngreen\n",
    ])
    let log = Log()
    let all = job(folder, ["a.yaml"], data: "rows.csv")
    await #expect(throws: IncompleteRender.self) { try await all.run { log.add($0) } }
    let told = log.all.flatMap { event -> [Diagnostic] in
      guard case .failed(_, let error as InvalidScene) = event else { return [] }
      return error.result.diagnostics
    }
    #expect(told.map(\.id) == ["unknown-key"] && log.failed.count == 3)
  }

  @Test("When failing fast, nothing is rendered when one scene is wrong")
  func failFast() async throws {
    let folder = try TemporaryFolder([
      "a.yaml": Self.banner, "b.yaml": "size: [0, 1]\nlayers: []\n",
    ])
    let both = job(folder, ["a.yaml", "b.yaml"], isFailFast: true)
    let error = await #expect(throws: IncompleteRender.self) { try await both.run { _ in } }
    let summary = try #require(error).summary
    #expect(summary.rendered == 0 && summary.skipped == 1 && summary.failures.count == 1)
    #expect(!folder.files.contains { $0.hasPrefix("out/") })
  }

  @Test("When failing fast, the first failure ends the rest")
  func failFastLate() async throws {
    let folder = try TemporaryFolder()
    for index in 0..<6 { try folder.write(Self.banner, to: "\(index).yaml") }
    try folder.write("in the way", to: "out/0")
    let all = job(folder, (0..<6).map { "\($0).yaml" }, jobs: 1, isFailFast: true)
    let error = await #expect(throws: IncompleteRender.self) { try await all.run { _ in } }
    let summary = try #require(error).summary
    #expect(summary.failures.count == 1 && summary.skipped == 5)
  }

  @Test(
    "Large and small scenes share the places: none waits for ever, videos too",
    arguments: [1, 2, 3])
  func sharing(_ jobs: Int) async throws {
    let folder = try TemporaryFolder([
      "big.yaml": Self.banner.replacing("duration: 1\n", with: "duration: 20\n")
    ])
    for index in 0..<8 { try folder.write(Self.banner, to: "s\(index).yaml") }
    var several = job(folder, ["big.yaml"] + (0..<8).map { "s\($0).yaml" }, jobs: jobs)
    var options = several.options
    options.formats = [.png, .mp4]
    several = RenderJob(scenes: several.scenes, options: options)
    let summary = try await several.run { _ in }
    #expect(summary.rendered == 9 && summary.frames == 80 + 32)
    #expect(try await MediaFacts.read(folder.path("out/big.mp4")).frameCount == 80)
    #expect(folder.files.filter { $0.hasPrefix("out/big/") }.count == 80)
  }

  @Test("A list says what would be rendered, and does nothing")
  func list() async throws {
    let folder = try TemporaryFolder(["a.yaml": Self.banner, "rows.csv": "ink\nred\nrde\n"])
    let list = try job(folder, ["a.yaml"], data: "rows.csv", output: "{ink}.mp4").list()
    #expect(list.map(\.item.row) == [1, 2])
    #expect(list[0].outputs == [folder.path("red.mp4")])
    #expect(try list[0].frames.get() == 4)
    #expect(throws: InvalidScene.self) { try list[1].frames.get() }
    #expect(folder.files == ["a.yaml", "rows.csv"])
  }

  @Test("Cancelling ends everything soon, and leaves whole files only")
  func cancelling() async throws {
    let folder = try TemporaryFolder()
    for index in 0..<4 {
      try folder.write(
        Self.banner.replacing("duration: 1\n", with: "duration: 5000\n"), to: "\(index).yaml")
    }
    let several = job(folder, (0..<4).map { "\($0).yaml" })
    let (progress, started) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await several.run { if case .progressed = $0 { started.yield() } }
    }
    for await _ in progress { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    for name in folder.files where name.hasPrefix("out/") { #expect(name.hasSuffix(".png")) }
  }

  @Test("Every worker gets a permit in the end")
  func semaphore() async {
    let semaphore = AsyncSemaphore(permits: 1)
    let log = Log()
    await semaphore.acquire()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          await semaphore.acquire()
          log.add(.waiting(files: number))
          semaphore.release()
        }
      }
      semaphore.release()
    }
    let numbers = log.all.compactMap { if case .waiting(let number) = $0 { number } else { nil } }
    #expect(numbers.sorted() == Array(0..<20))
    await semaphore.acquire()
    semaphore.release()
  }
}
