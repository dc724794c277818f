import RostrumMedia
import RenderTestSupport
import RostrumCanvas
import Foundation
@testable import RostrumRegression
@testable import RostrumOutput
import TestSupport
import Testing

@Suite("A film of what differs")
struct DifferenceFilmTests {
  private let scenes: TestScenes

  init() async throws {
    scenes = try TestScenes()
    for (name, scene) in [("a", TestScenes.moving), ("b", TestScenes.fading)] {
      try await scenes.render(scene, to: "\(name)/") { $0.formats = [.png, .mp4] }
    }
  }

  /// The film's frames.
  private func frames(_ path: String) async throws -> [Bitmap] {
    let decoder = try await VideoDecoder(path)
    async let run: Void = decoder.run()
    var frames: [Bitmap] = []
    while let frame = try await decoder.readFrame() { frames.append(frame) }
    try await run
    return frames
  }

  private func film(_ old: String, _ new: String) async throws -> (DiffReport, String) {
    var options = DiffOptions()
    options.minimumSignalToNoise = nil
    let (expected, actual) = (scenes.folder.path(old), scenes.folder.path(new))
    let job = DiffJob(expected: expected, actual: actual, options: options)
    var report = try await job.run()
    let folder = scenes.folder.path("Report")
    try await job.addFilms(&report, to: folder)
    let name = report.notes.last?.components(separatedBy: " is ").last ?? ""
    return (report, "\(folder)/\(name)")
  }

  @Test("A film of two folders shows both and what differs, in red", arguments: ["", "video"])
  func sequence(_ kind: String) async throws {
    let files = scenes.folder.files.filter { $0.hasSuffix(".mp4") }.sorted()
    let (report, path) =
      try await kind.isEmpty
      ? film("a", "b") : film(try #require(files.first), try #require(files.last))
    let frames = try await frames(path)
    let pairs = report.entries.filter { kind == "video" || $0.expected.hasSuffix(".png") }
    #expect(frames.count == pairs.count && frames.count > 3)
    let last = frames[min(4, frames.count - 1)]
    let width = (last.width - 16) / 3
    func isRed(_ x: Int, _ y: Int) -> Bool {
      let pixel = last[x, y]
      return pixel >> 16 & 255 > 160 && pixel >> 8 & 255 < 110 && pixel & 255 < 110
    }
    let red = (0..<last.height).flatMap { y in (0..<last.width).map { ($0, y) } }.filter(isRed)
    #expect(!red.isEmpty && red.allSatisfy { $0.0 >= 2 * width + 16 - 2 })
    #expect(frames.first.map { $0.width == last.width } == true)
  }

  @Test("A film is not made of what is the same")
  func same() async throws {
    let (report, _) = try await film("a", "a")
    #expect(report.exitStatus == 0 && !report.notes.contains { $0.contains("a film of") })
    #expect(!FileManager.default.fileExists(atPath: scenes.folder.path("Report")))
  }
}
