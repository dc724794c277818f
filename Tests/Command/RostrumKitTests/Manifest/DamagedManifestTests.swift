import RenderTestSupport
import Foundation
import RostrumMedia
import TestSupport
import Testing

@testable import RostrumKit
@testable import RostrumOutput

/// Other programs may write into a folder of outputs: no file found there may make a run crash,
/// wait or take long.
@Suite("Damaged manifests", .timeLimit(.minutes(20)))
struct DamagedManifestTests {
  /// The damage to the folder of twelve frames, and the expected outcome.
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How many frames a resumed run draws; `nil` when it ends with an error about an input.
    var drawn: Int? = 0
    /// Whether `join` finds everything there.
    var isJoined = true
    /// A part of a warning; of the error where there is one.
    var message: String?
    let damage: @Sendable (TemporaryFolder, _ journal: String) throws -> Void

    init(
      _ description: String, drawn: Int? = 0, isJoined: Bool = true, _ message: String? = nil,
      _ damage: @escaping @Sendable (TemporaryFolder, _ journal: String) throws -> Void
    ) {
      (testDescription, self.drawn, self.isJoined) = (description, drawn, isJoined)
      (self.message, self.damage) = (message, damage)
    }

    /// Another journal, with the content of the right one.
    static func journal(_ name: String, _ message: String?) -> Damage {
      Damage("a journal called \(name)", message) { folder, journal in
        try FileManager.default.copyItem(
          atPath: folder.path(journal), toPath: folder.path("out/.rostrum/\(name)"))
      }
    }

    /// The journal with another text in it.
    static func text(
      _ old: String, _ new: String, drawn: Int = 12, isJoined: Bool = false,
      _ message: String? = "no sense"
    ) -> Damage {
      Damage("\(new.prefix(60)) in a journal", drawn: drawn, isJoined: isJoined, message) {
        folder, journal in
        let text = String(decoding: folder.data(journal), as: UTF8.self)
        let range = try #require(text.firstRange(of: old))
        try folder.write(text.replacingCharacters(in: range, with: new), to: journal)
      }
    }

