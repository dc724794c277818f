import RostrumBase
import RostrumLayerTree

/// The inputs and the filter graph with which ffmpeg mixes a scene's sounds: 48 kHz, stereo, each
/// clip at its exact sample.
///
/// Clips of a track that do not overlap are concatenated in a lane, with silence between them, so
/// that only simultaneous sounds are added.
struct MixGraph {
  /// The most files that are open at a time.
  static let maximumClipCount = 400

  /// The paths of the inputs; each clip has one of its own.
  private(set) var inputs: [String] = []
  private(set) var chains: [String] = []
  private let total: Int
  private var links = 0

  /// The graph ends in links of these names, which all sound the same.
  init(_ mix: SoundMix, outputs: [String], finally filters: [String] = []) {
    total = Self.sample(mix.duration)
    let audible = mix.tracks.indices.filter { !mix.tracks[$0].clips.isEmpty }
    var signals: [Int: String] = [:]
    for index in audible { signals[index] = track(mix.tracks[index].clips) }
    duck(mix, audible, &signals)
    let sum = summed(audible.compactMap { signals[$0] })
    let split = outputs.count > 1 ? ["asplit=\(outputs.count)"] : []
    let end = ["apad=whole_len=\(total)", "atrim=end_sample=\(total)", "asetpts=N/SR/TB"]
    chains.append(
      "[\(sum)]" + (end + filters + split).joined(separator: ",")
        + outputs.map { "[\($0)]" }.joined())
  }

  /// In the words of ffmpeg's `filter_complex_script`.
  var text: String { chains.joined(separator: ";\n") + "\n" }

  /// The number of the sample at a time.
  static func sample(_ time: Double) -> Int {
    Int((time * Double(AudioCodec.sampleRate)).rounded())
  }

  private mutating func link() -> String {
    links += 1
    return "l\(links)"
  }

  // MARK: Tracks

