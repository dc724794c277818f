import Foundation
import RostrumCanvas
import Testing

@testable import RostrumMedia

/// Each option beside each other one in each format: it is refused, or a reader sees it.
@Suite("Options of encoding")
struct EncodingOptionTests {
  private typealias Options = [EncodingOption]

  /// Settings with another value than the usual one for each option.
  private func settings(_ options: Options, _ format: MediaFormat) -> VideoSettings {
    var settings = VideoSettings(isVerified: false)
    for option in options {
      switch option {
      case .preset: settings.preset = .ultrafast
      case .quality: settings.quality = 45
      case .codec: settings.codec = format.codecs.count > 1 ? format.codecs.last : .h264
      case .hdr: (settings.hdr, settings.bitDepth) = (.pq, 10)
      case .fragmented: settings.isFragmented = true
      case .dither: settings.dither = .none
      case .colors: settings.colorCount = 8
      case .bitDepth: settings.bitDepth = format.holds16Bits && settings.hdr == nil ? 16 : 10
      case .colorSpace: settings.colorSpace = .displayP3
      case .targetSize: settings.targetSize = 20_000
      case .keyframeInterval: settings.keyframeInterval = 0.5
      }
      #expect(option.isChanged(in: settings))
    }
    settings.asked = Set(options)
    return settings
  }

  /// Whether the first option has the second's value by itself, as HDR has 10 bits.
  private func implies(_ first: EncodingOption, _ second: EncodingOption, _ format: MediaFormat)
    -> Bool
  {
    guard first == .hdr else { return false }
    let wanted = settings([.codec], format).codec
    return second == .bitDepth
      || second == .codec && settings([.hdr], format).codec(of: format) == wanted
  }

  @Test("Of two options each is refused or seen in the file", arguments: MediaFormat.allCases)
  func pairs(_ format: MediaFormat) async throws {
    let folder = try TestFolder()
    var seen: [Options: [String]] = [:]
    func look(_ options: Options) async throws -> [String]? {
      if let known = seen[options] { return known.isEmpty ? nil : known }
      let found = try await self.look(options, format, in: folder)
      seen[options] = found ?? []
      return found
    }
    let plain = try await look([])
    for option in EncodingOption.allCases {
      guard let own = try await look([option]) else { continue }
      #expect(own != plain, "\(format): \(option)")
    }
    // A page and a playlist hold another format's film.
    guard format.row.carrier == nil else { return }
    for (index, first) in EncodingOption.allCases.enumerated() {
      for second in EncodingOption.allCases.dropFirst(index + 1) {
        guard let both = try await look([first, second]) else { continue }
        for (one, other) in [(first, second), (second, first)] where !implies(one, other, format) {
          guard let alone = try await look([one]) else { continue }
          #expect(both != alone, "\(format): \(other) beside \(one)")
        }
      }
    }
  }

  /// What a reader sees; `nil` where the options are refused.
  private func look(_ options: Options, _ format: MediaFormat, in folder: TestFolder) async throws
    -> [String]?
  {
    let settings = settings(options, format)
    let name = (["a"] + options.map(\.rawValue)).joined(separator: "-")
    let path = folder.path("\(name).\(format.fileExtension)")
    do {
      try settings.checkEffects(in: [format])
      guard let sink = try sink(format, settings, path) else { return nil }
      let count = format.making == .film || format == .sprites ? 12 : 1
      for index in 0..<count { try await sink.write(picture(index), index: index) }
      _ = try await sink.finish()
    } catch MediaError.invalidSetting {
      return nil
    }
    // Of these ffmpeg reads nothing, or not all.
    if [.html, .webp, .avif].contains(format) {
      return ["\(folder.bytes(path.split(separator: "/").last.map(String.init) ?? "").hashValue)"]
    }
    return try await facts(path)
  }

  /// `nil` for formats without pictures.
  private func sink(_ format: MediaFormat, _ settings: VideoSettings, _ path: String) throws
    -> (any FrameSink)?
  {
    let count = format.making == .film || format == .sprites ? 12 : 1
    let frames = TestFrames(width: 64, height: 64, frameCount: count, rate: TestFrames.rate(12))
      .format
    switch format.making {
    case .film, .still:
      return try VideoWriter(path: path, format: format, frames: frames, settings: settings)
    case .pictures:
      try settings.checkPixels(format)
      return try PNGImage(path: path, frames: frames.written(with: settings))
    case .own:
      try settings.checkPixels(format)
      return try SpriteSheet(path: path, frames: frames.written(with: settings))
    case .sound, .vectors: return nil
    }
  }

  /// A gradient of saturated colours under a fine pattern, which moves.
  private func picture(_ index: Int) throws -> Bitmap {
    let bitmap = try Bitmap(width: 64, height: 64)
    for y in 0..<64 {
      for x in 0..<64 {
        let pattern = (x * 7 + y * 13 + index * 5) % 17
        let (red, green) = ((x + index) % 64 * 4, y * 3 + pattern)
        bitmap[x, y] = 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(pattern * 3)
      }
    }
    return bitmap
  }

  /// The stream's codec and colours, which pictures are key frames, the pictures themselves, and
  /// whether they lie in fragments.
  private func facts(_ path: String) async throws -> [String] {
    let streams = ToolRun(
      name: "ffprobe", tool: try MediaTools().locatedFFprobe(),
      arguments: [
        "-v", "error", "-show_entries",
        "stream=codec_name,pix_fmt,color_space,color_primaries,color_transfer:packet=flags", "-of",
        "csv", path,
      ], doing: "read", path: path)
    let pictures = ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: ["-v", "error", "-i", path, "-f", "framemd5", "-"], doing: "read", path: path)
    var facts: [String] = []
    for run in [streams, pictures] {
      facts.append(String(decoding: try await run.output(limit: 1 << 20), as: UTF8.self))
    }
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return facts + [bytes.range(of: Data("moof".utf8)) == nil ? "whole" : "fragments"]
  }

  @Test("An option without effect is refused with its name and the formats that have it")
  func message() {
    var settings = VideoSettings()
    (settings.preset, settings.dither) = (.slow, .bayer)
    settings.asked = [.preset, .dither]
    let refusal = "--preset has no effect in webm; it has one in mp4, mkv, hls"
    #expect(throws: MediaError.invalidSetting(refusal)) { try settings.checkEffects(in: [.webm]) }
    // Each of several formats has one of the options.
    #expect(throws: Never.self) { try settings.checkEffects(in: [.gif, .mp4]) }
    settings.targetSize = 1000
    settings.asked = [.quality, .targetSize]
    let both = "--quality has no effect beside --target-size, which chooses the quality"
    #expect(throws: MediaError.invalidSetting(both)) { try settings.checkEffects(in: [.mp4]) }
  }
}
