import RostrumBase

/// Compares the sound of two files, decoded, in windows of a tenth of a second.
public struct SoundComparison: Sendable {
  private let expected: String
  private let actual: String
  /// How many channels both are decoded to.
  private let channelCount: Int
  private let tools: MediaTools
  private let bounds: Bounds

  /// How much two windows may differ.
  private struct Bounds {
    /// The energy of the difference, as a share of the louder one's.
    var residual: Double
    /// In seconds.
    var lag: Double
  }

  /// Both are mixed to `channelCount` channels. With `allowsCodecNoise`, waveforms may differ and
  /// be shifted by up to 30 ms, as lossy encoders leave them.
  public init(
    _ expected: String, _ actual: String, channelCount: Int, allowsCodecNoise: Bool,
    tools: MediaTools
  ) {
    (self.expected, self.actual, self.tools) = (expected, actual, tools)
    self.channelCount = min(max(channelCount, 1), AudioProbe.maximumChannelCount)
    bounds =
      allowsCodecNoise
      ? Bounds(residual: 0.25, lag: 0.03) : Bounds(residual: 0.001, lag: 0.001)
  }

  /// In samples a second.
  private static let rate = 48_000
  private static let windowLength = rate / 10
  /// Quieter than this (-66 dB) is silence: a root mean square, 1 for the loudest square wave.
  private static let silence = 0.0005
  /// The most places listed in a message.
  private static let mostPlaces = 4

  /// A sentence for each difference; none for the same sound. Throws `MediaError`.
  public func differences() async throws -> [String] {
    let first = try await windows(lag: 0)
    guard first.contains(where: differs) else { return [] }
    let lag = try await lag()
    if abs(lag) > 0 {
      let shifted = try await windows(lag: lag)
      // The ends have no counterpart.
      let inner = shifted.dropLast(Int(abs(lag) * 10) + 1)
      if !inner.isEmpty, !inner.contains(where: differs) {
        guard abs(lag) > bounds.lag else { return [] }
        return ["the sound comes \(seconds(abs(lag))) s \(lag > 0 ? "later" : "earlier")"]
      }
    }
    return places(of: first)
  }

  private func seconds(_ time: Double) -> String { exact((time * 1000).rounded() / 1000) }

  // MARK: - Windows

  /// The energies of a window of both sounds, and of their product.
  private struct Window: Sendable {
    var expected = 0.0
    var actual = 0.0
    var product = 0.0
    var count = 0

    var residual: Double { max(0, expected + actual - 2 * product) }

    func level(_ energy: Double) -> Double { (energy / Double(max(count, 1))).squareRoot() }

    func isSilent(_ energy: Double) -> Bool { level(energy) < SoundComparison.silence }
  }

  private func differs(_ window: Window) -> Bool {
    if window.isSilent(window.expected), window.isSilent(window.actual) { return false }
    return window.residual > bounds.residual * max(window.expected, window.actual)
  }

  /// `lag`: by how many seconds the actual sound is taken to come late.
  private func windows(lag: Double) async throws -> [Window] {
    let old = try run(expected, skipping: max(0, -lag))
    let new = try run(actual, skipping: max(0, lag))
    let count = Self.windowLength * channelCount
    return try await old.withProcess { expected in
      let actual = try ToolProcess(new)
      var (a, b) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
      var windows: [Window] = []
      while true {
        let counts = (Self.read(expected, &a), Self.read(actual, &b))
        if counts.0 + counts.1 == 0 { break }
        windows.append(Self.window(a, b))
      }
      try expected.finish()
      try actual.finish()
      return windows
    }
  }

  /// How many samples came; the rest is silence.
  private static func read(_ process: ToolProcess, _ samples: inout [Float]) -> Int {
    let bytes = samples.withUnsafeMutableBytes { process.fill($0) }
    for index in bytes / 4..<samples.count { samples[index] = 0 }
    return bytes / 4
  }

