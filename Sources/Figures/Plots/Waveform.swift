import RostrumBase
import RostrumLayerTree
import RostrumMedia

/// How loud a track of a scene's mix is over the scene's time: the levels of its files, with its
/// gain and its fades, but before others make room for it.
struct Waveform: Sendable {
  private let clips: [(clip: AudioClip, levels: [Double])]

  /// Levels of a file are measured a hundred times a second.
  private static let rate = 100.0

  /// Decodes the track's files, each once. Throws `MediaError`.
  init(_ track: SoundMix.Track) throws {
    var known: [FilePath: [Double]] = [:]
    clips = try track.clips.map { clip in
      let file = FilePath(clip.source.path)
      let levels = try known[file] ?? AudioProbe(file.string).levels(band: nil)
      known[file] = levels
      return (clip, levels)
    }
  }

  /// The loudest moment of a stretch of time, 0 to 1 where no gain is above 1.
  func peak(in range: ClosedRange<Double>) -> Double {
    let count = max(1, Int(((range.upperBound - range.lowerBound) * Self.rate).rounded(.up)))
    let step = (range.upperBound - range.lowerBound) / Double(count)
    return (0...count).map { level(at: range.lowerBound + step * Double($0)) }.max() ?? 0
  }

  func level(at time: Double) -> Double {
    clips.reduce(0) { $0 + Self.level($1.clip, $1.levels, at: time) }
  }

  private static func level(_ clip: AudioClip, _ levels: [Double], at time: Double) -> Double {
    guard clip.start <= time, time < clip.end, !levels.isEmpty else { return 0 }
    let length = clip.part.upperBound - clip.part.lowerBound
    var place = clip.offset + clip.rate * (time - clip.start)
    if clip.loops, length > 0 {
      place = place.truncatingRemainder(dividingBy: length)
      if place < 0 { place += length }
    }
    let index = Int((clip.part.lowerBound + place - clip.source.startTime) * rate)
    guard levels.indices.contains(index) else { return 0 }
    return levels[index] * abs(clip.gain.value(at: time - clip.start))
  }
}

extension SoundMix.Track {
  /// The name that the scene gives the track, or that of its file.
  var shownName: String {
    name ?? clips.first.map { $0.source.path.lastPathComponent } ?? ""
  }
}
