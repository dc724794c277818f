public import RostrumFilePaths
import RealModule

/// A stretch of a sound file at a stretch of the scene, with its level worked out.
public struct AudioClip: Hashable, Sendable {
  public let source: AudioReference
  /// The part of the file that is played, or played again and again, in seconds of the file.
  public let part: Range<Double>
  /// Whether the file is played to its end, so that the part's end is only an estimate.
  public let isOpenEnded: Bool
  public let loops: Bool
  /// In seconds of the scene.
  public internal(set) var start: Double
  /// In seconds of the scene, above 0.
  public internal(set) var duration: Double
  /// Where in the part, or in its repetitions, the clip begins, in seconds of the file.
  public internal(set) var offset: Double
  /// Seconds of the file in one of the scene: negative when it runs backwards, never 0.
  public internal(set) var rate: Double
  /// Factors of the amplitude, by the seconds of the scene since the clip began.
  public internal(set) var gain: Envelope
  /// From -1, the left, to 1, by the seconds of the scene since the clip began.
  public internal(set) var pan: Envelope

  public init(
    source: AudioReference, part: Range<Double>, isOpenEnded: Bool = false, loops: Bool = false,
    start: Double, duration: Double, offset: Double = 0, rate: Double = 1,
    gain: Envelope = Envelope(1), pan: Envelope = Envelope(0)
  ) {
    (self.source, self.part, self.isOpenEnded, self.loops) = (source, part, isOpenEnded, loops)
    (self.start, self.duration, self.offset) = (start, duration, offset)
    (self.rate, self.gain, self.pan) = (rate, gain, pan)
  }

  /// In seconds of the scene.
  public var end: Double { start + duration }

  /// The clip as it is heard in a span of time outside, in which its own time runs so.
  func inside(_ span: TimeSpan) -> AudioClip? {
    guard let (range, local) = span.overlap(with: start..<end) else { return nil }
    var clip = self
    clip.start = range.lowerBound
    clip.duration = range.upperBound - range.lowerBound
    clip.offset += rate * (local - start)
    clip.rate *= span.rate
    clip.gain = gain.followed(from: local - start, rate: span.rate)
    clip.pan = pan.followed(from: local - start, rate: span.rate)
    return clip
  }
}

/// All that a scene lets hear: every sound file in the scene's own time.
public struct SoundMix: Hashable, Sendable {
  /// Clips that belong together, so that others can duck under them.
  public struct Track: Hashable, Sendable {
    public let name: String?
    public internal(set) var clips: [AudioClip]
    public let ducking: AudioTrack.Ducking?
    /// The places in the mix of the tracks that this one ducks under.
    public internal(set) var duckedUnder: [Int] = []
    /// Where the scene file declares it; `nil` inside another scene.
    public internal(set) var place: SourcePlace?

    public init(
      name: String? = nil, clips: [AudioClip], ducking: AudioTrack.Ducking? = nil,
      duckedUnder: [Int] = [], place: SourcePlace? = nil
    ) {
      (self.name, self.clips, self.ducking, self.place) = (name, clips, ducking, place)
      self.duckedUnder = duckedUnder
    }
  }

  public internal(set) var tracks: [Track]
  /// In seconds; nothing is heard after it.
  public let duration: Double
  /// The loudness that is asked for, in LUFS (EBU R 128); `nil` for that of the mix.
  public var loudness: Double?

  public init(tracks: [Track], duration: Double, loudness: Double? = nil) {
    (self.tracks, self.duration, self.loudness) = (tracks, duration, loudness)
  }

  /// Whether nothing is ever heard.
  public var isEmpty: Bool { tracks.allSatisfy(\.clips.isEmpty) }

  /// The files that are heard, each once, in no order.
  public var paths: Set<FilePath> {
    Set(tracks.flatMap { $0.clips.map { FilePath($0.source.path) } })
  }
}

/// A stretch of time outside in which a time inside runs evenly.
struct TimeSpan: Hashable {
  /// In seconds of the time outside.
  let range: Range<Double>
  /// The time inside at the start of the range.
  let localStart: Double
  /// Seconds inside in one outside; not 0.
  let rate: Double

  func local(at time: Double) -> Double { localStart + (time - range.lowerBound) * rate }

  /// The latest time inside.
  var latest: Double { max(localStart, local(at: range.upperBound)) }

  /// The part of the span in which the time inside lies within `inner`, and the time inside at its
  /// start; `nil` when it never does.
  func overlap(with inner: Range<Double>) -> (range: Range<Double>, local: Double)? {
    let times = [inner.lowerBound, inner.upperBound].map {
      range.lowerBound + ($0 - localStart) / rate
    }
    let start = max(range.lowerBound, times[rate > 0 ? 0 : 1])
    let end = min(range.upperBound, times[rate > 0 ? 1 : 0])
    guard end > start else { return nil }
    return (start..<end, local(at: start))
  }
}

/// The sine of a number of quarter turns, held at its ends.
func quarterSine(_ share: Double) -> Double {
  Double.sin(min(max(share, 0), 1) * .pi / 2)
}

extension SoundMix.Track {
  /// The track in a part of the scene's time, which begins at 0.
  public func part(_ range: Range<Double>) -> SoundMix.Track {
    var track = self
    let span = TimeSpan(
      range: 0..<(range.upperBound - range.lowerBound), localStart: range.lowerBound, rate: 1)
    track.clips = clips.compactMap { $0.inside(span) }
    return track
  }
}
