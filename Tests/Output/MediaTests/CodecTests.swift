import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

@testable import RostrumMedia

/// Codecs and settings of videos, each written by ffmpeg, probed, decoded and compared.
@Suite("Codecs")
struct CodecTests {
  private func settings(_ change: (inout VideoSettings) -> Void) -> VideoSettings {
    var settings = VideoSettings()
    change(&settings)
    return settings
  }

  private func write(
    _ format: MediaFormat, _ settings: VideoSettings, _ frames: TestFrames = TestFrames(),
    in folder: TestFolder
  ) async throws -> (path: String, report: SinkReport) {
    let path = folder.path("a.\(format.fileExtension)")
    let report = try await frames.write(
      to: VideoWriter(path: path, format: format, frames: frames.format, settings: settings))
    return (path, report)
  }

  @Test(
    "Pictures come back with their colours and tags",
    arguments: [
      (MediaFormat.mp4, VideoCodec.hevc, 8), (.mp4, .hevc, 10), (.mp4, .av1, 8), (.mp4, .av1, 10),
      (.webm, .av1, 8), (.webm, .av1, 10), (.mp4, .h264, 8), (.mkv, .h264, 8),
      (.mkv, .hevc, 10),
    ])
  func codecs(_ format: MediaFormat, _ codec: VideoCodec, _ depth: Int) async throws {
    let folder = try TestFolder()
    let (path, report) = try await write(
      format, settings { ($0.codec, $0.bitDepth) = (codec, depth) }, in: folder)
    // The writer has decoded two frames and compared their flat colours.
    #expect(report.notes == [])
    let facts = try await MediaFacts.read(path)
    #expect(facts.codec == codec.rawValue && facts.frameCount == 6)
    #expect(facts.pixelFormat == (depth == 10 ? "yuv420p10le" : "yuv420p"))
    #expect(facts.colors.transfer == "iec61966-2-1" && facts.colors.primaries == "bt709")
  }

  @Test("What a format cannot hold is refused by name before anything is written")
  func refusals() async throws {
    let folder = try TestFolder()
    let cases: [(MediaFormat, String, (inout VideoSettings) -> Void)] = [
      (.mov, "transparent HEVC", { $0.codec = .hevc }),
      (.webm, "webm has no hevc", { $0.codec = .hevc }),
      (.gif, "gif has no av1", { $0.codec = .av1 }), (.mp4, "10 bits", { $0.bitDepth = 10 }),
      (.mov, "target size", { $0.targetSize = 1000 }),
      (.webm, "fragmented", { $0.isFragmented = true }),
      (.mp4, "quality of mp4", { ($0.codec, $0.quality) = (.hevc, 60) }),
      (.gif, "2 to 256", { $0.colorCount = 1 }),
    ]
    for (format, words, change) in cases {
      let error = await #expect(throws: MediaError.self) {
        _ = try await write(format, settings(change), in: folder)
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(words)")
    }
    #expect(folder.names == [])
  }