  private mutating func track(_ clips: [AudioClip]) -> String {
    var lanes: [(end: Int, clips: [AudioClip])] = []
    for clip in clips.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      let (start, end) = (Self.sample(clip.start), Self.sample(clip.end))
      guard end > start else { continue }
      if let index = lanes.firstIndex(where: { $0.end <= start }) {
        lanes[index].clips.append(clip)
        lanes[index].end = end
      } else {
        lanes.append((end, [clip]))
      }
    }
    return summed(lanes.map { lane($0.clips) })
  }

  /// Clips that follow each other.
  private mutating func lane(_ clips: [AudioClip]) -> String {
    var position = 0
    var parts: [String] = []
    for clip in clips {
      let start = Self.sample(clip.start)
      if start > position { parts.append(silence(start - position)) }
      parts.append(chain(of: clip, Self.sample(clip.end) - start))
      position = Self.sample(clip.end)
    }
    guard parts.count > 1 else { return parts.first ?? silence(total) }
    let result = link()
    chains.append(
      parts.map { "[\($0)]" }.joined() + "concat=n=\(parts.count):v=0:a=1[\(result)]")
    return result
  }

  private mutating func silence(_ count: Int) -> String {
    let result = link()
    chains.append(
      "anullsrc=r=\(AudioCodec.sampleRate):cl=stereo,atrim=end_sample=\(max(count, 1)),"
        + "\(Self.form),asetpts=N/SR/TB[\(result)]")
    return result
  }

  private mutating func summed(_ signals: [String]) -> String {
    guard signals.count > 1 else { return signals.first ?? silence(total) }
    let result = link()
    chains.append(
      signals.map { "[\($0)]" }.joined()
        + "amix=inputs=\(signals.count):normalize=0:duration=longest[\(result)]")
    return result
  }

  /// Planar floats in stereo.
  private static let form = "aformat=sample_fmts=fltp:channel_layouts=stereo"

  // MARK: Clips

  /// The clip from its first sample to its last, `count` of them.
  private mutating func chain(of clip: AudioClip, _ count: Int) -> String {
    let result = link()
    let filters =
      Self.source(clip.source) + Self.part(clip, count) + Self.tempo(abs(clip.rate))
      + ["apad=whole_len=\(count)", "atrim=end_sample=\(count)", "asetpts=N/SR/TB"]
      + LevelFilters(clip).filters + ["asetpts=N/SR/TB"]
    chains.append("[\(inputs.count):a:0]" + filters.joined(separator: ",") + "[\(result)]")
    inputs.append(clip.source.path)
    return result
  }

  /// The file's samples, the first at time 0 of the file. One channel is heard on both sides.
  private static func source(_ source: AudioReference) -> [String] {
    let shift = sample(source.startTime)
    let both = source.channelCount == 1 ? ["pan=stereo|c0=c0|c1=c0"] : []
    let begin =
      shift > 0
      ? ["adelay=delays=\(shift)S:all=1"] : shift < 0 ? ["atrim=start_sample=\(-shift)"] : []
    return ["aresample=\(AudioCodec.sampleRate)"] + both + [form, "asetpts=N/SR/TB"] + begin
      + ["asetpts=N/SR/TB"]
  }

  /// The part of the file that the clip plays, forwards or backwards.
  private static func part(_ clip: AudioClip, _ count: Int) -> [String] {
    let (start, end) = (sample(clip.part.lowerBound), sample(clip.part.upperBound))
    let length = clip.part.upperBound - clip.part.lowerBound
    let used = Double(count) / Double(AudioCodec.sampleRate) * abs(clip.rate)
    var offset = clip.rate > 0 ? clip.offset : clip.offset - used
    if clip.loops { offset -= (offset / length).rounded(.down) * length }
    // A clip that runs backwards out of its part is silent there.
    let lead = max(-sample(offset), 0)
    let first = max(sample(offset), 0)
    // A little more than is used: changing the tempo looks ahead.
    let last = first + sample(used) - lead + (abs(clip.rate) == 1 ? 0 : 9600)
    var filters = ["atrim=start_sample=\(start)" + (clip.isOpenEnded ? "" : ":end_sample=\(end)")]
    if clip.loops {
      // A file that ends before the part does is silent until its turn comes again.
      filters += [
        "asetpts=N/SR/TB", "apad=whole_len=\(end - start)", "aloop=loop=-1:size=\(Int32.max)",
      ]
    }
    filters += [
      "atrim=start_sample=\(first):end_sample=\(max(last, first + 1))", "asetpts=N/SR/TB",
    ]
    if lead > 0 { filters.append("adelay=delays=\(lead)S:all=1") }
    guard clip.rate < 0 else { return filters }
    // The end of the part has to come first, exactly.
    let exact = sample(used)
    return filters
      + ["apad=whole_len=\(exact)", "atrim=end_sample=\(exact)", "areverse", "asetpts=N/SR/TB"]
  }

  /// Changes of tempo that keep the pitch: one filter takes 0.5 to 2 times and drops no samples.
  static func tempo(_ rate: Double) -> [String] {
    var rest = rate
    var filters: [String] = []
    while rest > 2 {
      filters.append("atempo=2")
      rest /= 2
    }
    while rest < 0.5 {
      filters.append("atempo=0.5")
      rest /= 0.5
    }
    return rest == 1 ? filters : filters + ["atempo=\(rest)"]
  }

  // MARK: Ducking

  private mutating func duck(
    _ mix: SoundMix, _ audible: [Int], _ signals: inout [Int: String]
  ) {
    var keys: [Int: [String]] = [:]
    let ducked = audible.filter { index in
      mix.tracks[index].duckedUnder.contains { signals[$0] != nil }
    }
    for index in ducked {
      for other in mix.tracks[index].duckedUnder where signals[other] != nil {
        keys[index, default: []].append(tap(other, &signals))
      }
    }
    for index in ducked {
      guard let signal = signals[index], let key = keys[index],
        let ducking = mix.tracks[index].ducking
      else { continue }
      signals[index] = compressed(signal, under: summed(key), ducking)
    }
  }

  /// A copy of a track's signal.
  private mutating func tap(_ index: Int, _ signals: inout [Int: String]) -> String {
    let (kept, copy) = (link(), link())
    chains.append("[\(signals[index] ?? "")]asplit=2[\(kept)][\(copy)]")
    signals[index] = kept
    return copy
  }

  /// The signal under a compressor that hears 1 while the key sounds and 0 while it is silent.
  private mutating func compressed(
    _ signal: String, under key: String, _ ducking: AudioTrack.Ducking
  ) -> String {
    let (main, side, result) = (link(), link(), link())
    let whole = "apad=whole_len=\(total),atrim=end_sample=\(total)"
    chains.append("[\(signal)]\(whole)[\(main)]")
    // The mean of the last 4 ms says whether the key sounds, between its zero crossings too.
    chains.append(
      "[\(key)]\(whole),aeval=exprs='abs(val(0))|abs(val(1))':c=same,lowpass=f=40:p=1"
        + ",aeval=exprs='gt(val(0),0.0015)|gt(val(1),0.0015)':c=same,\(Self.form)[\(side)]")
    chains.append(
      "[\(main)][\(side)]\(DuckingCompressor(ducking).filter),\(Self.form)[\(result)]")
    return result
  }
}

/// ffmpeg's `sidechaincompress` for a key of 1 or 0, whose numbers follow from the ducking's.
///
/// The filter follows the key's square s by `s += (key - s) * 4000 / (ms * rate)`, a time constant
/// of a quarter of its `attack` or `release`, and at a ratio r makes the signal quieter by
/// (1 - 1/r) (S - T), with S the level of s in decibels and T that of the threshold
/// (libavfilter/af_sidechaincompress.c). A key of 1 has S = 0, so the gain is the threshold's.
/// When the key ends, S falls by 10 lg e = 4.34 dB a time constant, and the signal is back when
/// S = T. When the key begins, 1 - s falls by the same law; a square of 0.9 is within 5 % of the
/// gain, after 2.3 time constants.
struct DuckingCompressor {
  let filter: String

