import RostrumBase
import RostrumCanvas
import Foundation
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumMedia

/// Files that are called films and name others, and films and sounds beyond the limits.
@Suite("Films from elsewhere", .serialized)
struct MediaInputTests {
  private static let film = [
    "-f", "lavfi", "-i", "testsrc=s=64x48:d=0.5:r=10", "-c:v", "libx264", "-pix_fmt", "yuv420p",
  ]

  /// Texts and names of files that ffmpeg would follow to `good.ts` and `good.mp4`.
  static let lists: [(name: String, text: String, kind: String)] = [
    (
      "list.mp4", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ngood.ts\n#EXT-X-ENDLIST\n",
      "an HLS playlist"
    ),
    ("cat.mp4", "ffconcat version 1.0\nfile good.mp4\n", "a concat script"),
    ("cat.mkv", "ffconcat version 1.0\nfile 'subfile,,start,0,end,0,,:good.mp4'\n", "a concat"),
    (
      "dash.mp4",
      "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" "
        + "profiles=\"urn:mpeg:dash:profile:isoff-live:2011\"><Period><AdaptationSet>"
        + "<Representation id=\"0\"><BaseURL>good.mp4</BaseURL></Representation></AdaptationSet>"
        + "</Period></MPD>", ""
    ),
    ("session.mp4", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nm=video 9 RTP/AVP 96\n", ""),
    ("art%03d.png", "", ""), ("text.mp4", "not a film\n", ""), ("empty.mp4", "", ""),
  ]

  private func names(_ error: any Error, _ kind: String) -> Bool {
    guard let error = error as? MediaError else { return false }
    return kind.isEmpty || "\(error)".contains(kind) && error.exitStatus == .inputMissing
  }

  @Test("No list of other files is opened as a film or a sound", arguments: lists.indices)
  func list(_ index: Int) async throws {
    let (name, text, kind) = Self.lists[index]
    let folder = try TestFolder()
    let good = try await folder.make(Self.film, "good.mp4")
    _ = try await folder.make(["-i", good, "-c", "copy"], "good.ts")
    _ = try await folder.make(["-i", good, "-frames:v", "1"], "art001.png")
    let path = folder.path(name)
    if name != "art%03d.png" { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    await #expect { _ = try await MediaFacts.read(path) } throws: { names($0, kind) }
    await #expect { _ = try await VideoDecoder(path) } throws: { names($0, kind) }
    #expect { _ = try VideoReader().open(path) } throws: { names($0, kind) }
    #expect { _ = try AudioProbe(path).facts() } throws: { names($0, kind) }
    #expect { _ = try AudioProbe(path).levels(band: nil) } throws: { $0 is MediaError }
    let rate = try #require(FrameRate(numerator: 10, denominator: 1))
    await #expect {
      _ = try await VideoJoin([good, path], rate: rate).write(to: folder.path("out.mp4"), .mp4)
    } throws: { names($0, kind) }
    await #expect {
      _ = try await Multiplex().replace(in: path, .mp4)
    } throws: { $0 is MediaError }
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mp4")))
  }

  @Test(
    "A path that looks like a protocol or a pattern is a file",
    arguments: [
      "concat:a|b.mp4", "subfile,,start,0,end,0,,:x.mp4", "-i.mp4", "a%03d.mp4", "crypto:a.mp4",
    ])
  func strangeNames(_ name: String) async throws {
    let folder = try TestFolder()
    let good = try await folder.make(Self.film, "good.mp4")
    try FileManager.default.copyItem(atPath: good, toPath: folder.path(name))
    #expect(try VideoReader().open(folder.path(name)).times.count == 5)
    #expect(try await MediaFacts.read(folder.path(name)).frameCount == 5)
  }

