import RostrumBase

extension AudioProbe {
  /// How loud the sound is, 100 times a second: root mean squares over a twentieth of a second, as
  /// shares of the largest. `band` is the range of frequencies that count, in hertz, cut with 24
  /// decibels an octave; `nil` for all.
  ///
  /// Throws `MediaError` where the file cannot be decoded.
  public func levels(band: ClosedRange<Double>?) throws(MediaError) -> [Double] {
    try levels(bands: [band])[0]
  }

  /// The same for several bands: the file is decoded once for sixteen of them.
  func levels(bands: [ClosedRange<Double>?]) throws(MediaError) -> [[Double]] {
    var found = [[Double]](repeating: [], count: bands.count)
    for rate in [8000, 48_000] {
      var indices = bands.indices.filter { Self.rate(of: bands[$0]) == rate }[...]
      while !indices.isEmpty {
        let part = indices.prefix(Self.mostBands)
        indices = indices.dropFirst(Self.mostBands)
        let made = try levels(part.map { bands[$0] }, rate)
        for (index, one) in zip(part, made) { found[index] = one }
      }
    }
    return found
  }

  /// More channels take ffmpeg's filters longer.
  private static let mostBands = 16

  /// In samples a second.
  private static func rate(of band: ClosedRange<Double>?) -> Int {
    (band?.upperBound ?? 20_000) < 3500 ? 8000 : 48_000
  }

  private func levels(
    _ bands: [ClosedRange<Double>?], _ rate: Int
  ) throws(MediaError) -> [[Double]] {
    let process = try process([
      "-filter_complex", Self.graph(bands, rate), "-map", "[out]", "-f", "f32le", "pipe:1",
    ])
    var blocks = BlockSums(length: rate / 100, channelCount: bands.count)
    _ = try process.readOutput { blocks.append($0) }
    return bands.indices.map(blocks.levels)
  }

  /// The bands as the channels of one sound.
  private static func graph(_ bands: [ClosedRange<Double>?], _ rate: Int) -> String {
    let ends = "aresample=\(rate),aformat=sample_fmts=flt:channel_layouts=mono"
    let chains = bands.map { band in
      let filters = band.map { band in
        [String](repeating: "highpass=f=\(band.lowerBound)", count: 2)
          + [String](repeating: "lowpass=f=\(band.upperBound)", count: 2)
      }
      return ((filters ?? []) + [ends]).joined(separator: ",")
    }
    let start = "[0:a:0]aformat=channel_layouts=mono:sample_fmts=dblp"
    if chains.count == 1 { return "\(start),\(chains[0])[out]" }
    func labels(_ name: String) -> String { chains.indices.map { "[\(name)\($0)]" }.joined() }
    let parts = chains.enumerated().map { "[in\($0)]\($1)[band\($0)]" }
    return
      (["\(start),asplit=\(chains.count)\(labels("in"))"] + parts
      + ["\(labels("band"))amerge=inputs=\(chains.count)[out]"]).joined(separator: ";")
  }
}

/// The energies of the channels of a signal, block by block.
private struct BlockSums {
  let length: Int
  let channelCount: Int
  /// By channel.
  private var blocks: [[Double]]
  private var sums: [Double]
  private var count = 0
  /// Bytes of samples that have not come whole.
  private var rest: [UInt8] = []

  init(length: Int, channelCount: Int) {
    (self.length, self.channelCount) = (length, channelCount)
    blocks = Array(repeating: [], count: channelCount)
    sums = Array(repeating: 0, count: channelCount)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let all = rest.isEmpty ? Array(bytes) : rest + Array(bytes)
    let size = 4 * channelCount
    let whole = all.count / size * size
    rest = Array(all[whole...])
    all.withUnsafeBytes { buffer in
      for place in stride(from: 0, to: whole, by: size) {
        for channel in 0..<channelCount {
          let offset = place + 4 * channel
          let sample = Double(buffer.loadUnaligned(fromByteOffset: offset, as: Float.self))
          sums[channel] += sample * sample
        }
        count += 1
        guard count == length else { continue }
        for channel in 0..<channelCount { blocks[channel].append(sums[channel]) }
        sums = Array(repeating: 0, count: channelCount)
        count = 0
      }
    }
  }

  /// Root mean squares of a channel over five blocks around each, as shares of the largest.
  func levels(_ channel: Int) -> [Double] {
    let all = blocks[channel]
    let means = all.indices.map { index -> Double in
      let around = all[max(index - 2, 0)...min(index + 2, all.count - 1)]
      return (around.reduce(0, +) / Double(around.count * length)).squareRoot()
    }
    let most = means.max() ?? 0
    return most > 0 ? means.map { $0 / most } : means
  }
}