    /// Something else in the place of a file.
    static func replaced(
      _ name: String, _ what: String, drawn: Int?, isJoined: Bool, _ message: String?,
      _ make: @escaping @Sendable (TemporaryFolder, String) throws -> Void
    ) -> Damage {
      Damage("\(what) in the place of \(name)", drawn: drawn, isJoined: isJoined, message) {
        folder, journal in
        let path = name == "the journal" ? journal : name
        try FileManager.default.removeItem(atPath: folder.path(path))
        try make(folder, path)
      }
    }
  }

  private static let strange = "not called like a run's journal"

  private static let names: [Damage] = [
    .journal("9223372036854775807-0-1.jsonl", strange),
    .journal("9223372036854775808-0-1.jsonl", strange),
    .journal("1000000000000-0-1.jsonl", strange), .journal("999999999999-0-1.jsonl", nil),
    .journal("0-0-1.jsonl", strange), .journal("-1-0-1.jsonl", strange),
    .journal("+1-0-1.jsonl", strange), .journal("x.jsonl", strange), .journal("2-0.jsonl", strange),
    .journal("2-run-1.jsonl", strange), .journal("2-99999999999-1.jsonl", strange),
    .journal("2--1.jsonl", strange), .journal("2-0-.jsonl", nil),
    .journal("2-4242-1.jsonl", nil),
    .journal("2-run-0123456789abcdef.jsonl", nil), .journal(".jsonl", nil),
  ]

  private static let huge = "9223372036854775806"

  private static let numbers: [Damage] = [
    .text(#""frames":"0-11""#, #""frames":"0-\#(huge)""#),
    .text(#""frames":"0-11""#, #""frames":"0-99999999999999999999""#),
    .text(#""frames":"0-11""#, #""frames":"""#), .text(#""frames":"0-11""#, #""frames":"-5""#),
    .text(#""frames":"0-11""#, #""frames":"5,5-6,0-11""#),
    .text(#""frames":"0-11""#, #""frames":[0,11]"#),
    .text(#""sceneFrames":12"#, #""sceneFrames":\#(huge)"#),
    .text(#""sceneFrames":12"#, #""sceneFrames":10000001"#),
    .text(#""sceneFrames":12"#, #""sceneFrames":0"#),
    .text(#""sceneFrames":12"#, #""sceneFrames":-1"#),
    .text(#""sceneFrames":12"#, #""sceneFrames":1e400"#),
    .text(#""frames":"0-11""#, #""frames":"0-\#(huge)","sceneFrames":\#(huge)"#),
    .text(#""rate":"12""#, #""rate":"0/0""#), .text(#""rate":"12""#, #""rate":"-12""#),
    .text(#""rate":"12""#, #""rate":"1/\#(huge)""#), .text(#""rate":"12""#, #""rate":"\#(huge)""#),
    .text(#""rate":"12""#, #""rate":"""#), .text(#""rate":"12""#, #""rate":12"#),
    .text(#""manifest":1"#, #""manifest":2"#), .text(#""process":"#, #""process":99999999999"#),
    .text(#""bytes":"#, #""bytes":-"#, drawn: 1), .text(#""bytes":"#, #""bytes":1e400"#, drawn: 1),
    .text(#""bytes":"#, #""bytes":1"#, drawn: 1, nil),
    .text(#""content":""#, #""content":"zz"#, drawn: 1),
  ]

  private static let paths: [Damage] = [
    .text("frame_%05d.png", "../frame_%05d.png"), .text("frame_%05d.png", "/etc/passwd"),
    .text("frame_%05d.png", ".."), .text("frame_%05d.png", ""),
    .text(#""file":"frame_"#, #""file":"../frame_"#, drawn: 1),
    .text(#""file":"frame_"#, #""file":"/dev/zero"#, drawn: 1),
    .text(#""file":"frame_"#, #""file":"frame_\u0000"#, drawn: 1),
    .text("{\"file\"", "{\"void\":\"../../x\"}\n{\"file\"", drawn: 0, isJoined: true),
  ]

  private static let spoilt: [Damage] = [
    .text("{\"run\"", "{\"run\":{}}\n{\"run\"", drawn: 0, isJoined: true),
    .text("{\"run\"", "{\"ran\""), .text("{\"run\":{", "{\"run\":{{"),
    .text(
      "{\"file\"", String(repeating: "[", count: 100_000) + "\n{\"file\"", drawn: 0, isJoined: true),
    .text(
      "{\"file\"", String(repeating: "x", count: 5_000_000) + "\n{\"file\"", drawn: 0,
      isJoined: true),
    .text(
      "{\"file\"", String(repeating: "\0\n", count: 3000) + "{\"file\"", drawn: 0, isJoined: true),
  ]

  private static let kept = "it is left alone"

  private static let files: [Damage] = [
    .replaced("out/frame_00003.png", "a pipe", drawn: nil, isJoined: false, "not a file") {
      try $0.pipe($1)
    },
    .replaced("out/frame_00003.png", "a folder", drawn: nil, isJoined: false, "not a file") {
      try $0.write("", to: $1 + "/x")
    },
    .replaced("out/frame_00003.png", "a link to a pipe", drawn: nil, isJoined: false, "not a file")
    {
      try $0.link($1, to: $0.pipe("pipe"))
    },
    .replaced("out/frame_00003.png", "a link to zeros", drawn: nil, isJoined: false, "not a file") {
      try $0.link($1, to: "/dev/zero")
    },
    .replaced("out/frame_00003.png", "a terabyte", drawn: 1, isJoined: false, nil) {
      try $0.write("", to: $1)
      truncate($0.path($1), 1 << 40)
    },
    .replaced("the journal", "a pipe", drawn: 12, isJoined: false, kept) { try $0.pipe($1) },
    .replaced("the journal", "a folder", drawn: 12, isJoined: false, kept) {
      try $0.write("", to: $1 + "/x")
    },
    .replaced("the journal", "a link to zeros", drawn: 12, isJoined: false, kept) {
      try $0.link($1, to: "/dev/zero")
    },
    .replaced("the journal", "a terabyte", drawn: 12, isJoined: false, kept) {
      try $0.write("", to: $1)
      truncate($0.path($1), 1 << 40)
    },
    .replaced("out/.rostrum/lock", "nothing", drawn: 0, isJoined: true, nil) { _, _ in },
  ]

  @Test(
    "Damaged manifests are told about, never hang, and cost no more than the frames they tell of",
    arguments: names + numbers + paths + spoilt + files)
  func damaged(_ damage: Damage) async throws {
    let scenes = try TestScenes()
    try await scenes.render(to: "out")
    let before = scenes.contents(of: "out")
    let journal = try #require(
      FileManager.default.contentsOfDirectory(atPath: scenes.folder.path("out/.rostrum"))
        .first { $0.hasSuffix(".jsonl") })
    try damage.damage(scenes.folder, "out/.rostrum/" + journal)

    let header = RunHeader(
      scene: "s", name: "a", renderer: [], frames: "0-11", sceneFrames: 12, rate: "12",
      outputs: ["frame_%05d.png"])
    let start = threadProcessorTime()
    read(scenes.folder.path("out"), header)
    let time = threadProcessorTime() - start
    #expect(time < 1, "\(time)")

    let join = await outcome { report in
      try await JoinJob(parts: [scenes.folder.path("out")], output: nil).run(report: report)
    }
    #expect((join.error == nil) == damage.isJoined, "\(join)")
    if let error = join.error { #expect(error is JoinProblem, "\(error)") }
    let resumed = await outcome { report in
      for event in try await scenes.render(to: "out", { $0.reuse = .verified }) { report(event) }
    }
    #expect(resumed.drawn == damage.drawn, "\(resumed)")
    let said = resumed.events.warnings.joined() + (resumed.error.map { "\($0)" } ?? "")
    if let message = damage.message {
      #expect(said.contains(message), "\(said)")
    } else {
      #expect(said.isEmpty, "\(said)")
    }
    if damage.drawn != nil { #expect(scenes.contents(of: "out") == before) }
  }

  private struct Outcome {
    var events: [RenderEvent] = []
    var error: (any Error)?

    /// How many frames were not kept; `nil` on an error.
    var drawn: Int? {
      guard error == nil else { return nil }
      for case .kept(_, let kept, let total) in events { return total - kept }
      return nil
    }
  }

  private func outcome(
    _ job: (@escaping @Sendable (RenderEvent) -> Void) async throws -> Void
  ) async -> Outcome {
    let events = Events()
    var outcome = Outcome()
    do { try await job { events.add($0) } } catch { outcome.error = error }
    outcome.events = events.all
    return outcome
  }

  /// Reads the manifest as a run does that begins, and as joining does.
  private func read(_ folder: String, _ header: RunHeader) {
    _ = try? RecordedFrames(folders: [folder]).files(of: .all)
    var reader = ManifestReader(folder: folder)
    _ = try? reader.runs(besides: header)
    _ = reader.sections()
  }

  @Test(
    "In the place of a manifest's lock, a pipe, a link or a folder is an error at once",
    arguments: [0, 1, 2])
  func lock(_ kind: Int) async throws {
    let scenes = try TestScenes()
    try scenes.folder.write("", to: "out/.rostrum/.keep")
    switch kind {
    case 0: try scenes.folder.pipe("out/.rostrum/lock")
    case 1: try scenes.folder.link("out/.rostrum/lock", to: "../../victim")
    default: try scenes.folder.write("", to: "out/.rostrum/lock/x")
    }
    let error = await #expect(throws: MediaError.self) { try await scenes.render(to: "out") }
    #expect(error?.isCreationFailure == true, "\(String(describing: error))")
    #expect(scenes.folder.kind("victim") == nil)
  }

  @Test("Damaged manifests of so many numbers that there are no more begin again at one")
  func lastNumber() async throws {
    let scenes = try TestScenes()
    try await scenes.render(to: "out")
    let hidden = scenes.folder.path("out/.rostrum")
    func journals() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: hidden)
        .filter { $0.hasSuffix(".jsonl") }.sorted()
    }
    let name = try #require(try journals().first)
    try FileManager.default.moveItem(
      atPath: "\(hidden)/\(name)", toPath: "\(hidden)/999999999999\(name.dropFirst())")
    for _ in 0..<2 {
      let events = try await scenes.render(to: "out") { $0.reuse = .verified }
      #expect(events.warnings.isEmpty)
      #expect(try journals().allSatisfy { $0.hasPrefix("1-0-") || $0.hasPrefix("2-0-") })
      for case .kept(_, let kept, let total) in events { #expect(kept == total) }
    }
  }

  @Test("Damaged manifests tell two runs' frames apart at the cost of the frames that there are")
  func collisions() {
    func header(_ frames: String, _ outputs: [String] = ["f_%d.png"]) -> RunHeader {
      RunHeader(
        scene: "s", name: "a", renderer: [], frames: frames, sceneFrames: 1000, rate: "60",
        outputs: outputs)
    }
    #expect(header("0-9").collides(with: header("9")))
    #expect(!header("0-998:2").collides(with: header("1-999:2")))
    #expect(header("0-998:2").collides(with: header("1-5:2,7,12")))
    #expect(!header("0-9").collides(with: header("0-9", ["g_%d.png"])))
    #expect(header("0-9", ["a.mp4"]).collides(with: header("20", ["a.mp4"])))
  }
}
