import Base
import Synchronization

/// The facts about the first sound stream of a file.
public struct AudioFacts: Sendable, Equatable {
  /// ffmpeg's name, such as "mp3".
  public let codec: String
  public let channelCount: Int
  /// In samples a second; 0 where nobody asked.
  public let sampleRate: Int
  /// In seconds.
  public let duration: Double
  /// The length that the file's header tells, in seconds, where headers know it; else `nil`.
  public var declaredDuration: Double?
  /// When the first sample is heard, in seconds: of a video from its first picture on, else 0.
  public let startTime: Double
}

/// Asks ffprobe about a sound file, and decodes it once to see whether it is whole.
public struct AudioProbe: Sendable {
  private let path: String
  private let tools: MediaTools

  public init(_ path: String, tools: MediaTools = MediaTools()) {
    (self.path, self.tools) = (path, tools)
  }

  /// A day, in seconds: nothing longer is played.
  static let maximumDuration = 86_400.0
  static let maximumChannelCount = 8

  /// Only containers that hold their samples themselves: a playlist could name any file.
  static let formats = [
    "-protocol_whitelist", "file,pipe", "-format_whitelist",
    "wav,w64,mp3,aac,flac,ogg,aiff,caf,au,ac3,eac3,amr,wv,tta,ape,mov,matroska,avi,mpeg,mpegts,asf"
      + ",flv,mxf,nut",
  ]

  /// Reads the file's packets, once for each version of it; decodes nothing. Throws
  /// `MediaError.unplayableAudio`.
  public func facts() throws(MediaError) -> AudioFacts {
    let state = FileState(path)
    if let state, let known = Self.known.withLock({ $0[state] }) { return known }
    let facts = try readFacts()
    if let state { Self.known.withLock { $0[state] = facts } }
    return facts
  }

  /// The facts about files so far, of which a film needs the same when it is loaded and mixed.
  private static let known = Mutex<[FileState: AudioFacts]>([:])

  private func readFacts() throws(MediaError) -> AudioFacts {
    let run = ToolRun(
      name: "ffprobe", tool: try tools.locatedFFprobe(),
      arguments: ["-v", "error", "-hide_banner"] + Self.formats + [
        "-select_streams", "a:0", "-show_entries",
        "packet=pts,duration"
          + ":stream=codec_name,channels,channel_layout,sample_rate,time_base,duration",
        "-of", "json=compact=1", ToolArguments.file(path),
      ], doing: "read", path: path)
    let bytes = try ToolProcess(run).output(limit: 1 << 30)
    guard let answer = try? JSONDecoder().decode(AudioAnswer.self, from: Data(bytes)) else {
      throw MediaError.unreadableFacts(path: path)
    }
    return try answer.facts(path)
  }

  /// A run of ffmpeg that decodes the file and ends where something is damaged.
  func process(_ arguments: [String]) throws(MediaError) -> ToolProcess {
    try ToolProcess(
      ToolRun(
        name: "ffmpeg", tool: try tools.locatedFFmpeg(),
        arguments: ["-nostdin", "-hide_banner", "-v", "error", "-xerror", "-reinit_filter", "0"]
          + Self.formats + ["-i", ToolArguments.file(path)] + arguments,
        doing: "decode", path: path))
  }

  /// Decodes the whole stream. Throws `MediaError.unplayableAudio` when something in it is damaged,
  /// when it ends early, or when its sample rate or its channels change on the way.
  public func check(_ facts: AudioFacts) throws(MediaError) {
    let state = FileState(path)
    if let state, Self.whole.withLock({ $0.contains(state) }) { return }
    try decode(facts)
    if let state { Self.whole.withLock { _ = $0.insert(state) } }
  }

  /// The files that were decoded to their ends so far: the rows of a batch share their music.
  private static let whole = Mutex<Set<FileState>>([])

  private func decode(_ facts: AudioFacts) throws(MediaError) {
    // As many bytes come as there are samples.
    let process = try process(
      ["-map", "0:a:0", "-af", "aformat=channel_layouts=mono:sample_fmts=u8", "-f", "u8", "pipe:1"])
    let count: Int
    do throws(MediaError) {
      count = try process.readOutput()
    } catch {
      guard case .toolFailed(_, _, _, _, let lines) = error, !error.isShortage else { throw error }
      throw .unplayableAudio(
        path: path, reason: "it is damaged" + (lines.last.map { " (\($0))" } ?? ""))
    }
    if process.hasSaid("properties on the fly") {
      throw .unplayableAudio(
        path: path, reason: "its sample rate or its channels change on the way")
    }
    let seconds = Double(count) / Double(max(facts.sampleRate, 1))
    let expected = max(facts.duration, facts.declaredDuration ?? 0)
    guard seconds > expected - 0.25 else {
      throw .unplayableAudio(
        path: path,
        reason:
          "only \(seconds.hundredths) s can be decoded of \(expected.hundredths) s: it is damaged")
    }
  }
}

