import RostrumCanvas
import Foundation
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumMedia

/// The table of formats, its page, and films of options that meet.
@Suite("The table of formats", .serialized)
struct FormatTableTests {
  @Test("Every format and every codec has a row")
  func rows() {
    #expect(FormatRow.table.count == MediaFormat.allCases.count)
    for format in MediaFormat.allCases {
      #expect(MediaFormat(pathExtension: format.fileExtension) == format || format == .sprites)
      #expect(!format.row.about.isEmpty)
      #expect(format.row.captions == nil || format.row.sound != nil)
    }
    for codec in VideoCodec.allCases { #expect(!codec.row.title.isEmpty) }
  }

  /// The page `Formats.md` has these lines. With ROSTRUM_WRITE_FORMATS they are written.
  @Test("The page of formats is made from the table")
  func page() throws {
    let root = repository
    let page = root.appending(path: "Sources/Command/RostrumKit/RostrumKit.docc/Formats.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let parts = text.components(separatedBy: "<!-- table -->\n")
    try #require(parts.count == 3)
    let table = FormatPage.table
    if ProcessInfo.processInfo.environment["ROSTRUM_WRITE_FORMATS"] != nil {
      let marked = [parts[0], table, parts[2]].joined(separator: "<!-- table -->\n")
      try marked.write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(parts[1] == table)
    }
  }

  @Test(
    "Sound is as long as pictures, also in fragments and beside many frames a second",
    arguments: [
      (MediaFormat.mp4, 30, true), (.mp4, 1000, true), (.webm, 100, false), (.webm, 120, false),
      (.webm, 240, false), (.webm, 1000, false), (.mkv, 100, false), (.mkv, 1000, false),
      (.html, 120, false),
    ])
  func sounded(_ format: MediaFormat, _ rate: Int, _ isFragmented: Bool) async throws {
    let folder = try TestFolder()
    let tone = try await Self.tone(in: folder)
    let film = Film(
      format: format, codec: nil, isOpaque: true, hasSound: true, rate: TestFrames.rate(rate),
      size: PixelSize(width: 64, height: 64), quality: 18, targetSize: nil,
      isFragmented: isFragmented, keyframes: nil, hasCaptions: false, hasChapters: false,
      bitDepth: 8, colorSpace: .sRGB, frameCount: rate / 2)
    let path = folder.path("a.\(format.fileExtension)")
    // The writer compares the lengths of the file, its pictures and its sound.
    #expect(try await write(film, to: path, tone))
    guard format != .html else { return }
    try await check(film, path)
    let starts = try await ToolRun(
      name: "ffprobe", tool: try MediaTools().locatedFFprobe(),
      arguments: ["-v", "error", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", path],
      doing: "read", path: path
    ).output(limit: 1 << 20)
    // Packets that decoders discard before 0 are marked, or have negative times.
    let times = String(decoding: starts, as: UTF8.self).split(separator: "\n")
      .filter { !$0.contains("D") }
      .compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }
    #expect(try #require(times.min()) <= 0)
    #expect(times.contains { abs($0) < 1e-3 })
  }

  private static func tone(in folder: TestFolder) async throws -> String {
    let tone = folder.path("tone.wav")
    try await ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=14:r=48000", "-ac", "2", tone],
      doing: "write", path: tone
    ).run()
    return tone
  }

  // MARK: Options that meet

  private struct Film: CustomStringConvertible {
    let format: MediaFormat
    let codec: VideoCodec?
    let isOpaque: Bool
    let hasSound: Bool
    let rate: FrameRate
    let size: PixelSize
    let quality: Int
    let targetSize: Int?
    let isFragmented: Bool
    let keyframes: Double?
    let hasCaptions: Bool
    let hasChapters: Bool
    let bitDepth: Int
    let colorSpace: ColorSpace
    let frameCount: Int
    var hdr: HDRCurve?

    var description: String {
      "\(format) \(codec.map { "\($0)" } ?? "") opaque \(isOpaque) sound \(hasSound) \(rate) \(size) "
        + "quality \(quality) target \(targetSize ?? 0) fragments \(isFragmented) "
        + "captions \(hasCaptions) chapters \(hasChapters) \(bitDepth) \(colorSpace) "
        + "\(hdr?.rawValue ?? "SDR") x\(frameCount)"
    }
  }

  private static let formats: [MediaFormat] = [
    .mp4, .mov, .webm, .mkv, .hls, .html, .gif, .apng, .avif, .webp,
  ]
  private static let sizes = [(2, 2), (33, 17), (64, 64), (160, 90)]
  private static let rates = [(24000, 1001), (30, 1), (120, 1), (1000, 1)].compactMap {
    FrameRate(numerator: $0, denominator: $1)
  }
  private static let qualities = [18, 0, 40, 51]

  /// How many choices there are of each option, in the order of `film`.
  private static let counts = [
    formats.count, 4, 2, 2, rates.count, sizes.count, qualities.count, 3, 4, 2, 2, 2, 4, 2, 3, 4,
  ]

  private static func film(_ choice: [Int]) -> Film {
    let format = formats[choice[0]]
    // Mostly codecs that the format has.
    let codecs: [VideoCodec?] = [nil] + format.codecs.map(Optional.some) + [.vp9]
    let size = sizes[choice[5]]
    let hdr: HDRCurve? = [nil, nil, .pq, .hlg][choice[15]]
    return Film(
      format: format, codec: codecs[min(choice[1], codecs.count - 1)], isOpaque: choice[2] == 0,
      hasSound: choice[3] == 0,
      rate: rates[choice[4]],
      size: PixelSize(width: size.0, height: size.1), quality: qualities[choice[6]],
      targetSize: [nil, nil, 50_000][choice[7]],
      isFragmented: choice[8] == 0 && format == .mp4 || choice[8] == 1 && format == .gif,
      keyframes: [nil, 0.5][choice[9]], hasCaptions: choice[10] == 0, hasChapters: choice[11] == 0,
      bitDepth: choice[12] == 0 || hdr != nil ? 10 : 8,
      colorSpace: choice[13] == 0 ? .sRGB : .displayP3, frameCount: [1, 2, 13][choice[14]],
      hdr: hdr)
  }

  /// Choices among which each pair of options meets in each way, found greedily from random ones
  /// that are the same every time.
  private static let pairs: [[Int]] = {
    var state: UInt64 = 50
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func pairs(_ choice: [Int]) -> [Int] {
      choice.indices.flatMap { a in
        choice.indices.dropFirst(a + 1).map { b in
          ((a * 16 + b) * 16 + choice[a]) * 16 + choice[b]
        }
      }
    }
    var met: Set<Int> = []
    return (0..<80).map { _ in
      let candidates = (0..<30).map { _ in counts.map { random($0) } }
      let best = candidates.max { a, b in
        pairs(a).count { !met.contains($0) } < pairs(b).count { !met.contains($0) }
      }
      let choice = best ?? counts.map { _ in 0 }
      met.formUnion(pairs(choice))
      return choice
    }
  }()

  @Test("What options meet is refused before the first frame, or is written and right")
  func meeting() async throws {
    let folder = try TestFolder()
    let tone = try await Self.tone(in: folder)
    var written = 0
    for (index, choice) in Self.pairs.enumerated() {
      let film = Self.film(choice)
      let path = folder.path("\(index).\(film.format.fileExtension)")
      do {
        guard try await write(film, to: path, tone) else { continue }
        written += 1
        try await check(film, path)
      } catch {
        Issue.record("\(index) \(film): \(error)")
      }
    }
    #expect(written >= 15, "\(written)")
  }

  /// False where it is refused.
  private func write(_ film: Film, to path: String, _ tone: String) async throws -> Bool {
    var settings = VideoSettings(quality: film.quality)
    (settings.codec, settings.targetSize) = (film.codec, film.targetSize)
    (settings.isFragmented, settings.keyframeInterval) = (film.isFragmented, film.keyframes)
    (settings.bitDepth, settings.colorSpace) = (film.bitDepth, film.colorSpace)
    settings.hdr = film.hdr
    let frames = FrameFormat(
      width: film.size.width, height: film.size.height, rate: film.rate,
      frameCount: film.frameCount, isOpaque: film.isOpaque)
    if let reason = OptionRules.all.lazy.compactMap({
      $0(FilmRequest(format: film.format, frames: frames, settings: settings))
    }).first {
      #expect(throws: MediaError.invalidSetting(reason)) {
        _ = try VideoWriter(path: path, format: film.format, frames: frames, settings: settings)
      }
      return false
    }
    let writer = try VideoWriter(
      path: path, format: film.format, frames: frames, settings: settings,
      multiplex: multiplex(film, frames.duration, path, tone))
    for index in 0..<film.frameCount {
      let bitmap = try Bitmap(width: film.size.width, height: film.size.height)
      for y in 0..<film.size.height {
        let color: UInt32 = y < film.size.height / 2 || film.isOpaque ? 0xFFC8_3232 : 0
        for x in 0..<film.size.width { bitmap[x, y] = color }
      }
      try await writer.write(bitmap, index: index, changes: nil)
    }
    _ = try await writer.finish()
    return true
  }

