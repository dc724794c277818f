import Foundation
import RostrumLayerTree
import Testing

@testable import RostrumMedia

/// Sounds that are mixed by ffmpeg, decoded and measured.
@Suite("The mix of sounds")
struct SoundMixTests {
  /// Samples of one channel, -1 to 1, 48,000 a second.
  struct Signal {
    let left: [Float]
    let right: [Float]

    /// Decodes the sound of a file.
    init(_ path: String) async throws {
      let run = ToolRun(
        name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
        arguments: ["-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-f", "f32le", "-"],
        doing: "decode", path: path)
      let bytes = try await run.output(limit: 1 << 30)
      let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      left = stride(from: 0, to: samples.count - 1, by: 2).map { samples[$0] }
      right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    }

    /// The places of the loudest samples, at least 1000 from each other.
    var clicks: [Int] {
      let least = (left.map(abs).max() ?? 0) * 0.5
      var found: [Int] = []
      for (index, sample) in left.enumerated() where abs(sample) >= least && least > 0.01 {
        if let last = found.last, index - last < 1000 {
          if abs(sample) > abs(left[last]) { found[found.count - 1] = index }
        } else {
          found.append(index)
        }
      }
      return found
    }

    func level(_ range: Range<Int>) -> Float {
      (left[range].map { $0 * $0 }.reduce(0, +) / Float(range.count)).squareRoot()
    }
  }

