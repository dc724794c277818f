import RostrumCanvas
import RostrumTiming

extension VideoSettings {
  /// Throws for a colour space or a depth that the format does not have.
  public func checkPixels(_ format: MediaFormat) throws(MediaError) {
    guard colorSpace == .sRGB || format.holdsDisplayP3 else {
      throw .invalidSetting(
        "\(format.rawValue) is in sRGB; png, mp4, mov, webm and avif can be in Display P3")
    }
    guard bitDepth != 16 || format.holds16Bits else {
      throw .invalidSetting(
        "\(format.rawValue) has no 16 bits; png and tiff do, and mp4 has 10 with hevc and av1")
    }
  }

  /// Throws for a codec that the format does not have, or not so.
  func checkCodec(_ format: MediaFormat, _ frames: FrameFormat) throws(MediaError) {
    if format == .mov, codec == .hevc {
      throw .invalidSetting(
        "transparent HEVC is made by Apple's encoders alone: write ProRes (mov) or VP9 (webm), which keep transparency; opaque HEVC goes into mp4"
      )
    }
    guard !format.isStill || frames.frameCount == 1 else {
      throw .invalidSetting("\(format.rawValue) is one picture: give one time with --at")
    }
    if let codec, !format.codecs.contains(codec) {
      let known = format.codecs.map(\.rawValue).joined(separator: " or ")
      throw .invalidSetting(
        "\(format.rawValue) has no \(codec.rawValue)" + (known.isEmpty ? "" : "; it has \(known)"))
    }
    try checkPixels(format)
    let used = self.codec(of: format)
    guard bitDepth != 10 || used == .hevc || used == .av1 else {
      throw .invalidSetting(
        "10 bits go with hevc and av1: --codec hevc, or --codec av1")
    }
    if let used { try check(used, frames) }
    guard targetSize == nil || used == .h264 || used == .hevc || used == .vp9 else {
      throw .invalidSetting("a target size goes with h264, hevc and vp9")
    }
    guard !isFragmented || format == .mp4 else {
      throw .invalidSetting("only mp4 is fragmented")
    }
    guard (2...256).contains(colorCount) else {
      throw .invalidSetting("a palette has 2 to 256 colours")
    }
    if format == .avif, !frames.isOpaque {
      return try tools.require(VideoCodec.alphaEncoder, "libaom", "AV1 with alpha in avif")
    }
    // The usual ones are there, and asking takes time.
    if let codec = used, codec != .h264, codec != .vp9, codec != .prores {
      try tools.require(
        codec.encoder, codec.library, "\(codec.rawValue) in \(format.rawValue)")
    }
  }
}

extension VideoSettings {
  /// Throws for frames that a codec's encoder cannot take.
  private func check(_ codec: VideoCodec, _ frames: FrameFormat) throws(MediaError) {
    let side = min(frames.width, frames.height)
    if side < codec.smallestSide {
      throw .invalidSetting(
        "\(codec.title) pictures have at least \(codec.smallestSide) by \(codec.smallestSide) pixels"
      )
    }
    if let most = codec.highestRate, frames.rate.framesPerSecond > most {
      throw .invalidSetting(
        "\(codec.title) has at most \(Int(most)) frames a second; --fps sets fewer, and h264 "
          + "and vp9 take more")
    }
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
