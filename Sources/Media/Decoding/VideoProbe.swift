import Base

/// Asks ffprobe about a video: its size, and the time of each frame.
struct VideoProbe {
  let path: String
  let tools: MediaTools

  static let maximumFrameCount = 1_000_000
  /// The longest side of a frame, in pixels: Cairo's limit.
  static let maximumSide = 32_767
  static let maximumPixelCount = 16_384 * 16_384

  /// Only containers that hold their frames themselves: a playlist could name any file.
  static let formats = [
    "-protocol_whitelist", "file,pipe", "-format_whitelist",
    "mov,matroska,avi,mpeg,mpegts,gif,apng,ogg,flv,asf,mxf,nut,ivf,m4v,h264,hevc,yuv4mpegpipe",
  ]

  func facts() throws(MediaError) -> VideoFacts {
    let run = ToolRun(
      name: "ffprobe", tool: try tools.locatedFFprobe(), arguments: arguments, doing: "read",
      path: path)
    let bytes = try ToolProcess(run).output(limit: 256 << 20)
    guard let answer = try? JSONDecoder().decode(ProbeAnswer.self, from: Data(bytes)) else {
      throw MediaError.unreadableFacts(path: path)
    }
    return try answer.facts(path)
  }

  private var arguments: [String] {
    ["-v", "error", "-hide_banner"] + Self.formats + [
      "-read_intervals", "%+#\(4 * Self.maximumFrameCount)", "-show_entries",
      "packet=stream_index,pts,duration,flags:format=format_name"
        + ":stream=index,codec_type,codec_name,width,height,pix_fmt,color_space,time_base"
        + ",avg_frame_rate,channels"
        + ":stream_tags=alpha_mode:stream_side_data=rotation",
      "-of", "json=compact=1", ToolArguments.file(path),
    ]
  }
}

/// ffprobe's JSON, with its names.
private struct ProbeAnswer: Decodable {
  var packets: [Packet]?
  var streams: [Stream]?
  var format: Format?

  struct Format: Decodable { var format_name: String? }

  struct Packet: Decodable {
    var stream_index: Int?
    var pts: Int?
    var duration: Int?
    var flags: String?
  }

  struct SideData: Decodable { var rotation: Double? }

  struct Stream: Decodable {
    var index: Int?
    var codec_type: String?
    var codec_name: String?
    var channels: Int?
    var width: Int?
    var height: Int?
    var pix_fmt: String?
    var color_space: String?
    var time_base: String?
    var avg_frame_rate: String?
    var tags: [String: String]?
    var side_data_list: [SideData]?
  }

  func facts(_ path: String) throws(MediaError) -> VideoFacts {
    guard let stream = streams?.first(where: { $0.codec_type == "video" }),
      let width = stream.width, let height = stream.height,
      width > 0, height > 0, let tick = stream.tick
    else { throw MediaError.unplayableVideo(path: path, reason: "it has no pictures") }
    try checkSize(width, height, path)
    let own = (packets ?? []).filter { $0.stream_index == stream.index }
    let times = try times(own, path, tick)
    let isTurned = stream.isTurned
    return VideoFacts(
      width: isTurned ? height : width, height: isTurned ? width : height,
      times: times.map { $0 - times[0] }, duration: duration(times, own, tick, stream),
      tolerance: tolerance(times, tick), startTime: times[0],
      codec: stream.codec_name ?? "unknown", container: format?.format_name ?? "unknown",
      hasAlpha: stream.hasAlpha,
      matrix: stream.color_space.flatMap {
        ["unknown", "gbr", "reserved"].contains($0) ? nil : $0
      },
      audio: audio(from: times[0]))
  }

  private func checkSize(_ width: Int, _ height: Int, _ path: String) throws(MediaError) {
    guard max(width, height) <= VideoProbe.maximumSide,
      width * height <= VideoProbe.maximumPixelCount
    else {
      throw MediaError.unplayableVideo(
        path: path, reason: "its pictures of \(width)x\(height) pixels are too large")
    }
  }

  /// By the file's clock, in seconds. Packets that are only there to start the decoder (`D`) show
  /// nothing.
  private func times(
    _ packets: [Packet], _ path: String, _ tick: Double
  ) throws(MediaError) -> [Double] {
    let shown = packets.filter { !($0.flags ?? "").contains("D") }
    let stamps = shown.compactMap(\.pts).sorted()
    guard !stamps.isEmpty else {
      throw MediaError.unplayableVideo(path: path, reason: "its frames have no times")
    }
    guard stamps.count <= VideoProbe.maximumFrameCount else {
      throw MediaError.unplayableVideo(
        path: path, reason: "it has more than \(VideoProbe.maximumFrameCount) frames")
    }
    return stamps.map { Double($0) * tick }
  }

