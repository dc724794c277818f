import RostrumBase
import Synchronization

/// The facts about the first sound stream of a file.
public struct AudioFacts: Sendable, Equatable {
  /// ffmpeg's name, such as "mp3".
  public let codec: String
  public let channelCount: Int
  /// In samples a second; 0 if it was not requested.
  public let sampleRate: Int
  /// In seconds.
  public let duration: Double
  /// The length in the file's header, in seconds; `nil` for formats without one.
  public var declaredDuration: Double?
  /// When the first sample is heard, in seconds: of a video from its first picture on, else 0.
  public let startTime: Double
}

/// Reads a sound file's facts with ffprobe, and decodes it once to check that it is complete.
public struct AudioProbe: Sendable {
  private let path: String
  private let tools: MediaTools

  public init(_ path: String, tools: MediaTools = MediaTools()) {
    (self.path, self.tools) = (path, tools)
  }

  /// A day, in seconds: nothing longer is played.
  static let maximumDuration = 86_400.0
  static let maximumChannelCount = 8

  /// A day of packets of 20 ms, as telephones send them, and some more.
  static let maximumPacketCount = 5_000_000
  /// In samples a second.
  static let sampleRates = 8000...192_000

  private var input: MediaInput { MediaInput(path: path, kind: .sound) }

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
    let entries =
      "packet=pts,duration:stream=codec_name,channels,channel_layout,sample_rate,time_base,duration"
    let run = ToolRun(
      name: "ffprobe", tool: try tools.locatedFFprobe(),
      arguments: input.probing(entries, format: "compact", ["-select_streams", "a:0"]),
      doing: "read", path: path)
    var (first, end, count) = (Int.max, Int.min, 0)
    let output = try ProbeOutput(run, of: input) { packet throws(MediaError) in
      count += 1
      guard count <= Self.maximumPacketCount else {
        throw input.problem("it has more than \(Self.maximumPacketCount) packets")
      }
      guard let start = packet.start, let last = packet.end else { return }
      (first, end) = (min(first, start), max(end, last))
    }
    guard let stream = output.sections.first(where: { $0.name == "stream" }) else {
      throw input.problem("it has no sound")
    }
    return try facts(stream, ticks: first..<max(end, first))
  }

  /// `ticks` range from the first packet to the end of the last.
  private func facts(
    _ stream: ProbeOutput.Section, ticks: Range<Int>
  ) throws(MediaError) -> AudioFacts {
    guard let channels = stream.integer("channels"), channels > 0,
      let rate = stream.integer("sample_rate"), rate > 0, let tick = stream.fraction("time_base")
    else { throw input.problem("its sound cannot be read") }
    let known = stream["channel_layout"].map { !$0.isEmpty && $0 != "unknown" } ?? false
    guard channels <= Self.maximumChannelCount, channels <= 2 || known else {
      throw input.problem(
        "it has \(channels) channels, and does not say where each belongs: mono, stereo and the usual surround layouts of up to 8 channels are played"
      )
    }
    guard Self.sampleRates ~= rate else {
      throw input.problem("its \(rate) samples a second are not between 8000 and 192000")
    }
    // Packets before time 0 are priming that decoders drop.
    let first = ticks.isEmpty ? 0 : max(ticks.lowerBound, 0)
    let seconds = ticks.isEmpty ? 0 : (Double(ticks.upperBound) - Double(first)) * tick
    guard seconds > 0 else { throw input.problem("it has no samples") }
    guard seconds <= Self.maximumDuration else {
      throw input.problem("it is \(seconds.hundredths) s long, more than a day")
    }
    return AudioFacts(
      codec: stream["codec_name"] ?? "unknown", channelCount: channels, sampleRate: rate,
      duration: seconds, declaredDuration: stream.declaredDuration, startTime: 0)
  }

  /// A run of ffmpeg that decodes the file and ends where something is damaged.
  func process(_ arguments: [String]) throws(MediaError) -> ToolProcess {
    try ToolProcess(
      ToolRun(
        name: "ffmpeg", tool: try tools.locatedFFmpeg(),
        arguments: ["-nostdin", "-hide_banner", "-v", "error", "-xerror", "-reinit_filter", "0"]
          + input.arguments() + arguments,
        doing: "decode", path: path))
  }

  /// Decodes the whole stream. Throws `MediaError.unplayableAudio` when it is damaged, ends early,
  /// or changes its sample rate or number of channels.
  public func check(_ facts: AudioFacts) throws(MediaError) {
    let state = FileState(path)
    if let state, Self.whole.withLock({ $0.contains(state) }) { return }
    try decode(facts)
    if let state { Self.whole.withLock { _ = $0.insert(state) } }
  }

  /// The files that were decoded to their ends so far: the rows of a batch share their music.
  private static let whole = Mutex<Set<FileState>>([])

  private func decode(_ facts: AudioFacts) throws(MediaError) {
    // With one byte per sample, the number of bytes is the number of samples.
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
    if process.stderrContains("properties on the fly") {
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

extension ProbeOutput.Section {
  /// `nil` for codecs whose headers only estimate it.
  fileprivate var declaredDuration: Double? {
    let name = self["codec_name"] ?? ""
    guard name.hasPrefix("pcm_") || ["flac", "alac", "opus", "vorbis"].contains(name) else {
      return nil
    }
    return self["duration"].flatMap { Double($0) }
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

  /// The levels of several bands, which take little longer than one.
  package func levels(
    _ path: String, bands: [ClosedRange<Double>]
  ) throws(MediaError) -> [[Double]] {
    try AudioProbe(path, tools: tools).levels(bands: bands)
  }
}
