import RostrumCanvas
import RostrumTiming

extension VideoSettings {
  /// Throws for a colour space or a depth that the format does not have.
  public func checkPixels(_ format: MediaFormat) throws(MediaError) {
    guard let rate = FrameRate(numerator: 1) else { return }
    let frames = FrameFormat(width: 1, height: 1, rate: rate, frameCount: 1, isOpaque: true)
    try check(FilmRequest(format: format, frames: frames, settings: self), OptionRules.ofPixels)
  }

  /// Throws for settings that an encoder would refuse, before one is started.
  func check(_ format: MediaFormat, _ frames: FrameFormat) throws(MediaError) {
    let film = FilmRequest(format: format, frames: frames, settings: self)
    try check(film, OptionRules.all)
    if format.row.hasAlphaStream, !frames.isOpaque {
      return try tools.require(VideoCodec.alphaEncoder, "libaom", "AV1 with alpha in avif")
    }
    if let codec = film.codec {
      try tools.require(
        codec.row.encoder, codec.row.library, "\(codec.rawValue) in \(format.rawValue)")
    }
    for encoder in format.row.encoders(self) { try tools.require(encoder, nil, format.rawValue) }
  }

  private func check(_ film: FilmRequest, _ rules: [OptionRules.Rule]) throws(MediaError) {
    for rule in rules {
      if let reason = rule(film) { throw .invalidSetting(reason) }
    }
  }
}

extension VideoSettings {
  /// Throws for an option that was asked for, and that changes none of the files.
  public func checkEffects(in formats: [MediaFormat]) throws(MediaError) {
    for option in EncodingOption.allCases
    where asked.contains(option) && !formats.contains(where: { option.hasEffect(in: $0, self) }) {
      throw .invalidSetting("--\(option.rawValue) has no effect \(place(option, formats))")
    }
  }

  /// Where it has none, and where it would have one.
  private func place(_ option: EncodingOption, _ formats: [MediaFormat]) -> String {
    if option == .quality, targetSize != nil {
      return "beside --target-size, which chooses the quality"
    }
    let names = formats.map(\.rawValue).joined(separator: " and ")
    let others = MediaFormat.allCases.filter { option.hasEffect(in: $0, self) }.map(\.rawValue)
    let with = codec.map { " with \($0.rawValue)" } ?? ""
    return "in \(names)\(with)"
      + (others.isEmpty ? "" : "; it has one in \(others.joined(separator: ", "))")
  }
}

extension VideoCodec {
  /// The error of an ffmpeg that was built without the codec's encoder, else the error itself.
  func explained(_ error: any Error, in format: MediaFormat) -> any Error {
    guard case MediaError.toolFailed(_, _, _, _, let lines) = error,
      lines.contains(where: { $0.contains("Unknown encoder '\(row.encoder)'") })
    else { return error }
    return MediaError.encoderMissing(
      name: row.encoderName, format: "\(rawValue) in \(format.rawValue)")
  }
}

extension FormatRow {
  /// ffmpeg's names of the encoders that are no codec's.
  fileprivate func encoders(_ settings: VideoSettings) -> [String] {
    let arguments = encoder?(settings) ?? []
    let own = zip(arguments, arguments.dropFirst()).filter { $0.0 == "-c:v" }.map(\.1)
    return own + (hasPalette ? ["qtrle", "png", "gif"] : [])
      + (settings.targetSize == nil ? [] : ["ffv1"])
  }
}

extension FilmAdditions {
  /// Throws where ffmpeg was built without an encoder that films of the formats need for them.
  func checkEncoders(
    for formats: [MediaFormat], _ tools: MediaTools
  ) throws(MediaError) {
    for format in formats {
      if hasSound, let codec = format.audioCodec {
        try tools.require(codec.encoder, nil, "sound in \(format.rawValue)")
      }
      if captions != nil, let encoder = format.row.captions {
        try tools.require(encoder, nil, "captions in \(format.rawValue)")
      }
    }
  }
}

extension MediaTools {
  /// Throws when ffmpeg was built without an encoder.
  fileprivate func require(
    _ encoder: String, _ library: String?, _ use: String
  ) throws(MediaError) {
    guard lacks(encoder) else { return }
    let name = library.map { "\($0) ('\(encoder)')" } ?? "'\(encoder)'"
    throw .encoderMissing(name: name, format: use)
  }
}