  private static func window(_ a: [Float], _ b: [Float]) -> Window {
    var (old, new, product) = (Float(0), Float(0), Float(0))
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        for index in 0..<a.count {
          old += a[index] * a[index]
          new += b[index] * b[index]
          product += a[index] * b[index]
        }
      }
    }
    return Window(
      expected: Double(old), actual: Double(new), product: Double(product), count: a.count)
  }

  private func run(_ path: String, skipping: Double) throws(MediaError) -> ToolRun {
    // Sound that begins after the pictures is preceded by silence.
    let filter =
      "aresample=\(Self.rate):async=1:first_pts=0,aformat=sample_fmts=flt"
      + (skipping > 0 ? ",atrim=start=\(skipping),asetpts=PTS-STARTPTS" : "")
    return ToolRun(
      name: "ffmpeg", tool: try tools.locatedFFmpeg(),
      arguments: ["-nostdin", "-hide_banner", "-loglevel", "error"]
        + MediaInput(path: path, kind: .sound).arguments() + ["-map", "0:a:0", "-af", filter]
        + ["-ac", "\(channelCount)", "-f", "f32le", "pipe:1"],
      doing: "decode", path: path)
  }

  // MARK: - Sentences

  /// Consecutive windows of one kind as ranges.
  private func places(of windows: [Window]) -> [String] {
    var places: [(kind: String, range: Range<Int>)] = []
    for (index, window) in windows.enumerated() where differs(window) {
      let kind = kind(of: window)
      if let last = places.last, last.kind == kind, last.range.upperBound == index {
        places[places.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        places.append((kind, index..<index + 1))
      }
    }
    let named = places.prefix(Self.mostPlaces).map { place in
      "the sound \(place.kind) from \(seconds(Double(place.range.lowerBound) / 10)) to "
        + "\(seconds(Double(place.range.upperBound) / 10)) s"
    }
    let more = places.count - named.count
    return more > 0 ? named + ["the sound differs in \(more) more places"] : named
  }

  private func kind(of window: Window) -> String {
    if window.isSilent(window.actual) { return "is silent" }
    if window.isSilent(window.expected) { return "is heard where there was silence" }
    let likeness = window.product / (window.expected * window.actual).squareRoot()
    let gain = (10 * log10(window.actual / window.expected)).rounded()
    if likeness < -0.99 { return "is inverted" }
    guard likeness > 0.99, gain != 0 else { return "is another" }
    return gain > 0 ? "is \(Int(gain)) dB louder" : "is \(Int(-gain)) dB quieter"
  }

  // MARK: - Alignment

  private static let envelopeRate = 4000
  /// In seconds: the part used to align both sounds, and the greatest offset between them.
  private static let (aligned, furthest) = (30.0, 5.0)

  /// By how many seconds the actual sound comes late; 0 where no shift explains the difference.
  private func lag() async throws -> Double {
    async let old = samples(expected)
    async let new = samples(actual)
    let (a, b) = try await (old, new)
    let block = Self.envelopeRate / 100
    let coarse = Self.bestShift(
      Self.levels(a, block), Self.levels(b, block), around: 0,
      reach: Int(Self.furthest * 100))
    let fine = Self.bestShift(a, b, around: coarse * block, reach: 2 * block)
    return Double(fine) / Double(Self.envelopeRate)
  }

  private func samples(_ path: String) async throws -> [Float] {
    let run = ToolRun(
      name: "ffmpeg", tool: try tools.locatedFFmpeg(),
      arguments: ["-nostdin", "-hide_banner", "-loglevel", "error"]
        + MediaInput(path: path, kind: .sound).arguments(["-t", "\(Self.aligned)"])
        + ["-map", "0:a:0"]
        + ["-af", "aresample=\(Self.envelopeRate):async=1:first_pts=0", "-ac", "1"]
        + ["-f", "f32le", "pipe:1"], doing: "decode", path: path)
    let bytes = try await run.output(limit: Int(Self.aligned + 1) * Self.envelopeRate * 4)
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  private static func levels(_ samples: [Float], _ block: Int) -> [Float] {
    stride(from: 0, to: samples.count - samples.count % block, by: block).map { start in
      samples[start..<start + block].reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
  }

  /// The shift of `b` against `a` with the largest correlation.
  private static func bestShift(_ a: [Float], _ b: [Float], around: Int, reach: Int) -> Int {
    var (best, most) = (around, -Float.infinity)
    for distance in 0...reach {
      for shift in [around + distance, around - distance] {
        let range = max(0, -shift)..<max(max(0, -shift), min(a.count, b.count - shift))
        var product: Float = 0
        a.withUnsafeBufferPointer { a in
          b.withUnsafeBufferPointer { b in
            for index in range { product += a[index] * b[index + shift] }
          }
        }
        if product > most * 1.000_01 + 1e-12 { (best, most) = (shift, product) }
      }
    }
    return best
  }
}
