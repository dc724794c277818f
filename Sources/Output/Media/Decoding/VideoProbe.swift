import RostrumCanvas
import RostrumBase

/// Reads a video's size and the time of each frame with ffprobe.
struct VideoProbe {
  let path: String
  let tools: MediaTools
  /// The most pixels of a frame.
  var maximumPixels = MediaInput.usualPixels

  static let maximumFrameCount = 1_000_000
  /// The most packets of all streams together, sound and captions too.
  static let maximumPacketCount = 4 * maximumFrameCount
  /// The longest side of a frame, in pixels: Cairo's limit.
  static let maximumSide = 32_767

  private var input: MediaInput { MediaInput(path: path, maximumPixels: maximumPixels) }

  func facts() throws(MediaError) -> VideoFacts {
    let run = ToolRun(
      name: "ffprobe", tool: try tools.locatedFFprobe(), arguments: arguments, doing: "read",
      path: path)
    var packets: [Int: StreamPackets] = [:]
    var count = 0
    let output = try ProbeOutput(run, of: input) { packet throws(MediaError) in
      count += 1
      guard count <= Self.maximumPacketCount else {
        throw input.problem("it has more than \(Self.maximumPacketCount) packets")
      }
      packets[packet.stream, default: StreamPackets()].add(packet)
    }
    var answer = VideoProbeAnswer(input: input, sections: output.sections, packets: packets)
    if answer.lacksTimes {
      answer.use(times: try decodedTimes())
    } else if let leading = answer.leading {
      answer.dropLeading(try decodable(leading))
    }
    if answer.needsLight { answer.light = try firstLight() }
    return try answer.facts()
  }

  /// The timestamps of the leading pictures, before the first key picture, that can be decoded:
  /// without pictures that refer to some before the file's beginning, as in a cut recording.
  private func decodable(_ leading: Int) throws(MediaError) -> Set<Int> {
    guard leading <= Self.maximumLeading else { return [] }
    let run = ToolRun(
      name: "ffprobe", tool: try tools.locatedFFprobe(),
      arguments: input.probing(
        "frame=pts", format: "compact",
        ["-select_streams", "v:0", "-read_intervals", "%+#\(leading + Self.maximumLeading)"]),
      doing: "read", path: path)
    let output = try ProbeOutput(run, of: input) { _ in }
    return Set(output.sections.compactMap { $0.name == "frame" ? $0.integer("pts") : nil })
  }

  /// The time of each picture in the order in which a decoder gives them, where packets do not say
  /// it, as in AVI.
  private func decodedTimes() throws(MediaError) -> [Int] {
    let run = ToolRun(
      name: "ffprobe", tool: try tools.locatedFFprobe(),
      arguments: input.probing(
        "frame=best_effort_timestamp", format: "compact", ["-select_streams", "v:0"]),
      doing: "read", path: path)
    let process = try ToolProcess(run)
    var times: [Int] = []
    var (early, heldBack) = (0, 0)
    try process.readLines(limit: 1 << 16) { line throws(MediaError) in
      let section = ProbeOutput.Section(String(decoding: line, as: UTF8.self))
      guard section.name == "frame", times.count <= Self.maximumFrameCount else { return }
      if let time = section.integer("best_effort_timestamp") {
        times.append(time)
      } else if times.isEmpty {
        early += 1
      } else {
        heldBack += 1
      }
    }
    // Frames before time 0 in Matroska, and frames of the decoder's delay, which it gives at the
    // end, have no timestamps: they come before and after the others, at the frame interval.
    let pace = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? 1
    let first = times.first ?? 0
    times = (0..<min(early, Self.maximumFrameCount)).map { first + ($0 - early) * pace } + times
    for _ in 0..<heldBack where times.count <= Self.maximumFrameCount {
      times.append((times.last ?? 0) + pace)
    }
    return times
  }

  /// The light of the first picture by ffprobe's keys, where the codec and not the container has
  /// it.
  private func firstLight() throws(MediaError) -> [String: String] {
    let run = ToolRun(
      name: "ffprobe", tool: try tools.locatedFFprobe(),
      arguments: input.probing(
        "frame_side_data=max_content,max_luminance", format: "compact",
        ["-select_streams", "v:0", "-read_intervals", "%+#1"]), doing: "read", path: path)
    let sections = try ProbeOutput(run, of: input) { _ in }.sections
    var light: [String: String] = [:]
    for key in VideoProbeAnswer.lightKeys {
      light[key] = sections.lazy.compactMap { $0[key] }.first
    }
    return light
  }

