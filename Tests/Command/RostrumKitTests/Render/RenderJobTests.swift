import Foundation
import RenderTestSupport
import RostrumCanvas
import RostrumKit
import RostrumMedia
import RostrumOutput
import RostrumSceneFile
import RostrumTiming
import TestSupport
import Testing

@Suite("Render jobs")
struct RenderJobTests {
  // MARK: Frames

  @Test("Render jobs make the same files with any number of workers")
  func workers() async throws {
    let scenes = try TestScenes()
    for jobs in [1, 2, 3, 7, 1000] {
      try await scenes.render(to: "\(jobs)") {
        $0.jobs = jobs
        $0.formats = [.png, .mp4]
      }
    }
    let expected = scenes.contents(of: "1")
    #expect(expected.keys.sorted() == TestScenes.names(0..<12) + ["scene.mp4"])
    #expect(Set(expected.values).count > 6)
    for jobs in [2, 3, 7, 1000] { #expect(scenes.contents(of: "\(jobs)") == expected) }
  }

  @Test("Render jobs need at least one worker, whatever was asked for")
  func noWorkers() async throws {
    let scenes = try TestScenes()
    try await scenes.render(TestScenes.still, to: "out") { $0.jobs = -3 }
    #expect(scenes.files(in: "out") == TestScenes.names(0..<6))
  }

  @Test(
    "Render jobs make frames that rest into names of one file for each worker, or fewer",
    arguments: [1, 2, 5])
  func links(_ jobs: Int) async throws {
    let scenes = try TestScenes()
    try await scenes.render(TestScenes.still, to: "out") {
      $0.jobs = jobs
      $0.formats = [.png, .mp4]
    }
    let numbers = TestScenes.names(0..<6).map { scenes.folder.fileNumber("out/" + $0) }
    #expect((1...jobs).contains(Set(numbers).count))
    #expect(Set(scenes.contents(of: "out").values).count == 2)
    #expect(try await MediaFacts.read(scenes.folder.path("out/scene.mp4")).frameCount == 6)
  }

  @Test("Render jobs do not write through the links of an earlier run")
  func again() async throws {
    let scenes = try TestScenes()
    try await scenes.render(TestScenes.still, to: "out") { $0.jobs = 1 }
    try await scenes.render(TestScenes.moving, to: "out") { $0.jobs = 2 }
    try await scenes.render(TestScenes.moving, to: "fresh") { $0.jobs = 1 }
    #expect(scenes.contents(of: "out") == scenes.contents(of: "fresh"))
  }

  @Test(
    "Render jobs keep the numbers of chosen frames; a video of them is as long as there are frames")
  func subset() async throws {
    let scenes = try TestScenes()
    try await scenes.render(to: "all")
    let selection = try FrameSelection("2,5-7,9")
    try await scenes.render(to: "some") {
      $0.moments = .frames(selection)
      $0.formats = [.png, .mp4]
      $0.jobs = 2
    }
    #expect(scenes.files(in: "some") == TestScenes.names([2, 5, 6, 7, 9]) + ["scene.mp4"])
    for name in TestScenes.names([2, 5, 6, 7, 9]) {
      #expect(scenes.contents(of: "some")[name] == scenes.contents(of: "all")[name])
    }
    let facts = try await MediaFacts.read(scenes.folder.path("some/scene.mp4"))
    #expect(facts.frameCount == 5)
    #expect(facts.rate?.framesPerSecond == 12)
  }

  @Test(
    "Render jobs cut chosen frames at the end with a warning, or refuse them",
    arguments: [false, true])
  func clamping(_ isStrict: Bool) async throws {
    let scenes = try TestScenes()
    let selection = try FrameSelection("10-20")
    func render() async throws -> [RenderEvent] {
      try await scenes.render(to: "out") {
        $0.moments = .frames(selection)
        $0.isStrict = isStrict
      }
    }
    if isStrict {
      let error = await #expect(throws: FramesOutOfRange.self) { _ = try await render() }
      let text = "has only 12 frames, 0 to 11: some of the frames asked for do not exist"
      #expect(try #require(error).description.hasSuffix(text))
      #expect(scenes.files(in: "out").isEmpty)
    } else {
      #expect(try await render().warnings == ["frames past the last one, 11, are left out"])
      #expect(scenes.files(in: "out") == TestScenes.names([10, 11]))
    }
  }

  @Test("Render jobs refuse frames of which none exists")
  func outOfRange() async throws {
    let scenes = try TestScenes()
    let selection = try FrameSelection("12-20")
    let error = await #expect(throws: FramesOutOfRange.self) {
      try await scenes.render(to: "out") { $0.moments = .frames(selection) }
    }
    let text = "scene.yaml has 12 frames, 0 to 11: none of the frames asked for exist"
    #expect(try #require(error).description.hasSuffix(text))
  }

