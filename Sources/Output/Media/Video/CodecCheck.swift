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
    // The usual ones are there, and asking takes time: without one the encoder's error says it.
    if let codec = film.codec, codec != .h264, codec != .vp9, codec != .prores {
      try tools.require(
        codec.row.encoder, codec.row.library, "\(codec.rawValue) in \(format.rawValue)")
    }
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

extension MediaTools {
  /// Throws when ffmpeg was built without an encoder.
  fileprivate func require(
    _ encoder: String, _ library: String, _ use: String
  ) throws(MediaError) {
    let run = ToolRun(
      name: "ffmpeg", tool: try locatedFFmpeg(), arguments: ["-hide_banner", "-encoders"],
      doing: "ask", path: "encoders")
    let list = String(decoding: try ToolProcess(run).output(limit: 1 << 20), as: UTF8.self)
    guard !list.split(whereSeparator: \.isWhitespace).contains(encoder[...]) else { return }
    throw .encoderMissing(name: "\(library) ('\(encoder)')", format: use)
  }
}