  /// The most pictures before the first key picture that are looked for.
  private static let maximumLeading = 256

  private var arguments: [String] {
    input.probing(
      "packet=stream_index,pts,duration,flags:format=format_name,duration,start_time"
        + ":stream=index,codec_type,codec_name,width,height,pix_fmt,color_space,color_primaries"
        + ",color_transfer,field_order,time_base,avg_frame_rate,channels,sample_aspect_ratio"
        + ":stream_tags=alpha_mode"
        + ":stream_side_data=rotation,dv_profile,max_content,max_luminance",
      format: "compact", ["-read_intervals", "%+#\(Self.maximumPacketCount + 1)"])
  }
}

/// The times of a stream's packets, in ticks.
private struct StreamPackets {
  /// The times of the packets that show something, in the order of the file.
  private(set) var shown: [Int] = []
  private(set) var first: Int?
  private(set) var end: Int?
  /// The time of the first packet with which a decoder can begin.
  private(set) var firstKey: Int?
  private var latest = Int.min
  /// The duration of the packet that begins last.
  private(set) var lastDuration: Int?
  /// Whether a packet that shows something does not say when.
  private(set) var lacksTimes = false

  /// Takes times that were found otherwise.
  mutating func use(times: [Int]) { shown = times }

  mutating func add(_ packet: ProbeOutput.Packet) {
    let start = packet.start ?? .min
    if start > latest || latest == .min { (latest, lastDuration) = (start, packet.duration) }
    guard let start = packet.start else {
      lacksTimes = lacksTimes || !packet.isDiscarded
      return
    }
    first = min(first ?? start, start)
    end = max(end ?? .min, packet.end ?? start)
    if packet.isKey, firstKey == nil { firstKey = start }
    // One more than the limit, so that an excess can be recognised.
    if !packet.isDiscarded, shown.count <= VideoProbe.maximumFrameCount { shown.append(start) }
  }

  /// How many pictures are before the first key picture.
  var leading: Int {
    guard let firstKey else { return 0 }
    return shown.count { $0 < firstKey }
  }

  /// Keeps the ones that a decoder gives.
  mutating func dropLeading(_ decoded: Set<Int>) {
    guard let firstKey else { return }
    shown.removeAll { $0 < firstKey && !decoded.contains($0) }
  }
}

/// ffprobe's answer, with its names.
private struct VideoProbeAnswer {
  let input: MediaInput
  let sections: [ProbeOutput.Section]
  var packets: [Int: StreamPackets]
  /// The light of the first picture, by ffprobe's keys.
  var light: [String: String] = [:]

  static let lightKeys = ["max_content", "max_luminance"]

  /// Whether it is PQ, and the container does not say how bright.
  var needsLight: Bool {
    guard let stream = stream("video"), stream["color_transfer"] == "smpte2084" else {
      return false
    }
    return Self.lightKeys.allSatisfy { stream[$0] == nil }
  }

  /// How many pictures are before the first key picture; `nil` for none.
  var leading: Int? {
    let count = stream("video")?.integer("index").flatMap { packets[$0]?.leading } ?? 0
    return count > 0 ? count : nil
  }

  /// Whether pictures have no times of their own.
  var lacksTimes: Bool {
    stream("video")?.integer("index").flatMap { packets[$0]?.lacksTimes } ?? false
  }

  mutating func use(times: [Int]) {
    guard let index = stream("video")?.integer("index") else { return }
    packets[index]?.use(times: times)
  }

  mutating func dropLeading(_ decoded: Set<Int>) {
    guard let index = stream("video")?.integer("index") else { return }
    packets[index]?.dropLeading(decoded)
  }

  private typealias Stream = ProbeOutput.Section

  private func stream(_ type: String) -> Stream? {
    sections.first { $0.name == "stream" && $0["codec_type"] == type }
  }