  /// The last frame lasts as long as its packet says, or as long as frames do on average.
  private func duration(
    _ times: [Double], _ packets: [Packet], _ tick: Double, _ stream: Stream
  ) -> Double {
    let last = packets.max { ($0.pts ?? .min) < ($1.pts ?? .min) }?.duration
    let average =
      times.count > 1 ? (times[times.count - 1] - times[0]) / Double(times.count - 1) : nil
    let rate = stream.averageRate
    let frame = last.map { Double($0) * tick } ?? average ?? rate.map { 1 / $0 } ?? 1.0 / 25
    return times[times.count - 1] - times[0] + max(frame, 0)
  }

  /// The first sound stream, by the time of the first picture.
  private func audio(from start: Double) -> AudioFacts? {
    guard let stream = streams?.first(where: { $0.codec_type == "audio" }), let tick = stream.tick
    else { return nil }
    let own = (packets ?? []).filter { $0.stream_index == stream.index }
    let ends = own.compactMap { packet in packet.pts.map { $0 + (packet.duration ?? 0) } }
    guard let first = own.compactMap(\.pts).min(), let last = ends.max(), last > first else {
      return nil
    }
    // Before 0 lies what decoders need to begin, and drop.
    let begin = max(Double(first) * tick, min(start, 0))
    return AudioFacts(
      codec: stream.codec_name ?? "unknown", channelCount: stream.channels ?? 2, sampleRate: 0,
      duration: Double(last) * tick - begin, startTime: begin - start)
  }

  private func tolerance(_ times: [Double], _ tick: Double) -> Double {
    let shortest = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? 1
    return min(tick, shortest / 4)
  }
}

extension ProbeAnswer.Stream {
  /// "1/15360", in seconds.
  fileprivate var tick: Double? {
    let numbers = (time_base ?? "").split(separator: "/").compactMap { Double($0) }
    return numbers.count == 2 && numbers[0] > 0 && numbers[1] > 0 ? numbers[0] / numbers[1] : nil
  }

  fileprivate var averageRate: Double? {
    let numbers = (avg_frame_rate ?? "").split(separator: "/").compactMap { Double($0) }
    return numbers.count == 2 && numbers[0] > 0 && numbers[1] > 0 ? numbers[0] / numbers[1] : nil
  }

  /// Whether width and height change places.
  fileprivate var isTurned: Bool {
    let rotation = side_data_list?.compactMap(\.rotation).first ?? 0
    return abs(rotation.truncatingRemainder(dividingBy: 180)) == 90
  }

  fileprivate var hasAlpha: Bool {
    let isBeside = (tags ?? [:]).contains { $0.key.lowercased() == "alpha_mode" && $0.value == "1" }
    let names = ["rgba", "bgra", "argb", "abgr", "yuva", "gbrap", "ya8", "ya16", "pal8"]
    return isBeside || names.contains { (pix_fmt ?? "").hasPrefix($0) }
  }
}

/// The facts that a decoder needs to know of a video before it shows any frame.
public struct VideoFacts: Sendable, Equatable {
  /// In pixels, upright: a phone's video is turned as its file says.
  public let width: Int
  /// In pixels, upright.
  public let height: Int
  /// When each frame begins, ascending, in seconds from the first.
  public let times: [Double]
  /// When the last frame ends, in seconds from the first.
  public let duration: Double
  /// By how much the file's times may be rounded, in seconds: a tick of its clock, but less than
  /// half a frame.
  public let tolerance: Double

  /// The first frame's time by the file's clock.
  let startTime: Double
  /// ffmpeg's name.
  let codec: String
  /// ffmpeg's name of the container; several names with commas.
  let container: String
  let hasAlpha: Bool
  /// ffmpeg's name of the matrix; `nil` when the file does not say.
  let matrix: String?
  /// The facts about the file's sound; `nil` for a silent one.
  public let audio: AudioFacts?

  /// In bytes, of a decoded frame.
  var frameByteCount: Int { width * height * 4 }

  /// The matrix that the decoder is told the colours have, in ffmpeg's words: `auto` when the file
  /// names one. When it does not say, BT.709 for pictures larger than television was before it
  /// (from 1280 pixels of width, or over 576 of height), else BT.601.
  var colorMatrix: String {
    if matrix != nil { return "auto" }
    return width >= 1280 || height > 576 ? "bt709" : "bt601"
  }

  /// Where a container has an index that leads to a frame before any time. The others are read from
  /// the start.
  var canSeek: Bool { container.contains("mov") || container.contains("matroska") }

  /// A time between the frame of that number and the one before, by the file's clock.
  func timeBefore(_ index: Int) -> Double {
    let before = index > 0 ? times[index - 1] : times[0] - 2 * max(tolerance, 1e-3)
    return startTime + (before + times[index]) / 2
  }
}