  @Test(
    "Render jobs make one image of one time, also beyond the end",
    arguments: [(0.25, 3), (99.0, 11)])
  func oneTime(_ time: Double, _ frame: Int) async throws {
    let scenes = try TestScenes()
    try await scenes.render(to: "all")
    let events = try await scenes.render(to: "deep/a.png") { $0.moments = .time(time) }
    #expect(events.outputs == [scenes.folder.path("deep/a.png")])
    #expect(scenes.files(in: "deep") == ["a.png"])
    let expected = scenes.contents(of: "all")[TestScenes.names([frame])[0]]
    #expect(scenes.folder.data("deep/a.png") == expected)
  }

  @Test("Render jobs scale, and take another frame rate")
  func scaleAndRate() async throws {
    let scenes = try TestScenes()
    try await scenes.render(to: "out") {
      $0.scene.scale = 1.5
      $0.scene.frameRate = FrameRate(numerator: 5)
    }
    #expect(scenes.files(in: "out") == TestScenes.names(0..<5))
    let header = try PNG.readHeader(ofFile: scenes.folder.path("out/frame_00004.png"))
    #expect(header.width == 72 && header.height == 48 && !header.hasAlpha)
  }

  // MARK: Videos

  @Test("Render jobs give the same video at once as from the frames' files")
  func mux() async throws {
    let scenes = try TestScenes()
    try await scenes.render(to: "out") {
      $0.formats = [.png, .mp4]
      $0.video = VideoSettings()
    }
    let events = Events()
    let job = try MuxJob(
      directory: scenes.folder.path("out"), pattern: "frame_#####.png",
      rate: try #require(FrameRate(numerator: 12)), allowsGaps: false,
      output: scenes.folder.path("muxed.MP4"))
    try await job.run { events.add($0) }
    #expect(scenes.folder.data("muxed.MP4") == scenes.folder.data("out/scene.mp4"))
    #expect(events.all.counts == Array(1...12))
    #expect(events.all.kinds.first == "started" && events.all.kinds.last == "finished")
  }