  private func multiplex(
    _ film: Film, _ duration: Double, _ path: String, _ tone: String
  ) throws -> Multiplex {
    let sound =
      film.hasSound
      ? try Soundtrack(file: tone, duration: duration, for: [film.format], beside: path) : nil
    let caption = Caption(start: 0, end: duration, pieces: [.init(text: "Hi")])
    var information = FilmInformation()
    if film.hasChapters { information.chapters = [.init(time: 0, title: "A")] }
    var multiplex = Multiplex(
      soundtrack: sound,
      captions: film.hasCaptions ? CaptionTrack(captions: [caption], places: [.track]) : nil,
      information: information, duration: duration)
    multiplex.isFragmented = film.isFragmented
    return multiplex
  }

  /// What the writer's own check does not look at: the file's length and alpha where sound meets
  /// them.
  private func check(_ film: Film, _ path: String) async throws {
    guard [.mp4, .mov, .webm, .mkv].contains(film.format) else { return }
    let facts = try await MediaFacts.read(path)
    #expect((facts.sound != nil) == film.hasSound, "\(film)")
    var settings = VideoSettings()
    (settings.codec, settings.hdr) = (film.codec, film.hdr)
    #expect(
      facts.hasAlpha == (!film.isOpaque && settings.alpha(of: film.format) == .full), "\(film)")
    let seconds = Double(film.frameCount) / film.rate.framesPerSecond
    let slack = film.frameCount == 1 ? 0.1 : 0.0215
    #expect(abs((facts.duration ?? seconds) - seconds) < slack, "\(film): \(facts.duration ?? 0)")
  }
}

