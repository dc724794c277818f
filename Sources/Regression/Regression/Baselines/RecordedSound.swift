import RostrumBase
import RostrumLayerTree
import RostrumMedia
import RostrumOutput

/// The sound of a scene, as a baseline's record has it.
public struct RecordedSound: Sendable, Equatable, Codable {
  /// The digest of the mix's declaration and of its files' bytes.
  var declaration: Digest
  /// The digest of the mixed samples.
  var samples: Digest
  /// The level of each tenth of a second in decibels of full scale, with one digit after the point;
  /// -120 for silence.
  var loudness: [Double]
  /// The version of ffmpeg that mixed it.
  var ffmpeg: String

  /// Mixes the sound. Throws `MediaError`.
  init(_ mix: SoundMix, declaration: Digest, tools: MediaTools = MediaTools()) async throws {
    var samples = MixedSamples()
    try await Self.withMix(mix, tools) { try samples.read($0) }
    self.declaration = declaration
    self.samples = samples.digester.digest
    loudness = samples.levels
    ffmpeg = tools.ffmpegVersion ?? "unknown"
  }

  /// The mix as a file that browsers play. Throws `MediaError`.
  static func playable(_ mix: SoundMix, tools: MediaTools = MediaTools()) async throws -> [UInt8] {
    try await withMix(mix, tools) { path in
      let coded = path.replacingLastComponent(with: "mix.m4a")
      _ = try MediaTools.output(
        of: tools.ffmpeg,
        ["-v", "error", "-nostdin", "-i", path, "-c:a", "aac", "-b:a", "128k", coded])
      return try readWholeFile(coded)
    }
  }

  /// The path is that of a WAV file.
  private static func withMix<Value>(
    _ mix: SoundMix, _ tools: MediaTools, _ body: (_ path: String) throws -> Value
  ) async throws -> Value {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let path = folder.path("mix.wav")
    _ = try await SoundMixer(mix, tools: tools).write(to: path)
    return try body(path)
  }

  /// In words, how another sound differs; `nil` for one that is the same.
  func difference(to new: RecordedSound) -> String? {
    guard declaration != new.declaration, samples != new.samples else { return nil }
    let count = max(loudness.count, new.loudness.count)
    func level(_ levels: [Double], _ index: Int) -> Double {
      levels.indices.contains(index) ? levels[index] : -120
    }
    let changed = (0..<count).filter { abs(level(loudness, $0) - level(new.loudness, $0)) > 0.05 }
    guard let first = changed.first, let last = changed.last else {
      return "the sound is another one, as loud as it was"
    }
    let (old, now) = (level(loudness, first), level(new.loudness, first))
    return "the sound differs from \(readable(seconds: Double(first) / 10)) to "
      + "\(readable(seconds: Double(last + 1) / 10)): at its start it was \(exact(old)) dB and is "
      + "\(exact(now)) dB"
  }
}

/// The samples of a WAV file of 24 bits, as they are read.
private struct MixedSamples {
  var digester = Digester()
  private(set) var levels: [Double] = []
  private var sum = 0.0
  private var count = 0

  /// In a tenth of a second of 48,000 stereo samples.
  private static let blockLength = 9600

  mutating func read(_ path: String) throws {
    let bytes = try readWholeFile(path)
    bytes.withUnsafeBytes { bytes in
      let samples = UnsafeRawBufferPointer(rebasing: bytes[WAVFile.samples(in: bytes)])
      digester.combine(samples)
      WAVFile.forEachSample(in: samples) { sample in
        sum += sample * sample
        count += 1
        if count == Self.blockLength { end() }
      }
    }
    if count > 0 { end() }
  }

  private mutating func end() {
    let power = sum / Double(count)
    let decibels = power > 1e-12 ? 10 * power.base10Logarithm : -120
    levels.append((decibels * 10).rounded() / 10)
    (sum, count) = (0, 0)
  }
}

extension Double {
  fileprivate var base10Logarithm: Double { log10(self) }
}
