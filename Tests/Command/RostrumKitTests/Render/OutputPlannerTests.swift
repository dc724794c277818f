import Foundation
import RostrumBase
import RostrumMedia
import TestSupport
import Testing

import RostrumFilePaths
@testable import RostrumKit
@testable import RostrumOutput

@Suite("Plans for outputs")
struct OutputPlannerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var output: String?
    var formats: [MediaFormat] = []
    var isSingleImage = false
    var frames: String?
    var scenes = ["Scenes/ball.yaml"]
    /// The paths of all scenes, in order; or an error's text.
    var expected: [String]

    var testDescription: String {
      "-o \(output ?? "none") \(formats.map(\.rawValue)) \(isSingleImage ? "--at " : "")\(frames ?? "") \(scenes)"
    }

    func plans() throws -> [OutputPlan] {
      var options = RenderOptions()
      (options.output, options.formats) = (output, formats)
      if isSingleImage { options.moments = .time(0) }
      if let frames { options.moments = .frames(try FrameSelection(frames)) }
      let cache = SceneCache(options: options.scene)
      return try RenderPlan(scenes: scenes, table: nil, options: options, cache: cache)
        .entries.map { try $0.output.get() }
    }
  }

  private static let two = ["a/x.yaml", "b/y.json"]

  @Test(
    "Plans for outputs put everything where the documentation says",
    arguments: [
      // Without an output.
      Case(expected: ["Output/ball/frame_%05d.png"]),
      Case(formats: [.mp4], expected: ["Output/ball.mp4"]),
      Case(
        formats: [.mp4, .png], expected: ["Output/ball/frame_%05d.png", "Output/ball.mp4"]),
      Case(
        formats: [.png, .png, .mp4, .mp4],
        expected: ["Output/ball/frame_%05d.png", "Output/ball.mp4"]),
      Case(isSingleImage: true, expected: ["Output/ball.png"]),
      Case(scenes: two, expected: ["Output/x/frame_%05d.png", "Output/y/frame_%05d.png"]),
      Case(
        scenes: ["Book/10.6.yaml", "Book/10.5"],
        expected: ["Output/10.6/frame_%05d.png", "Output/10/frame_%05d.png"]),
      // A folder.
      Case(output: "out", expected: ["out/frame_%05d.png"]),
      Case(output: "out/", expected: ["out//frame_%05d.png"]),
      Case(output: "out.v2", expected: ["out.v2/frame_%05d.png"]),
      Case(output: "movies.mp4/", formats: [.webm], expected: ["movies.mp4/ball.webm"]),
      Case(output: "out", isSingleImage: true, expected: ["out/ball.png"]),
      Case(
        output: "out", formats: [.png, .gif],
        expected: ["out/frame_%05d.png", "out/ball.gif"]),
      Case(
        output: "out", formats: [.png, .mov], scenes: two,
        expected: ["out/x/frame_%05d.png", "out/x.mov", "out/y/frame_%05d.png", "out/y.mov"]),
      Case(
        output: "out", isSingleImage: true, scenes: two, expected: ["out/x.png", "out/y.png"]),
      Case(output: "/", expected: ["//frame_%05d.png"]),
      // A file.
      Case(output: "a.mp4", expected: ["a.mp4"]),
      Case(output: "deep/er/A.WebM", expected: ["deep/er/A.WebM"]),
      Case(output: "a.MP4", formats: [.mp4, .mp4], expected: ["a.MP4"]),
      Case(output: "a.apng", isSingleImage: true, expected: ["a.apng"]),
      Case(output: "a.PNG", isSingleImage: true, expected: ["a.PNG"]),
      // One frame alone.
      Case(output: "a.png", frames: "7", expected: ["a.png"]),
      Case(output: "a.jpg", frames: "7-7", expected: ["a.jpg"]),
      Case(output: "-", frames: "7", expected: ["-"]),
      Case(output: "out", frames: "7", expected: ["out/frame_%05d.png"]),
      // A pattern.
      Case(output: "b_%05d.png", expected: ["./b_%05d.png"]),
      Case(output: "f/b_###.png", formats: [.png], expected: ["f/b_###.png"]),
      Case(output: "/f/b_%03d.PNG", expected: ["/f/b_%03d.PNG"]),
    ])
  func places(_ one: Case) throws {
    let paths = try one.plans().flatMap(\.paths)
    #expect(paths.map(Self.normal) == one.expected.map(Self.normal))
  }

  /// Slashes that follow each other count once.
  private static func normal(_ path: String) -> String { path.replacing("//", with: "/") }

  @Test(
    "Plans for outputs refuse what cannot be done",
    arguments: [
      Case(output: "", expected: ["the output has no name"]),
      Case(
        output: "a.png",
        expected: [
          "'a.png' is one image: give a time with --at, one alone, or a pattern such as frame_%05d.png"
        ]),
      Case(
        output: "a.jpg", frames: "7-8",
        expected: ["'a.jpg' is one image: give a time with --at, one alone"]),
      Case(output: "a.mp4", formats: [.webm], expected: ["'a.mp4' says mp4, --format says webm"]),
      Case(
        output: "a.MP4", formats: [.png, .mp4],
        expected: ["'a.MP4' says mp4, --format says png,mp4"]),
      Case(
        output: "a_%05d.png", formats: [.mp4],
        expected: ["'a_%05d.png' names single frames, which only --format png makes"]),
      Case(
        output: "a_%5d.png",
        expected: [
          "'a_%5d.png' is no pattern for frames: %5d would pad with spaces: write %05d"
        ]),
      Case(
        output: "a.mp4", scenes: two,
        expected: [
          "2 scenes cannot all be written to 'a.mp4'; name a folder, or a field such as {index}"
        ]),
      Case(
        output: "a_##.png", scenes: two,
        expected: [
          "2 scenes cannot all be written to 'a_##.png'; name a folder, or a field such as {index}"
        ]),
      Case(
        output: "a.avi",
        expected: [
          "cannot write 'a.avi': the formats are png, mp4, mov, webm, gif, mkv, hls, html, svg, lottie, sprites, apng, avif, webp, wav, jpg, tiff"
        ]),
      Case(
        output: "frame_%05d.JPG",
        expected: [
          "'frame_%05d.JPG' is one image: give a time with --at, one alone"
        ]),
      Case(
        output: "-", formats: [.mp4, .gif],
        expected: ["the standard output takes one format, not 2"]),
      Case(
        output: "-",
        expected: [
          "the standard output takes no frames: give one time with --at, or the --format of a video"
        ]),
      Case(
        output: "/dev/fd/3", formats: [.mp4, .gif],
        expected: ["'/dev/fd/3' takes one format, not 2"]),
      Case(scenes: ["x.yaml", "x.yaml"], expected: ["'x.yaml' is given twice"]),
      Case(
        scenes: ["a/x.yaml", "b/x.json"],
        expected: [
          "'a/x.yaml' and 'b/x.json' would both write Output/x/frame_%05d.png; a name with {index} in it tells them apart"
        ]),
      Case(
        output: "o", formats: [.gif], scenes: ["x.yaml", "./x.yaml"],
        expected: [
          "'x.yaml' and './x.yaml' would both write o/x.gif; a name with {index} in it tells them apart"
        ]),
    ])
  func refusals(_ one: Case) throws {
    let error = #expect(throws: OutputPlanner.PlanError.self) { try one.plans() }
    #expect(try #require(error).description == one.expected.first)
  }

  @Test("Plans for outputs take an existing folder for a folder, whatever its name")
  func existingFolder() throws {
    let folder = try TemporaryFolder()
    for name in ["x.mp4", "y_%05d.png", "z.jpg"] {
      try folder.write("", to: name + "/keep")
      let planner = OutputPlanner(output: folder.path(name), formats: [], isSingleImage: false)
      let plan = try planner.plan(for: "a.yaml", among: 1)
      #expect(plan.sequence?.directory == folder.path(name))
    }
  }

  @Test(
    "Plans for outputs know a path however it is spelled",
    arguments: [
      ("a/x", "a/../a/x"), ("a/x", "./a//x"), ("a/x", "a/./x"), ("x", "b/c/../../x"),
    ])
  func spellings(_ a: String, _ b: String) throws {
    // Scenes are named by the last parts of their paths, so the test compares the folder's
    // spelling.
    let folder = try TemporaryFolder(["a/keep": ""])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("a"))
    #expect(FilePath.resolved(a) == FilePath.resolved(b))
    #expect(
      FilePath.resolved(folder.path("link/x")) == FilePath.resolved(folder.path("a/x")))
    #expect(FilePath.resolved(a) != FilePath.resolved(a + "y"))
  }
}
