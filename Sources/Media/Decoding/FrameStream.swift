import Canvas

/// Decodes a video's frames one after the other, from one of them on.
final class FrameStream {
  /// The frame that `next` gives.
  private(set) var position: Int
  private let facts: VideoFacts
  private let process: ToolProcess

  init(_ path: String, _ facts: VideoFacts, from index: Int, tools: MediaTools) throws(MediaError) {
    position = index
    self.facts = facts
    process = try ToolProcess(
      ToolRun(
        name: "ffmpeg", tool: try tools.locatedFFmpeg(),
        arguments: Self.arguments(path, facts, index), doing: "play", path: path))
  }

  func next() throws(MediaError) -> Bitmap {
    let bitmap = try frameBitmap(width: facts.width, height: facts.height)
    for y in 0..<bitmap.height { try process.read(into: bitmap.row(y)) }
    if facts.hasAlpha { bitmap.premultiply() }
    position += 1
    return bitmap
  }

  /// Frames are chosen by their own times, so it does not matter how far before them a seek lands.
  /// The matrix is said where the file is silent; the transfer curve is taken for sRGB's, as
  /// players do.
  private static func arguments(_ path: String, _ facts: VideoFacts, _ index: Int) -> [String] {
    let select = index > 0 ? "select=gte(t\\,\(facts.timeBefore(index)))," : ""
    let convert =
      "scale=in_color_matrix=\(facts.colorMatrix):out_range=pc"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp+bicubic,format=bgra"
    return ["-nostdin", "-hide_banner", "-loglevel", "error"] + decoder(facts)
      + VideoProbe.formats + seek(facts, index) + ["-copyts", "-i", EncoderArguments.file(path)]
      + ["-map", "0:v:0", "-vf", select + convert, "-fps_mode", "passthrough"]
      + ["-f", "rawvideo", "pipe:1"]
  }

  /// The built-in decoders ignore the alpha of VP8 and VP9.
  private static func decoder(_ facts: VideoFacts) -> [String] {
    guard facts.hasAlpha, ["vp8", "vp9"].contains(facts.codec) else { return [] }
    return ["-c:v", facts.codec == "vp8" ? "libvpx" : "libvpx-vp9"]
  }

  /// To a second before the frame, or to the place before that from where frames can be decoded.
  private static func seek(_ facts: VideoFacts, _ index: Int) -> [String] {
    let time = facts.timeBefore(index) - 1
    guard facts.canSeek, index > 0, time > facts.startTime else { return [] }
    return ["-noaccurate_seek", "-seek_timestamp", "1", "-ss", "\(time)"]
  }
}
