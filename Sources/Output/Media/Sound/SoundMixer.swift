import RostrumBase
public import RostrumLayerTree
import Synchronization

/// Mixes a scene's sounds with ffmpeg, in one run over the whole film.
public struct SoundMixer: Sendable {
  private let mix: SoundMix
  private let tools: MediaTools

  public init(_ mix: SoundMix, tools: MediaTools = MediaTools()) {
    (self.mix, self.tools) = (mix, tools)
  }

  /// Writes the mix into a WAV file, which appears once it is whole. Throws
  /// `MediaError.unplayableAudio` for the sound file that is at fault, where one is.
  public func write(to path: String) async throws -> SinkReport {
    try createFolder(ofOutput: path)
    let output = try PartialFolder(
      for: path, extension: MediaFormat.wav.fileExtension, run: RunToken())
    do {
      let notes = try await write([(.pcm, output.file)], in: output)
      let byteCount = try output.commit()
      return SinkReport(path: path, frameCount: 0, byteCount: byteCount, notes: notes)
    } catch {
      output.remove()
      throw error
    }
  }

  /// Writes the mix with several codecs at once. `folder` is for intermediate files.
  func write(
    _ outputs: [(codec: AudioCodec, path: String)], in folder: PartialFolder
  ) async throws -> [MediaNote] {
    let count = mix.tracks.reduce(0) { $0 + $1.clips.count }
    guard count <= MixGraph.maximumClipCount else {
      throw MediaError.invalidSetting(
        "the scene plays \(count) pieces of sound; \(MixGraph.maximumClipCount) at most can be mixed"
      )
    }
    // Decoders pass over damage, and the mix would have a hole: so each file is looked through.
    try await checkFiles()
    return try await mixed(outputs, in: folder)
  }

  private func mixed(
    _ outputs: [(codec: AudioCodec, path: String)], in folder: PartialFolder
  ) async throws -> [MediaNote] {
    guard let target = mix.loudness else {
      let meter = "astats=measure_perchannel=none:measure_overall=Peak_level"
      let said = try await run(outputs, [meter], folder)
      let peak = Self.number(after: "Peak level dB: ", in: said) ?? -.infinity
      return peak > 0.05 ? [.clipped(decibels: peak)] : []
    }
    let said = try await run([], [Self.meter], folder)
    guard let found = Self.number(after: "I: ", in: said),
      let peak = Self.number(after: "Peak: ", in: said), found > -70
    else { return try await mixed(outputs, asIs: folder) }
    let level = try await level(for: target, found: found, peak: peak, folder)
    _ = try await run(outputs, level.filters, folder)
    return abs(level.loudness - target) > 0.5
      ? [.loudnessMissed(target: target, reached: level.loudness)] : []
  }

  /// The level nearest to a loudness, in LUFS, among levels whose true peaks stay below -1 dB: each
  /// is measured. The limiter takes away some of the loudness, and lets short peaks through.
  private func level(
    for target: Double, found: Double, peak: Double, _ folder: PartialFolder
  ) async throws -> Level {
    var level = Level(gain: target - found, peak: peak, loudness: target)
    guard level.isLimited else { return level }
    var best: Level?
    for _ in 0..<8 {
      level.gain = min(level.gain, level.highestGain)
      let said = try await run([], level.filters + [Self.meter], folder)
      guard let loudness = Self.number(after: "I: ", in: said),
        let truePeak = Self.number(after: "Peak: ", in: said)
      else { break }
      level.loudness = loudness
      let missing = target - loudness
      if truePeak > -1 {
        level.limit *= pow(10, (-1.05 - truePeak) / 20)
      } else {
        if abs(missing) < abs(target - (best?.loudness ?? .infinity)) { best = level }
        if abs(missing) <= 0.2 || missing > 0 && level.gain == level.highestGain { break }
        level.gain += missing
      }
    }
    return best ?? level
  }

  private static let meter = "ebur128=peak=true:framelog=verbose"

  /// Silence has no loudness.
  private func mixed(
    _ outputs: [(codec: AudioCodec, path: String)], asIs folder: PartialFolder
  ) async throws -> [MediaNote] {
    _ = try await run(outputs, [], folder)
    return []
  }

  /// Runs ffmpeg; without outputs, it only measures. Returns its messages.
  private func run(
    _ outputs: [(codec: AudioCodec, path: String)], _ filters: [String], _ folder: PartialFolder
  ) async throws -> String {
    let names = outputs.isEmpty ? ["out"] : outputs.indices.map { "out\($0)" }
    let graph = MixGraph(mix, outputs: names, finally: filters)
    let script = folder.path("mix.txt")
    try writeWholeFile(Array(graph.text.utf8), to: script)
    let inputs = graph.inputs.flatMap { MediaInput(path: $0, kind: .sound).arguments() }
    var ends = outputs.isEmpty ? ["-map", "[out]", "-f", "null", "-"] : []
    for (name, output) in zip(names, outputs) {
      ends += ["-map", "[\(name)]"] + output.codec.arguments + [ToolArguments.file(output.path)]
    }
    return try await ToolRun(
      name: "ffmpeg", tool: try tools.locatedFFmpeg(),
      arguments: [
        "-nostdin", "-hide_banner", "-loglevel", "info", "-nostats", "-y", "-xerror",
      ]
        + inputs + ["-filter_complex_script", ToolArguments.file(script)] + ends,
      doing: "mix the sound of", path: folder.path
    ).messages()
  }