  init(_ ducking: AudioTrack.Ducking) {
    let ratio = 20.0
    let fall = 10 * log10(M_E)
    // The filter's release is 9 s at most and its threshold 2^-10 at least. A slower return takes a
    // lower threshold, and a share of the signal as it was.
    let wanted = -20 * log10(max(ducking.gain, 0.002)) / (1 - 1 / ratio)
    let depth = min(max(wanted, 4 * fall * ducking.release / 9, 0.01), 60)
    let lowest = pow(10, -depth * (1 - 1 / ratio) / 20)
    let share = lowest < 1 ? min((1 - ducking.gain) / (1 - lowest), 1) : 1
    let attack = 4 / 2.3 * ducking.attack * 1000
    let release = 4 * fall / depth * ducking.release * 1000
    filter =
      "sidechaincompress=threshold=\(pow(10, -depth / 20)):ratio=\(ratio):knee=1:link=maximum"
      + ":detection=rms:mix=\(share):attack=\(min(max(attack, 0.01), 2000))"
      + ":release=\(min(max(release, 0.01), 9000))"
  }
}

/// The filters that make a clip as loud as its envelopes say, on either side.
///
/// The pan is that of the Web Audio API's StereoPannerNode ("equal-power") for stereo sounds, whose
/// other side moves over. A single channel is heard on both sides as it is at 0, and by the same
/// cosine less on the side that it moves from, so that nothing jumps where a pan passes 0.
struct LevelFilters {
  let filters: [String]

  init(_ clip: AudioClip) {
    let isMono = clip.source.channelCount == 1
    switch (clip.gain.constant, clip.pan.constant) {
    case (let gain?, let pan?):
      let sides = Self.coefficients(pan, isMono)
      if pan == 0 {
        filters = gain == 1 ? [] : ["volume=volume=\(gain):precision=float"]
      } else {
        filters = [
          "pan=stereo|c0=\(gain * sides[0])*c0+\(gain * sides[1])*c1"
            + "|c1=\(gain * sides[2])*c0+\(gain * sides[3])*c1"
        ]
      }
    case (_, 0?):
      let level = Self.expression(clip.gain)
      filters = Self.evaluated("val(0)*\(level)", "val(1)*\(level)")
    default:
      let bends = Set([0, clip.duration] + (clip.gain.points + clip.pan.points).map(\.time))
        .filter { (0...clip.duration).contains($0) }.sorted()
      let sides = (0..<4).map { index in
        Self.expression(
          Envelope(through: bends) { time in
            clip.gain.value(at: time) * Self.coefficients(clip.pan.value(at: time), isMono)[index]
          })
      }
      filters = Self.evaluated(
        "val(0)*\(sides[0])+val(1)*\(sides[1])", "val(0)*\(sides[2])+val(1)*\(sides[3])")
    }
  }

  private static func evaluated(_ left: String, _ right: String) -> [String] {
    ["aeval=exprs='\(left)|\(right)':c=same", "aformat=sample_fmts=fltp:channel_layouts=stereo"]
  }

  /// Left from left, left from right, right from left, right from right.
  static func coefficients(_ pan: Double, _ isMono: Bool) -> [Double] {
    // Both sides hold the one channel: the side that it moves from gets quieter.
    if isMono { return pan <= 0 ? [1, 0, 0, cosine(-pan)] : [cosine(pan), 0, 0, 1] }
    if pan <= 0 { return [1, cosine(pan + 1), 0, cosine(-pan)] }
    return [cosine(pan), 0, cosine(1 - pan), 1]
  }

  /// The cosine of `share` quarter turns.
  private static func cosine(_ share: Double) -> Double {
    share == 0 ? 1 : share == 1 ? 0 : cos(share * .pi / 2)
  }

  /// The envelope as an expression of `t`: a binary tree, so that few of its segments are
  /// evaluated.
  static func expression(_ envelope: Envelope) -> String {
    if let value = envelope.constant { return "\(value)" }
    let points = envelope.points
    guard let first = points.first, let last = points.last else { return "1" }
    let tree = tree(points[...])
    return
      "if(lt(t,\(first.time)),\(first.value),if(gte(t,\(last.time)),\(last.value),\(tree)))"
  }

  /// From the first of some points to the last.
  private static func tree(_ points: ArraySlice<Envelope.Point>) -> String {
    let (from, to) = (points[points.startIndex], points[points.endIndex - 1])
    if points.count == 1 { return "\(from.value)" }
    if points.count == 2 {
      guard to.time > from.time, to.value != from.value else { return "\(to.value)" }
      let slope = (to.value - from.value) / (to.time - from.time)
      return "(\(from.value)+\(slope)*(t-\(from.time)))"
    }
    let middle = points.startIndex + points.count / 2
    return
      "if(lt(t,\(points[middle].time)),\(tree(points[...middle])),\(tree(points[middle...])))"
  }
}
