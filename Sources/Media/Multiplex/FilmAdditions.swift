public import LayerTree

/// All that a film of finished pictures gets beside them.
public struct FilmAdditions: Sendable {
  /// The path of a sound file that is heard from the first frame to the last; `nil` for silence.
  public var audio: String?
  /// Captions for players to show; `nil` for none.
  public var captions: CaptionTrack?
  public var information = FilmInformation()

  public init() {}

  public var isEmpty: Bool { audio == nil && captions == nil && information.isEmpty }

  /// Throws for a format that does not hold them.
  func check(_ format: MediaFormat) throws(MediaError) {
    guard format.audioCodec == nil else { return }
    if audio != nil { throw .invalidSetting("\(format.rawValue) holds no sound") }
    if !isEmpty { throw .invalidSetting("\(format.rawValue) holds no captions and no chapters") }
  }

  /// Begins to mix for a film of so many seconds, in files beside `path`.
  func multiplex(
    duration: Double, _ format: MediaFormat, beside path: String, _ settings: VideoSettings
  ) throws(MediaError) -> Multiplex {
    try check(format)
    if let late = information.chapters.first(where: { $0.time >= duration }) {
      throw .invalidSetting(
        "the chapter '\(late.title)' begins at \(late.time.hundredths) s, and the film ends at \(duration.hundredths) s"
      )
    }
    let soundtrack = try audio.map { audio throws(MediaError) in
      try Soundtrack(
        file: audio, duration: duration, for: [format], beside: path, tools: settings.tools)
    }
    var multiplex = Multiplex(
      soundtrack: soundtrack, captions: captions?.part(0..<duration), information: information,
      duration: duration)
    multiplex.isFragmented = settings.isFragmented
    return multiplex
  }
}