  /// Throws for the first file that is damaged.
  private func checkFiles() async throws {
    let (paths, tools) = (mix.paths.sorted().map(\.string), tools)
    try await withCheckedThrowingContinuation { continuation in
      startThread {
        continuation.resume(
          with: Result {
            for path in paths {
              let probe = AudioProbe(path, tools: tools)
              try probe.check(try probe.facts())
            }
          })
      }
    }
  }

  /// The number after the last occurrence of these words.
  static func number(after words: String, in text: String) -> Double? {
    guard let place = text.ranges(of: words).last else { return nil }
    let rest = text[place.upperBound...].drop { $0 == " " }
    return Double(rest.prefix { $0.isNumber || "+-.".contains($0) })
  }
}

/// EBU R 128: the same gain for all of a mix, and true peaks of at most -1 dB. A limiter, which
/// looks at four times as many samples, only works where the gain would lead beyond.
private struct Level {
  /// In decibels.
  var gain: Double
  /// The true peak of the mix before, in decibels of full scale.
  let peak: Double
  /// The highest sample that the limiter lets through.
  var limit = 0.87
  /// The loudness of the mix then, in LUFS.
  var loudness: Double

  var isLimited: Bool { peak + gain > -1 }

  /// Beyond 20 dB above full scale, more gain makes noise louder and no sound.
  var highestGain: Double { 20 - peak }

  /// In the words of ffmpeg.
  var filters: [String] {
    let volume = "volume=volume=\(gain)dB:precision=float"
    guard isLimited else { return [volume] }
    return [
      volume, "aresample=\(4 * AudioCodec.sampleRate)",
      "alimiter=limit=\(limit):attack=1:release=60:level=disabled:latency=1",
      "aresample=\(AudioCodec.sampleRate)",
    ]
  }
}

/// The sound of one film, mixed beside its frames: once, for all videos of them.
///
/// Mixing begins at once. The owner must call `remove` in the end.
public final class Soundtrack: Sendable {
  private let folder: PartialFolder
  private let files: [AudioCodec: String]
  private let work: Task<[MediaNote], any Error>
  private let failure: FailureFlag

  /// Why mixing has failed, once it has.
  private final class FailureFlag: Sendable {
    let error = Mutex<(any Error)?>(nil)
  }

  /// `formats` are the formats of the videos; `path` is one of them, beside which the files are
  /// written.
  public init(
    _ mix: SoundMix, for formats: [MediaFormat], beside path: String,
    tools: MediaTools = MediaTools(), run: RunToken = RunToken()
  ) throws(MediaError) {
    try createFolder(ofOutput: path)
    let folder = try PartialFolder(for: path, extension: "sound", run: run)
    self.folder = folder
    var files: [AudioCodec: String] = [:]
    for codec in formats.compactMap(\.audioCodec) {
      files[codec] = folder.path("\(codec.rawValue).\(codec.carrierExtension)")
    }
    self.files = files
    let outputs = files.sorted { $0.value < $1.value }.map { (codec: $0.key, path: $0.value) }
    let failure = FailureFlag()
    self.failure = failure
    work = startTask {
      do {
        return try await SoundMixer(mix, tools: tools).write(outputs, in: folder)
      } catch {
        failure.error.withLock { $0 = error }
        throw error
      }
    }
  }

  /// The same from a file that is there.
  public convenience init(
    file: String, duration: Double, for formats: [MediaFormat], beside path: String,
    tools: MediaTools = MediaTools()
  ) throws(MediaError) {
    let facts = try AudioProbe(file, tools: tools).facts()
    let source = AudioReference(
      path: file, duration: facts.duration, channelCount: facts.channelCount)
    let clip = AudioClip(
      source: source, part: 0..<facts.duration, isOpenEnded: true, start: 0, duration: duration)
    try self.init(
      SoundMix(tracks: [.init(clips: [clip])], duration: duration), for: formats, beside: path,
      tools: tools)
  }

  deinit { remove() }

  /// Throws why the sound cannot be mixed, once that is known.
  func check() throws {
    if let error = failure.error.withLock(\.self) { throw error }
  }

  /// Waits for the mix. Returns the notes about it.
  public func notes() async throws -> [MediaNote] {
    try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  }

  /// The file for videos of a format; `nil` for one without sound. Waits for it.
  func file(for format: MediaFormat) async throws -> (path: String, codec: AudioCodec)? {
    guard let codec = format.audioCodec, let path = files[codec] else { return nil }
    _ = try await notes()
    return (path, codec)
  }

  /// Stops mixing, and removes the files.
  public func remove() {
    work.cancel()
    startTask { [work, folder] in
      _ = await work.result
      folder.remove()
    }
  }
}
