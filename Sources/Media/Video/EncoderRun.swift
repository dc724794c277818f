import Canvas

/// The work of ffmpeg for one video: everything between the pipe and the file in a folder of its
/// own.
struct EncoderRun: Sendable {
  let format: MediaFormat
  let frames: FrameFormat
  let settings: VideoSettings
  let pixels: PipedPixels
  let output: PartialFolder
  /// Where ffmpeg is.
  let tool: String

  private var arguments: EncoderArguments {
    EncoderArguments(format: format, frames: frames, settings: settings, pixels: pixels)
  }

  /// Reads frames from `input` until its end. When it throws, the folder is gone.
  func run(input: Int32) async throws {
    do {
      if format == .gif {
        try await runTwice(input: input)
      } else {
        try await ffmpeg(arguments.encode(to: output.file)).run(input: input)
      }
    } catch {
      output.remove()
      throw error
    }
  }

  private func runTwice(input: Int32) async throws {
    let (frames, colors) = (output.path("frames.mov"), output.path("palette.png"))
    try await ffmpeg(arguments.collect(frames: frames, palette: colors)).run(input: input)
    let delay = GIFDelay(rate: self.frames.rate, rounding: settings.delays).fixed
    try await ffmpeg(
      arguments.applyPalette(colors, to: frames, output: output.file, delay: delay)
    ).run()
  }

  private func ffmpeg(_ arguments: [String]) -> ToolRun {
    ToolRun(
      name: "ffmpeg", tool: tool, arguments: arguments, doing: "write", path: output.path)
  }
}