  @Test(
    "Frames that an encoder cannot take are refused before anything is written",
    arguments: [
      (VideoCodec.av1, 64, 240, nil), (.av1, 62, 30, "AV1 pictures have at least 64 by 64 pixels"),
      (.av1, 64, 241, "AV1 has at most 240 frames a second"), (.hevc, 16, 30, nil),
      (.hevc, 14, 30, "HEVC pictures have at least 16 by 16 pixels"), (.h264, 2, 1000, nil),
    ] as [(VideoCodec, Int, Int, String?)])
  func encoderLimits(_ codec: VideoCodec, _ side: Int, _ rate: Int, _ refusal: String?) throws {
    let format = FrameFormat(
      width: side, height: side, rate: try #require(FrameRate(numerator: rate, denominator: 1)),
      frameCount: 2, isOpaque: true)
    let settings = settings { $0.codec = codec }
    var message: String?
    do throws(MediaError) { try settings.check(.mp4, format) } catch {
      message = error.description
    }
    #expect((message == nil) == (refusal == nil), "\(message ?? "")")
    if let refusal { #expect(message?.contains(refusal) == true) }
  }

  @Test("A target size keeps colours with alpha too")
  func targetSizeWithAlpha() async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 320, height: 180, frameCount: 24, isOpaque: false)
    // The writer has decoded two frames and compared their flat colours.
    let (_, report) = try await write(
      .webm, settings { $0.targetSize = 100_000 }, frames, in: folder)
    #expect(report.byteCount <= 100_000)
  }

  @Test("An encoder that ffmpeg lacks is named")
  func missing() async throws {
    let folder = try TestFolder()
    let tool = try folder.script("ffmpeg", "# its encoders", "echo ' V..... libx264 H.264'")
    let set = settings {
      $0.codec = .av1
      $0.tools = MediaTools(ffmpeg: tool)
    }
    let wanted = MediaError.encoderMissing(name: "SVT-AV1 ('libsvtav1')", format: "av1 in mp4")
    await #expect(throws: wanted) { _ = try await write(.mp4, set, in: folder) }
    #expect(wanted.description.contains("built without SVT-AV1"))
  }

  @Test("The encoders that are kept of an ffmpeg are those of that file, whole, and written by us")
  func keptEncoders() throws {
    let folder = try TestFolder()
    func kept() throws -> KeptEncoders {
      try #require(KeptEncoders(of: folder.path("ffmpeg"), in: folder.path("caches")))
    }
    _ = try folder.script("ffmpeg", "echo")
    #expect(try kept().read().isEmpty)
    try kept().write(["libx264", "libx265"])
    #expect(try kept().read() == ["libx264", "libx265"])
    let made = folder.path("caches/rostrum")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: made).first)
    let file = made + "/" + name
    let changes: [() -> Int32] = [
      { chmod(file, 0o666) }, { truncate(file, 5) }, { chmod(made, 0o777) },
      { unlink(file) + symlink("/dev/zero", file) },
    ]
    for (number, change) in changes.enumerated() {
      (_, _) = (chmod(made, 0o755), unlink(file))
      try kept().write(["libx264"])
      #expect(change() == 0)
      #expect(try kept().read().isEmpty, "change \(number)")
    }
    _ = try folder.script("ffmpeg", "echo another version")
    #expect(try kept().read().isEmpty)
  }

  static let encoders: [(MediaFormat, Int?, String, String)] = [
    (.mp4, nil, "libx264", "libx264 ('libx264')"), (.mkv, nil, "libx264", "libx264 ('libx264')"),
    (.hls, nil, "libx264", "libx264 ('libx264')"),
    (.mov, nil, "prores_ks", "prores_ks ('prores_ks')"),
    (.webm, nil, "libvpx-vp9", "libvpx ('libvpx-vp9')"),
    (.html, nil, "libvpx-vp9", "libvpx ('libvpx-vp9')"),
    (.avif, nil, "libsvtav1", "SVT-AV1 ('libsvtav1')"),
    (.webp, nil, "libwebp_anim", "'libwebp_anim'"),
    (.gif, nil, "gif", "'gif'"), (.gif, nil, "qtrle", "'qtrle'"), (.apng, nil, "apng", "'apng'"),
    (.jpg, nil, "mjpeg", "'mjpeg'"), (.tiff, nil, "tiff", "'tiff'"),
    (.mp4, 9000, "ffv1", "'ffv1'"),
  ]

  /// An ffmpeg without an encoder, which leaves a file where it is asked for anything else.
  private func ffmpeg(without encoder: String, in folder: TestFolder) throws -> MediaTools {
    MediaTools(
      ffmpeg: try folder.script(
        "ffmpeg", "case \"$*\" in *-encoders) ffmpeg \"$@\" | grep -v ' \(encoder) ';;",
        "*) touch '\(folder.path("begun"))'; exec ffmpeg \"$@\";; esac"))
  }

  @Test("An encoder that ffmpeg lacks is named before the first frame", arguments: encoders)
  func lacking(
    _ format: MediaFormat, _ size: Int?, _ encoder: String, _ name: String
  ) async throws {
    let folder = try TestFolder()
    let tools = try ffmpeg(without: encoder, in: folder)
    let frames = TestFrames(width: 64, height: 64, frameCount: format.isStill ? 1 : 3)
    let error = await #expect(throws: MediaError.self) {
      let set = settings { ($0.tools, $0.targetSize) = (tools, size) }
      _ = try await write(format, set, frames, in: folder)
    }
    guard case .encoderMissing(name, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!folder.names.contains("begun"))
  }

  @Test(
    "An encoder of sound or captions that ffmpeg lacks is named before the first frame",
    arguments: [
      (MediaFormat.webm, "libopus", "sound in webm"), (.mp4, "aac", "sound in mp4"),
      (.mov, "pcm_s24le", "sound in mov"), (.mp4, "mov_text", "captions in mp4"),
      (.mkv, "srt", "captions in mkv"),
    ])
  func additions(_ format: MediaFormat, _ encoder: String, _ use: String) throws {
    let folder = try TestFolder()
    var additions = FilmAdditions()
    additions.audio = "a.wav"
    additions.captions = CaptionTrack(captions: [], places: [.track])
    let tools = try ffmpeg(without: encoder, in: folder)
    #expect(throws: MediaError.encoderMissing(name: "'\(encoder)'", format: use)) {
      try additions.checkEncoders(for: [.gif, format], tools)
    }
    #expect(throws: Never.self) { try additions.checkEncoders(for: [format], MediaTools()) }
  }

  @Test(
    "One of the usual encoders that an ffmpeg without a list lacks is named too",
    arguments: [MediaFormat.mp4, .mkv])
  func usual(_ format: MediaFormat) async throws {
    let folder = try TestFolder()
    let tool = try folder.script("ffmpeg", "echo \"Unknown encoder 'libx264'\" >&2", "exit 1")
    let wanted = MediaError.encoderMissing(
      name: "libx264 ('libx264')", format: "h264 in \(format.rawValue)")
    await #expect(throws: wanted) {
      _ = try await write(format, settings { $0.tools = MediaTools(ffmpeg: tool) }, in: folder)
    }
  }

  @Test("A target size is kept", arguments: [(MediaFormat.mp4, 12_000), (.webm, 12_000)])
  func targetSize(_ format: MediaFormat, _ size: Int) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(width: 320, height: 180, frameCount: 24)
    let (path, report) = try await write(
      format, settings { $0.targetSize = size }, frames, in: folder)
    #expect(report.byteCount <= size && folder.bytes("a.\(format.fileExtension)").count <= size)
    #expect(try await MediaFacts.read(path).frameCount == 24)
    await #expect(throws: MediaError.self) {
      _ = try await write(format, settings { $0.targetSize = 100 }, frames, in: folder)
    }
  }

  @Test(
    "Key frames are as far apart as is asked for",
    arguments: [
      (MediaFormat.mp4, VideoCodec.h264, 0.5, 4), (.mp4, .hevc, 0.5, 4), (.mp4, .av1, 0.5, 4),
      (.webm, .vp9, 0.5, 4), (.webm, .vp9, nil, 1), (.mkv, .h264, nil, 1),
    ] as [(MediaFormat, VideoCodec, Double?, Int)])
  func keyframes(
    _ format: MediaFormat, _ codec: VideoCodec, _ seconds: Double?, _ count: Int
  ) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(frameCount: 48)
    let (path, _) = try await write(
      format, settings { ($0.codec, $0.keyframeInterval) = (codec, seconds) }, frames, in: folder)
    let output = try await ToolRun(
      name: "ffprobe", tool: try MediaTools().locatedFFprobe(),
      arguments: [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv", path,
      ], doing: "read", path: path
    ).output(limit: 1 << 20)
    let keys = String(decoding: output, as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("K") }
    #expect(keys.count == count)
  }

  @Test("A fragmented film has its parts in order, and plays")
  func fragments() async throws {
    let folder = try TestFolder()
    let (path, _) = try await write(.mp4, settings { $0.isFragmented = true }, in: folder)
    let text = String(decoding: folder.bytes("a.mp4"), as: Unicode.ASCII.self)
    #expect(text.contains("moof") && text.contains("moov"))
    #expect(try await MediaFacts.read(path).frameCount == 6)
  }

  @Test("Fewer colours and no dithering make smaller GIFs")
  func gif() async throws {
    let folder = try TestFolder()
    let frames = TestFrames()
    func byteCount(_ change: (inout VideoSettings) -> Void) async throws -> Int {
      let writer = try VideoWriter(
        path: folder.path("gradient.gif"), format: .gif, frames: frames.format,
        settings: settings(change))
      return try await withFrameSink(writer) { writer in
        for index in 0..<6 {
          let bitmap = try Bitmap(width: 160, height: 90)
          for y in 0..<90 {
            for x in 0..<160 {
              bitmap[x, y] = 0xFF00_0000 | UInt32(x + index) << 16 | UInt32(2 * y) << 8 | 0x40
            }
          }
          try await writer.write(bitmap, index: index)
        }
      }.byteCount
    }
    let usual = try await byteCount { _ in }
    #expect(try await byteCount { ($0.colorCount, $0.dither) = (8, .none) } < usual / 3)
    for dither in VideoSettings.Dither.allCases {
      _ = try await write(.gif, settings { $0.dither = dither }, in: folder)
    }
  }

  @Test(
    "Animations for pages and stills come back", arguments: [MediaFormat.avif, .webp, .jpg, .tiff])
  func others(_ format: MediaFormat) async throws {
    let folder = try TestFolder()
    for isOpaque in [true, false] {
      let frames = TestFrames(frameCount: format.isStill ? 1 : 6, isOpaque: isOpaque)
      let (path, report) = try await write(format, settings { _ in }, frames, in: folder)
      #expect(report.byteCount > 100)
      #expect(report.notes == (isOpaque || format.alpha != .none ? [] : [.alphaLost(format)]))
      guard format != .webp else { continue }
      let facts = try await MediaFacts.read(path)
      #expect(facts.width == 160 && facts.frameCount == frames.frameCount)
    }
    guard format.isStill else { return }
    await #expect(throws: MediaError.self) {
      _ = try await write(format, settings { _ in }, in: folder)
    }
  }

  @Test("A WebP that is not what was put in is found out")
  func wrongWebP() async throws {
    let folder = try TestFolder()
    let frames = TestFrames()
    let (path, _) = try await write(.webp, settings { _ in }, frames, in: folder)
    func verified(_ format: FrameFormat, _ pixel: UInt32) async throws {
      let verification = Verification(
        path: path, reportedPath: path, format: .webp, frames: format, settings: VideoSettings(),
        codedSize: PixelSize(width: format.width, height: format.height))
      _ = try await verification.run([
        FrameCheck(index: 0, areas: [FlatArea(x: 100, y: 60, side: 8, pixel: pixel)])
      ])
    }
    try await verified(frames.format, 0xFFFF_FFFF)
    await #expect(throws: MediaError.self) { try await verified(frames.format, 0xFFFF_0000) }
    var longer = frames.format
    longer.frameCount = 60
    await #expect(throws: MediaError.self) { try await verified(longer, 0xFFFF_FFFF) }
  }

  @Test("A WebP's frame that stores its alpha apart is decoded")
  func webPWithAlpha() async throws {
    let folder = try TestFolder()
    let frames = TestFrames(isOpaque: false)
    let writer = try VideoWriter(
      path: folder.path("a.webp"), format: .webp, frames: frames.format)
    // The writer compares the square, which is drawn above the translucent part.
    _ = try await withFrameSink(writer) { writer in
      for index in 0..<6 {
        let bitmap = try frames.frame(index)
        for y in 40..<90 {
          for x in 0..<160 {
            let alpha = UInt32(64 + (x + y + index) % 160)
            bitmap[x, y] = alpha << 24 | alpha / 2 << 16
          }
        }
        try await writer.write(bitmap, index: index)
      }
    }
    let file = String(decoding: folder.bytes("a.webp"), as: Unicode.ASCII.self)
    #expect(file.contains("ALPH"))
  }

  // MARK: - Display P3 and 16 bits

  /// The numbers of #00BDF2 in Display P3, by the matrix of CSS Color 4.
  private static let blueInP3 = [85, 186, 237, 255]

  @Test(
    "A film in Display P3 says so, and its colours have the numbers of that space",
    arguments: [
      (MediaFormat.mp4, VideoCodec.h264, true), (.mp4, .hevc, true), (.mp4, .av1, true),
      (.webm, .vp9, true), (.webm, .vp9, false), (.mkv, .h264, true), (.mov, .prores, false),
      (.avif, .av1, true),
    ])
  func displayP3(_ format: MediaFormat, _ codec: VideoCodec, _ isOpaque: Bool) async throws {
    let folder = try TestFolder()
    let path = folder.path("a.\(format.fileExtension)")
    let frames = TestFrames(isOpaque: isOpaque)
    let settings = settings { ($0.codec, $0.colorSpace) = (codec, .displayP3) }
    // The writer has decoded two frames and compared their flat colours.
    let report = try await frames.write(
      to: VideoWriter(path: path, format: format, frames: frames.format, settings: settings))
    #expect(report.notes == [])
    let facts = try await MediaFacts.read(path)
    #expect(
      facts.colors
        == MediaFacts.ColorTags(
          range: "tv", matrix: "bt709", primaries: "smpte432", transfer: "iec61966-2-1"))
    let decoder = FrameDecoder(
      path: path, reportedPath: path, format: format, isVP9: codec == .vp9, rate: frames.rate,
      size: PixelSize(width: frames.width, height: frames.height), tools: MediaTools())
    let bytes = try #require(try await decoder.frames([0]).first)
    let start = (20 * frames.width + frames.left(0) + 18) * 4
    for (got, expected) in zip(bytes[start..<start + 4], Self.blueInP3) {
      #expect(abs(Int(got) - expected) <= 3, "\(Array(bytes[start..<start + 4]))")
    }
  }

  @Test(
    "What cannot be in Display P3, or in 16 bits, is refused by name",
    arguments: MediaFormat.allCases)
  func refusedPixels(_ format: MediaFormat) {
    let inP3 = settings { $0.colorSpace = .displayP3 }
    let deep = settings { $0.bitDepth = 16 }
    func refused(_ settings: VideoSettings) -> Bool {
      do throws(MediaError) {
        try settings.checkPixels(format)
        return false
      } catch {
        #expect(error.description.contains(format.rawValue))
        return true
      }
    }
    let srgbOnly: [MediaFormat] = [.gif, .svg, .lottie, .apng, .webp, .jpg, .tiff]
    #expect(refused(inP3) == srgbOnly.contains(format))
    #expect(refused(deep) == ![.png, .sprites, .tiff, .wav].contains(format))
  }

  @Test("A TIFF of 16 bits holds them", arguments: [true, false])
  func deepTIFF(isOpaque: Bool) async throws {
    let folder = try TestFolder()
    let path = folder.path("a.tiff")
    let frames = TestFrames(frameCount: 1, isOpaque: isOpaque)
    _ = try await frames.write(
      to: VideoWriter(
        path: path, format: .tiff, frames: frames.format, settings: settings { $0.bitDepth = 16 }))
    let facts = try await MediaFacts.read(path)
    #expect(facts.pixelFormat == (isOpaque ? "rgb48le" : "rgba64le"))
  }
}
