public import RostrumLayerTree

/// The sound, captions, chapters and metadata that are added to finished pictures.
public struct FilmAdditions: Sendable {
  /// The path of a sound file that is heard from the first frame to the last; `nil` for none.
  public var audio: String?
  /// A mix that is heard where there is no sound file; `nil` for none.
  public var sound: SoundMix?
  /// Captions for players to show; `nil` for none.
  public var captions: CaptionTrack?
  public var information = FilmInformation()
  /// The files that the captions and the chapters were read from.
  public var texts: [String] = []

  public init() {}

  /// The files that are read for them, but for the mix's.
  package var files: [String] { texts + [audio].compactMap(\.self) }

  public var isEmpty: Bool { !hasSound && captions == nil && information.isEmpty }

  /// False for a silent film.
  public var hasSound: Bool { audio != nil || sound != nil }

  /// Throws for a format that does not hold them.
  func check(_ format: MediaFormat) throws(MediaError) {
    guard format.audioCodec == nil else { return }
    if hasSound { throw .invalidSetting("\(format.rawValue) holds no sound") }
    if !isEmpty { throw .invalidSetting("\(format.rawValue) holds no captions and no chapters") }
  }

  /// The same for one film, which was made without them. Throws for the ones that it does not hold.
  func multiplex(
    duration: Double, _ format: MediaFormat, beside path: String, _ settings: VideoSettings
  ) throws(MediaError) -> Multiplex {
    try check(format)
    if let late = information.chapters.first(where: { $0.time >= duration }) {
      throw .invalidSetting(
        "the chapter '\(late.title)' begins at \(late.time.hundredths) s, and the film ends at \(duration.hundredths) s"
      )
    }
    var additions = self
    additions.captions = captions?.part(0..<duration)
    return try additions.multiplex(duration: duration, for: [format], beside: path, settings)
  }

  /// Begins to mix the sound of films of `duration` seconds, in files beside `path`.
  package func multiplex(
    duration: Double, for formats: [MediaFormat], beside path: String, _ settings: VideoSettings,
    run: RunToken = RunToken()
  ) throws(MediaError) -> Multiplex {
    try checkEncoders(for: formats, settings.tools)
    var soundtrack: Soundtrack?
    if let audio {
      soundtrack = try Soundtrack(
        file: audio, duration: duration, for: formats, beside: path, tools: settings.tools)
    } else if let sound {
      soundtrack = try Soundtrack(
        sound, for: formats, beside: path, tools: settings.tools, run: run)
    }
    var multiplex = Multiplex(
      soundtrack: soundtrack, captions: captions, information: information, duration: duration)
    multiplex.isFragmented = settings.isFragmented
    return multiplex
  }
}