  func facts() throws(MediaError) -> VideoFacts {
    guard let stream = stream("video"), let width = stream.integer("width"),
      let height = stream.integer("height"), width > 0, height > 0,
      let tick = stream.fraction("time_base")
    else { throw input.problem("it has no pictures") }
    let shown = stream.shownSize(width, height)
    try checkSize(width, height)
    try checkSize(shown.0, shown.1)
    let own = stream.integer("index").flatMap { packets[$0] } ?? StreamPackets()
    let times = try times(own, tick)
    try checkEnd()
    let colors: VideoColors
    do throws(VideoColors.Refusal) {
      colors = try VideoColors.read { stream[$0] ?? light[$0] }
    } catch {
      throw input.problem(error.reason)
    }
    let isTurned = stream.isTurned
    let zero = zero(times[0])
    return VideoFacts(
      width: isTurned ? shown.1 : shown.0, height: isTurned ? shown.0 : shown.1,
      times: times.map { $0 - zero },
      duration: times[0] - zero + duration(times, own, tick, stream),
      tolerance: tolerance(times, tick), hasOwnTimes: !lacksTimes && !isWrapped(own.shown.sorted()),
      startTime: zero,
      codec: stream["codec_name"] ?? "unknown",
      container: sections.first { $0.name == "format" }?["format_name"] ?? "unknown",
      hasAlpha: stream.hasAlpha, isInterlaced: stream.isInterlaced, colors: colors,
      matrix: stream["color_space"].flatMap {
        ["unknown", "gbr", "reserved"].contains($0) ? nil : $0
      },
      audio: audio(from: zero))
  }

  private func checkSize(_ width: Int, _ height: Int) throws(MediaError) {
    guard max(width, height) <= VideoProbe.maximumSide, width * height <= input.maximumPixels
    else { throw input.tooLarge("\(width)x\(height)") }
  }

  /// The file's beginning by its clock: 0 where the container has a clock of its own, as players
  /// take it, also when the first picture comes later; in streams, where the first stream begins.
  private func zero(_ first: Double) -> Double {
    let format = sections.first { $0.name == "format" }
    let name = format?["format_name"] ?? ""
    if name.contains("mov") || name.contains("matroska") { return min(first, 0) }
    // It is printed to the microsecond.
    guard let start = format?["start_time"].flatMap({ Double($0) }), start < first - 1e-5 else {
      return first
    }
    return start
  }

  /// By the file's clock, in seconds.
  private func times(_ packets: StreamPackets, _ tick: Double) throws(MediaError) -> [Double] {
    let stamps = packets.shown.sorted()
    guard !stamps.isEmpty else { throw input.problem("its frames have no times") }
    guard stamps.count <= VideoProbe.maximumFrameCount else {
      throw input.problem("it has more than \(VideoProbe.maximumFrameCount) frames")
    }
    return unwrapped(stamps).map { Double($0) * tick }
  }

  /// Whether the times jump where a clock of 31 bits comes around, as in a Flash video that begins
  /// before 0.
  private func isWrapped(_ stamps: [Int]) -> Bool {
    sections.first { $0.name == "format" }?["format_name"] == "flv"
      && (stamps.last ?? 0) - (stamps.first ?? 0) >= 1 << 31
  }

  /// The same without that jump.
  private func unwrapped(_ stamps: [Int]) -> [Int] {
    guard isWrapped(stamps) else { return stamps }
    return stamps.map { $0 - stamps[0] >= 1 << 31 ? $0 - 1 << 31 : $0 }
  }

  /// Throws for a file that ends before the end that its header gives, as one that was copied in
  /// part.
  private func checkEnd() throws(MediaError) {
    guard let format = sections.first(where: { $0.name == "format" }),
      let name = format["format_name"], name.contains("mov") || name.contains("matroska"),
      let duration = format["duration"].flatMap({ Double($0) })
    else { return }
    let ends = packets.compactMap { index, own -> Double? in
      guard let end = own.end,
        let stream = sections.first(where: {
          $0.name == "stream" && $0.integer("index") == index
        }), let tick = stream.fraction("time_base")
      else { return nil }
      return Double(end) * tick
    }
    let start = min(format["start_time"].flatMap { Double($0) } ?? 0, 0)
    guard let end = ends.max(), end - start < duration - max(0.5, duration / 100) else { return }
    throw input.problem(
      "it is cut off: it lasts \(duration.hundredths) s by its header, and ends at \(end.hundredths) s"
    )
  }

  /// The last frame lasts as long as its packet says, or as long as frames do on average.
  private func duration(
    _ times: [Double], _ packets: StreamPackets, _ tick: Double, _ stream: Stream
  ) -> Double {
    let length = times[times.count - 1] - times[0]
    let average: Double? = times.count > 1 ? length / Double(times.count - 1) : nil
    let rate = stream.fraction("avg_frame_rate")
    let frame =
      packets.lastDuration.map { Double($0) * tick } ?? average ?? rate.map { 1 / $0 } ?? 1.0 / 25
    return length + max(frame, 0)
  }

