import RostrumCanvas
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumMedia

@Suite("Video formats")
struct VideoFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: MediaFormat
    var isOpaque: Bool
    var codec: String
    var testDescription: String { "\(format.rawValue), \(isOpaque ? "opaque" : "with alpha")" }

    /// How far a flat colour may be off, of 255.
    var bound: Int { format == .apng || format == .gif ? 0 : 2 }
  }

  static let cases = [
    Case(format: .mp4, isOpaque: true, codec: "h264"),
    Case(format: .mov, isOpaque: true, codec: "prores"),
    Case(format: .mov, isOpaque: false, codec: "prores"),
    Case(format: .webm, isOpaque: true, codec: "vp9"),
    Case(format: .webm, isOpaque: false, codec: "vp9"),
    Case(format: .gif, isOpaque: true, codec: "gif"),
    Case(format: .gif, isOpaque: false, codec: "gif"),
    Case(format: .apng, isOpaque: true, codec: "apng"),
    Case(format: .apng, isOpaque: false, codec: "apng"),
  ]

  @Test("The file holds what was put in: size, rate, frames, tags", arguments: cases)
  func facts(_ example: Case) async throws {
    let folder = try TestFolder()
    var frames = TestFrames(isOpaque: example.isOpaque)
    frames.rate = TestFrames.rate(25)
    let path = folder.path("square.\(example.format.fileExtension)")
    let report = try await frames.write(
      to: VideoWriter(path: path, format: example.format, frames: frames.format))
    #expect(report.frameCount == 6 && report.byteCount > 100)
    #expect(folder.names == ["square.\(example.format.fileExtension)"])
    let facts = try await MediaFacts.read(path)
    #expect(facts.codec == example.codec)
    #expect(facts.width == 160 && facts.height == 90)
    #expect(facts.frameCount == 6)
    #expect(facts.rate == TestFrames.rate(25))
    if example.format != .gif { #expect(facts.hasAlpha == !example.isOpaque) }
    if [.mp4, .mov, .webm].contains(example.format) {
      #expect(
        facts.colors
          == MediaFacts.ColorTags(
            range: "tv", matrix: "bt709", primaries: "bt709", transfer: "iec61966-2-1"))
    }
    if example.format == .mp4 { #expect(facts.pixelFormat == "yuv420p") }
    if let duration = facts.duration { #expect(abs(duration - 0.24) < 0.002) }
  }

  @Test("Colours and alpha come back in the first and the last frame", arguments: cases)
  func colors(_ example: Case) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(isOpaque: example.isOpaque)
    let path = folder.path("a.\(example.format.fileExtension)")
    _ = try await frames.write(
      to: VideoWriter(path: path, format: example.format, frames: frames.format))
    let decoder = decoder(path, example.format, frames)
    let places = [0, 2, 5]
    for (index, bytes) in zip(places, try await decoder.frames(places)) {
      func pixel(_ x: Int, _ y: Int) -> [Int] {
        bytes[(y * frames.width + x) * 4..<(y * frames.width + x) * 4 + 4].map(Int.init)
      }
      let inside = pixel(frames.left(index) + 18, 20)
      for (got, expected) in zip(inside, [0, 0xBD, 0xF2, 255]) {
        #expect(abs(got - expected) <= example.bound, "frame \(index): \(inside)")
      }
      let outside = pixel(80, 80)
      if example.isOpaque {
        #expect(outside.allSatisfy { $0 >= 255 - example.bound }, "\(outside)")
      } else {
        #expect(outside[3] == 0, "\(outside)")
      }
      #expect(try await decoder.frames([index]) == [bytes], "alone, frame \(index) is the same")
    }
  }

  @Test("One program reads both frames of a short film; two seek those of a long one")
  func runs() {
    func runs(_ format: MediaFormat, _ last: Int) -> [[Int]] {
      decoder("", format, TestFrames()).runs(of: [0, last])
    }
    #expect(runs(.mp4, 1000) == [[0, 1000]])
    #expect(runs(.mp4, 2000) == [[0], [2000]])
    #expect(runs(.gif, 2000) == [[0, 2000]], "a GIF is decoded from its start in any case")
    #expect(decoder("", .mp4, TestFrames()).runs(of: []) == [])
  }

  private func decoder(
    _ path: String, _ format: MediaFormat, _ frames: TestFrames
  ) -> FrameDecoder {
    FrameDecoder(
      path: path, reportedPath: path, format: format, isVP9: format == .webm,
      rate: frames.rate,
      size: PixelSize(width: frames.width, height: frames.height), tools: MediaTools())
  }

  @Test("Film's 24000/1001 frames a second is exact", arguments: [MediaFormat.mp4, .mov, .apng])
  func film(_ format: MediaFormat) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(frameCount: 7, rate: TestFrames.rate(24000, 1001))
    let path = folder.path("film.\(format.fileExtension)")
    _ = try await frames.write(to: VideoWriter(path: path, format: format, frames: frames.format))
    let facts = try await MediaFacts.read(path)
    #expect(facts.rate == TestFrames.rate(24000, 1001))
    #expect(facts.frameCount == 7)
  }

  @Test(
    "Odd sizes, one pixel and one frame work in every format",
    arguments: [MediaFormat.mp4, .mov, .webm, .gif, .apng, .webp],
    [(101, 57, 3, true), (101, 57, 3, false), (1, 1, 1, false)])
  func sizes(_ format: MediaFormat, _ example: (Int, Int, Int, Bool)) async throws {
    let folder = try TestFolder()
    let (width, height, count, isOpaque) = example
    let frames = TestFrames(width: width, height: height, frameCount: count, isOpaque: isOpaque)
    let path = folder.path("odd.\(format.fileExtension)")
    let writer = try VideoWriter(path: path, format: format, frames: frames.format)
    let report = try await frames.write(to: writer)
    let isPadded = format == .mp4
    let note = MediaNote.padded(width: width + 1, height: height + 1)
    #expect(report.notes.contains(note) == isPadded)
    // ffprobe does not read animated WebPs; the writer has checked the file itself.
    guard format != .webp else { return }
    let facts = try await MediaFacts.read(path)
    #expect(facts.width == (isPadded ? width + 1 : width))
    #expect(facts.frameCount == count)
  }

  @Test("An AVIF has at least 64 by 64 pixels, and odd sizes beyond")
  func sizesOfAVIF() async throws {
    let folder = try TestFolder()
    let path = folder.path("odd.avif")
    let large = TestFrames(width: 101, height: 65, frameCount: 3, isOpaque: true)
    _ = try await large.write(to: VideoWriter(path: path, format: .avif, frames: large.format))
    let facts = try await MediaFacts.read(path)
    #expect(facts.frameCount == 3)
    let small = TestFrames(width: 101, height: 63, frameCount: 3, isOpaque: true)
    #expect(throws: MediaError.self) {
      try VideoWriter(path: path, format: .avif, frames: small.format)
    }
  }

  @Test("A format without alpha says so, and flattens over the background")
  func alphaLost() async throws {
    let folder = try TestFolder()
    let frames = TestFrames(isOpaque: false)
    let path = folder.path("flat.mp4")
    let red = VideoSettings.Background(red: 200, green: 30, blue: 30)
    let writer = try VideoWriter(
      path: path, format: .mp4, frames: frames.format, settings: VideoSettings(background: red))
    #expect(try await frames.write(to: writer).notes == [.alphaLost(.mp4)])
    let bytes = try #require(try await decoder(path, .mp4, frames).frames([0]).first)
    let pixel = bytes[(80 * 160 + 80) * 4..<(80 * 160 + 80) * 4 + 3].map(Int.init)
    #expect(zip(pixel, [200, 30, 30]).allSatisfy { abs($0 - $1) <= 2 }, "\(pixel)")
  }

  @Test(
    "Repeated frames count like any other",
    arguments: [MediaFormat.mp4, .mov, .webm, .gif, .apng])
  func repeated(_ format: MediaFormat) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(frameCount: 12, rate: TestFrames.rate(20))
    let path = folder.path("still.\(format.fileExtension)")
    let writer = try VideoWriter(path: path, format: format, frames: frames.format)
    _ = try await withFrameSink(writer) { writer in
      try await writer.write(frames.frame(0), index: 0)
      for index in 1..<11 { try await writer.repeatFrame(index / 2, at: index) }
      try await writer.write(frames.frame(11), index: 11)
    }
    let facts = try await MediaFacts.read(path)
    #expect(facts.frameCount == 12)
    #expect(facts.rate == TestFrames.rate(20))
  }

  @Test(
    "A gif says how it keeps time",
    arguments: [
      (25, VideoSettings.DelayRounding.keepsDuration, nil as MediaNote?, 0.48),
      (30, .keepsDuration, .delaysVary(rate: TestFrames.rate(30)), 0.40),
      (
        30, .keepsEvenPace,
        .rateChanged(from: TestFrames.rate(30), to: TestFrames.rate(100, 3)), 0.36
      ),
      (
        60, .keepsDuration, .rateChanged(from: TestFrames.rate(60), to: TestFrames.rate(100, 2)),
        0.20
      ),
      (
        60, .keepsEvenPace, .rateChanged(from: TestFrames.rate(60), to: TestFrames.rate(100, 2)),
        0.24
      ),
      (50, .keepsDuration, nil, 0.24),
      // A hundredth is a whole number too, but players take it for a tenth.
      (
        100, .keepsDuration, .rateChanged(from: TestFrames.rate(100), to: TestFrames.rate(100, 2)),
        0.12
      ),
    ])
  func gifDelays(
    _ rate: Int, _ rounding: VideoSettings.DelayRounding, _ note: MediaNote?, _ duration: Double
  ) async throws {
    let folder = try TestFolder()
    let frames = TestFrames(frameCount: 12, rate: TestFrames.rate(rate))
    let path = folder.path("a.gif")
    let writer = try VideoWriter(
      path: path, format: .gif, frames: frames.format, settings: VideoSettings(delays: rounding))
    #expect(writer.notes == (note.map { [$0] } ?? []))
    _ = try await frames.write(to: writer)
    let facts = try await MediaFacts.read(path)
    // Of 60 frames a second five of six are shown, of 100 each second one.
    let isThinned = rounding == .keepsDuration && rate > 50
    #expect(facts.frameCount == (isThinned ? 12 * 50 / rate : 12))
    #expect(abs((facts.duration ?? 0) - duration) < 0.0151)
  }

  @Test(
    "The frames that a GIF shows of more than 50 a second",
    arguments: [
      (60, [0, nil, 1, 2, 3, 4, 5, nil, 6]), (100, [0, nil, 1, nil, 2]), (50, [0, 1, 2]),
      (51, [0, nil, 1, 2, 3]), (75, [0, nil, 1, 2, nil, 3]),
    ] as [(Int, [Int?])])
  func shownFrames(_ rate: Int, _ places: [Int?]) {
    let delay = GIFDelay(rate: TestFrames.rate(rate), rounding: .keepsDuration)
    #expect(places.indices.map { delay.place(ofFrame: $0) } == places)
    #expect(delay.shownCount(of: places.count) == (places.compactMap { $0 }.last ?? 0) + 1)
  }

  @Test("A rate of enormous numbers has no exact delay")
  func enormousRate() {
    let rate = TestFrames.rate(.max, .max - 1)
    #expect(GIFDelay(rate: rate, rounding: .keepsDuration).note == .delaysVary(rate: rate))
    #expect(GIFDelay(rate: rate, rounding: .keepsEvenPace).fixed == 100)
  }
}

@Suite("Translucent colours")
struct TranslucentColorTests {
  /// Premultiplied, these do not divide evenly by their alpha.
  @Test(
    "Flat translucent colours pass the check of the finished video",
    arguments: [MediaFormat.apng, .mov, .webm],
    [0x80_00_5F_79, 0x4D_11_2C_3F, 0x03_01_02_03] as [UInt32])
  func flat(_ format: MediaFormat, _ pixel: UInt32) async throws {
    let folder = try TestFolder()
    let frame = try Bitmap(width: 64, height: 64)
    for y in 0..<64 { for x in 0..<64 { frame[x, y] = x < 48 ? pixel : 0xFFFF_FFFF } }
    let rate = try #require(FrameRate(numerator: 25))
    let writer = try VideoWriter(
      path: folder.path("a.\(format.fileExtension)"), format: format,
      frames: FrameFormat(width: 64, height: 64, rate: rate, frameCount: 2, isOpaque: false))
    let report = try await withFrameSink(writer) { writer in
      for index in 0..<2 { try await writer.write(frame, index: index) }
    }
    #expect(!report.notes.contains(.colorsUnchecked))
  }
}
