import RostrumImageDiff
import RostrumMedia
import RenderTestSupport
import RostrumCanvas
import Foundation
import TestSupport
import Testing

@testable import RostrumRegression
@testable import RostrumOutput

@Suite("Comparing files")
struct DiffJobTests {
  /// A picture with a square whose left side is at `x`.
  private func picture(_ x: Int, width: Int = 40) throws -> Data {
    let bitmap = try Bitmap(width: width, height: 30)
    for row in 0..<30 {
      for column in 0..<width {
        let isInside = (x..<x + 10).contains(column) && (10..<20).contains(row)
        bitmap[column, row] = isInside ? 0xFF20_40D0 : 0xFFFF_FFFF
      }
    }
    return Data(try PNGEncoder().encode(bitmap))
  }

  private func folders(_ count: Int, changing changed: [Int: Int]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
      for index in 0..<count {
        let x = name == "b" ? changed[index] ?? 5 : 5
        try picture(x).write(to: URL(filePath: folder.path("\(name)/frame_\(index).png")))
      }
    }
    return folder
  }

  @Test("Two pictures")
  func pictures() async throws {
    let folder = try TemporaryFolder()
    for (name, x) in [("a", 5), ("b", 5), ("c", 8)] {
      try picture(x).write(to: URL(filePath: folder.path(name + ".png")))
    }
    try picture(5, width: 41).write(to: URL(filePath: folder.path("d.png")))
    let run = { try await DiffJob(expected: folder.path("a.png"), actual: folder.path($0)).run() }
    #expect(try await run("b.png").exitStatus == 0)
    let different = try await run("c.png")
    #expect(different.exitStatus == 1)
    #expect(different.entries[0].difference?.differentPixels == 60)
    #expect(different.entries[0].pictures == nil)
    #expect(try await run("d.png").exitStatus == 4)
    await #expect(throws: DiffJob.Problem.missing(path: folder.path("e.png"))) {
      try await run("e.png")
    }
    await #expect(throws: DiffJob.Problem.self) { try await run("") }
  }

  @Test("Folders are compared by name, in the order of their numbers, with pictures of the worst")
  func sequences() async throws {
    let folder = try folders(120, changing: [7: 6, 11: 15, 100: 8])
    try FileManager.default.removeItem(atPath: folder.path("b/frame_50.png"))
    try FileManager.default.removeItem(atPath: folder.path("a/frame_60.png"))
    var options = DiffOptions()
    options.keptPictures = 2
    for jobs in [1, 5] {
      options.jobs = jobs
      let report = try await DiffJob(
        expected: folder.path("a"), actual: folder.path("b"), options: options
      ).run()
      #expect(report.entries.map(\.name) == (0..<120).map { "frame_\($0).png" })
      #expect(
        report.failures.map(\.name).map { $0.filter(\.isNumber) } == ["7", "11", "50", "60", "100"])
      #expect(report.count(.missing) == 2 && report.exitStatus == 3)
      let kept = report.entries.filter { $0.pictures != nil }.map(\.name)
      #expect(kept == ["frame_11.png", "frame_100.png"])
    }
  }

  @Test("A picture that cannot be read fails alone, and equal pairs keep no pictures")
  func unreadable() async throws {
    let folder = try folders(4, changing: [3: 8])
    try folder.write("spoilt", to: "b/frame_1.png")
    var options = DiffOptions()
    options.keptPictures = 60
    let report = try await DiffJob(
      expected: folder.path("a"), actual: folder.path("b"), options: options
    ).run()
    #expect(report.entries.map(\.verdict) == [.same, .unreadable, .same, .different])
    #expect(report.exitStatus == 66)
    #expect(report.entries[1].sentences[0].contains("b/frame_1.png"))
    #expect(report.entries.map { $0.pictures != nil } == [false, false, false, true])
  }

  @Test("Only pictures that a report may still show are encoded")
  func selection() {
    let selection = PictureSelection(limit: 2)
    let pairs = [(0, 0), (0, 1), (0, 2), (5, 4), (5, 3), (4, 5), (5, 6), (9, 7)]
    let taken = pairs.map { selection.takes($0.0, at: $0.1) }
    #expect(taken == [true, true, false, true, true, false, false, true])
    #expect(!PictureSelection(limit: 0).takes(9, at: 0))
  }

  @Test("Videos are compared by frame, each decoded once")
  func videos() async throws {
    let scenes = try TestScenes()
    let text = TestScenes.moving
    for (name, scene) in [("a", text), ("b", text), ("c", TestScenes.fading)] {
      try await scenes.render(scene, to: "\(name).mp4")
    }
    try await scenes.render(
      text.replacing("duration: 1\n", with: "duration: 0.5\n"), to: "short.mp4")
    let run = { (name: String) in
      try await DiffJob(
        expected: scenes.folder.path("a.mp4"), actual: scenes.folder.path(name)
      ).run()
    }
    let same = try await run("b.mp4")
    #expect(same.entries.count == 12 && same.exitStatus == 0)
    let different = try await run("c.mp4")
    #expect(different.entries.count == 12 && different.exitStatus == 1)
    #expect(different.entries[0].verdict == .same)
    #expect(different.entries[6].verdict == .different)
    #expect(different.notes.first?.hasPrefix("the worst frame is frame ") == true)
    let short = try await run("short.mp4")
    #expect(short.entries.count == 12 && short.count(.missing) == 6 && short.exitStatus == 3)
  }

  @Test("A video's signal-to-noise ratios are those of ffmpeg's own filter")
  func signalToNoise() async throws {
    let scenes = try TestScenes()
    for (name, scene) in [("a", TestScenes.moving), ("b", TestScenes.fading)] {
      try await scenes.render(scene, to: "\(name).mp4")
    }
    let report = try await DiffJob(
      expected: scenes.folder.path("a.mp4"), actual: scenes.folder.path("b.mp4")
    ).run()
    let ratios = try ffmpegRatios(scenes.folder)
    #expect(ratios.count == report.entries.count)
    #expect(ratios.contains { $0.isFinite })
    for (entry, ratio) in zip(report.entries, ratios) {
      let own = try #require(entry.difference?.peakSignalToNoise)
      // ffmpeg writes two digits after the point.
      #expect(own == ratio || abs(own - ratio) < 0.011, "\(entry.name): \(own), \(ratio)")
    }
  }

  /// ffmpeg's signal-to-noise ratio for each frame of `a.mp4` and `b.mp4`, in decibels of red,
  /// green and blue together.
  private func ffmpegRatios(_ folder: TemporaryFolder) throws -> [Double] {
    let convert = "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=gbrp"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.arguments = [
      "ffmpeg", "-v", "error", "-i", "a.mp4", "-i", "b.mp4", "-lavfi",
      "[0:v]\(convert)[a];[1:v]\(convert)[b];[a][b]psnr=stats_file=psnr.log", "-f", "null", "-",
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let log = String(decoding: folder.data("psnr.log"), as: UTF8.self)
    return log.matches(of: #/psnr_avg:(\S+)/#).compactMap { Double($0.output.1) }
  }

  @Test("A damaged picture or video is an error, not a difference")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    try picture(5).write(to: URL(filePath: folder.path("a.png")))
    try picture(5).prefix(60).write(to: URL(filePath: folder.path("b.png")))
    try folder.write("no video", to: "a.mp4")
    try folder.write("no video", to: "b.mp4")
    func run(_ ending: String) async throws {
      let files = ["a", "b"].map { folder.path("\($0).\(ending)") }
      _ = try await DiffJob(expected: files[0], actual: files[1]).run()
    }
    await #expect(throws: MediaError.self) { try await run("png") }
    await #expect {
      try await run("mp4")
    } throws: { error in
      guard case DiffJob.Problem.unreadableVideo(let reason) = error else { return false }
      return reason.contains("a.mp4")
    }
  }
}
