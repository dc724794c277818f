public import RostrumTiming

import RostrumBase

/// The facts that ffprobe reports about the first video stream of a file.
public struct MediaFacts: Sendable, Equatable {
  /// ffmpeg's name, such as "h264".
  public let codec: String
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// ffmpeg's name, such as "yuv420p". For VP9 with alpha it names the colours only.
  public let pixelFormat: String
  /// How far the pictures are turned before they are shown, in degrees clockwise, 0 to 360.
  public let rotation: Double
  /// A pixel's width divided by its height; 1 for files without this information.
  public let pixelAspect: Double
  /// `nil` for files without a rate, such as stills.
  public let rate: FrameRate?
  /// Counted, not read from a header.
  public let frameCount: Int
  /// In seconds; `nil` for formats without this information.
  public let duration: Double?
  public let hasAlpha: Bool
  /// ffmpeg's names; "unknown" where the file has no tag.
  public let colors: ColorTags
  /// The facts about the first sound stream; `nil` for a silent file.
  public let sound: Sound?
  /// Whether players have captions to show.
  public let hasCaptions: Bool

  public struct Sound: Sendable, Equatable {
    /// ffmpeg's name, such as "aac".
    public let codec: String
    /// In samples a second.
    public let sampleRate: Int
    public let channelCount: Int
    /// In seconds; `nil` for formats without this information.
    public let duration: Double?
  }

  public struct ColorTags: Sendable, Equatable {
    /// "tv" for limited, "pc" for full.
    public let range: String
    public let matrix: String
    public let primaries: String
    public let transfer: String
  }

  /// Runs ffprobe on a video, or on a picture whose name ends in jpg, tiff or png. Throws
  /// `MediaError`, also for playlists and other lists of files.
  public static func read(
    _ path: String, tools: MediaTools = MediaTools()
  ) async throws -> MediaFacts {
    try await read(
      MediaInput(path: path, kind: MediaInput.Kind(ofFile: path)), tools: tools)
  }

  static func read(_ input: MediaInput, tools: MediaTools) async throws -> MediaFacts {
    let run = ToolRun(
      name: "ffprobe", tool: try tools.locatedFFprobe(),
      arguments: input.probing(
        "stream=codec_type,codec_name,sample_rate,channels,width,height,pix_fmt,avg_frame_rate"
          + ",nb_read_packets,duration,color_range,color_space,color_primaries,color_transfer"
          + ",sample_aspect_ratio:stream_side_data=rotation:stream_tags=alpha_mode:format=duration",
        format: "json", ["-count_packets"]),
      doing: "read", path: input.path)
    let answer: (bytes: [UInt8], messages: String)
    do {
      answer = try await run.answer(limit: 1 << 20)
    } catch let error as MediaError {
      throw input.explained(error)
    }
    if let refusal = input.refusal(answer.messages.split(separator: "\n").map(String.init)) {
      throw refusal
    }
    guard let facts = try? JSONDecoder().decode(Answer.self, from: Data(answer.bytes)).facts else {
      throw MediaError.unreadableFacts(path: input.path)
    }
    guard facts.width * facts.height <= input.maximumPixels else {
      throw input.tooLarge("\(facts.width)x\(facts.height)")
    }
    return facts
  }
}

/// ffprobe's JSON, with its names.
private struct Answer: Decodable {
  var streams: [Stream]
  var format: Format?

  struct Format: Decodable { var duration: String? }

  struct Stream: Decodable {
    var codec_type: String?
    var codec_name: String?
    var sample_rate: String?
    var channels: Int?
    var width: Int?
    var height: Int?
    var pix_fmt: String?
    var avg_frame_rate: String?
    var nb_read_packets: String?
    var duration: String?
    var color_range: String?
    var color_space: String?
    var color_primaries: String?
    var color_transfer: String?
    var sample_aspect_ratio: String?
    var side_data_list: [SideData]?
    var tags: [String: String]?
  }

  struct SideData: Decodable { var rotation: Double? }

  var facts: MediaFacts? {
    guard let stream = streams.first(where: { $0.codec_type == "video" }), let width = stream.width,
      let height = stream.height
    else {
      return nil
    }
    let pixelFormat = stream.pix_fmt ?? "unknown"
    return MediaFacts(
      codec: stream.codec_name ?? "unknown", width: width, height: height,
      pixelFormat: pixelFormat, rotation: stream.clockwiseRotation,
      pixelAspect: stream.pixelAspect, rate: rate(stream.avg_frame_rate),
      frameCount: stream.nb_read_packets.flatMap { Int($0) } ?? 0,
      duration: (stream.duration ?? format?.duration).flatMap { Double($0) },
      hasAlpha: hasAlpha(pixelFormat, stream.tags ?? [:]) || isAVIFWithAlpha,
      colors: MediaFacts.ColorTags(
        range: stream.color_range ?? "unknown", matrix: stream.color_space ?? "unknown",
        primaries: stream.color_primaries ?? "unknown",
        transfer: stream.color_transfer ?? "unknown"),
      sound: sound, hasCaptions: streams.contains { $0.codec_type == "subtitle" })
  }

  /// AVIF keeps alpha as grey pictures in a stream beside.
  private var isAVIFWithAlpha: Bool {
    let pictures = streams.filter { $0.codec_type == "video" }
    return pictures.count == 2 && pictures.allSatisfy { $0.codec_name == "av1" }
      && pictures[1].pix_fmt == "gray"
  }

  private var sound: MediaFacts.Sound? {
    guard let stream = streams.first(where: { $0.codec_type == "audio" }) else { return nil }
    return MediaFacts.Sound(
      codec: stream.codec_name ?? "unknown",
      sampleRate: stream.sample_rate.flatMap { Int($0) } ?? 0, channelCount: stream.channels ?? 0,
      duration: stream.duration.flatMap { Double($0) })
  }

  /// "24000/1001"; "0/0" is nil.
  private func rate(_ text: String?) -> FrameRate? {
    let numbers = (text ?? "").split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    return FrameRate(numerator: numbers[0], denominator: numbers[1])
  }

  private func hasAlpha(_ pixelFormat: String, _ tags: [String: String]) -> Bool {
    // Matroska stores VP9's alpha as an additional stream and marks it with a tag, in either case.
    let isBeside = tags.contains { $0.key.lowercased() == "alpha_mode" && $0.value == "1" }
    let names = ["rgba", "bgra", "argb", "abgr", "yuva", "gbrap", "ya8", "ya16", "pal8"]
    return isBeside || names.contains { pixelFormat.hasPrefix($0) }
  }
}

extension Answer.Stream {
  /// ffprobe counts counterclockwise.
  fileprivate var clockwiseRotation: Double {
    let rotation = (side_data_list?.compactMap(\.rotation).first ?? 0)
      .truncatingRemainder(dividingBy: 360)
    return rotation > 0 ? 360 - rotation : -rotation
  }

  /// "4:3"; "0:1" for files without this information.
  fileprivate var pixelAspect: Double {
    let numbers = (sample_aspect_ratio ?? "").split(separator: ":").compactMap { Double($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return 1 }
    return numbers[0] / numbers[1]
  }
}

extension MediaFacts {
  /// In pixels, with the rotation of the file applied.
  public var uprightSize: PixelSize {
    let isTurned = abs(rotation.truncatingRemainder(dividingBy: 180)) == 90
    return isTurned
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }
}
