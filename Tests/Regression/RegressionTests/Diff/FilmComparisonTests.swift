import RostrumImageDiff
import Foundation
import TestSupport
import Testing

@testable import RostrumRegression
@testable import RostrumOutput

/// Films that ffmpeg changes in one respect, each compared with its original.
@Suite("Comparing films")
struct FilmComparisonTests {
  /// One deliberate break. `arguments` make the film from `base.mkv`, which is lossless: 96 x 64
  /// pixels, ten frames a second, two seconds, a tone of 440 Hz.
  struct Break: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: String
    var ending = "mkv"
    /// The first failure's verdict, its name, and a part of its message.
    let verdict: DiffReport.Verdict
    let entry: String
    let sentence: String

    init(
      _ name: String, _ arguments: String, _ verdict: DiffReport.Verdict, _ entry: String,
      _ sentence: String
    ) {
      (self.name, self.arguments, self.verdict) = (name, arguments, verdict)
      (self.entry, self.sentence) = (entry, sentence)
    }

    var testDescription: String { name }
  }

  /// Keeps every pixel, the times of frames, and the sound.
  private static let keep = "-c:v ffv1 -fps_mode passthrough -c:a copy"

  static let breaks: [Break] = [
    .init(
      "a dropped frame", "-vf select=not(eq(n\\,7)),setpts=N/10/TB \(keep)", .dropped, "frame 7",
      "frame 7 was dropped"),
    .init(
      "a dropped frame whose time is kept", "-vf select=not(eq(n\\,7)) \(keep)", .dropped,
      "frame 7", "frame 7 was dropped"),
    .init(
      "two dropped frames", "-vf select=not(eq(n\\,4)+eq(n\\,11)),setpts=N/10/TB \(keep)",
      .dropped, "frame 4", "frame 4 was dropped"),
    .init(
      "a doubled frame", "-vf loop=1:1:6,setpts=N/10/TB \(keep)", .doubled, "frame 6 of b.mkv",
      "shows frame 5 once more"),
    .init(
      "a frame dropped and the one before doubled",
      "-vf select=not(eq(n\\,9)),loop=1:1:9,setpts=N/10/TB \(keep)", .doubled, "frame 9",
      "it shows frame 8 once more"),
    .init("fewer frames", "-t 1.5 \(keep)", .missing, "frame 15", "'FOLDER/b.mkv' has no frame 15"),
    .init(
      "half speed", "-an -vf setpts=2*PTS -c:v ffv1 -fps_mode passthrough", .different, "times",
      "the film runs 2 times as slowly: its last frame begins at"),
    .init(
      "one frame late",
      "-vf settb=1/1000,setpts=PTS+gte(N\\,5)*0.03/TB "
        + "-enc_time_base 1:1000 \(keep)", .different, "times",
      "frame 4 is seen for 0.13 s, expected 0.1 s"),
    .init(
      "another colour in one frame",
      "-vf drawbox=10:10:8:8:red:fill:enable=eq(n\\,3) \(keep)", .different, "frame 3", "differ"),
    .init("no sound", "-an -c:v copy", .different, "sound", "there is no sound"),
    .init(
      "another tone", "-f lavfi -i sine=880:d=2 -map 0:v -map 1:a -c:v copy -c:a flac", .different,
      "sound", "the sound is another from 0 to 2 s"),
    .init(
      "quieter sound", "-c:v copy -af volume=-6dB -c:a flac", .different, "sound",
      "the sound is 6 dB quieter from 0 to 2 s"),
    .init(
      "silent for half a second", "-c:v copy -af volume=0:enable=between(t\\,1\\,1.5) -c:a flac",
      .different, "sound", "the sound is silent from 1.1 to 1.5 s"),
    .init(
      "stereo instead of mono", "-c:v copy -ac 2 -c:a flac", .different, "sound",
      "the sound has 2 channels, expected 1"),
    .init(
      "another pixel aspect", "-vf setsar=4/3 \(keep)", .different, "shape",
      "a pixel is 1.3333 times as wide as high, expected 1"),
    .init(
      "another size", "-vf scale=64:64 \(keep)", .sizesDiffer, "frame 0",
      "expected 96x64, got 64x64"),
    .init(
      "other primaries in the tags",
      "-color_primaries bt2020 -color_trc bt709 -colorspace bt709 \(keep)",
      .different, "colour tags", "primaries: bt2020, expected bt709"),
  ]

  @Test("A difference is found, and called by its name", arguments: breaks)
  func difference(_ case: Break) async throws {
    let folder = try Self.base()
    try Self.ffmpeg(folder, "-i base.mkv \(`case`.arguments) b.mkv")
    let report = try await Self.compare(folder, "base.mkv", "b.mkv")
    let first = try #require(report.failures.first, "\(report.summary), \(report.notes)")
    #expect(first.verdict == `case`.verdict && first.name == `case`.entry, "\(report.text())")
    let sentence = `case`.sentence.replacing("FOLDER", with: folder.path(""))
      .replacing("//", with: "/")
    #expect(first.sentences.joined(separator: "\n").contains(sentence), "\(first.sentences)")
  }

  @Test("A dropped frame is one difference, and nothing else differs")
  func drop() async throws {
    let folder = try Self.base()
    try Self.ffmpeg(
      folder, "-i base.mkv -an -vf select=not(eq(n\\,7)),setpts=N/10/TB -c:v ffv1 b.mkv")
    try Self.ffmpeg(folder, "-i base.mkv -an -c:v copy a.mkv")
    let report = try await Self.compare(folder, "a.mkv", "b.mkv")
    #expect(report.count(.same) == 19 && report.failures.count == 1 && report.exitStatus == 3)
  }

  static let harmless = [
    "-c copy", "-c:v png -c:a flac", "-c:v ffv1 -c:a flac -map_metadata -1",
    "-c:v ffv1 -c:a copy -metadata title=other",
  ]

  @Test("The same film in other files is the same", arguments: harmless)
  func same(_ arguments: String) async throws {
    let folder = try Self.base()
    try Self.ffmpeg(folder, "-i base.mkv \(arguments) b.mkv")
    let report = try await Self.compare(folder, "base.mkv", "b.mkv")
    #expect(report.exitStatus == 0, "\(report.text())")
    #expect(report.entries.count == 20)
    #expect(
      report.notes.contains("the same in both: times, shape, colour tags, captions, sound"))
  }

  @Test("A film that is turned by a mark has other sizes, and is read upright")
  func rotation() async throws {
    let folder = try TemporaryFolder()
    try Self.ffmpeg(
      folder,
      "-f lavfi -i testsrc2=size=96x64:rate=10:d=0.3 -c:v libx264 -qp 0 -pix_fmt yuv420p a.mp4")
    try Self.ffmpeg(folder, "-i a.mp4 -c copy -metadata:s:v rotate=90 b.mp4")
    try Self.ffmpeg(folder, "-i b.mp4 -c:v libx264 -qp 0 -pix_fmt yuv420p upright.mp4")
    let turned = try await Self.compare(folder, "a.mp4", "b.mp4")
    #expect(turned.exitStatus == 4)
    #expect(turned.entries[0].sentences[0] == "expected 96x64, got 64x96")
    #expect(turned.entries.last?.name == "shape")
    let upright = try await Self.compare(folder, "b.mp4", "upright.mp4")
    #expect(upright.entries.prefix(3).allSatisfy { $0.difference?.isIdentical == true })
  }

  /// Encoders that keep alpha.
  static let transparent = [
    ("webm", "-c:v libvpx -auto-alt-ref 0 -crf 4 -b:v 2M -pix_fmt yuva420p"),
    ("webm", "-c:v libvpx-vp9 -lossless 1 -pix_fmt yuva420p"),
    ("mov", "-c:v qtrle -pix_fmt argb"), ("mkv", "-c:v ffv1 -pix_fmt bgra"),
  ]

  @Test("Films that differ in alpha alone are different", arguments: transparent)
  func alpha(_ ending: String, _ codec: String) async throws {
    let folder = try TemporaryFolder()
    for (name, alpha) in [("a", "1.0"), ("b", "0.5")] {
      try Self.ffmpeg(
        folder,
        "-f lavfi -i color=red:size=64x48:rate=10:d=0.3 -vf format=rgba,colorchannelmixer=aa=\(alpha) "
          + "\(codec) \(name).\(ending)")
    }
    let report = try await Self.compare(folder, "a.\(ending)", "b.\(ending)")
    #expect(report.entries[0].difference?.differentPixels == 64 * 48, "\(report.text())")
  }

  /// Animated pictures, by their endings and codecs.
  static let moving = [("gif", "gif"), ("apng", "apng")]

  @Test("Animated pictures are compared by what is shown, and for how long", arguments: moving)
  func animations(_ ending: String, _ codec: String) async throws {
    let folder = try TemporaryFolder()
    let source = "-f lavfi -i testsrc2=size=64x48:rate=10:d=0.6"
    let output = ending == "gif" ? "" : "-f apng -plays 0"
    for (name, rate) in [("a", "0.1"), ("slow", "0.3")] {
      try Self.ffmpeg(
        folder, "\(source) -vf setpts=N*\(rate)/TB -fps_mode vfr -r 100 \(output) \(name).\(ending)"
      )
    }
    try Self.ffmpeg(folder, "-i a.\(ending) -c copy \(output) same.\(ending)")
    let same = try await Self.compare(folder, "a.\(ending)", "same.\(ending)")
    #expect(same.exitStatus == 0, "\(same.text())")
    let once = ending == "gif" ? "-c copy -loop -1" : "-f apng -plays 1"
    try Self.ffmpeg(folder, "-i a.\(ending) \(once) once.\(ending)")
    let played = try await Self.compare(folder, "a.\(ending)", "once.\(ending)")
    #expect(
      played.failures.flatMap(\.sentences) == ["it is played once, expected for ever"],
      "\(played.text())")
    let slow = try await Self.compare(folder, "a.\(ending)", "slow.\(ending)")
    #expect(slow.failures.map(\.name).contains("times"), "\(slow.text())")
  }

  @Test("A film that was encoded again passes as codec noise, and a real change does not")
  func codecNoise() async throws {
    let folder = try TemporaryFolder()
    try Self.ffmpeg(
      folder,
      "-f lavfi -i testsrc2=size=320x192:rate=10:d=1 -f lavfi -i sine=440:d=1 "
        + "-c:v libx264 -crf 12 -pix_fmt yuv420p -c:a aac -b:a 96k a.mp4")
    try Self.ffmpeg(folder, "-i a.mp4 -c:v libx264 -crf 20 -c:a aac -b:a 64k b.mp4")
    try Self.ffmpeg(
      folder, "-i a.mp4 -vf drawbox=40:40:12:12:0x808080:fill -c:v libx264 -crf 20 c.mp4")
    try Self.ffmpeg(folder, "-i a.mp4 -c:v libx264 -crf 48 d.mp4")
    let plain = try await Self.compare(folder, "a.mp4", "b.mp4")
    #expect(plain.exitStatus == 1)
    #expect(plain.notes.contains { $0.hasPrefix("--codec-noise takes") })
    let again = try await Self.compare(folder, "a.mp4", "b.mp4") { $0.codecNoise = CodecNoise() }
    #expect(again.exitStatus == 0, "\(again.text())")
    let changed = try await Self.compare(folder, "a.mp4", "c.mp4") { $0.codecNoise = CodecNoise() }
    #expect(changed.failures.count == 10)
    #expect(changed.failures[0].sentences.last?.hasPrefix("the 8x8 pixels at (") == true)
    let poor = try await Self.compare(folder, "a.mp4", "d.mp4") { $0.codecNoise = CodecNoise() }
    #expect(poor.failures.count == 10)
    let strict = try await Self.compare(folder, "a.mp4", "b.mp4") {
      $0.codecNoise = CodecNoise(minimumSimilarity: 0.99999)
    }
    #expect(strict.failures[0].sentences.contains { $0.contains("SSIM") && $0.contains("bound") })
  }

  // MARK: - Making films

  static func base() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try ffmpeg(
      folder,
      "-f lavfi -i testsrc2=size=96x64:rate=10:d=2 -f lavfi -i sine=440:d=2 -vf format=gbrp,"
        + "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p -c:v ffv1 -c:a flac "
        + "-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv base.mkv")
    return folder
  }

  static func ffmpeg(_ folder: TemporaryFolder, _ arguments: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.arguments =
      ["ffmpeg", "-v", "error", "-y"] + arguments.split(separator: " ").map(String.init)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments)")
  }

  static func compare(
    _ folder: TemporaryFolder, _ expected: String, _ actual: String,
    _ change: (inout DiffOptions) -> Void = { _ in }
  ) async throws -> DiffReport {
    var options = DiffOptions()
    change(&options)
    return try await DiffJob(
      expected: folder.path(expected), actual: folder.path(actual), options: options
    ).run()
  }
}