  @Test(
    "Render jobs cannot mux into what is no video", arguments: ["a", "a.png", "a.jpg", "a.avi", ""])
  func muxOutput(_ output: String) throws {
    let rate = try #require(FrameRate(numerator: 12))
    let error = #expect(throws: OutputPlanner.PlanError.self) {
      try MuxJob(
        directory: "x", pattern: "frame_%05d.png", rate: rate, allowsGaps: false, output: output)
    }
    #expect(
      try #require(error).description
        == "'\(output)' does not end in mp4, mov, webm, gif, mkv, m3u8, html, apng, avif, webp")
  }

  @Test("Render jobs bring a flat #00BDF2 back from the first frame of an MP4, within 2 of 255")
  func flatColor() async throws {
    let scenes = try TestScenes()
    try await scenes.render(TestScenes.still, to: "a.mp4") { $0.video = VideoSettings() }
    let frame = scenes.folder.path("decoded.png")
    try run(
      "ffmpeg", "-v", "error", "-i", scenes.folder.path("a.mp4"), "-vf",
      "scale=flags=accurate_rnd+full_chroma_int,format=rgb24", "-frames:v", "1", frame)
    let bitmap = try PNG.decode(contentsOfFile: frame)
    for y in 0..<32 {
      for x in 0..<48 {
        let pixel = bitmap[x, y]
        let distances = zip([16, 8, 0], [0x00, 0xBD, 0xF2]).map { shift, expected in
          abs(Int(pixel >> UInt32(shift) & 255) - expected)
        }
        #expect(distances.allSatisfy { $0 <= 2 }, "\(x), \(y): \(String(pixel, radix: 16))")
      }
    }
  }

  private func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("Render jobs warn of odd sizes before the first frame, and of alpha that frames lost after")
  func notes() async throws {
    let scenes = try TestScenes()
    let text = """
      size: [47, 31]
      fps: 4
      duration: 1
      layers: [{name: a, backgroundColor: red, bounds: [20, 20], position: [20, 20]}]
      """
    let events = try await scenes.render(text, to: "a.mp4")
    #expect(events.warnings.count == 2)
    #expect(events.warnings[0].contains("padded to 48x32"))
    #expect(events.warnings[1].contains("mp4 holds no alpha"))
    #expect(events.kinds.prefix(3) == ["started", "warned", "progressed"])
  }

  @Test(
    "Render jobs warn of lost alpha only where a frame has a pixel that loses some",
    arguments: [
      ("frame: [0, 0, 48, 32], class: gradient, colors: [red, blue]", nil, nil),
      ("frame: [0, 0, 48, 31], class: gradient, colors: [red, blue]", "no alpha", nil),
      ("frame: [0, 0, 48, 32], backgroundColor: '#ff000080'", "no alpha", "only transparent"),
      (
        "frame: [0, 0, 48, 32], backgroundColor: red, animations: {opacity: {toValue: 0.5}}",
        "no alpha", "only transparent"
      ),
    ])
  func lostAlpha(_ layer: String, _ film: String?, _ gif: String?) async throws {
    let scenes = try TestScenes()
    let text = "size: [48, 32]\nfps: 4\nduration: 1\nlayers: [{\(layer)}]\n"
    for (name, words) in [("a.mp4", film), ("a.gif", gif)] {
      let warnings = try await scenes.render(text, to: name).warnings
        .filter { $0.contains("alpha") || $0.contains("transparent") }
      #expect(warnings.count == (words == nil ? 0 : 1))
      #expect(words.map { warnings.first?.contains($0) == true } != false)
    }
  }

  // MARK: Reports

  @Test("Render jobs report every frame once, counting up, whoever made it", arguments: [1, 3, 7])
  func reports(_ jobs: Int) async throws {
    let scenes = try TestScenes()
    let events = try await scenes.render(to: "out") { $0.jobs = jobs }
    #expect(events.counts == Array(1...12))
    #expect(events.outputs == [scenes.folder.path("out")])
    guard case .started(let item, 48, 32, 12)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(item == RenderItem(path: scenes.folder.path("scene.yaml")))
  }

  @Test("Render jobs render several scenes, each into its place")
  func severalScenes() async throws {
    let folder = try TemporaryFolder()
    let paths = try [
      folder.write(TestScenes.still, to: "a.yaml"), folder.write(TestScenes.moving, to: "b.yaml"),
    ]
    var options = RenderOptions()
    options.output = folder.path("out")
    options.jobs = 1
    let events = Events()
    try await RenderJob(scenes: paths, options: options).run { events.add($0) }
    #expect(events.all.counts == Array(1...6) + Array(1...12))
    #expect(events.all.outputs == [folder.path("out/a"), folder.path("out/b")])
    #expect(folder.files.filter { $0.hasSuffix(".png") }.count == 18)
  }
}
