import Timing

/// Reads single frames back from a video, as straight RGBA.
struct FrameDecoder: Sendable {
  let path: String
  /// For messages.
  let reportedPath: String
  let format: MediaFormat
  let rate: FrameRate
  let size: PixelSize
  let tools: MediaTools

  /// `size.height` rows of `size.width` times four bytes.
  func frame(_ index: Int) async throws -> [UInt8] {
    let run = ToolRun(
      name: "ffmpeg", tool: try tools.locatedFFmpeg(), arguments: arguments(index), doing: "read",
      path: reportedPath)
    let bytes = try await run.output(limit: size.width * size.height * 4)
    guard bytes.count == size.width * size.height * 4 else {
      throw MediaError.notWhatWasRendered(
        path: reportedPath, details: ["frame \(index) cannot be read back"])
    }
    return bytes
  }

  private func arguments(_ index: Int) -> [String] {
    // The built-in VP9 decoder ignores alpha.
    let decoder = format == .webm ? ["-c:v", "libvpx-vp9"] : []
    let convert = "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgba"
    return ["-nostdin", "-hide_banner", "-loglevel", "error"] + decoder + seek(index)
      + EncoderArguments.protocols + ["-i", EncoderArguments.file(path)]
      + ["-vf", select(index) + convert, "-frames:v", "1", "-f", "rawvideo", "pipe:1"]
  }

  /// GIF and APNG know no places to jump to.
  private var canSeek: Bool { format != .gif && format != .apng }

  /// A quarter of a frame early: times are rounded to milliseconds in some containers.
  private func seek(_ index: Int) -> [String] {
    guard canSeek, index > 0 else { return [] }
    return ["-ss", "\((Double(index) - 0.25) / rate.framesPerSecond)"]
  }

  private func select(_ index: Int) -> String {
    canSeek || index == 0 ? "" : "select=eq(n\\,\(index)),"
  }
}
