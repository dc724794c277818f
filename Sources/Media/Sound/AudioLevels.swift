import RostrumBase

extension AudioProbe {
  /// How loud the sound is, 100 times a second: root mean squares over a twentieth of a second, as
  /// shares of the largest. `band` is the range of frequencies that count, in hertz, cut with 24
  /// decibels an octave; `nil` for all.
  ///
  /// Throws `MediaError` where the file cannot be decoded.
  public func levels(band: ClosedRange<Double>?) throws(MediaError) -> [Double] {
    let rate = 8000 * ((band?.upperBound ?? 20_000) < 3500 ? 1 : 6)
    let filters = band.map { band in
      [
        "highpass=f=\(band.lowerBound)", "highpass=f=\(band.lowerBound)",
        "lowpass=f=\(band.upperBound)", "lowpass=f=\(band.upperBound)",
      ]
    }
    let chain =
      ["aformat=channel_layouts=mono:sample_fmts=dblp"] + (filters ?? [])
      + ["aresample=\(rate)", "aformat=sample_fmts=flt"]
    let process = try process(
      ["-map", "0:a:0", "-af", chain.joined(separator: ","), "-f", "f32le", "pipe:1"])
    var blocks = BlockSums(length: rate / 100)
    _ = try process.readOutput { blocks.append($0) }
    return blocks.levels
  }
}

/// The energy of a signal, block by block.
private struct BlockSums {
  let length: Int
  private var sums: [Double] = []
  private var sum = 0.0
  private var count = 0
  /// Bytes of a sample that has not come whole.
  private var rest: [UInt8] = []

  init(length: Int) { self.length = length }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let all = rest.isEmpty ? Array(bytes) : rest + Array(bytes)
    let whole = all.count / 4 * 4
    rest = Array(all[whole...])
    all.withUnsafeBytes { buffer in
      for place in stride(from: 0, to: whole, by: 4) {
        let sample = Double(buffer.loadUnaligned(fromByteOffset: place, as: Float.self))
        sum += sample * sample
        count += 1
        guard count == length else { continue }
        sums.append(sum)
        (sum, count) = (0, 0)
      }
    }
  }

  /// Root mean squares over five blocks around each, as shares of the largest.
  var levels: [Double] {
    let means = sums.indices.map { index -> Double in
      let around = sums[max(index - 2, 0)...min(index + 2, sums.count - 1)]
      return (around.reduce(0, +) / Double(around.count * length)).squareRoot()
    }
    let most = means.max() ?? 0
    return most > 0 ? means.map { $0 / most } : means
  }
}