  /// Writes the values of ffmpeg's expression at each sample.
  static func make(
    _ expression: String, seconds: Double, rate: Int = 48_000, _ path: String,
    _ codec: [String] = ["-c:a", "pcm_s16le"]
  ) async throws -> AudioReference {
    try await ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "aevalsrc='\(expression)':s=\(rate):d=\(seconds)",
      ] + codec + [path], doing: "write", path: path
    ).run()
    let facts = try AudioProbe(path).facts()
    return AudioReference(path: path, duration: facts.duration, channelCount: facts.channelCount)
  }

  /// A click at every second, as one sample.
  static func clicks(_ rate: Int = 48_000) -> String { "0.9*eq(mod(n,\(rate)),0)" }

  private func mixed(
    _ clips: [AudioClip], seconds: Double, _ folder: TestFolder, loudness: Double? = nil
  ) async throws -> Signal {
    var mix = SoundMix(tracks: clips.map { .init(clips: [$0]) }, duration: seconds)
    mix.loudness = loudness
    let path = folder.path("mix.wav")
    _ = try await SoundMixer(mix).write(to: path)
    return try await Signal(path)
  }

  private func clip(
    _ source: AudioReference, start: Double = 0, duration: Double, offset: Double = 0,
    rate: Double = 1, loops: Bool = false, part: Range<Double>? = nil,
    gain: Envelope = Envelope(1), pan: Envelope = Envelope(0)
  ) -> AudioClip {
    AudioClip(
      source: source, part: part ?? 0..<source.duration, isOpenEnded: part == nil, loops: loops,
      start: start, duration: duration, offset: offset, rate: rate, gain: gain, pan: pan)
  }

  @Test(
    "Each sample stands where it was declared, from every format and rate",
    arguments: [
      ("a.wav", 48_000, ["-c:a", "pcm_s16le"]), ("a.wav", 44_100, ["-c:a", "pcm_s16le"]),
      ("a.flac", 44_100, []), ("a.mp3", 48_000, ["-b:a", "256k"]),
      ("a.m4a", 48_000, ["-c:a", "aac", "-b:a", "192k"]),
      ("a.ogg", 48_000, ["-c:a", "libvorbis", "-q:a", "8"]),
      ("a.opus", 48_000, ["-c:a", "libopus", "-b:a", "192k"]), ("a.wav", 22_050, []),
    ])
  func exact(_ name: String, _ rate: Int, _ codec: [String]) async throws {
    let folder = try TestFolder()
    let source = try await Self.make(
      "0.9*eq(mod(n,\(rate)),\(rate / 2))", seconds: 3, rate: rate, folder.path(name), codec)
    #expect(abs(source.duration - 3) < 0.06)
    let signal = try await mixed([clip(source, start: 1.25, duration: 3)], seconds: 5, folder)
    #expect(signal.left.count == 240_000)
    let wanted = [84_000, 132_000, 180_000]
    #expect(zip(signal.clicks, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(signal.clicks)")
    #expect(signal.clicks.count == 3)
  }

  @Test("Parts, loops and what runs backwards are exact to the sample too")
  func parts() async throws {
    let folder = try TestFolder()
    let source = try await Self.make(Self.clicks(), seconds: 5, folder.path("a.wav"))
    let part = try await mixed(
      [clip(source, start: 0.5, duration: 2, offset: 0.25, part: 0.5..<4.5)], seconds: 4, folder)
    #expect(part.clicks == [36_000, 84_000])
    let loop = try await mixed(
      [clip(source, duration: 4, offset: 0.5, loops: true, part: 0.75..<2)], seconds: 4, folder)
    // The part has a click after 0.25 s, and is 1.25 s long.
    #expect(loop.clicks == [48_000, 108_000, 168_000])
    let back = try await mixed(
      [clip(source, duration: 3, offset: 2.5, rate: -1)], seconds: 3, folder)
    #expect(zip(back.clicks, [24_000, 72_000, 120_000]).allSatisfy { abs($0 - $1) <= 1 })
    #expect(back.clicks.count == 3)
  }

  /// A mono WAV file: silence, except for one sample. It is sparse, so it uses no disk space.
  private func click(at index: Int, of count: Int, rate: UInt32, _ path: String) throws {
    func bytes(_ number: some FixedWidthInteger) -> Data {
      withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
    let size = UInt32(count * 2)
    var head = Data("RIFF".utf8) + bytes(size + 36) + Data("WAVEfmt ".utf8)
    head += bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(rate)
    head += bytes(rate * 2) + bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(size)
    try head.write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: UInt64(44 + count * 2))
    try file.seek(toOffset: UInt64(44 + index * 2))
    try file.write(contentsOf: bytes(Int16(29_000)))
    try file.close()
  }

  @Test("A click after an hour comes at its sample")
  func drift() async throws {
    let folder = try TestFolder()
    try click(at: 3590 * 44_100, of: 3600 * 44_100, rate: 44_100, folder.path("a.wav"))
    let source = AudioReference(path: folder.path("a.wav"), duration: 3600, channelCount: 1)
    let mix = SoundMix(tracks: [.init(clips: [clip(source, duration: 3600)])], duration: 3600)
    // The last seconds are kept of the whole.
    let graph = MixGraph(mix, outputs: ["o"], finally: ["atrim=start_sample=\(3589 * 48_000)"])
    try Data(graph.text.utf8).write(to: URL(filePath: folder.path("graph.txt")))
    try await ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: [
        "-nostdin", "-v", "error", "-i", folder.path("a.wav"), "-filter_complex_script",
        folder.path("graph.txt"), "-map", "[o]", folder.path("end.wav"),
      ], doing: "mix", path: "end.wav"
    ).run()
    let signal = try await Signal(folder.path("end.wav"))
    #expect(signal.left.count == 11 * 48_000)
    #expect(signal.clicks.count == 1 && abs(signal.clicks[0] - 48_000) <= 1, "\(signal.clicks)")
  }

  @Test("Many clips follow each other in a lane without a sample between them")
  func lane() async throws {
    let folder = try TestFolder()
    let source = try await Self.make("0.5", seconds: 1, folder.path("a.wav"))
    let clips = (0..<10).map { clip(source, start: Double($0) * 0.1, duration: 0.1) }
    let path = folder.path("mix.wav")
    _ = try await SoundMixer(SoundMix(tracks: [.init(clips: clips)], duration: 1)).write(to: path)
    let signal = try await Signal(path)
    #expect(signal.left.count == 48_000)
    #expect(signal.left.allSatisfy { abs($0 - 0.5) < 1e-3 })
    #expect(
      MixGraph(.init(tracks: [.init(clips: clips)], duration: 1), outputs: ["o"]).inputs.count == 10
    )
  }

  @Test("Gain and pan follow their key frames at every sample")
  func levels() async throws {
    let folder = try TestFolder()
    let source = try await Self.make("0.5", seconds: 4, folder.path("a.wav"))
    let gain = Envelope([
      .init(time: 0, value: 0), .init(time: 2, value: 1), .init(time: 2, value: 0.5),
    ])
    let signal = try await mixed([clip(source, duration: 4, gain: gain)], seconds: 4, folder)
    for (time, level) in [(0.5, 0.125), (1.5, 0.375), (1.999, 0.49975), (2.001, 0.25), (3, 0.25)] {
      #expect(abs(Double(signal.left[Int(time * 48_000)]) - level) < 1e-3, "at \(time)")
    }
    let panned = try await mixed(
      [
        clip(
          source, duration: 4, pan: Envelope([.init(time: 0, value: -1), .init(time: 4, value: 1)]))
      ],
      seconds: 4, folder)
    // As loud on both sides in the middle, and a cosine less on the side that it moves from.
    let middle = Float(0.5)
    #expect(abs(panned.left[10] - 0.5) < 2e-3 && abs(panned.right[10]) < 2e-3)
    #expect(abs(panned.left[96_000] - middle) < 2e-3)
    #expect(abs(panned.right[96_000] - middle) < 2e-3)
    let loudest = zip(panned.left, panned.right).map { max($0, $1) }
    #expect(loudest.allSatisfy { abs($0 - 0.5) < 0.005 })
    let left = try await mixed(
      [clip(source, duration: 4, gain: Envelope(0.5), pan: Envelope(-1))], seconds: 4, folder)
    #expect(abs(left.left[100] - 0.25) < 1e-3 && left.right[100] == 0)
  }

  @Test("Another speed keeps the pitch, and the place to a twentieth of a second")
  func tempo() async throws {
    let folder = try TestFolder()
    let tone = try await Self.make("0.5*sin(2*PI*440*t)", seconds: 8, folder.path("a.wav"))
    for rate in [0.5, 2.0, 3.0] {
      let signal = try await mixed(
        [clip(tone, duration: 2, rate: rate)], seconds: 2, folder)
      let crossings = zip(signal.left[9_600..<57_600], signal.left[9_601..<57_601])
        .count { $0 < 0 && $1 >= 0 }
      #expect(abs(crossings - 440) <= 4, "\(crossings) at \(rate)")
    }
    #expect(MixGraph.tempo(0.2).count == 3 && MixGraph.tempo(1) == [])
    let beats = try await Self.make(Self.clicks(), seconds: 8, folder.path("b.wav"))
    let fast = try await mixed([clip(beats, duration: 4, rate: 2)], seconds: 4, folder)
    #expect(fast.clicks.allSatisfy { abs(($0 + 12_000) % 24_000 - 12_000) < 2400 })
  }

  @Test("A track becomes quiet under another, and comes back")
  func ducking() async throws {
    let folder = try TestFolder()
    let music = try await Self.make("0.25*sin(2*PI*220*t)", seconds: 6, folder.path("m.wav"))
    let voice = try await Self.make("0.25*sin(2*PI*997*t)", seconds: 2, folder.path("v.wav"))
    let ducking = AudioTrack.Ducking(track: "v", gain: 0.25, attack: 0.05, release: 0.3)
    let scene = SoundMix(
      tracks: [
        .init(
          name: "m", clips: [clip(music, duration: 6)], ducking: ducking, duckedUnder: [1]),
        .init(name: "v", clips: [clip(voice, start: 2, duration: 2, pan: Envelope(1))]),
      ], duration: 6)
    let path = folder.path("mix.wav")
    _ = try await SoundMixer(scene).write(to: path)
    // The voice is on the right alone.
    let signal = try await Signal(path)
    let before = signal.level(24_000..<72_000)
    #expect(abs(before - 0.177) < 0.005)
    // The ramps of 0.05 and 0.3 s are over then, in whole periods of the music.
    #expect(abs(signal.level(99_000..<190_000) / before - 0.25) < 0.0125)
    #expect(abs(signal.level(207_840..<280_000) / before - 1) < 0.05)
    // Half of the way back, in decibels.
    #expect(abs(signal.level(198_350..<200_530) / before - 0.5) < 0.05)
    #expect(signal.left.count == 288_000)
  }

  @Test(
    "A voice of one channel gets quieter on the side that it moves from, without a jump at 0",
    arguments: [
      (-1, 1, 0), (-0.5, 1, 0.70711), (-1e-6, 1, 1), (0, 1, 1), (1e-6, 1, 1), (0.5, 0.70711, 1),
      (1, 0, 1),
    ]
      as [(Double, Double, Double)])
  func monoPan(_ pan: Double, _ left: Double, _ right: Double) {
    let sides = LevelFilters.coefficients(pan, true)
    #expect(abs(sides[0] - left) < 1e-5)
    #expect(abs(sides[3] - right) < 1e-5)
  }

  @Test("A loudness that peaks do not allow is told, and the peaks hold", arguments: [-14.0, -8])
  func missedLoudness(_ target: Double) async throws {
    let folder = try TestFolder()
    let source = try await Self.make("0.9*lt(mod(t,1),0.0005)", seconds: 8, folder.path("a.wav"))
    let mix = SoundMix(
      tracks: [.init(clips: [clip(source, duration: 8)])], duration: 8, loudness: target)
    let notes = try await SoundMixer(mix).write(to: folder.path("mix.wav")).notes
    guard case .loudnessMissed(target, let reached) = try #require(notes.first) else {
      Issue.record("\(notes)")
      return
    }
    #expect(reached < target - 0.5)
    let signal = try await Signal(folder.path("mix.wav"))
    #expect(signal.left.allSatisfy { abs($0) <= pow(10, -1.0 / 20) })
  }

  @Test(
    "The loudness is what was asked for, and true peaks stay below -1 dB", arguments: [-23.0, -14])
  func loudness(_ target: Double) async throws {
    let folder = try TestFolder()
    let source = try await Self.make(
      "0.05*sin(2*PI*500*t)+0.6*sin(2*PI*90*t)*lt(mod(t,1),0.02)", seconds: 10, folder.path("a.wav")
    )
    _ = try await mixed([clip(source, duration: 10)], seconds: 10, folder, loudness: target)
    let said = try await ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: [
        "-nostdin", "-hide_banner", "-i", folder.path("mix.wav"), "-af",
        "ebur128=peak=true:framelog=verbose", "-f", "null", "-",
      ], doing: "measure", path: "mix.wav"
    ).messages()
    let loudness = try #require(SoundMixer.number(after: "I: ", in: said))
    let peak = try #require(SoundMixer.number(after: "Peak: ", in: said))
    #expect(abs(loudness - target) <= 0.5)
    #expect(peak <= -0.9)
    let signal = try await Signal(folder.path("mix.wav"))
    #expect(signal.left.count == 480_000)
  }

  @Test("A mix that is louder than a file holds says so")
  func clipped() async throws {
    let folder = try TestFolder()
    let source = try await Self.make("0.9", seconds: 1, folder.path("a.wav"))
    let mix = SoundMix(
      tracks: [.init(clips: [clip(source, duration: 1, gain: Envelope(2))])], duration: 1)
    let report = try await SoundMixer(mix).write(to: folder.path("b.wav"))
    guard case .clipped(let decibels)? = report.notes.first else {
      Issue.record("no note")
      return
    }
    #expect(abs(decibels - 5.1) < 0.1)
  }

  @Test("Files that cannot be played are refused for a reason, and nothing is left")
  func bad() async throws {
    let folder = try TestFolder()
    let whole = try await Self.make("0.5*sin(t*2000)", seconds: 2, folder.path("a.flac"), [])
    var bytes = folder.bytes("a.flac")
    for index in stride(from: bytes.count / 3, to: bytes.count / 2, by: 7) { bytes[index] ^= 0x5A }
    try Data(bytes).write(to: URL(filePath: folder.path("broken.flac")))
    let broken = AudioProbe(folder.path("broken.flac"))
    #expect(throws: MediaError.self) { try broken.check(try broken.facts()) }
    try Data("no sound".utf8).write(to: URL(filePath: folder.path("text.wav")))
    #expect(throws: MediaError.self) { try AudioProbe(folder.path("text.wav")).facts() }
    let ten = Array(repeating: "0", count: 10).joined(separator: "|")
    _ = try? await Self.make(ten, seconds: 1, folder.path("ten.wav"))
    #expect(throws: MediaError.self) { try AudioProbe(folder.path("ten.wav")).facts() }
    let mix = SoundMix(
      tracks: [
        .init(clips: [
          AudioClip(
            source: AudioReference(
              path: folder.path("broken.flac"), duration: whole.duration, channelCount: 1),
            part: 0..<2, isOpenEnded: true, start: 0, duration: 2)
        ])
      ], duration: 2)
    await #expect(throws: MediaError.self) {
      _ = try await SoundMixer(mix).write(to: folder.path("out.wav"))
    }
    #expect(folder.names.allSatisfy { !$0.hasPrefix("out") && !$0.hasPrefix(".") })
  }

  @Test("Levels follow a sound, or a band of it, and are the same every time")
  func levelSeries() async throws {
    let folder = try TestFolder()
    _ = try await Self.make(
      "0.8*lt(mod(t,1),0.5)*sin(2*PI*60*t)+0.8*gte(mod(t,1),0.5)*sin(2*PI*5000*t)", seconds: 3,
      folder.path("a.wav"))
    let probe = AudioProbe(folder.path("a.wav"))
    let all = try probe.levels(band: nil)
    #expect(all.count == 300 && all.allSatisfy { $0 > 0.5 })
    let (low, high) = (try probe.levels(band: 20...120), try probe.levels(band: 4000...6000))
    #expect(low[125] > 0.9 && low[175] < 0.05 && high[125] < 0.05 && high[175] > 0.9)
    #expect(try probe.levels(band: 20...120) == low)
    // Together they are the same numbers, whatever rates they are measured at.
    let bands = [nil, 20...120, 4000...6000] + (0..<20).map { 100 + Double($0)...3000 }
    let together = try probe.levels(bands: bands)
    #expect(together[0...2] == [all, low, high] && together.count == 23)
    for index in [3, 10, 22] { #expect(try together[index] == probe.levels(band: bands[index])) }
  }
}