  @Test(
    "A frame has as many pixels as the limit, and not one more",
    arguments: [(8192, 4096, true), (8194, 4096, false)])
  func pixels(width: Int, height: Int, isOpened: Bool) async throws {
    let folder = try TestFolder()
    let source = "color=black:s=\(width)x\(height):r=1:d=1"
    let path = try await folder.make(
      ["-f", "lavfi", "-i", source, "-c:v", "ffv1", "-pix_fmt", "gray"], "a.mkv")
    guard !isOpened else {
      #expect(try VideoReader(maximumPixels: 4_000_000).open(path).width == width)
      return
    }
    #expect(
      throws: MediaError.unplayableVideo(
        path: path,
        reason: "its pictures of 8194x4096 pixels are too large: the limit is 33554432 pixels "
          + "(raise it with --max-pixels)")
    ) { try VideoReader(maximumPixels: 4_000_000).open(path) }
    #expect(try VideoReader(maximumPixels: 8194 * 4096).open(path).width == width)
    await #expect(
      throws: MediaError.unplayableVideo(
        path: path,
        reason: "its pictures of 8194x4096 pixels are too large: the limit is 100 pixels")
    ) { try await VideoDecoder(path, maximumPixels: 100) }
  }

  @Test("The videos of a scene count together")
  func together() async throws {
    let folder = try TestFolder()
    let source = "color=black:s=4096x4096:r=1:d=1"
    let path = try await folder.make(
      ["-f", "lavfi", "-i", source, "-c:v", "ffv1", "-pix_fmt", "gray"], "a.mkv")
    for name in ["b.mkv", "c.mkv"] {
      try FileManager.default.copyItem(atPath: path, toPath: folder.path(name))
    }
    let reader = VideoReader(maximumPixels: 1)
    _ = try reader.open(path)
    _ = try reader.open(folder.path("b.mkv"))
    #expect {
      try reader.open(folder.path("c.mkv"))
    } throws: { "\($0)".contains("50331648 pixels together, where the limit is 33554432") }
  }

  @Test("More videos than programs may run show every frame all the same")
  func manyVideos() async throws {
    let folder = try TestFolder()
    let path = try await folder.make(Self.film, "0.mp4")
    let paths = (0..<20).map { folder.path("\($0).mp4") }
    for other in paths.dropFirst() { try FileManager.default.copyItem(atPath: path, toPath: other) }
    let (reader, alone) = (VideoReader(), VideoReader())
    for frame in 0..<3 {
      for path in paths {
        let bitmap = try reader.frame(frame, ofVideo: path)
        #expect(bitmap.hasSamePixels(as: try alone.frame(frame, ofVideo: paths[0])))
      }
    }
  }

  @Test("A film that changes its size on the way has frames of its first size")
  func changingSize() async throws {
    let folder = try TestFolder()
    func part(_ size: String, _ name: String) async throws -> [UInt8] {
      let path = try await folder.make(
        ["-f", "lavfi", "-i", "testsrc=s=\(size):d=0.5:r=10", "-c:v", "libx264"], name)
      return Array(try Data(contentsOf: URL(filePath: path)))
    }
    let bytes = try await part("64x48", "a.ts") + part("320x200", "b.ts")
    let path = folder.path("c.ts")
    try Data(bytes).write(to: URL(filePath: path))
    let facts = try VideoReader().open(path)
    #expect(facts.width == 64 && facts.height == 48)
    let reader = VideoReader()
    for index in facts.times.indices {
      let bitmap = try reader.frame(index, ofVideo: path)
      #expect(bitmap.width == 64 && bitmap.height == 48)
    }
  }

  @Test("A million packets of one byte are counted with little memory", .timeLimit(.minutes(20)))
  func packets() throws {
    let folder = try TestFolder()
    let path = folder.path("a.amr")
    // Packets of 20 ms without data (RFC 4867): more than half an hour in 100 KB.
    try Data(Array("#!AMR\n".utf8) + Array(repeating: 0x7C, count: 100_000))
      .write(to: URL(filePath: path))
    let facts = try AudioProbe(path).facts()
    #expect(abs(facts.duration - 2000) < 0.1 && facts.channelCount == 1)
    #expect {
      try AudioProbe(path).check(facts)
    } throws: { "\($0)".contains("damaged") }
  }

  @Test(
    "A sound has as many samples a second and channels as the limits say, and no more",
    arguments: [
      ("8000", "mono", nil), ("7999", "mono", "its 7999 samples a second"),
      ("192000", "mono", nil), ("192001", "mono", "its 192001 samples a second"),
      ("48000", "7.1", nil), ("48000", "hexadecagonal", "it has 16 channels"),
    ] as [(String, String, String?)])
  func sounds(rate: String, layout: String, problem: String?) async throws {
    let folder = try TestFolder()
    let path = try await folder.make(
      ["-f", "lavfi", "-i", "anullsrc=r=\(rate):cl=\(layout)", "-t", "0.1", "-c:a", "pcm_s16le"],
      "a.wav")
    guard let problem else {
      #expect(try AudioProbe(path).facts().sampleRate == Int(rate))
      return
    }
    #expect { try AudioProbe(path).facts() } throws: { "\($0)".contains(problem) }
  }

  @Test(
    "A sound lasts a day at most", arguments: [(86_400, true), (86_401, false)])
  func day(seconds: Int, isPlayed: Bool) throws {
    let folder = try TestFolder()
    let path = folder.path("a.wav")
    // Eight bits a sample in a sparse file, which takes no room.
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    let count = UInt32(seconds * 8000)
    let header =
      Array("RIFF".utf8) + number(36 + count) + Array("WAVEfmt ".utf8) + number(16) + [1, 0, 1, 0]
      + number(8000) + number(8000) + [1, 0, 8, 0] + Array("data".utf8) + number(count)
    try Data(header).write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: UInt64(44 + count))
    try file.close()
    guard !isPlayed else {
      #expect(try AudioProbe(path).facts().duration == Double(seconds))
      return
    }
    #expect { try AudioProbe(path).facts() } throws: { "\($0)".contains("more than a day") }
  }
}
