import RostrumFilePaths
public import RostrumTiming

/// A sound file that a scene plays, or the sound of a video, found and measured before the first
/// frame.
public struct AudioReference: Hashable, Sendable {
  private let file: FilePath
  /// In seconds, from the first sample on.
  public let duration: Double
  public let channelCount: Int
  /// When the first sample is heard, in seconds: of a video from its first frame on, of a sound
  /// file 0.
  public let startTime: Double

  public init(path: String, duration: Double, channelCount: Int, startTime: Double = 0) {
    (file, self.duration) = (FilePath(path), duration)
    (self.channelCount, self.startTime) = (channelCount, startTime)
  }

  /// The absolute path of the file.
  public var path: String { file.string }

  /// When the last sample ends, in seconds of the file.
  public var endTime: Double { startTime + duration }
}

/// A sound as a scene or a layer declares it, in the time of the scene or the layer.
public struct AudioTrack: Hashable, Sendable {
  /// The track becomes quieter as long as another one is heard.
  public struct Ducking: Hashable, Sendable {
    /// The name of the other track, of the same scene.
    public let track: String
    /// The factor of the gain meanwhile, 0 to 1.
    public let gain: Double
    /// How long it takes to become quiet, in seconds.
    public let attack: Double
    /// How long it takes to come back, in seconds.
    public let release: Double

    public init(track: String, gain: Double, attack: Double, release: Double) {
      (self.track, self.gain, self.attack, self.release) = (track, gain, attack, release)
    }
  }

  /// How others call the track; `nil` for one without a name.
  public var name: String?
  public let source: AudioReference
  /// Where the part of the file that is heard begins, in seconds of the file.
  public var inPoint: Double
  /// Where that part ends, in seconds of the file; `nil` for its end.
  public var outPoint: Double?
  /// When it begins, in seconds of the scene or the layer.
  public var beginTime: Double = 0
  /// Seconds of the file in one of the scene or the layer, above 0. The pitch stays.
  public var speed: Double = 1
  /// Whether the part begins again when it is over.
  public var loops = false
  /// For how long it is heard at most, in seconds of the scene or the layer; `nil` for no limit.
  public var duration: Double?
  /// Factors of the amplitude, by the seconds since the track began.
  public var gain = Envelope(1)
  /// From the left, -1, to the right, 1, by the seconds since the track began.
  public var pan = Envelope(0)
  /// For how long it becomes louder at its beginning, in seconds.
  public var fadeIn: Double = 0
  /// For how long it becomes quieter at its end, in seconds.
  public var fadeOut: Double = 0
  /// How both fades go, from silence at 0 to full at 1; `nil` for a quarter of a sine.
  public var fadeCurve: TimingFunction?
  public var ducking: Ducking?
  /// Whether it is the sound of the video that its layer shows.
  public var isOfVideo = false
  /// Where the scene file declares it.
  public var place: SourcePlace?

  public init(_ source: AudioReference, inPoint: Double = 0) {
    (self.source, self.inPoint) = (source, inPoint)
  }

  /// How long the part of the file is, in seconds of the file.
  public var partDuration: Double { max((outPoint ?? source.endTime) - inPoint, 0) }

  /// When it ends by itself, in seconds of the scene or the layer; infinite for a loop that is not
  /// limited.
  public var endTime: Double {
    let natural = loops ? .infinity : partDuration / speed
    return beginTime + min(natural, duration ?? .infinity)
  }

  /// The factor of the amplitude, with the fades, by the seconds since the track began. `length` is
  /// for how long it is heard.
  func level(length: Double) -> Envelope {
    guard fadeIn > 0 || fadeOut > 0 else { return gain }
    let bends = gain.points.map(\.time) + [fadeIn, length - fadeOut]
    let inside = Set(bends.filter { $0 > 0 && $0 < length }).sorted()
    return Envelope(through: [0] + inside + [length]) { time in
      gain.value(at: time) * fade(time, fadeIn) * fade(length - time, fadeOut)
    }
  }

  /// A quarter of a sine: of two sounds that fade into each other, the power stays the same. A
  /// curve that goes below silence stays there.
  private func fade(_ time: Double, _ duration: Double) -> Double {
    guard duration > 0 else { return 1 }
    guard let fadeCurve else { return quarterSine(time / duration) }
    return max(fadeCurve.value(at: min(max(time / duration, 0), 1)), 0)
  }
}