  /// The first sound stream, by the time of the file's beginning.
  private func audio(from start: Double) -> AudioFacts? {
    guard let stream = stream("audio"), let tick = stream.fraction("time_base"),
      let own = stream.integer("index").flatMap({ packets[$0] }),
      let first = own.first, let last = own.end, last > first
    else { return nil }
    // Packets before time 0 are priming that decoders drop.
    let begin = max(Double(first) * tick, min(start, 0))
    return AudioFacts(
      codec: stream["codec_name"] ?? "unknown", channelCount: stream.integer("channels") ?? 2,
      sampleRate: 0, duration: Double(last) * tick - begin, startTime: begin - start)
  }

  private func tolerance(_ times: [Double], _ tick: Double) -> Double {
    let shortest = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? 1
    return min(tick, shortest / 4)
  }
}

extension ProbeOutput.Section {
  /// Whether width and height change places.
  fileprivate var isTurned: Bool {
    let rotation = self["rotation"].flatMap { Double($0) } ?? 0
    return abs(rotation.truncatingRemainder(dividingBy: 180)) == 90
  }

  /// The size at which players show pictures: pixels that are not square make them wider or
  /// higher, as browsers do.
  fileprivate func shownSize(_ width: Int, _ height: Int) -> (Int, Int) {
    let parts = (self["sample_aspect_ratio"] ?? "").split(separator: ":").compactMap { Double($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0, parts[0] != parts[1] else {
      return (width, height)
    }
    let aspect = parts[0] / parts[1]
    let larger = { (side: Int, factor: Double) in
      Int(min((Double(side) * factor).rounded(), Double(1 << 20)))
    }
    return aspect > 1 ? (larger(width, aspect), height) : (width, larger(height, 1 / aspect))
  }

  /// Whether pictures can consist of two fields; "unknown" is what streams say that change.
  fileprivate var isInterlaced: Bool {
    switch self["field_order"] {
    case "tt", "bb", "tb", "bt": true
    case "progressive": false
    default: ["mpeg2video", "h264", "vc1", "dvvideo"].contains(self["codec_name"] ?? "")
    }
  }

  fileprivate var hasAlpha: Bool {
    let isBeside = self["tag:alpha_mode"] == "1" || self["tag:ALPHA_MODE"] == "1"
    let names = ["rgba", "bgra", "argb", "abgr", "yuva", "gbrap", "ya8", "ya16", "pal8"]
    return isBeside || names.contains { (self["pix_fmt"] ?? "").hasPrefix($0) }
  }
}

/// The facts about a video that are known before a frame is decoded.
public struct VideoFacts: Sendable, Equatable {
  /// In pixels, with the rotation of the file applied, as a phone's video has one.
  public let width: Int
  /// In pixels, upright.
  public let height: Int
  /// When each frame begins, ascending, in seconds from the file's beginning.
  public let times: [Double]
  /// When the last frame ends, in seconds from the file's beginning.
  public let duration: Double
  /// By how much the file's times may be rounded, in seconds: a tick of its clock, but less than
  /// half a frame.
  public let tolerance: Double
  /// Whether the file says when its frames begin; else a decoder works it out from their order.
  public let hasOwnTimes: Bool

  /// The beginning by the file's clock.
  let startTime: Double
  /// ffmpeg's name.
  let codec: String
  /// ffmpeg's name of the container; several names with commas.
  let container: String
  let hasAlpha: Bool
  /// Whether a frame can consist of two fields, which are of different moments.
  let isInterlaced: Bool
  let colors: VideoColors
  /// ffmpeg's name of the matrix; `nil` when the file has no tag.
  let matrix: String?
  /// The facts about the file's sound; `nil` for a silent one.
  public let audio: AudioFacts?

  /// Whether it is of a high dynamic range.
  package var isHDR: Bool { colors.isHDR }

  /// In bytes, of a decoded frame.
  var frameByteCount: Int { width * height * 4 }

  /// The colour matrix for the decoder, in ffmpeg's words: `auto` when the file names one.
  /// Otherwise BT.709 for pictures larger than standard-definition television (from 1280 pixels of
  /// width, or over 576 of height), else BT.601.
  var colorMatrix: String {
    if matrix != nil { return "auto" }
    return width >= 1280 || height > 576 ? "bt709" : "bt601"
  }

  /// Where a container has an index that leads to a frame before any time. The others are read from
  /// the start.
  var canSeek: Bool {
    hasOwnTimes && (container.contains("mov") || container.contains("matroska"))
  }

  /// A time between the frame of that number and the one before, by the file's clock.
  func timeBefore(_ index: Int) -> Double {
    let before = index > 0 ? times[index - 1] : times[0] - 2 * max(tolerance, 1e-3)
    return startTime + (before + times[index]) / 2
  }
}