/// The table of formats in Markdown.
enum FormatPage {
  static var table: String {
    let head =
      "| format | what | pictures | alpha | sound | captions | Display P3 | more |\n"
      + "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
    return head + MediaFormat.allCases.map(row).joined()
      + "\n| codec | encoder | qualities | smallest side | largest side | frames a second | 10 bits | target size |\n"
      + "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
      + VideoCodec.allCases.map(row).joined()
  }

  private static func row(_ format: MediaFormat) -> String {
    let row = format.row
    // Options of pictures are no matter to a format of sound, which comes beside other formats.
    let hasPictures = row.reading != .sound
    let endings = row.endings.map { "`.\($0)`" }.joined(separator: ", ")
    let alpha: [MediaFormat.Alpha: String] = [.none: "no", .oneBit: "one bit", .full: "yes"]
    let captions = ["mov_text": "3GPP timed text", "webvtt": "WebVTT", "srt": "SubRip"]
    let sound: [AudioCodec: String] = [.aac: "AAC", .opus: "Opus", .pcm: "PCM, 24 bits"]
    let more = [
      hasPictures && row.holds16Bits ? "16 bits" : nil,
      format.holdsHDR ? "HDR" : nil, row.canBeFragmented ? "fragments" : nil,
      row.poster == .nowhere ? nil : "poster", row.making == .still ? "one frame" : nil,
      row.largestSide.map { "at most \($0) pixels a side" },
    ].compactMap(\.self).joined(separator: ", ")
    let cells: [String] = [
      "`\(format.rawValue)` (\(endings))", row.about,
      row.codecs.map(\.row.title).joined(separator: ", "),
      hasPictures ? alpha[row.alpha] ?? "" : "",
      row.sound.flatMap { sound[$0] } ?? "no", row.captions.flatMap { captions[$0] } ?? "no",
      hasPictures ? (row.marksColors ? "yes" : "no") : "", more,
    ]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func row(_ codec: VideoCodec) -> String {
    let row = codec.row
    let qualities: String = row.qualities.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "fixed"
    let largest: String = row.largestSide == .max ? "" : "\(row.largestSide)"
    let highest: String = row.highestRate.map { "at most \(Int($0))" } ?? ""
    let cells: [String] = [
      "`\(codec.rawValue)`: \(row.title)", "`\(row.encoder)`", qualities, "\(row.smallestSide)",
      largest, highest, row.holds10Bits ? "yes" : "no", row.takesTargetSize ? "yes" : "no",
    ]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }
}