/// ffprobe's JSON, with its names.
private struct AudioAnswer: Decodable {
  var packets: [Packet]?
  var streams: [Stream]?

  struct Packet: Decodable {
    var pts: Int?
    var duration: Int?
  }

  struct Stream: Decodable {
    var codec_name: String?
    var channels: Int?
    var channel_layout: String?
    var sample_rate: String?
    var time_base: String?
    var duration: String?

    /// `nil` for codecs whose headers only estimate it.
    var declaredDuration: Double? {
      let name = codec_name ?? ""
      guard name.hasPrefix("pcm_") || ["flac", "alac", "opus", "vorbis"].contains(name) else {
        return nil
      }
      return duration.flatMap { Double($0) }
    }
  }

  func facts(_ path: String) throws(MediaError) -> AudioFacts {
    func problem(_ reason: String) -> MediaError { .unplayableAudio(path: path, reason: reason) }
    guard let stream = streams?.first else { throw problem("it has no sound") }
    let ticks = (stream.time_base ?? "").split(separator: "/").compactMap { Double($0) }
    guard let channels = stream.channels, channels > 0,
      let rate = stream.sample_rate.flatMap({ Int($0) }), rate > 0, ticks.count == 2, ticks[1] > 0
    else { throw problem("its sound cannot be read") }
    let known = stream.channel_layout.map { !$0.isEmpty && $0 != "unknown" } ?? false
    guard channels <= AudioProbe.maximumChannelCount, channels <= 2 || known else {
      throw problem(
        "it has \(channels) channels, and does not say where each belongs: mono, stereo and the usual surround layouts of up to 8 channels are played"
      )
    }
    guard (8000...192_000).contains(rate) else {
      throw problem("its \(rate) samples a second are not between 8000 and 192000")
    }
    let stamps = (packets ?? []).compactMap { packet in
      packet.pts.map { (start: $0, end: $0 + (packet.duration ?? 0)) }
    }
    // Before 0 lies what decoders need to begin, and drop.
    let first = max(stamps.map(\.start).min() ?? 0, 0)
    let ticksLong = max((stamps.map(\.end).max() ?? 0) - first, 0)
    let seconds = Double(ticksLong) * ticks[0] / ticks[1]
    guard seconds > 0 else { throw problem("it has no samples") }
    guard seconds <= AudioProbe.maximumDuration else {
      throw problem("it is \(seconds.hundredths) s long, more than a day")
    }
    return AudioFacts(
      codec: stream.codec_name ?? "unknown", channelCount: channels, sampleRate: rate,
      duration: seconds, declaredDuration: stream.declaredDuration, startTime: 0)
  }
}

extension Double {
  /// With two decimals at most.
  var hundredths: String {
    let value = (self * 100).rounded() / 100
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

/// Finds out about sound files, each once.
public final class AudioLibrary: Sendable {
  private let tools: MediaTools
  private let known = Mutex<[FilePath: Result<AudioFacts, MediaError>]>([:])
  private let levels = Mutex<[FilePath: [Double]]>([:])

  public init(tools: MediaTools = MediaTools()) { self.tools = tools }

  /// The facts about a file; with `decoding` it is decoded to its end, so that all damage is found.
  public func facts(_ path: String, decoding: Bool) throws(MediaError) -> AudioFacts {
    let key = FilePath("\(decoding) \(path)")
    if let result = known.withLock({ $0[key] }) { return try result.get() }
    let result = Result { () throws(MediaError) in
      let probe = AudioProbe(path, tools: tools)
      let facts = try probe.facts()
      if decoding { try probe.check(facts) }
      return facts
    }
    known.withLock { $0[key] = result }
    return try result.get()
  }

  /// The levels of a file: see `AudioProbe`.
  public func levels(
    _ path: String, band: ClosedRange<Double>?
  ) throws(MediaError) -> [Double] {
    let key = FilePath("\(band.map { "\($0)" } ?? "") \(path)")
    if let known = levels.withLock({ $0[key] }) { return known }
    let made = try AudioProbe(path, tools: tools).levels(band: band)
    levels.withLock { $0[key] = made }
    return made
  }
}
